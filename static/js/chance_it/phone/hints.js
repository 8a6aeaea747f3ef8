// What is told to whoever plays Chance It for the first time, and when: see table/phone/hints.js.

/** @param {chance_it.Event} event @param {number} seat @param {chance_it.Change["cause"]} cause */
const isChange = (event, seat, cause) => event.event === "token_changed" && event.seat === seat && event.cause === cause;
/** @param {chance_it.Event} event @param {number} row */
const isRow = (event, row) => event.event === "token_changed" && event.row === row;
/** @param {chance_it.Event} event */
const changeOf = (event) => (event.event === "token_changed" ? { token: event.token, by: event.by } : { token: "", by: 0 });

/** @type {table.Hint<chance_it.Event>[]} */
export const HINTS = [
  { hint: "eliminated", after: (event, seat) => event.event === "eliminated" && event.seat === seat },
  { hint: "elimination", after: (event, seat) => event.event === "eliminated" && event.seat !== seat },
  { hint: "all_out", after: (event, seat) => isChange(event, seat, "all_out") },
  { hint: "hit", after: (event, seat) => isChange(event, seat, "hit") },
  { hint: "three", after: (event, seat) => isChange(event, seat, "die") && isRow(event, 3) },
  { hint: "flash", after: (event, seat) => event.event === "card_used" && event.seat === seat && event.row === "flash" },
  { hint: "card", after: (event, seat) => event.event === "card_used" && event.seat === seat && event.row !== "flash" },
  { hint: "paid_hearts", after: (event, seat) => isChange(event, seat, "stakes") && changeOf(event).token === "hearts" },
  { hint: "paid", after: (event, seat) => isChange(event, seat, "stakes") && changeOf(event).by < 0 },
  { hint: "out", after: (event, seat) => isChange(event, seat, "stakes") && changeOf(event).by > 0 },
  { hint: "star", after: (event, seat) => isChange(event, seat, "die") && isRow(event, 4) },
  { hint: "rerolled", after: (event) => event.event === "dice_rerolled" },
  { hint: "two", after: (event, seat) => isChange(event, seat, "die") && isRow(event, 2) },
  { hint: "chance_it", after: (event, seat) => isChange(event, seat, "chance_it") },
  { hint: "bound", after: (event, seat) => event.event === "round_began" && event.bound?.includes(seat) },
  { hint: "choose", scene: "choose" },
  { hint: "use", scene: "use" },
  { hint: "market", scene: "market" },
];
