// The way in: the QR code of the chosen address, and a second one for the Wi-Fi, if the host wants it.

import { find, slot } from "../../shared/pieces.js";
import { remember, remembered } from "../../shared/settings.js";
import { dialogOf } from "./controls.js";
import { part, parts, show } from "./parts.js";

// Where there is one address, there is no choice.
function addresses() {
  const [choice] = parts("addresses");
  return choice instanceof HTMLSelectElement ? choice : null;
}

export function showAddresses() {
  const choice = addresses();
  if (!choice) {
    for (const address of parts("address")) writeAddress(address, address.dataset.address ?? "");
    writeAddress(part("tv-address"), `${chosenAddress()}/tv`);
    return;
  }
  /** @type {string | null} */
  const kept = remembered("address");
  if (kept && [...choice.options].some((option) => option.value === kept)) choice.value = kept;
  const draw = () => {
    const option = choice.selectedOptions[0];
    const { qr = "" } = option.dataset;
    for (const picture of parts("qr")) if (picture.getAttribute("src") !== qr) picture.setAttribute("src", qr);
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
/** @param {HTMLElement} element @param {string} address */
function writeAddress(element, address) {
  const [, host, path] = /^https?:\/\/([^/]+)(.*)$/.exec(address) ?? ["", "", address];
  element.replaceChildren(host, document.createElement("wbr"), path);
}

// The address that phones use, without the path.
export function chosenAddress() {
  const choice = addresses();
  if (choice) return choice.selectedOptions[0].dataset.address ?? "";
  return new URL(part("address").dataset.address ?? "").origin;
}

// Asks the server for a picture of what must not stand in an address. It keeps nothing. Gives the picture's address, or "".
/** @param {Record<string, string>} fields */
async function fetchSecret(fields) {
  const form = part("wifi-form", HTMLFormElement);
  const body = new FormData();
  body.set("csrfmiddlewaretoken", field(form, "csrfmiddlewaretoken").value);
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const answer = await fetch(form.action, { method: "POST", body });
  return answer.ok ? `data:image/svg+xml,${encodeURIComponent(await answer.text())}` : "";
}

/** @param {HTMLFormElement} form @param {string} name */
const field = (form, name) => find(form, `[name="${name}"]`, HTMLInputElement);

export function offerWifi() {
  const [form] = parts("wifi-form");
  if (!(form instanceof HTMLFormElement)) return;
  /** @typedef {{network: string, password: string}} Wifi */
  /** @param {Wifi} wifi */
  const draw = async ({ network, password }) => {
    const picture = await fetchSecret({ network, password });
    if (picture) part("wifi-qr").setAttribute("src", picture);
    slot(part("wifi"), "network").textContent = network;
    show("wifi", Boolean(picture));
    part("join").classList.toggle("has-wifi", Boolean(picture));
  };
  /** @type {Wifi | null} */
  const kept = remembered("wifi");
  if (kept) {
    field(form, "network").value = kept.network;
    field(form, "password").value = kept.password;
    draw(kept);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wifi = { network: field(form, "network").value, password: field(form, "password").value };
    remember("wifi", wifi);
    draw(wifi);
    dialogOf("wifi").close();
  });
}

export function forgetWifi() {
  remember("wifi", null);
  part("wifi-form", HTMLFormElement).reset();
  show("wifi", false);
  part("join").classList.remove("has-wifi");
}

// The link for another device is good for a quarter of an hour, so this page is asked anew for one when it is wanted.
export async function showTakeOver() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const path = page.getElementById("dialog-take-over")?.dataset.takeOver ?? dialogOf("take-over").dataset.takeOver ?? "";
  const link = part("take-over-link", HTMLAnchorElement);
  link.href = link.textContent = chosenAddress() + path;
  const picture = await fetchSecret({ address: chosenAddress(), pass: path.slice(path.indexOf("#") + 1) });
  if (picture) part("take-over-qr").setAttribute("src", picture);
}
