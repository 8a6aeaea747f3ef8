// The pages, as far as their scripts need to know: what a selector finds is an element of our templates, and numbers may
// be written as attributes.

interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Document {
  getElementById(id: string): HTMLElement | null;
}

interface Element {
  readonly dataset: DOMStringMap;
  closest(selector: "dialog"): HTMLDialogElement | null;
  closest(selector: string): HTMLElement | null;
  setAttribute(name: string, value: string | number): void;
}

interface CSSStyleDeclaration {
  setProperty(property: string, value: string | number | null): void;
}

// What an event came from: some element of ours.
interface EventTarget {
  readonly dataset: DOMStringMap;
  closest(selector: "dialog"): HTMLDialogElement | null;
  closest(selector: string): HTMLElement | null;
}
