// A moment of the game: drag the line, turn the leaves with the arrows, or let it play on.
import { ask } from "./ask.js";
import { t } from "./text.js";

const slider = document.getElementById("at"), play = document.getElementById("play"), PAUSE = 1200;
const newest = Number(slider.max);
let wanted = Number(slider.value), fetching = false, playing = 0;

// The slider may run ahead; what is shown follows it, one small request at a time.
async function go(n) {
  wanted = Math.max(0, Math.min(newest, n));
  slider.value = wanted;
  if (fetching) return;
  fetching = true;
  try { let shown; do { shown = wanted; await show(shown); } while (shown !== wanted); }
  finally { fetching = false; }
}

async function show(n) {
  const page = new DOMParser().parseFromString(await ask(`?at=${n}`), "text/html");
  for (const id of ["past-head", "past-body"]) {
    document.getElementById(id).replaceChildren(...document.adoptNode(page.getElementById(id)).childNodes);
  }
  document.title = page.title;
  history.replaceState(null, "", `?at=${n}`);
  about(n);
}

// What somebody is writing about an entry stays; it is about the entry that is shown.
function about(n) {
  const form = document.getElementById("about"), place = document.getElementById("past-about");
  place.hidden = n === 0;
  if (!form) return;
  form.dataset.n = n;
  document.getElementById("about-h").firstChild.textContent = `${t("about.heading", { n })} `;
}

function stop() {
  clearInterval(playing);
  playing = 0;
  play.setAttribute("aria-pressed", "false");
  play.textContent = t("past.play");
}
play.hidden = false;
play.addEventListener("click", () => {
  if (playing) return stop();
  play.setAttribute("aria-pressed", "true");
  play.textContent = t("past.stop");
  if (wanted === newest) go(0);
  playing = setInterval(() => { if (wanted >= newest) stop(); else go(wanted + 1); }, PAUSE);
  return undefined;
});
slider.addEventListener("input", () => go(Number(slider.value)));
document.addEventListener("click", (event) => {
  const leaf = event.target.closest("a[rel], a.bead, a[data-go]"), n = leaf && new URL(leaf.href).searchParams.get("at");
  if (!n || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(Number(n));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog, textarea, select, input")) return;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by) go(wanted + by);
});
