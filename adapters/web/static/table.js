// A player's table: choose a step by tapping, say it, hear the ruling; follow the other phones.
import { ask, bdi, cites, element, key, line, piece, popup, verdict } from "./ask.js";
import { again, begin, finish, isOffered, listen, mark, other, tapped, tell } from "./choose.js";
import { follow } from "./follow.js";
import { standing } from "./standing.js";
import { t } from "./text.js";

const { here, seat } = document.body.dataset;
const live = document.getElementById("live"), menu = document.getElementById("menu");
const link = document.getElementById("link"), title = document.title;
const otherwise = document.getElementById("otherwise");
let retry = null, last = "", made = document.getElementById("now").dataset.dice;

listen({ say, whyNot, failed: (problem, name) => popup(name ?? t("say.again"), [line(name && problem.status === 409 ? t("say.nothing") : problem.message)]) });

// While a judge is called, whoever goes on is asked first, and says so in the log.
let wentOn = "";
const TALK = ["note", "undo", "consent", "object", "withdraw"];
function stopped(step) {
  const called = document.querySelector("#called[data-stops]");
  if (!called || wentOn === called.dataset.mark || TALK.includes(step.do)) return false;
  const row = element("div", null, { class: "row even" });
  row.append(closing(t("call.on.wait"), () => {}), closing(t("call.on.do"), async () => {
    wentOn = called.dataset.mark;
    if (await say({ by: seat, do: "note", text: called.dataset.stops })) say(step);
  }));
  popup(t("call.on"), [line(t("call.on.told")), row]);
  return true;
}
document.addEventListener("called", async () => {
  const next = () => document.getElementById("called")?.dataset.next, before = next();
  await refresh().catch(() => {});
  // Whoever has a code for the whole event is led to their next table; others are told which it is.
  if (before !== undefined && !before && next()) ask(next(), {}).then(({ to }) => location.assign(to), () => {});
});

async function say(step) {
  if (stopped(step)) return false;
  const said = JSON.stringify(step);
  if (retry?.said !== said) retry = { said, key: key() };
  const buttons = [...document.querySelectorAll("#choices button, #last button, [data-step]")];
  for (const button of buttons) button.disabled = true;
  try {
    const { verdict: ruled } = await ask(`/api${here}/steps`, step, { "Idempotency-Key": retry.key });
    retry = null;
    finish();
    tell(ruled !== "legal");
    await refresh();
    // The feed may have brought it while this was asked for.
    if (!isOffered()) again();
    goOn();
    return true;
  } catch (problem) {
    popup(t("say.failed"), [line(problem.message), line(t("say.lost"))]);
    return false;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

// Whoever works by keyboard goes on where something can be done, not at the top of the page.
function goOn() {
  if (document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
  const next = document.querySelector("#last button:not(:disabled)") ?? document.querySelector("#board .own [data-tap]") ?? document.querySelector("#chance button");
  next?.focus({ preventScroll: true });
}

// Why not, when, and what would help: a step that makes it legal, one that is legal, another of the same piece.
async function whyNot(one, goOn, instead = [], { piece: tapped = "", name } = {}) {
  const step = one.step ?? one.tried, on = tapped || one.piece || step.unit || step.card || "";
  const reason = line(verdict(one.verdict), " ", bdi(one.named ?? one.reason)), when = line(t("whynot.looking")), cures = element("div", null, { class: "cures stack" });
  when.className = "soft";
  const row = element("div", null, { class: "row even" }), foot = element("div", null, { class: "row even quiet" });
  for (const two of instead) row.append(closing(t("whynot.instead", { words: two.words }), () => say(two.step)));
  if (goOn) row.append(closing(t("whynot.on"), goOn));
  foot.append(cites(one.cites));
  if (one.step) foot.append(closing(t("whynot.say"), () => say(one.step)));
  if (step.do !== "undo" || one.judge) foot.append(closing(t("whynot.call"), () => call(called(one, step))));
  popup(one.words ? t("whynot.title.of", { words: [name, one.words].filter(Boolean).join(" · ") }) : t("whynot.title"), [reason, cures, when, row, foot], document.querySelector(`#board [data-piece="${CSS.escape(String(on))}"] .face`));
  try {
    const found = await ask(`${here}/when`, { step });
    when.textContent = found.when;
    when.className = "when";
    for (const cure of found.cures) { const made = closing(cure.words, () => say(cure.step)); made.className = cures.children.length ? "" : "main"; cures.append(made); }
    for (const made of found.because) when.after(entryLine(made));
  } catch { when.remove(); }
}

function entryLine({ n, words }) {
  const told = line(element("small", n, { class: "n", "aria-label": t("entry.n", { n }) }), " ", bdi(words));
  told.className = "made";
  return told;
}

function closing(words, does) {
  const button = element("button", null, { type: "button" });
  button.append(bdi(words));
  button.onclick = () => { document.getElementById("why").close(); does(); };
  return button;
}

// The call stands among the news at once; the answer may take its time.
const call = (text) => say({ by: seat, do: "note", text });

// It stands in the log, in the language of the log.
function called(one, step) {
  const { by, do: what, ...fields } = step;
  const asked = [by, what, ...Object.values(fields).flat()].join(" ");
  return `A judge, please: may ${asked}? The answer was ${one.verdict}: ${one.reason}`.slice(0, 1900);
}

// What a part says is known by a digest of it: the server leaves out what is held already.
let held = new Map();
const PART = "data-part", partsOf = (whole) => [...whole.querySelectorAll(`[${PART}]`)];
const digest = (part) => part.getAttribute(PART);
function hold(whole) {
  held = new Map(partsOf(whole).map((part) => [digest(part), part.cloneNode(true)]));
}
function fill(fresh) {
  for (const gap of partsOf(fresh)) {
    if (gap.tagName !== "I") continue;
    // Another answer may have come in between: then all of it is asked for.
    if (!held.has(digest(gap))) return false;
    gap.replaceWith(held.get(digest(gap)).cloneNode(true));
  }
  return true;
}

async function refresh(whole = false) {
  const html = await ask(`${here}/now`, undefined, whole ? {} : { "X-Umpire-Held": [...held.keys()].join() });
  if (html === last) return;
  const old = live.firstElementChild, fresh = piece(html);
  // Two may be on their way at once; the one that comes last need not be the newest.
  if (Number(fresh.dataset.entry) < Number(old.dataset.entry)) return;
  if (!fill(fresh)) { await refresh(true); return; }
  last = html;
  hold(fresh);
  renew(old, fresh);
  read();
}

// Only what is new is put in: what somebody types or points at stays.
const parts = ["chance", "request", "put", "together", "newer-token", "claim", "open", "standing", "board", "chooser", "standing-offer", "story"];
const sources = new Map();
function renew(old, fresh) {
  const focus = focused(), lay = scrolled();
  for (const [name, value] of Object.entries({ entry: "", yours: undefined, pick: undefined, over: undefined, dice: undefined, ...fresh.dataset })) {
    if (value === undefined) delete old.dataset[name]; else old.dataset[name] = value;
  }
  for (const id of parts) {
    const was = old.querySelector(`#${id}`), is = fresh.querySelector(`#${id}`);
    const source = is?.outerHTML ?? "";
    if (source === sources.get(id) || was?.querySelector("dialog[open]")) continue;
    sources.set(id, source);
    if (was && is) was.replaceWith(is); else if (was) was.remove(); else if (is) place(old, fresh, is);
  }
  old.querySelector("#options").replaceWith(fresh.querySelector("#options"));
  scroll(lay);
  if (focus && !document.querySelector("dialog[open]")) document.querySelector(focus)?.focus({ preventScroll: true });
}
function place(old, fresh, is) {
  const after = is.nextElementSibling?.id, column = old.querySelector(`.${is.parentElement.classList[0]}`);
  column.insertBefore(is, after ? column.querySelector(`#${after}`) : null);
}
// A long side stays where its reader left it; what is newly under way is brought into view, within its side.
const sides = () => [...document.querySelectorAll("#board, #board :is(.tiles, .staging, .sector, .figures, .queue)")];
const scrolled = () => sides().map(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);
let acting = "";
function scroll(lay) {
  for (const [n, side] of sides().entries()) [side.scrollTop, side.scrollLeft] = lay[n] ?? [0, 0];
  const roles = [...document.querySelectorAll("#board .tiles > :is(.is-acting, .is-target, .is-reacting)")];
  const now = roles.map((one) => one.dataset.piece).join();
  if (now === acting) return;
  acting = now;
  for (const one of roles) {
    const side = one.parentElement, is = one.getBoundingClientRect(), within = side.getBoundingClientRect();
    if (is.top < within.top || is.bottom > within.bottom) side.scrollTop += is.top - within.top - (within.height - is.height) / 2;
  }
}
function focused() {
  const { tap, mark, step } = document.activeElement?.dataset ?? {};
  if (tap) return `[data-tap="${CSS.escape(tap)}"]`;
  if (step) return `[data-step="${CSS.escape(step)}"]`;
  const on = document.activeElement?.closest("[data-piece]")?.dataset.piece;
  return mark && on ? `[data-piece="${CSS.escape(on)}"] [data-mark="${CSS.escape(mark)}"]` : null;
}

function read() {
  const now = live.firstElementChild, chance = [...document.querySelectorAll("#chance p")].map((one) => one.textContent).join(". ");
  const heard = document.getElementById("heard");
  if (heard.textContent !== chance) heard.textContent = chance;
  document.title = "yours" in now.dataset ? `${t("table.turn.title")} · ${title}` : title;
  begin(document.getElementById("options").textContent);
  if (now.dataset.dice !== made) { made = now.dataset.dice; again(); }
  mark();
  const hand = document.querySelectorAll(".fan > .fancard");
  for (const [n, one] of hand.entries()) one.style.setProperty("--turn", `${(n - (hand.length - 1) / 2) * Math.min(1.8, 9 / hand.length)}deg`);
  const concede = document.getElementById("concede");
  if (concede) concede.hidden = "over" in now.dataset;
  if (otherwise) otherwise.hidden = "over" in now.dataset;
  const due = document.querySelector("#together[data-reveals]")?.dataset.to;
  if (due) import("./together.js").then(({ reveal }) => reveal(say, due));
}

function sure(button) {
  const yes = element("button", t("say.concede"), { type: "button", class: "danger" });
  yes.onclick = () => { document.getElementById("why").close(); act(button); };
  popup(button.dataset.confirm, [line(t("say.concede.told")), yes]);
}
const act = (button) => say({ ...JSON.parse(button.dataset.step), by: seat });

document.addEventListener("click", (event) => {
  const on = (what) => event.target.closest(what), button = on("[data-step]"), tap = on("[data-tap]"), not = on("[data-not]"), opens = on("[data-opens]"), calls = on("[data-call]");
  if (button) { if (button.dataset.confirm) { menu.close(); sure(button); } else act(button); }
  if (not) whyNot({ tried: { ...JSON.parse(not.dataset.not), by: seat }, verdict: "illegal", cites: ["G4"], reason: not.dataset.reason, judge: "judge" in not.dataset });
  if (tap) { tap.closest("dialog")?.close(); tapped(tap.dataset.tap, tap.dataset.of); }
  if (opens) document.getElementById(opens.dataset.opens).showModal();
  if (calls) call(calls.dataset.call);
  const rolls = on("[data-together]");
  if (rolls) makes({ to: rolls.dataset.together }, rolls.dataset.label);
  if (event.target.id === "else") { menu.close(); other(); }
  if (event.target.matches("dialog.sheet")) event.target.close();
});
// How the table really lies, as a player says and the others are asked.
otherwise?.addEventListener("click", async () => {
  menu.close();
  try {
    const [{ partsSaid }, html] = await Promise.all([import("./parts.js"), ask(`${here}/parts`)]);
    const found = piece(html);
    found.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const parts = partsSaid(event.target);
      if (!Object.keys(parts).length) return;
      document.getElementById("why").close();
      say({ by: seat, do: "correct", parts, because: event.target.elements.because.value });
    });
    popup(t("tools.correct"), [found]);
  } catch (problem) { popup(t("tools.correct"), [line(problem.message)]); }
});
const makes = (made, label) => import("./together.js").then(({ commit }) => commit(say, made, label));
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-chance]")) return;
  event.preventDefault();
  menu.close();
  makes({ choice: "", ...Object.fromEntries(new FormData(event.target)) });
});
document.getElementById("note-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const box = document.getElementById("note"), text = box.value.trim();
  if (text) { menu.close(); say({ by: seat, do: "note", text }).then(() => { box.value = ""; }); }
});

// What was held back while a sheet over it was open.
live.addEventListener("close", () => { last = ""; refresh(); }, true);
// The button that opened a sheet may be gone when it is shut.
document.addEventListener("close", ({ target }) => {
  if (target.contains(document.activeElement)) document.activeElement.blur();
  goOn();
}, true);

standing(here, live, refresh);
hold(live);
for (const id of parts) sources.set(id, document.getElementById(id)?.outerHTML ?? "");
scroll(scrolled());
read();
follow(here, (text, lost) => { link.textContent = text; link.classList.toggle("lost", lost); }, () => refresh());
