// A player's page of an event: led to their table by their code, or told once they are paired.
const go = document.getElementById("go");
if (location.search === "?go" && go) {
  history.replaceState(null, "", location.pathname);
  go.requestSubmit();
}
if (!go) setTimeout(() => location.reload(), 5000);
