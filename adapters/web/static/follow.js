// Follows a game: calls back at every new entry, survives lost connections, says when it is cut off.
export function follow(here, state, look) {
  let source = null, poll = 0, due = 0;
  // Entries that arrive together are looked at together.
  const onEntry = () => new Promise((done, failed) => {
    clearTimeout(due);
    due = setTimeout(() => look().then(done, failed), 40);
  });
  const lost = () => {
    state("connection lost, trying again…", true);
    if (!poll) poll = setInterval(() => onEntry().then(heard, () => {}), 2000);
  };
  const heard = () => {
    state("", false);
    if (poll) { clearInterval(poll); poll = 0; }
  };
  const open = () => {
    source?.close();
    source = new EventSource(`/api${here}/feed`);
    source.onopen = () => { heard(); onEntry().catch(() => {}); };
    source.onerror = () => { lost(); if (source.readyState === EventSource.CLOSED) setTimeout(open, 1500); };
    source.onmessage = () => onEntry().catch(lost);
    source.addEventListener("entry", () => onEntry().catch(lost));
  };
  addEventListener("online", open);
  addEventListener("offline", lost);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  open();
}

export async function ask(path, body, headers = {}) {
  const answer = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "X-Umpire": "page", ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "same-origin",
    cache: "no-store",
  });
  const type = answer.headers.get("content-type") ?? "";
  const read = type.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Error(read.detail ?? read.title ?? "The server did not answer.");
  return read;
}

export function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined && text !== null) made.append(text);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(name, value);
  return made;
}

export function cites(rules, ruleset) {
  const span = element("span");
  for (const rule of rules) span.append(element("a", rule, { class: "cite", href: `/rules/${ruleset}#${rule}` }), " ");
  return span;
}

export function verdict(word) { return element("span", word, { class: `verdict ${word}` }); }

export function bdi(text) { return element("bdi", text); }
