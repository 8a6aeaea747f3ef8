// What a screen needs only later, in the page's language: pieces of markup and sentences, with the stylesheets that they need.

import { find } from "../shared/pieces.js";
import { readSentencesAgain } from "../shared/sentences.js";

/** @param {"about" | "coach" | "fun" | "introduction" | "learning" | "replay" | "sharing"} what */
export async function fetchLater(what) {
  const answer = await fetch(`${find(document, "[data-later]").dataset.later}?what=${what}`);
  if (!answer.ok) throw new Error(`${answer.url} ${answer.status}`);
  const pieces = document.createElement("template");
  pieces.innerHTML = await answer.text();
  await Promise.all(Array.from(pieces.content.querySelectorAll("link"), putOn));
  return pieces.content;
}

// For the whole page to use.
/** @param {Parameters<typeof fetchLater>[0]} what */
export async function bringLater(what) {
  document.body.append(...(await fetchLater(what)).children);
  readSentencesAgain();
}

// Nothing is shown before it looks as it should.
/** @param {HTMLElement} stylesheet */
function putOn(stylesheet) {
  return new Promise((done) => {
    stylesheet.onload = stylesheet.onerror = done;
    document.head.append(stylesheet);
  });
}
