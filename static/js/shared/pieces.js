// Pieces of markup: <template id="..."> elements of the page, copied and filled. Text goes in as text, never as markup.

// What must stand within `root`. `kind` is the kind of element, where it matters.
/**
 * @template {Element} [Kind=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => Kind} [kind]
 * @returns {Kind}
 */
export function find(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!found || (kind && !(found instanceof kind))) throw new Error(`${selector} is missing`);
  return /** @type {any} */ (found);
}

// A place of the page, by the name in its data-part.
/** @template {Element} [Kind=HTMLElement] @param {string} name @param {new () => Kind} [kind] */
export const part = (name, kind) => find(document, `[data-part="${name}"]`, kind);

// A copy of the first element of the template. `texts` fills the elements with that data-slot.
/** @param {string} id @param {Record<string, string | number | null>} [texts] */
export function piece(id, texts = {}) {
  const first = find(document, `template#${id}`, HTMLTemplateElement).content.firstElementChild;
  const copy = /** @type {HTMLElement} */ (first?.cloneNode(true));
  for (const [name, text] of Object.entries(texts)) slot(copy, name).textContent = String(text ?? "");
  return copy;
}

/** @template {Element} [Kind=HTMLElement] @param {Kind | HTMLElement} element @param {string} name @param {new () => Kind} [kind] @returns {Kind} */
export function slot(element, name, kind) {
  return element.dataset.slot === name ? /** @type {Kind} */ (element) : find(element, `[data-slot="${name}"]`, kind);
}

const SVG = "http://www.w3.org/2000/svg";

// A picture of templates/pieces/icons.html by its id.
/** @param {string} id @param {...string} classes */
export function icon(id, ...classes) {
  const svg = document.createElementNS(SVG, "svg");
  svg.classList.add("icon", ...classes);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

// Each strength has a face of its own.
/** @param {string} mind */
export function faceOf(mind) {
  return document.getElementById(`face-${mind}`) ? `face-${mind}` : "computer";
}

/** @param {Element} svg @param {string} id */
export function showIcon(svg, id) {
  find(svg, "use").setAttribute("href", `#${id}`);
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

// Puts new children into `element`, but only if `from`, all that they are drawn from, has changed. The focus stays on
// the child with the same data-key, or here: never does whoever uses a keyboard begin again at the top of the page.
/** @param {Element} element @param {unknown} from @param {() => (Node | string)[]} children */
export function redraw(element, from, children) {
  const now = JSON.stringify(from);
  if (drawn.get(element) === now) return false;
  drawn.set(element, now);
  const fresh = children();
  // What looks the same stays: a tap that has begun on it must not be lost because somebody else has moved.
  const isSame =
    fresh.length === element.childNodes.length &&
    fresh.every((node, index) => node instanceof Node && node.isEqualNode(element.childNodes[index]));
  if (isSame) return false;
  const { activeElement } = document;
  const hadFocus = activeElement !== element && element.contains(activeElement);
  const key = hadFocus ? activeElement?.dataset.key : null;
  element.replaceChildren(...fresh);
  if (hadFocus) {
    const same = key ? element.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    const place = element.closest('[tabindex="-1"]') ?? element;
    // What had the focus and is gone leaves it to the place where it was, not to the whole page.
    if (!same && !place.hasAttribute("tabindex")) place.setAttribute("tabindex", "-1");
    const next = same ?? place;
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
  return true;
}

// What can be scrolled must be reachable by keyboard. Asked in the next frame: sizes are known then, and need not be worked out
// in the midst of drawing.
/** @param {HTMLElement} element */
export function letKeysScroll(element) {
  requestAnimationFrame(() => {
    const index = element.scrollHeight > element.clientHeight ? 0 : -1;
    if (element.tabIndex !== index) element.tabIndex = index;
  });
}

// One listener for all of the page: the elements in it say by data-action what a tap on them does.
/** @param {Document | HTMLElement} root @param {Record<string, (element: HTMLElement, event: MouseEvent) => unknown>} actions */
export function listen(root, actions) {
  root.addEventListener("click", (event) => {
    const element = event.target?.closest("[data-action]");
    if (element && root.contains(element) && element.getAttribute("aria-disabled") !== "true") {
      actions[element.dataset.action ?? ""]?.(element, /** @type {MouseEvent} */ (event));
    }
  });
}
