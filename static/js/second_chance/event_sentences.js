// What an event of Second Chance says, in words. `who` knows the people: {name(seat), seat: whose phone this is or null}.

import { hasSentence, list, sentence } from "../shared/sentences.js";

/** @param {any} key @param {number} seat @param {table.Who} who @param {any} [values] */
function about(key, seat, who, values = {}) {
  const mine = `you_${key}`;
  return seat === who.seat && hasSentence(mine) ? sentence(mine, values) : sentence(key, { name: who.name(seat), ...values });
}

// Who has won and why; the only winner is spoken to.
/** @param {string} why @param {number[]} winners @param {table.Who} who @param {any} [values] */
export function won(why, winners, who, values = {}) {
  const all = { names: list(winners.map(who.name)), count: winners.length, ...values };
  return winners.length === 1 ? about(`ended_${why}`, winners[0], who, all) : sentence(`ended_${why}`, all);
}

const others = (seats, who) => seats.filter((seat) => seat !== who.seat).map(who.name);

/** @type {ByField<second_chance.OneEvent, "event", [who: table.Who], string>} */
const SENTENCES = {
  tiles_shuffled: ({ tiles, game }) => sentence(game > 1 ? "tiles_shuffled_again" : "tiles_shuffled", { count: tiles, game }),
  tiles_revealed: ({ round, tiles, stuck }, who) =>
    [
      sentence("tiles_revealed", { round, tiles: list(tiles) }),
      stuck.includes(who.seat) ? sentence("you_stuck") : "",
      others(stuck, who).length ? sentence("stuck", { names: list(others(stuck, who)), count: others(stuck, who).length }) : "",
    ]
      .filter(Boolean)
      .join(" "),
  tile_drawn: ({ seat, tile }, who) => about("tile_drawn", seat, who, { tile }),
  second_chance_dealt: ({ seat }, who) => about("second_chance_dealt", seat, who),
  second_chance_failed: ({ seat, tile }, who) => about("second_chance_failed", seat, who, { tile }),
  dropped_out: ({ seat }, who) => about("dropped_out", seat, who),
  one_written: ({ seat }, who) => about("one_written", seat, who),
  solo_game_ended: ({ game, empty, ending }) =>
    `${sentence(`ending_${ending}`)} ${sentence("solo_game_ended", { game, count: empty })}`,
  game_ended: ({ winners, why, ending }, who) =>
    why === "solo"
      ? sentence(winners.length ? "ended_solo_won" : "ended_solo_lost")
      : [ending ? sentence(`ending_${ending}`) : "", won(why, winners, who)]
          .filter(Boolean)
          .join(" "),
};

/** @param {second_chance.Event} event @param {table.Who} who */
export function eventSentence(event, who) {
  return /** @type {any} */ (SENTENCES[event.event])?.(event, who) ?? null;
}
