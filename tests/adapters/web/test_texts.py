"""The texts of the pages: English is complete, a second language works, and what people wrote stays text."""

import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from adapters.web.pages.doors.rosters import ROSTERS
from adapters.web.texts import catalogue
from adapters.web.texts.catalogue import (
    LANGUAGE,
    language_wished,
    languages,
    text,
    text_around,
)
from tests.adapters.servers import inside

WEB = Path(catalogue.__file__).parents[1]
GERMAN = {"accept-language": "de-CH, de;q=0.9, en;q=0.5"}
USED = re.compile(r"""\bt[b]?\(["'`]([\w.]+)["'`](?=[,)])""")
MADE = (*("start.player.", "links.", "games.", "organiser."), *("army.", "roster."))
"""Keys that are put together where they are used begin so."""


def sources() -> str:
    pages = [*(WEB / "templates").glob("*.html"), *(WEB / "static").glob("*.js")]
    return "\n".join(path.read_text("utf-8") for path in pages)


def places(found: Any) -> list[set[str]]:
    """The places for values in each form of a text."""
    forms = [found] if isinstance(found, str) else list(found.values())
    return [{name for _, name, _, _ in Formatter().parse(form) if name} for form in forms]


@pytest.mark.parametrize("language", sorted(set(languages()) - {"en"}))
def test_every_language_has_every_text_with_the_same_places(language: str) -> None:
    english, other = languages()["en"], languages()[language]
    assert set(other) == set(english)
    for key, found in english.items():
        wanted = set.union(*places(found))
        assert set.union(*places(other[key])) == wanted, key


def test_every_text_is_used_and_every_text_that_is_used_is_there() -> None:
    used = set(USED.findall(sources()))
    assert used - set(languages()["en"]) == set()
    unused = {key for key in languages()["en"] if key not in used and not key.startswith(MADE)}
    assert unused - {"organiser.wrong", "rulebook.found"} == set()


def test_every_field_of_a_set_up_by_hand_has_a_text() -> None:
    for roster in ROSTERS.values():
        for part in ("fields", "own", "table", "pairs"):
            for field in roster[part]:
                assert f"roster.{field['at']}" in languages()["en"]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de-AT,de;q=0.9", "de"),
        ("en-GB, de;q=0.5", "en"),
        ("fr, de;q=0.4, en;q=0.7", "en"),
        ("xx", "en"),
        ("", "en"),
        ("de;q=0", "en"),
        ("de;q=nonsense, *;q=;;", "en"),
        ("../../etc/passwd", "en"),
    ],
)
def test_the_reader_is_heeded(header: str, language: str) -> None:
    assert language_wished(header) == language


def test_numbers_and_names_stand_in_their_places() -> None:
    assert (text("rulebook.found", n=1), text("rulebook.found", n=2)) == ("1 rule", "2 rules")
    before = LANGUAGE.set("de")
    assert text("games.round", n=2) == "Runde 2"
    LANGUAGE.reset(before)
    assert text_around("seats.go", seat="<b>{x}") == "Go on as <bdi>&lt;b&gt;{x}</bdi>"


def test_the_pages_around_the_table_are_german_for_who_reads_german(tmp_path: Path) -> None:
    """The table, which is in English still, says so; rules stay in the language of their edition."""
    with inside(tmp_path / "g.umpire") as client:
        start = client.get("/", headers=GERMAN).text
        assert '<html lang="de">' in start and "Eine Partie eröffnen" in start
        assert '<html lang="en">' in client.get("/").text
        rules = client.get("/rules/voidsiege", headers=GERMAN).text
        assert "Offene Fragen" in rules and "One reaction" in rules
        assert "Open questions" in client.get("/rules/voidsiege").text
        assert "accept-language" in client.get("/").headers["vary"]
        assert '<html lang="en">' in client.get("/nonsense", headers=GERMAN).text
