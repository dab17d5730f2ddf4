// A player's table: choose a step by tapping, say it, hear the ruling; follow the other phones.
import { ask, bdi, cites, element, key, line, piece, popup, verdict } from "./ask.js";
import { again, begin, forget, listen, mark, tapped } from "./choose.js";
import { follow } from "./follow.js";
import { standing } from "./standing.js";
import { t } from "./text.js";

const { here, seat } = document.body.dataset;
const live = document.getElementById("live"), answer = document.getElementById("answer");
const link = document.getElementById("link"), title = document.title;
let retry = null, last = "";

listen({ say, whyNot, failed: (problem, name) => popup(name ?? t("say.again"), [line(name && problem.status === 409 ? t("say.nothing") : problem.message)]) });

async function say(step) {
  const said = JSON.stringify(step);
  if (retry?.said !== said) retry = { said, key: key() };
  const buttons = [...document.querySelectorAll("#choices button, [data-step]")];
  for (const button of buttons) button.disabled = true;
  try {
    const ruling = await ask(`/api${here}/steps`, step, { "Idempotency-Key": retry.key });
    retry = null;
    forget();
    show(ruling);
    await refresh();
    again();
    return true;
  } catch (problem) {
    popup(t("say.failed"), [line(problem.message), line(t("say.lost"))]);
    return false;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

function show(ruling) {
  answer.hidden = true;
  if (ruling.verdict !== "legal") toast(line(verdict(ruling.verdict), " ", cites(ruling.cites ?? [])), line(bdi(ruling.reason || "")));
}

function toast(...lines) {
  const close = element("button", t("dialog.close"), { type: "button" });
  close.onclick = () => { answer.hidden = true; };
  answer.replaceChildren(...lines, close);
  answer.hidden = false;
}

// Why not, and when; it may be said all the same, and a judge may be called to it.
async function whyNot(one, goOn) {
  const parts = [line(verdict(one.verdict), " ", cites(one.cites)), line(bdi(one.reason))];
  const when = line(t("whynot.looking"));
  when.className = "soft";
  const row = element("div", null, { class: "row" }), step = one.step ?? one.tried;
  if (goOn) row.append(closing(t("whynot.on"), goOn));
  if (one.step) row.append(closing(t("whynot.say"), () => say(one.step)));
  if (step.do !== "undo" || one.judge) row.append(closing(t("whynot.call"), () => call(called(one, step))));
  popup(one.words ? t("whynot.title.of", { words: one.words }) : t("whynot.title"), [...parts, when, row]);
  try {
    const found = await ask(`${here}/when`, { step });
    when.textContent = found.when;
    when.className = "when";
    for (const made of found.because) when.after(line(t("whynot.entry", { n: made.n }), " ", bdi(made.words)));
  } catch { when.remove(); }
}

function closing(words, does) {
  const button = element("button", words, { type: "button" });
  button.onclick = () => { document.getElementById("why").close(); does(); };
  return button;
}

// That the judge was asked is seen at once; the answer may take its time.
async function call(text) {
  if (await say({ by: seat, do: "note", text })) toast(line(t("whynot.called")));
}

// It stands in the log, in the language of the log.
function called(one, step) {
  const { by, do: what, ...fields } = step;
  const asked = [by, what, ...Object.values(fields).flat()].join(" ");
  return `A judge, please: may ${asked}? The answer was ${one.verdict}: ${one.reason}`.slice(0, 1900);
}

async function refresh() {
  const html = await ask(`${here}/now`);
  if (html === last) return;
  const old = live.firstElementChild, fresh = piece(html);
  // Two may be on their way at once; the one that comes last need not be the newest.
  if (Number(fresh.dataset.entry) < Number(old.dataset.entry)) return;
  last = html;
  renew(old, fresh);
  read();
}

// Only what is new is put in: what somebody types or points at stays.
const parts = ["chance", "request", "put", "newer-token", "claim", "open", "standing", "board", "chooser", "standing-offer", "undo", "rulings", "more"];
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
  document.title = "yours" in now.dataset ? `${t("table.turn.title")} · ${title}` : title;
  begin(document.getElementById("options").textContent);
  mark();
}

function sure(button) {
  const yes = element("button", t("say.concede"), { type: "button", class: "danger" });
  yes.onclick = () => { document.getElementById("why").close(); act(button); };
  popup(button.dataset.confirm, [line(t("say.concede.told")), yes]);
}
const act = (button) => say({ ...JSON.parse(button.dataset.step), by: seat });

live.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]"), tap = event.target.closest("[data-tap]");
  const not = event.target.closest("[data-not]");
  if (button) { if (button.dataset.confirm) sure(button); else act(button); }
  if (not) whyNot({ tried: { ...JSON.parse(not.dataset.not), by: seat }, verdict: "illegal", cites: ["G4"], reason: not.dataset.reason, judge: "judge" in not.dataset });
  if (tap) tapped(tap.dataset.tap, tap.dataset.of);
});
live.addEventListener("submit", (event) => {
  if (event.target.id !== "note-form") return;
  event.preventDefault();
  const box = document.getElementById("note"), text = box.value.trim();
  if (text) say({ by: seat, do: "note", text }).then(() => { box.value = ""; });
});

standing(here, live, refresh);
for (const id of parts) sources.set(id, document.getElementById(id)?.outerHTML ?? "");
read();
follow(here, (text, lost) => { link.textContent = text; link.classList.toggle("lost", lost); }, refresh);
