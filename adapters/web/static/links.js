// Links are copied with one tap, where the browser allows it; else they are marked, to be copied.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = button.dataset.copied;
    } catch {
      button.parentElement.querySelector("input").select();
      button.textContent = button.dataset.marked;
    }
  });
}
