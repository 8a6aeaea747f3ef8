// What a screen reader says: each sentence once, politely, in the page's live region.

let region = null;
let pending = [];
let timer = null;

// Sentences that come close together are said in one go; a region that changes too often says nothing well.
export function announce(text) {
  if (!text || pending.at(-1) === text) return;
  pending.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    region ??= document.querySelector("[data-live]");
    region.textContent = pending.join(" ");
    pending = [];
  }, 150);
}
