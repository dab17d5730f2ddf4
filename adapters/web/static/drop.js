// A file is dropped or chosen: a record as its text, a sealed game, whose first word is the brand, as its bytes.
import { t } from "./text.js";

const drop = document.getElementById("drop"), file = document.getElementById("record"), form = document.getElementById("drop-form");
const paste = document.getElementById("paste"), sealed = document.getElementById("sealed"), SEALED = "umpire ";
const told = document.getElementById("drop-told"), most = Number(form.dataset.most);

async function read([chosen, ...others]) {
  if (others.length) return t("drop.one");
  // What nobody can send is not even read: a browser that writes a form of many megabytes stands still.
  if (chosen.size > most) return t("drop.large", { most: Math.floor(most / 1024) });
  const bytes = await chosen.arrayBuffer().then((read) => new Uint8Array(read), () => null);
  if (!bytes) return t("drop.unread");
  const isSealed = new TextDecoder().decode(bytes.subarray(0, SEALED.length)) === SEALED;
  try { paste.value = isSealed ? "" : new TextDecoder("utf-8", { fatal: true }).decode(bytes); } catch { return t("drop.no.text"); }
  sealed.value = isSealed ? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) : "";
  if (new URLSearchParams(new FormData(form)).toString().length > most) return t("drop.large", { most: Math.floor(most / 1024) });
  form.requestSubmit();
  return "";
}

async function take(files) {
  if (!files.length) return;
  told.textContent = await read([...files]);
  told.hidden = !told.textContent;
  if (told.textContent) file.value = ""; // so that the same file, put right, can be chosen again
}

// A file that is let go beside the frame is meant for it, too: the browser would open it instead of this page.
const withFiles = (event) => event.dataTransfer.types.includes("Files");
for (const kind of ["dragenter", "dragover"]) {
  addEventListener(kind, (event) => { if (withFiles(event)) { event.preventDefault(); drop.classList.add("over"); } });
}
addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
addEventListener("drop", (event) => {
  drop.classList.remove("over");
  if (!withFiles(event)) return;
  event.preventDefault();
  take(event.dataTransfer.files);
});
file.addEventListener("change", () => take(file.files));

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
