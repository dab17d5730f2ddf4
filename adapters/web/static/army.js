// A table set up by hand: pieces with their fields, as the roster of the ruleset names them; armies kept for another day.
import { bdi, element } from "./element.js";
import { keepers } from "./armies.js";
import { t } from "./text.js";

// Reads and writes what stands at a path such as “icons.attack” or “effects.0.amount”.
const steps = (at) => at.split(".");
const read = (whole, at) => steps(at).reduce((part, step) => part?.[step], whole);
function write(whole, at, value) {
  const path = steps(at), last = path.pop();
  let part = whole;
  for (const [n, step] of path.entries()) part = part[step] ??= /^\d+$/.test(path[n + 1] ?? last) ? [] : {};
  if (value === undefined || value === "") delete part[last]; else part[last] = value;
}

export function army(place, { roster, ruleset, names, example, changed }) {
  let made = { armies: [], table: {} };
  const copy = (value) => JSON.parse(JSON.stringify(value));
  const keep = () => { names().forEach((_, n) => army_of(n)); changed({ ...made, armies: made.armies.slice(0, names().length).map((one) => ({ ...one, pieces: one.pieces.map(({ listed: _, ...piece }) => piece) })) }); same(); };

  function army_of(n) {
    if (!made.armies[n]) {
      made.armies[n] = { pieces: [] };
      for (const field of roster().own) write(made.armies[n], field.at, field.value ?? undefined);
    }
    return made.armies[n];
  }

  function begin(laid) {
    made = laid?.armies ? copy(laid) : { armies: [], table: {} };
    if (!laid) for (const field of roster().table) if (field.value != null) write(made.table, field.at, field.value);
  }

  function draw() {
    place.replaceChildren();
    if (names().length) {
      const load = element("button", t("army.example"), { type: "button", class: "plain" });
      load.onclick = () => { begin(example()); draw(); };
      place.append(load);
    }
    names().forEach((name, n) => place.append(side(name || t("army.player", { n: n + 1 }), n)));
    if (roster().table.length) place.append(fieldset(t("army.table"), roster().table, made.table));
    forget_gone();
    if (names().length) for (const at of roster().pairs) place.append(pairs(at));
    keep();
  }

  function side(name, n) {
    const mine = army_of(n), set = element("fieldset", null, { class: "army" }), legend = element("legend");
    legend.append(bdi(name));
    set.append(legend);
    if (roster().own.length) set.append(fields(roster().own, mine, "fields row"));
    if (!roster().pieces) return set;
    legend.append(element("small", ` ${t(`army.count.${roster().piece}`, { n: mine.pieces.length })}`));
    set.append(listing(mine));
    for (const piece of mine.pieces) set.append(row(mine, piece));
    // What is changed by hand is no longer the list's: that begins anew, and takes nothing away.
    set.addEventListener("input", ({ target }) => {
      if (!target.closest(".piece")) return;
      set.querySelector("textarea").value = "";
      unlist(mine);
    });
    set.append(adding(mine), keepers(ruleset(), mine, (loaded) => { made.armies[n] = copy(loaded); draw(); }));
    return set;
  }

  // A list that was pasted or typed: a line or a comma is a piece, “×3” makes three; points and headings are left out.
  function listing(mine) {
    unlist(mine);
    const label = element("label", t(`army.list.${roster().piece}`)), box = element("textarea", null, { rows: 2, spellcheck: "false", autocomplete: "off", placeholder: t("army.list.example") });
    label.append(element("small", ` ${t("army.list.hint")}`), box);
    box.oninput = () => {
      mine.pieces = mine.pieces.filter((one) => !one.listed);
      for (const [name, many] of listed(box.value)) {
        const alike = [name, ...Object.keys(roster().presets)].find((one) => one in roster().presets);
        for (let n = 1; n <= many; n += 1) mine.pieces.push({ name: free(many > 1 ? `${name} ` : name, many > 1), listed: true, ...copy(roster().presets[alike]) });
      }
      const set = box.closest(".army");
      for (const old of set.querySelectorAll(".piece")) old.remove();
      set.querySelector(".add").before(...mine.pieces.map((piece) => row(mine, piece)));
      counted(set, mine);
      keep();
      draw_pairs();
    };
    return label;
  }

  function unlist(mine) { for (const piece of mine.pieces) delete piece.listed; }

  function counted(set, mine) { set.querySelector("legend small").textContent = ` ${t(`army.count.${roster().piece}`, { n: mine.pieces.length })}`; }

  function row(mine, piece) {
    const box = element("div", null, { class: "piece", role: "group", "aria-label": piece.name });
    const name = element("label", t("army.name")), input = element("input", null, { "data-name": "", required: "", maxlength: 60, autocomplete: "off" });
    input.value = piece.name ?? "";
    let named = [];
    input.onfocus = () => { named = places_of((piece.name ?? "").trim()); };
    // What names it goes along, and nothing moves any more when a button is tapped next.
    input.oninput = () => {
      piece.name = input.value;
      for (const [two, n] of named) two[n] = piece.name.trim();
      keep();
      draw_pairs();
    };
    name.append(input);
    const holder = element("div", null, { class: "name" }), less = element("button", "✕", { type: "button", class: "less", "aria-label": t("army.off", { name: piece.name }) });
    less.onclick = () => { mine.pieces.splice(mine.pieces.indexOf(piece), 1); draw(); };
    holder.append(name);
    const twin = element("button", "+1", { type: "button", class: "less", "aria-label": t("army.copy", { name: piece.name }) });
    twin.onclick = () => { mine.pieces.splice(mine.pieces.indexOf(piece) + 1, 0, { ...copy(piece), name: free((piece.name ?? "").replace(/\s*\d*$/, " "), true) }); draw(); };
    box.append(holder, twin, less);
    const asked = roster().fields.filter((field) => !field.only || field.only === piece.type);
    if (asked.some((field) => field.needed)) box.append(fields(asked, piece, "fields"));
    else if (asked.length) {
      const more = element("details", null, { class: "fields-more" });
      more.append(element("summary", "…", { "aria-label": t("army.more", { name: piece.name }) }), fields(asked, piece, "fields"));
      twin.before(more);
    }
    return box;
  }

  function adding(mine) {
    const line = element("p", null, { class: "row add" }), presets = Object.keys(roster().presets);
    const which = element("select", null, { "aria-label": t(`army.kind.${roster().piece}`) });
    for (const name of presets) which.append(element("option", name, { value: name }));
    const more = element("button", t(`army.add.${roster().piece}`), { type: "button" });
    more.onclick = () => {
      mine.pieces.push({ name: free(which.value), ...copy(roster().presets[which.value]) });
      const open = [...place.querySelectorAll(".army")].indexOf(more.closest(".army")), kind = which.value;
      draw();
      const again = place.querySelectorAll(".army")[open];
      again.querySelector(".add select")?.querySelectorAll("option").forEach((one) => { one.selected = one.value === kind; });
      again.querySelector(".piece:last-of-type [data-name]")?.focus();
    };
    if (presets.length > 1) line.append(which);
    line.append(more);
    return line;
  }

  function listed(text) {
    const found = [];
    for (const part of text.split(/[\n,;]+/)) {
      const line = part.replace(/\(.*?\)|\[.*?\]|\b\d+\s*(pts?|points?|punkte?|p)\b\.?/gi, " ").replace(/^[\s*•·–-]+|[\s.]+$/g, "").trim();
      const before = /^(\d{1,2})\s*[x×]\s*(.+)$/i.exec(line), behind = /^(.+?)\s*[x×]\s*(\d{1,2})$/i.exec(line);
      const [name, many] = before ? [before[2], Number(before[1])] : behind ? [behind[1], Number(behind[2])] : [line, 1];
      if (!name || /:$/.test(name) || /^[\d\s.:]+$/.test(name) || /^#/.test(name)) continue;
      found.push([name.slice(0, 50).trim(), Math.min(many, 24)]);
    }
    return found;
  }

  const taken = () => made.armies.slice(0, names().length).flatMap((one) => one.pieces.map((piece) => (piece.name ?? "").trim()));
  // A name that nothing has yet: the word itself where it is one's own, else with a number behind it.
  function free(word, numbered = word in roster().presets) {
    const all = taken();
    if (!numbered && !all.includes(word)) return word;
    if (!numbered) word = `${word} `;
    for (let n = 1; ; n += 1) if (!all.includes(`${word}${n}`)) return `${word}${n}`;
  }

  // What has a name that something else has says so before anything is opened.
  function same() {
    const all = taken();
    for (const box of place.querySelectorAll("[data-name]")) {
      const name = box.value.trim(), twice = name && all.filter((one) => one === name).length > 1;
      box.setCustomValidity(twice ? t("army.twice", { name }) : "");
    }
  }

  function fieldset(title, list, whole) {
    const set = element("fieldset", null, { class: "army" });
    set.append(element("legend", title), fields(list, whole, "fields"));
    return set;
  }

  function fields(list, whole, kind) {
    const box = element("div", null, { class: kind });
    for (const field of list) if (!field.present || read(whole, field.at) !== undefined) box.append(one(field, whole));
    return box;
  }

  function one(field, whole) {
    const label = element("label", null, { class: field.kind === "tick" ? "tick" : null }), value = read(whole, field.at);
    const input = ({ pick: picked, tick: ticked }[field.kind] ?? typed)(field, value);
    input.onchange = () => {
      const text = input.value.trim(), words = text.split(/[\s,]+/).filter(Boolean);
      const said = field.kind === "tick" ? input.checked : field.kind === "words" ? (words.length ? words : undefined)
        : (field.kind === "number" || field.number) && text !== "" ? Number(text) : text;
      write(whole, field.at, said);
      keep();
    };
    if (field.kind === "tick") label.append(input, ` ${called(field)}`); else label.append(called(field), input);
    return label;
  }
  const called = (field) => field.label ?? t(`roster.${field.at}`);
  function picked(field, value) {
    const box = element("select");
    if (!field.needed) box.append(element("option", "–", { value: "" }));
    for (const [id, words] of Object.entries(field.choices)) box.append(element("option", words, { value: id }));
    box.value = value ?? (field.needed ? Object.keys(field.choices)[0] : "");
    return box;
  }
  function ticked(field, value) {
    const box = element("input", null, { type: "checkbox" });
    box.checked = value ?? field.value ?? true;
    return box;
  }
  function typed(field, value) {
    const numeric = field.kind === "number";
    const box = element("input", null, { type: numeric ? "number" : "text", min: field.least, max: field.most, step: numeric ? 1 : null, autocomplete: "off" });
    if (field.kind === "words") box.placeholder = Object.keys(field.choices).slice(0, 2).join(" ");
    box.value = Array.isArray(value) ? value.join(" ") : value ?? "";
    return box;
  }

  const places_of = (name) => roster().pairs.flatMap((at) => made.table[at] ?? []).flatMap((two) => [0, 1].filter((n) => two[n] === name).map((n) => [two, n]));
  function forget_gone() {
    const all = taken();
    for (const at of roster().pairs) made.table[at] = (made.table[at] ?? []).filter((two) => two.every((name) => all.includes(name)));
  }

  function pairs(at) {
    const set = element("fieldset", null, { class: "army pairs", "data-pair": at });
    draw_pair(set, at);
    return set;
  }
  function draw_pairs() {
    if (names().length) for (const at of roster().pairs) draw_pair(place.querySelector(`[data-pair=${at}]`), at);
  }
  function draw_pair(set, at) {
    const all = taken().filter(Boolean);
    set.replaceChildren(element("legend", t(`roster.${at}`)));
    for (const two of made.table[at]) {
      const line = element("p", null, { class: "row" }), less = element("button", "✕", { type: "button", class: "less", "aria-label": t("army.pair.off") });
      less.onclick = () => { made.table[at].splice(made.table[at].indexOf(two), 1); draw(); };
      line.append(bdi(two[0]), ` ${t(`roster.${at}.between`)} `, bdi(two[1]), less);
      set.append(line);
    }
    if (all.length < 2) return;
    const line = element("p", null, { class: "row add" }), ends = [0, 1].map((n) => {
      const box = element("select", null, { "aria-label": t(n ? "army.pair.other" : "army.pair.one") });
      for (const name of all) box.append(element("option", name, { value: name }));
      box.selectedIndex = n ? all.length - 1 : 0;
      return box;
    });
    const more = element("button", t("army.pair.add"), { type: "button", "aria-label": `${t("army.pair.add")}: ${t(`roster.${at}`)}` });
    more.onclick = () => { if (ends[0].value !== ends[1].value) { made.table[at].push(ends.map((box) => box.value)); draw(); } };
    line.append(ends[0], t(`roster.${at}.between`), ends[1], more);
    set.append(line);
  }

  // Names of players stand over their armies; a button that is tapped next stays where it is.
  function renamed() {
    const sides = place.querySelectorAll(".army > legend > bdi"), all = names();
    if (sides.length !== all.length) { draw(); return; }
    all.forEach((name, n) => { sides[n].textContent = name || t("army.player", { n: n + 1 }); });
  }

  return { begin, draw, renamed };
}
