// Somebody is new: before a game begins all big screens show how it goes. That is no part of the game: nothing waits for
// it, and a screen that loads its page anew stands in the lobby again.

// Gives {ask(), show(on), stop()}: the host wants it; a message says whether it is on; it is over in any case.
// `begin` is for the screen that asked for it or that has skipped it.
/** @param {{game: () => string, isGameMaster: boolean, say: (on: boolean) => unknown, begin: () => unknown}} options */
export function newNewcomers({ game, isGameMaster, say, begin }) {
  let isMine = false;
  /** @type {HTMLDialogElement | null} */
  let dialog = null;
  let isOn = false;

  async function load() {
    const { newIntroduction } = await import("./introduction.js");
    const made = await newIntroduction(game(), isGameMaster);
    made.addEventListener("close", () => {
      made.remove();
      dialog = null;
      if (isOn && (isMine || made.returnValue === "skip")) {
        say(false);
        begin();
      }
      isOn = isMine = false;
    });
    return made;
  }

  // Also where it cannot be shown the game begins.
  async function show() {
    isOn = true;
    const made = await load().catch(() => null);
    if (!isOn) return;
    if (made) {
      dialog = made;
      document.body.append(made);
      made.showModal();
    } else {
      if (isMine) begin();
      isOn = isMine = false;
    }
  }

  function stop() {
    isOn = isMine = false;
    dialog?.close();
  }

  return {
    ask() {
      isMine = say(true) !== false;
    },
    /** @param {boolean} on */
    show(on) {
      if (on && !isOn) show();
      else if (!on) stop();
    },
    stop,
  };
}
