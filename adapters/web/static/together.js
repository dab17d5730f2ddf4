// Dice, an order or a choice made together: each phone commits to a secret, then reveals it (adapters/CHANCE.md).
import { line, popup } from "./ask.js";
import { KEPT } from "./fill.js";

const { seat } = document.body.dataset;
const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");

async function commitment(to, secret, choice) {
  const begins = `umpire chance 1 commitment\n${document.getElementById("now").dataset.number}\n${to}\n`;
  const whole = await new Blob([begins, secret, choice]).arrayBuffer();
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)));
}

export async function commit(say, form, label = "") {
  const { to, choice } = form;
  if (!crypto.subtle) { popup(to, [line(document.getElementById("chance-form").dataset.open)]); return; }
  const secret = crypto.getRandomValues(new Uint8Array(32)), chosen = to === "choice" ? choice.trim().normalize("NFC") : "";
  localStorage.setItem(KEPT, JSON.stringify({ to, secret: hex(secret), choice: chosen, label }));
  await say({ by: seat, do: "commit", to, commitment: await commitment(to, secret, chosen) });
}

// Once all have committed, a phone reveals by itself what it committed to: once, also where the page still shows it as due.
let revealed = "";
export async function reveal(say, due) {
  const { to, secret, choice } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  if (revealed === secret || to !== due) return;
  revealed = secret;
  if (!await say({ by: seat, do: "reveal", secret, ...(choice ? { choice } : {}) })) revealed = "";
}
