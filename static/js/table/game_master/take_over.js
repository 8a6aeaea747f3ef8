// Moves the game-master screen to this device. The pass stands after the # of the address, which no server log ever sees.

import { find, part } from "../../shared/pieces.js";

const pass = location.hash.slice(1);
const form = find(document, "#take-over");

if (pass) {
  find(form, "[name=pass]", HTMLInputElement).value = pass;
  find(form, "button", HTMLButtonElement).disabled = false;
  history.replaceState(null, "", location.pathname); // not to be found in this browser's history either
} else {
  part("no-pass").hidden = false;
}
