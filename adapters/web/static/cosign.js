// Signs the newest checkpoint with a key that never leaves this browser (c2sp.org/tlog-cosignature).
import { ask } from "./ask.js";
import { t } from "./text.js";

const { here } = document.body.dataset, COSIGNS = 4, ID = 4;
const button = document.getElementById("sign"), told = document.getElementById("told"), shown = document.getElementById("checkpoint");
const bytes = (text) => new TextEncoder().encode(text);
const joined = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
const base64 = (raw) => btoa(String.fromCharCode(...raw));
const hex = (raw) => [...raw].map((one) => one.toString(16).padStart(2, "0")).join("");

function kept() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("umpire-cosign", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("keys");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

function stored(base, mode, work) {
  return new Promise((done, failed) => {
    const asked = work(base.transaction("keys", mode).objectStore("keys"));
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

// The private key cannot be read by any script, ours included: the browser keeps it.
async function pair() {
  const base = await kept();
  const found = await stored(base, "readonly", (keys) => keys.get("phone"));
  if (found) return found;
  const made = await crypto.subtle.generateKey({ name: "Ed25519" }, false, ["sign", "verify"]);
  await stored(base, "readwrite", (keys) => keys.put(made, "phone"));
  return made;
}

async function sign() {
  const { privateKey, publicKey } = await pair();
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
  const name = `phone-${hex(raw.slice(0, ID))}`, coded = joined([COSIGNS], raw);
  const id = new Uint8Array(await crypto.subtle.digest("SHA-256", joined(bytes(`${name}\n`), coded))).slice(0, ID);
  const note = shown.textContent, text = note.slice(0, note.lastIndexOf("\n\n") + 1);
  const seconds = Math.floor(Date.now() / 1000), stamp = new Uint8Array(8);
  new DataView(stamp.buffer).setBigUint64(0, BigInt(seconds));
  const said = bytes(`cosignature/v1\ntime ${seconds}\n${text}`);
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, said));
  await ask(here, { key: `${name}+${hex(id)}+${base64(coded)}`, line: `— ${name} ${base64(joined(id, stamp, signature))}` });
  told.textContent = t("cosign.done", { name });
}

async function able() {
  if (!crypto.subtle) return t("cosign.plain");
  try { await pair(); } catch { return t("cosign.unable"); }
  return "";
}

if (button) {
  const why = await able();
  told.textContent = why;
  button.hidden = why !== "";
  button.addEventListener("click", async () => {
    button.disabled = true;
    try { await sign(); } catch (problem) { told.textContent = problem.message; } finally { button.disabled = false; }
  });
}
