"""The texts of the pages: English is complete, a second language works, and what people wrote stays text."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from adapters.web.texts import catalogue
from adapters.web.texts.catalogue import (
    LANGUAGE,
    in_language,
    language_wished,
    languages,
    text,
    text_around,
)
from adapters.web.texts.scripts import keys_of
from adapters.web.texts.titles import part_shown
from application.event import english
from application.law.set_up_by_hand import roster_of
from application.rulesets import OURS, ruleset
from domain.kernel.laying_anew import lying
from tests.adapters.servers import inside
from tests.adapters.web.texts_on_pages import of_script, of_template
from tests.application.cases import played

WEB = Path(catalogue.__file__).parents[1]
EVENTS = Path(english.__file__).parent
OF_EVENTS = (EVENTS / "account.py", EVENTS / "rulings_elsewhere.py")
GERMAN = {"accept-language": "de-CH, de;q=0.9, en;q=0.5"}
WORD = re.compile(r"""["'`](\w+\.[\w.]*)(["'`] ~|["'`]|\$?\{)""")
"""A key, or the beginning of one that is put together there."""
SCRIPT = re.compile(r'src="/static/([\w-]+\.js)"')
BROUGHT = re.compile(r"texts_of\((.*?)\)")
OF_THE_LOG = "A judge, please: may ? The answer was : "
"""A remark of the player: it stands in the log, in the language of the log."""
SIGNED = "cosignature/v1\\ntime \\n"
HASHED = r"umpire chance 1 commitment\n\n\n"
"""How what is hashed begins, with its blanks left out."""
NOT_SAID = {
    *("Content-Type", "Idempotency-Key", "Ed25519", "Files", "fields row", "legal"),
    *(OF_THE_LOG, SIGNED, HASHED),
}


def used() -> Iterator[str]:
    """The keys that stand in templates, scripts and modules, and in what tells of events."""
    texts = languages()["en"]
    kinds = ("templates/*.html", "static/*.js", "**/*.py")
    for path in (*(path for kind in kinds for path in WEB.glob(kind)), *OF_EVENTS):
        for word, end in WORD.findall(path.read_text("utf-8")):
            yield from ([word] if word in texts else ())
            if "{" in end or "~" in end:
                yield from (key for key in texts if key.startswith(word))


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


def test_every_text_is_used() -> None:
    assert set(languages()["en"]) - set(used()) == set()


def test_every_text_of_a_page_is_from_the_catalogue() -> None:
    """What a text node, an attribute that is read out, or a script says."""
    keys = set(languages()["en"])
    own = {path.name: of_template(path) for path in (WEB / "templates").glob("*.html")}
    own |= {path.name: [*of_script(path, keys)] for path in (WEB / "static").glob("*.js")}
    found = {name: said for name, texts in own.items() if (said := set(texts) - NOT_SAID)}
    assert found == {}


def test_every_page_brings_the_texts_of_its_scripts() -> None:
    for path in (WEB / "templates").glob("*.html"):
        source = path.read_text("utf-8")
        scripts = SCRIPT.findall(source)
        brought = re.findall(r'"([\w-]+\.js)"', "".join(BROUGHT.findall(source)))
        assert {name for name in scripts if keys_of((name,))} <= set(brought), path.name


def test_every_field_of_a_set_up_by_hand_has_a_text() -> None:
    for name in OURS:
        roster = roster_of(ruleset(name))
        fields = (*roster.fields, *roster.own, *roster.table)
        asked = (field.at for field in fields if field.label is None)
        for at in (*asked, *roster.pairs):
            assert f"roster.{at}" in languages()["en"], f"{name}: {at}"


@pytest.mark.parametrize(
    ("name", "case"), [("voidsiege", "01"), ("arcane-legions", "01"), ("nullshapers", "80")]
)
def test_every_part_that_is_put_right_has_a_german_word(name: str, case: str) -> None:
    game = played(name, case)
    parts = [one.path for one in lying(game.ruleset, game.now.state)]
    assert parts
    for path in parts:
        own = " ".join(path[2:] or path[:1]).replace("_", " ")
        with in_language("de"):
            assert part_shown(path) != own
    assert part_shown(("units", "a1", "of_my_own")) == "of my own", "as its ruleset has it"


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
    """Rules stay in the language of their edition."""
    with inside(tmp_path / "g.umpire") as client:
        start = client.get("/", headers=GERMAN).text
        assert '<html lang="de">' in start and "Eine Partie eröffnen" in start
        assert '<html lang="en">' in client.get("/").text
        rules = client.get("/rules/voidsiege", headers=GERMAN).text
        assert "Offene Fragen" in rules and "One reaction" in rules
        assert "Open questions" in client.get("/rules/voidsiege").text
        assert "accept-language" in client.get("/").headers["vary"]
        assert "Hier ist nichts" in client.get("/nonsense", headers=GERMAN).text
        for path, told in (
            ("/rules/chess", "Ein solches Regelbuch gibt es nicht; es gibt voidsiege"),
            ("/rules/voidsiege/1999", "Eine solche Ausgabe dieses Regelbuchs gibt es nicht"),
            ("/events/nowhere", "Dieser Browser leitet hier keine Veranstaltung"),
        ):
            assert told in client.get(path, headers=GERMAN).text
