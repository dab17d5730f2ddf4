// A player's table: choose a step by tapping, say it, hear the ruling; follow the other phones.
import { ask, bdi, cites, element, key, line, piece, popup, verdict } from "./ask.js";
import { again, begin, listen, tapped } from "./choose.js";
import { follow } from "./follow.js";

const { here, seat } = document.body.dataset;
const live = document.getElementById("live"), answer = document.getElementById("answer");
const link = document.getElementById("link"), title = document.title;
let retry = null, last = "";

listen({ say, whyNot });

async function say(step) {
  const said = JSON.stringify(step);
  if (retry?.said !== said) retry = { said, key: key() };
  const buttons = [...document.querySelectorAll("#choices button, [data-step]")];
  for (const button of buttons) button.disabled = true;
  try {
    const ruling = await ask(`/api${here}/steps`, step, { "Idempotency-Key": retry.key });
    retry = null;
    again();
    show(ruling);
    await refresh();
  } catch (problem) {
    popup("Not said", [line(problem.message), line("Nothing was lost: try again, it will not count twice.")]);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

function show(ruling) {
  answer.hidden = ruling.verdict === "legal";
  if (answer.hidden) return;
  const close = element("button", "Close", { type: "button" });
  close.onclick = () => { answer.hidden = true; };
  answer.replaceChildren(line(verdict(ruling.verdict), " ", cites(ruling.cites ?? [])), line(bdi(ruling.reason || "")), close);
}

const MOST = 3;

async function whyNot(refused, fill, id) {
  const reasons = [...new Map(refused.filter((one) => one.verdict !== "legal").map((one) => [one.reason, one])).values()];
  if (!reasons.length) return popup(id ?? "Why not?", [line("There is nothing you could do with it now.")]);
  const when = line("Looking when it would be possible…");
  when.className = "soft";
  const parts = reasons.slice(0, MOST).flatMap((one) => [line(verdict(one.verdict), " ", cites(one.cites)), line(bdi(one.reason))]);
  if (reasons.length > MOST) parts.push(line(`And ${reasons.length - MOST} more reasons.`));
  const one = reasons[0];
  if (Object.keys(one.asks).length) parts.push(allTheSame(one, fill));
  popup("Why not?", [...parts, when]);
  try {
    const found = await ask(`${here}/when`, { step: one.said });
    when.textContent = found.when;
    when.className = "when";
    for (const made of found.because) when.after(line(`Entry ${made.n}: `, bdi(made.words)));
  } catch { when.remove(); }
  return undefined;
}

// What is still to be filled in may yet make it right.
function allTheSame(one, fill) {
  const button = element("button", "Fill it in all the same", { type: "button" });
  button.onclick = () => { document.getElementById("why").close(); fill(one); };
  return button;
}

async function refresh() {
  const html = await ask(`${here}/now`);
  if (html === last) return;
  last = html;
  renew(live.firstElementChild, piece(html));
  read();
}

// Only what is new is put in: what somebody types or points at stays.
const parts = ["chance", "request", "open", "chooser", "undo", "board", "rulings", "more"];
const sources = new Map();
function renew(old, fresh) {
  const focus = held();
  for (const [name, value] of Object.entries({ entry: "", yours: undefined, ...fresh.dataset })) {
    if (value === undefined) delete old.dataset[name]; else old.dataset[name] = value;
  }
  for (const id of parts) {
    const was = old.querySelector(`#${id}`), is = fresh.querySelector(`#${id}`);
    const source = is?.outerHTML ?? "";
    if (source === sources.get(id)) continue;
    sources.set(id, source);
    if (was && is) was.replaceWith(is); else if (was) was.remove(); else if (is) place(old, fresh, is);
  }
  old.querySelector("#options").replaceWith(fresh.querySelector("#options"));
  if (focus && !document.querySelector("dialog[open]")) document.querySelector(focus)?.focus({ preventScroll: true });
}
function place(old, fresh, is) {
  const after = is.nextElementSibling?.id, column = old.querySelector(`.${is.parentElement.classList[0]}`);
  column.insertBefore(is, after ? column.querySelector(`#${after}`) : null);
}
function held() {
  const { tap, mark, step } = document.activeElement?.dataset ?? {};
  if (tap) return `[data-tap="${CSS.escape(tap)}"]`;
  if (step) return `[data-step="${CSS.escape(step)}"]`;
  const on = document.activeElement?.closest("[data-piece]")?.dataset.piece;
  return mark && on ? `[data-piece="${CSS.escape(on)}"] [data-mark="${CSS.escape(mark)}"]` : null;
}

function read() {
  const now = live.firstElementChild, chance = document.querySelector("#chance p").textContent;
  const heard = document.getElementById("heard");
  if (heard.textContent !== chance) heard.textContent = chance;
  document.title = "yours" in now.dataset ? `● your turn · ${title}` : title;
  begin(document.getElementById("options").textContent);
}

function sure(button) {
  const yes = element("button", "Concede", { type: "button", class: "danger" });
  yes.onclick = () => { document.getElementById("why").close(); act(button); };
  popup(button.dataset.confirm, [line("The game ends for you here, and only a judge can bring it back."), yes]);
}
const act = (button) => say({ ...JSON.parse(button.dataset.step), by: seat });

live.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]"), tap = event.target.closest("[data-tap]");
  const not = event.target.closest("[data-not]");
  if (button) { if (button.dataset.confirm) sure(button); else act(button); }
  if (not) whyNot([{ said: { ...JSON.parse(not.dataset.not), by: seat }, asks: {}, verdict: "illegal", cites: ["G4"], reason: not.dataset.reason }]);
  if (tap) tapped(tap.dataset.tap);
});
live.addEventListener("submit", (event) => {
  if (event.target.id !== "note-form") return;
  event.preventDefault();
  const box = document.getElementById("note"), text = box.value.trim();
  if (text) say({ by: seat, do: "note", text }).then(() => { box.value = ""; });
});

for (const id of parts) sources.set(id, document.getElementById(id)?.outerHTML ?? "");
read();
follow(here, (text, lost) => { link.textContent = text; link.classList.toggle("lost", lost); }, refresh);
