// Taking back and bringing back: both say what it is about. More than one move, or the end of a game, is asked about first.

import { slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { takenBack } from "../consent.js";
import { dialogOf, openDialog } from "./controls.js";
import { part, show } from "./parts.js";

/** @param {table.Here} here */
export function drawTakingBack({ table, view, isTakingBack }) {
  const { takes_back, brings_back } = table;
  drawButton("undo", table, takes_back, sentence(table.status === "over" ? "take_back_the_end" : "take_back"));
  drawButton("redo", table, brings_back, sentence("bring_back"));
  show("lines", table.can.includes("undo"));
  show("play-on", waitsToChange(table, view));
  part("undo").setAttribute("aria-disabled", String(isTakingBack || !takes_back));
  const dialog = dialogOf("go-on");
  if (!dialog.open || !takes_back) return;
  const isOver = table.status === "over";
  const { first } = takenBack(takes_back, table);
  slot(dialog, "title").textContent = sentence(isOver ? "take_back_end_title" : "take_back_title", { count: takes_back.moves });
  slot(dialog, "what").textContent = sentence("take_back_what", { count: takes_back.moves, first });
  slot(dialog, "end").hidden = !isOver;
}

/** @param {string} what @param {table.Table} table @param {protocol.message.TakenBack | null} moves @param {string} label */
function drawButton(what, table, moves, label) {
  const button = part(what);
  show(what, table.can.includes(what));
  slot(button, "label").textContent = label;
  slot(button, "what").textContent = moves ? takenBack(moves, table).first : "";
}

// A computer player is to move, and waits a moment, because what was taken back can still be brought back.
/** @param {table.Table} table @param {any} view */
function waitsToChange({ players, brings_back, dice_of, paused, status }, view) {
  if (!brings_back || paused || status !== "playing") return false;
  const awaited = [...(view?.awaiting ?? []).map((/** @type {number} */ seat) => players[seat]), players.find(({ player }) => player === dice_of)];
  return awaited.some((one) => Boolean(one?.computer) && one?.computer !== "game_master");
}

// Gives whether it is asked about first.
/** @param {table.Here} here */
export function askBeforeTakingBack(here) {
  const { status, takes_back } = here.table;
  if (status !== "over" && (takes_back?.moves ?? 0) <= 1) return false;
  openDialog("go-on");
  drawTakingBack(here);
  return true;
}
