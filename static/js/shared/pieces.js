// Pieces of markup: <template id="..."> elements of the page, copied and filled. Text goes in as text, never as markup.

// A copy of the first element of the template. `texts` fills the elements with that data-slot.
export function piece(id, texts = {}) {
  const copy = document.getElementById(id).content.firstElementChild.cloneNode(true);
  for (const [name, text] of Object.entries(texts)) slot(copy, name).textContent = text;
  return copy;
}

export function slot(element, name) {
  return element.dataset.slot === name ? element : element.querySelector(`[data-slot="${name}"]`);
}

const SVG = "http://www.w3.org/2000/svg";

// A picture of templates/pieces/icons.html by its id.
export function icon(id, ...classes) {
  const svg = document.createElementNS(SVG, "svg");
  svg.classList.add("icon", ...classes);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

export function showIcon(svg, id) {
  svg.querySelector("use").setAttribute("href", `#${id}`);
}

const drawn = new WeakMap();

// Puts new children into `element`, but only if `from`, all that they are drawn from, has changed. The focus stays on
// the element with the same data-key.
export function redraw(element, from, children) {
  const now = JSON.stringify(from);
  if (drawn.get(element) === now) return false;
  drawn.set(element, now);
  const fresh = children();
  // What looks the same stays: a tap that has begun on it must not be lost because somebody else has moved.
  const isSame = fresh.length === element.childNodes.length && fresh.every((node, index) => node.isEqualNode?.(element.childNodes[index]));
  if (isSame) return false;
  const focused = element !== document.activeElement && element.contains(document.activeElement) ? document.activeElement : null;
  element.replaceChildren(...fresh);
  if (!focused) return true;
  // What had the focus and is gone leaves it to the place where it was, not to the whole page.
  const { key } = focused.dataset;
  const next = (key && element.querySelector(`[data-key="${CSS.escape(key)}"]`)) || element.closest('[tabindex="-1"]');
  next?.focus({ preventScroll: true });
  return true;
}

// One listener for all of the page: the elements in it say by data-action what a tap on them does.
export function listen(root, actions) {
  root.addEventListener("click", (event) => {
    const element = event.target.closest("[data-action]");
    if (element && root.contains(element) && element.getAttribute("aria-disabled") !== "true") {
      actions[element.dataset.action]?.(element, event);
    }
  });
}
