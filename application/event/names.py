"""Names in what people write: found, so that they can be forgotten; taken out of a case."""

import re
from collections.abc import Iterable, Iterator

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
    whole = [keyring.reveal(person, name) for person, name in _ciphers(event).items()]
    return _parts(name for name in whole if name != FORGOTTEN)


def _ciphers(event: Event) -> dict[str, str]:
    return {**event.people, **{one.id: one.name for one in event.judges.values()}}


def _parts(names: Iterable[str]) -> list[str]:
    """The names and the parts of them, longest first."""
    known = set(names)
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


def people_named(event: Event, keyring: Keyring, text: str) -> Iterator[str]:
    """The numbers of the event's people whose names, or parts of them, stand in the text."""
    for person, name in _ciphers(event).items():
        whole = keyring.reveal(person, name)
        if whole != FORGOTTEN and without_names(text, _parts([whole])) != text:
            yield person
