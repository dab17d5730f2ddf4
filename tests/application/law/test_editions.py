"""An organiser's own edition: errata, tables filled in, readings of its own."""

from pathlib import Path
from typing import Any

import pytest

from application.desk.archive import compare
from application.desk.batch.sources import Source
from application.editions import BadEdition, Page, edition_of, with_edition
from application.law.edition_file import read_edition
from application.law.law_spec import LawSpec
from application.records.notation import MOST_BYTES
from application.rulesets import ruleset
from domain.kernel.history import Opening, open_game
from domain.kernel.shared import adjudicate
from tests.application.desk.test_audit import TABLE

PAGE = """
edition: 1
ruleset: voidsiege
base: "2025.1"
id: club-2026
published: 2026-03-01
errata: {T4: {text: "Snap Fire comes first, said aloud."}}
readings: {C1: snap_fire}
tables: {commands: {overrun: {parts: [run], restrictions: {run: [run]}, target: none}}}
"""


def page(tmp_path: Path, text: str = PAGE) -> Path:
    path = tmp_path / "club.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_errata_readings_and_tables_are_laid_over_the_base(tmp_path: Path) -> None:
    edition = read_edition(page(tmp_path))
    base = ruleset("voidsiege").edition("2025.1")
    assert edition.rules["T4"].text == "Snap Fire comes first, said aloud."
    assert edition.rules["T4"].title == base.rules["T4"].title
    assert edition.reading("C1") == "snap_fire"
    assert edition.reading("C2") == base.reading("C2")
    rows: Any = edition.tables["commands"]
    assert rows["overrun"]["parts"] == ["run"]
    assert rows["run"] == base.tables["commands"]["run"]  # type: ignore[index]


def test_a_game_can_be_played_under_it(tmp_path: Path) -> None:
    """A row that was a gap is a command now."""
    known = with_edition(ruleset("voidsiege"), read_edition(page(tmp_path)))
    declare = {"by": "ana", "do": "declare", "unit": "a1", "command": "overrun"}
    verdicts = []
    for edition in ("2025.1", "club-2026"):
        opening = Opening("voidsiege", edition, {}, "casual", ("ana", "ben"), TABLE)
        verdicts.append(adjudicate(open_game(known, opening), declare)[0].ruling.verdict)
    assert verdicts == ["undetermined", "legal"]


def test_it_is_tried_on_an_archive_before_it_is_published(tmp_path: Path) -> None:
    """The table's gap is filled in, and the ruling that rested on it is legal now."""
    record = tmp_path / "game.yaml"
    record.write_text(
        "record: 1\nruleset: voidsiege\nplayers: [ana, ben]\n"
        "setup: {points: {ana: 3, ben: 3}, units: {a1: {owner: ana}, b1: {owner: ben}}}\n"
        "steps:\n  - {by: ana, do: declare, unit: a1, command: overrun, expect: undetermined}\n"
    )
    other = LawSpec(edition=str(page(tmp_path)))
    (game,) = compare([Source(str(record), is_file=True)], other).games
    (changed,) = game.changed
    assert (changed.was, changed.becomes) == ("undetermined", "legal")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("edition: 1", "edition: 2", "format 2 is not known"),
        ("voidsiege", "chess", "no ruleset “chess”"),
        ('"2025.1"', '"1999"', "no edition “1999”"),
        ("club-2026", '"2025.1"', "is a published edition"),
        ("{T4:", "{T99:", "there is no rule “T99”"),
        ("{C1: snap", "{C99: snap", "no open question “C99”"),
        ("snap_fire}", "later}", "expected wait or snap_fire"),
        ("commands:", "colours:", "no such table"),
        ("overrun:", "overdo:", "no row “overdo”"),
        ("parts:", "pieces:", "does not know it"),
        ("[run], restrictions", "run, restrictions", "expected a list"),
        ("text:", "texts:", "errata.T4: unknown key “texts”; expected title, text, source"),
        (
            '{text: "Snap Fire comes first, said aloud."}',
            "hi",
            "errata.T4: expected a mapping, found",
        ),
        ("{C1: snap_fire}", "[]", r"readings: expected a mapping, found \[\]"),
        ('"2025.1"', "5", "base: expected a word, found 5"),
        ("published", "printed", "unknown key “printed”; expected edition, ruleset, id, base"),
        ("id: club-2026", "", "“id” is missing"),
        ("edition: 1", "[", "line"),
    ],
)
def test_a_page_that_makes_no_edition_is_refused_with_a_sentence(
    tmp_path: Path, old: str, new: str, why: str
) -> None:
    with pytest.raises(BadEdition, match=why) as caught:
        read_edition(page(tmp_path, PAGE.replace(old, new, 1)))
    assert "club.yaml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_page_that_is_too_long_is_refused_and_not_cut(tmp_path: Path) -> None:
    filling = "# " + "-" * MOST_BYTES
    with pytest.raises(BadEdition, match="longer than 4 MiB"):
        read_edition(page(tmp_path, f"{PAGE}{filling}\ntitle: Cut off\n"))


def test_a_page_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadEdition, match="there is no such file"):
        read_edition(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("ruleset", "table"),
    [("arcane-legions", "outline"), ("nullshapers", "effects")],
)
def test_a_table_that_nothing_is_ruled_from_is_refused(ruleset: str, table: str) -> None:
    """Whoever fills it in would believe that the rulings follow it."""
    page = Page(1, ruleset, "club", tables={table: {}})
    with pytest.raises(BadEdition, match=f"tables.{table}: nothing is ruled from this table"):
        edition_of(page)
