// What others did stands over the table until one acts; one's own turn is heard.
import { ask, bdi, element } from "./ask.js";
import { t } from "./text.js";

const { here, seat } = document.body.dataset;
const live = document.getElementById("live"), banner = document.getElementById("banner"), list = document.getElementById("news");
const sound = document.getElementById("sound");
const now = () => document.getElementById("now");
const yours = () => "yours" in (now()?.dataset ?? {});
const KEPT = "umpire-sound", MOST = 3;
let known = Number(now()?.dataset.entry ?? 0), mine = yours(), audio = null;

// A browser lets a page be heard once it was touched.
const heard = () => localStorage.getItem(KEPT) !== "off";
function waken() { if (heard()) (audio ??= new AudioContext()).resume(); }
addEventListener("pointerdown", waken);
addEventListener("keydown", waken);
function ring() {
  if (!heard()) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([80, 60, 80]);
  if (!audio) return;
  for (const [n, pitch] of [660, 880].entries()) {
    const tone = audio.createOscillator(), level = audio.createGain(), at = audio.currentTime + n * 0.14;
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0.12, at);
    level.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(level).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  }
}
function shown() {
  sound.setAttribute("aria-pressed", heard());
  sound.textContent = t(heard() ? "table.sound.on" : "table.sound.off");
}
sound.hidden = !seat || seat === "spectator";
sound.addEventListener("click", () => {
  localStorage.setItem(KEPT, heard() ? "off" : "on");
  shown();
  if (heard()) { waken(); ring(); }
});

function fit() { banner.hidden = !list.children.length; pin(); }

// Once the page is scrolled the strip stands under whose turn it is, which stays on top.
function pin() {
  const above = scrollY > live.offsetTop - banner.offsetHeight ? live.querySelector(".top")?.offsetHeight ?? 0 : 0;
  banner.style.top = `${above}px`;
}
addEventListener("scroll", pin, { passive: true });

// One question at a time: an answer may hold more than what was known as it was asked.
let told = known, telling = Promise.resolve();
async function tell() {
  const newest = known;
  let found;
  try { found = await ask(`${here}/news?after=${told}`); } catch { return; }
  told = Math.max(told, newest, ...found.entries.map((entry) => entry.n));
  if (found.own) list.replaceChildren();
  for (const entry of found.entries) {
    const item = element("li"), close = element("button", "✕", { type: "button", class: "plain", "aria-label": t("news.away") });
    item.append(element("b", `${entry.n} `), element("span", null, { class: `verdict ${entry.verdict}` }), bdi(entry.words), close);
    close.onclick = () => { item.remove(); fit(); };
    list.append(item);
  }
  while (list.children.length > MOST) list.firstElementChild.remove();
  fit();
}

function look() {
  const table = now();
  if (!table) return;
  const entry = Number(table.dataset.entry);
  if (entry > known) {
    known = entry;
    if (yours() && !mine) ring();
    telling = telling.then(tell);
  }
  mine = yours();
}
new MutationObserver(look).observe(live, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-entry", "data-yours"] });
shown();
look();
