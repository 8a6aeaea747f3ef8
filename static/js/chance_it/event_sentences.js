// What an event says, in words. `who` knows the people: {name(seat), seat: whose phone this is or null}.
//
// For the own seat there is a sentence of its own, with the key "you_...". What has no sentence is not worth one: null.

import { hasSentence, list, sentence } from "../shared/sentences.js";

/** @param {string} key @param {number} seat @param {table.Who} who @param {Record<string, unknown>} [values] */
function about(key, seat, who, values = {}) {
  const mine = `you_${key}`;
  return seat === who.seat && hasSentence(mine)
    ? sentence(mine, values)
    : sentence(key, { name: who.name(seat), ...values });
}

/** @param {chance_it.Change} event @param {table.Who} who */
function tokenChanged(event, who) {
  const { seat, token, by, cause } = event;
  const count = Math.abs(by);
  const key = `${by > 0 ? "took" : "gave"}_${token}`;
  const change = about(key, seat, who, { count });
  return sentence("change_and_cause", { change, cause: causeOf(event, who), rule: cause === "correction" ? "" : event.rule });
}

// Why a token moved, in a few words: "stakes", "die 3", "your card for die 2", "Bob's card" ...
/** @param {chance_it.Change} event @param {table.Who} who */
export function causeOf({ cause, row, whose, rule }, who) {
  if (cause === "stakes") return sentence(`cause_stakes_${rule}`);
  if (cause === "die") return sentence("cause_die", { die: row });
  if (cause === "hit" && whose != null) return about("cause_hit", whose, who);
  if (cause === "card") return row ? sentence(row === "chance_it" ? "cause_card_chance_it" : "cause_card", { die: row }) : sentence("cause_flash");
  return sentence(`cause_${cause}`);
}

// Dice of the real table are told as such.
/** @param {string} text @param {boolean} [typed] */
const withTyped = (text, typed) => (typed ? sentence("and_typed", { text }) : text);

/** @type {ByField<chance_it.Event, "event", [who: table.Who], string | null>} */
const SENTENCES = {
  token_changed: tokenChanged,
  pile_shuffled: ({ rule }) => (rule === "R3" ? null : sentence("pile_shuffled")),
  market_laid_out: ({ cards }) => sentence("market_laid_out", { count: cards.length }),
  starter_found: ({ seat }, who) => about("starter_found", seat, who),
  round_began: ({ round, starter, bound = [] }, who) =>
    [about("round_began", starter, who, { round }), bound.length ? sentence("round_bound", { names: list(bound.map(who.name)), count: bound.length }) : ""]
      .join(" ")
      .trim(),
  dice_rolled(event, who) {
    const { dice, starter, typed } = event;
    const lie = list([...dice].sort().map(String));
    const others = rolledFor(event, who, "dice_rolled_for", { dice: lie });
    return withTyped(others ?? about("dice_rolled", starter, who, { dice: lie }), typed);
  },
  dice_rerolled(event, who) {
    const { dice, starter, typed } = event;
    const rerolled = about("dice_rerolled", starter, who, { count: dice.length, dice: list([...dice].sort().map(String)) });
    return withTyped([rolledFor(event, who), rerolled].filter(Boolean).join(" "), typed);
  },
  guides_revealed: ({ guides }, who) =>
    ["in", "out", "chance_it"]
      .map((guide) => {
        const names = guides.flatMap((laid, seat) => (laid === guide ? [who.name(seat)] : []));
        return names.length ? sentence(`revealed_${guide}`, { names: list(names) }) : "";
      })
      .filter(Boolean)
      .join(" "),
  action_began: ({ row }) => sentence(`action_${row}`),
  card_used: ({ seat, row }, who) => about(row === "flash" ? "flash_worked" : "card_used", seat, who),
  market_turn_began: ({ seat }, who) => about("market_turn", seat, who),
  market_turn_skipped: ({ seat }, who) => about("market_turn_skipped", seat, who),
  card_bought: ({ seat, price }, who) => about("card_bought", seat, who, { count: price }),
  card_discarded: ({ seat, rule }, who) => (rule === "R28" ? null : about("card_discarded", seat, who)),
  eliminated: ({ seat }, who) => about("eliminated", seat, who),
  game_ended: ({ winners, why }, who) =>
    winners.length === 1
      ? about(`ended_${why}`, winners[0], who, { names: who.name(winners[0]), count: 1 })
      : sentence(winners.length ? `ended_${why}` : "ended_nobody", { names: list(winners.map(who.name)), count: winners.length }),
};

// Who rolls for whom, if it is somebody else's dice; null if it is not.
/** @param {chance_it.Event} event @param {table.Who} who @param {string} [key] @param {Record<string, string>} [values] */
export function rolledFor(event, who, key = "rolls_for", values = {}) {
  const roller = who.seatOf(event.doneBy);
  if (!("starter" in event) || roller < 0 || roller === event.starter) return null;
  if (event.starter === who.seat) return sentence(`${key}_you`, { name: who.name(roller), ...values });
  return about(key, roller, who, { other: who.name(event.starter), ...values });
}

// Equal dice, told at once: "2 × 2: everyone taking part takes 2 hearts."
/** @param {chance_it.Event[]} events */
export function actionsSentence(events) {
  const began = events.filter((event) => event.event === "action_began");
  return sentence(`actions_${began[0].row}`, { count: began.length, hearts: 2 * began.length });
}

/** @param {chance_it.Event} event @param {table.Who} who @returns {string | null} */
export function eventSentence(event, who) {
  return /** @type {any} */ (SENTENCES[event.event])?.(event, who) ?? null;
}
