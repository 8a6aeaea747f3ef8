// The start page: puts the options and a box of one's own into the form that opens a table of that game.

function value(input) {
  return input.type === "checkbox" ? input.checked : Number(input.value);
}

function isChanged(input) {
  return input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue;
}

for (const form of document.querySelectorAll("[data-open]")) {
  form.addEventListener("submit", () => {
    const changed = [...form.querySelectorAll("[data-option]")].filter(isChanged);
    const options = Object.fromEntries(changed.map((input) => [input.dataset.option, value(input)]));
    form.elements.options.value = changed.length ? JSON.stringify(options) : "";
  });

  const file = form.querySelector("[data-box]");
  file.addEventListener("change", async () => {
    form.elements.box.value = file.files[0] ? await file.files[0].text() : "";
  });
}
