// The tiles to choose from, or what is dealt while it is being told: face down first, then open.

import { icon, piece, redraw, slot } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";
import { tilePicture } from "./tiles.js";

/**
 * @typedef {{tile: string | null, cells?: second_chance.Cell[], isHidden?: boolean, isTold?: boolean, isFailed?: boolean,
 *   isHeld?: boolean, isQuiet?: boolean, fits?: boolean}} Card
 */

/**
 * @param {HTMLElement} tray
 * @param {Pick<second_chance.Playing, "view" | "tiles" | "placing" | "step" | "isOutcome">} app
 * @param {{isPlacing: boolean, colour: number}} drawn
 */
export function drawTray(tray, { view, tiles, placing, step, isOutcome }, { isPlacing, colour }) {
  const cards = cardsOf();
  tray.hidden = !cards.length;
  redraw(tray, { cards, colour }, () => cards.map(elementOf));

  /** @returns {Card[]} */
  function cardsOf() {
    const [event] = step?.events ?? [];
    if (event?.event === "tiles_revealed") return event.tiles.map((tile) => ({ tile, isHidden: !isOutcome, isTold: true }));
    if (step?.kind === "failed") return [{ tile: "tile" in event ? event.tile : null, isHidden: !isOutcome, isTold: true, isFailed: isOutcome }];
    if (step?.kind === "chance") {
      const isOpen = isOutcome && event.event === "second_chance_dealt" && event.seat === view.seat && view.secret !== null;
      return [{ tile: isOpen ? view.secret : null, isHidden: !isOpen, isTold: true, fits: isOutcome }];
    }
    if (step) return view.revealed.map((tile) => ({ tile, isTold: true }));
    if (!isPlacing) return view.phase === "draw" ? view.revealed.map((tile) => ({ tile, isTold: true, isQuiet: true })) : [];
    const offered = view.phase === "draw" ? view.revealed : placing.tile === null ? [] : [placing.tile];
    return offered.map((tile) => ({ tile, cells: placing.cellsOf(tile), isHeld: tile === placing.tile, fits: placing.fits(tile) }));
  }

  /** @param {Card} card */
  function elementOf({ tile, cells = tiles.get(tile ?? "") ?? [], isHidden, isTold, isFailed, isHeld, isQuiet, fits }) {
    const card = piece(isTold ? "tile-card" : "tile-choice", { name: isHidden ? "" : tile });
    card.classList.toggle("is-hidden", Boolean(isHidden));
    card.classList.toggle("is-failed", Boolean(isFailed));
    card.classList.toggle("is-quiet", Boolean(isQuiet));
    if (!isHidden && tile) slot(card, "picture").append(tilePicture(cells, { least: 5, colour }));
    else slot(card, "picture").append(icon(fits ? "check" : "tiles"));
    if (isTold || !tile) return card;
    card.dataset.tile = tile;
    card.dataset.key = tile;
    card.dataset.action = "select";
    card.setAttribute("aria-pressed", String(isHeld));
    card.setAttribute("aria-disabled", String(!fits));
    slot(card, "words").textContent = sentence(fits ? "tile_fits" : "tile_does_not_fit", { tile, count: cells.length });
    return card;
  }
}
