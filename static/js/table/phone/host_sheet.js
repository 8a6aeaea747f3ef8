// The sheet on which the owner of a phone that is a remote control does what the host can do.

import { find, piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence, wordFor } from "../../shared/sentences.js";
import { takenBack } from "../consent.js";

const SURE = 4000; // milliseconds in which a second tap counts

// Gives {draw(sheet, app), orderOf(button, table)}; `passed` is called when a question has passed.
/** @param {() => void} passed */
export function newHostSheet(passed) {
  let sure = ""; // what was tapped once and is asked about

  /** @param {table.Table} table */
  function undoWords(table) {
    const { takes_back, status } = table;
    if (!takes_back) return "";
    if (sure !== "undo") return sentence("host_undo", takenBack(takes_back, table));
    return status === "over" ? sentence("host_undo_end") : sentence("host_undo_sure", { count: takes_back.moves });
  }

  return {
    /** @param {HTMLElement} sheet @param {table.Phone & {table: table.Table}} app */
    draw(sheet, { table, who, step, refusal }) {
      /** @param {string} what */
      const may = (what) => table.can.includes(what);
      for (const button of sheet.querySelectorAll(".host-buttons > [data-do]")) {
        if (!button.closest("[data-slot=asking]")) button.hidden = !may(button.dataset.do ?? "");
      }
      slot(sheet, "pause").textContent = sentence(table.paused ? "end_pause" : "pause");
      showIcon(find(sheet, '[data-do="pause"] svg'), table.paused ? "play" : "pause");
      slot(sheet, "undo").textContent = undoWords(table);
      if (!table.takes_back) find(sheet, '[data-do="undo"]').hidden = true;
      slot(sheet, "redo").textContent = table.brings_back ? sentence("host_redo", takenBack(table.brings_back, table)) : "";
      slot(sheet, "end").textContent = sentence(sure === "end" ? "host_end_sure" : "host_end");
      slot(sheet, "refusal").textContent = refusal;
      /** @type {{do: string}[]} */
      const moves = may("begin") ? [{ do: "begin" }] : table.paused || step ? [] : (table.remote?.can ?? []);
      redraw(slot(sheet, "moves"), [moves, table.players], () => moves.map((move) => moveButton(move, who)));
      redraw(slot(sheet, "asking"), table.asking, () => askingOf(table.asking));
    },
    // What a button of the sheet asks for; null if it needs a second tap.
    /** @param {HTMLElement} button @param {table.Table} table @returns {table.Order | null} */
    orderOf({ dataset }, table) {
      const what = dataset.do ?? "";
      const isGrave = what === "end" || (what === "undo" && (table.status === "over" || (table.takes_back?.moves ?? 0) > 1));
      if (isGrave && sure !== what) {
        sure = what;
        setTimeout(() => {
          sure = "";
          passed();
        }, SURE);
        return null;
      }
      sure = "";
      if (what === "pause") return { do: "pause", on: !table.paused };
      if (what === "allow" || what === "deny") return { do: what, ask: Number(dataset.ask) };
      if (what === "allow_all") return { do: "allow_all", asks: table.asking.map(({ ask }) => ask) };
      return { do: /** @type {"undo" | "redo" | "end" | "again"} */ (what) };
    },
  };
}

/** @param {{do: string, seat?: number}} move @param {table.Who} who */
function moveButton(move, who) {
  const button = piece("host-move", { label: wordFor("remote", move.do, { name: move.seat === undefined ? "" : who.name(move.seat) }) });
  button.dataset.key = button.dataset.move = JSON.stringify(move);
  return button;
}

/** @param {protocol.message.AskingSeen[]} asking */
function askingOf(asking) {
  const lines = asking.map(({ ask, name }) => {
    const line = piece("host-asking", { text: sentence("host_asks", { name }) });
    for (const button of line.querySelectorAll("button")) {
      button.dataset.ask = String(ask);
      button.dataset.key = `${button.dataset.do}-${ask}`;
    }
    return line;
  });
  return asking.length > 1 ? [piece("host-all", { label: sentence("host_allow_all", { count: asking.length }) }), ...lines] : lines;
}
