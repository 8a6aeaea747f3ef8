// What is told to whoever plays Second Chance for the first time, and when: see table/phone/hints.js.

/** @type {table.Hint<second_chance.Event>[]} */
export const HINTS = [
  { hint: "dropped_out", after: (event, seat) => event.event === "dropped_out" && event.seat === seat },
  { hint: "dropping_out", after: (event, seat) => event.event === "dropped_out" && event.seat !== seat },
  { hint: "one", after: (event, seat) => event.event === "one_written" && event.seat !== seat },
  { hint: "chance", after: (event, seat) => event.event === "second_chance_dealt" && event.seat !== seat },
  { hint: "start", scene: "start" },
  { hint: "draw", scene: "draw" },
  { hint: "turn", scene: "draw" },
  { hint: "room", scene: "draw" },
  { hint: "stuck", scene: "stuck" },
  { hint: "second_chance", scene: "second_chance" },
  { hint: "bonus", scene: "bonus" },
  { hint: "next", scene: "next" },
];
