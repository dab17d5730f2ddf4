// A line to drag: `show(n)` draws a moment; the slider may run ahead of it, one moment at a time. What comes back
// draws the moment shown anew.
import { line, popup } from "./ask.js";
import { t } from "./text.js";

const slider = document.getElementById("at"), play = document.getElementById("play"), PAUSE = 1200;

export function scrub(show) {
  const newest = () => Number(slider.max);
  let wanted = Number(slider.value), drawn = wanted, fetching = false, playing = 0;

  async function go(n) {
    wanted = Math.max(0, Math.min(newest(), n));
    slider.value = wanted;
    if (fetching) return;
    try { await draw(); } catch (why) {
      stop();
      slider.value = wanted = drawn;
      popup(t("say.again"), [line(why.message)]);
    }
  }

  async function draw() {
    fetching = true;
    try { do { const next = wanted; await show(next); reached(drawn = next); } while (drawn !== wanted); }
    finally { fetching = false; }
  }

  reached(wanted);
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
    if (wanted === newest()) go(0);
    playing = setInterval(() => { if (wanted >= newest()) stop(); else go(wanted + 1); }, PAUSE);
    return undefined;
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("click", (event) => {
    const leaf = event.target.closest("[data-go], a[rel], a.bead");
    const n = leaf && (leaf.dataset.go ?? new URL(leaf.href).searchParams.get("at"));
    if (!n || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(Number(n));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog, textarea, select, input")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) go(wanted + by);
  });

  // What somebody has chosen meanwhile is on its way as it is now, or says itself that it could not be fetched.
  return async () => {
    if (fetching) return;
    try { await draw(); } catch (why) { if (wanted !== drawn) go(wanted); throw why; }
  };
}

// The entry that is shown is marked in the list of all, and in view there.
export function reached(n) {
  const list = document.querySelector("#entries ol");
  list?.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const one = list?.querySelector(`[data-go="${n}"]`);
  if (!one) return;
  one.setAttribute("aria-current", "true");
  const top = one.parentElement.offsetTop;
  if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - one.offsetHeight) list.scrollTop = top - list.clientHeight / 2;
}

// What is shown of a moment takes the place of what was shown before, where it is another.
const served = new Map();
export function place(page, ids = ["past-head", "past-body"]) {
  for (const id of ids) {
    const fresh = page.querySelector(`#${id}`), html = fresh.innerHTML;
    if (served.get(id) === html) continue;
    served.set(id, html);
    const focused = document.getElementById(id).contains(document.activeElement);
    document.getElementById(id).replaceChildren(...document.adoptNode(fresh).childNodes);
    if (focused) slider.focus({ preventScroll: true });
  }
}
