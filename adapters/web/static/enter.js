// A seat's link carries its secret behind the #, which no server ever sees in an address.
import { ask, element } from "./follow.js";

const place = document.getElementById("enter");
const token = decodeURIComponent(location.hash.slice(1)) || null;
history.replaceState(null, "", location.pathname + location.search);

async function enter(secret) {
  try {
    const { to } = await ask(location.pathname, { token: secret });
    location.replace(to + location.search);
  } catch (problem) {
    place.replaceChildren(element("p", problem.message, { class: "card problem" }));
    document.getElementById("by-hand").hidden = false;
  }
}
if (token) enter(token); else { place.replaceChildren(); document.getElementById("by-hand").hidden = false; }
document.getElementById("by-hand").addEventListener("submit", (event) => {
  event.preventDefault();
  enter(document.getElementById("token").value.trim());
});
