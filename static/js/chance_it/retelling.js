// A view as it was along the way: what one sees after an event, when the present is some events ahead.
//
// No rules here: an event says what it changed, and exactly that is changed in what is shown. `can` stays empty on the
// way, because moves belong to the present.

/** @param {chance_it.View} view @param {number} seat @param {any} difference */
function change(view, seat, difference) {
  return view.players.map((player, index) => (index === seat ? { ...player, ...difference } : player));
}

const without = (cards, card) => cards.filter((other) => other !== card);

/** @type {{ [One in chance_it.OneEvent as One["event"]]?: (view: chance_it.View, event: One) => Partial<chance_it.View> }} */
const AFTER = {
  token_changed: (view, { seat, token, left }) => ({ players: change(view, seat, { [token]: left }) }),
  pile_shuffled: (view, { cards }) => ({ pile: cards, discard: [] }),
  market_laid_out: (view, { cards }) => ({ market: [...view.market, ...cards], pile: view.pile - cards.length }),
  starter_found: (view, { seat }) => ({ starter: seat }),
  round_began: (view, { round, starter, bound = [] }) => ({
    round,
    starter,
    phase: "roll",
    awaiting: [],
    dice: [],
    row: null,
    place: null,
    players: view.players.map((player, seat) => {
      const isBound = bound.includes(seat);
      return { ...player, guide: isBound ? "in" : null, bound: isBound };
    }),
  }),
  dice_rolled: (view, { dice, typed }) => ({
    phase: "choose",
    typed_dice: typed,
    dice: [...dice].sort(),
    awaiting: view.players.flatMap((player, seat) => (player.in_game && !player.bound ? [seat] : [])),
  }),
  guide_laid: (view, { seat }) => ({
    awaiting: view.awaiting.filter((other) => other !== seat),
    players: change(view, seat, seat === view.seat ? {} : { guide: "face_down" }),
  }),
  guides_revealed: (view, { guides }) => ({
    phase: "running",
    awaiting: [],
    players: view.players.map((player, seat) => ({ ...player, guide: guides[seat] })),
  }),
  action_began: (view, { row, place }) => ({ phase: "running", awaiting: [], row, place }),
  dice_rerolled: (view, { dice, typed }) => ({
    typed_dice: typed,
    dice: [...view.dice.filter((die) => die !== 1), ...dice].sort(),
    place: null,
    row: null,
  }),
  market_turn_began: (view, { seat }) => ({ phase: "market", awaiting: [seat] }),
  card_bought: (view, { seat, card }) => ({
    market: without(view.market, card),
    players: change(view, seat, { cards: [...view.players[seat].cards, card] }),
  }),
  card_discarded: (view, { seat, card }) => ({
    market: without(view.market, card),
    discard: [...view.discard, card],
    players: change(view, seat, { cards: without(view.players[seat].cards, card) }),
  }),
  eliminated: (view, { seat, cards = [] }) => ({
    in_game: view.in_game - 1,
    discard: [...view.discard, ...cards],
    players: change(view, seat, { hearts: 0, in_game: false, cards: [] }),
  }),
  game_ended: (view, { winners, why }) => ({ phase: "over", awaiting: [], result: { winners, why } }),
};

/** @param {chance_it.View} view @param {chance_it.Event} event */
export function after(view, event) {
  return { ...view, can: [], outlook: null, .../** @type {any} */ (AFTER[event.event])?.(view, event) };
}
