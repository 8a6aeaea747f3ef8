// What this browser remembers: switches, results, the Wi-Fi of the house. Private windows may refuse.

const memory = new Map();

export function remembered(name, otherwise = null) {
  try {
    const kept = localStorage.getItem(`chanceit-${name}`);
    return kept === null ? (memory.get(name) ?? otherwise) : JSON.parse(kept);
  } catch {
    return memory.get(name) ?? otherwise;
  }
}

export function remember(name, value) {
  memory.set(name, value);
  try {
    if (value === null) localStorage.removeItem(`chanceit-${name}`);
    else localStorage.setItem(`chanceit-${name}`, JSON.stringify(value));
  } catch {
    // kept until the page is closed
  }
}
