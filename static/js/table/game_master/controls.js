// The bar, the menu and the keys.

import { listenToKeys as listen } from "../../shared/keys.js";
import { showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { remembered } from "../../shared/settings.js";
import { part, show } from "./parts.js";

/** @param {table.AnyHere} here */
export function drawControls({ table, goal, isGameMaster, view }) {
  const may = (what) => table.can.includes(what);
  const isOn = table.status !== "lobby" && Boolean(view);
  show(part("round"), isOn && view.round > 0);
  if (isOn) part("round").textContent = sentence("round", { round: view.round });
  show(part("goal"), isOn && goal !== undefined);
  if (!isGameMaster) return;
  show(part("end"), may("end"));
  show(part("pause"), may("pause"));
  slot(part("pause"), "label").textContent = sentence(table.paused ? "go_on" : "pause");
  showIcon(part("pause").querySelector("svg"), table.paused ? "play" : "pause");
  for (const input of part("pace").querySelectorAll("input")) input.checked = input.value === table.pace;
  setting("keys").checked = remembered("keys", true);
  setting("lock").checked = table.locked;
  setting("watch").checked = table.watching;
  setting("consent").checked = table.consent;
  show(setting("consent").closest("label"), may("consent"));
}

function setting(name) {
  return document.querySelector(`[data-setting="${name}"]`);
}

export function openDialog(name) {
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  document.getElementById(`dialog-${name}`).showModal();
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
export function listenToKeys(keys) {
  listen(keys, { isOn: () => remembered("keys", true) });
}
