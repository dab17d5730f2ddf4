// A moment of the game: drag the line, turn the leaves with the arrows, or let it play on.
import { addressAt, ask } from "./ask.js";
import { place, reached, scrub } from "./scrub.js";
import { t } from "./text.js";

async function show(n) {
  const page = new DOMParser().parseFromString(await ask(`?at=${n}`), "text/html");
  place(page);
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
// The list of all entries is asked for when it is opened.
const entries = document.getElementById("entries"), { here } = document.body.dataset;
if (entries) {
  entries.hidden = false;
  entries.addEventListener("toggle", async () => {
    const list = entries.querySelector("ol");
    if (!entries.open || list.children.length) return;
    try { list.innerHTML = await ask(`${here}/story`); reached(Number(document.getElementById("at").value)); }
    catch (why) { list.textContent = why.message; }
  });
  entries.open = location.hash === "#entries";
}
scrub(show);
