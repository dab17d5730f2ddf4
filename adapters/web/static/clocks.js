// The players' clocks of a table at an event, and whether the event has news for it: asked for when the game goes on, and now and then.
import { ask, bdi, element } from "./ask.js";
import { t } from "./text.js";

const shown = document.getElementById("clocks"), EVERY = 2000, SOON = 300;
let clocks = [], offset = 0, soon = null;

function figures(ms) {
  const all = Math.max(0, Math.floor(ms / 1000)), two = (n) => String(n).padStart(2, "0");
  return `${Math.floor(all / 60)}:${two(all % 60)}`;
}

function tick() {
  const now = Date.now() - offset;
  for (const [n, one] of clocks.entries()) {
    const left = one.until === null ? one.left : one.until - now, out = one.out || left <= 0;
    const place = shown.children[n];
    place.classList.toggle("out", out);
    place.querySelector("time").textContent = out ? t("clock.out", { time: figures(left) }) : figures(left);
  }
}

async function look() {
  const found = await ask(`${document.body.dataset.here}/clocks`);
  offset = Date.now() - found.at;
  clocks = found.clocks;
  shown.replaceChildren(...clocks.map((one) => {
    const place = element("span", null, { class: `clock${one.until === null ? "" : " runs"}` });
    place.append(bdi(one.name), " ", element("time"));
    return place;
  }));
  shown.hidden = !clocks.length;
  if (found.says !== (document.getElementById("called")?.dataset.mark ?? "")) document.dispatchEvent(new Event("called"));
  tick();
}

const again = () => look().catch(() => {});
new MutationObserver(() => { clearTimeout(soon); soon = setTimeout(again, SOON); })
  .observe(document.getElementById(shown.dataset.follows), { childList: true, subtree: true });
again();
setInterval(() => { if (!document.hidden) again(); }, EVERY);
setInterval(tick, 1000);
