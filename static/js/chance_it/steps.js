// How Chance It is told, for table/pacing.js: the times are in milliseconds at a normal pace.

const STEPS = {
  roll: { lead: 2200, hold: 700 },
  reroll: { lead: 1700, hold: 700 },
  reveal: { lead: 1300, hold: 1300 },
  stakes: { lead: 200, hold: 1700 },
  all_out: { lead: 200, hold: 2400 },
  action: { lead: 0, hold: 800 },
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

/** @type {{ [One in chance_it.Event["event"]]?: keyof typeof STEPS }} */
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
/** @type {{ [Cause in chance_it.Change["cause"]]?: keyof typeof STEPS }} */
const KINDS_OF_CHANGES = { stakes: "stakes", all_out: "all_out", elimination: "elimination", price: "purchase" };

/** @param {chance_it.Event} event */
function kindOf(event) {
  return event.event === "token_changed" ? KINDS_OF_CHANGES[event.cause] || "effects" : KINDS[event.event] || "quiet";
}

// Whether an event belongs to the step before it: what happens at once is told at once. A flash card is part of its purchase.
/** @param {chance_it.Step} step @param {chance_it.Event} event @param {string} kind */
function belongsTo(step, event, kind) {
  if (step.kind === "purchase") {
    return kind === "purchase" ? event.event === "token_changed" : kind === "effects" || kind === "discard";
  }
  if (step.kind === "quiet") return kind === "quiet";
  return step.kind === kind && ["stakes", "all_out", "effects", "elimination", "lay_out"].includes(kind);
}

/** @type {table.Pacing<chance_it.Event>} */
export const CHANCE_IT = { steps: STEPS, kindOf, belongsTo, cutsIn: ["roll"] };
