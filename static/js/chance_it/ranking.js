// The places at the end, for the podium. Who has won is in the result; the others follow by stars, hearts and coins, and
// behind them those without hearts, whoever held out longest first.

// Whoever went out by the same action went out at the same time.
const ACTIONS = ["guides_revealed", "action_began", "card_used", "card_bought"];

/** @param {chance_it.View} view @param {chance_it.Event[]} events */
export function ranking(view, events) {
  const outAt = new Map();
  let action = 0;
  for (const event of events) {
    if (ACTIONS.includes(event.event)) action += 1;
    if (event.event === "eliminated") outAt.set(event.seat, action);
  }
  const worth = (seat) => {
    const { stars, hearts, coins, in_game } = view.players[seat];
    return [view.result.winners.includes(seat), in_game, outAt.get(seat) ?? 0, stars, hearts, coins].map(Number);
  };
  const ranked = view.players.map((_, seat) => ({ seat, worth: worth(seat) }));
  ranked.sort((one, other) => compare(other.worth, one.worth));
  return ranked.map(({ seat, worth }) => ({
    seat,
    place: 1 + ranked.filter((other) => compare(other.worth, worth) > 0).length,
  }));
}

function compare(one, other) {
  const index = one.findIndex((value, place) => value !== other[place]);
  return index < 0 ? 0 : one[index] - other[index];
}
