// Builds what is shown; whatever others wrote goes in as text, never as markup.
export function element(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  if (text !== undefined && text !== null) made.append(text);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(name, value);
  return made;
}

export const bdi = (text) => element("bdi", text);
