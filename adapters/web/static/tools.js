// What a judge asks and decides at the desk, always about the entry shown.
import { ask, element, line, piece } from "./ask.js";
import { asking } from "./asking.js";
import { partsSaid, tappedPiece } from "./parts.js";
import { policies } from "./policy.js";
import { listed, t } from "./text.js";

const { here } = document.body.dataset;

export function stand(shown, done) {
  const questions = {
    why: () => ask(`${here}/why/${shown()}`),
    knowledge: () => ask(`${here}/knowledge/${shown()}`),
    minimal: () => ask(`${here}/minimal/${shown()}`),
    audit: () => ask(`${here}/audit`, weighed()),
    backup: () => ask(`${here}/backup/${shown()}`, weighed()),
    played: () => ask(`${here}/played/${shown()}`),
    docket: () => ask(`${here}/docket/${shown()}`),
    correct: () => ask(`${here}/parts`),
  };
  const asked = {
    whynot: (said) => ask(`${here}/whynot`, { step: said.get("step"), at: shown() }),
    diff: (said) => ask(`${here}/diff/${said.get("with")}/${shown()}`),
    compare: (said) => ask(`${here}/compare`, { reading: said.get("reading") }),
    fork: () => ask(`${here}/fork`, { at: shown() }),
    note: (said, button) => ruled(ask(`${here}/say`, { step: { do: "note", text: said.get("text") } }), button.form),
    seat: async (said) => {
      const { link } = await ask(`${here}/seat`, { seat: said.get("seat") });
      return element("input", null, { readonly: "", value: new URL(link, location).href, "aria-label": t("tools.seat.link") });
    },
    rewind: (said, button) => decide(t("tools.rewind.sure", { n: shown() }), { do: "rewind", to: shown(), because: said.get("because") }, button.form),
    overrule: (said, button) => decide(t("tools.overrule.sure", { n: shown(), verdict: t(`verdict.${said.get("verdict")}`) }),
      { do: "overrule", entry: shown(), verdict: said.get("verdict"), because: said.get("because") }, button.form),
    played: (said, button) => decide(t("tools.played.sure", { n: shown() }), { do: "played", entry: shown(), because: said.get("because") }, button.form),
    correct: (said, button) => decide(t("tools.correct.sure"), { do: "correct", parts: partsSaid(button.form), because: said.get("because") }, button.form),
    report: (said, button) => decide(t("tools.report.sure"), said.get("step"), button.form),
    remedy: (said, button) => remedy(said, button),
    docket: (said, button) => ruled(ask(`${here}/docket/${said.get("n")}`, Object.fromEntries(said)), button.form),
  };

  // Once it is said, the words are used up: none of them waits for another entry.
  function ruled(answer, form, forward = true) {
    const said = answer.then((found) => {
      for (const box of form?.querySelectorAll("[name=because], [name=text]") ?? []) box.value = "";
      return found;
    });
    done(said, forward);
    return said;
  }

  // Tried first; what it does is shown in full; done only as it was shown.
  async function decide(title, step, form) {
    const tried = piece(await ask(`${here}/tried`, { step }));
    const entry = Number(tried.dataset.entry), legal = tried.dataset.verdict === "legal";
    if (!await sure(title, [tried], legal)) return line(t(legal ? "tools.undone" : "tools.cannot"));
    const departing = tried.querySelector("[name=departing]")?.value;
    return ruled(ask(`${here}/say`, { step, entry, departing }), form);
  }

  // A tap is enough where an earlier ruling is not departed from: what goes is the entry itself. What cannot be
  // overruled any more is kept for the authors all the same.
  async function wrong(verdict) {
    const step = { do: "overrule", entry: shown(), verdict, because: t("desk.wrong.because"), defect: true };
    const tried = piece(await ask(`${here}/tried`, { step })), entry = Number(tried.dataset.entry);
    const departs = tried.querySelector("[name=departing]");
    const title = t("desk.wrong.sure", { n: shown(), verdict: t(`verdict.${verdict}`) });
    if (departs && !await sure(title, [tried], true)) return line(t("tools.undone"));
    return ruled(ask(`${here}/say`, { step, entry, departing: departs?.value }));
  }

  async function remedy(said, button) {
    if ("asks" in button.dataset) {
      return ruled(ask(`${here}/propose`, weighed({ remedy: button.value, to: Number(said.get("to")), entry: Number(said.get("entry")), because: said.get("because") })), null, false);
    }
    const to = Number(said.get("to")), entry = Number(said.get("entry")), agreed = said.getAll("agreed");
    const what = [...button.closest("section").children].filter((part) => part.tagName !== "BUTTON").map((part) => part.cloneNode(true));
    if (button.value === "back") what.push(piece(await ask(`${here}/tried`, { step: { do: "rewind", to, because: said.get("because") } })));
    if (agreed.length) what.push(line(t("tools.agreed", { who: listed(agreed) })));
    if (!await sure(t("tools.sure"), what, true)) return null;
    return ruled(ask(`${here}/remedy`, weighed({ remedy: button.value, to, entry, agreed, because: said.get("because") })), button.form);
  }

  async function fill(result, what) {
    result.replaceChildren(line(t("tools.looking")));
    try {
      const found = await what();
      result.replaceChildren(typeof found === "string" ? piece(found) : found ?? line(t("tools.undone")));
    } catch (problem) {
      result.replaceChildren(element("p", problem.message, { class: "problem", role: "alert" }));
    }
  }
  const puts = document.querySelector("[data-tool=correct]");
  let early = "";
  const run = (tool) => {
    tool.dataset.of = shown();
    const filled = fill(tool.querySelector(".result"), questions[tool.dataset.tool]);
    return tool === puts ? filled.then(() => { tappedPiece(puts, early); early = ""; }) : filled;
  };
  // What others say meanwhile is put in; what the judge is typing stays. Once somebody has gone on, nothing is.
  async function freshen(tool) {
    const old = tool.querySelectorAll("[data-fresh]");
    if (!old.length) return;
    const is = piece(await questions[tool.dataset.tool]());
    if (is.dataset.steps !== tool.querySelector("[data-steps]").dataset.steps) return;
    for (const part of old) {
      const fresh = is.querySelector(`[data-fresh=${part.dataset.fresh}]`);
      if (fresh && part.isConnected) part.replaceWith(fresh);
    }
  }
  const tools = document.querySelectorAll("details[data-tool]");
  for (const tool of tools) tool.addEventListener("toggle", () => { if (tool.open) run(tool); });

  const weighed = policies(() => {
    for (const tool of tools) if (tool.open && ["audit", "backup"].includes(tool.dataset.tool)) run(tool);
  });

  // A piece may be tapped before the list of them is there.
  document.addEventListener("click", (event) => {
    const tapped = event.target.closest("#moment [data-piece]");
    if (tapped && puts.open && !tappedPiece(puts, tapped.dataset.piece)) early = tapped.dataset.piece;
  });

  // A reason that is tapped is given as it stands.
  document.addEventListener("click", (event) => {
    const reason = event.target.closest("[data-because]");
    if (!reason) return;
    reason.form.elements.because.value = reason.textContent;
    reason.form.requestSubmit(reason.form.querySelector("button:not([type=button])"));
  });

  document.addEventListener("submit", (event) => {
    const form = event.target, name = form.dataset.form;
    if (!name) return;
    event.preventDefault();
    const said = new FormData(form), button = event.submitter;
    const result = form.querySelector(".outcome") ?? form.nextElementSibling;
    button.disabled = true;
    fill(result, () => asked[name](said, button)).finally(() => { button.disabled = false; });
  });

  document.addEventListener("click", async (event) => {
    const copies = event.target.closest("[data-copies]");
    if (!copies) return;
    const record = copies.closest(".stack").querySelector("pre");
    try { await navigator.clipboard.writeText(record.textContent); copies.textContent = t("tools.copied"); }
    catch { getSelection().selectAllChildren(record); copies.textContent = t("tools.marked"); }
  });

  function open(name) {
    const tool = document.querySelector(`[data-tool=${name}], #open-${name}`);
    tool.open = true;
    tool.scrollIntoView({ block: "start" });
    return tool;
  }
  document.addEventListener("click", (event) => {
    const opens = event.target.closest("[data-open]"), notes = event.target.closest("[data-notes]");
    if (opens) open(opens.dataset.open).querySelector("[name=because]")?.focus({ preventScroll: true });
    if (!notes) return;
    const form = open("note").querySelector("[data-form=note]");
    form.elements.text.value = notes.dataset.notes;
    form.requestSubmit(form.querySelector("button"));
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-wrong]");
    if (!button) return;
    button.disabled = true;
    fill(open("overrule").querySelector(".result"), () => wrong(button.dataset.wrong)).finally(() => { button.disabled = false; });
  });

  // An overruling gives the entry shown the verdict it does not have; at first the page says so itself.
  function oppose() {
    const legal = document.querySelector("#moment .ruled .verdict.legal");
    document.querySelector("[data-form=overrule] select").value = legal ? "illegal" : "legal";
  }

  const taps = document.getElementById("asking");
  const tapped = asking(taps, shown, (step) => fill(taps.parentElement.querySelector(".result"), () => ask(`${here}/whynot`, { step, at: shown() })));

  // The audit is of the whole game; what is about the entry shown is asked anew when another is shown.
  let about = shown();
  return {
    moved() {
      const other = about !== shown();
      about = shown();
      if (other) oppose();
      if (other) tapped.moved();
      for (const tool of tools) {
        if (!tool.open || tool.dataset.tool === "audit") continue;
        if (tool.dataset.of !== String(shown())) run(tool); else if (!other) freshen(tool).catch(() => {});
      }
    },
  };
}

// One decision is asked about at a time: what is said to one is said to no other.
async function sure(title, parts, may) {
  const dialog = document.getElementById("sure"), closed = () => new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  while (dialog.open) await closed();
  document.getElementById("sure-title").textContent = title;
  document.getElementById("sure-text").replaceChildren(...parts);
  document.getElementById("sure-yes").hidden = !may;
  dialog.returnValue = "no";
  dialog.showModal();
  dialog.scrollTop = 0;
  await closed();
  return dialog.returnValue === "yes";
}
