// A seat's link carries its secret behind the #, which no server ever sees in an address.
import { ask, element } from "./ask.js";

const place = document.getElementById("enter"), form = document.getElementById("by-hand");
const token = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", location.pathname + location.search);

async function enter(secret) {
  form.hidden = true;
  place.replaceChildren(element("p", place.dataset.wait));
  try {
    const { to } = await ask(location.pathname, { token: secret });
    location.replace(to + location.search);
  } catch (problem) {
    place.replaceChildren(element("p", problem.message, { class: "card problem" }));
    form.hidden = false;
  }
}
if (token) enter(token);
form.addEventListener("submit", (event) => { event.preventDefault(); enter(document.getElementById("token").value.trim()); });
