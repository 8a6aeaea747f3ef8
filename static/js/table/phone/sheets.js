// The sheets that slide in from below: one at a time, closed by their button, by a tap beside them or by Escape.

let opened = null;

export const openedSheet = () => (opened?.open ? opened : null);

export function openSheet(name) {
  closeSheet();
  opened = document.getElementById(`sheet-${name}`);
  opened.showModal();
  opened.scrollTop = 0;
}

export function closeSheet() {
  openedSheet()?.close();
}

document.addEventListener("click", (event) => {
  // Only the backdrop gives the dialog itself as the target outside its box.
  if (event.target !== openedSheet()) return;
  const box = opened.getBoundingClientRect();
  const isInside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (!isInside) closeSheet();
});
