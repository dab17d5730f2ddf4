// A judge taps together what somebody could have done; what is whole is asked about.
import { ask, bdi, element, line } from "./ask.js";
import { filled } from "./fill.js";
import { t } from "./text.js";

const { here } = document.body.dataset;

// `about(step)` asks what the step would get.
export function asking(place, shown, about) {
  const choices = place.querySelector(".choices"), title = place.querySelector(".asked");
  let by = "", taps = [];

  async function look(next) {
    try {
      const found = await ask(`${here}/asking`, { by, at: shown(), taps: next });
      taps = found.taps;
      if (found.step) { about(found.step); begin(by); } else draw(found);
    } catch (problem) { choices.replaceChildren(line(problem.message)); }
  }

  function draw(found) {
    title.textContent = taps.length ? found.words : "";
    choices.replaceChildren(...found.choices.map(button));
    if (found.ask) choices.append(filled(found.ask, (value) => look([...taps, { value }])));
    if (taps.length) {
      const again = element("button", t("choose.again"), { type: "button", class: "plain" });
      again.onclick = () => begin(by);
      choices.append(again);
    }
  }

  function button(one) {
    const may = one.verdict === "legal" || one.verdict === "open";
    const made = element("button", null, { type: "button", class: may ? null : "grey" });
    made.append(bdi(one.words));
    if (!may) made.append(element("span", ` ${t("tools.refused")}`, { class: "skip" }));
    made.onclick = () => { if (one.step) about(one.step); else look([...taps, one.key]); };
    return made;
  }

  function begin(player) {
    by = player;
    for (const one of place.querySelectorAll("[data-asks]")) one.setAttribute("aria-pressed", one.dataset.asks === by);
    if (by) look([]); else choices.replaceChildren();
  }
  for (const one of place.querySelectorAll("[data-asks]")) one.addEventListener("click", () => begin(one.dataset.asks));
  return { moved: () => begin(by) };
}
