// The strip itself: a line of words, and below it what can be tapped: the answers to a question, or reactions.

import { announce } from "../../shared/announcing.js";
import { icon, listen, part, piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { list, sentence } from "../../shared/sentences.js";
import { colourOf, loadFun, seenFor } from "../fun.js";
import { isComputer } from "../seated.js";

const REACTIONS = /** @type {const} */ (["clap", "laugh", "gasp", "love", "cheer", "cry"]);
const REST = 3000; // milliseconds between two reactions
const MOST_SEEN = 3;

// Gives {draw(app, guesses, isShown), see(reaction, table)}.
/** @param {(frame: any) => unknown} say @param {() => void} changed */
export async function newFunStrip(say, changed) {
  await loadFun();
  const strip = piece("fun");
  part("peeks").before(strip);
  /** @type {Set<string>} */
  const putOff = new Set(); // questions that somebody did not want to be asked
  let isResting = false;
  let decided = 0; // so many guesses were decided when that was said last,
  let saidIn = 0; // in this round
  const newId = () => crypto.getRandomValues(new Uint32Array(2)).join("-");

  listen(strip, {
    guess: ({ dataset }) => say({ type: "guess", id: newId(), what: dataset.what ?? "", answer: Number(dataset.answer) }),
    "put-off"({ dataset }) {
      putOff.add(dataset.what ?? "");
      changed();
    },
    "guess-after-all"() {
      putOff.clear();
      changed();
    },
    react({ dataset }) {
      say({ type: "react", id: newId(), what: dataset.what });
      isResting = true;
      setTimeout(() => {
        isResting = false;
        changed();
      }, REST);
      changed();
    },
  });

  return {
    /** @param {table.Phone} app @param {protocol.message.Guesses | null} guesses @param {boolean} isShown */
    draw(app, guesses, isShown) {
      const { table, step, who } = app;
      const open = step || !guesses ? [] : guesses.open;
      const asked = open.find(({ what }) => !putOff.has(what)) ?? null;
      const reactions = table && table.pace !== "instant" && hasCompany(table) ? REACTIONS : [];
      const round = app.view?.round ?? 0;
      if (isShown && !step && guesses && guesses.of !== decided) {
        decided = guesses.of;
        saidIn = round;
        announce(wordsOf(guesses, app));
      }
      // What came of a guess is no news any more in the next round.
      const shown = guesses && saidIn !== round ? { ...guesses, guessed: guesses.guessed.filter(({ came }) => !came) } : guesses;
      const text = asked ? sentence(`guess_${asked.what}`) : wordsOf(shown, app);
      strip.hidden = !isShown || !(text || open.length || reactions.length);
      if (strip.hidden) return;
      slot(strip, "text").textContent = text;
      const seats = table?.players.map(({ name, colour }) => [name, colour]);
      redraw(slot(strip, "buttons"), { asked, seats, reactions, isResting, open: open.length }, () =>
        asked
          ? [...asked.answers.map((answer) => answerButton(asked, answer, who)), button("put-off", asked.what, "close", sentence("guess_not_now"))]
          : [...(open.length ? [button("guess-after-all", "", "react-guess", sentence("guess"))] : []), ...reactions.map((what) => reactionButton(what, isResting))],
      );
    },
    /** @param {protocol.message.Reaction} reaction @param {table.Table} table */
    see({ player, what }, table) {
      const seen = slot(strip, "seen");
      const one = document.createElement("span");
      one.append(icon(`shape-${colourOf(table, player)}`), icon(what === "again" ? "play" : `react-${what}`));
      seen.append(one);
      while (seen.childElementCount > MOST_SEEN) seen.firstElementChild?.remove();
      setTimeout(() => one.remove(), seenFor(table));
    },
  };
}

// Whoever plays with computers alone has nobody to react to.
/** @param {table.Table} table */
const hasCompany = ({ players, waiting }) => [...players, ...waiting].filter((one) => !isComputer(one)).length > 1;

// What came of the guesses, or what was guessed; in the end how many were right.
/** @param {protocol.message.Guesses | null} guesses @param {table.Phone} app */
export function wordsOf(guesses, { table, step, who }) {
  if (!guesses) return "";
  const decided = step ? [] : guesses.guessed.filter(({ came }) => came);
  const words = (decided.length ? decided : guesses.guessed.filter(({ came }) => !came).slice(0, 1)).map((guessed) => {
    const guess = answerWords(guessed.answer, guessed.are_seats, who);
    const question = sentence(`guess_${guessed.what}`);
    if (!guessed.came) return sentence("guess_mine", { guess });
    if (guessed.came.includes(guessed.answer)) return `${question} ${sentence("guess_right", { guess })}`;
    const came = list(guessed.came.map((answer) => answerWords(answer, guessed.are_seats, who))) || sentence("guess_nobody");
    return `${question} ${sentence("guess_wrong", { guess, came })}`;
  });
  if (table?.status === "over" && !step && guesses.of) words.push(sentence("guess_tally", { right: guesses.right, of: guesses.of }));
  return words.join(" ");
}

/** @param {number} answer @param {boolean} areSeats @param {table.Who} who */
const answerWords = (answer, areSeats, who) => (areSeats ? who.name(answer) : String(answer));

/** @param {protocol.message.Guess} asked @param {number} answer @param {table.Who} who */
function answerButton({ what, are_seats: areSeats }, answer, who) {
  const one = piece("fun-button", { label: answerWords(answer, areSeats, who) });
  if (areSeats) showIcon(one.children[0], `shape-${who.colour(answer)}`);
  else one.children[0].remove();
  Object.assign(one.dataset, { action: "guess", what, answer: String(answer), key: `${what}-${answer}` });
  return one;
}

/** @param {string} action @param {string} what @param {string} picture @param {string} words */
function button(action, what, picture, words) {
  const one = piece("fun-button", { label: words });
  showIcon(one.children[0], picture);
  slot(one, "label").className = "for-listeners";
  one.classList.toggle("is-aside", action !== "react");
  Object.assign(one.dataset, { action, what, key: `${action}-${what}` });
  return one;
}

/** @param {string} what @param {boolean} isResting */
function reactionButton(what, isResting) {
  const one = button("react", what, `react-${what}`, sentence(`react_${what}`));
  one.setAttribute("aria-disabled", String(isResting));
  return one;
}
