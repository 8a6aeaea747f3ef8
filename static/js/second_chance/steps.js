// How Second Chance is told, for table/pacing.js: the times are in milliseconds at a normal pace.
//
// Drawings are told at once: everybody draws at the same time, and nobody is kept waiting by what another one draws. What
// takes its time is what everybody looks at: new tiles, and second chances.

const STEPS = {
  deal: { lead: 300, hold: 500 },
  reveal: { lead: 1200, hold: 250 },
  chance: { lead: 1600, hold: 1500 },
  failed: { lead: 1800, hold: 2400 },
  one: { lead: 0, hold: 1000 },
  game_end: { lead: 400, hold: 1400 },
  end: { lead: 1200, hold: 800 },
  quiet: { lead: 0, hold: 0 },
};

/** @type {{ [One in second_chance.Event["event"]]?: keyof typeof STEPS }} */
const KINDS = {
  tiles_shuffled: "deal",
  start_dealt: "deal",
  tiles_revealed: "reveal",
  second_chance_dealt: "chance",
  second_chance_failed: "failed",
  dropped_out: "failed",
  one_written: "one",
  solo_game_ended: "game_end",
  game_ended: "end",
};

/** @type {table.Pacing<second_chance.Event>} */
export const SECOND_CHANCE = {
  timesOf: (kind) => STEPS[/** @type {keyof typeof STEPS} */ (kind)],
  kindOf: (event) => KINDS[event.event] ?? "quiet",
  // Whoever drops out does so by the tile that failed.
  belongsTo: (step, event, kind) => step.kind === kind && (["deal", "quiet"].includes(kind) || event.event === "dropped_out"),
  cutsIn: [],
};
