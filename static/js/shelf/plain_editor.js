// The editor of a box whose game has none: the file itself.

import { part } from "../shared/pieces.js";
import { editBox } from "./editing.js";

const field = part("plain", HTMLTextAreaElement);
const editing = editBox({
  draw() {
    if (document.activeElement !== field) field.value = JSON.stringify(editing.content, null, 2);
  },
});
editing.begin();
field.addEventListener("input", () => {
  try {
    editing.change(JSON.parse(field.value));
  } catch {
    // not whole yet
  }
});
