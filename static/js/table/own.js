// A view arrives in two parts: what everybody at the table sees, and what is one's own. Whoever draws gets them as one.

// `table` and `view` are whole from here on; `shared` is what everybody sees of the game.
/** @param {protocol.message.View} message @returns {table.View} */
export function whole(message) {
  const { game, ...own } = message.own;
  const { table, view } = message;
  return { ...message, table: { ...table, ...own }, shared: view, view: view && { ...view, ...game }, own: game };
}

// The seat of a player by number, or null.
/** @param {protocol.message.SeatedSeen[]} players @param {unknown} player */
export function seatOf(players, player) {
  const seat = players.findIndex((one) => one.player === player);
  return seat < 0 ? null : seat;
}

// While something is told: moves belong to the present, and so does everything else of one's own but the seat and its
// secret, which is shown from the step on that is about it.
/** @template {object} View @param {View} shown @param {table.Own} own */
export function along(shown, own) {
  return { ...shown, seat: own?.seat ?? null, secret: own?.secret ?? null, can: [] };
}

// What is shown, with what an event sets in it, by path: {"market": [...], "players.2.coins": 5}.
/** @param {any} shown @param {Record<string, unknown>} sets */
export function after(shown, sets) {
  return Object.entries(sets).reduce((view, [path, value]) => put(view, path.split("."), value), shown);
}

/** @param {any} part @param {string[]} path @param {unknown} value */
function put(part, [name, ...rest], value) {
  const copy = Array.isArray(part) ? [...part] : { ...part };
  copy[name] = rest.length ? put(part[name], rest, value) : value;
  return copy;
}
