// Only where the server has a certificate: the page names the service worker then.

import { find } from "./pieces.js";

const { worker = "" } = find(document, "[data-worker]").dataset;
if (isSecureContext && "serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register(worker).catch(() => {})); // a browser may have forbidden it
}
