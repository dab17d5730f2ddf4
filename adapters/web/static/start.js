// Opening a game: only the fields its ruleset needs; records can be dropped.
import { army } from "./army.js";
import { ask, piece } from "./ask.js";

const form = document.getElementById("open-form"), laid = document.getElementById("laid"), hand = document.getElementById("hand");
const { rosters, examples } = JSON.parse(document.getElementById("rosters").textContent);
const ruleset = () => form.elements.ruleset.value;
const boxes = [...document.querySelectorAll(".player")];
const chosen = () => form.querySelector("[name=ruleset]:checked").dataset, least = () => Number(chosen().least), most = () => Number(chosen().most);
const names = () => boxes.slice(0, most()).map((box) => box.querySelector("input").value.trim()).filter((name, n) => name || n < least());

const by = () => form.elements.table_by.value;
const table = army(hand, {
  roster: () => rosters[ruleset()],
  ruleset,
  // Each seat lays out its own side later: here is only what belongs to nobody.
  names: () => (by() === "seats" ? [] : names()),
  example: () => examples[ruleset()][names().length - least()],
  changed: (made) => { laid.value = JSON.stringify(made); },
});

// A seat more is offered while the name before it is being written: Tab finds it there.
function seats() {
  for (const [n, box] of boxes.entries()) {
    const name = box.querySelector("input"), before = n <= Math.max(2, least()) || boxes[n - 1].querySelector("input").value.trim();
    box.hidden = n >= most() || !before;
    name.disabled = n >= most();
    name.required = n < least();
    name.placeholder = n < least() ? "" : name.dataset.nobody;
  }
}
function fit() {
  seats();
  const apart = form.querySelector("[value=seats]");
  apart.disabled = !examples[ruleset()] || !rosters[ruleset()].pieces;
  apart.closest("label").hidden = apart.disabled;
  if (apart.disabled && apart.checked) form.querySelector("[name=table_by]").checked = true;
  hand.hidden = by() === "example";
  // What is not seen is not filled in, and keeps nobody from opening the game.
  if (hand.hidden) hand.replaceChildren(); else table.draw();
}
for (const one of form.elements.ruleset) one.addEventListener("change", () => { table.begin(null); fit(); });
for (const one of form.elements.table_by) one.addEventListener("change", fit);
for (const box of boxes) {
  box.querySelector("input").addEventListener("input", () => { seats(); if (!hand.hidden) table.renamed(); });
}
try { table.begin(JSON.parse(laid.value)); } catch { table.begin(null); }
fit();

// One's own games are looked at again when the page is.
document.addEventListener("visibilitychange", async () => {
  if (document.hidden) return;
  try { document.getElementById("own").replaceChildren(...piece(`<div>${await ask("/own")}</div>`).childNodes); } catch { /* they stay as they were */ }
});
