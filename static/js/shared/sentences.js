// Sentences of the page's language, found in <template id="sentences"> and filled with names and numbers.
//
// A sentence is an element with data-key; {placeholders} in its text are filled in. Where a number decides the form, the
// template tag `forms` gives one for each form of the language, and the number is called {count}. Where
// that is shown in another way, as "−1", the plain `number` stands beside it.

/** @type {Map<string, string> | null} */
let all = null;
const plural = new Intl.PluralRules(document.documentElement.lang || "en");
const enumeration = new Intl.ListFormat(document.documentElement.lang || "en", { type: "conjunction" });

function sentences() {
  if (!all) {
    all = new Map();
    for (const template of document.querySelectorAll("template[data-sentences]")) {
      for (const element of /** @type {HTMLTemplateElement} */ (template).content.querySelectorAll("[data-key]")) {
        const { key = "", form } = element.dataset;
        all.set(form ? `${key} ${form}` : key, element.textContent.trim());
      }
    }
  }
  return all;
}

// More of them have come into the page.
export function readSentencesAgain() {
  all = null;
}

/** @param {string} key */
export function hasSentence(key) {
  return sentences().has(key) || sentences().has(`${key} other`);
}

/** @param {string} key @param {Record<string, unknown>} [values] */
export function sentence(key, values = {}) {
  const known = sentences();
  const text =
    known.get(key) ??
    known.get(`${key} ${plural.select(Math.abs(Number(values.number ?? values.count ?? 0)))}`) ??
    known.get(`${key} other`) ??
    key;
  return text.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

// A word of the protocol as people read it, for what has no sentence.
/** @param {string} word */
export const inWords = (word) => word.replaceAll("_", " ");

// The sentence for a word of a game, or that word, if the game's screens have none for it.
/** @param {string} what @param {string} word @param {Record<string, unknown>} [values] */
export function wordFor(what, word, values) {
  const key = `${what}_${word}`;
  return hasSentence(key) ? sentence(key, values) : inWords(word);
}

// "Ann, Bob and Cy", the way the page's language says it.
/** @param {string[]} names */
export const list = (names) => enumeration.format(names);

const share = new Intl.NumberFormat(document.documentElement.lang || "en", { style: "percent" });

// A number of hundredths, the way the page's language says it.
/** @param {number} hundredths */
export const percent = (hundredths) => share.format(hundredths / 100);
