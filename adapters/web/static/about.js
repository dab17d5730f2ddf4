// A player's statement on an entry, or their appeal: a remark that names the entry.
import { ask, key } from "./ask.js";
import { t } from "./text.js";

const form = document.getElementById("about"), told = document.getElementById("about-told");
let once = key();
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const said = new FormData(form), button = event.submitter;
  button.disabled = true;
  try {
    const text = `${said.get("kind").replace("{n}", form.dataset.n)}: ${said.get("text").trim()}`;
    const { n } = await ask(`/api${document.body.dataset.here}/steps`, { do: "note", text }, { "Idempotency-Key": once });
    once = key();
    form.elements.text.value = "";
    told.textContent = t("about.said", { n });
  } catch (problem) { told.textContent = t("about.failed", { problem: problem.message }); }
  button.disabled = false;
});
