// The way in: the QR code of the chosen address, and a second one for the Wi-Fi, if the host wants it.

import { slot } from "../../shared/pieces.js";
import { remember, remembered } from "../../shared/settings.js";
import { part, parts, show } from "./parts.js";

export function showAddresses() {
  const choice = part("addresses");
  if (!choice) {
    for (const address of parts("address")) writeAddress(address, address.dataset.address);
    writeAddress(part("tv-address"), `${chosenAddress()}/tv`);
    return;
  }
  const kept = remembered("address");
  if (kept && [...choice.options].some((option) => option.value === kept)) choice.value = kept;
  const draw = () => {
    const option = choice.selectedOptions[0];
    for (const picture of parts("qr")) if (picture.getAttribute("src") !== option.dataset.qr) picture.src = option.dataset.qr;
    for (const address of parts("address")) writeAddress(address, option.value);
    writeAddress(part("tv-address"), `${chosenAddress()}/tv`);
  };
  choice.addEventListener("change", () => {
    remember("address", choice.value);
    draw();
  });
  draw();
}

// What somebody types into a phone: no scheme, and if it breaks, then before the code.
function writeAddress(element, address) {
  const [, host, path] = /^https?:\/\/([^/]+)(.*)$/.exec(address);
  element.replaceChildren(host, document.createElement("wbr"), path);
}

// The address that phones use, without the path.
export function chosenAddress() {
  const choice = part("addresses");
  if (choice) return choice.selectedOptions[0].dataset.address;
  return new URL(part("address").dataset.address).origin;
}

// Asks the server to draw what must not stand in an address. It keeps nothing.
export async function drawSecret(picture, fields) {
  const form = part("wifi-form");
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok) return false;
  picture.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
  return true;
}

export function offerWifi() {
  const form = part("wifi-form");
  if (!form) return;
  const draw = async ({ network, password }) => {
    const isDrawn = await drawSecret(part("wifi-qr"), { network, password });
    slot(part("wifi"), "network").textContent = network;
    show(part("wifi"), isDrawn);
    part("join").classList.toggle("has-wifi", isDrawn);
  };
  const kept = remembered("wifi");
  if (kept) {
    form.elements.network.value = kept.network;
    form.elements.password.value = kept.password;
    draw(kept);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wifi = { network: form.elements.network.value, password: form.elements.password.value };
    remember("wifi", wifi);
    draw(wifi);
    form.closest("dialog").close();
  });
}

export function forgetWifi() {
  remember("wifi", null);
  part("wifi-form").reset();
  show(part("wifi"), false);
  part("join").classList.remove("has-wifi");
}

// The link for another device is good for a quarter of an hour, so this page is asked anew for one when it is wanted.
export async function showTakeOver() {
  const dialog = document.getElementById("dialog-take-over");
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const path = page.getElementById("dialog-take-over")?.dataset.takeOver ?? dialog.dataset.takeOver;
  const link = part("take-over-link");
  link.href = link.textContent = chosenAddress() + path;
  await drawSecret(part("take-over-qr"), { address: chosenAddress(), pass: path.slice(path.indexOf("#") + 1) });
}
