// The shelf: a file that is chosen or dropped becomes a new box.

import { readBoxFile } from "../shared/box_file.js";
import { find, part } from "../shared/pieces.js";

const form = part("new", HTMLFormElement);
const drop = part("drop");

/** @param {File | undefined} file */
async function take(file) {
  const text = await readBoxFile(file, part("file-problem"));
  if (!text) return;
  find(form, "[name=file]", HTMLInputElement).value = text;
  form.submit();
}

find(drop, "input", HTMLInputElement).addEventListener("change", (event) => take(/** @type {HTMLInputElement} */ (event.target).files?.[0]));
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("is-over");
});
document.addEventListener("dragleave", () => drop.classList.remove("is-over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("is-over");
  take(event.dataTransfer?.files[0]);
});
