// One's own turn is heard, and felt.
import { t } from "./text.js";

const { seat } = document.body.dataset, live = document.getElementById("live");
const sound = document.getElementById("sound");
const now = () => document.getElementById("now");
const yours = () => "yours" in (now()?.dataset ?? {});
const KEPT = "umpire-sound";
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

function look() {
  const table = now();
  if (!table) return;
  const entry = Number(table.dataset.entry);
  if (entry > known) {
    known = entry;
    if (yours() && !mine) ring();
  }
  mine = yours();
}
new MutationObserver(look).observe(live, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-entry", "data-yours"] });
shown();
look();
