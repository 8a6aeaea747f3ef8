// The tokens of everybody over the rounds, for a chart.

// What everybody had after each round: [[{stars, hearts, coins} by seat] by round], the start first.
/** @param {chance_it.Event[]} events @param {number} players @param {chance_it.Options} options */
export function historyOf(events, players, { hearts = 0, coins = 0 }) {
  let now = Array.from({ length: players }, () => ({ stars: 0, hearts, coins }));
  const history = [];
  for (const event of events) {
    if (event.event === "token_changed") {
      now = now.map((tokens, seat) => (seat === event.seat ? { ...tokens, [event.token]: event.left } : tokens));
    } else if (event.event === "round_began") {
      history.push(now);
    }
  }
  return [...history, now];
}
