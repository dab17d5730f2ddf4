"""Names taken out of what is written down where they could not be forgotten: in a game, in a case."""

import re
from collections.abc import Iterable

from application.event.people import FORGOTTEN, Keyring
from application.event.state import Event
from domain.kernel.steps import Said

SOMEBODY = "[name]"
SHORTEST = 3
"""Letters of a part of a name that is taken out: shorter ones are words of every sentence."""
FREE_TEXTS = {
    "note": "text",
    "rewind": "because",
    "overrule": "because",
    "played": "because",
    "report": "text",
}
"""Steps with a field that anything may be written into, and that field."""


def names_in(event: Event, keyring: Keyring) -> list[str]:
    """The names of everybody, and the parts of them, longest first."""
    ciphers = {**event.people, **{one.id: one.name for one in event.judges.values()}}
    whole = [keyring.reveal(person, name) for person, name in ciphers.items()]
    known = {name for name in whole if name != FORGOTTEN}
    parts = {part for name in known for part in re.split(r"[\s\-]+", name) if len(part) >= SHORTEST}
    return sorted(known | parts, key=lambda one: (-len(one), one))


def without_names(text: str, names: Iterable[str]) -> str:
    """The text with `[name]` where a name stood, whatever its capitals."""
    found = "|".join(map(re.escape, names))
    return re.sub(rf"(?<!\w)(?:{found})(?!\w)", SOMEBODY, text, flags=re.I) if found else text


def free_text(said: Said) -> str:
    """What somebody wrote in a step in words of their own; empty where it holds none."""
    found = said.get(FREE_TEXTS.get(str(said["do"]), ""))
    return found if isinstance(found, str) else ""


def said_without_names(said: Said, event: Event, keyring: Keyring) -> Said:
    """The step with the names of the event's people taken out of its free text."""
    field = FREE_TEXTS[str(said["do"])]
    return {**said, field: without_names(said[field], names_in(event, keyring))}
