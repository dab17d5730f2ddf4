// What a player may do, chosen field by field from the options the server judged.
import { bdi, element } from "./ask.js";

let options = [], names = {}, meanings = {}, chosen = {}, source = "";
let heard = { say: () => {}, whyNot: () => {} };

export function listen(listeners) { heard = listeners; }

const word = (text) => String(text).replaceAll("_", " ").replaceAll("-", " ");
const capital = (text) => text.replace(/^./, (letter) => letter.toUpperCase());
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
export function shown(value) {
  if (Array.isArray(value)) return value.length ? value.map(shown).join(", ") : "none";
  if (value && typeof value === "object") return Object.entries(value).map(([name, one]) => `${shown(name)}: ${shown(one)}`).join(", ");
  return { true: "yes", false: "no", undefined: "none" }[value] ?? names[value] ?? word(value);
}
// How a field that may be left out is asked for: [question, left out, true, false].
const ASKED = {
  charge: ["As a Charge?", "no Charge", "as a Charge", "no Charge"],
  until: ["For how long?", "this once"],
  completed: ["How did it go?", "carried out", "carried out", "not carried out"],
};
function answered(field, value) {
  if (ASKED[field] && (value === undefined || typeof value === "boolean")) return ASKED[field][value === undefined ? 1 : value ? 2 : 3];
  return value === undefined ? `no ${word(field)}` : shown(value);
}
const question = (field) => field === "do" ? "What do you do?" : ASKED[field]?.[0] ?? `${capital(word(field))}?`;

const matching = () => options.filter((one) => Object.entries(chosen).every(([field, value]) => same(one.said[field], value)));
const legal = (left, field, value) => left.some((one) => one.verdict === "legal" && same(one.said[field], value));
const about = (value, id) => value === id || (Array.isArray(value) && value.length === 1 && value[0] === id)
  || (value && typeof value === "object" && same(Object.keys(value), [id]));

// The next field in which the options left differ; where they agree there is nothing to choose.
function nextField(left) {
  const fields = [...new Set(["do", ...left.flatMap((one) => Object.keys(one.said))])];
  for (const field of fields) {
    if (field === "by" || field in chosen || left.every((one) => one.asks[field])) continue;
    const values = [];
    for (const one of left) if (!values.some((value) => same(value, one.said[field]))) values.push(one.said[field]);
    if (values.length > 1) return [field, values];
    if (values.length) chosen[field] = values[0];
  }
  return null;
}

export function begin(text) {
  if (text === source) return;
  source = text;
  ({ options, names, meanings } = JSON.parse(text));
  if (!matching().length) chosen = {};
  draw();
}

export function again() { chosen = {}; draw(); }

function draw() {
  const chooser = document.getElementById("chooser");
  if (!chooser) return;
  const typed = Object.fromEntries([...chooser.querySelectorAll("[name]")].map((box) => [box.name, box.value]));
  const choices = document.getElementById("choices"), asked = document.getElementById("asked");
  choices.replaceChildren();
  unmark();
  const left = matching(), next = options.length ? nextField(left) : null;
  trail();
  if (!options.length) { asked.textContent = "There is nothing for you to do now."; return; }
  if (!next) { confirmStep(left, choices, asked, typed); return; }
  const [field, values] = next;
  asked.textContent = question(field);
  const rank = (value) => (legal(left, field, value) ? 0 : 2) + (value === "report" ? 1 : 0);
  for (const value of values.sort((a, b) => rank(a) - rank(b))) choices.append(choice(left, field, value));
}

function choice(left, field, value) {
  const may = legal(left, field, value);
  const button = element("button", null, { type: "button", class: may ? null : "grey" });
  button.append(bdi(answered(field, value)));
  if (!may) button.append(element("span", " (not now: why?)", { class: "skip" }));
  else if (field === "do" && meanings[value]) button.append(element("small", meanings[value]));
  button.onclick = () => may ? choose(field, value) : heard.whyNot(left.filter((one) => same(one.said[field], value)), fill);
  if (may) mark(value);
  return button;
}

function trail() {
  const told = Object.entries(chosen).filter(([, value]) => value !== undefined && value !== false);
  const place = document.getElementById("trail");
  place.hidden = !told.length;
  place.replaceChildren();
  for (const [field, value] of told) {
    const step = element("span", null, { class: "said" });
    step.append(bdi(answered(field, value)));
    place.append(step, " ");
  }
  const back = element("button", "start again", { type: "button", class: "plain" });
  back.onclick = again;
  place.append(back);
}

const pieces = (id) => document.querySelectorAll(`#board [data-piece="${CSS.escape(id)}"]`);
function unmark() { for (const piece of document.querySelectorAll("#board .wanted")) piece.classList.remove("wanted"); }
function mark(value) {
  const ids = typeof value === "string" ? [value] : Array.isArray(value) ? value : Object.keys(value ?? {});
  for (const id of ids) for (const piece of pieces(String(id))) piece.classList.add("wanted");
}

function choose(field, value) {
  chosen[field] = value;
  draw();
  document.querySelector("#choices button, #choices input")?.focus({ preventScroll: true });
}

// A unit or card is tapped: it answers what is asked, or begins a step of its own.
export function tapped(id) {
  const left = matching(), before = { ...chosen }, next = nextField(left);
  const value = next?.[1].find((one) => about(one, id));
  if (value !== undefined) {
    if (legal(left, next[0], value)) return choose(next[0], value);
    return heard.whyNot(left.filter((one) => same(one.said[next[0]], value)), fill);
  }
  chosen = before;
  const naming = (one) => Object.entries(one.said).find(([field, found]) => field !== "by" && !(field in chosen) && about(found, id));
  const acts = options.filter((one) => one.said.do !== "report" && naming(one));
  const may = left.filter((one) => one.verdict === "legal" && acts.includes(one));
  if (!may.length) return heard.whyNot(acts, fill, id);
  const field = naming(may[0]);
  if (may.every((one) => one.said.do === may[0].said.do)) chosen.do = may[0].said.do;
  return choose(...field);
}

function fill(one) {
  const choices = document.getElementById("choices");
  choices.replaceChildren();
  form(one, choices, document.getElementById("asked"), {});
}

function confirmStep(left, choices, asked, typed) {
  const one = left.find((option) => option.verdict === "legal") ?? left[0];
  if (!one) again(); else if (one.verdict !== "legal") { again(); heard.whyNot([one], fill); } else form(one, choices, asked, typed);
}

function form(one, choices, asked, typed) {
  asked.textContent = Object.keys(one.asks).length ? "Fill it in, then say it" : "Say it?";
  const made = element("form", null, { class: "stack" });
  const readers = Object.entries(one.asks).map(([field, wanted]) => [field, input(made, field, wanted, one.said[field], typed[field])]);
  made.append(element("button", "Say it", { class: "main big" }));
  made.onsubmit = (event) => {
    event.preventDefault();
    const step = { ...one.said };
    for (const [field, read] of readers) {
      const value = read();
      if (value === undefined) delete step[field]; else step[field] = value;
    }
    heard.say(step);
  };
  choices.append(made);
}

function input(made, field, wanted, sample, typed) {
  const text = wanted.label || word(field), single = sample !== undefined && !Array.isArray(sample);
  const kind = wanted.kind === "names" && single ? "pick" : wanted.choices?.length && wanted.kind !== "names" ? "pick" : wanted.kind;
  return ({ pick, flag, dice, names: many, figures: many }[kind] ?? typedIn)(made, field, text, wanted, sample, typed);
}

const number = (text) => /^-?\d+$/.test(text) ? Number(text) : text;
function labelled(made, text, box) {
  const label = element("label");
  label.append(bdi(text), box);
  made.append(label);
  return box;
}

function pick(made, field, text, wanted, sample, typed) {
  const box = labelled(made, text, element("select", null, { name: field }));
  for (const one of wanted.choices) { const option = element("option", shown(one), { value: one }); box.append(option); }
  if (typed ?? sample !== undefined) box.value = typed ?? sample;
  return () => wanted.kind === "number" ? number(box.value) : box.value;
}

function flag(made, field, text) {
  const label = element("label", null, { class: "tick" }), box = element("input", null, { type: "checkbox" });
  label.append(box, " ", bdi(text));
  made.append(label);
  return () => box.checked;
}

function many(made, field, text, wanted, sample) {
  const set = element("fieldset", null, { class: "row" });
  set.append(element("legend", text));
  for (const one of wanted.choices) {
    const label = element("label", null, { class: "tick" });
    const box = element("input", null, { type: "checkbox", value: one });
    box.checked = Array.isArray(sample) && sample.includes(one);
    label.append(box, " ", bdi(shown(one)));
    set.append(label);
  }
  made.append(set);
  return () => [...set.querySelectorAll(":checked")].map((box) => box.value);
}

// Dice are tapped in as they lie.
function dice(made, field, text, wanted, sample, typed) {
  const set = element("fieldset", null, { class: "row dice" });
  set.append(element("legend", wanted.count === null ? text : `${text}: ${wanted.count}`));
  const box = element("input", null, { name: field, inputmode: "numeric", "aria-label": text, autocomplete: "off", placeholder: "5 3 1" });
  box.value = typed ?? "";
  for (let face = 1; face <= 6; face += 1) {
    const button = element("button", face, { type: "button", "aria-label": `add a ${face}` });
    button.onclick = () => { box.value = `${box.value} ${face}`.trim(); };
    set.append(button);
  }
  const less = element("button", "⌫", { type: "button", "aria-label": "take the last one off" });
  less.onclick = () => { box.value = box.value.trim().split(/\s+/).slice(0, -1).join(" "); };
  set.append(less, box);
  made.append(set);
  return () => (/^[1-6]+$/.test(box.value.trim()) ? [...box.value.trim()] : box.value.split(/[\s,]+/).filter(Boolean)).map(number);
}

function typedIn(made, field, text, wanted, sample, typed) {
  const numeric = wanted.kind === "number";
  const box = labelled(made, text, element("input", null, { name: field, autocomplete: "off", inputmode: numeric ? "numeric" : "text" }));
  box.value = typed ?? (numeric && sample !== undefined ? sample : "");
  return () => { const value = box.value.trim(); return value === "" ? undefined : numeric ? number(value) : value; };
}
