// The pages, as far as their scripts need to know. What a selector finds is what stands in our templates, which no type
// knows; and numbers may be written wherever the browser makes a text of them.

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Document {
  getElementById(id: string): any;
}

interface Element {
  readonly dataset: DOMStringMap;
  closest(selector: string): any;
  setAttribute(name: string, value: string | number): void;
}

interface CSSStyleDeclaration {
  setProperty(property: string, value: string | number | null): void;
}

// What an event came from: some element of ours.
interface EventTarget {
  readonly dataset: DOMStringMap;
  closest(selector: string): any;
}
