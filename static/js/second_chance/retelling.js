// A view of Second Chance as it was along the way: an event says what it changed, and exactly that is changed.

const EMPTY = ".";

/** @param {second_chance.View} view @param {number} seat @param {any} difference */
function change(view, seat, difference) {
  return view.players.map((player, index) => (index === seat ? { ...player, ...difference } : player));
}

const without = (seats, seat) => seats.filter((other) => other !== seat);

/** @param {second_chance.View} view @param {number} seat @param {any} cells @param {any} mark */
function marked(view, seat, cells, mark) {
  const squares = new Set(cells.map(([row, column]) => row * view.size + column));
  const grid = [...view.players[seat].grid].map((now, square) => (squares.has(square) ? mark : now)).join("");
  return { grid, empty: [...grid].filter((now) => now === EMPTY).length };
}

/** @type {{ [One in second_chance.OneEvent as One["event"]]?: (view: second_chance.View, event: One) => Partial<second_chance.View> }} */
const AFTER = {
  tiles_shuffled: (view, { tiles, game }) => ({
    game,
    deck: tiles,
    round: 0,
    phase: "start",
    revealed: [],
    awaiting: [],
    players: view.players.map((player) => ({
      ...player,
      tile: null,
      dropped: false,
      one: false,
      empty: view.size ** 2,
      grid: EMPTY.repeat(view.size ** 2),
    })),
  }),
  start_dealt: (view, { seat, tile }) => ({ awaiting: [...view.awaiting, seat], players: change(view, seat, { tile }) }),
  tiles_revealed: (view, { round, tiles, stuck }) => ({
    round,
    phase: "draw",
    revealed: tiles,
    deck: view.deck - tiles.length,
    awaiting: view.players.flatMap((player, seat) => (player.dropped || stuck.includes(seat) ? [] : [seat])),
  }),
  tile_drawn: (view, { seat, cells, letter }) => ({
    awaiting: without(view.awaiting, seat),
    players: change(view, seat, { tile: null, ...marked(view, seat, cells, letter) }),
  }),
  second_chance_dealt: (view, { seat, tile }) => ({
    phase: "second_chance",
    deck: view.deck - 1,
    awaiting: [...view.awaiting, seat],
    players: change(view, seat, { tile }),
  }),
  second_chance_failed: (view) => ({ phase: "second_chance", deck: view.deck - 1 }),
  dropped_out: (view, { seat }) => ({ players: change(view, seat, { dropped: true }) }),
  one_written: (view, { seat, cell }) => ({
    awaiting: without(view.awaiting, seat),
    players: change(view, seat, { one: true, ...marked(view, seat, [cell], "1") }),
  }),
  solo_game_ended: (view, { empty }) => ({ phase: "shuffle", awaiting: [], totals: [...view.totals, empty] }),
  game_ended: (view, { winners, why }) => ({ phase: "over", awaiting: [], result: { winners, why } }),
};

/** @param {second_chance.View} view @param {second_chance.Event} event */
export function after(view, event) {
  return { ...view, can: [], .../** @type {any} */ (AFTER[event.event])?.(view, event) };
}
