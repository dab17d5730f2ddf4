// A player's table: choose a step by tapping, say it, hear the ruling; follow the other phones.
import { ask, bdi, cites, element, follow, verdict } from "./follow.js";

const { here, ruleset } = document.body.dataset;
const live = document.getElementById("live");
const link = document.getElementById("link");
const answer = document.getElementById("answer");
const dialog = document.getElementById("why");
let options = [], chosen = {}, names = {}, retry = null, drawnLast = "";

const word = (text) => String(text).replaceAll("_", " ").replaceAll("-", " ");
const shown = (value) => Array.isArray(value) ? (value.length ? value.map(shown).join(", ") : "none")
  : value && typeof value === "object" ? Object.entries(value).map(([k, v]) => `${shown(k)}: ${shown(v)}`).join(", ")
  : value === true ? "yes" : value === false ? "no" : value === undefined ? "none" : names[value] ?? word(value);
// How a field that may be left out is asked for: [question, left out, true, false].
const ASKED = {
  charge: ["As a Charge?", "no Charge", "as a Charge", "no Charge"],
  completed: ["How did it go?", "carried out", "carried out", "not carried out"],
};
const answered = (field, value) => ASKED[field] && (value === undefined || typeof value === "boolean")
  ? ASKED[field][value === undefined ? 1 : value ? 2 : 3] : value === undefined ? `no ${word(field)}` : shown(value);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const matching = () => options.filter((o) => Object.entries(chosen).every(([f, v]) => same(o.said[f], v)));

function nextField(left) {
  const fields = [...new Set(left.flatMap((o) => Object.keys(o.said)))].filter((f) => f !== "by" && !(f in chosen));
  for (const field of ["do", ...fields.filter((f) => f !== "do")]) {
    if (field in chosen || !fields.includes(field)) continue;
    if (left.every((o) => o.asks[field])) continue;
    const values = [];
    for (const o of left) if (!values.some((v) => same(v, o.said[field]))) values.push(o.said[field]);
    if (values.length > 1) return [field, values];
    chosen[field] = values[0];
  }
  return null;
}

function draw() {
  const chooser = document.getElementById("chooser");
  if (!chooser) return;
  const choices = document.getElementById("choices"), trail = document.getElementById("trail");
  const asked = document.getElementById("asked");
  choices.replaceChildren(); trail.replaceChildren();
  const left = matching();
  const next = nextField(left);
  const told = Object.entries(chosen).filter(([f, v]) => v !== undefined && !(v === false));
  trail.hidden = told.length === 0;
  for (const [field, value] of told) trail.append(element("span", null, { class: "chip" }), " ");
  [...trail.querySelectorAll(".chip")].forEach((chip, i) => chip.append(bdi(answered(...told[i]))));
  if (told.length) {
    const back = element("button", "Start again", { type: "button", class: "plain" });
    back.onclick = () => { chosen = {}; draw(); };
    trail.append(back);
  }
  for (const piece of live.querySelectorAll("[data-piece]")) piece.classList.remove("wanted");
  if (!options.length) { asked.textContent = "There is nothing for you to do now."; return; }
  if (!next) return confirmStep(left, choices, asked);
  const [field, values] = next;
  asked.textContent = field === "do" ? "What do you do?" : ASKED[field]?.[0] ?? `${word(field)}?`.replace(/^./, (c) => c.toUpperCase());
  const rank = (value) => (legal(left, field, value) ? 0 : 2) + (value === "report" ? 1 : 0);
  for (const value of values.sort((a, b) => rank(a) - rank(b))) {
    const may = legal(left, field, value);
    const button = element("button", null, { type: "button", class: may ? "" : "grey" });
    button.append(bdi(answered(field, value)));
    if (!may) button.append(element("span", " (not now: why?)", { class: "skip" }));
    button.onclick = () => may ? choose(field, value) : whyNot(left.filter((o) => same(o.said[field], value)));
    choices.append(button);
    if (may && typeof value === "string") live.querySelector(`[data-piece="${CSS.escape(value)}"]`)?.classList.add("wanted");
  }
}

function legal(left, field, value) { return left.some((o) => o.verdict === "legal" && same(o.said[field], value)); }

function choose(field, value) { chosen[field] = value; draw(); document.querySelector("#choices button")?.focus({ preventScroll: true }); }

function confirmStep(left, choices, asked) {
  const one = left.find((o) => o.verdict === "legal") ?? left[0];
  if (!one) { chosen = {}; return draw(); }
  if (one.verdict !== "legal") return whyNot([one]);
  asked.textContent = "Say it?";
  const form = element("form", null, { class: "stack" });
  const readers = {};
  for (const [field, wanted] of Object.entries(one.asks)) readers[field] = input(form, field, wanted, one.said[field]);
  form.append(element("button", "Say it", { class: "main" }));
  form.onsubmit = (event) => {
    event.preventDefault();
    const step = { ...one.said };
    for (const [field, read] of Object.entries(readers)) {
      const value = read();
      if (value === undefined) delete step[field]; else step[field] = value;
    }
    say(step);
  };
  choices.append(form);
}

function input(form, field, wanted, sample) {
  const label = element("label");
  label.append(wanted.label || word(field));
  let box;
  if (wanted.kind === "flag") {
    box = element("select"); for (const v of ["no", "yes"]) box.append(element("option", v));
    label.append(box); form.append(label); return () => box.value === "yes";
  }
  if (wanted.choices?.length && wanted.kind !== "names" && wanted.kind !== "figures") {
    box = element("select"); for (const v of wanted.choices) box.append(element("option", v));
    label.append(box); form.append(label); return () => box.value;
  }
  const many = ["dice", "figures", "names"].includes(wanted.kind);
  box = element("input", undefined, {
    autocomplete: "off", inputmode: wanted.kind === "number" || wanted.kind === "dice" ? "numeric" : "text",
    placeholder: wanted.kind === "dice" ? `${wanted.count ?? ""} dice, as 5 3 1`.trim() : many ? (wanted.choices ?? []).join(" ") : "",
  });
  if (wanted.kind === "number" && sample !== undefined) box.value = sample;
  label.append(box); form.append(label);
  return () => {
    const text = box.value.trim();
    if (many) {
      const parts = wanted.kind === "dice" && /^[1-6]+$/.test(text) ? [...text] : text.split(/[\s,]+/).filter(Boolean);
      return wanted.kind === "dice" ? parts.map((p) => (/^\d+$/.test(p) ? Number(p) : p)) : parts;
    }
    if (text === "") return undefined;
    return wanted.kind === "number" && /^-?\d+$/.test(text) ? Number(text) : text;
  };
}

async function say(step) {
  const key = retry?.step && same(retry.step, step) ? retry.key : crypto.randomUUID?.() ?? String(Math.random());
  retry = { step, key };
  for (const button of document.querySelectorAll("#choices button")) button.disabled = true;
  try {
    const ruling = await ask(`/api${here}/steps`, step, { "Idempotency-Key": key });
    retry = null; chosen = {};
    show(ruling);
    await refresh();
  } catch (problem) {
    tell("Not said", `${problem.message} Nothing was lost: try again, it will not count twice.`);
    draw();
  }
}

function show(ruling) {
  answer.replaceChildren();
  const line = element("p"); line.append(verdict(ruling.verdict), " ", cites(ruling.cites ?? [], ruleset));
  const reason = element("p"); reason.append(bdi(ruling.reason || ""));
  const close = element("button", "Close", { type: "button" });
  close.onclick = () => { answer.hidden = true; };
  answer.append(line, reason, close);
  answer.hidden = ruling.verdict === "legal";
}

function tell(title, text) { popup(title, [element("p", text)]); }

function popup(title, parts) {
  document.getElementById("why-title").textContent = title;
  document.getElementById("why-text").replaceChildren(...parts);
  if (!dialog.open) dialog.showModal();
}

async function whyNot(refused) {
  const one = refused[0];
  const reason = element("p"); reason.append(verdict(one.verdict), " ", cites(one.cites, ruleset));
  const text = element("p"); text.append(bdi(one.reason));
  const when = element("p", "Looking when it would be possible…", { class: "soft" });
  popup("Why not?", [reason, text, when]);
  try {
    const found = await ask(`${here}/when`, { step: one.said });
    when.textContent = found.when; when.className = "";
    for (const n of found.because ?? []) { const p = element("p", `Entry ${n.n}: `); p.append(bdi(n.words)); when.after(p); }
  } catch { when.textContent = ""; }
}

async function whatIs(chip) {
  const { mark, on, since, rules, until } = chip.dataset;
  const parts = [];
  const rule = element("p"); rule.append(cites(rules ? rules.split(" ") : [], ruleset)); parts.push(rule);
  if (until) parts.push(element("p", `It lasts until ${until}.`));
  const from = element("p", since === "" ? "" : since === "0" ? "It was there at the start." : `It came with entry ${since}.`); parts.push(from);
  popup(`${on}: ${mark}`, parts);
  if (since && since !== "0") try { const e = await ask(`${here}/entry/${since}`); from.append(" "); from.append(bdi(e.words)); } catch { /* the number stands */ }
}

function begin() {
  const read = document.getElementById("options");
  const read_options = read ? JSON.parse(read.textContent) : { options: [], names: {} };
  options = read_options.options; names = read_options.names;
  if (Object.keys(chosen).length && !matching().length) chosen = {};
  draw();
}

async function refresh() {
  const html = await ask(`${here}/now`);
  if (html === drawnLast) return;
  drawnLast = html;
  live.replaceChildren(document.adoptNode(new DOMParser().parseFromString(html, "text/html").body.firstElementChild));
  begin();
}

live.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-mark]");
  if (chip) return void whatIs(chip);
  const button = event.target.closest("[data-step]");
  if (button) {
    if (button.dataset.confirm && !confirm(button.dataset.confirm)) return;
    return void say({ ...JSON.parse(button.dataset.step), by: document.body.dataset.seat });
  }
  const tap = event.target.closest("[data-tap]");
  if (tap) tapped(tap.dataset.tap);
});

function tapped(id) {
  const left = matching();
  const holds = (value) => value === id || (Array.isArray(value) && value.length === 1 && value[0] === id);
  const before = { ...chosen };
  const next = nextField(left);
  if (next) {
    const value = next[1].find(holds);
    if (value !== undefined) return legal(left, next[0], value) ? choose(next[0], value) : whyNot(left.filter((o) => same(o.said[next[0]], value)));
  }
  chosen = before;
  for (const o of left) for (const [field, value] of Object.entries(o.said)) {
    if (field !== "by" && !(field in chosen) && holds(value) && legal(left, field, value)) return choose(field, value);
  }
  const about = options.filter((o) => Object.entries(o.said).some(([f, v]) => f !== "by" && holds(v)));
  if (about.length) whyNot(about);
}

live.addEventListener("submit", (event) => {
  if (event.target.id !== "note-form") return;
  event.preventDefault();
  const text = document.getElementById("note").value.trim();
  if (text) say({ by: document.body.dataset.seat, do: "note", text });
});

begin();
follow(here, (text, lost) => { link.textContent = text; link.classList.toggle("lost", lost); }, refresh);
