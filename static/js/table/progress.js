// Says to the server how far this screen has told, when somebody's dice wait for it. A frame that is lost does no harm: nobody
// waits for a screen for long.

/** @param {(frame: protocol.frame) => boolean} say */
export function newProgress(say) {
  let said = 0;
  return {
    /** @param {table.View} message */
    tell({ number, table }) {
      if (table.dice_of !== null && number > said && say({ type: "told", number })) said = number;
    },
    // On a new socket nothing was said yet.
    forget() {
      said = 0;
    },
  };
}
