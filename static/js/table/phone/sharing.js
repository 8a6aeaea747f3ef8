// A phone that several share. While it is handed on nothing of anybody's own is in it: the server sends none of it.

import { announce } from "../../shared/announcing.js";
import { find, part, piece, redraw, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { bringLater } from "../later.js";
import { callOwner } from "./calling.js";
import { openedSheet } from "./sheets.js";

// Gives {scene(app), draw(app)}. `add(name)` asks for a seat at this phone, and gives the answer.
/** @param {(name: string) => Promise<table.Answer>} add @returns {Promise<table.Sharing>} */
export async function newSharing(add) {
  await bringLater("sharing");
  const sheet = find(document, "#sheet-sharing");
  const form = find(sheet, "form", HTMLFormElement);
  let called = "";

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = find(form, "input", HTMLInputElement);
    const answer = await add(name.value);
    if (answer.type === "done") form.reset();
    name.focus();
  });

  return {
    scene(app) {
      const scene = piece("scene-curtain", { title: titleOf(app), note: sentence("curtain_note"), refusal: app.refusal });
      for (const { player, acts } of app.table.at_phone) {
        const { name, colour } = personOf(app.table, player);
        const button = piece("curtain-person", { name, mark: acts && !app.step ? sentence("curtain_acts") : "" });
        showIcon(find(button, ".icon"), `shape-${colour}`);
        Object.assign(button.dataset, { player: String(player), key: `person-${player}` });
        button.classList.toggle("is-main", acts && !app.step);
        slot(scene, "people").append(button);
      }
      for (const line of app.lately()) {
        const one = document.createElement("li");
        one.textContent = line;
        slot(scene, "lately").append(one);
      }
      slot(scene, "share").hidden = app.table.status !== "lobby" || !app.table.can.includes("sit_here");
      return scene;
    },
    draw(app) {
      const { table, step, refusal } = app;
      const peeks = part("peeks");
      if (!peeks.querySelector("[data-hand-on]")) peeks.append(piece("hand-on-peek"));
      for (const button of peeks.querySelectorAll("[data-hand-on]")) button.hidden = table.at_phone.length === 0;
      const asked = table.you === null && !step && table.at_phone.some(({ acts }) => acts) ? titleOf(app) : "";
      if (asked && asked !== called) {
        callOwner();
        announce(asked);
      }
      called = asked;
      if (openedSheet() !== sheet) return;
      slot(sheet, "refusal").textContent = refusal;
      const here = table.at_phone.length ? table.at_phone.map(({ player }) => player) : [table.you ?? 0];
      const people = here.map((player) => personOf(table, player));
      redraw(slot(sheet, "people"), people, () =>
        people.map(({ name, colour }) => {
          const row = document.createElement("li");
          const sign = piece("player-sign", { name });
          showIcon(find(sign, ".icon"), `shape-${colour}`);
          row.append(sign);
          return row;
        }),
      );
    },
  };
}

/** @param {table.Table} table @param {number} player */
function personOf({ players, waiting }, player) {
  return [...players, ...waiting].find((one) => one.player === player) ?? { name: "", colour: 0 };
}

/** @param {table.Phone & {table: table.Table}} app */
function titleOf({ table, step }) {
  if (table.status === "lobby") return sentence("curtain_lobby");
  if (step) return sentence("curtain_moment");
  if (table.status === "over") return sentence("curtain_over");
  const acting = table.at_phone.filter(({ acts }) => acts);
  if (acting.length === 1) return sentence("curtain_hand", { name: personOf(table, acting[0].player).name });
  return sentence(acting.length ? "curtain_next" : "curtain_wait");
}
