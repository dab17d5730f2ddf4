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

// Back from a rule, or after a reload, the file that stood here is played back from where it was.
function again() {
  const { replayed, at } = history.state ?? {}, kept = replayed && JSON.parse(sessionStorage.getItem("umpire-replay"));
  if (!kept || kept.replayed !== replayed) return;
  const place = document.createElement("input");
  Object.assign(place, { type: "hidden", name: "at", value: at });
  [paste.value, sealed.value] = [kept.text, kept.sealed];
  form.append(place);
  form.submit();
}
try { again(); } catch { /* nothing is kept in this browser */ }
