// A host types the code of a TV, which becomes a game-master screen of this table.

import { slot } from "../shared/pieces.js";
import { sentence } from "../shared/sentences.js";

export function letShowOnTv() {
  const form = /** @type {HTMLFormElement} */ (document.querySelector('[data-part="tv-form"]'));
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = slot(form, "said");
    said.classList.remove("refusal");
    said.textContent = "…";
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).then((one) => one.json()).catch(() => ({}));
    if (answer.shown) form.reset();
    said.textContent = answer.shown ? sentence("tv_shown") : (answer.refused?.sentence ?? sentence("tv_failed"));
    said.classList.toggle("refusal", !answer.shown);
  });
}
