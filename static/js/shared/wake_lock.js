// Keeps the screen awake. Browsers have a wake lock on https and this very machine only; in a living room a video does it: a
// stream of a few pixels without sound, from a canvas, for as long as it plays. docs/browsers.md says where that was seen to work.

/** @type {WakeLockSentinel | null} */
let lock = null;
/** @type {HTMLVideoElement | null} */
let video = null;

const hasLock = "wakeLock" in navigator;
// Apple's engine lets the screen go dark beside a video without sound; one with sound would stop the owner's music.
const hasVideo = "captureStream" in HTMLCanvasElement.prototype && !navigator.vendor.startsWith("Apple");

export const canKeepAwake = hasLock || hasVideo;

// A stream tells of a picture only when it is drawn anew.
function newVideo() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2;
  const pencil = canvas.getContext("2d");
  const stream = canvas.captureStream();
  setInterval(() => pencil?.fillRect(0, 0, 2, 2), 1000);
  const made = Object.assign(document.createElement("video"), { className: "keeps-awake", muted: true, playsInline: true, srcObject: stream });
  made.setAttribute("aria-hidden", "true");
  return made;
}

async function ask() {
  if (document.visibilityState !== "visible") return;
  if (hasLock) {
    if (lock?.released ?? true) lock = await navigator.wakeLock.request("screen");
  } else if (hasVideo) {
    video ??= document.body.appendChild(newVideo());
    if (video.paused) await video.play();
  }
}

// Browsers want to be asked within a tap, and let go whenever the page was hidden. `fail` is called after the first tap if it
// is no use: a browser without a way, or a phone that saves its battery. It may sleep, and wakes up to the present.
/** @param {() => void} [fail] */
export function keepAwake(fail) {
  document.addEventListener("click", () => ask().then(canKeepAwake ? undefined : fail, fail));
  document.addEventListener("visibilitychange", () => ask().catch(() => {}));
  if (hasLock) ask().catch(() => {});
}
