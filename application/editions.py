"""An organiser's own edition: a published one with errata, filled-in tables and readings of its own.

A game that is played under one stores its page, so that it can be replayed without the file.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from application.examples import example_for, fewest_players
from application.rulesets import FOLDERS, ruleset
from domain.kernel.history import Opening
from domain.kernel.rulebook import Edition, Law, Question, Rule
from domain.kernel.ruleset import Ruleset, SetupError
from domain.kernel.setup import read
from domain.kernel.values import changed
from domain.kernel.wording import list_in_words


class BadEdition(SetupError):
    """The page is no valid edition; the message says where, what, and what was expected."""


class Erratum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An organiser's changes to a rule or question; None keeps the published text."""

    title: str | None = None
    text: str | None = None
    source: str | None = None

    def changes(self) -> dict[str, Any]:
        said = {"title": self.title, "text": self.text, "source": self.source}
        return {name: value for name, value in said.items() if value is not None}


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An organiser's page as parsed, not yet checked against its base edition."""

    edition: int
    ruleset: str
    id: str
    base: str | None = None
    title: str = ""
    published: str = ""
    errata: dict[str, Erratum] = {}
    readings: dict[str, str] = {}
    tables: dict[str, dict[str, Any]] = {}


def page_of(content: Any, path: str = "") -> Page:
    """The page in these parsed values; `path`: where they stand in a record. Raises BadEdition."""
    try:
        return read(Page, content, path)
    except SetupError as why:
        raise BadEdition(str(why)) from None


def rules_of(opening: Opening) -> Ruleset:
    """The ruleset that a game is played by, with the organiser's edition if it has one.

    Raises NoRuleset, BadEdition.
    """
    if not opening.edition_page:
        return ruleset(opening.ruleset)
    return _with_page(opening.ruleset, msgspec.json.encode(opening.edition_page))


@lru_cache(64)
def _with_page(name: str, page: bytes) -> Ruleset:
    return with_edition(ruleset(name), edition_of(page_of(msgspec.json.decode(page))))


def with_edition(known: Ruleset, edition: Edition) -> Ruleset:
    """The ruleset with this edition as its newest."""
    others = tuple(older for older in known.editions if older.id != edition.id)
    return changed(known, editions=(*others, edition))


def edition_of(page: Page) -> Edition:
    """The base edition with the page's changes. Raises BadEdition."""
    if page.edition != 1:
        raise BadEdition(f"edition: format {page.edition} is not known; expected 1")
    if page.ruleset not in FOLDERS:
        raise BadEdition(
            f"ruleset: no ruleset “{page.ruleset}”; expected {list_in_words(FOLDERS, 'or')}"
        )
    base = _begins_from(page)
    return _tried_on_a_table(
        changed(
            base,
            id=page.id,
            title=page.title or f"{base.title}, as {page.id}",
            published=page.published or base.published,
            rules={id: _rule(rule, page) for id, rule in base.rules.items()},
            questions={id: _question(question, page) for id, question in base.questions.items()},
            tables={**base.tables, **{name: _table(base, name, page) for name in page.tables}},
            defaults={**base.defaults, **_readings(base, page)},
        )
    )


def _tried_on_a_table(edition: Edition) -> Edition:
    """The edition itself, after opening an example game under it. Raises BadEdition if that fails."""
    known = ruleset(edition.ruleset)
    if known.example is not None:
        players = fewest_players(known)
        try:
            known.opens(Law(edition), players, example_for(known, players))
        except SetupError as why:
            raise BadEdition(str(why).rstrip(".")) from None
    return edition


ID = re.compile(r"[^\W_][\w.'’-]{0,39}")


def _begins_from(page: Page) -> Edition:
    if not ID.fullmatch(page.id):
        raise BadEdition("id: expected one word of up to 40 letters and digits, as club-2026")
    known = ruleset(page.ruleset)
    try:
        base = known.edition(page.base)
    except KeyError:
        ids = list_in_words((edition.id for edition in known.editions), "or")
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
            expected = list_in_words(question.readings, "or")
            raise BadEdition(f"readings.{id}: no reading “{value}”; expected {expected}")
    return page.readings


def _table(base: Edition, name: str, page: Page) -> dict[str, Any]:
    ruled_from = ruleset(base.ruleset).ruled_from
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
        rows[key] = _row(where, rows, key, row, ruled_from[name])
    return rows


def _row(where: str, rows: Mapping[str, Any], key: str, row: Any, columns: tuple[str, ...]) -> Any:
    before = rows[key]
    if not isinstance(before, Mapping):
        return _converted_row(where, before, row)
    if not isinstance(row, Mapping):
        raise BadEdition(f"{where}: a row is a mapping, as the published ones are")
    shapes = [other for other in rows.values() if isinstance(other, Mapping)]
    for field, value in row.items():
        kinds = {type(other[field]) for other in shapes if field in other} - {type(None)}
        if not kinds:
            fields = _or_none(dict.fromkeys(name for other in shapes for name in other))
            raise BadEdition(f"{where}.{field}: a row does not know it; expected {fields}")
        if field not in columns:
            raise BadEdition(
                f"{where}.{field}: nothing is ruled from it; expected {_or_none(columns)}"
            )
        if value is not None and type(value) not in kinds:
            expected = list_in_words(sorted(KINDS.get(kind, kind.__name__) for kind in kinds), "or")
            raise BadEdition(f"{where}.{field}: expected {expected}")
    return {**before, **row}


def _converted_row(where: str, before: Any, row: Any) -> Any:
    try:
        whole = msgspec.to_builtins(before)
        whole = {**whole, **row} if isinstance(whole, dict) and isinstance(row, dict) else row
        return read(type(before), whole, where)
    except SetupError as why:
        raise BadEdition(str(why)) from None


KINDS: Mapping[type, str] = {
    str: "a word",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    tuple: "a list",
    dict: "a mapping",
}


def _or_none(names: Any) -> str:
    return list_in_words(names, "or") or "none"
