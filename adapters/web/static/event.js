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
  const problem = form.querySelector(".problem"), buttons = form.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  try {
    await ask(to, said(form, by));
    problem.hidden = true;
    document.activeElement?.blur();
    await look(true);
  } catch (why) {
    problem.textContent = why.message;
    problem.hidden = false;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

// Nothing that somebody writes is taken from them by news.
const busy = () => live.contains(document.activeElement) || live.querySelector("details[open]") !== null
  || [...live.querySelectorAll("textarea, input:not([type=hidden])")].some((field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked);

async function look(mine = false) {
  if (!mine && busy()) return;
  const html = await ask(now);
  if (html === last || (!mine && busy())) return;
  last = html;
  live.replaceChildren(piece(html));
}

document.addEventListener("submit", (event) => {
  if (!event.target.dataset.do) return;
  event.preventDefault();
  act(event.target, event.submitter);
});
document.addEventListener("click", async (event) => {
  const desk = event.target.closest("[data-desk]");
  if (!desk) return;
  const found = await ask(desk.dataset.desk, {});
  location.assign(found.to);
});
// As at the desk, with its seat: a tap is enough, unless an earlier ruling is departed from; then the desk asks why.
async function wrong({ wrong: verdict, entry: n, at }) {
  const { to } = await ask(at, {});
  const step = { do: "overrule", entry: Number(n), verdict, because: t("desk.wrong.because"), defect: true };
  const tried = piece(await ask(`${to}/tried`, { step }));
  if (tried.querySelector("[name=departing]")) return location.assign(`${to}?at=${n}`);
  await ask(`${to}/say`, { step, entry: Number(tried.dataset.entry) });
  return look(true);
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-wrong]");
  if (!button) return;
  button.disabled = true;
  try { await wrong(button.dataset); } catch (why) {
    const problem = button.nextElementSibling;
    problem.textContent = why.message;
    problem.hidden = button.disabled = false;
  }
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
