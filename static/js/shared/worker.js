// The service worker of a site with a certificate. It shows "no connection" instead of the browser's error, and keeps files whose
// names have the hash of what is in them. Pages and all else come from the server or not at all: no old script meets a new server.
//
// The server writes `offered` in front of it: version, page, and what the page needs (chanceit/web/installing.py).

const worker = /** @type {any} */ (globalThis);
/** @type {{version: string, page: string, needs: string[]}} */
const { version, page, needs } = worker.offered;
const KEPT = `kept-${version}`;
const HASHED = /^\/static\/[\w./-]+\.[0-9a-f]{12}\.\w+$/;

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(needs)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forgetOthers());
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {Request} */
  const request = event.request;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(noConnection));
  else if (HASHED.test(pathname)) event.respondWith(kept(request));
});

function noConnection() {
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'" };
  return new Response(page, { status: 503, headers });
}

/** @param {Request} request */
async function kept(request) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request.url, answer.clone());
  return answer;
}
