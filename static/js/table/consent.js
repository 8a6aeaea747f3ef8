// Taking back past a reveal: the phones are asked, and have a moment to answer. What all screens say about it.

import { slot } from "../shared/pieces.js";
import { list, sentence, wordFor } from "../shared/sentences.js";

/** @param {protocol.message.Lost["by"]} by @param {table.Table} table */
function nameOf(by, { players }) {
  const person = players.find((player) => player.player === by);
  return person?.name ?? sentence(by === "game_master" ? "by_game_master" : "by_table");
}

// What would be taken back: {how many moves, from which one on}, in words.
/** @param {Pick<protocol.message.TakenBack, "by" | "do" | "moves">} moves @param {table.Table} table */
export function takenBack({ by, do: move, moves }, table) {
  const { status } = table;
  const name = nameOf(by, table);
  return { many: sentence(status === "over" ? "consent_end" : "consent_moves", { count: moves }), first: sentence("consent_first", { name, move: wordFor("taken", move) }) };
}

// Whose choices are lost. Of a single one that is said by what it was.
/** @param {Pick<protocol.message.TakenBack, "moves" | "lost">} moves @param {table.Table} table */
export function lostWords({ moves, lost }, table) {
  if (moves < 2 || !lost.length) return "";
  return sentence("choices_lost", { whose: list(lost.map(({ by, moves: count }) => sentence("choices_lost_of", { name: nameOf(by, table), count }))) });
}

// What an entry took or brought back, for everybody to know.
/** @param {table.Entry} entry @param {table.Table} table */
export function takenBackWords(entry, table) {
  const moves = entry.taken_back;
  if (!moves) return sentence(entry.do);
  const what = entry.do === "undone" ? sentence("undone_what", { count: moves.moves, first: takenBack(moves, table).first }) : sentence(entry.do);
  return [what, lostWords(moves, table)].filter(Boolean).join(" · ");
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
