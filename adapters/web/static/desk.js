// The judge's desk: scrub through the game, find an entry, ask, decide.
import { addressAt, ask, element, line, piece } from "./ask.js";
import { follow } from "./follow.js";
import { t } from "./text.js";
import { stand } from "./tools.js";

const { here } = document.body.dataset;
const slider = document.getElementById("at"), moment = document.getElementById("moment");
const where = document.getElementById("where"), log = document.getElementById("log");
const link = document.getElementById("link"), sheet = document.getElementById("sheet");
let at = Number(slider.value), newest = Number(document.body.dataset.newest);
let wanted = at, fetching = false, chosen = 0, deciding = null;
const seen = new Map();

// The scrubber may run ahead; what is shown follows it, one small request at a time.
async function go(n) {
  wanted = at = Math.max(0, Math.min(newest, n));
  slider.value = at;
  where.textContent = t("desk.where", { n: at, newest });
  current();
  if (fetching) return;
  fetching = true;
  try { while (await show(wanted) !== wanted) { /* it has moved on meanwhile */ } }
  catch (problem) { moment.replaceChildren(line(problem.message)); }
  finally { fetching = false; }
  addressAt(at);
  unshared();
  sheet.href = `${here}/sheet/${at}`;
  sheet.hidden = at === 0;
  tools.moved();
}

// What a judge chooses stays, also while something is on its way that would go elsewhere.
function choose(n) { chosen += 1; return go(n); }

async function show(n) {
  const html = seen.get(n) ?? await ask(`${here}/at/${n}`);
  seen.set(n, html);
  if (seen.size > 64) seen.delete(seen.keys().next().value);
  if (n === wanted) moment.replaceChildren(piece(html));
  return n;
}

function current() {
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const entry = log.querySelector(`[data-go="${at}"]`);
  if (!entry) return;
  entry.setAttribute("aria-current", "true");
  log.querySelector(".fold.here")?.classList.remove("here");
  let row = entry.parentElement;
  const folded = row.hidden;
  while (row?.hidden) row = row.previousElementSibling;
  if (!row) return;
  row.classList.toggle("here", folded);
  const top = row.offsetTop;
  if (top < log.scrollTop || top > log.scrollTop + log.clientHeight - row.offsetHeight) log.scrollTop = top - log.clientHeight / 2;
}

function nextIllegal() {
  const found = [...log.querySelectorAll("li[data-v]:not([data-v=legal]) [data-go]")].map((entry) => Number(entry.dataset.go));
  const next = found.find((n) => n > at) ?? found[0];
  if (next !== undefined) choose(next); else where.textContent = t("desk.every");
}

function move(by) {
  if (by === "home") choose(0); else if (by === "end") choose(newest);
  else if (by === "illegal") nextIllegal(); else choose(at + Number(by));
}

slider.addEventListener("input", () => choose(Number(slider.value)));
document.addEventListener("click", (event) => {
  const to = event.target.closest("[data-go]"), by = event.target.closest("[data-by]");
  if (to && !event.ctrlKey && !event.metaKey) { event.preventDefault(); choose(Number(to.dataset.go)); }
  if (by) move(by.dataset.by);
});
const KEYS = { ArrowLeft: "-1", ArrowRight: "1", Home: "home", End: "end", i: "illegal" };
document.addEventListener("keydown", (event) => {
  const writes = event.target.closest("input:not([type=range], [type=checkbox]), select, textarea, dialog");
  if (writes || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  move(KEYS[event.key]);
});

const search = document.getElementById("search"), filter = document.getElementById("filter"), none = document.getElementById("none");
const unfolded = new Set();
const FITS = { "": () => true, illegal: (li) => li.dataset.v !== "legal", judge: (li) => "j" in li.dataset, undone: (li) => li.classList.contains("undone") };

// An entry is found by what its line says, and by its ruleset's words for it, which stand behind the line.
const said = (li) => `${li.textContent} ${li.querySelector(".words").title}`;

// What was taken back is folded, a stretch a line, unless something is looked for.
function sift() {
  const words = search.value.trim().toLowerCase(), fits = FITS[filter.value], plain = !words && !filter.value;
  for (const fold of log.querySelectorAll(".fold")) fold.remove();
  let stretch = [], found = 0;
  const close = () => { if (stretch.length) folded(stretch); stretch = []; };
  for (const li of [...log.children]) {
    const undone = li.classList.contains("undone");
    li.hidden = !plain && !(fits(li) && said(li).toLowerCase().includes(words));
    found += li.hidden ? 0 : 1;
    if (plain && undone) stretch.push(li); else close();
  }
  close();
  none.hidden = found > 0;
  current();
}

function folded(stretch) {
  const numbers = stretch.map((li) => li.querySelector("[data-go]").dataset.go), first = numbers[0], last = numbers.at(-1);
  const open = unfolded.has(first), which = first === last ? t("desk.fold.one", { n: first }) : t("desk.fold.more", { n: first, last });
  const fold = element("li", null, { class: "fold" });
  const button = element("button", t(open ? "desk.fold.open" : "desk.fold.shut", { entries: which }), { type: "button", class: "plain", "aria-expanded": open });
  button.onclick = () => { if (open) unfolded.delete(first); else unfolded.add(first); sift(); };
  fold.append(button);
  stretch[0].before(fold);
  for (const li of stretch) li.hidden = !open;
}
// On a phone the log is shut, so that the ruling stands on the first screen.
document.getElementById("entries").addEventListener("click", ({ target }) => {
  target.setAttribute("aria-expanded", target.getAttribute("aria-expanded") === "false");
  current();
});
search.addEventListener("input", sift);
filter.addEventListener("change", sift);

const share = document.getElementById("share"), shared = element("input", null, { readonly: "", hidden: "", "aria-label": t("desk.link") });
let sharedAt = at;
share.after(shared);
share.addEventListener("click", async () => {
  const url = `${document.body.dataset.shared}?at=${at}`;
  try { await navigator.clipboard.writeText(url); share.textContent = t("desk.shared"); }
  catch { shared.hidden = false; shared.value = url; shared.select(); }
  sharedAt = at;
});
// A link is that of the entry at which it was asked for.
function unshared() {
  if (sharedAt === at) return;
  shared.hidden = true;
  share.textContent = t("desk.share");
}

function overruled(li, verdict) {
  const sign = li.querySelector(".verdict");
  li.dataset.v = verdict;
  sign.className = `verdict ${verdict}`;
  sign.querySelector(".skip").textContent = t(`verdict.${verdict}`);
  if (!li.querySelector(".overruled")) li.querySelector(".words").append(" ", element("small", t("desk.overruled"), { class: "overruled" }));
}

// A reason that is half written is about the entry shown, also when it has lost the focus or its tool is shut.
// What a tool asks for anew when it is opened counts only while it is open.
function halfWritten() {
  const boxes = [...document.querySelectorAll(".tools [name=because]")];
  return boxes.some((box) => box.value.trim() && (!box.closest(".result") || box.closest("details").open));
}

// What a judge is writing is about the entry shown, and would be lost with it.
function writes() {
  const boxes = [...document.querySelectorAll(".tools details[open] :is(input, select, textarea)")];
  return document.getElementById("sure").open || halfWritten() || boxes.some((box) => box === document.activeElement || (box.closest(".result") && box.value !== box.defaultValue && box.matches("textarea, input")));
}

// Who stands at the newest entry goes along, unless they write there or have gone elsewhere while it was asked for.
async function refresh(follows = deciding ?? (() => at === newest && !writes())) {
  const last = Number([...log.querySelectorAll("[data-go]")].at(-1)?.dataset.go ?? 0);
  const answer = await ask(`${here}/log?after=${last}`);
  if (answer.newest <= newest) {
    // The line is there again: so is the moment that could not be fetched without it.
    if (!moment.querySelector("[data-at]")) await go(at);
    return;
  }
  const along = follows();
  newest = answer.newest;
  slider.max = newest;
  document.querySelector("[data-form=diff] [name=with]").max = newest;
  log.insertAdjacentHTML("beforeend", answer.html);
  const undone = new Set(answer.undone);
  for (const li of log.querySelectorAll("li[data-v]")) {
    const n = Number(li.firstElementChild.dataset.go), verdict = answer.verdicts[n];
    li.classList.toggle("undone", undone.has(n));
    if (verdict) overruled(li, verdict);
  }
  const head = document.getElementById("first");
  if (!answer.first) head.textContent = t("desk.legal");
  else {
    const first = element("a", t("entry.n", { n: answer.first }), { class: "entry", href: `?at=${answer.first}`, "data-go": answer.first });
    const [before, after] = t("desk.first", { entry: "\n" }).split("\n");
    head.replaceChildren(before, first, after);
  }
  seen.clear();
  sift();
  await go(along ? newest : at);
}

// The feed may have been faster than the answer to what was decided here, and the judge than both.
async function decided(answer, forward) {
  const before = chosen, follows = () => forward && chosen === before && !halfWritten();
  deciding = follows;
  try {
    await answer;
    await refresh(follows);
  } catch { return; }
  finally { deciding = null; }
  if (follows() && at !== newest) await go(newest);
}

const tools = stand(() => at, decided);
sift();
follow(here, (text, lost) => { link.textContent = text; link.classList.toggle("lost", lost); }, () => refresh());
