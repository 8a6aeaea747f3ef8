// Something to do for whoever has nothing to do: the strip of guesses and reactions, loaded when it is first shown.

// Gives {draw(app), forget(), take(message), see(message, app)}. `say` sends a frame, `changed` is called when there is something new to draw.
/** @param {(frame: protocol.frame) => unknown} say @param {() => void} changed */
export function newFun(say, changed) {
  /** @type {Awaited<ReturnType<typeof import("./fun_strip.js").newFunStrip>> | null} */
  let strip = null;
  let isLoading = false;
  /** @type {protocol.message.Guesses | null} */
  let newest = null;
  /** @type {protocol.message.Guesses | null} */
  let told = null; // as far as this phone has told what happened

  async function load() {
    if (isLoading) return;
    isLoading = true;
    strip = await import("./fun_strip.js").then(({ newFunStrip }) => newFunStrip(say, changed)).catch(() => null);
    isLoading = false;
    if (strip) changed();
  }

  return {
    // Another one has this phone.
    forget() {
      newest = told = null;
    },
    /** @param {table.Phone} app */
    draw(app) {
      if (newest && !app.step && newest.number <= app.number) told = newest;
      const isWanted = isFree(app, told);
      if (isWanted && !strip && app.welcome) load();
      strip?.draw(app, told, isWanted);
    },
    /** @param {protocol.message.Guesses} message */
    take(message) {
      newest = message;
      changed();
    },
    /** @param {protocol.message.Reaction} message @param {table.Phone} app */
    see(message, { table }) {
      if (table) strip?.see(message, table);
    },
  };
}

// Whether somebody has nothing else to do.
/** @param {table.Phone} app @param {protocol.message.Guesses | null} told */
function isFree(app, told) {
  const { table, view, step, closed } = app;
  if (!table?.fun || table.you === null || !view || closed) return false;
  return Boolean(step || !view.can?.length || told?.is_free);
}
