// A standing answer is set with one tap and ended with one.
import { ask, key, line, popup } from "./ask.js";
import { t } from "./text.js";

export function standing(here, live, refresh) {
  const path = `/api${here}/standing-answer`;

  function set({ standingUntil: until, due }) {
    const unless = JSON.parse(document.getElementById("standing-unless").value);
    const seen = Number(live.firstElementChild.dataset.entry);
    return ask(path, { until, unless, now: due !== undefined, expected_entry: seen }, { "Idempotency-Key": key() }, "PUT");
  }

  live.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-standing-until], [data-standing-end]");
    if (!button) return;
    button.disabled = true;
    try {
      if ("standingUntil" in button.dataset) await set(button.dataset); else await ask(path, undefined, {}, "DELETE");
    } catch (problem) {
      popup(t("say.failed"), [line(problem.message)]);
    }
    button.disabled = false;
    button.closest("dialog")?.close();
    await refresh();
    (live.querySelector("[data-standing-end]") ?? live.querySelector("#last button"))?.focus({ preventScroll: true });
  });
}
