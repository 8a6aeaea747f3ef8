// Changes that are not saved yet, kept by this browser for each window: a reload or an empty battery costs nothing.
// `storage` is like localStorage; where there is none, or it is full, they are kept as long as the page is.

/** @param {string} link @param {string} own @param {Storage | undefined} storage */
export function newKeeper(link, own, storage) {
  const prefix = `chanceit-box-${link}-`;
  return {
    /** @param {shelf.Kept} kept */
    keep(kept) {
      try {
        storage?.setItem(prefix + own, JSON.stringify(kept));
      } catch {
        // full, or a private window
      }
    },
    forget(name = own) {
      try {
        storage?.removeItem(prefix + name);
      } catch {
        // nothing was kept then
      }
    },
    // All windows' changes of this box, this window's first.
    /** @returns {{name: string, kept: shelf.Kept}[]} */
    all() {
      const found = [];
      try {
        for (let index = 0; index < (storage?.length ?? 0); index += 1) {
          const key = storage?.key(index) ?? "";
          if (key.startsWith(prefix)) found.push({ name: key.slice(prefix.length), kept: JSON.parse(storage?.getItem(key) ?? "") });
        }
      } catch {
        // unreadable: as if there were none
      }
      return found.sort((one, other) => Number(other.name === own) - Number(one.name === own));
    },
  };
}
