// A phone that is a remote control: the way to its sheet, which only such a phone loads: first its page, then its script.

import { part, piece } from "../../shared/pieces.js";
import { closeSheet, openedSheet } from "./sheets.js";

// Gives {draw(app), orderOf(button, table)}. `draw` is called when there is something new to draw.
/** @param {() => void} draw */
export function newRemote(draw) {
  /** @type {ReturnType<typeof import("./host_sheet.js").newHostSheet> | null} */
  let host = null;
  let isLoading = false;

  async function load() {
    if (host || isLoading) return;
    isLoading = true;
    host = await import("./host_sheet.js").then(({ newHostSheet }) => newHostSheet(draw), () => null);
    isLoading = false;
    if (host) draw();
  }

  return {
    // Among what can be looked up in a game, and in the lobby.
    /** @param {table.Phone} app */
    draw(app) {
      const { table } = app;
      const isHost = Boolean(table?.is_host);
      if (isHost && !document.getElementById("sheet-host")) {
        location.reload();
        return;
      }
      if (isHost) load();
      const peeks = part("peeks");
      if (isHost && !peeks.querySelector("[data-host]")) peeks.append(piece("host-peek"));
      for (const button of document.querySelectorAll("[data-host]")) button.hidden = !isHost;
      const sheet = openedSheet();
      if (sheet?.id !== "sheet-host") return;
      if (table && isHost) host?.draw(sheet, { ...app, table });
      else closeSheet();
    },
    /** @param {HTMLElement} button @param {table.Table} table */
    orderOf: (button, table) => host?.orderOf(button, table) ?? null,
  };
}
