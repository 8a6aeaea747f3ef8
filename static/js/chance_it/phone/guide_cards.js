// The three guide cards: what each costs or brings, select one, confirm below; then it lies face down.

import { find, icon, piece, showIcon, slot } from "../../shared/pieces.js";
import { sentence } from "../../shared/sentences.js";
import { playerSign } from "../../table/phone/people.js";
import { casesOf, withCards } from "./outlook.js";

/** @param {chance_it.Playing} app */
export function chooseScene({ view, selected }) {
  const scene = piece("scene-choose", { title: sentence("choose_title") });
  const marked = selected ?? view.secret;
  const choices = view.can.filter((move) => move.do === "choose");
  for (const { guide } of choices) {
    const choice = piece("guide-choice", { label: sentence(`guide_${guide}`) });
    choice.dataset.key = guide;
    choice.setAttribute("aria-pressed", String(guide === marked));
    find(choice, ".guide-card").dataset.guide = guide;
    showIcon(find(choice, ".icon"), `guide-${guide}`);
    if (view.outlook) slot(choice, "cases").append(...casesOf(guide, view.outlook, view.in_game));
    slot(scene, "choices").append(choice);
  }
  const about = choices.find(({ guide }) => guide === marked)?.guide;
  slot(scene, "about").hidden = !about;
  if (about) slot(scene, "about").append(...words(view, about));
  return scene;
}

/** @param {chance_it.View} view @param {chance_it.Guide} guide */
function words(view, guide) {
  const { outlook } = view;
  const lines = [paragraph(sentence(`about_${guide}`))];
  const more = outlook && withCards(guide, outlook);
  if (more) lines.push(paragraph(more));
  if (outlook?.last_heart.includes(guide)) {
    const warning = paragraph("", "warning");
    warning.append(icon("hit"), sentence("last_heart"));
    lines.push(warning);
  }
  return lines;
}

/** @param {string} text @param {...string} classes */
function paragraph(text, ...classes) {
  const element = document.createElement("p");
  element.textContent = text;
  element.classList.add(...classes);
  return element;
}

// Laid and waiting: others may look over a shoulder, so the card lies face down. A bound player's lies open.
/** @param {chance_it.Playing} app */
export function laidScene({ view, who }) {
  const me = view.players[view.seat];
  const scene = piece("scene-laid", {
    title: sentence(me.bound ? "bound_title" : "laid_title"),
    why: me.bound ? sentence("bound_why") : "",
    label: me.bound ? sentence("guide_in") : "",
  });
  slot(scene, "card").dataset.guide = me.bound ? "in" : "face_down";
  showIcon(find(scene, ".icon"), me.bound ? "guide-in" : "guide-back");
  const [before, behind = ""] = sentence("awaiting", { names: "|" }).split("|");
  if (view.awaiting.length) {
    slot(scene, "awaited").append(before, ...view.awaiting.map((seat) => playerSign(seat, who)), behind);
  }
  return scene;
}
