// Opening a game: only the fields its ruleset needs; records can be dropped.
const form = document.getElementById("open-form"), voidsiege = document.getElementById("voidsiege");
const setup = document.getElementById("setup"), text = document.getElementById("setup-text");
const examples = JSON.parse(document.getElementById("examples").textContent);
const ruleset = () => form.elements.ruleset.value;
const untouched = () => !text.value.trim() || Object.values(examples).includes(text.value);

function fit() {
  const fields = ruleset() === "voidsiege";
  voidsiege.hidden = !fields;
  if (!untouched()) return;
  text.value = fields ? "" : examples[ruleset()] ?? "";
  setup.open = !fields;
}
for (const one of form.elements.ruleset) one.addEventListener("change", fit);
document.getElementById("example").addEventListener("click", () => { text.value = examples[ruleset()] ?? ""; });
fit();

const drop = document.getElementById("drop"), file = document.getElementById("record"), replay = document.getElementById("drop-form");
const paste = document.getElementById("paste"), key = document.getElementById("key2");

async function read(chosen) {
  paste.value = await chosen.text();
  if (key && !key.value) { paste.closest("details").open = true; key.focus(); } else replay.requestSubmit();
}
for (const kind of ["dragenter", "dragover"]) drop.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => { event.preventDefault(); if (event.dataTransfer.files.length) read(event.dataTransfer.files[0]); });
file.addEventListener("change", () => { if (file.files.length) read(file.files[0]); });
