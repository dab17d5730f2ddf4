// A file that is played back: the page holds it, and sends it along for the moments around the one wanted.
import { ask, piece } from "./ask.js";
import { place, scrub } from "./scrub.js";
import { t } from "./text.js";

const held = { text: document.getElementById("text").value, sealed: document.getElementById("sealed").value };
const until = document.getElementById("until"), seen = new Map(), replayed = Date.now();

// An answer to a form is not there any more when a reader comes back to it: this tab keeps the file, and where it stood.
let keeps = true;
function keep(n) {
  if (keeps) try { history.replaceState({ replayed, at: n }, "", "/replay"); } catch { /* moved too often: where it stood a moment ago */ }
}
try { sessionStorage.setItem("umpire-replay", JSON.stringify({ ...held, replayed })); } catch { keeps = false; }
keep(until.value);

async function moment(n) {
  if (!seen.has(n)) {
    const { moments } = await ask("/replay", { ...held, at: n });
    for (const [one, html] of Object.entries(moments)) seen.set(Number(one), html);
  }
  return piece(seen.get(n));
}

scrub(async (n) => {
  place(await moment(n));
  until.value = n;
  keep(n);
  until.textContent = t("replay.on", { n });
});
