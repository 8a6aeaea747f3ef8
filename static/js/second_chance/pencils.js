// Which drawing was made when, and in which colour (R19).
//
// Everybody draws one tile in every round, so the letter in the grid is the round: `a` for the starting tile.

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const COLOURS = 6;

export const letterOf = (round) => LETTERS[round];
export const roundOf = (letter) => LETTERS.indexOf(letter);
export const hasDrawn = (view, seat) => view.players[seat].grid.includes(letterOf(view.round));

// Neither tile fits: this seat waits for a second chance.
/** @param {second_chance.View} view @param {number} seat */
export function isStuck(view, seat) {
  return view.phase === "draw" && !view.players[seat].dropped && !view.awaiting.includes(seat) && !hasDrawn(view, seat);
}

// The colour of a drawing. If pencils go round, each is handed to the left after every round; whoever is alone takes the
// next one from the box.
export function pencilOf(letter, seat, players, areGoingRound) {
  if (!areGoingRound || letter === "1") return players[seat]?.colour ?? 0;
  const round = roundOf(letter);
  if (players.length === 1) return (players[0].colour + round) % COLOURS;
  const count = players.length;
  return players[(((seat - round) % count) + count) % count].colour;
}
