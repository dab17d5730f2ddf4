// A moment of the game: drag the line, turn the leaves with the arrows, or let it play on.
import { addressAt, ask } from "./ask.js";
import { follow } from "./follow.js";
import { place, reached, scrub } from "./scrub.js";
import { t } from "./text.js";

const slider = document.getElementById("at");

async function show(n) {
  const page = new DOMParser().parseFromString(await ask(`?at=${n}`), "text/html");
  place(page);
  longer(page);
  document.title = page.title;
  addressAt(n);
  about(n);
}

// What somebody is writing about an entry stays; it is about the entry that is shown.
function about(n) {
  const form = document.getElementById("about"), whole = document.getElementById("past-about");
  whole.hidden = n === 0;
  if (!form) return;
  form.dataset.n = n;
  document.getElementById("about-h").firstChild.textContent = `${t("about.heading", { n })} `;
}
// The game goes on: its line is longer, with marks for what is new, also on what was there before.
function longer(page) {
  const { max } = page.getElementById("at");
  if (max === slider.max) return;
  slider.max = max;
  const opened = document.querySelector("#beads details")?.open;
  for (const part of ["svg.marks", "#beads", "#entries summary"]) {
    document.querySelector(part)?.replaceWith(document.adoptNode(page.querySelector(part)));
  }
  document.querySelector("#beads details")?.toggleAttribute("open", Boolean(opened));
  if (entries) listEntries();
}

// The list of all entries is asked for when it is opened.
const entries = document.getElementById("entries"), { here } = document.body.dataset;
async function listEntries() {
  const list = entries.querySelector("ol"), top = list.scrollTop;
  if (!entries.open) return list.replaceChildren();
  try { list.innerHTML = await ask(`${here}/story`); list.scrollTop = top; reached(Number(slider.value)); }
  catch (why) { list.textContent = why.message; }
  return undefined;
}
if (entries) {
  entries.hidden = false;
  entries.addEventListener("toggle", () => { if (!entries.querySelector("li")) listEntries(); });
  entries.open = location.hash === "#entries";
}
const again = scrub(show);
// What is said of the entry shown may change with a later one: it is taken back, or ruled otherwise.
follow(here, () => {}, async () => {
  const { entries: newer } = await ask(`/api${here}/log?after=${slider.max}`);
  if (newer.length) await again();
});
