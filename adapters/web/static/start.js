// Opening a game: only the fields its ruleset needs; records can be dropped.
const ruleset = document.getElementById("ruleset"), voidsiege = document.getElementById("voidsiege");
const setup = document.getElementById("setup"), text = document.getElementById("setup-text");
const examples = JSON.parse(document.getElementById("examples").textContent);

function fit() {
  voidsiege.hidden = ruleset.value !== "voidsiege";
  if (ruleset.value !== "voidsiege") { setup.open = true; if (!text.value.trim()) text.value = examples[ruleset.value] ?? ""; }
}
ruleset.addEventListener("change", () => { text.value = ""; fit(); });
document.getElementById("example").addEventListener("click", () => { text.value = examples[ruleset.value] ?? ""; });
fit();

const drop = document.getElementById("drop"), file = document.getElementById("record"), form = document.getElementById("drop-form");
for (const kind of ["dragenter", "dragover"]) drop.addEventListener(kind, (e) => { e.preventDefault(); drop.classList.add("over"); });
for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  if (!event.dataTransfer.files.length) return;
  file.files = event.dataTransfer.files;
  form.requestSubmit();
});
file.addEventListener("change", () => { if (file.files.length && !document.getElementById("key2")) form.requestSubmit(); });
