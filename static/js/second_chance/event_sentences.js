// What an event of Second Chance says, in words. `who` knows the people: {name(seat), seat: whose phone this is or null}.

import { hasSentence, list, sentence } from "../shared/sentences.js";

/** @param {string} key @param {number} seat @param {table.Who} who @param {Record<string, unknown>} [values] */
function about(key, seat, who, values = {}) {
  const mine = `you_${key}`;
  return seat === who.seat && hasSentence(mine) ? sentence(mine, values) : sentence(key, { name: who.name(seat), ...values });
}

// Who has won and why; the only winner is spoken to.
/** @param {string} why @param {number[]} winners @param {table.Who} who @param {Record<string, string | number>} [values] */
export function won(why, winners, who, values = {}) {
  const all = { names: list(winners.map(who.name)), count: winners.length, ...values };
  return winners.length === 1 ? about(`ended_${why}`, winners[0], who, all) : sentence(`ended_${why}`, all);
}

/** @param {number[]} seats @param {table.Who} who */
const others = (seats, who) => seats.filter((seat) => seat !== who.seat).map(who.name);

/** @type {ByField<second_chance.Event, "event", [who: table.Who], string | null>} */
const SENTENCES = {
  tiles_shuffled: ({ tiles, game }) => sentence(game > 1 ? "tiles_shuffled_again" : "tiles_shuffled", { count: tiles, game }),
  tiles_revealed: ({ round, tiles, stuck }, who) =>
    [
      sentence("tiles_revealed", { round, tiles: list(tiles) }),
      who.seat !== null && stuck.includes(who.seat) ? sentence("you_stuck") : "",
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
    why === "solo" ? resultWords({ winners, why }, who) : `${sentence(`ending_${ending}`)} ${resultWords({ winners, why }, who)}`,
};

/** @param {protocol.second_chance.Result} result @param {table.Who} who */
export function resultWords({ winners, why }, who) {
  if (why === "solo") return sentence(winners.length ? "ended_solo_won" : "ended_solo_lost");
  return won(why, winners, who);
}

/** @param {second_chance.Event} event @param {table.Who} who @returns {string | null} */
export function eventSentence(event, who) {
  return /** @type {any} */ (SENTENCES[event.event])?.(event, who) ?? null;
}
