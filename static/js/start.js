// The start page: puts the options and a box of one's own into the form that opens a table.

const form = document.querySelector("[data-open]");
const file = form.querySelector("[data-box]");

function value(input) {
  return input.type === "checkbox" ? input.checked : Number(input.value);
}

function isChanged(input) {
  return input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue;
}

form.addEventListener("submit", (event) => {
  // Each game has options of its own, or none.
  const options = form.querySelectorAll(`[data-options-of="${event.submitter?.value}"] [data-option]`);
  const changed = [...options].filter(isChanged).map((input) => [input.dataset.option, value(input)]);
  form.elements.options.value = changed.length ? JSON.stringify(Object.fromEntries(changed)) : "";
});

file.addEventListener("change", async () => {
  form.elements.box.value = file.files[0] ? await file.files[0].text() : "";
});
