// Taking back past a reveal: the phones are asked, and have a moment to answer. What all screens say about it.

import { slot } from "../shared/pieces.js";
import { sentence, wordFor } from "../shared/sentences.js";

// What would be taken back: {how many moves, from which one on}, in words.
/** @param {protocol.message.TakenBack} moves @param {table.Table} table */
export function takenBack({ by, do: move, moves }, { players, status }) {
  const person = players.find((player) => player.player === by);
  const name = person?.name ?? sentence(by === "game_master" ? "by_game_master" : "by_table");
  return { many: sentence(status === "over" ? "consent_end" : "consent_moves", { count: moves }), first: sentence("consent_first", { name, move: wordFor("taken", move) }) };
}

// What an entry took or brought back, for everybody to know.
/** @param {table.Entry} entry @param {table.Table} table */
export function takenBackWords(entry, table) {
  const moves = entry.taken_back;
  return moves ? sentence("undone_what", { count: moves.moves, first: takenBack(moves, table).first }) : sentence(entry.do);
}

// Lets a bar run down in that time; `element` has a slot "left" for the seconds. Gives a function that stops it.
/** @param {HTMLElement} element @param {number} seconds @param {() => void} done */
export function countDown(element, seconds, done) {
  const left = slot(element, "left");
  element.style.setProperty("--seconds", `${seconds}s`);
  const end = performance.now() + seconds * 1000;
  const tell = () => {
    left.textContent = String(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
  };
  tell();
  const ticking = setInterval(tell, 250);
  const ending = setTimeout(done, seconds * 1000);
  return () => {
    clearInterval(ticking);
    clearTimeout(ending);
  };
}
