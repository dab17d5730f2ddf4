// Dice, an order or a choice made together: each phone commits to a secret, then reveals it (adapters/CHANCE.md).
import { line, popup } from "./ask.js";
import { t } from "./text.js";

const { here, seat } = document.body.dataset;
const KEPT = `umpire-chance ${here} ${seat}`;
const now = () => document.getElementById("now");
const kept = () => JSON.parse(localStorage.getItem(KEPT) ?? "null");
const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");

async function commitment(to, secret, choice) {
  const begins = `umpire chance 1 commitment\n${now().dataset.number}\n${to}\n`;
  const whole = await new Blob([begins, secret, choice]).arrayBuffer();
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)));
}

// The dice that were made for what this prompt asks; none where they were made for something else.
export function diceMade(label, count) {
  const made = JSON.parse(now()?.dataset.dice ?? "[]");
  return made.length === count && kept()?.label === label ? made : [];
}

export function together(say) {
  let revealing = false;

  async function commit(to, choice = "", label = "") {
    if (!crypto.subtle) { popup(t("together.title"), [line(t("together.open"))]); return; }
    const secret = crypto.getRandomValues(new Uint8Array(32)), chosen = choice.trim().normalize("NFC");
    localStorage.setItem(KEPT, JSON.stringify({ to, secret: hex(secret), choice: chosen, label }));
    await say({ by: seat, do: "commit", to, commitment: await commitment(to, secret, chosen) });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-together]");
    if (button && !button.form?.matches("[data-chance]")) commit(button.dataset.together, "", button.dataset.label);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-chance]");
    if (!form) return;
    event.preventDefault();
    form.closest("dialog")?.close();
    const { to, choice } = form.elements;
    commit(to.value.trim(), choice?.value ?? "");
  });

  // Once all have committed, a phone reveals by itself what it committed to.
  return async function read() {
    if (revealing || !document.querySelector("#together[data-reveals]")) return;
    revealing = true;
    const { to, secret, choice } = kept() ?? {};
    if (secret && to === document.getElementById("together").dataset.to) await say({ by: seat, do: "reveal", secret, ...(choice ? { choice } : {}) });
    revealing = false;
  };
}
