// A tap that comes before the page's scripts listen (a slow line, a fast finger) waits for them and is not lost.
{
  const waits = (event, again) => { event.preventDefault(); event.stopImmediatePropagation(); addEventListener("load", () => setTimeout(again)); };
  const submit = (event) => { const form = event.target, by = event.submitter; if (!form.hasAttribute("action") && form.method !== "dialog") waits(event, () => form.requestSubmit(by)); };
  const click = (event) => { const button = event.target.closest("button"); if (button && !(button.form && button.type === "submit")) waits(event, () => button.click()); };
  document.addEventListener("submit", submit, true);
  document.addEventListener("click", click, true);
  addEventListener("load", () => { document.removeEventListener("submit", submit, true); document.removeEventListener("click", click, true); });
}
