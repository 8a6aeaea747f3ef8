// The hands of all who play on this screen: one after the other, their tile is drawn here.

import { find, redraw, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { dialogOf } from "../../table/game_master/controls.js";
import { part, shape } from "../../table/game_master/parts.js";
import { letDrag } from "../dragging.js";
import { drawPaper } from "../paper.js";
import { newPlacing } from "../placing.js";
import { drawTray } from "../tray.js";

/** @param {table.Table} table @returns {table.StandIn<second_chance.Move>[]} */
export const handsOf = ({ stand_in }) => stand_in.filter(({ can: [move] }) => move?.do === "draw" || move?.do === "bonus");

// Gives {draw(view, here), open(player), turn, mirror, move()}. `changed` is called when something lies otherwise.
/** @param {() => void} changed */
export function newHand(changed) {
  const dialog = dialogOf("hand");
  /** @type {Map<number, second_chance.Placing>} */
  const placings = new Map(); // by player
  /** @type {table.StandIn<second_chance.Move> | null} */
  let now = null; // whose hand is open
  let wanted = 0; // the player whose hand was asked for
  let isWanted = false; // it stays open until it is closed by hand
  let size = 9;
  /** @type {second_chance.Cell | null} */
  let square = null; // where the 1 would be written

  dialog.addEventListener("close", () => {
    if (now) isWanted = false;
  });
  const isPlacing = () => now?.can[0].do === "draw";
  const placing = () => {
    const player = now?.player ?? 0;
    const placing = placings.get(player) ?? newPlacing();
    placings.set(player, placing);
    return placing;
  };
  /** @param {() => void} change */
  const then = (change) => () => {
    if (isPlacing()) change();
    changed();
  };
  letDrag(part("paper"), part("tray"), {
    isPlacing,
    placing,
    point(at) {
      const [move] = now?.can ?? [];
      if (move?.do === "bonus" && move.at[at[0] * size + at[1]] === "1") square = at;
      if (move?.do === "draw") placing().put(at);
      changed();
    },
    select(tile) {
      placing().select(tile);
      changed();
    },
    drop: changed,
    changed,
  });

  return {
    /** @param {second_chance.View | null} view @param {second_chance.Here} here */
    draw(view, { table, tiles, colourOf }) {
      const hands = view && !table.paused ? handsOf(table) : [];
      const next = hands.find(({ player }) => player === wanted) ?? hands[0] ?? null;
      if (next?.player !== now?.player) square = null;
      now = next;
      if (!view || !now) {
        now = null; // it is closed until the next tile, and not by hand
        if (dialog.open) dialog.close();
        return;
      }
      if (!isWanted) return;
      if (!dialog.open) dialog.showModal();
      const person = table.players[now.seat];
      const own = { ...view, seat: now.seat, secret: null, can: now.can };
      size = view.size;
      placing().ask(own, tiles);
      const colour = colourOf(view.letters.at(-1) ?? "", now.seat);
      redraw(slot(dialog, "shape"), person.colour, () => [shape(person.colour)]);
      slot(dialog, "title").textContent = sentence(isPlacing() ? "hand_draw" : "hand_one", { name: person.name });
      drawTray(part("tray"), { view: own, tiles, placing: placing(), step: null, isOutcome: false }, { isPlacing: isPlacing(), colour });
      const seat = now.seat;
      drawPaper(part("paper"), {
        view: own,
        seat,
        colourOf: (letter) => colourOf(letter, seat),
        placing: placing(),
        isPlacing: isPlacing(),
        areShown: false,
        mark: isPlacing() ? null : square,
        open: now.can[0].do === "bonus" ? now.can[0].at : null,
        focus: isPlacing() ? placing().handle() : square,
      });
      part("tools").hidden = !isPlacing();
      const isReady = isPlacing() ? placing().isOpen : square !== null;
      const where = isPlacing() ? (placing().at ? "confirm_bad" : "confirm_where") : "confirm_square";
      const button = find(dialog, '[data-action="draw-here"]');
      button.textContent = sentence(isReady ? (isPlacing() ? "confirm_draw" : "confirm_one") : where);
      button.setAttribute("aria-disabled", String(!isReady));
    },
    /** @param {number} player */
    open(player) {
      wanted = player;
      isWanted = true;
      slot(dialog, "refusal").textContent = "";
      changed();
    },
    turn: then(() => placing().turn()),
    mirror: then(() => placing().mirror()),
    /** @returns {table.Move | null} */
    move() {
      if (!now) return null;
      const { tile, squares: cells, isOpen } = placing();
      if (isPlacing()) return isOpen && tile ? { do: "draw", seat: now.seat, tile, cells } : null;
      return square && { do: "bonus", seat: now.seat, cell: square };
    },
  };
}
