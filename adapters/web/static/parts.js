// What a judge says of the table's parts where they lie otherwise: nested, as a step says it.
const read = (text) => JSON.parse(text);

// A list keeps its order; what comes new stands behind it.
function listed(field, lies) {
  const ticked = [...field.querySelectorAll("[type=checkbox]")].filter((one) => one.checked).map((one) => one.dataset.says);
  return [...lies.filter((name) => ticked.includes(name)), ...ticked.filter((name) => !lies.includes(name))];
}

function numbered(field) {
  const said = {};
  for (const one of field.querySelectorAll("input")) if (Number(one.value)) said[one.dataset.says] = Number(one.value);
  return said;
}

function says(field, lies) {
  const only = field.querySelector("[data-says]"), how = only?.dataset.says;
  if (typeof lies === "boolean") return only.checked;
  if (typeof lies === "number") return Number(only.value);
  if (Array.isArray(lies)) return how === "list" ? only.value.split(",").map((one) => one.trim()).filter(Boolean) : only ? listed(field, lies) : lies;
  if (lies && typeof lies === "object") return numbered(field);
  return only.value || null;
}

export function partsSaid(form) {
  const parts = {};
  for (const field of form.querySelectorAll("[data-path]")) {
    const path = read(field.dataset.path), lies = read(field.dataset.lies), said = says(field, lies);
    if (JSON.stringify(said) === JSON.stringify(lies)) continue;
    let place = parts;
    for (const name of path.slice(0, -1)) place = place[name] ??= {};
    place[path.at(-1)] = said;
  }
  return parts;
}

// A piece that is tapped on the table shows what can be said of it, while the list of them is open; whether it is there.
export function tappedPiece(tool, id) {
  const found = [...tool.querySelectorAll("[data-of]")].find((one) => one.dataset.of === id);
  if (!found) return false;
  for (const one of tool.querySelectorAll("[data-of]")) one.open = one === found;
  found.scrollIntoView({ block: "center" });
  found.querySelector("input, select")?.focus({ preventScroll: true });
  return true;
}
