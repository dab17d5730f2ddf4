// A seat lays out its own side; once the last one is given, the page becomes the table.
import { army } from "./army.js";
import { ask, bdi, element } from "./ask.js";
import { t } from "./text.js";

const here = document.body.dataset.here, form = document.getElementById("side"), kept = document.getElementById("kept");
const OFTEN = 1500;
let leaving = false;

function heard({ open, players }) {
  // An answer may be on its way already: the page is loaded anew once.
  if (leaving) return;
  if (open) { leaving = true; location.reload(); return; }
  document.getElementById("players").replaceChildren(...players.map((one) => {
    const [before, after] = t(one.given ? "side.given" : "side.awaited", { name: "\n" }).split("\n"), line = element("li", before, { "data-seat": one.seat });
    line.append(bdi(one.called), after);
    return line;
  }));
}
const look = () => leaving || ask(`${here}/side`).then(heard, () => { /* it is asked again */ });
setInterval(() => { if (!document.hidden) look(); }, OFTEN);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });

if (form) {
  const { roster, ruleset, name, mine, example } = JSON.parse(document.getElementById("laid").textContent);
  const told = document.getElementById("told");
  let side = mine;
  const shows = (given) => { form.hidden = given; kept.hidden = !given; };
  const own = army(document.getElementById("hand"), {
    roster: () => ({ ...roster, table: [], pairs: [] }),
    ruleset: () => ruleset,
    names: () => [name],
    example: () => ({ armies: [example], table: {} }),
    changed: (made) => { [side] = made.armies; },
  });
  own.begin(mine && { armies: [mine], table: {} });
  own.draw();
  shows(Boolean(mine));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    told.textContent = "";
    try {
      const stands = await ask(`${here}/side`, { side });
      shows(true);
      heard(stands);
    } catch (problem) { told.textContent = problem.message; }
  });
  document.getElementById("change").addEventListener("click", () => shows(false));
}
