// Asks the server, and builds what is shown; whatever others wrote goes in as text, never as markup.
import { bdi, element } from "./element.js";
import { t } from "./text.js";

export { bdi, element };

export async function ask(path, body, headers = {}, method = body === undefined ? "GET" : "POST") {
  const answer = await fetch(path, {
    method,
    headers: { "X-Umpire": "page", ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "same-origin",
    cache: "no-store",
  }).catch(() => { throw new Error(t("ask.offline")); });
  const json = (answer.headers.get("content-type") ?? "").includes("json");
  const read = json ? await answer.json() : await answer.text();
  if (!answer.ok) throw Object.assign(new Error(read.detail ?? t("ask.silent")), { status: answer.status });
  return read;
}

// A piece of a page as the server rendered it: its values are escaped there.
export function piece(html) {
  return document.adoptNode(new DOMParser().parseFromString(html, "text/html").body.firstElementChild);
}

// A sign of the page's sprite.
export function sign(name) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg"), use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  made.setAttribute("class", "ic");
  made.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#i-${name}`);
  made.append(use);
  return made;
}

// The address is that of the moment shown.
export function addressAt(n) {
  try { history.replaceState(null, "", `?at=${n}`); } catch { /* moved too often: it is that of a moment ago */ }
}

export const verdict = (word) => element("span", t(`verdict.${word}`), { class: `verdict ${word}` });
export const key = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;

export function line(...parts) {
  const made = element("p");
  made.append(...parts);
  return made;
}

export function cites(ids) {
  const span = element("span");
  for (const id of ids) span.append(element("a", id, { class: "cite", href: `${document.body.dataset.rules}#${id}` }), " ");
  return span;
}

const dialog = document.getElementById("why");

export function popup(title, parts, face) {
  const head = document.getElementById("why-title");
  head.parentElement.querySelector(".face")?.remove();
  if (face) head.before(face.cloneNode(true));
  head.replaceChildren(bdi(title));
  document.getElementById("why-text").replaceChildren(...parts);
  if (!dialog.open) dialog.showModal();
}

// A chip tells which rule, until when, and which entry put it there.
export async function tellMark(chip) {
  const { on, since, cites: rules, until } = chip.dataset, mark = chip.querySelector("bdi").textContent;
  const parts = [line(cites(rules ? rules.split(" ") : []))];
  if (until) parts.push(line(t("mark.until", { until })));
  const from = line(since === "" ? "" : since === "0" ? t("mark.start") : t("mark.since", { n: since }));
  popup(t("mark.title", { piece: on, mark }), [...parts, from]);
  if (!since || since === "0" || !document.body.dataset.here) return;
  try { from.append(" ", bdi((await ask(`${document.body.dataset.here}/entry/${since}`)).words)); } catch { /* the number stands */ }
}
document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-mark]");
  if (chip) tellMark(chip);
});
