// Two versions of a box, to choose between: what one has and the other has not.

// The things in the one list that the other has not, or has otherwise.
/** @template {{id: string}} Thing @param {Thing[]} list @param {Thing[]} other */
export function onlyInFirst(list, other) {
  const known = new Set(other.map((thing) => JSON.stringify(thing)));
  return list.filter((thing) => !known.has(JSON.stringify(thing)));
}

// How many there are, and their pictures, the first of them if they are many.
const MOST = 6;

/** @template Thing @param {string} words @param {Thing[]} things @param {(thing: Thing) => Node} picture */
export function shownVersion(words, things, picture) {
  const count = document.createElement("li");
  count.textContent = words;
  const pictures = document.createElement("li");
  pictures.className = "version-pictures";
  pictures.append(...things.slice(0, MOST).map(picture), things.length > MOST ? "…" : "");
  return things.length ? [count, pictures] : [count];
}
