// The start page: puts the options and a box of one's own into the form that opens a table of that game.

import { readBoxFile } from "./shared/box_file.js";
import { find } from "./shared/pieces.js";

/** @param {HTMLInputElement} input */
function value(input) {
  return input.type === "checkbox" ? input.checked : Number(input.value);
}

/** @param {HTMLInputElement} input */
function isChanged(input) {
  return input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue;
}

for (const form of document.querySelectorAll("[data-open]")) {
  form.addEventListener("submit", () => {
    const changed = [...form.getElementsByTagName("input")].filter((input) => input.dataset.option && isChanged(input));
    const options = Object.fromEntries(changed.map((input) => [input.dataset.option, value(input)]));
    find(form, "[name=options]", HTMLInputElement).value = changed.length ? JSON.stringify(options) : "";
  });

  const file = find(form, "[data-box]", HTMLInputElement);
  file.addEventListener("change", async () => {
    find(form, "[name=box]", HTMLInputElement).value = await readBoxFile(file.files?.[0], find(form, '[data-part="file-problem"]'));
  });
}
