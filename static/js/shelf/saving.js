// A box is saved while it is changed: a moment after each change, again and again until it works. If another window was
// faster, a person decides. Knows no page: `send` asks the server, `keeper` keeps what is not saved yet, `tell` shows.

const SOON = 500;
const LONGEST = 20000;

/** @param {{first: shelf.First, send: (version: number, content: any) => Promise<shelf.Answer>, keeper: shelf.Keeper, tell: (state: shelf.State) => void}} given */
export function newSaving({ first, send, keeper, tell }) {
  /** @type {shelf.State} */
  const state = { content: first.content, version: first.version, mistakes: first.mistakes, is: "saved", refused: null, other: null };
  let isChanged = false;
  /** @type {Promise<void> | null} */
  let sending = null;
  let pause = SOON;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Partial<shelf.State>} changes */
  function set(changes) {
    Object.assign(state, changes);
    tell(state);
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(save, pause);
  }

  function save() {
    clearTimeout(timer);
    if (!state.other && isChanged) sending ??= ask();
    return sending;
  }

  async function ask() {
    isChanged = false;
    let answer;
    try {
      answer = await send(state.version, state.content);
    } catch {
      answer = null; // the server is away for a moment
    }
    sending = null;
    if (!answer) {
      isChanged = true;
      pause = Math.min(LONGEST, pause * 2);
      set({ is: "not_saved" });
      soon();
      return;
    }
    pause = SOON;
    if ("late" in answer) {
      isChanged = true;
      set({ is: "late", other: answer.late });
    } else if ("refused" in answer) {
      isChanged = true;
      set({ is: "not_saved", refused: answer.refused });
    } else {
      if (!isChanged) keeper.forget();
      set({ version: answer.version, mistakes: answer.mistakes, refused: null, is: isChanged ? "saving" : "saved" });
      if (isChanged) {
        keeper.keep({ version: state.version, content: state.content });
        soon();
      }
    }
  }

  /** @param {any} content */
  function change(content) {
    isChanged = true;
    keeper.keep({ version: state.version, content });
    set({ content, is: state.other ? "late" : "saving" });
    if (!state.other) soon();
  }

  return {
    state,
    change,
    // At the beginning: what was changed here and never saved, by this window or by one that is gone.
    begin() {
      for (const { name, kept } of keeper.all()) {
        keeper.forget(name);
        if (JSON.stringify(kept.content) === JSON.stringify(state.content)) continue;
        const other = { version: state.version, content: state.content };
        state.version = kept.version; // what it was made from, or the next reload would take it for the newest
        change(kept.content);
        if (kept.version !== other.version) set({ is: "late", other });
        return; // those of further windows come up the next time
      }
      tell(state);
    },
    // Of two that were changed at once, the one that is seen here stays.
    keepThis() {
      if (!state.other) return;
      state.version = state.other.version;
      state.other = null;
      change(state.content);
    },
    takeOther() {
      if (!state.other) return;
      const { version, content } = state.other;
      isChanged = false;
      keeper.forget();
      set({ version, content, other: null, is: "saved" });
      change(content); // to learn what is still wrong with it
    },
    isUnsaved: () => isChanged || sending !== null,
    // At once, for somebody who goes on to use the box.
    async now() {
      await save();
      await save(); // what was changed meanwhile
    },
  };
}
