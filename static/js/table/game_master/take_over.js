// Moves the game-master screen to this device. The pass stands after the # of the address, which no server log ever sees.

const pass = location.hash.slice(1);
const form = document.getElementById("take-over");

if (pass) {
  form.elements.pass.value = pass;
  form.querySelector("button").disabled = false;
  history.replaceState(null, "", location.pathname); // not to be found in this browser's history either
} else {
  document.querySelector("[data-part=no-pass]").hidden = false;
}
