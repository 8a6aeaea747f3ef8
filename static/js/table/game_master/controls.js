// The bar, the menu and the keys.

import { listenToKeys as listen } from "../../shared/keys.js";
import { find, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { remembered } from "../../shared/settings.js";
import { part, show } from "./parts.js";

/** @param {table.Here} here */
export function drawControls({ table, goal, isGameMaster, hasKeys, view }) {
  /** @param {string} what */
  const may = (what) => table.can.includes(what);
  const isOn = table.status !== "lobby" && Boolean(view);
  show("round", isOn && view.round > 0);
  if (isOn) part("round").textContent = sentence("round", { round: view.round });
  show("goal", isOn && goal !== undefined);
  if (!isGameMaster) return;
  show("end", may("end"));
  show("pause", may("pause"));
  slot(part("pause"), "label").textContent = sentence(table.paused ? "end_pause" : "pause");
  showIcon(find(part("pause"), "svg"), table.paused ? "play" : "pause");
  for (const input of inputsOf(part("pace"))) input.checked = input.value === table.pace;
  setting("keys").checked = hasKeys;
  setting("lock").checked = table.locked;
  setting("watch").checked = table.watching;
  for (const input of document.querySelectorAll('[data-setting="own-dice"]')) /** @type {HTMLInputElement} */ (input).checked = table.own_dice;
  setting("consent").checked = table.consent;
  setting("consent").closest("label")?.toggleAttribute("hidden", !may("consent"));
}

/** @param {string} name */
function setting(name) {
  return find(document, `[data-setting="${name}"]`, HTMLInputElement);
}

/** @param {Element} element */
export const inputsOf = (element) => element.getElementsByTagName("input");

/** @param {string} name */
export const dialogOf = (name) => find(document, `#dialog-${name}`, HTMLDialogElement);

export function closeDialogs() {
  for (const open of document.getElementsByTagName("dialog")) if (open.open) open.close();
}

/** @param {string} name */
export function openDialog(name) {
  closeDialogs();
  dialogOf(name).showModal();
}

// A click beside a dialog closes it.
export function closeByClickOutside() {
  document.addEventListener("click", ({ target, clientX, clientY }) => {
    if (target instanceof HTMLDialogElement && target.open) {
      const box = target.getBoundingClientRect();
      const isInside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
      if (!isInside) target.close();
    }
  });
}

export function toggleFullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
}

// Keys can be switched off in the menu.
/** @returns {boolean} */
export const hasKeys = () => remembered("keys", true);

/** @param {Record<string, (key: string) => unknown>} keys */
export function listenToKeys(keys) {
  listen(keys, { isOn: hasKeys });
  // A button that was clicked does not keep the keys for itself; whoever goes from button to button by keyboard presses them.
  document.addEventListener("click", ({ detail, target }) => {
    const button = detail > 0 && target instanceof Element ? target.closest("button") : null;
    if (button && button === document.activeElement && !button.closest("dialog")) button.blur();
  });
}
