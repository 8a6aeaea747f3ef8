// What this browser remembers: switches, results, the Wi-Fi of the house. Private windows may refuse.

/** @type {Map<string, unknown>} */
const memory = new Map();

/** @param {string} name @param {unknown} [otherwise] @returns {any} */
export function remembered(name, otherwise = null) {
  try {
    const kept = localStorage.getItem(`chanceit-${name}`);
    return kept === null ? (memory.get(name) ?? otherwise) : JSON.parse(kept);
  } catch {
    return memory.get(name) ?? otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  memory.set(name, value);
  try {
    if (value === null) localStorage.removeItem(`chanceit-${name}`);
    else localStorage.setItem(`chanceit-${name}`, JSON.stringify(value));
  } catch {
    // kept until the page is closed
  }
}
