// The bar, the menu and the keys.

import { listenToKeys as listen } from "../../shared/keys.js";
import { find, redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { remembered } from "../../shared/settings.js";
import { part, shape, show } from "./parts.js";

/** @param {table.Here} here */
export function drawControls({ table, goal, isGameMaster, hasKeys, view, options, welcome, isEnding }) {
  /** @param {string} what */
  const may = (what) => table.can.includes(what);
  const isOn = table.status !== "lobby" && Boolean(view);
  show("round", isOn && view.round > 0);
  if (isOn) part("round").textContent = sentence("round", { round: view.round });
  show("goal", isOn && goal !== undefined);
  if (!isGameMaster) return;
  show("end", may("end") || isEnding);
  show("pause", may("pause") || isEnding);
  slot(part("pause"), "label").textContent = sentence(table.paused ? "end_pause" : "pause");
  showIcon(find(part("pause"), "svg"), table.paused ? "play" : "pause");
  for (const input of inputsOf(part("pace"))) input.checked = input.value === table.pace;
  setting("keys").checked = hasKeys;
  setting("lock").checked = table.locked;
  setting("watch").checked = table.watching;
  setting("share").checked = table.sharing;
  setting("fun").checked = table.fun;
  setting("coach").checked = table.coach;
  setting("odds").checked = table.odds;
  setting("odds").closest("label")?.toggleAttribute("hidden", !welcome.has_odds);
  for (const input of document.querySelectorAll('[data-setting="own-dice"]')) /** @type {HTMLInputElement} */ (input).checked = table.own_dice;
  drawPrintedGuides(table);
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-option]"))) {
    input.checked = Boolean(options[input.dataset.option ?? ""]);
    input.disabled = !may("set_option");
  }
  setting("consent").checked = table.consent;
  setting("consent").closest("label")?.toggleAttribute("hidden", !may("consent"));
}

// What is chosen for many at once, and who has printed cards now, one by one.
/** @param {table.Table} table */
function drawPrintedGuides({ own_guides: of, printed_guides: printed, players }) {
  const people = players.filter(({ computer }) => computer === null || computer === "game_master");
  const meant = people.filter(({ computer }) => of === "all" || (of === "some" && computer === "game_master"));
  const isForMany = meant.length === people.filter(({ player }) => printed.includes(player)).length;
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('[name="own-guides"]'))) input.checked = input.value === (isForMany ? of : "each");
  if (!document.querySelector('[data-part="printed-people"]')) return;
  show("printed-people", people.length > 0);
  redraw(part("printed-people"), people, () =>
    people.map(({ player, name, colour }) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      label.className = "tick";
      input.type = "checkbox";
      Object.assign(input.dataset, { printedGuides: String(player), key: `printed-${player}` });
      label.append(input, shape(colour), name);
      return label;
    }),
  );
  for (const input of inputsOf(part("printed-people"))) input.checked = printed.includes(Number(input.dataset.printedGuides));
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
  // Before it is carried out: a dialog that it opens gives the focus back to where it was.
  document.addEventListener(
    "click",
    ({ detail, target }) => {
      const button = detail > 0 && target instanceof Element ? target.closest("button") : null;
      if (button && button === document.activeElement && !button.closest("dialog")) button.blur();
    },
    true,
  );
}
