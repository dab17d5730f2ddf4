// A link to the moment that is shown, without any seat in it.
import { t } from "./text.js";

const share = document.getElementById("share"), slider = document.getElementById("at"), told = document.getElementById("shared");
share.hidden = false;
share.addEventListener("click", async () => {
  const url = `${share.dataset.to}?at=${slider.value}`;
  try {
    await navigator.clipboard.writeText(url);
    told.textContent = t(share.dataset.public ? "share.anybody" : "share.seat");
  } catch {
    const box = document.createElement("input");
    box.readOnly = true;
    box.value = url;
    box.setAttribute("aria-label", t("share.link"));
    told.replaceChildren(box);
    box.select();
  }
});
