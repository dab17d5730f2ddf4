"""A step told in a sentence, from what its ruleset, or a page, says of each kind of step.

A sentence holds fields in braces and, in brackets, what is said only where its field is:
`gives “{unit}” {command:word}[ as a Charge|charge][ at “{target}”]`. After a bar stands a field
that decides, too: one that is true, or that is false, `[ could not move|!completed]`, or missing,
`[nobody|-player]`.
`{command:word}` is a word of the rulebook, which each ruleset speaks in its own way; of a mapping, what
stands behind the colon is put between names and values: `{agents:to}`, alpha to b1.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from domain.kernel.ruleset import Ruleset
from domain.kernel.steps import AT, PLAYED, Said
from domain.kernel.wording import key_in_words, list_in_words

Sentences = Callable[[str], str | None]
"""Kind of step → the sentence for it. A kind is, the most particular first: `report destroyed` by the word
of its fact, `declare charge` by a field that it has, `move not completed` by one that is false, `move`; `any`.
"""
ANY = "any"
RULEBOOK_WORD = "word"
SHARED: Mapping[str, str] = {
    "undo": "wants the last step back",
    "consent": "agrees",
    "object": "does not agree",
    "withdraw": "asks no longer",
    "open": "agrees that everything is laid open",
    "note": "notes: {text}",
    "rewind": "goes back to after entry {to}[, because: {because}]",
    "overrule": "rules entry {entry} {verdict}[, umpire being wrong|defect][, because: {because}]",
    "played": "says that entry {entry} was played[, because: {because}]",
    "correct": "says how the table lies: {parts}[, because: {because}]",
    "commit": "commits to a secret for {to}[|commitment]",
    "reveal": "reveals their secret[|secret][ and their choice, “{choice}”]",
    "set_aside": "sets aside what is made together[, because: {because}]",
    "concede": "concedes",
    ANY: "says: {do}",
}
"""Kind of step → what is said of whoever takes it, in every game."""
OPTIONAL = re.compile(r"\[([^\[\]|]*)(?:\|([!-]?)(\w+))?\]")
FIELD = re.compile(r"(?P<open>“?)\{(?P<field>\w+)(?::(?P<how>\w+))?\}(?P<close>”?)")
KINDS_BY = ("fact", "order")
"""Fields whose word decides what else a step says."""
NOT_TOLD = frozenset({"by", "do", AT, PLAYED})
"""Fields that are shown elsewhere."""


class Mention(NamedTuple):
    """A value of the step where its sentence has it."""

    value: Any
    how: str = ""
    """`RULEBOOK_WORD`, or of a mapping what stands between names and values; empty where nothing is said."""
    quoted: bool = False
    """Whether the sentence has it in quotes, as it has what a player has named."""


def sentences_of(ruleset: Ruleset) -> Sentences:
    """What is said of a step in its log, without who takes it."""
    return lambda kind: ruleset.says.get(kind) or SHARED.get(kind)


def step_sentence(ruleset: Ruleset, said: Said) -> str:
    """What whoever takes the step does, without who that is: `gives “a1” Run`; with each field once."""
    parts = step_parts(said, sentences_of(ruleset))
    return "".join(part if isinstance(part, str) else _in_words(ruleset, part) for part in parts)


def step_parts(said: Said, sentences: Sentences, *, brief: bool = False) -> list[str | Mention]:
    """The sentence for a step: its words, and the values that it names.

    Fields that it leaves out are added behind it. `brief`: they are not, and none is told as `any` or with
    “something” in it: without a sentence whose fields all are there, this is empty.
    """
    for kind, told in _kinds(said):
        text = sentences(kind)
        if text is None:
            continue
        sentence = _read(text)
        if brief and (kind == ANY or not _are_there(sentence.needed, said)):
            continue
        parts = [*_parts(sentence, said)]
        if not brief:
            parts += _fields(said, NOT_TOLD | sentence.fields | told)
        return parts
    return []


def _kinds(said: Said) -> Iterator[tuple[str, frozenset[str]]]:
    """The kinds of this step, each with the fields that it tells."""
    do = said.get("do")
    if isinstance(do, str):
        for field in KINDS_BY:
            if isinstance(said.get(field), str):
                yield f"{do} {said[field]}", frozenset({field})
        for field, value in said.items():
            if value is False:
                yield f"{do} not {field}", frozenset({field})
            elif _is_there(value):
                yield f"{do} {field}", frozenset({field} if value is True else ())
        yield do, frozenset()
    yield ANY, frozenset()


def _is_there(value: Any) -> bool:
    return value not in (None, "", [], {})


def _are_there(fields: Iterable[str], said: Said) -> bool:
    return all(_is_there(said.get(field)) for field in fields)


class _Place(NamedTuple):
    """Where a sentence has the value of a field, with the quotes around it."""

    open: str
    field: str
    how: str
    close: str


class _Clause(NamedTuple):
    """A part of a sentence that is said as a whole or not at all."""

    text: tuple[str | _Place, ...]
    needed: tuple[str, ...]
    """The fields that it names."""
    denied: str = ""
    decides: str = ""
    """The field behind the bar, which decides, too."""

    def holds(self, said: Said) -> bool:
        name = self.decides
        if not _are_there(self.needed, said):
            return False
        if self.denied == "-":
            return not _is_there(said.get(name))
        return not name or (name in said and bool(said[name]) is not bool(self.denied))


class _Sentence(NamedTuple):
    clauses: tuple[_Clause, ...]
    """What is always said and, in between, what is said sometimes."""
    needed: tuple[str, ...]
    """The fields that what is always said names."""
    fields: frozenset[str]
    """All fields that it tells of."""


@lru_cache(maxsize=1024)
def _read(sentence: str) -> _Sentence:
    """The sentence in its parts. Each is read once: a log tells thousands of steps in a few."""
    clauses, end = [], 0
    for match in OPTIONAL.finditer(sentence):
        clauses.append(_clause(sentence[end : match.start()]))
        clauses.append(_clause(match[1], match[2] or "", match[3] or ""))
        end = match.end()
    clauses.append(_clause(sentence[end:]))
    needed = tuple(field for clause in clauses[::2] for field in clause.needed)
    named = {field for clause in clauses for field in (*clause.needed, clause.decides)}
    return _Sentence(tuple(clauses), needed, frozenset(named))


def _clause(words: str, denied: str = "", decides: str = "") -> _Clause:
    text: list[str | _Place] = []
    needed, end = [], 0
    for match in FIELD.finditer(words):
        place = _Place(match["open"], match["field"], match["how"] or "", match["close"])
        text += [words[end : match.start()], place]
        needed.append(place.field)
        end = match.end()
    return _Clause((*text, words[end:]), tuple(needed), denied, decides)


def _parts(sentence: _Sentence, said: Said) -> Iterator[str | Mention]:
    for at, clause in enumerate(sentence.clauses):
        # What is always said is said, too, where a field of it is missing.
        if at % 2 and not clause.holds(said):
            continue
        for part in clause.text:
            if isinstance(part, str):
                yield part
            elif part.field not in said:
                yield f"{part.open}something{part.close}"
            elif part.open and part.close:
                yield Mention(said[part.field], part.how, quoted=True)
            else:
                yield part.open
                yield Mention(said[part.field], part.how)
                yield part.close


def _fields(said: Said, but: frozenset[str] | set[str]) -> Iterator[str | Mention]:
    for key, value in said.items():
        words = key_in_words(key)
        if key in but:
            continue
        if isinstance(value, bool):
            yield f", {words}" if value else f", not {words}"
        else:
            yield f", {words} "
            yield Mention(value)


def _in_words(ruleset: Ruleset, mention: Mention) -> str:
    value, how = mention.value, mention.how
    if isinstance(value, Mapping) and how:
        told = (f"{name} {how} {_value(inner)}" for name, inner in value.items())
        return list_in_words(told) if value else "nothing"
    if how and isinstance(value, str):
        return ruleset.spoken(value)
    words = _value(value)
    return f"“{words.strip('“”')}”" if mention.quoted else words


def _value(value: Any) -> str:
    """A value inside a sentence: no brackets, no name of ours for nothing."""
    if value is None:
        return "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return (
            list_in_words(f"{name} {_value(inner)}" for name, inner in value.items()) or "nothing"
        )
    if isinstance(value, list | tuple):
        return list_in_words(map(_value, value)) or "nothing"
    text = str(value)
    return f"“{text}”" if " " in text.strip() or not text.strip() else text
