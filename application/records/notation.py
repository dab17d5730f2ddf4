"""Parses a safe subset of YAML, or JSON, into plain values, within limits of size and depth.

Any text gives null, true, false, numbers, strings, lists and mappings with strings as keys, or
raises Unclear with one sentence that says what is wrong and where.
"""

import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import yaml
from yaml.constructor import SafeConstructor
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from yaml.nodes import ScalarNode

from application.records.odd_keys import OddKey
from application.records.yaml_problems import yaml_problem

MOST_BYTES = 4 * 1024 * 1024
MOST_VALUES = 200_000
DEEPEST = 40
WIDEST_NUMBER = 2**53
"""From here on programs read whole numbers differently (JSON's doubles); they are kept as strings."""
LONGEST_NUMBER = 100
"""Characters; longer ones stay strings and are not converted (YAML reads `1:1:1:…` in base 60)."""

Value = Any
"""None, bool, int, float, str, list, or dict with str keys."""

TAG = "tag:yaml.org,2002:"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SCALARS = SafeConstructor()
PLAIN = {
    f"{TAG}null": SCALARS.construct_yaml_null,
    f"{TAG}bool": SCALARS.construct_yaml_bool,
    f"{TAG}int": SCALARS.construct_yaml_int,
    f"{TAG}float": SCALARS.construct_yaml_float,
}
COLLECTIONS = {None, "!", f"{TAG}map", f"{TAG}seq"}


class Unclear(Exception):
    """The text cannot be read; the message is a sentence with the line where there is one."""


class NotFinite(Unclear):
    """A number in JSON is none that can be counted with: NaN, an infinity, or too large."""


def check_length(text: str | bytes) -> None:
    """Checks that a text, or the bytes of one, is no longer than MOST_BYTES. Raises Unclear."""
    if len(text) > MOST_BYTES:
        raise Unclear(f"it is longer than {MOST_BYTES // 1024 // 1024} MiB")


def values(text: str) -> Value:
    """The value of a JSON or YAML text. Raises Unclear."""
    check_length(text)
    _whole(text)
    if text.lstrip()[:1] in ("{", "["):
        try:
            return json_values(text)
        except json.JSONDecodeError:
            pass
    return yaml_values(text)


def json_values(text: str) -> Value:
    """The value of a JSON text. Raises Unclear, or JSONDecodeError if it is not JSON."""
    try:
        value = JSON.decode(text)
    except RecursionError:
        raise Unclear(f"it is nested deeper than {DEEPEST} levels") from None
    return within_bounds(value)


def _without_doubles(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        times = Counter(name for name, _ in pairs)
        double = next(name for name in mapping if times[name] > 1)
        raise Unclear(f"“{_short(double)}” stands twice in one mapping; give it once")
    return mapping


def _int(text: str) -> Value:
    if len(text) > 16:  # noqa: PLR2004
        return text
    return _number(int(text), text)


def _number(value: Value, text: str) -> Value:
    if isinstance(value, float) and not math.isfinite(value):
        return text
    if isinstance(value, int) and abs(value) >= WIDEST_NUMBER:
        return text
    return value


def _no_number(text: str) -> Value:
    raise NotFinite(f"{text} is no number; write a finite one, or put it in quotes")


JSON = json.JSONDecoder(
    object_pairs_hook=_without_doubles, parse_int=_int, parse_constant=_no_number
)


def within_bounds(value: Value) -> Value:
    """The value itself. Raises Unclear if it is too deep, too large, or holds lone surrogates."""
    left = MOST_VALUES
    level = [value]
    for _ in range(DEEPEST + 1):
        deeper: list[Value] = []
        for inner in level:
            if isinstance(inner, dict):
                deeper.extend(inner)
                deeper.extend(inner.values())
            elif isinstance(inner, list):
                deeper.extend(inner)
            elif isinstance(inner, str) and not inner.isascii():
                _whole(inner)
            elif isinstance(inner, float) and not math.isfinite(inner):
                raise NotFinite("a number in it is too large")
        left -= len(deeper)
        if left < 0:
            raise Unclear(f"it holds more than {MOST_VALUES} values")
        if not deeper:
            return value
        level = deeper
    raise Unclear(f"it is nested deeper than {DEEPEST} levels")


def _whole(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unclear("it holds something that is no text: half of a character") from None


def yaml_values(text: str) -> Value:
    """The value of a YAML text. Raises Unclear."""
    try:
        return _Reading(text).document()
    except yaml.MarkedYAMLError as why:
        mark = why.problem_mark or why.context_mark
        raise Unclear(f"{_line(mark)}{yaml_problem(why.problem or why.context or '')}") from None
    except yaml.YAMLError as why:
        raise Unclear(f"it is not YAML: {str(why).splitlines()[0]}") from None


def _line(mark: Any) -> str:
    return f"line {mark.line + 1}: " if mark is not None else ""


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"  # noqa: PLR2004


class _Reading:
    """One pass over the events of a YAML text."""

    def __init__(self, text: str) -> None:
        self.events: Iterator[Any] = yaml.parse(text, Loader=LOADER)
        self.anchors: dict[str, tuple[Value, int]] = {}
        self.left = MOST_VALUES

    def document(self) -> Value:
        """The only document of the text; None for an empty one."""
        value: Value = None
        documents = 0
        for event in self.events:
            if isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise Unclear(
                        f"{_line(event.start_mark)}a second document begins; expected one"
                    )
                value = self.value(next(self.events), 0)
        # With aliases a value can be deeper than it is written anywhere.
        return within_bounds(value) if self.anchors else value

    def value(self, event: Any, depth: int) -> Value:
        left = self.left
        self._count(1, event)
        kind = type(event)
        if kind is ScalarEvent:
            value: Value = scalar(event)
        elif kind is AliasEvent:
            return self._alias(event)
        elif depth >= DEEPEST:
            raise Unclear(f"{_line(event.start_mark)}it is nested deeper than {DEEPEST} levels")
        elif event.tag not in COLLECTIONS:
            raise Unclear(_foreign_tag(event))
        elif kind is SequenceStartEvent:
            value = self._list(depth)
        else:
            assert kind is MappingStartEvent
            value = self._mapping(depth)
        if event.anchor is not None:
            self.anchors[event.anchor] = (value, left - self.left)
        return value

    def _count(self, number: int, event: Any) -> None:
        self.left -= number
        if self.left < 0:
            raise Unclear(f"{_line(event.start_mark)}it holds more than {MOST_VALUES} values")

    def _alias(self, event: AliasEvent) -> Value:
        if event.anchor not in self.anchors:
            raise Unclear(f"{_line(event.start_mark)}“*{event.anchor}” refers to nothing before it")
        value, size = self.anchors[event.anchor]
        # Each use counts for all it stands for: a few lines could come to millions of values.
        self._count(size, event)
        return value

    def _list(self, depth: int) -> list[Value]:
        items = []
        for event in self.events:
            if type(event) is SequenceEndEvent:
                break
            items.append(self.value(event, depth + 1))
        return items

    def _mapping(self, depth: int) -> dict[str, Value]:
        mapping: dict[str, Value] = {}
        for event in self.events:
            if type(event) is MappingEndEvent:
                break
            if type(event) is not ScalarEvent:
                raise Unclear(f"{_line(event.start_mark)}a key is one word, not a list or mapping")
            key = event.value if type(scalar(event)) is str else OddKey(event.value)
            if key in mapping:
                raise Unclear(
                    f"{_line(event.start_mark)}“{_short(key)}” stands twice; give it once"
                )
            mapping[key] = self.value(next(self.events), depth + 1)
        return mapping


def scalar(event: ScalarEvent) -> Value:
    """The value of a YAML scalar: null, true, false, a number or a string. Raises Unclear."""
    text: str = event.value
    if event.tag is None:
        tag = _tag_of(text) if event.implicit[0] else f"{TAG}str"
    else:
        tag = f"{TAG}str" if event.tag == "!" else event.tag
    construct = PLAIN.get(tag) if len(text) <= LONGEST_NUMBER else None
    if construct is None:
        if event.tag is not None and tag != f"{TAG}str":
            raise Unclear(_foreign_tag(event))
        return text
    try:
        return _number(construct(ScalarNode(tag, text)), text)
    except (ValueError, KeyError, IndexError, OverflowError):
        return text


def word(text: str) -> Value:
    """The value typed after `key=`: YAML if it begins with a bracket or quote, else one scalar."""
    if text[:1] in ("[", "{", '"', "'"):
        return values(text)
    _whole(text)
    tag = _tag_of(text)
    return scalar(ScalarEvent(None, None, (True, False), text)) if tag in PLAIN and text else text


def _tag_of(text: str) -> str:
    for tag, pattern in yaml.SafeLoader.yaml_implicit_resolvers.get(text[:1], ()):
        if pattern.match(text):
            return str(tag)
    return f"{TAG}str"


def _foreign_tag(event: Any) -> str:
    return f"{_line(event.start_mark)}the tag “{_short(event.tag)}” is not allowed; leave it out"
