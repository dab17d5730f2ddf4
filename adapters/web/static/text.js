// The texts of a page's scripts, from the catalogue, in the reader's language.
const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

// Two names and more, as a sentence has them.
export function listed(names) {
  return names.length < 2 ? names.join("") : t("words.and", { some: names.slice(0, -1).join(", "), last: names.at(-1) });
}

export function t(key, values = {}) {
  const found = texts[key] ?? key, text = typeof found === "string" ? found : found[values.n === 1 ? "one" : "other"];
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}
