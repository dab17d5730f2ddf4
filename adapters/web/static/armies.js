// Armies for another day: by name in this browser, or as a file.
import { element } from "./element.js";
import { t } from "./text.js";

const PLACE = "umpire-armies";

function kept() {
  try { return JSON.parse(localStorage.getItem(PLACE)) ?? {}; } catch { return {}; }
}

export function keepers(ruleset, mine, load) {
  const box = element("details", null, { class: "kept" }), mineKept = kept()[ruleset] ?? {};
  box.append(element("summary", t("army.keep")));
  const told = element("p", null, { class: "soft", role: "status" });
  const name = element("input", null, { "aria-label": t("army.keep.name"), placeholder: t("army.keep.placeholder"), maxlength: 60, autocomplete: "off" });
  const save = element("button", t("army.keep.here"), { type: "button" });
  save.onclick = () => {
    const called = name.value.trim();
    if (!called) { told.textContent = t("army.keep.nameless"); name.focus(); return; }
    const all = kept();
    (all[ruleset] ??= {})[called] = mine;
    try { localStorage.setItem(PLACE, JSON.stringify(all)); told.textContent = t("army.keep.kept", { name: called }); } catch { told.textContent = t("army.keep.full"); }
  };
  const file = element("button", t("army.keep.file"), { type: "button" });
  file.onclick = () => {
    const text = JSON.stringify({ army: 1, ruleset, name: name.value.trim(), ...mine }, null, 1);
    const link = element("a", null, { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: `${name.value.trim() || "army"}.json` });
    link.click();
  };
  const first = element("p", null, { class: "row" });
  first.append(name, save, file);
  const chosen = element("label", t("army.from.file")), picker = element("input", null, { type: "file", accept: ".json,application/json" });
  picker.onchange = async () => {
    try {
      const found = JSON.parse(await picker.files[0].text());
      if (found.army !== 1 || !Array.isArray(found.pieces)) throw new Error(t("army.from.none"));
      if (found.ruleset !== ruleset) throw new Error(t("army.from.other", { ruleset: found.ruleset }));
      const { army: _, ruleset: __, name: ___, ...rest } = found;
      load(rest);
    } catch (why) { told.textContent = why instanceof SyntaxError ? t("army.from.none") : why.message; }
  };
  chosen.append(picker);
  box.append(first);
  const names = Object.keys(mineKept);
  if (names.length) {
    const line = element("p", null, { class: "row" }), which = element("select", null, { "aria-label": t("army.kept") });
    for (const one of names) which.append(element("option", one, { value: one }));
    const take = element("button", t("army.take"), { type: "button" });
    take.onclick = () => load(mineKept[which.value]);
    line.append(which, take);
    box.append(line);
  }
  box.append(chosen, told);
  return box;
}
