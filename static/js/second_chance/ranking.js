// The places at the end: who has won is in the result; the others follow by empty squares, and among those by the 1.

/** @param {second_chance.View} view */
export function ranking(view) {
  const worth = (seat) => {
    const { empty, one } = view.players[seat];
    return [Number(view.result.winners.includes(seat)), -empty, Number(one)];
  };
  const seats = view.players.map((_, seat) => seat).sort((one, other) => compare(worth(other), worth(one)));
  return seats.map((seat) => ({ seat, place: 1 + seats.filter((other) => compare(worth(other), worth(seat)) > 0).length }));
}

function compare(one, other) {
  const index = one.findIndex((value, place) => value !== other[place]);
  return index < 0 ? 0 : one[index] - other[index];
}

// Those who had equally few empty squares and lost by the 1.
/** @param {second_chance.View} view */
export function beatenByOne(view) {
  const { winners, why } = view.result;
  if (why !== "fewest" || !winners.length) return [];
  const { empty } = view.players[winners[0]];
  return view.players.flatMap((player, seat) => (player.empty === empty && !winners.includes(seat) ? [seat] : []));
}
