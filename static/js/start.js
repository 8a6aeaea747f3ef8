// The start page: puts the options and a box of one's own into the form that opens a table.

const form = document.querySelector("[data-open]");
const options = form.querySelectorAll("[data-option]");
const file = form.querySelector("[data-box]");

function value(input) {
  return input.type === "checkbox" ? input.checked : Number(input.value);
}

function isChanged(input) {
  return input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue;
}

form.addEventListener("submit", (event) => {
  const changed = [...options].filter(isChanged).map((input) => [input.dataset.option, value(input)]);
  // They are options of one game; another has none here.
  const isTheirs = event.submitter?.value === form.querySelector("[data-options-of]").dataset.optionsOf;
  form.elements.options.value = isTheirs && changed.length ? JSON.stringify(Object.fromEntries(changed)) : "";
});

file.addEventListener("change", async () => {
  form.elements.box.value = file.files[0] ? await file.files[0].text() : "";
});
