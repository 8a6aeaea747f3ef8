// Market cards as they are entered: a card may lack its symbol and its price for a while.

/** @typedef {Partial<chance_it.Card> & {id: string}} Draft */

/** @type {["hearts", "coins", "stars", "hit", "market", "price"]} */
export const NUMBERS = ["hearts", "coins", "stars", "hit", "market", "price"];
export const MOST = 999; // as a file may have it

// What has to be set before the next card.
/** @param {Draft} card @returns {("when" | "price")[]} */
export function missing(card) {
  return /** @type {("when" | "price")[]} */ (["when", "price"]).filter((key) => card[key] === undefined);
}

// A card may do nothing, but hardly ever is one meant to: its effects were forgotten.
/** @param {Draft} card */
export function doesNothing(card) {
  return NUMBERS.every((key) => key === "price" || !card[key]);
}

// For each card that has its like in the box, by id: how many there are of it. A box may have them; they are only pointed out.
/** @param {Draft[]} cards */
export function duplicates(cards) {
  /** @type {Map<string, string[]>} */
  const alike = new Map();
  for (const card of cards) {
    if (missing(card).length) continue;
    const face = [card.when, ...NUMBERS.map((key) => card[key] ?? 0)].join();
    alike.set(face, [...(alike.get(face) ?? []), card.id]);
  }
  return new Map([...alike.values()].filter((ids) => ids.length > 1).flatMap((ids) => ids.map((id) => [id, ids.length])));
}

/** @param {typeof NUMBERS[number]} key */
export const mostOf = (key) => (key === "market" ? 1 : MOST);

// The number that a field takes in place of the typed one.
/** @param {number} number @param {number} most */
export const within = (number, most) => Math.max(0, Math.min(most, Math.round(number) || 0));

// The card with this number in it. An effect that is 0 is left out; a price that is not typed is missing.
/** @param {Draft} card @param {typeof NUMBERS[number]} key @param {number | null} number @returns {Draft} */
export function withNumber(card, key, number) {
  const { [key]: _before, ...rest } = card;
  if (number === null || Number.isNaN(number)) return rest;
  const taken = within(number, mostOf(key));
  return taken || key === "price" ? { ...rest, [key]: taken } : rest;
}

// The stakes by the known formula: OUT takes players − OUT, participants pay one less than they are, at most 3.
/** @param {number} players @returns {protocol.chance_it.Sheet} */
export function sheetByFormula(players) {
  return {
    out: Array.from({ length: players - 1 }, (_, index) => players - index - 1),
    in: Array.from({ length: players }, (_, index) => Math.min(index, 3)),
  };
}
