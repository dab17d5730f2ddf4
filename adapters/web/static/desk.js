// The judge's desk: scrub, ask, decide.
import { ask, bdi, cites, element, follow, verdict } from "./follow.js";

const { here, ruleset } = document.body.dataset;
const slider = document.getElementById("at"), moment = document.getElementById("moment");
const where = document.getElementById("where"), log = document.getElementById("log");
const link = document.getElementById("link");
let at = Number(slider.value), newest = Number(document.body.dataset.newest), asked = 0;
const seen = new Map();

async function go(n, { push = true } = {}) {
  at = Math.max(0, Math.min(newest, n));
  slider.value = at; where.textContent = `entry ${at} of ${newest}`;
  const turn = ++asked;
  const html = seen.get(at) ?? await ask(`${here}/at/${at}`);
  remember(at, html);
  if (turn !== asked) return;
  moment.innerHTML = "";
  moment.append(document.adoptNode(new DOMParser().parseFromString(html, "text/html").body.firstElementChild));
  current();
  document.getElementById("sheet").href = `${here}/sheet/${at}`;
  if (push) history.replaceState(null, "", `?at=${at}`);
  for (const open of document.querySelectorAll("details[data-tool][open]")) run(open);
  undoes();
}

function remember(n, html) { seen.set(n, html); if (seen.size > 64) seen.delete(seen.keys().next().value); }

function current() {
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = log.querySelector(`[data-go="${at}"]`);
  line?.setAttribute("aria-current", "true");
  if (line) { const li = line.parentElement; if (li.offsetTop < log.scrollTop || li.offsetTop > log.scrollTop + log.clientHeight - 60) log.scrollTop = li.offsetTop - log.clientHeight / 2; }
}

function nextIllegal() {
  const lines = [...log.children].filter((li) => li.dataset.v && li.dataset.v !== "legal").map((li) => Number(li.firstElementChild.dataset.go));
  const on = lines.find((n) => n > at) ?? lines[0];
  if (on !== undefined) go(on);
}

function move(by) {
  if (by === "home") go(0); else if (by === "end") go(newest);
  else if (by === "illegal") nextIllegal(); else go(at + Number(by));
}

slider.addEventListener("input", () => go(Number(slider.value)));
document.addEventListener("click", (event) => {
  const to = event.target.closest("[data-go]");
  if (to) { event.preventDefault(); go(Number(to.dataset.go)); }
  const by = event.target.closest("[data-by]");
  if (by) move(by.dataset.by);
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input:not([type=range]), select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const by = { ArrowLeft: "-1", ArrowRight: "1", Home: "home", End: "end", i: "illegal" }[event.key];
  if (by) { event.preventDefault(); move(by); }
});

const search = document.getElementById("search"), filter = document.getElementById("filter"), fold = document.getElementById("fold");
let folded = true;
function sift() {
  const wanted = search.value.trim().toLowerCase(), kind = filter.value;
  let hidden = 0;
  for (const li of log.children) {
    const undone = li.classList.contains("undone");
    const fits = (!wanted || li.textContent.toLowerCase().includes(wanted))
      && (!kind || (kind === "illegal" ? li.dataset.v !== "legal" : kind === "judge" ? li.dataset.j : undone));
    const away = undone && folded && !wanted && !kind;
    hidden += away ? 1 : 0;
    li.hidden = !fits || away;
  }
  const some = log.querySelector("li.undone");
  fold.hidden = !some || Boolean(wanted || kind);
  fold.textContent = folded ? `Show ${hidden} taken back` : "Fold what was taken back";
}
search.addEventListener("input", sift); filter.addEventListener("change", sift);
fold.addEventListener("click", () => { folded = !folded; sift(); });

document.getElementById("share").addEventListener("click", async (event) => {
  const url = new URL(`/games/${document.body.dataset.game}?at=${at}`, location).href;
  try { await navigator.clipboard.writeText(url); event.target.textContent = "Copied: opens for whoever has a seat"; }
  catch { prompt("A link to this moment, for whoever has a seat", url); }
});

const tools = {
  why: () => ask(`${here}/why/${at}`), audit: () => ask(`${here}/audit`), backup: () => ask(`${here}/backup/${at}`),
};
async function run(details) {
  const result = details.querySelector(".result");
  await fill(result, () => tools[details.dataset.tool]());
}
async function fill(result, what) {
  result.replaceChildren(element("p", "Looking…", { class: "soft" }));
  try { lines(result, await what()); }
  catch (problem) { result.replaceChildren(element("p", problem.message, { class: "card problem" })); }
}
function lines(result, answer) {
  result.replaceChildren();
  if (answer.verdict) { const p = element("p"); p.append(verdict(answer.verdict), " ", cites(answer.cites ?? [], ruleset)); result.append(p); }
  const list = element("ul");
  for (const line of answer.lines ?? []) { const li = element("li"); li.append(bdi(line)); list.append(li); }
  result.append(list);
  if (answer.sheet?.length) {
    result.append(element("h3", "Rewind sheet: put this back, in this order"));
    const steps = element("ol"); for (const line of answer.sheet) { const li = element("li"); li.append(bdi(line)); steps.append(li); }
    result.append(steps);
  }
  for (const [text, href] of answer.links ?? []) result.append(element("a", text, { href, class: "button" }), " ");
}
for (const details of document.querySelectorAll("details[data-tool]")) details.addEventListener("toggle", () => details.open && run(details));

async function undoes() {
  const p = document.querySelector("[data-form=rewind] .undoes");
  const gone = newest - at;
  p.textContent = gone ? `This takes back ${gone} ${gone === 1 ? "entry" : "entries"}: ${at + 1}${gone > 1 ? ` to ${newest}` : ""}.` : "The newest entry is shown: nothing would be taken back.";
}

function sure(title, text) {
  const dialog = document.getElementById("sure");
  document.getElementById("sure-title").textContent = title;
  document.getElementById("sure-text").replaceChildren(...text.map((line) => { const p = element("p"); p.append(bdi(line)); return p; }));
  dialog.returnValue = "no"; dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
}

const forms = {
  whynot: (data) => ask(`${here}/whynot`, { step: data.get("step"), at }),
  diff: (data) => ask(`${here}/diff/${data.get("with")}/${at}`),
  compare: (data) => ask(`${here}/compare`, { reading: data.get("reading") }),
  fork: () => ask(`${here}/fork`, { at }),
  rewind: async (data) => {
    const preview = await ask(`${here}/undoes/${at}`);
    if (!await sure(`Rewind to entry ${at}?`, preview.lines)) return { lines: ["Nothing was done."] };
    return decided(await decide({ do: "rewind", to: at, because: data.get("because") }));
  },
  overrule: async (data) => {
    if (!await sure(`Entry ${at} is ${data.get("verdict")}?`, [data.get("verdict") === "legal" ? "It happens now, as it was said." : "It is taken back; the table stands as before it.", "The first verdict stays in the log for ever."])) return { lines: ["Nothing was done."] };
    return decided(await decide({ do: "overrule", entry: at, verdict: data.get("verdict"), because: data.get("because") }));
  },
  say: async (data) => decided(await ask(`${here}/say`, { step: data.get("step") })),
};
const decide = (step) => ask(`/api${here}/steps`, { by: "judge", ...step }, { "Idempotency-Key": crypto.randomUUID?.() ?? String(Math.random()) });
function decided(ruling) { refresh(true); return { verdict: ruling.verdict, cites: ruling.cites, lines: [ruling.reason || "It stands in the log."] }; }
document.addEventListener("submit", (event) => {
  const name = event.target.dataset?.form;
  if (!name) return;
  event.preventDefault();
  fill(event.target.parentElement.querySelector(".result"), () => forms[name](new FormData(event.target)));
});

async function refresh(follow_newest) {
  const last = Number(log.querySelector("li:last-child [data-go]")?.dataset.go ?? 0);
  const answer = await ask(`${here}/log?after=${last}`);
  if (answer.newest === newest && !answer.entries.length) return;
  const wasNewest = at === newest;
  newest = answer.newest; slider.max = newest;
  if (!log.querySelector("[data-go]")) log.replaceChildren();
  for (const e of answer.entries) log.append(line(e));
  for (const li of log.children) {
    const n = Number(li.firstElementChild?.dataset.go);
    li.classList.toggle("undone", answer.undone.includes(n));
    if (answer.verdicts[n]) { li.dataset.v = answer.verdicts[n]; li.querySelector(".verdict").className = `verdict ${answer.verdicts[n]}`; }
  }
  seen.clear(); sift();
  if (wasNewest || follow_newest) await go(newest); else where.textContent = `entry ${at} of ${newest}`;
}
function line(e) {
  const li = element("li"); li.dataset.v = e.verdict; if (e.by === "judge") li.dataset.j = "1";
  const a = element("a", undefined, { href: `?at=${e.n}`, "data-go": e.n });
  const mark = element("span", undefined, { class: `verdict ${e.verdict}` }); mark.append(element("span", e.verdict, { class: "skip" }));
  const words = element("span"); words.append(bdi(e.words)); if (e.verdict !== "legal" && e.cites.length) words.append(" ", element("small", e.cites.join(" ")));
  a.append(element("span", e.n, { class: "n" }), mark, words); li.append(a);
  return li;
}

sift(); undoes(); current();
follow(here, (text, lost) => { link.textContent = text; link.classList.toggle("lost", lost); }, () => refresh(false));
