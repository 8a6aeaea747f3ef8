// How Chance It is told, for table/pacing.js: the times are in milliseconds at a normal pace.

// The first rounds are told in full, until everybody has seen each thing once.
const FULL = {
  roll: { lead: 2200, hold: 700 },
  reroll: { lead: 1700, hold: 1700 },
  reveal: { lead: 1300, hold: 1300 },
  stakes: { lead: 200, hold: 1700 },
  all_out: { lead: 200, hold: 2400 },
  action: { lead: 0, hold: 800 },
  actions: { lead: 700, hold: 1800 },
  effects: { lead: 100, hold: 1500 },
  market_turn: { lead: 0, hold: 500 },
  purchase: { lead: 200, hold: 1800 },
  discard: { lead: 100, hold: 1100 },
  lay_out: { lead: 200, hold: 900 },
  elimination: { lead: 300, hold: 2600 },
  round: { lead: 300, hold: 700 },
  end: { lead: 1200, hold: 800 },
  quiet: { lead: 0, hold: 0 },
};

// Then faster; what matters is still held: where a rerolled 1 went, and who has lost the last heart.
const FASTER = {
  ...FULL,
  roll: { lead: 1200, hold: 400 },
  reroll: { lead: 1000, hold: 1500 },
  reveal: { lead: 600, hold: 1000 },
  stakes: { lead: 100, hold: 900 },
  all_out: { lead: 100, hold: 1600 },
  action: { lead: 0, hold: 150 },
  actions: { lead: 200, hold: 1000 },
  effects: { lead: 50, hold: 700 },
  market_turn: { lead: 0, hold: 150 },
  purchase: { lead: 150, hold: 850 },
  discard: { lead: 50, hold: 450 },
  lay_out: { lead: 100, hold: 500 },
  round: { lead: 50, hold: 350 },
};
const ROUNDS_IN_FULL = 2;

/** @param {string} kind @param {{round: number}} view */
const timesOf = (kind, view) => (view.round > ROUNDS_IN_FULL ? FASTER : FULL)[/** @type {keyof typeof FULL} */ (kind)];

/** @type {{ [One in chance_it.Event["event"]]?: keyof typeof FULL }} */
const KINDS = {
  dice_rolled: "roll",
  dice_rerolled: "reroll",
  guides_revealed: "reveal",
  action_began: "action",
  card_used: "effects",
  market_turn_began: "market_turn",
  card_bought: "purchase",
  card_discarded: "discard",
  market_laid_out: "lay_out",
  pile_shuffled: "lay_out",
  eliminated: "elimination",
  round_began: "round",
  game_ended: "end",
};
/** @type {{ [Cause in chance_it.Change["cause"]]?: keyof typeof FULL }} */
const KINDS_OF_CHANGES = { stakes: "stakes", all_out: "all_out", elimination: "elimination", price: "purchase" };

/** @param {chance_it.Event} event @param {chance_it.Event[]} rest */
function kindOf(event, rest) {
  if (event.event === "token_changed") return KINDS_OF_CHANGES[event.cause] || "effects";
  if (event.event === "action_began" && isPlain(rest)) {
    const next = rest.findIndex(isAction);
    if (isOfRow(rest[next], event.row) && isPlain(rest.slice(next + 1))) return "actions";
  }
  return KINDS[event.event] || "quiet";
}

// Equal dice are told in one step, if nothing happens but what the row does by itself: no card, no turn in the market.
/** @param {chance_it.Event[]} rest */
function isPlain(rest) {
  const next = rest.findIndex(isAction);
  return rest.slice(0, next < 0 ? rest.length : next).every((event) => isByDie(event) || !BESIDES.includes(event.event));
}

/** @param {chance_it.Event} event */
const isAction = (event) => event.event === "action_began";
/** @param {chance_it.Event | undefined} event @param {unknown} row */
const isOfRow = (event, row) => event?.event === "action_began" && event.row === row;
/** @param {chance_it.Event} event */
const isByDie = (event) => event.event === "token_changed" && event.cause === "die";
const BESIDES = ["token_changed", "card_used", "card_picked", "market_turn_began", "market_turn_skipped", "eliminated"];

// Whether an event belongs to the step before it: what happens at once is told at once. A flash card is part of its purchase.
/** @param {chance_it.Step} step @param {chance_it.Event} event @param {string} kind @param {chance_it.Event[]} rest */
function belongsTo(step, event, kind, rest) {
  if (step.kind === "purchase") {
    return kind === "purchase" ? event.event === "token_changed" : kind === "effects" || kind === "discard";
  }
  if (step.kind === "quiet") return kind === "quiet";
  if (step.kind === "actions") {
    const [first] = step.events;
    return isByDie(event) || (first.event === "action_began" && isOfRow(event, first.row) && isPlain(rest));
  }
  return step.kind === kind && ["stakes", "all_out", "effects", "elimination", "lay_out"].includes(kind);
}

// What equal dice did to somebody, added up: two of +1 are one of +2.
/** @param {chance_it.Event[]} events @returns {chance_it.Change[]} */
export function changesIn(events) {
  /** @type {Map<string, chance_it.Change>} */
  const found = new Map();
  for (const event of events) {
    if (event.event !== "token_changed") continue;
    const { seat, token, cause, row, card, whose } = event;
    const key = JSON.stringify([seat, token, cause, row, card, whose]);
    const before = found.get(key);
    found.set(key, before ? { ...event, by: before.by + event.by } : event);
  }
  return [...found.values()];
}

/** @type {table.Pacing<chance_it.Event>} */
export const CHANCE_IT = { timesOf, kindOf, belongsTo, cutsIn: ["roll"] };
