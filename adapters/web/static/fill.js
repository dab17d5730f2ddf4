// What nobody can point at is filled in: dice are tapped as they lie, numbers counted, words typed.
import { element } from "./element.js";
import { t } from "./text.js";

// Under this a phone keeps the secret that it committed to, and the question that it was for.
export const KEPT = `umpire-chance ${document.body.dataset.here} ${document.body.dataset.seat}`;

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

const SPOTS = { 1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [3, 1], [1, 3], [3, 3]], 5: [[1, 1], [3, 1], [2, 2], [1, 3], [3, 3]], 6: [[1, 1], [3, 1], [1, 2], [3, 2], [1, 3], [3, 3]] };
export function die(face) {
  const draw = (tag, attributes) => { const made = document.createElementNS("http://www.w3.org/2000/svg", tag); for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value); return made; };
  const made = draw("svg", { viewBox: "0 0 40 40", class: "pip", "aria-hidden": "true" });
  made.append(draw("rect", { x: 2, y: 2, width: 36, height: 36, rx: 8 }), ...SPOTS[face].map(([x, y]) => draw("circle", { cx: 10 * x, cy: 10 * y, r: 4 })));
  return made;
}

function dice(made, asked, full) {
  const set = element("fieldset", null, { class: "row dice" });
  set.append(element("legend", asked.count === null ? asked.label : t("fill.counted", { label: asked.label, n: asked.count })));
  const box = element("input", null, { inputmode: "numeric", "aria-label": asked.label, autocomplete: "off", placeholder: "5 3 1" });
  const rolled = element("p", null, { class: "rolled", "aria-hidden": "true" });
  const show = () => {
    const faces = (box.value.match(/[1-6]/g) ?? []).map(die);
    rolled.replaceChildren(...faces, ...Array.from({ length: Math.max(0, (asked.count ?? 0) - faces.length) }, () => element("i")));
  };
  for (let face = 1; face <= 6; face += 1) {
    const one = element("button", null, { type: "button", "aria-label": t("fill.add", { face }) });
    one.append(die(face));
    one.onclick = () => {
      box.value = `${box.value} ${face}`.trim();
      show();
      const [value, problem] = read();
      if (!problem && asked.count !== null) full?.(value);
    };
    set.append(one);
  }
  const less = element("button", "⌫", { type: "button", "aria-label": t("fill.off") });
  less.onclick = () => { box.value = box.value.trim().split(/\s+/).slice(0, -1).join(" "); show(); };
  box.oninput = show;
  // What was made together for this very question stands there already.
  const { number, dice = "[]" } = document.getElementById("now")?.dataset ?? {};
  const together = JSON.parse(dice), kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  if (together.length === asked.count && kept.label === asked.label) box.value = together.join(" ");
  show();
  set.append(less, rolled);
  if (asked.count === null) set.append(box); else { box.className = "visually"; set.append(box); }
  made.append(set);
  if (number && asked.count && !together.length) made.append(element("button", t("together.roll"), { type: "button", "data-together": `${asked.count}d6`, "data-label": asked.label }));
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
