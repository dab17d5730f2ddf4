// A moment of the game: chips tell where they come from, arrows turn the leaves.
import "./ask.js";

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog, input, textarea, select")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (rel) document.querySelector(`a[rel=${rel}]`)?.click();
});
