// A dropped file, until the window is closed.

const KEPT = "chanceit-replay";

/** @param {string} file */
export function keepFile(file) {
  try {
    sessionStorage.setItem(KEPT, file);
  } catch {
    // then it has to be dropped again after a reload
  }
}

export function keptFile() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}
