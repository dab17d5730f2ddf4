"""A dispute without anybody's words: players get plain names, what was written freely becomes three dots."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple, get_type_hints

from application.game.words.near_words import words_in
from application.lab.dispute import Dispute
from domain.kernel.chance import CHOICE, IN_HEX, commitment_of
from domain.kernel.ruleset import Ruleset
from domain.kernel.shared import STEPS
from domain.kernel.steps import FREE, JUDGE, Said, Step, is_marked
from domain.kernel.values import changed, fields

WRITTEN = "…"
"""Stands for what somebody wrote in words of their own."""
Rename = Callable[[str], str]


class Nameless(NamedTuple):
    """A dispute in which nobody is named."""

    dispute: Dispute
    rename: Rename
    """A text about the dispute as it was → the same about this one."""


def nameless(dispute: Dispute, rules: Ruleset) -> Nameless:
    """The dispute with players called `p1`, `p2` …, and without remarks, reasons and what it is about.

    What is said freely in a step of the ruleset becomes `x1`, `x2` …, wherever it stands: it may be what
    something new is called.
    """
    opening, steps = dispute.opening, dispute.steps
    taken = set(words_in((opening.setup, *steps)))
    people = dict(zip(opening.players, _fresh("p", taken), strict=False))
    called = {name: people[seat] for seat, name in opening.names.items() if name and seat in people}
    people = {**called, **people}
    things = dict(zip(_things(steps, rules), _fresh("x", taken), strict=False))
    in_words = _renaming(people)

    def rename(text: str) -> str:
        return things[text] if text in things else in_words(text)

    plain = changed(
        opening,
        players=tuple(people[seat] for seat in opening.players),
        setup=_with_texts_renamed(opening.setup, rename),
        names={},
        about={},
        origin="",
        salt="",
    )
    unsaid = _without_choices(steps, opening.players)
    told = tuple(_with_texts_renamed(_without_texts(said, rules), rename) for said in unsaid)
    texts = {text.strip(): WRITTEN for said in steps for text in _texts(said, rules).values()}

    def in_sentence(sentence: str) -> str:
        # Of thousands of remarks hardly one stands in it.
        in_it = {text: renamed for text, renamed in {**texts, **things}.items() if text in sentence}
        return _renaming({**in_it, **people})(sentence)

    return Nameless(Dispute(plain, told), in_sentence)


def free_fields(rules: Ruleset, said: Said) -> frozenset[str]:
    """The fields of such a step that are said in words of one's own; all of a step that nothing knows."""
    do = said["do"]
    if isinstance(do, str) and do in STEPS:
        return _marks_of(STEPS[do])
    if not _is_the_rulesets(rules, do):
        return frozenset(said) - {"by"}
    procedure = rules.procedures[do]
    steps = getattr(procedure.reads, "steps", {}).values()
    return frozenset().union(*map(_marks_of, (procedure.step, *steps)))


def _marks_of(step: type[Step]) -> frozenset[str]:
    hints = get_type_hints(step, include_extras=True)
    return frozenset(
        field.encode_name for field in fields(step) if is_marked(hints[field.name], FREE)
    )


def _things(steps: Iterable[Said], rules: Ruleset) -> list[str]:
    """What is said freely in steps of the ruleset, each once."""
    free = (_texts(said, rules).values() for said in steps if _is_the_rulesets(rules, said["do"]))
    return list(dict.fromkeys(text for texts in free for text in texts))


def _is_the_rulesets(rules: Ruleset, do: Any) -> bool:
    return isinstance(do, str) and do in rules.procedures


def _texts(said: Said, rules: Ruleset) -> dict[str, str]:
    """Field → what somebody wrote in it."""
    free = sorted(free_fields(rules, said) & said.keys())
    return {name: said[name] for name in free if isinstance(said[name], str) and said[name].strip()}


def _without_texts(said: Said, rules: Ruleset) -> Said:
    """The step with `…` for what is written in one that is not the ruleset's own."""
    if _is_the_rulesets(rules, said["do"]) or said["do"] == "reveal":
        return said
    return {**said, **dict.fromkeys(_texts(said, rules), WRITTEN)}


def _without_choices(steps: Iterable[Said], players: tuple[str, ...]) -> list[Said]:
    """The steps with `… 1`, `… 2` for what was chosen in secret, and with commitments to that (G8)."""
    steps = list(steps)
    chosen = [step for step in steps if step["do"] == "reveal" and _is_a_choice(step)]
    plain = {
        text: f"{WRITTEN} {n}" for n, text in enumerate({step["choice"]: 0 for step in chosen}, 1)
    }
    commitments = {}
    for step in chosen:
        seat, secret = players.index(step["by"]) + 1, bytes.fromhex(step["secret"])
        was, now = (
            commitment_of(seat, CHOICE, secret, text)
            for text in (step["choice"], plain[step["choice"]])
        )
        commitments[was] = now

    def unsaid(said: Said) -> Said:
        if said["do"] == "commit" and said.get("commitment") in commitments:
            return {**said, "commitment": commitments[said["commitment"]]}
        return {**said, "choice": plain[said["choice"]]} if said in chosen else said

    return [unsaid(step) for step in steps]


def _is_a_choice(said: Said) -> bool:
    """Whether a step reveals a choice with a secret that can be one."""
    choice, secret = said.get("choice"), said.get("secret")
    fits = isinstance(secret, str) and IN_HEX.fullmatch(secret) and said["by"] != JUDGE
    return bool(fits and isinstance(choice, str) and choice.strip())


def _renaming(names: Mapping[str, str]) -> Rename:
    """What gives a text with each of these names replaced, where it stands as a word of its own."""
    if not names:
        return lambda text: text
    listed = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{listed})(?!\w)")
    return lambda text: pattern.sub(lambda match: names[match[0]], text)


def _with_texts_renamed(value: Any, rename: Rename) -> Any:
    """The value with its texts renamed, keys too, but for what is done."""
    if isinstance(value, str):
        return rename(value)
    if isinstance(value, Mapping):
        return {
            rename(str(key)): part
            if key == "do" and isinstance(part, str)
            else _with_texts_renamed(part, rename)
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [_with_texts_renamed(item, rename) for item in value]
    return value


def _fresh(letter: str, taken: set[str]) -> Iterator[str]:
    """`p1`, `p2` …, without those that are taken."""
    return (name for name in (f"{letter}{n}" for n in count(1)) if name not in taken)
