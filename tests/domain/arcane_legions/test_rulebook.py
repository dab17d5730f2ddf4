"""The rulebook and the code cite each other: no rule without a check or an event, and none unknown."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from domain import arcane_legions
from domain.arcane_legions import RULESET
from domain.arcane_legions.outline import (
    FIRST_ROW,
    ORDERS,
    PAGE,
    ROWS,
    TURN,
    outline_of,
    row_in_words,
)
from domain.kernel.events import EVENTS as SHARED
from domain.kernel.faults import RulesetFault
from domain.kernel.page import law_from
from tests.spec import CITED, Story, opened

EDITION = RULESET.edition()
RULES = ("rulebook",)
CHAPTERS = [
    path for path in Path(arcane_legions.__file__).parent.rglob("*.py") if path.stem not in RULES
]
CONFORMANCE = Path(__file__).parents[2] / "conformance"
RECORDS = [
    *sorted((CONFORMANCE / "arcane-legions").glob("*.yaml")),
    *sorted((CONFORMANCE / "readings" / "arcane-legions").glob("*.yaml")),
]
SPECS = sorted(Path(__file__).parent.glob("test_*.py"))
SHARED_RULES = {"G3", "G4", "G5", "G6", "G7", "G8"}


def cited_in_chapters() -> set[str]:
    """Every rule id that a chapter writes down as a word of its own, and the rows that are run."""
    found = (
        re.findall(r'"([A-Z]\d+[a-c]?|[CRMGS]\.[a-m])"', path.read_text(encoding="utf-8"))
        for path in CHAPTERS
    )
    return {*ROWS, *(rule for rules in found for rule in rules)}


def required() -> Iterator[str]:
    for procedure in RULESET.procedures.values():
        for check in procedure.checks:
            yield from check.rules


def test_every_rule_is_cited() -> None:
    cited = cited_in_chapters()
    missing = [id for id in (*EDITION.rules, *EDITION.questions) if id not in cited]
    assert [id for id in missing if id not in SHARED_RULES] == []


def test_only_known_rules_are_cited() -> None:
    unknown = {rule for rule in {*cited_in_chapters(), *required()} if not EDITION.knows(rule)}
    assert unknown == set()


def test_every_rule_is_cited_in_play() -> None:
    """The records of the conformance suite and the specs cite them all, in rulings and events."""
    cited = {rule for path in RECORDS for rule in cited_in(path)} | CITED["arcane-legions"]
    assert [id for id in (*EDITION.rules, *EDITION.questions) if id not in cited] == []


def cited_in(path: Path) -> set[str]:
    record = yaml.safe_load(path.read_text(encoding="utf-8"))
    game = opened("arcane-legions", record["setup"], record["players"], record.get("readings"))
    story = Story(game)
    for said in record["steps"]:
        story.when(**{key: said[key] for key in said if key not in ("expect", "cites")})
    entries = [(entry.ruling.cites, entry.events) for entry in game.log]
    return {
        rule
        for cites, events in (*entries, ((), game.opened))
        for rules in (cites, *(event.rules for event in events))
        for rule in rules
    }


def test_every_rule_and_every_reading_has_a_spec() -> None:
    """The docstrings of the specs name the rules; the specs of readings name the value."""
    told = "\n".join(path.read_text(encoding="utf-8") for path in SPECS)
    missing = [
        id
        for id in (*EDITION.rules, *EDITION.questions)
        if not re.search(rf"\b{re.escape(id)}\b", told)
    ]
    assert missing == []
    for question in EDITION.questions.values():
        for value in question.readings:
            assert value in told, f"no spec for {question.id} {value}"


def test_what_no_page_says_is_marked() -> None:
    inferred = {rule.id for rule in EDITION.rules.values() if rule.inferred}
    assert inferred == {"O11", "U5", "K5", "K9", "N1", "X6", "X8", "V5", "V6", "F1"}


def test_every_rule_has_title_text_and_source() -> None:
    for rule in EDITION.rules.values():
        assert rule.title
        assert rule.text.endswith(".")
        assert rule.source
    for question in EDITION.questions.values():
        assert question.title
        assert question.text.endswith("?")
        assert all(question.readings.values())


def test_the_outline_is_whole() -> None:
    """Every arrow leads to a row; every order comes back; the letters are in order."""
    for row in ROWS.values():
        assert row.then in ROWS or not row.then
        assert all(to in ROWS for to in row.jumps.values())
    for kind, rows in ORDERS.items():
        assert rows[0].id == FIRST_ROW[kind]
        assert [row.then for row in rows] == [*(row.id for row in rows[1:]), ""]
        assert [row.id[2:] for row in rows] == list("abcdefghijklm"[: len(rows)])
    assert [row.id for row in TURN] == ["T1", "T1a", "T2a", "T2b", "T3", "T3a", "T3b", "T3c"]


def test_a_row_is_told_by_its_part_and_its_title() -> None:
    assert row_in_words("C.a") == "close combat: the target"
    assert row_in_words("T3c") == "turn: the next player's turn"


def test_sources_are_told_by_their_titles() -> None:
    """No key is printed; what has no source but ours is filled in."""
    sources = {id: rule.source for id, rule in EDITION.rules.items()}
    assert sources["M.c"] == "Turn Sequence, Move Order (c)"
    assert sources["T1"] == "arcanestuff.com, Regeneration; Filled in by this edition, its place"
    assert sources["X4"] == "arcanestuff.com, Timing; Special Ability Table"
    assert sources["K5"] == "Filled in by this edition"
    keys = re.compile(r"(^|; )(sequence|site|cheat sheet|ability table|scenarios|ours)\b")
    assert [id for id, source in sources.items() if keys.search(source)] == []
    assert [row.id for row in ROWS.values() if keys.search(row.source)] == []
    assert {source.title for source in EDITION.sources} >= {"Turn Sequence", "arcanestuff.com"}


ENDLESS = {
    (
        "T3c",
        "then",
        "T3a",
    ): "row T3 (turn: the turn ends): it leads to T3a, T3b, T3c and T3a, and never to "
    "a row that waits for a player",
    (
        "C.k",
        "then",
        "C.j",
    ): "row C.a (close combat: the target): it leads to C.b, C.c, C.d, C.e, C.f, C.g, "
    "C.h, C.i, C.j, C.k and C.j, and never to an end",
    (
        "R.c",
        "jumps",
        "not given → R.a",
    ): "row R.a (ranged combat: the target): it leads to R.b, R.c and R.a, and never to an end",
    (
        "G.a",
        "waits for",
        "pay; no_pay → G.a",
    ): "row G.a (regroup: costs may be paid): it leads to G.a, and never to an end",
    (
        "M.f",
        "jumps",
        "paid → M.d",
    ): "row M.f (move: the unit moves): it leads back to M.d, which waits for "
    "nobody, and never to an end",
    (
        "S.c",
        "then",
        "C.d",
    ): "row S.c (special: the order is given): it leads to “C.d”, which is no row of that part",
    (
        "T3c",
        "then",
        "",
    ): "row T3c (turn: the next player's turn): it leads to “”, which is no row of that part",
}
"""A cell of the outline, and what it says → why that is refused."""


@pytest.mark.parametrize(("cell", "why"), ENDLESS.items())
def test_an_outline_that_comes_to_no_end_is_refused_with_its_place(
    cell: tuple[str, str, str], why: str
) -> None:
    id, column, says = cell
    rows = [{**row, column: says} if row["row"] == id else row for row in PAGE.tables["row"]]
    head = [*rows[0]]
    lines = [head, ["---"] * len(head), *([row[name] for name in head] for row in rows)]
    text = "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    sources = "| source | title | what |\n| --- | --- | --- |\n"
    keys = ("sequence", "site", "ours")
    page = law_from(
        f"{text}\n\n{sources}{''.join(f'| {key} | {key} | |{chr(10)}' for key in keys)}"
    )
    with pytest.raises(RulesetFault) as refused:
        outline_of(page)
    assert str(refused.value) == f"rulebook.md, {why}"


def test_all_events_are_of_this_ruleset() -> None:
    assert all(
        event.__module__.startswith("domain.arcane_legions.chapters.") for event in RULESET.events
    )
    assert not set(RULESET.events) & set(SHARED)
