"""A step told in a sentence, from what its ruleset says of each kind of step.

A template holds fields in braces and, in brackets, what is said only where its field is:
`gives “{unit}” {command:word}[ as a Charge|charge][ at “{target}”]`. After a bar stands the field that
decides where none is named in the brackets, or one that is false,
`[ could not move|!completed]`, or missing, `[nobody|-player]`.
`{command:word}` is a word of the rulebook, which each ruleset speaks in its own way; of a mapping, what
stands behind the colon is put between names and values: `{agents:to}`, alpha to b1.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.ruleset import Ruleset
from domain.kernel.steps import AT, PLAYED, Said
from domain.kernel.wording import key_in_words, list_in_words

SHARED: Mapping[str, str] = {
    "undo": "takes the last step back",
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
}
"""Kind of step → what is said of whoever takes it, in every game."""
OPTIONAL = re.compile(r"\[([^\[\]|]*)(?:\|([!-]?)(\w+))?\]")
FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
NOT_TOLD = frozenset({"by", "do", AT, PLAYED})
"""Fields that are shown elsewhere."""


def step_sentence(ruleset: Ruleset, said: Said) -> str:
    """What whoever takes the step does, without who that is: `gives “a1” Run`; with each field once."""
    do = said.get("do")
    template, fixed = _template(ruleset, said)
    if template is None:
        words = key_in_words(do) if isinstance(do, str) else _value(do)
        return f"says: {', '.join((words, *_fields(said, NOT_TOLD)))}"
    named = (match[1] for match in FIELD.finditer(template))
    used = {*named, *(match[3] for match in OPTIONAL.finditer(template)), *fixed}
    text = OPTIONAL.sub(lambda part: _optional(part, said), template)
    text = FIELD.sub(lambda match: _words_for(ruleset, said, match), text)
    rest = "".join(f", {field}" for field in _fields(said, NOT_TOLD | used))
    return f"{text}{rest}"


def has_sentence(ruleset: Ruleset, said: Said) -> bool:
    """Whether its ruleset, or every game, says this kind of step in a sentence of its own."""
    return _template(ruleset, said)[0] is not None


def _template(ruleset: Ruleset, said: Said) -> tuple[str | None, frozenset[str]]:
    """The template for this step, and the fields that its kind fixes."""
    do = said.get("do")
    if not isinstance(do, str):
        return None, frozenset()
    for key, value in said.items():
        if key not in NOT_TOLD and isinstance(value, str) and f"{do} {value}" in ruleset.says:
            return ruleset.says[f"{do} {value}"], frozenset({key})
    return ruleset.says.get(do) or SHARED.get(do), frozenset()


def _optional(part: re.Match[str], said: Said) -> str:
    text, denied, name = part[1], part[2], part[3]
    if denied == "-":
        return text if said.get(name) is None else ""
    if name:
        return text if name in said and bool(said[name]) is not bool(denied) else ""
    there = all(said.get(match[1]) not in (None, "", [], {}) for match in FIELD.finditer(text))
    return text if there else ""


def _words_for(ruleset: Ruleset, said: Said, match: re.Match[str]) -> str:
    if match[1] not in said:
        return "something"
    value = said[match[1]]
    if isinstance(value, Mapping):
        between = f" {match[2]} " if match[2] else " "
        told = (f"{name}{between}{_value(inner)}" for name, inner in value.items())
        return list_in_words(told) if value else "nothing"
    if match[2] and isinstance(value, str):
        return ruleset.spoken(value)
    words = _value(value)
    quoted = isinstance(value, str) and match.string[: match.start()].endswith("“")
    return words.strip("“”") if quoted else words


def _fields(said: Said, but: frozenset[str] | set[str]) -> Iterator[str]:
    for key, value in said.items():
        if key in but:
            continue
        words = key_in_words(key)
        if isinstance(value, bool):
            yield words if value else f"not {words}"
        else:
            yield f"{words} {_value(value)}"


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
