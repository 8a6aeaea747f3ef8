// Keeps the screen awake where browsers can: only on https and this very machine. Elsewhere the page says so in a hint.

/** @type {WakeLockSentinel | null} */
let lock = null;

export const canKeepAwake = "wakeLock" in navigator;

async function ask() {
  if (!canKeepAwake || document.visibilityState !== "visible" || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // a low battery, for example: the phone may sleep, and wakes up to the present
  }
}

// Browsers want to be asked within a tap, and let go whenever the page was hidden.
export function keepAwake() {
  document.addEventListener("click", ask);
  document.addEventListener("visibilitychange", ask);
  ask();
}
