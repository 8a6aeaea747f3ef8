// Which pieces of the printed box are used at this table, in words.

import { list, sentence } from "../../shared/sentences.js";
import { isComputer } from "../../table/seated.js";

/** @param {table.Here} here */
export function printedNow({ table: { own_dice: areDiceOwn, printed_guides: printed, players }, options }) {
  const names = players.filter(({ player }) => printed.includes(player)).map(({ name }) => name);
  const isForAll = names.length === players.filter((player) => !isComputer(player)).length;
  return [
    ...(areDiceOwn ? [sentence("printed_dice")] : []),
    ...(options.own_cards ? [sentence("printed_cards")] : []),
    ...(names.length ? [sentence(isForAll ? "printed_guides_all" : "printed_guides", { names: list(names) })] : []),
  ];
}
