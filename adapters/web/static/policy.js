// By which policy the audit and the backup weigh: the ruleset's, or one of the judge's own, kept in this browser.
import { ask, element } from "./ask.js";
import { t } from "./text.js";

const { here, ruleset } = document.body.dataset;
const KEPT = `umpire-policies ${ruleset}`, CHOSEN = `umpire-policy ${here}`;
const MOST = 5, LONGEST = 32768;

function stored(key, otherwise) {
  try { return JSON.parse(localStorage.getItem(key)) ?? otherwise; } catch { return otherwise; }
}
function store(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* it holds as long as this page */ }
}

// `changed`: what was asked by the policy before is asked anew. Gives what goes with a question.
export function policies(changed) {
  let kept = stored(KEPT, {}), chosen = stored(CHOSEN, "");
  const row = document.getElementById("policies"), weighs = document.getElementById("weighs");
  const otherwise = weighs.textContent;
  const file = document.getElementById("policy-file"), problem = document.getElementById("policy-problem");

  function draw() {
    if (!(chosen in kept)) chosen = "";
    weighs.textContent = chosen || otherwise;
    row.replaceChildren(...["", ...Object.keys(kept)].map((name) => {
      const button = element("button", name || otherwise, { type: "button", class: "small", "aria-pressed": name === chosen });
      button.onclick = () => choose(name);
      return button;
    }));
  }
  function choose(name) {
    chosen = name;
    store(CHOSEN, chosen);
    problem.textContent = "";
    draw();
    changed();
  }
  file.addEventListener("change", async () => {
    const [from] = file.files;
    if (!from) return;
    try {
      if (from.size > LONGEST) throw new Error(t("policy.long"));
      const policy = await from.text();
      await ask(`${here}/policy`, { policy, name: from.name });
      kept = Object.fromEntries([...Object.entries(kept).filter(([name]) => name !== from.name), [from.name, policy]].slice(-MOST));
      store(KEPT, kept);
      choose(from.name);
    } catch (why) { problem.textContent = why.message; }
    file.value = "";
  });
  draw();
  return (more) => (chosen ? { ...more, policy: kept[chosen], name: chosen } : more);
}
