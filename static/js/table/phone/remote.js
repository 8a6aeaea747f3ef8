// A phone that is a remote control: the sheet on which its owner does what the host can do.

import { piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence, wordFor } from "../../shared/sentences.js";
import { takenBack } from "../consent.js";

const SURE = 4000; // milliseconds in which a second tap counts
let sure = ""; // what was tapped once and is asked about

/** @param {any} sheet @param {table.AnyPhone} app */
export function drawRemote(sheet, { table, who, step, refusal }) {
  const may = (what) => table.can.includes(what);
  for (const button of sheet.querySelectorAll(".host-buttons > [data-do]")) if (!button.closest("[data-slot=asking]")) button.hidden = !may(button.dataset.do);
  slot(sheet, "pause").textContent = sentence(table.paused ? "host_go_on" : "host_pause");
  showIcon(slot(sheet, "pause").previousElementSibling, table.paused ? "play" : "pause");
  slot(sheet, "undo").textContent = undoWords(table);
  if (!table.takes_back) sheet.querySelector('[data-do="undo"]').hidden = true;
  slot(sheet, "redo").textContent = table.brings_back ? sentence("host_redo", takenBack(table.brings_back, table.players)) : "";
  slot(sheet, "end").textContent = sentence(sure === "end" ? "host_end_sure" : "host_end");
  slot(sheet, "refusal").textContent = refusal;
  const moves = may("begin") ? [{ do: "begin" }] : table.paused || step ? [] : table.remote;
  redraw(slot(sheet, "moves"), [moves, table.players], () => moves.map((move) => moveButton(move, who)));
  redraw(slot(sheet, "asking"), table.asking, () => askingOf(table.asking));
}

function undoWords({ takes_back, status, players }) {
  if (!takes_back) return "";
  if (sure !== "undo") return sentence("host_undo", takenBack(takes_back, players));
  return status === "over" ? sentence("host_undo_end") : sentence("host_undo_sure", { count: takes_back.moves });
}

function moveButton(move, who) {
  const button = piece("host-move", { label: wordFor("remote", move.do, { name: move.seat === undefined ? "" : who.name(move.seat) }) });
  button.dataset.key = button.dataset.move = JSON.stringify(move);
  return button;
}

function askingOf(asking) {
  const lines = asking.map(({ ask, name }) => {
    const line = piece("host-asking", { text: sentence("host_asks", { name }) });
    for (const button of line.querySelectorAll("button")) {
      button.dataset.ask = ask;
      button.dataset.key = `${button.dataset.do}-${ask}`;
    }
    return line;
  });
  return asking.length > 1 ? [piece("host-all", { label: sentence("host_allow_all", { count: asking.length }) }), ...lines] : lines;
}

// What a button of the sheet asks for; null if it needs a second tap. `drawn` is called when the question has passed.
/** @param {{dataset: DOMStringMap}} button @param {table.Table} table @param {() => void} drawn @returns {protocol.frame.Manage["do"]} */
export function orderOf({ dataset }, table, drawn) {
  const what = dataset.do;
  const isGrave = what === "end" || (what === "undo" && (table.status === "over" || table.takes_back?.moves > 1));
  if (isGrave && sure !== what) {
    sure = what;
    setTimeout(() => {
      sure = "";
      drawn();
    }, SURE);
    return null;
  }
  sure = "";
  if (what === "pause") return { do: "pause", on: !table.paused };
  if (what === "allow" || what === "deny") return { do: what, ask: Number(dataset.ask) };
  if (what === "allow_all") return { do: "allow_all", asks: table.asking.map(({ ask }) => ask) };
  return { do: /** @type {"undo" | "redo" | "end" | "again"} */ (what) };
}

// The way to the sheet: among what can be looked up in a game, and in the lobby.
/** @param {table.AnyPhone} app */
export function drawWayToRemote({ table }) {
  const peeks = document.querySelector('[data-part="peeks"]');
  if (!peeks.querySelector("[data-host]")) peeks.append(piece("host-peek"));
  for (const button of document.querySelectorAll("[data-host]")) button.hidden = !table?.is_host;
}
