// Armies for another day: by name in this browser, or as a file.
import { element } from "./element.js";

const PLACE = "umpire-armies";

function kept() {
  try { return JSON.parse(localStorage.getItem(PLACE)) ?? {}; } catch { return {}; }
}

export function keepers(ruleset, mine, load) {
  const box = element("details", null, { class: "kept" }), mineKept = kept()[ruleset] ?? {};
  box.append(element("summary", "Keep this army, or take one"));
  const told = element("p", null, { class: "soft", role: "status" });
  const name = element("input", null, { "aria-label": "Name of the army", placeholder: "a name for it", maxlength: 60, autocomplete: "off" });
  const save = element("button", "Keep it in this browser", { type: "button" });
  save.onclick = () => {
    const called = name.value.trim();
    if (!called) { told.textContent = "Give it a name first."; name.focus(); return; }
    const all = kept();
    (all[ruleset] ??= {})[called] = mine;
    try { localStorage.setItem(PLACE, JSON.stringify(all)); told.textContent = `“${called}” is kept in this browser.`; } catch { told.textContent = "This browser keeps nothing; take it as a file."; }
  };
  const file = element("button", "Take it as a file", { type: "button" });
  file.onclick = () => {
    const text = JSON.stringify({ army: 1, ruleset, name: name.value.trim(), ...mine }, null, 1);
    const link = element("a", null, { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: `${name.value.trim() || "army"}.json` });
    link.click();
  };
  const first = element("p", null, { class: "row" });
  first.append(name, save, file);
  const chosen = element("label", "From a file"), picker = element("input", null, { type: "file", accept: ".json,application/json" });
  picker.onchange = async () => {
    try {
      const found = JSON.parse(await picker.files[0].text());
      if (found.army !== 1 || !Array.isArray(found.pieces)) throw new Error("It is no army file.");
      if (found.ruleset !== ruleset) throw new Error(`It is an army of ${found.ruleset}.`);
      const { army: _, ruleset: __, name: ___, ...rest } = found;
      load(rest);
    } catch (why) { told.textContent = why instanceof SyntaxError ? "It is no army file." : why.message; }
  };
  chosen.append(picker);
  box.append(first);
  const names = Object.keys(mineKept);
  if (names.length) {
    const line = element("p", null, { class: "row" }), which = element("select", null, { "aria-label": "An army kept here" });
    for (const one of names) which.append(element("option", one, { value: one }));
    const take = element("button", "Take it", { type: "button" });
    take.onclick = () => load(mineKept[which.value]);
    line.append(which, take);
    box.append(line);
  }
  box.append(chosen, told);
  return box;
}
