// The rulebook is sifted by what is looked for: a word, a number, several words.
import { t } from "./text.js";

const box = document.getElementById("find"), found = document.getElementById("found");
const rules = [...document.querySelectorAll(".law")].map((rule) => [rule, rule.textContent.toLowerCase()]);

// A rule's number is meant whole: C1 is not C10.
const NUMBER = /^\p{L}+\.?\d+\p{L}?$/u;

function sift() {
  const words = box.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [rule, text] of rules) {
    rule.hidden = !words.every((word) => (NUMBER.test(word) ? text.split(/[^\p{L}\d.]+/u).some((one) => one.replace(/\.$/, "") === word) : text.includes(word)));
    count += rule.hidden ? 0 : 1;
  }
  for (const chapter of document.querySelectorAll(".chapter")) chapter.hidden = !chapter.querySelector(".law:not([hidden])");
  document.querySelector(".contents").hidden = words.length > 0;
  found.textContent = words.length ? t("rulebook.found", { n: count }) : "";
}
document.getElementById("sift").hidden = false;
box.addEventListener("input", sift);
addEventListener("hashchange", () => { if (box.value && document.querySelector(":target[hidden]")) { box.value = ""; sift(); document.querySelector(":target").scrollIntoView(); } });
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  box.focus();
});
