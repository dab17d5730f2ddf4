"""What may be done, folded: steps that differ only in what they name stand on one line.

`run: a1–a12 (12)`; `move charge: a1–a12 → b1–b12 (144)`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from application.game.words.forms import Form
from application.game.words.near_words import plain_word
from application.game.words.short_form import short_form
from domain.kernel.ruleset import Candidate
from domain.kernel.wording import name_ranges

NAMES = frozenset({"name", "names", "mapping"})
"""Kinds of fields by which alike steps differ."""
MOST_NAMED = 6
"""Most names, or ranges of names, of one field that a line has room for."""


@dataclass
class OptionGroup:
    """Steps that are alike but for what they name."""

    words: str
    """What is done: `move charge`."""
    alone: str
    """The first of them in short."""
    names: tuple[dict[str, None], ...]
    """What stands in each field that names something, in the order of the fields."""
    places: list[int] = field(default_factory=list)
    """Where they stand in the list, from 0 on."""

    @property
    def title(self) -> str:
        """The group on a line."""
        if len(self.places) == 1:
            return self.alone
        return f"{self.words}: {self.named} ({len(self.places):,})"

    @property
    def named(self) -> str:
        """What stands in each field: `a1–a12 → b1–b12`."""
        return " → ".join(map(_few_names, self.names))


def titles_together(groups: Iterable[OptionGroup]) -> Iterator[str]:
    """The groups on a line each; those that name the same share it: `move, run, shoot: a1–a12 (36)`."""
    alike: dict[str, list[OptionGroup]] = {}
    for group in groups:
        alike.setdefault(group.named if len(group.places) > 1 else group.alone, []).append(group)
    for named, those in alike.items():
        if len(those) == 1:
            yield those[0].title
        else:
            words, steps = (
                ", ".join(option_group.words for option_group in those),
                sum(len(option_group.places) for option_group in those),
            )
            yield f"{words}: {named} ({steps:,})"


def candidate_in_words(candidate: Candidate, forms: tuple[Form, ...]) -> str:
    """The step in short, with the fields that are left to fill in: `pay points=…`."""
    said = {key: value for key, value in candidate.said.items() if key not in candidate.asks}
    return " ".join((short_form(said, forms), *(f"{key}=…" for key in candidate.asks)))


def has_words(
    candidate: Candidate,
    words: Iterable[str],
    forms: tuple[Form, ...],
    named: Callable[[str], Iterable[str]] = lambda word: (word,),
) -> bool:
    """Whether the step in short has each of these words, or a piece that is `named` so."""
    short = candidate_in_words(candidate, forms).split()
    texts = (value for key, value in candidate.said.items() if key not in ("by", *candidate.asks))
    names = (text for text in texts if isinstance(text, str))
    has = {plain_word(name) for name in (*names, *short)}
    return all(has & {plain_word(name) for name in (word, *named(word))} for word in words)


def option_groups(candidates: Sequence[Candidate], forms: tuple[Form, ...]) -> list[OptionGroup]:
    """The steps of one player, folded, in the order of the first of each group."""
    groups: dict[Any, OptionGroup] = {}
    for place, candidate in enumerate(candidates):
        naming, rest = _names_and_rest(candidate, forms)
        asks = tuple(candidate.asks)
        key = (repr(sorted(rest.items(), key=str)), tuple(naming), asks)
        group = groups.get(key)
        if group is None:
            words = " ".join((short_form(rest, forms), *(f"{ask}=…" for ask in asks)))
            alone = candidate_in_words(candidate, forms)
            group = groups[key] = OptionGroup(words, alone, tuple({} for _ in naming))
        group.places.append(place)
        for names, value in zip(group.names, naming.values(), strict=True):
            names.update(dict.fromkeys(_texts(value)))
    return [*groups.values()]


def reason_pattern(candidate: Candidate, reason: str, forms: tuple[Form, ...]) -> str:
    """The reason without the names and words of the step: alike for steps that are refused alike."""
    naming, rest = _names_and_rest(candidate, forms)
    said = (
        *naming.values(),
        *(value.replace("_", " ") for value in rest.values() if isinstance(value, str)),
    )
    named = {name.casefold() for value in said for text in _texts(value) for name in text.split()}
    return re.sub(r"[\w-]+", lambda word: "…" if word[0].casefold() in named else word[0], reason)


def _names_and_rest(
    candidate: Candidate, forms: tuple[Form, ...]
) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """The fields that name something, and all others that are said."""
    said = {
        key: value
        for key, value in candidate.said.items()
        if key not in candidate.asks and key != "by"
    }
    form = next((form for form in forms if form.fixed.items() <= said.items()), None)
    slots = form.slots if form is not None else ()
    naming = {
        slot.name: said[slot.name] for slot in slots if slot.kind in NAMES and slot.name in said
    }
    return naming, {key: value for key, value in said.items() if key not in naming}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield from (f"{name} {inner}" for name, inner in value.items())
    elif isinstance(value, list | tuple):
        yield " ".join(map(str, value))
    else:
        yield str(value)


def _few_names(names: Iterable[str]) -> str:
    """`a1–a12, guard`; what is too much is left out."""
    ranges = name_ranges(names)
    more = ", …" if len(ranges) > MOST_NAMED else ""
    return ", ".join(ranges[:MOST_NAMED]) + more
