// What a player may do, chosen tap by tap: what comes next is asked of the server, which judges it.
import { ask, bdi, element } from "./ask.js";
import { filled } from "./fill.js";
import { t } from "./text.js";

const { here } = document.body.dataset;
let root = [], source = "", taps = [], told = [], asked = null, narrowed = null, whole = null;
let heard = { say: () => {}, whyNot: () => {}, failed: () => {} };

export function listen(listeners) { heard = listeners; }

const may = (one) => one.verdict === "legal" || one.verdict === "open";
const current = () => narrowed ?? asked?.choices ?? root;

export function begin(text) {
  if (text === source) return;
  source = text;
  root = JSON.parse(text);
  if (taps.length) look(taps, told, { onlyLooks: true, lies: whole !== null }); else draw();
}

export function forget() { taps = []; told = []; asked = null; narrowed = null; whole = null; }

export function again() {
  forget();
  draw();
}

// A tap on a piece that comes before the last one was answered waits for it; what was asked then is answered, and taken away.
let busy = null, touched = "";
function inTurn(work) {
  const mine = Promise.resolve(busy).then(work).finally(() => { if (busy === mine) { busy = null; touched = ""; } waits(); });
  busy = mine;
  waits();
}
function waits() {
  const chooser = document.getElementById("chooser");
  if (busy) chooser?.setAttribute("aria-busy", "true"); else chooser?.removeAttribute("aria-busy");
  for (const one of document.querySelectorAll("#choices button, #choices input")) one.disabled = busy !== null;
}

// Asks what comes after these taps; what is gone by now begins anew, a piece that is no answer changes nothing.
// `lies`: the last die was only tapped in, so that the whole is looked over before it is said.
const look = (next, words, how) => inTurn(() => looked(next, words, how));
async function looked(next, words, { onlyLooks, piece, lies } = {}) {
  try {
    const found = await ask(`${here}/choices`, { taps: next });
    [taps, told, asked, narrowed, whole] = [found.taps, words, found, null, found.step && lies ? found.step : null];
    if (found.step && onlyLooks && !whole) { again(); return; }
    if (found.step && !whole) { await heard.say(found.step); return; }
  } catch (problem) {
    if (!piece) again();
    if (!onlyLooks) heard.failed(problem, piece);
    return;
  }
  draw();
  if (!onlyLooks) document.querySelector("#choices button, #choices input")?.focus({ preventScroll: true });
}

function choose(one) {
  if (!may(one)) heard.whyNot(one, one.step ? null : () => go(one));
  else go(one);
}

function go(one) {
  if (one.step) inTurn(() => heard.say(one.step)); else look([...taps, one.key], [...told, one.words]);
}

function back() {
  if (taps.length > 1) look(taps.slice(0, -1), told.slice(0, -1)); else again();
}

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
  const found = (asked?.choices ?? root).filter((one) => one.piece === id);
  if (found.length === 1) return choose(found[0]);
  if (found.length > 1) { narrowed = found; return draw(); }
  if (whole !== id) return pointed(whole, whole);
  const spot = document.querySelector(`#board [data-tap="${CSS.escape(id)}"]`), name = spot?.ariaLabel ?? spot?.textContent ?? id;
  return look([`@${id}`], [name], { piece: name });
}

function draw() {
  const chooser = document.getElementById("chooser");
  if (!chooser) return;
  const place = document.getElementById("choices"), title = document.getElementById("asked");
  const yours = "yours" in document.getElementById("now").dataset;
  place.replaceChildren();
  title.textContent = whole ? t("choose.right") : asked?.words || t(yours ? "choose.what" : "choose.tap");
  chooser.classList.toggle("chosen", taps.length > 0);
  trail();
  mark();
  const list = current(), groups = [list.filter((one) => may(one) && !one.aside), list.filter((one) => !may(one)), list.filter((one) => may(one) && one.aside)];
  const buttons = groups[0].filter((one) => one.key !== "/else");
  place.append(...buttons.map((one) => button(one)));
  if (asked?.ask) place.append(filled(asked.ask, (value) => fillIn(value), (value) => fillIn(value, true)));
  if (whole) { place.append(saying(whole)); return; }
  if (taps.length === 1 && taps[0] === "/else" && !narrowed) place.prepend(typedIn());
  if (!list.length && !asked?.ask) place.append(element("p", t("choose.nothing"), { class: "soft" }));
  if (!asked && yours && !buttons.length) place.append(element("p", t("choose.own"), { class: "soft" }));
  fold(place, groups[1], t("choose.refused"), (yours || asked) && !place.children.length);
  fold(place, groups[2], t("choose.report"));
  const other = list.find((one) => one.key === "/else");
  if (other) place.append(button({ ...other, words: t("choose.else") }, "plain"));
}

const fillIn = (value, lies) => look([...taps, { value }], [...told, [value].flat().join(" ")], { lies });

function saying(step) {
  const made = element("button", t("fill.done"), { type: "button", class: "main big" });
  made.onclick = () => inTurn(() => heard.say(step));
  return made;
}

// Any step in words; what it is taken for is shown before it is said.
function typedIn() {
  const made = element("form", null, { class: "row typed" }), label = element("label", t("choose.typed"));
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

// What is not for now, or beside the game, stands folded behind the rest.
function fold(place, list, title, open) {
  if (!list.length) return;
  const box = element("details", null, { class: "fold-more" });
  box.append(element("summary", `${title} (${list.length})`));
  const inside = element("div", null, { class: "choices" });
  inside.append(...list.map((one) => button(one)));
  box.append(inside);
  box.open = Boolean(open);
  place.append(box);
}

function button(one, kind) {
  const made = element("button", null, { type: "button", class: kind ?? (!may(one) ? "grey" : one.main ? "main big" : one.piece ? "target" : null) });
  made.append(bdi(one.words));
  if (!may(one)) made.append(element("span", ` ${t("choose.refused.mark")}`, { class: "skip" }));
  made.onclick = () => { touched = ""; choose(one); };
  return made;
}

function trail() {
  const place = document.getElementById("trail");
  place.hidden = !taps.length;
  place.replaceChildren();
  for (const words of told) {
    const step = element("span", null, { class: "said" });
    step.append(bdi(words));
    place.append(step, " ");
  }
  for (const [words, does] of [[t("choose.back"), back], [t("choose.again"), again]]) {
    const made = element("button", words, { type: "button", class: "plain" });
    made.onclick = does;
    place.append(made);
  }
}

// The pieces that answer what is asked are lit; those that may not, dimmed: they say why.
export function mark() {
  for (const one of document.querySelectorAll("#board .wanted, #board .barred, #board .chosen")) one.classList.remove("wanted", "barred", "chosen");
  for (const one of current()) if (one.piece) light(one.piece, may(one) ? "wanted" : "barred");
  for (const tap of taps) if (typeof tap === "string") light(tap.slice(tap.indexOf("@") + 1), "chosen");
}
function light(id, look) {
  for (const one of document.querySelectorAll(`#board [data-piece="${CSS.escape(id)}"]`)) one.classList.add(look);
}
