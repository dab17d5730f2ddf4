"""Games under another law: what changes is exactly what a replay of each game finds."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode

from adapters.stores.ledgers import sqlite_ledger
from application.desk.archive import compare
from application.desk.batch.comparison import (
    Comparison,
    comparison_in_words,
    games_compared,
)
from application.desk.batch.sources import Source
from application.desk.compare import BadComparison, ComparedGame, compared_game
from application.game.umpire import Umpire
from application.law.law_spec import LawSpec
from application.records.records import read_record, with_readings
from application.records.replay import replay
from domain.kernel.history import Opening
from domain.kernel.ruleset import SetupError
from tests import archive
from tests.application.desk.test_audit import TABLE

FLIPPED = {"voidsiege": ("C1", "snap_fire"), "nullshapers": ("M2", "until_execution")}
FLIPPED["arcane-legions"] = ("A2", "when_paid")


def files(paths: list[Path]) -> list[Source]:
    return [Source(str(path), is_file=True) for path in paths]


def by_replay(path: Path, other: LawSpec) -> list[dict[str, Any]]:
    """What two replays of a record find: the slow way, ruling by ruling."""
    record = read_record(path)
    known = record.opening.ruleset
    readings = {q: value for q, value in other.readings.items() if FLIPPED[known][0] == q}
    before = replay(record).game
    after = replay(with_readings(record, readings)).game
    return [
        {
            "file": str(path),
            "n": one.n,
            "from": one.ruling.verdict,
            "to": two.ruling.verdict,
            "cites_from": list(one.ruling.cites),
            "cites_to": list(two.ruling.cites),
        }
        for one, two in zip(before.log, after.log, strict=True)
        if one.ruling.verdict != two.ruling.verdict
        or set(one.ruling.cites) != set(two.ruling.cites)
    ]


def test_hundreds_of_games_change_exactly_as_a_replay_of_each_finds(tmp_path: Path) -> None:
    """All rulesets, one reading of each flipped."""
    paths = archive.write(tmp_path, archive.games(300, 10))
    for ruleset, (question, value) in FLIPPED.items():
        other = LawSpec({question: value})
        found = json.loads(encode(games_compared(compare(files(paths), other))))
        assert found["checked"] == 300
        assert found["failed"] == []
        keys = ("file", "n", "from", "to", "cites_from", "cites_to")
        changed = [{key: one[key] for key in keys} for one in found["changed"]]
        own = [path for path in paths if path.stem.endswith(ruleset)]
        assert changed == [one for path in own for one in by_replay(path, other)]
        assert changed, f"{question} changes nothing in these games"
        assert all(question in one["by"] for one in found["changed"])


def story(*steps: dict[str, Any], readings: dict[str, str] | None = None) -> ComparedGame:
    opening = Opening("voidsiege", "2025.1", readings or {}, "casual", ("ana", "ben"), TABLE)
    return compared_game(opening, steps, None, LawSpec({"C1": "snap_fire"}))


ASSAULT = {"by": "ana", "do": "declare", "unit": "a1", "command": "assault"}
SNAP_FIRE = {"by": "ben", "do": "react", "unit": "b1", "command": "snap_fire"}
MOVE = {"by": "ana", "do": "move", "unit": "a1"}


def test_the_rule_that_changes_a_ruling_is_named_and_what_follows_from_it() -> None:
    found = story(ASSAULT, SNAP_FIRE, MOVE)
    reaction, *_ = found.changed
    assert (reaction.n, reaction.was, reaction.becomes) == (2, "illegal", "legal")
    assert reaction.by == ("C1",)
    assert reaction.follows == 1, "the window opens with the declaration"


def test_a_table_that_reads_it_so_already_has_no_change() -> None:
    found = story(ASSAULT, SNAP_FIRE, readings={"C1": "snap_fire"})
    assert (found.changed, found.ends_otherwise) == ((), False)


def test_it_is_told_whether_the_result_changes() -> None:
    """The only unit of ben's falls to a shot that the other law does not allow."""
    setup = {
        "points": {"ana": 2, "ben": 2},
        "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}},
    }
    opening = Opening("voidsiege", "2025.1", {}, "casual", ("ana", "ben"), setup)
    steps = [
        ASSAULT,
        MOVE,
        {"by": "ana", "do": "target", "target": "b1"},
        {"by": "ben", "do": "decline"},
        {"by": "ana", "do": "shoot", "unit": "a1", "destroyed": ["b1"]},
    ]
    found = compared_game(opening, steps, None, LawSpec({"C1": "snap_fire"}))
    assert found.result == ("won by ana", "still being played")
    assert found.ends_otherwise


def test_a_broken_record_in_the_middle_is_told_and_the_others_are_compared(tmp_path: Path) -> None:
    paths = archive.write(tmp_path, archive.games(60, 6, ("voidsiege",)))
    paths[30].write_text("record: 1\nsteps: [", encoding="utf-8")
    paths[31].write_bytes(b"\xff\x00")
    paths.append(tmp_path / "none.yaml")
    found = games_compared(compare(files(paths), LawSpec({"C1": "snap_fire"}), jobs=2)).as_json()
    assert found["checked"] == 58
    assert [one["file"] for one in found["failed"]] == [str(paths[n]) for n in (30, 31, 60)]
    assert all(one["why"] for one in found["failed"])


def test_games_of_the_store_are_compared_with_the_rulings_they_got(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    ledger = sqlite_ledger(path)
    umpire = Umpire(ledger)
    sources = []
    for game in archive.games(4, 10, ("voidsiege",)):
        id = umpire.open(game.opening)
        for entry in game.log:
            umpire.step(id, entry.said)
        sources.append(Source(id, is_file=False))
    ledger.close()
    other = LawSpec({"C8": "free"})
    found = compare(sources, other, partial(sqlite_ledger, path))
    assert found.checked == 4
    for source, game in zip(sources, archive.games(4, 10, ("voidsiege",)), strict=True):
        (told,) = [one for one in found.games if one.source == source]
        steps = [entry.said for entry in game.log]
        again = compared_game(game.opening, steps, None, other)
        assert told.changed == again.changed and told.ends_otherwise == again.ends_otherwise


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (LawSpec(), "say what to compare with"),
        (LawSpec({"C99": "x"}), "no ruleset has an open question “C99”"),
        (LawSpec({"C1": "x"}), "no reading “x”; expected wait or snap_fire"),
        (LawSpec(edition="1999"), "no edition “1999”"),
        (LawSpec(edition="none.yaml"), "there is no such file"),
    ],
)
def test_what_nobody_knows_cannot_be_compared_with(other: LawSpec, why: str) -> None:
    with pytest.raises(BadComparison, match=why):
        compare([], other)


def test_where_only_a_table_differs_the_rules_are_named_as_they_are_cited(tmp_path: Path) -> None:
    """A club's edition in which a unit that moves holds what a Run leaves behind."""
    page = tmp_path / "club.yaml"
    page.write_text(
        'edition: 1\nruleset: voidsiege\nbase: "2025.1"\nid: club\ntables: {commands: '
        "{move: {parts: [move], restrictions: {move: [run]}, target: none}}}\n",
        encoding="utf-8",
    )
    steps = [
        {"by": "ana", "do": "declare", "unit": "a1", "command": "move"},
        {"by": "ben", "do": "decline"},
        MOVE,
        {"by": "ben", "do": "declare", "unit": "b1", "command": "move"},
        {"by": "ana", "do": "decline"},
        {"by": "ben", "do": "move", "unit": "b1"},
        {"by": "ana", "do": "declare", "unit": "a1", "command": "run"},
    ]
    opening = Opening("voidsiege", "2025.1", {}, "casual", ("ana", "ben"), TABLE)
    [run] = compared_game(opening, steps, None, LawSpec(edition=str(page))).changed
    assert (run.n, run.cited, run.cites, run.follows) == (7, ("T1",), ("S1",), 3)
    assert run.by == ("T1", "S1")


def test_a_law_that_cannot_lay_the_game_out_is_a_failure_of_that_game() -> None:
    opening = Opening("voidsiege", "2025.1", {}, "casual", ("ana", "ben"), {})
    with pytest.raises(SetupError):
        compared_game(opening, [], None, LawSpec({"C1": "snap_fire"}))


def test_the_account_ends_with_a_summary_by_rule(tmp_path: Path) -> None:
    paths = archive.write(tmp_path, archive.games(100, 10, ("voidsiege",)))
    found = compare(files(paths), LawSpec({"C1": "snap_fire"}), jobs=1)
    lines = [*comparison_in_words(found, {("voidsiege", "C1"): "Snap Fire before the target"})]
    assert "100 games compared, 0 could not be." in lines
    assert any(line.startswith("  C1  Snap Fire before the target: ") for line in lines)
    assert [*comparison_in_words(Comparison(()), {})][1] == "No ruling changes."


@pytest.mark.timeout(120)
def test_two_processes_find_what_one_finds(tmp_path: Path) -> None:
    paths = archive.write(tmp_path, archive.games(80, 8, ("voidsiege",)))
    other = LawSpec({"C8": "free"})
    alone = compare(files(paths), other, jobs=1)
    assert compare(files(paths), other, jobs=2) == alone


def test_rules_that_two_rulesets_number_alike_are_told_apart() -> None:
    games = (
        ComparedGame(Source("a", True), ruleset="voidsiege", rulings=2, by_rule={"T4": 2}),
        ComparedGame(Source("b", True), ruleset="nullshapers", rulings=1, by_rule={"T4": 1}),
    )
    titles = {("voidsiege", "T4"): "Snap Fire", ("nullshapers", "T4"): "Once a step"}
    lines = [*comparison_in_words(Comparison(games), titles)]
    assert lines[-2:] == [
        "  voidsiege T4  Snap Fire: 2 rulings",
        "  nullshapers T4  Once a step: 1 ruling",
    ]
