// Ids are the program's business: m01, m02 …

// The first one that is free.
/** @param {string} letter @param {Iterable<string>} taken */
export function freeId(letter, taken) {
  const known = new Set(taken);
  for (let number = 1; ; number += 1) {
    const id = `${letter}${String(number).padStart(2, "0")}`;
    if (!known.has(id)) return id;
  }
}
