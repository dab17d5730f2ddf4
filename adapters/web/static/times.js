// Times are written in UTC and shown as the reader's own clock has them.
// In the language of the page, as the reader's own part of the world writes it.
const { lang } = document.documentElement, own = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;
const shown = new Intl.DateTimeFormat(own, { dateStyle: "medium", timeStyle: "short" });
const today = new Intl.DateTimeFormat(own, { timeStyle: "short" });

function show(time) {
  const at = new Date(time.dateTime);
  if (time.title || Number.isNaN(at.getTime())) return;
  time.title = time.textContent;
  time.textContent = (at.toDateString() === new Date().toDateString() ? today : shown).format(at);
}
function showAll(within) { for (const time of within.querySelectorAll("time[datetime]")) show(time); }

showAll(document);
new MutationObserver((changes) => {
  for (const change of changes) for (const node of change.addedNodes) if (node.nodeType === Node.ELEMENT_NODE) { if (node.matches("time")) show(node); showAll(node); }
}).observe(document.body, { subtree: true, childList: true });
