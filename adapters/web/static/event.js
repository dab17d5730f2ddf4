// Forms of an event: each says what is done; what changes meanwhile is shown, but never under one's fingers.
import { ask, piece } from "./ask.js";
import { t } from "./text.js";

const { to, now } = document.body.dataset;
const live = document.getElementById("live"), link = document.getElementById("link");
let last = "";

function said(form, by) {
  const found = { do: form.dataset.do }, points = {};
  for (const field of form.elements) {
    const text = (field.value ?? "").trim();
    if (!field.name || text === "" || (field.type === "submit" && field !== by) || (field.type === "radio" && !field.checked)) continue;
    if ("points" in field.dataset) points[field.name] = Number(text);
    else if ("list" in field.dataset) found[field.name] = text.split(/[\s,]+/).filter(Boolean);
    else found[field.name] = "number" in field.dataset ? Number(text) : text;
  }
  return Object.keys(points).length ? { ...found, points } : found;
}

async function act(form, by) {
  const problem = form.querySelector(".problem"), buttons = form.querySelectorAll("button"), byKeys = by?.matches(":focus-visible");
  for (const button of buttons) button.disabled = true;
  try {
    await ask(to, said(form, by));
    problem.hidden = true;
    await look(form);
    // Whoever works by keyboard goes on with what is asked next, not at the top of the page.
    if (byKeys && !live.contains(document.activeElement)) (live.querySelector(".yours :is(button, summary)") ?? live.querySelector("button, summary"))?.focus();
  } catch (why) {
    problem.textContent = why.message;
    problem.hidden = false;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

// Nothing that somebody writes is taken from them by news, and no button while it is pressed.
const FIELDS = "textarea,select,input:not([type=hidden])";
let pressed = false;
addEventListener("pointerdown", ({ button }) => { pressed = button === 0; });
for (const name of ["pointerup", "pointercancel", "contextmenu", "dragend"]) addEventListener(name, () => setTimeout(() => { pressed = false; }, 50));
const isWritten = (field) => field.matches("select") ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected)) : field.value !== field.defaultValue || field.checked !== field.defaultChecked;
const written = () => [...live.querySelectorAll(FIELDS)].filter(isWritten);
const busy = () => pressed || (live.contains(document.activeElement) && document.activeElement.matches(FIELDS)) || live.querySelector("details[open]") !== null || written().length > 0;

// After a form is sent: what stands half written in another stays there. A form is known by what it does, and to whom.
const purpose = (form) => form ? [form.dataset.do, ...[...form.querySelectorAll("input[type=hidden]")].map((one) => `${one.name}=${one.value}`)].join() : "";
const alike = (field) => { const does = purpose(field.form); return `${[...live.querySelectorAll("form")].filter((one) => purpose(one) === does).indexOf(field.form)} ${field.name} ${does}`; };
function put(html, sent) {
  const at = live.contains(document.activeElement) ? document.activeElement : null;
  const drafts = written().filter((field) => field.form !== sent).map((field) => [alike(field), field.value, field.checked]);
  live.replaceChildren(piece(html));
  for (const [place, value, checked] of drafts) {
    const field = [...live.querySelectorAll(FIELDS)].find((one) => alike(one) === place && one.type !== "radio");
    if (!field) continue;
    [field.value, field.checked] = [value, checked];
    for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }
  if (at) [...live.querySelectorAll(at.tagName)].find((one) => one.textContent === at.textContent)?.focus({ preventScroll: true });
}

// `sent`: the form that this reader has sent; without it the page changes only where nobody is at work.
async function look(sent = null) {
  if (!sent && busy()) return;
  const html = await ask(now);
  if (html === last || (!sent && busy())) return;
  last = html;
  put(html, sent);
}

document.addEventListener("submit", (event) => {
  if (!event.target.dataset.do) return;
  event.preventDefault();
  act(event.target, event.submitter);
});
// The desk opens at the entry that the call is about.
async function goes({ desk, entry }) {
  const { to } = await ask(desk, {});
  location.assign(entry ? `${to}?at=${entry}` : to);
}
// As at the desk, with its seat: a tap is enough, unless an earlier ruling is departed from; then the desk asks why.
async function wrong({ wrong: verdict, entry: n, at }) {
  const { to } = await ask(at, {});
  const step = { do: "overrule", entry: Number(n), verdict, because: t("desk.wrong.because"), defect: true };
  const tried = piece(await ask(`${to}/tried`, { step }));
  if (tried.querySelector("[name=departing]")) return location.assign(`${to}?at=${n}`);
  await ask(`${to}/say`, { step, entry: Number(tried.dataset.entry) });
  return look(live);
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-wrong], [data-desk]");
  if (!button) return;
  const problem = button.nextElementSibling;
  button.disabled = problem.hidden = true;
  try { await ("desk" in button.dataset ? goes(button.dataset) : wrong(button.dataset)); } catch (why) {
    problem.textContent = why.message;
    problem.hidden = false;
  } finally { button.disabled = false; }
});
// Asked for when it is opened: `toggle` does not bubble.
document.addEventListener("toggle", async ({ target }) => {
  if (!target.open || !target.dataset.loads) return;
  const into = target.querySelector("div");
  try { into.replaceChildren(piece(await ask(target.dataset.loads))); }
  catch (why) { into.textContent = why.message; }
}, true);
setInterval(() => look().then(() => { link.textContent = ""; link.classList.remove("lost"); },
  () => { link.textContent = t("follow.lost"); link.classList.add("lost"); }), 2000);
