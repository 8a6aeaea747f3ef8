// Views, moves and events in the words of the protocol: enough to play a game that has no screens of its own yet.

import { icon } from "../../shared/pieces.js";
import { inWords, list, sentence } from "../../shared/sentences.js";

// Fields that hold seats in every game, one or several: people's names are told instead.
const SEATS = ["seat", "awaiting", "winners"];
const LEFT_OUT = ["do", "event", "rule", "typed"];
// What is no part of what lies there, or stands in the title and on the buttons.
const NOT_DRAWN = ["seat", "awaiting", "can", "typed_dice"];

/** @param {string} name @param {any} value @param {table.Who} who @returns {string} */
export function inText(name, value, who) {
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return sentence(value ? "yes" : "no");
  if (SEATS.includes(name)) return [value].flat().length ? list([value].flat().map(who.name)) : "–";
  if (Array.isArray(value)) return value.length ? value.map((part) => inText("", part, who)).join(", ") : "–";
  if (typeof value === "object") return details(value, who).join(", ");
  return inWords(String(value));
}

/** @param {object} fields @param {table.Who} who */
function details(fields, who) {
  return Object.entries(fields)
    .filter(([name, value]) => !LEFT_OUT.includes(name) && value !== null)
    .map(([name, value]) => `${inWords(name)} ${inText(name, value, who)}`);
}

// A move as a button says it. Whose it is goes without saying.
/** @param {any} move @param {table.Who} who */
export function moveWords({ seat, ...move }, who) {
  return [inWords(move.do), ...details(move, who)].join(" · ");
}

// An event as a line of the story.
/** @param {any} event @param {table.Who} who */
export function eventWords({ seat = null, ...event }, who) {
  const words = [inWords(event.event), ...details(event, who)].join(" · ");
  return seat === null ? words : `${who.name(seat)}: ${words}`;
}

// Whose move it is, and in the end who has won.
/** @param {any} view @param {table.Who} who */
export function title(view, who) {
  if (view.result) {
    const { winners } = view.result;
    return winners.length ? sentence("winner", { names: list(winners.map(who.name)), count: winners.length }) : sentence("no_winner");
  }
  if (view.can.length) return sentence(view.seat === null ? "move_here" : "your_move");
  return view.awaiting.length ? sentence("waits_for", { names: list(view.awaiting.map(who.name)) }) : sentence("waits");
}

// All fields of a view, one below the other; what is listed by seat stands beside people's names.
/** @param {any} view @param {table.Who} who */
export function fieldsOf(view, who) {
  const fields = document.createElement("dl");
  fields.className = "plain-fields";
  const { winners, ...result } = view.result ?? {};
  for (const [name, value] of Object.entries({ ...view, result: Object.keys(result).length ? result : null })) {
    if (NOT_DRAWN.includes(name) || value === null) continue;
    const term = document.createElement("dt");
    term.textContent = inWords(name);
    const told = document.createElement("dd");
    if (name === "players") told.append(peopleOf(value, who));
    else told.textContent = inText(name, value, who);
    fields.append(term, told);
  }
  return fields;
}

/** @param {object[]} players @param {table.Who} who */
function peopleOf(players, who) {
  const people = document.createElement("ul");
  people.append(
    ...players.map((player, seat) => {
      const line = document.createElement("li");
      const name = document.createElement("b");
      name.textContent = who.name(seat);
      const told = document.createElement("span");
      told.textContent = inText("", player, who);
      line.append(icon(`shape-${who.colour(seat)}`), name, told);
      return line;
    }),
  );
  return people;
}

// One button for each move.
/** @param {any[]} moves @param {table.Who} who */
export function buttonsOf(moves, who) {
  return moves.map((move) => {
    const button = document.createElement("button");
    button.className = "button is-main";
    button.dataset.action = "play-move";
    button.dataset.key = button.dataset.move = JSON.stringify(move);
    button.textContent = moveWords(move, who);
    return button;
  });
}

/** @param {string[]} lines newest first */
export function linesOf(lines) {
  return lines.map((text) => {
    const line = document.createElement("li");
    line.textContent = text;
    return line;
  });
}

// It is told at once: nobody has said what of it takes time.
/** @type {table.Pacing} */
export const AT_ONCE = { timesOf: () => ({ lead: 0, hold: 0 }), kindOf: () => "quiet", belongsTo: () => true, cutsIn: [] };
