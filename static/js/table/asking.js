// What is this? Whoever touches a thing that does nothing by itself is told what it is; what knows the answers is loaded then.

const ACTS = "button, a, input, label, select, summary, textarea, [data-acts]";

// `load` brings the things of a game: {THINGS}, for about.js. Gives a function that asks about all that is touched from then on.
/** @param {(() => Promise<{THINGS: table.Thing[]}>) | undefined} load */
export function letAsk(load) {
  /** @type {ReturnType<typeof import("./about.js").newAnswers> | null} */
  let answers = null;

  async function ready() {
    if (!load) return null;
    answers ??= Promise.all([import("./about.js"), load()]).then(([{ newAnswers }, { THINGS }]) => newAnswers(THINGS));
    try {
      return await answers;
    } catch {
      answers = null; // without a connection: with the next touch
      return null;
    }
  }

  document.addEventListener("click", async ({ target }) => {
    if (target instanceof Element && !target.closest(ACTS)) (await ready())?.tell(target);
  });
  return async () => (await ready())?.ask();
}
