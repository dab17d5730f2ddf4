// A link that was opened from elsewhere comes without its seat: asked for once more from here, it has it.
const tried = `again ${location.pathname}`;
if (!sessionStorage.getItem(tried)) {
  sessionStorage.setItem(tried, "yes");
  location.replace(location.href);
} else sessionStorage.removeItem(tried);
