// A file that is to be a box: what else it may be is said in words, before it goes anywhere.

const LARGEST = 100_000;

// Why this file is no box, by the name of the sentence in templates/shared/box_file.html; empty if it may be one.
/** @param {{name: string, type: string, size: number, text: () => Promise<string>}} file */
export async function problemOf(file) {
  if (!file.size) return "empty";
  if (file.type.startsWith("image/")) return "picture";
  if (/\.jsonl$/i.test(file.name)) return "record";
  if (file.size > LARGEST) return /\.json$/i.test(file.name) ? "large" : "other";
  try {
    const content = JSON.parse(await file.text());
    return content && typeof content === "object" && !Array.isArray(content) ? "" : "other";
  } catch {
    return "other";
  }
}

// The text of a file that may be a box; of any other nothing, and `place` says why.
/** @param {File | undefined} file @param {HTMLElement} place */
export async function readBoxFile(file, place) {
  const problem = file ? await problemOf(file) : "";
  place.textContent = place.dataset[problem] ?? "";
  place.hidden = !problem;
  return file && !problem ? file.text() : "";
}
