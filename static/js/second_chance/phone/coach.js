// What the coach says of the places in Second Chance: see table/phone/coach.js.

import { sentence } from "../../shared/sentences.js";
import { drawGrid, newGrid } from "../grid.js";

export const SCENES = ["start", "draw", "second_chance", "bonus"];
const NEW = "?"; // not a letter of any drawing

/** @param {protocol.second_chance.Draw | protocol.second_chance.Bonus} move @param {second_chance.Playing} app */
export function describe(move, app) {
  const { view } = app;
  const { size } = view;
  const cells = move.do === "draw" ? move.cells : [move.cell];
  const squares = [...view.players[view.seat].grid];
  for (const [row, column] of cells) squares[row * size + column] = move.do === "draw" ? NEW : "1";
  const picture = newGrid(size);
  const now = view.letters.at(-1) ?? "";
  drawGrid(picture, { grid: squares.join(""), size, colourOf: (letter) => app.colourOf(letter === NEW ? now : letter, view.seat) });
  return { title: move.do === "draw" ? move.tile : sentence("coach_one"), note: "", picture };
}

/** @param {protocol.message.Reason} reason */
export const reason = ({ what, numbers }) => sentence(`coach_${what}`, numbers);

/** @param {protocol.second_chance.Draw | protocol.second_chance.Bonus} move @param {second_chance.Playing} app */
export function take(move, app) {
  if (move.do === "draw") app.placing.show(move.tile, move.cells);
  else app.square = move.cell;
}
