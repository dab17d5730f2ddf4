"""Parses steps and mappings that are typed on one line."""

import re
from collections.abc import Sequence
from typing import Any

from application.records.notation import Unclear, values, word
from application.records.odd_keys import odd_key, with_plain_keys
from application.records.records import BadRecord, kind_of
from domain.kernel.steps import Said

WRITTEN_OUT = re.compile(r"\s*\w+: ")
QUOTED = re.compile(r"""^(["'])(.*)\1$""")


def mapping_from(text: str, what: str) -> dict[str, Any]:
    """A mapping written on the command line. Raises BadRecord."""
    try:
        content = values(text)
    except Unclear as why:
        raise BadRecord(f"{what}: {why}.") from None
    if not isinstance(content, dict):
        raise BadRecord(f"{what}: expected a mapping, not {kind_of(content)}.")
    odd = odd_key(content, what)
    if odd:
        raise BadRecord(f"{odd}.")
    return content


def step_from(text: str) -> Said:
    """One step written on a line: a YAML mapping, or `by=ana do=pass`. Raises BadRecord."""
    try:
        if "=" in text.split("{", 1)[0].split(":", 1)[0]:
            return step_from_words(split_words(text))
        content = values(text)
    except Unclear as why:
        raise BadRecord(f"the step: {why}.") from None
    if not isinstance(content, dict):
        raise BadRecord("a step is one mapping, such as {by: ana, do: pass}, or by=ana do=pass.")
    said: Said = with_plain_keys(content)
    return said


def step_from_words(given: Sequence[str]) -> Said:
    """A step from `key=value` words, each value read by `word`. Raises BadRecord."""
    said: dict[str, Any] = {}
    for part in given:
        key, equals, text = part.partition("=")
        if not equals or not key:
            raise BadRecord(f"the step: “{part}” should be key=value, such as by=ana.")
        if key in said:
            raise BadRecord(f"the step: “{key}” is given twice.")
        try:
            said[key] = word(text)
        except Unclear as why:
            raise BadRecord(f"the step: “{key}”: {why}.") from None
    plain: Said = with_plain_keys(said)
    return plain


def split_words(line: str) -> list[str]:
    """The words of a line; a value in brackets, braces or quotes may hold spaces."""
    words = re.findall(r"(?:\"[^\"]*\"|'[^']*'|\[[^\]]*\]|\{.*?\}(?=\s|$)|[^\s])+", line)
    return [*map(str, words)]


def words_of(line: str) -> list[str]:
    """The words of a line, without the quotes around them."""
    return [QUOTED.sub(r"\2", said) for said in split_words(line)]


def is_written_out(line: str) -> bool:
    """Whether the line is a step written as a YAML mapping."""
    return line.lstrip()[:1] == "{" or WRITTEN_OUT.match(line) is not None
