// Follows a game: calls back at every new entry, survives lost connections, says when it is cut off.
import { t } from "./text.js";

export function follow(here, say, look) {
  let source = null, poll = 0, due = 0;
  // Entries that arrive together are looked at together.
  const soon = () => { clearTimeout(due); due = setTimeout(() => look().then(heard, lost), 30); };
  const lost = () => {
    say(t("follow.lost"), true);
    poll ||= setInterval(() => look().then(heard, () => {}), 2000);
  };
  const heard = () => { say("", false); clearInterval(poll); poll = 0; };
  const open = () => {
    source?.close();
    source = new EventSource(`/api${here}/feed`);
    source.onopen = soon;
    source.onerror = () => { lost(); if (source.readyState === EventSource.CLOSED) setTimeout(open, 1500); };
    source.addEventListener("entry", soon);
  };
  addEventListener("online", open);
  addEventListener("offline", lost);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
  open();
}
