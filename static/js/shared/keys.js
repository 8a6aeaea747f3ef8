// Keys of a page. `keys` are functions by key, " " for the space bar; one that gives false has not used the key. A button or
// field that has the focus comes first. `isOn()` says whether keys are listened to now; `repeating` lists those that go on
// while they are held down.
/** @param {Record<string, (key: string) => unknown>} keys @param {{isOn?: () => boolean, repeating?: string[]}} options */
export function listenToKeys(keys, { isOn = () => true, repeating = [] } = {}) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]") || event.target?.closest?.("input, select, textarea")) return;
    const onButton = event.target?.closest?.("button, a[href]");
    if (onButton && (event.key === " " || event.key === "Enter")) return;
    if (!isOn()) return;
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action && (!event.repeat || repeating.includes(event.key)) && action(event.key) !== false) event.preventDefault();
  });
}
