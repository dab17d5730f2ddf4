// What a player may do, chosen tap by tap: what comes next is asked of the server, which judges it.
import { ask, bdi, element, sign } from "./ask.js";
import { filled } from "./fill.js";
import { t } from "./text.js";

const { here } = document.body.dataset, MOST = 8;
let root = [], pieces = [], source = "", taps = [], told = [], asked = null, narrowed = null, whole = null, plain = null, all = false, refused = false, offered = false, launched = "";
let heard = { say: () => {}, whyNot: () => {}, failed: () => {} };

export function listen(listeners) { heard = listeners; }

const table = () => document.getElementById("now");
const may = (one) => one.verdict === "legal" || one.verdict === "open";
const current = () => narrowed ?? asked?.choices ?? root;
export const spot = (id) => document.querySelector(`#board [data-tap="${CSS.escape(id)}"]`);
// An answer that says more than another: a Charge, a pass until the step ends, a move that was not carried out.
const base = (one, list) => list.find((other) => other !== one && one.key.startsWith(`${other.key} `));

export function begin(text) {
  const { entry } = table().dataset, now = [entry, document.getElementById("standing-offer")?.dataset.words, text].join(" ");
  if (now === source) return;
  source = now;
  root = JSON.parse(text);
  pieces = [];
  if (taps.length && !offered) look(taps, told, { onlyLooks: true, lies: whole !== null }); else again();
}

// What was refused is told where news stands, until the next tap.
export function tell(is) { refused = is; }

// A step is said: what comes next is offered, also where the feed brought it before the answer came.
export function finish() { forget(); launched = ""; }
// Whether what the page has tapped by itself stands.
export function isOffered() { return offered; }
function forget() { taps = []; told = []; asked = null; narrowed = null; whole = null; plain = null; all = false; offered = false; }

// Whoever must say something that has parts is asked for them; whoever is asked has the piece in hand that it is about; else what can do something is told from what cannot.
export function again() {
  forget();
  draw();
  if (refused || launched === source) return undefined;
  launched = source;
  const { pick, yours, entry } = table().dataset, dues = root.filter((one) => one.main && may(one));
  const ways = root.filter((one) => may(one) && !one.aside && one.key !== "/else" && !base(one, root));
  if (yours !== undefined && ways.length === 1 && dues.length === 1 && !dues[0].step) return offer([dues[0].key], [dues[0].words]);
  if (pick && spot(pick)) return offer([`@${pick}`], [named(pick)]);
  if (yours !== undefined) ask(`${here}/choices`, { taps: [] }).then((found) => { if (table().dataset.entry === entry) { pieces = found.choices.filter((one) => one.piece); if (!taps.length) mark(); } }, () => {});
  return undefined;
}
// What the page taps by itself is given up as soon as something else is so.
function offer(next, words) {
  const of = source;
  return inTurn(async () => {
    if (of !== source || taps.length) return;
    await looked(next, words, { onlyLooks: true });
    if (of === source) offered = true; else forget();
  });
}
const named = (id) => { const one = spot(id); return one?.ariaLabel ?? one?.textContent ?? id; };

// A tap on a piece that comes before the last one was answered waits for it; what was asked then is answered, and taken away.
let busy = null, touched = "", held = "";
function inTurn(work) {
  const mine = Promise.resolve(busy).then(work).finally(() => { if (busy === mine) { busy = null; touched = ""; } waits(); });
  busy = mine;
  waits();
  return mine;
}
function waits() {
  const chooser = document.getElementById("chooser");
  if (busy) chooser?.setAttribute("aria-busy", "true"); else chooser?.removeAttribute("aria-busy");
  hold();
  for (const one of document.querySelectorAll("#choices button, #choices input, #last button")) one.disabled = busy !== null || "short" in one.dataset;
  resume();
}
// Whoever works by keyboard keeps their place while the buttons wait and are drawn anew.
function hold() { held = document.activeElement?.closest("#choices button, #last button")?.textContent ?? held; }
function resume() {
  if (busy) return;
  const shown = [...document.querySelectorAll("#choices button:enabled, #last button:enabled")];
  if (held && document.activeElement === document.body) (shown.find((one) => one.textContent === held) ?? shown[0])?.focus({ preventScroll: true });
  held = "";
}

// Asks what comes after these taps; what is gone by now begins anew, a piece that is no answer changes nothing.
// `lies`: the last die was only tapped in, so that the whole is looked over before it is said.
const look = (next, words, how) => inTurn(() => looked(next, words, how));
async function looked(next, words, { onlyLooks, piece, lies, instead } = {}) {
  try {
    let found = await ask(`${here}/choices`, { taps: next });
    // The page went on meanwhile: what comes after these taps now?
    if (found.entry < Number(table().dataset.entry)) found = await ask(`${here}/choices`, { taps: next });
    [taps, told, asked, narrowed, whole, plain, all] = [found.taps, words, found, null, found.step && (lies || figures(found.taps)) ? found.step : null, instead ?? null, false];
    if (found.step && onlyLooks && !whole) { forget(); draw(); return; }
    if (found.step && !whole) { await heard.say(found.step); return; }
    const only = onlyLooks || plain ? null : onlyTarget(found);
    if (only) { await heard.say(only.step); return; }
  } catch (problem) {
    if (!piece) { forget(); draw(); }
    if (!onlyLooks) heard.failed(problem, piece);
    return;
  }
  draw();
  if (!onlyLooks) goOn();
}

// Whoever works by keyboard goes on with what is asked.
function goOn() {
  (document.querySelector("#choices :is(button:not(.grey), input)") ?? document.querySelector("#last button, #board .wanted [data-tap]") ?? document.querySelector("#choices button") ?? spot(String(taps[0]).slice(1)))?.focus({ preventScroll: true });
}

// A card from the hand goes to the only target that fits it.
function onlyTarget({ taps: [first, ...rest], ask: wanted, choices }) {
  const fit = choices.filter(may);
  const fromHand = typeof first === "string" && first.startsWith("@") && spot(first.slice(1))?.closest(".hand");
  return fromHand && rest.length && !wanted && fit.length === 1 && fit[0].step && fit[0].piece ? fit[0] : null;
}

// Figures that were tapped are looked over, too.
const figures = ([first]) => typeof first === "string" && first.startsWith("do=damage");

function choose(one) {
  refused = offered = false;
  if (!may(one)) heard.whyNot(one, one.step || one.via ? null : () => go(one), siblings(one), taps.length ? { piece: String(taps[0]).slice(1), name: told[0] } : {});
  else go(one);
}
// What the same piece may do instead.
function siblings(one) {
  const list = current();
  return taps.length === 1 ? list.filter((other) => other !== one && other.verdict === "legal" && other.step && !other.aside && !base(other, list)).slice(0, 1) : [];
}

// A command that is mostly given as its variant, such as Assault as a Charge, asks for that first.
function go(one) {
  const list = current(), { asks } = document.getElementById("board").querySelector("[data-asks]")?.dataset ?? {};
  const more = asks && asks.split(" ").includes(one.sign) ? list.find((other) => may(other) && !other.step && base(other, list) === one) : null;
  if (more) look([...taps, more.key], [...told, one.words], { instead: one });
  else if (one.via) look([...taps, ...one.via], [...told, one.words]);
  else if (one.step && figures(taps)) {
    [taps, told, asked, whole] = [[...taps, one.key], [...told, one.words], { words: "", choices: [] }, one.step];
    draw();
  }
  else if (one.step) inTurn(() => heard.say(one.step));
  else look([...taps, one.key], [...told, one.words]);
}

function back() {
  if (taps.length > 1) look(taps.slice(0, -1), told.slice(0, -1)); else again();
}
export function other() { look(["/else"], [t("choose.else")]); }

// A unit, card or figure is tapped: it answers what is asked, or begins a step of its own.
export function tapped(id, whole = id) {
  if (busy && touched === id) return;
  touched = id;
  later(id, whole);
}
function later(id, whole) {
  if (busy) busy.then(() => later(id, whole)); else pointed(id, whole);
}
function pointed(id, whole) {
  refused = offered = false;
  if (gaveBack(id)) return undefined;
  const list = current(), found = list.filter((one) => one.piece === id);
  if (found.length === 1) return choose(found[0]);
  if (found.length > 1) { narrowed = found; return draw(); }
  if (whole !== id) return pointed(whole, whole);
  const to = taps.length === 1 && !spot(id)?.closest(".own, .hand") ? list.filter((one) => may(one) && !one.step && base(one, list)) : [];
  if (to.length) {
    narrowed = to.map((one) => ({ ...base(one, list), key: one.key, step: undefined, verdict: one.verdict, via: [one.key, `@${id}`] }));
    told = [told[0], named(id)];
    return draw();
  }
  return look([`@${id}`], [named(id)], { piece: named(id) });
}

// A figure that has lost all it can, or is tapped when nothing is left to place, gets its points back.
function gaveBack(id) {
  const placed = taps.filter((one) => figure(one) === id).length;
  const left = Number(document.querySelector(`#board [data-piece="${CSS.escape(id)}"][data-left]`)?.dataset.left ?? 0);
  if (!placed || (placed < left && short() > 0)) return false;
  const kept = taps.flatMap((one, n) => (figure(one) === id ? [] : [n]));
  look(kept.map((n) => taps[n]), kept.map((n) => told[n]));
  return true;
}
// The figure on the board that a tap stands for; empty for another tap.
function figure(tap) {
  const unit = damaged();
  return unit && typeof tap === "string" && tap.startsWith("@") ? `${unit}/${tap.slice(1)}` : "";
}

function draw() {
  const chooser = document.getElementById("chooser"), now = table();
  if (!chooser) { now.classList.add("idle"); mark(); return; }
  const place = document.getElementById("choices"), last = document.getElementById("last");
  const yours = "yours" in now.dataset, list = current().filter((one) => one.key !== "/else");
  const here = list.filter((one) => !(one.piece && spot(one.piece)));
  const due = (one) => one.main && may(one) && !base(one, list);
  hold();
  place.replaceChildren();
  last.replaceChildren();
  now.classList.toggle("idle", refused || (!taps.length && !list.some(due)));
  now.classList.toggle("picked", taps.length > 0);
  chooser.classList.toggle("chosen", taps.length > 0);
  chooser.classList.toggle("sheet", taps[0] === "/else" || all);
  heading(yours);
  mark();
  const commands = taps.length ? fewest(here.filter((one) => !due(one) && !one.aside && (all || !base(one, list)))) : [];
  const aside = here.filter((one) => one.aside && may(one)), first = here.filter((one) => !one.aside && !commands.includes(one) && !due(one) && taps.length);
  place.append(...commands.map((one) => button(one)));
  place.classList.toggle("commands", commands.every((one) => one.sign));
  for (const [many, name] of [[1, "one"], [2, "two"], [3, "three"]]) place.classList.toggle(name, (commands.length === 6 && many === 3) || commands.length === many);
  // A hand shows a strip of each card, and none while one of them is in hand.
  const effect = document.querySelector("#board .fancard.chosen .text")?.textContent.trim();
  if (effect) place.prepend(element("p", effect, { class: "soft effect" }));
  if (asked?.ask) place.append(filled(asked.ask, (value) => fillIn(value), (value) => fillIn(value, true)));
  if (taps[0] === "/else" && taps.length === 1 && !narrowed) place.prepend(typedIn());
  trail(aside, first.length || aside.length > 1);
  if (all) place.append(...aside.map((one) => button(one)));
  if (whole) last.append(saying(whole));
  else if (short() > 0) last.append(waiting(short()));
  if (plain) last.append(button(plain, "main", t("choose.plain", { words: plain.words })));
  const ends = [...here.filter(due), ...(taps.length ? root.filter((one) => one.main && one.step && may(one) && !here.some((two) => two.key === one.key)) : list.filter((one) => !due(one) && !one.aside && (may(one) || (yours && !list.some(due))) && !base(one, list)))];
  last.append(...ends.slice(0, 3).map((one) => button(one, one.main && may(one) ? "main" : "aside")));
  const until = document.getElementById("until");
  if (until && ("due" in until.parentElement.dataset ? ends.some(may) : !yours && !taps.length)) last.append(opener(until));
  if (taps.length && !here.length && !list.length && !asked?.ask && !whole) place.append(element("p", t("choose.nothing"), { class: "soft" }));
  resume();
}

// At most eight commands, those that may be given first, in the order of the rulebook.
function fewest(list) {
  if (all) return list;
  if (root.some((one) => one.main) && list.some(may)) return list.filter(may).slice(0, MOST);
  if (list.length <= MOST) return list;
  const kept = new Set([...list.filter(may), ...list.filter((one) => !may(one))].slice(0, MOST));
  return list.filter((one) => kept.has(one));
}

function heading(yours) {
  const title = document.getElementById("asked"), restricts = document.getElementById("restricts"), piece = typeof taps[0] === "string" && taps[0].startsWith("@") ? taps[0].slice(1) : "";
  const tile = !piece ? null : document.querySelector(`#board [data-piece="${CSS.escape(piece)}"]`), old = title.parentElement.querySelector(".face");
  old?.remove();
  const face = tile?.querySelector(".face");
  if (face) title.before(face.cloneNode(true));
  // What is to be placed stands on top and on the button: here is who takes it.
  if (damaged() && asked?.words) { title.replaceChildren(bdi(asked.words)); restricts.textContent = ""; return; }
  title.replaceChildren(bdi(whole ? t("choose.right") : told.length && taps[0] !== "/else" ? told[0] : asked?.words || t(yours ? "choose.what" : "choose.tap")));
  restricts.textContent = told.length > 1 || (asked?.words && asked.words !== told[0] && taps[0] !== "/else") ? [...told.slice(1), asked?.words === told[0] ? "" : asked?.words].filter(Boolean).join(" · ") : [...tile?.querySelectorAll(".binds bdi") ?? []].map((one) => one.textContent).join(" · ");
}

const fillIn = (value, lies) => look([...taps, { value }], [...told, [value].flat().join(" ")], { lies });

function saying(step) {
  const made = element("button", null, { type: "button", class: "main big" });
  made.append(bdi(figures(taps) ? told[0] : t("fill.done")));
  made.onclick = () => inTurn(() => heard.say(step));
  return made;
}

const damaged = () => /^do=damage unit=(.*)$/.exec(taps[0])?.[1];

// Points of damage that are still to be placed.
function short() {
  const unit = damaged(), large = unit && document.querySelector(`#board [data-large="${CSS.escape(unit)}"][data-due]`);
  return large ? Number(large.dataset.due) - taps.filter(figure).length : 0;
}
function waiting(n) {
  const made = element("button", t("choose.to_go", { n }), { type: "button", "data-short": "" });
  made.disabled = true;
  return made;
}

function opener(dialog) {
  const made = element("button", dialog.parentElement.dataset.words, { type: "button", class: "aside", "aria-haspopup": "dialog" });
  made.onclick = () => document.getElementById(dialog.id)?.showModal();
  return made;
}

// Any step in words; what it is taken for is shown before it is said.
function typedIn() {
  const made = element("form", null, { class: "typed" }), label = element("label", t("choose.typed"));
  const box = element("input", null, { autocomplete: "off", maxlength: "500", required: "" });
  const wrong = element("p", null, { class: "problem", role: "alert" });
  wrong.hidden = true;
  label.append(box);
  made.append(label, element("button", t("choose.typed.look")), wrong);
  made.onsubmit = (event) => {
    event.preventDefault();
    inTurn(async () => {
      try { narrowed = [await ask(`${here}/typed`, { text: box.value })]; draw(); }
      catch (problem) { wrong.textContent = problem.message; wrong.hidden = false; }
    });
  };
  return made;
}

function button(one, kind, words = one.words) {
  const made = element("button", null, { type: "button", class: kind ?? "act" });
  if (!may(one)) made.classList.add("grey");
  if (one.sign) made.append(sign(one.sign));
  made.append(bdi(words));
  if (!may(one)) made.append(element("span", ` ${t("choose.refused.mark")}`, { class: "skip" }));
  made.onclick = () => { touched = ""; if (one === plain) inTurn(() => heard.say(one.step)); else choose(one); };
  return made;
}

// What stands beside the name: a report of the piece, everything there is, a step back.
function trail(aside, more) {
  const place = document.getElementById("trail");
  place.replaceChildren();
  const add = (words, does, name) => {
    const made = element("button", null, { type: "button", class: "plain", "aria-label": name });
    made.append(words);
    made.onclick = () => { does(); if (document.activeElement === document.body) goOn(); };
    place.append(made);
  };
  if (!taps.length) return;
  if (aside.length && !all && taps.length === 1) add(bdi(aside[0].words), () => choose(aside[0]));
  if (more && !all) add(sign("more"), () => { all = true; draw(); }, t("choose.all"));
  if (told.length > 1) add(sign("back"), back, t("choose.back"));
  add(sign("x"), () => { const had = spot(String(taps[0]).slice(1)); forget(); draw(); had?.focus({ preventScroll: true }); }, t("choose.again"));
}

// The pieces that answer what is asked are lit; those that may not, dimmed: they say why.
export function mark() {
  for (const one of document.querySelectorAll("#board :is(.wanted, .barred, .chosen, .can)")) one.classList.remove("wanted", "barred", "chosen", "can");
  if (!taps.length && !narrowed) for (const one of pieces) light(one.piece, may(one) ? "can" : "barred");
  for (const one of current()) if (one.piece) light(one.piece, may(one) ? "wanted" : "barred");
  for (const tap of taps) if (typeof tap === "string") light(figure(tap) || tap.slice(tap.indexOf("@") + 1), "chosen");
  for (const one of document.querySelectorAll("#board .figure")) one.dataset.lost = taps.filter((tap) => figure(tap) === one.dataset.piece).length || "";
}
function light(id, look) {
  for (const one of document.querySelectorAll(`#board [data-piece="${CSS.escape(id)}"]`)) one.classList.add(look);
}
