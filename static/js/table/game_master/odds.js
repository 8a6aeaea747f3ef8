// Everybody's chance to win, as the server tells it, and never ahead of the story: what belongs to a number is shown when the dice or
// cards of that entry are seen. What the rules make of them is told after that, and changes the chances no more.

// Gives {take(message), tell(number), now(table)}: `now` is by seat, in hundredths, or null while there is nothing to show.
export function newOdds() {
  /** @type {protocol.message.Odds[]} */
  let waiting = [];
  /** @type {protocol.message.Odds | null} */
  let shown = null;
  let told = Number.NEGATIVE_INFINITY;

  function look() {
    shown = waiting.findLast(({ number }) => number <= told) ?? shown;
    waiting = waiting.filter(({ number }) => number > told);
  }

  return {
    /** @param {protocol.message.Odds} message */
    take(message) {
      waiting.push(message);
      look();
      return shown === message;
    },
    // All is seen that was done up to this number. A smaller one than before: the log was put back.
    /** @param {number} number */
    tell(number) {
      if (number < told) [waiting, shown] = [[], null];
      told = number;
      look();
    },
    /** @param {{odds: boolean, status: string}} table */
    now({ odds, status }) {
      if (!odds || status === "lobby") [waiting, shown] = [[], null];
      return shown?.chances.length ? shown.chances : null;
    },
  };
}
