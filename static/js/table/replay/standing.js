// Which entries stand at a point of a replay: what was taken back until then is left out.

/** @param {table.Entry[]} entries of all points, in order @param {number} at @returns {table.Entry[]} */
export function standingAt(entries, at) {
  /** @type {table.Entry[]} */
  let standing = [];
  /** @type {table.Entry[][]} */
  const before = []; // what stood before each undo
  for (const entry of entries.slice(0, at + 1)) {
    if (entry.do === "undone") {
      before.push(standing);
      standing = standing.slice(0, standing.length - (entry.taken_back?.moves ?? 0));
    } else if (entry.do === "redone") {
      standing = before.pop() ?? standing;
    } else if (entry.do !== "begun") {
      standing.push(entry);
    }
  }
  return standing;
}
