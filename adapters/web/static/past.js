// A moment of the game: drag the line, turn the leaves with the arrows, or let it play on.
import { ask } from "./ask.js";
import { place, scrub } from "./scrub.js";
import { t } from "./text.js";

async function show(n) {
  const page = new DOMParser().parseFromString(await ask(`?at=${n}`), "text/html");
  place(page);
  document.title = page.title;
  history.replaceState(null, "", `?at=${n}`);
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
scrub(show);
