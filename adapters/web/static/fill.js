// What nobody can point at is filled in: dice are tapped as they lie, numbers counted, words typed.
import { element } from "./element.js";
import { t } from "./text.js";

// `full`: every die that is due was tapped in; what was written is done when its button says so.
export function filled(asked, done, full) {
  const made = element("form", null, { class: "stack fill" });
  const read = { dice, number }[asked.kind]?.(made, asked, full) ?? text(made, asked);
  const wrong = element("p", null, { class: "problem", role: "alert" });
  wrong.hidden = true;
  made.append(wrong, element("button", t("fill.done"), { class: "main big" }));
  made.onsubmit = (event) => {
    event.preventDefault();
    const [value, problem] = read();
    wrong.textContent = problem ?? "";
    wrong.hidden = !problem;
    if (!problem) done(value);
  };
  return made;
}

function dice(made, asked, full) {
  const set = element("fieldset", null, { class: "row dice" });
  set.append(element("legend", asked.count === null ? asked.label : t("fill.counted", { label: asked.label, n: asked.count })));
  const box = element("input", null, { inputmode: "numeric", "aria-label": asked.label, autocomplete: "off", placeholder: "5 3 1" });
  for (let face = 1; face <= 6; face += 1) {
    const one = element("button", face, { type: "button", "aria-label": t("fill.add", { face }) });
    one.onclick = () => {
      box.value = `${box.value} ${face}`.trim();
      const [value, problem] = read();
      if (!problem && asked.count !== null) full?.(value);
    };
    set.append(one);
  }
  const less = element("button", "⌫", { type: "button", "aria-label": t("fill.off") });
  less.onclick = () => { box.value = box.value.trim().split(/\s+/).slice(0, -1).join(" "); };
  set.append(less, box);
  made.append(set);
  return read;

  function read() {
    const faces = (box.value.match(/\S/g) ?? []).filter((one) => one !== ",");
    if (faces.some((one) => !/[1-6]/.test(one))) return [null, t("fill.face")];
    if (asked.count !== null && faces.length !== asked.count) return [null, t("fill.dice", { n: asked.count })];
    return [faces.map(Number)];
  }
}

function labelled(made, asked, attributes) {
  const label = element("label", asked.label), box = element("input", null, { autocomplete: "off", ...attributes });
  label.append(box);
  made.append(label);
  return box;
}

function number(made, asked) {
  const box = labelled(made, asked, { inputmode: "numeric" });
  return () => (/^-?\d{1,6}$/.test(box.value.trim()) ? [Number(box.value)] : [null, t("fill.number")]);
}

function text(made, asked) {
  const box = labelled(made, asked, { maxlength: "200" });
  return () => (box.value.trim() ? [box.value.trim()] : [null, t("fill.text")]);
}
