"""An organiser's own edition: a published one with errata, filled-in tables and readings of its own.

edition: 1                    # the format of this page
ruleset: voidsiege
base: "2025.1"                # the edition it begins from; the newest if left out
id: club-2026
title: The club's house rules
published: 2026-03-01
errata: {T4: {text: "Snap Fire is declared before any model moves."}}
readings: {C1: snap_fire}
tables: {commands: {overrun: {parts: [run], restrictions: {run: [run]}, target: none}}}
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from application.records.notation import MOST_BYTES, Unclear, values, words
from application.rulesets import FOLDERS, ruleset
from domain.kernel.rulebook import Edition, Question, Rule
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import changed
from domain.kernel.wording import listed


class BadEdition(Exception):
    """A page that makes no edition; the message says where, what, and what was expected."""


class Erratum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule or question as the organiser words it; what is left out stays."""

    title: str | None = None
    text: str | None = None
    source: str | None = None

    def changes(self) -> dict[str, Any]:
        found = {"title": self.title, "text": self.text, "source": self.source}
        return {name: value for name, value in found.items() if value is not None}


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An organiser's page as it is written."""

    edition: int
    ruleset: str
    id: str
    base: str | None = None
    title: str = ""
    published: str = ""
    errata: dict[str, Erratum] = {}
    readings: dict[str, str] = {}
    tables: dict[str, dict[str, Any]] = {}


def read_edition(path: str | Path) -> Edition:
    """The edition this file makes. Raises BadEdition."""
    try:
        return edition_of(_page(Path(path)))
    except BadEdition as why:
        raise BadEdition(f"{path}: {why}.") from None


def with_edition(known: Ruleset, edition: Edition) -> Ruleset:
    """The ruleset with this edition as its newest."""
    others = tuple(one for one in known.editions if one.id != edition.id)
    return changed(known, editions=(*others, edition))


def edition_of(page: Page) -> Edition:
    """The base edition with what the page changes. Raises BadEdition."""
    if page.edition != 1:
        raise BadEdition(f"edition: format {page.edition} is not known; expected 1")
    if page.ruleset not in FOLDERS:
        raise BadEdition(f"ruleset: no ruleset “{page.ruleset}”; expected {listed(FOLDERS, 'or')}")
    base = _begins_from(page)
    return changed(
        base,
        id=page.id,
        title=page.title or f"{base.title}, as {page.id}",
        published=page.published or base.published,
        rules={id: _rule(rule, page) for id, rule in base.rules.items()},
        questions={id: _question(one, page) for id, one in base.questions.items()},
        tables={**base.tables, **{name: _table(base, name, page) for name in page.tables}},
        defaults={**base.defaults, **_readings(base, page)},
    )


def _page(path: Path) -> Page:
    try:
        raw = path.read_bytes()
        found = words(values(raw[: MOST_BYTES + 1].decode("utf-8-sig")))
        return msgspec.convert(found, Page)
    except OSError as why:
        raise BadEdition(f"cannot be opened: {why.strerror}") from None
    except UnicodeDecodeError:
        raise BadEdition("not UTF-8 text; an edition is a page of YAML") from None
    except Unclear as why:
        raise BadEdition(str(why)) from None
    except msgspec.ValidationError as why:
        raise BadEdition(_plainly(str(why))) from None


def _plainly(why: str) -> str:
    sentence, _, place = why.partition(" - at `$")
    where = place.strip("`.")
    return f"{where}: {sentence}" if where else sentence.replace("Object", "the page")


def _begins_from(page: Page) -> Edition:
    known = ruleset(page.ruleset)
    try:
        base = known.edition(page.base)
    except KeyError:
        ids = listed((edition.id for edition in known.editions), "or")
        raise BadEdition(
            f"base: no edition “{page.base}” of {known.name}; expected {ids}"
        ) from None
    if page.id in {edition.id for edition in known.editions}:
        raise BadEdition(f"id: “{page.id}” is a published edition; give yours a name of its own")
    for id in page.errata:
        if not base.knows(id):
            raise BadEdition(f"errata.{id}: there is no rule “{id}” in {known.name} {base.id}")
    return base


def _rule(rule: Rule, page: Page) -> Rule:
    erratum = page.errata.get(rule.id)
    return rule if erratum is None else changed(rule, **erratum.changes())


def _question(question: Question, page: Page) -> Question:
    erratum = page.errata.get(question.id)
    return question if erratum is None else changed(question, **erratum.changes())


def _readings(base: Edition, page: Page) -> dict[str, str]:
    for id, value in page.readings.items():
        question = base.questions.get(id)
        if question is None or not question.readings:
            raise BadEdition(f"readings.{id}: there is no open question “{id}” with readings")
        if value not in question.readings:
            expected = listed(question.readings, "or")
            raise BadEdition(f"readings.{id}: no reading “{value}”; expected {expected}")
    return page.readings


RULED_FROM = {"voidsiege": ("commands",)}
"""Ruleset → the tables that its rules look up. The others are only printed, from what is ruled."""


def _table(base: Edition, name: str, page: Page) -> dict[str, Any]:
    ruled_from = RULED_FROM.get(base.ruleset, ())
    if name in base.tables and name not in ruled_from:
        raise BadEdition(
            f"tables.{name}: nothing is ruled from this table, so filling it in would change no "
            f"ruling; expected {_or_none(ruled_from)}"
        )
    table = base.tables.get(name)
    if not isinstance(table, Mapping):
        raise BadEdition(
            f"tables.{name}: no such table to fill in; expected {_or_none(ruled_from)}"
        )
    rows = dict(table)
    for key, row in page.tables[name].items():
        where = f"tables.{name}.{key}"
        if key not in rows:
            raise BadEdition(f"{where}: there is no row “{key}”; expected {_or_none(rows)}")
        rows[key] = _row(where, rows, key, row)
    return rows


def _row(where: str, rows: Mapping[str, Any], key: str, row: Any) -> Any:
    before = rows[key]
    if not isinstance(before, Mapping):
        return _typed(where, before, row)
    if not isinstance(row, Mapping):
        raise BadEdition(f"{where}: a row is a mapping, as the published ones are")
    shapes = [other for other in rows.values() if isinstance(other, Mapping)]
    for field, value in row.items():
        kinds = {type(other[field]) for other in shapes if field in other} - {type(None)}
        if not kinds:
            fields = _or_none(dict.fromkeys(name for other in shapes for name in other))
            raise BadEdition(f"{where}.{field}: a row does not know it; expected {fields}")
        if value is not None and type(value) not in kinds:
            expected = listed(sorted(KINDS.get(kind, kind.__name__) for kind in kinds), "or")
            raise BadEdition(f"{where}.{field}: expected {expected}")
    return {**before, **row}


def _typed(where: str, before: Any, row: Any) -> Any:
    try:
        whole = msgspec.to_builtins(before)
        whole = {**whole, **row} if isinstance(whole, dict) and isinstance(row, dict) else row
        return msgspec.convert(whole, type(before))
    except msgspec.ValidationError as why:
        raise BadEdition(f"{where}: {why}") from None


KINDS: Mapping[type, str] = {
    str: "a word",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    tuple: "a list",
    dict: "a mapping",
}


def _or_none(names: Any) -> str:
    return listed(names, "or") or "none"
