"""What pages say by themselves: the texts that stand in templates and scripts instead of the catalogue."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from jinja2 import Environment, nodes

LETTERS = re.compile(r"[^\W\d_]{2,}")
KEY = re.compile(r"\w+(\.\w+)+\.?")
SAID_ATTRIBUTES = {"title", "aria-label", "placeholder", "alt", "summary", "label"}
CATALOGUE = {"t", "tb", "texts_of"}
SIGN = "ic"
"""The macro that draws a sign by its name, which is no text."""
NOT_READ = {"script", "style", "code", "pre"}
BRAND = re.compile(r"\bumpire\b|https://…")
JINJA = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)


def of_template(path: Path) -> list[str]:
    """Text nodes, and attributes that are read out, that are not from the catalogue."""
    tree = JINJA.parse(path.read_text("utf-8"))
    page = _Page()
    page.feed(_written(tree))
    page.close()
    given = (
        argument.value
        for call in tree.find_all(nodes.Call)
        if getattr(call.node, "name", "") not in {*CATALOGUE, SIGN}
        and getattr(call.node, "attr", "") != SIGN
        for argument in call.args
        if isinstance(argument, nodes.Const) and isinstance(argument.value, str)
    )
    return [text for text in (*page.texts, *given) if LETTERS.search(BRAND.sub("", text))]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in NOT_READ:
            self._within.append(tag)
        for name, value in attrs:
            said = name in SAID_ATTRIBUTES or (name.startswith("data-") and " " in (value or ""))
            if value and said and not value.startswith(("{", "[")):
                self.texts.append(value)

    def handle_endtag(self, tag: str) -> None:
        if self._within and self._within[-1] == tag:
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if not self._within:
            self.texts.append(re.sub(r"data-[\w-]+(=(\"[^\"]*\"|'[^']*'))?", "", data).strip())


def _written(node: nodes.Node) -> str:
    """What a template writes by itself, whichever way its questions are answered."""
    match node:
        case nodes.TemplateData():
            return node.data
        case nodes.Const():
            return node.value if isinstance(node.value, str) else ""
        case nodes.CondExpr():
            return _written(node.expr1) + (_written(node.expr2) if node.expr2 else "")
        case nodes.Filter():
            return _written(node.node) if node.node else ""
        case nodes.Or() | nodes.And():
            return _written(node.left) + _written(node.right)
        case nodes.If():
            # What is asked is not what is written.
            parts = [*node.body, *node.elif_, *node.else_]
            return "".join(map(_written, parts))
        case nodes.For():
            return "".join(map(_written, [*node.body, *node.else_]))
        case nodes.Assign() | nodes.Concat():
            return "".join(map(_written, node.iter_child_nodes()))
        case nodes.Template() | nodes.Block() | nodes.Macro() | nodes.With() | nodes.Scope():
            return "".join(map(_written, node.body))
        case nodes.Output():
            return "".join(map(_written, node.nodes))
    return ""


TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<regex>(?<=[(,=:!&|?\[{;])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\\n])+/\w*)|(?P<template>`)""",
    re.VERBOSE | re.DOTALL,
)
SINK = re.compile(
    r"""(textContent\s*=|\b(line|append|popup|sure|decide|say|prepend)\(|element\("\w+",|Error\("""
    r"""|aria-label":|placeholder:|title:|setCustomValidity\(|\[null,)\s*([\w.!]+(\([^()]*\))?\s*\?\s*)?$"""
)
TECHNICAL = re.compile(
    r"""(class(Name)?\s*[:=][^;,]*|querySelector(All)?\(|closest\(|matches\(|import .*|classList.*)$"""
)


def of_script(path: Path, keys: set[str]) -> Iterator[str]:
    """Strings shown to people that are not keys of the catalogue."""
    source = path.read_text("utf-8")
    for at, text in _strings(source, 0, len(source)):
        before = source[max(0, source.rfind("\n", 0, at) + 1) : at]
        if not LETTERS.search(text) or text in keys or KEY.fullmatch(text):
            continue
        if TECHNICAL.search(before) or text.startswith(("[", "#", ".")):
            continue
        words = len(LETTERS.findall(text)) > 1 and " " in text.strip()
        if words or re.match(r"[A-ZÄÖÜ][a-zäöü]", text) or SINK.search(before):
            yield text


def _strings(source: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """(where, text) of each string; of a template its own words, a blank for each value."""
    while found := TOKEN.search(source, start, end):
        start = found.end()
        if found["string"]:
            yield found.start(), found["string"][1:-1]
        elif found["template"]:
            words, at = "", start
            while source[at] != "`":
                if source.startswith("${", at):
                    closing = _closing(source, at + 2)
                    yield from _strings(source, at + 2, closing)
                    words, at = words + "\0", closing + 1
                else:
                    words, at = words + source[at], at + 1
            start = at + 1
            yield found.start(), words.replace("\0", "")


def _closing(source: str, at: int) -> int:
    """Where the brace that opened before `at` closes."""
    depth = 1
    while depth:
        if source[at] == "`":
            at = source.index("`", at + 1)
        depth += {"{": 1, "}": -1}.get(source[at], 0)
        at += 1
    return at - 1
