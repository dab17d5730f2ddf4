"""Names in what people write: finding them, so that they can be forgotten or left out of a case."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from application.event.full_names import SOMEBODY, flat
from application.event.keyring import FORGOTTEN, NAMED, Keyring
from domain.kernel.look_alikes import is_seen
from domain.kernel.steps import Said
from domain.tournament.command import Refused
from domain.tournament.context import Cipher
from domain.tournament.tournament import Tournament

SHORTEST = 3
"""The fewest letters of a part of a name that counts: shorter ones are ordinary words."""
FREE_TEXTS = {
    "note": "text",
    "rewind": "because",
    "overrule": "because",
    "played": "because",
    "correct": "because",
    "report": "text",
}
"""Steps with a field that anything may be written into, and that field."""
LONGEST = 2_000
"""The most characters of a statement, a remark or a reason."""


def names_in(event: Tournament, keyring: Keyring) -> list[str]:
    """The names of everybody at the event and the parts of those names, longest first."""
    return _parts(name for _, name in whole_names(event, keyring))


def _parts(names: Iterable[str]) -> list[str]:
    """The names and the parts of them, longest first."""
    known = set(names)
    parts = {part for name in known for part in re.split(r"[\s\-]+", name) if len(part) >= SHORTEST}
    return sorted(known | parts, key=lambda part: (-len(part), part))


def without_names(text: str, names: Iterable[str]) -> str:
    """The text with `[name]` where a name stood, whatever its capitals."""
    pattern = "|".join(map(re.escape, names))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", SOMEBODY, text, flags=re.I) if pattern else text


def free_text(said: Said) -> str:
    """What somebody wrote in a step in words of their own; empty where it holds none."""
    text = said.get(FREE_TEXTS.get(str(said["do"]), ""))
    return text if isinstance(text, str) else ""


def people_named(event: Tournament, keyring: Keyring, text: str) -> Iterator[str]:
    """The numbers of the event's people whose names, or parts of them, stand in the text."""
    words, people = flat(text), set()
    for person, whole in whole_names(event, keyring):
        if person not in people and any(part in words for part in _flat_parts(whole)):
            people.add(person)
            yield person


@lru_cache(2048)
def _flat_parts(name: str) -> list[str]:
    return [flat(part) for part in _parts([name])]


def hide_words(event: Tournament, keyring: Keyring, by: str, words: str) -> Cipher:
    """Somebody's words as the log keeps them: under their key and the keys of all whom they name."""
    named = [person for person in people_named(event, keyring, words) if person != by]
    hidden = keyring.hide_together([by, *named], words)
    return f"{' '.join(named)}{NAMED}{hidden}" if named else hidden


def hide_checked_words(
    event: Tournament, keyring: Keyring, by: str, words: str, what: str
) -> Cipher:
    """As `hide_words`, for stripped words. Raises Refused where nothing is seen of them or they are too long.

    `what`: what the words are, as the refusal calls it.
    """
    said = words.strip()
    if not is_seen(said) or len(said) > LONGEST:
        raise Refused(f"{what}: expected 1 to {LONGEST} letters")
    return hide_words(event, keyring, by, said)


def whole_names(event: Tournament, keyring: Keyring) -> Iterator[tuple[str, str]]:
    """(number, name) of everybody who is not forgotten, then the names that were corrected since."""
    for person, cipher in (*event.everybody.items(), *event.former):
        name = keyring.name(person, cipher)
        if name != FORGOTTEN:
            yield person, name
