// The hall on a judge's phone: rows as they change, calls on top, filter and search, times that pass.
import { ask, bdi, element, piece } from "./ask.js";
import { t } from "./text.js";

const { event, seen, judge } = document.body.dataset, isHead = "head" in document.body.dataset;
const hall = document.getElementById("hall"), strip = document.getElementById("calls"), link = document.getElementById("link");
const search = document.getElementById("search"), filter = document.getElementById("filter"), none = document.getElementById("none");
const title = document.title, LONG = 180;
let clock = JSON.parse(document.body.dataset.clock), offset = Date.now() - clock.at, after = seen;
let known = new Set([...hall.querySelectorAll("[data-call]")].map((row) => row.dataset.call)), audio = null;

const now = () => Date.now() - offset;
function figures(ms) {
  const all = Math.max(0, Math.floor(Math.abs(ms) / 1000)), h = Math.floor(all / 3600), m = Math.floor(all / 60) % 60;
  const two = (n) => String(n).padStart(2, "0"), sign = ms <= -1000 ? "−" : "";
  return sign + (h ? `${h}:${two(m)}` : m) + `:${two(all % 60)}`;
}

function tick() {
  for (const one of document.querySelectorAll("time[data-since]")) one.textContent = figures(now() - Number(one.dataset.since));
  for (const one of document.querySelectorAll("time[data-until]")) one.textContent = figures(Math.max(0, Number(one.dataset.until) - now()));
  for (const one of document.querySelectorAll("[data-late]")) {
    one.classList.toggle("late", steps(one) === 1);
    one.classList.toggle("later", steps(one) === 2);
  }
  if (escalated() !== shownSteps) calls();
  document.getElementById("clock").textContent = round();
}

function round() {
  if (!clock.begun) return t("hall.round.ahead", { n: clock.round });
  if (clock.ended) return t("hall.round.over", { n: clock.round });
  return clock.until === null ? t("hall.clock.stands", { time: figures(clock.left) }) : figures(clock.until - now());
}

const waits = (row) => row.dataset.waits ? (now() - Number(row.dataset.waits)) / 1000 : 0;
const fits = {
  "": () => true, called: (row) => "call" in row.dataset, long: (row) => waits(row) > LONG, playing: (row) => !row.classList.contains("done"),
  disputed: (row) => row.classList.contains("disputed"), warned: (row) => row.classList.contains("warned"), done: (row) => row.classList.contains("done"),
};
function sift() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const row of hall.children) {
    const text = `${row.querySelector(".n").textContent} ${row.querySelector(".who").textContent}`.toLowerCase();
    const number = row.querySelector(".n").textContent;
    const found = words.every((word) => /^\d+$/.test(word) ? number === word : text.includes(word));
    row.hidden = !(found && fits[filter.value](row));
    shown += row.hidden ? 0 : 1;
  }
  none.hidden = shown > 0;
}

// A call that nobody takes is the next judge's after a while, then the head judge's: it rings again for them.
const steps = (row) => (row.dataset.late ?? "").split(" ").filter((at) => at && now() >= Number(at)).length;
const isMine = (row) => [false, row.dataset.next === judge, isHead][steps(row)];
const escalated = () => [...hall.querySelectorAll("[data-late]")].map((row) => `${row.dataset.call}-${steps(row)}`).join();
let shownSteps = "", shown = "", held = "", mine = new Set();

// Calls on top: the one to which this judge goes, then those that nobody has taken, the longest first.
const rank = (row) => row.dataset.judge === judge ? 0 : row.classList.contains("coming") ? 2 : 1;
function calls() {
  const open = [...hall.querySelectorAll("[data-call]")];
  shownSteps = escalated();
  open.sort((a, b) => rank(a) - rank(b) || a.dataset.at - b.dataset.at);
  renew(open);
  const untaken = open.filter((row) => !row.classList.contains("coming")).length;
  document.title = untaken ? `● ${untaken} · ${title}` : title;
  document.getElementById("counts").textContent = t("hall.counts", { done: hall.querySelectorAll(".done").length, all: hall.children.length, n: open.length });
  const fresh = open.filter((row) => !known.has(row.dataset.call) || (isMine(row) && !mine.has(row.dataset.call)));
  known = new Set(open.map((row) => row.dataset.call));
  mine = new Set(open.filter(isMine).map((row) => row.dataset.call));
  if (fresh.length) ring();
}

// Drawn anew only where a call has changed, so that no button goes from under a finger because of another table.
function renew(open) {
  const is = open.map((row) => [row.id, JSON.stringify(row.dataset), row.classList.contains("coming"), steps(row), isMine(row)].join()).join();
  if (is === shown) return;
  shown = is;
  const on = document.activeElement.closest("#calls li")?.dataset.call ?? (document.activeElement === document.body ? held : "");
  strip.replaceChildren(...open.map((row) => {
    const item = element("li", null, { class: row.classList.contains("coming") ? "coming" : "waits", "data-call": row.dataset.call });
    const to = element("a", t("hall.table", { n: row.querySelector(".n").textContent }), { href: row.querySelector(".n").href });
    item.append(to, " ", element("time", null, { "data-since": row.dataset.at }));
    if (isMine(row)) item.classList.add("mine");
    else if (steps(row) === 1) item.append(" ", bdi(t("hall.next", { judge: row.dataset.called })));
    else if (steps(row) === 2) item.append(" ", t("hall.next.head"));
    const taken = row.classList.contains("coming");
    if (taken && row.dataset.judge === judge) item.append(" ", t("hall.yours"));
    if (!taken && "late" in row.dataset) item.append(" ", goes(row));
    return item;
  }));
  if (on) strip.querySelector(`[data-call="${on}"] :is(button, a)`)?.focus({ preventScroll: true });
  held = "";
}

function goes(row) {
  const button = element("button", t("hall.go"), { type: "button" });
  button.addEventListener("click", async () => {
    held = button.matches(":focus-visible") ? row.dataset.call : "";
    button.disabled = true;
    try { await ask(`/api/events/${event}/acts`, { do: "take", call: Number(row.dataset.call) }); }
    catch (why) { button.disabled = false; say(why.message, true); }
  });
  return button;
}

// A table of a round that is over may have been opened again, or wait for the head judge still.
const others = document.getElementById("elsewhere");
let waited = new Set(clock.elsewhere.map(String)), drawn = "";
function elsewhere() {
  if (String(clock.elsewhere) === drawn) return;
  drawn = String(clock.elsewhere);
  const on = document.activeElement.closest("#elsewhere a")?.href;
  others.replaceChildren(...clock.elsewhere.map(([n, table, taken]) => {
    const item = element("li", null, { class: taken ? "coming" : "waits" });
    item.append(element("a", t("hall.elsewhere.call", { round: n, table }), { href: `/events/${event}/r${n}/t${table}` }));
    return item;
  }));
  if (on) [...others.querySelectorAll("a")].find((to) => to.href === on)?.focus({ preventScroll: true });
  const fresh = clock.elsewhere.filter((one) => !one[2] && !waited.has(String(one)));
  waited = new Set(clock.elsewhere.map(String));
  if (fresh.length) ring();
}

// To the head judge alone: rulings that depart from others, until they have seen them.
const told = document.getElementById("departures");
let heard = new Set(clock.departures.map(String));
function departures() {
  if (!told) return;
  told.replaceChildren(...clock.departures.map(([call, table]) => {
    const item = element("li", null, { class: "waits" });
    item.append(element("a", call ? t("hall.departs", { call, table }) : t("hall.departs.game", { table }), { href: `/events/${event}/r${clock.round}/t${table}` }));
    return item;
  }));
  const fresh = clock.departures.filter((one) => !heard.has(String(one)));
  heard = new Set(clock.departures.map(String));
  if (fresh.length) ring();
}

function ring() {
  navigator.vibrate?.([200, 100, 200]);
  if (!audio) return;
  const tone = audio.createOscillator(), volume = audio.createGain();
  tone.frequency.value = 880;
  volume.gain.setValueAtTime(0.2, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.6);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.6);
}

function take(rows) {
  for (const html of rows) {
    const row = piece(html), old = document.getElementById(row.id);
    if (old) old.replaceWith(row); else hall.append(row);
    // It may be closed again in the very next row: it rings all the same.
    if ("call" in row.dataset && !known.has(row.dataset.call)) calls();
  }
  calls(); sift(); tick();
}

const say = (text, lost) => { link.textContent = text; link.classList.toggle("lost", lost); };
let source = null;
function open() {
  source?.close();
  source = new EventSource(`/api/events/${event}/live?after=${after}`);
  source.onopen = () => say("", false);
  source.onerror = () => { say(t("follow.lost"), true); if (source.readyState === EventSource.CLOSED) setTimeout(open, 1500); };
  source.addEventListener("rows", (message) => { after = message.lastEventId; take(JSON.parse(message.data)); });
  source.addEventListener("round", (message) => { clock = JSON.parse(message.data); offset = Date.now() - clock.at; departures(); elsewhere(); tick(); });
  source.addEventListener("again", () => location.reload());
}
addEventListener("online", open);
addEventListener("offline", () => say(t("follow.lost"), true));
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (shown) => { if (shown.persisted) location.reload(); });
search.addEventListener("input", sift);
filter.addEventListener("change", sift);
document.getElementById("tiles").addEventListener("click", (click) => {
  const on = hall.classList.toggle("tiles");
  click.target.setAttribute("aria-pressed", on);
});
document.getElementById("sound").addEventListener("click", (click) => {
  audio = audio ? (audio.close(), null) : new AudioContext();
  click.target.setAttribute("aria-pressed", audio !== null);
  if (audio) ring();
});
document.getElementById("paste")?.addEventListener("submit", async (event_) => {
  event_.preventDefault();
  const form = event_.target, problem = form.querySelector(".problem"), told = document.getElementById("pasted");
  problem.hidden = true;
  told.textContent = "";
  try {
    const { tables } = await ask(`/api/events/${event}/results`, { list: form.elements.list.value, round: clock.round });
    told.textContent = t("lists.pasted", { n: tables });
    form.reset();
  } catch (why) { problem.textContent = why.message; problem.hidden = false; }
});
calls(); departures(); elsewhere(); sift(); tick();
setInterval(tick, 1000);
setInterval(() => { if (filter.value === "long") sift(); }, 5000);
open();
