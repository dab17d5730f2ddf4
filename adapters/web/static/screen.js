// The screen on the wall: asks how the round stands, and turns the page where its tables do not fit.
import { ask, element, sign } from "./ask.js";
import { t } from "./text.js";

const { event } = document.body.dataset, tables = document.getElementById("tables"), link = document.getElementById("link");
const MOST = 128, EVERY = 2000, TURN = 10_000, STATES = ["plays", "waits", "judge", "done"];
let now = JSON.parse(document.body.dataset.shown), offset = Date.now() - now.at, page = 0;

const clock = () => Date.now() - offset;
function figures(ms) {
  const all = Math.max(0, Math.floor(Math.abs(ms) / 1000)), h = Math.floor(all / 3600), m = Math.floor(all / 60) % 60;
  const two = (n) => String(n).padStart(2, "0");
  return (ms <= -1000 ? "−" : "") + (h ? `${h}:${two(m)}` : m) + `:${two(all % 60)}`;
}

function tile([number, state, since, owed]) {
  const made = element("li", null, { class: `${STATES[state]}${owed && !state ? " longer" : ""}` });
  made.append(element("b", number));
  const told = element("small");
  if (state === 3) told.append(sign("check"));
  else if (state) told.append(sign("judge"), ...(since ? [element("time", null, { "data-since": since })] : []));
  else if (owed) told.append(`+${figures(owed)}`);
  if (told.childNodes.length) made.append(told);
  return made;
}

function show() {
  const pages = Math.max(1, Math.ceil(now.tables.length / MOST)), each = Math.ceil(now.tables.length / pages);
  page %= pages;
  const shown = now.tables.slice(page * each, (page + 1) * each);
  tables.style.setProperty("--columns", Math.max(1, Math.ceil(Math.sqrt(1.8 * each))));
  tables.replaceChildren(...shown.map(tile));
  const done = now.tables.filter(([, state]) => state === 3).length;
  const of = pages > 1 ? ` · ${t("screen.page", { from: shown[0][0], to: shown.at(-1)[0] })}` : "";
  document.getElementById("done").textContent = now.round ? t("screen.done", { round: now.round, done, all: now.tables.length }) + of : "";
  document.getElementById("none").hidden = now.tables.length > 0;
  const waits = now.tables.filter(([, state]) => state === 1).sort((a, b) => a[2] - b[2]);
  document.getElementById("waiting").textContent = waits.length ? t("screen.waiting", { n: waits.length }) : "";
  document.getElementById("since").replaceChildren(...waits.slice(0, 3).flatMap(([number, , since], n) => [n ? " · " : "", t("screen.since", { table: number }), " ", element("time", null, { "data-since": since })]));
  tick();
}

function tick() {
  for (const one of document.querySelectorAll("time[data-since]")) one.textContent = figures(clock() - Number(one.dataset.since));
  const shown = document.getElementById("clock"), left = now.until === null ? now.left : now.until - clock();
  const words = !now.round ? "" : !now.begun ? t("hall.round.ahead", { n: now.round }) : now.ended ? t("hall.round.over", { n: now.round }) : "";
  shown.textContent = words || (now.round ? figures(left) : "");
  shown.classList.toggle("words", words !== "");
  shown.classList.toggle("overdue", !words && left < 0);
}

async function look() {
  try {
    now = await ask(`/events/${event}/screen/now`);
    offset = Date.now() - now.at;
    link.textContent = "";
    show();
  } catch { link.textContent = t("follow.lost"); }
}

show();
setInterval(look, EVERY);
setInterval(tick, 1000);
setInterval(() => { page += 1; show(); }, TURN);
