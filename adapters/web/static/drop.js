// A file is dropped or chosen: a record as its text, a sealed game, whose first word is the brand, as its bytes.
const drop = document.getElementById("drop"), file = document.getElementById("record"), form = document.getElementById("drop-form");
const paste = document.getElementById("paste"), sealed = document.getElementById("sealed"), SEALED = "umpire ";

async function read(chosen) {
  const bytes = new Uint8Array(await chosen.arrayBuffer()), text = new TextDecoder().decode(bytes);
  const isSealed = text.startsWith(SEALED);
  sealed.value = isSealed ? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) : "";
  paste.value = isSealed ? "" : text;
  form.requestSubmit();
}
for (const kind of ["dragenter", "dragover"]) drop.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => { event.preventDefault(); if (event.dataTransfer.files.length) read(event.dataTransfer.files[0]); });
file.addEventListener("change", () => { if (file.files.length) read(file.files[0]); });
