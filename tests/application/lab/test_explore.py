"""Small tables explored to the end: what holds, what is counted, stopping and going on."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.cli.lab import exploring
from adapters.stores.exploration_file import ExplorationFile
from application.lab.dispute import game_of
from application.lab.exploration.exploration import GAP, Exploration, Progress
from application.lab.exploration.explore import explore
from application.lab.exploration.states import NotThisExploration
from application.lab.exploration.view_shape import shape_errors
from application.lab.model.canonical_form import Canonicalizer
from application.lab.model.symmetry import symmetries
from application.records.records import record_of
from domain.kernel.lab import Lab
from tests.adapters.commands import umpire
from tests.application.lab.tables import VOIDSIEGE, explored, refusing, small

DUEL = Exploration("voidsiege", small("duel"))


@pytest.fixture(scope="module")
def duel() -> Any:
    return explore(DUEL, ExplorationFile)


def test_a_duel_is_explored_to_the_end_and_all_holds(duel: Any) -> None:
    assert duel.finished and duel.counterexamples == ()
    assert duel.progress.expanded == duel.progress.reached > 500
    assert duel.progress.adjudications > 10_000


def test_each_gap_comes_with_the_shortest_game_to_it(duel: Any) -> None:
    gaps = duel.met[GAP]
    assert {"U1", "U2", "U3"} <= set(gaps)
    for cites, dispute in gaps.items():
        ruling = game_of(dispute).log[-1].ruling
        assert ruling.verdict == "undetermined" and set(ruling.cites) == set(cites.split())
    assert [len(gaps[gap].steps) for gap in ("U1", "U3")] == [1, 2]


def test_two_processes_find_what_one_does(duel: Any) -> None:
    assert explore(DUEL, ExplorationFile, jobs=2) == duel


AT_WORK = """
import os, time
from application.lab.processes import parallel_map
with parallel_map(2, os.write, (1, b"at work\\n")) as each:
    list(each(time.sleep, [60, 60]))
"""


def test_who_ends_it_ends_its_processes_too() -> None:
    """Nothing works on, or holds what it writes to, as behind `timeout 60 umpire explore`."""
    asked = (sys.executable, "-c", AT_WORK)
    working = subprocess.Popen(asked, stdout=subprocess.PIPE, start_new_session=True)
    assert working.stdout is not None
    try:
        assert [working.stdout.readline() for _ in range(2)] == [b"at work\n"] * 2
        working.terminate()
        assert working.communicate(timeout=20) == (b"", None)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(working.pid, signal.SIGKILL)


def test_an_exploration_is_stopped_and_taken_up_again(duel: Any, tmp_path: Path) -> None:
    file = tmp_path / "duel.lab"
    told: list[Progress] = []
    first = explore(DUEL, ExplorationFile, file=file, most=100, tick=told.append)
    assert (first.finished, first.progress.expanded) == (False, 100)
    assert told[-1].expanded == 100
    assert explore(DUEL, ExplorationFile, file=file) == duel
    assert explore(DUEL, ExplorationFile, file=file) == duel


def test_a_file_of_another_exploration_is_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "duel.lab"
    explore(DUEL, ExplorationFile, file=file, most=1)
    with pytest.raises(NotThisExploration, match="of another exploration"):
        explore(replace(DUEL, readings={"C1": "snap_fire"}), ExplorationFile, file=file)
    file.write_text("no such file, and long enough to be looked at by SQLite " * 40)
    with pytest.raises(NotThisExploration, match="no file of an exploration"):
        explore(DUEL, ExplorationFile, file=file)


def test_names_that_the_set_up_does_not_tell_apart_are_exchanged() -> None:
    pairs = list(symmetries(small("pairs").setup))
    assert {} in pairs and {"a1": "a2", "a2": "a1"} in pairs and len(pairs) == 4
    named = {**small("pairs").setup, "first": "a1"}
    assert len(list(symmetries(named))) == 2


def test_tables_are_alike_whichever_of_two_like_units_acts() -> None:
    one, two = (
        explored(table="pairs", most=1),
        {"by": "ana", "do": "declare", "unit": "a2", "command": "move"},
    )
    opening = one.met["rule"]["T1"].opening
    canonical = Canonicalizer(VOIDSIEGE.lab, opening)
    first = {**two, "unit": "a1"}
    forms = {
        canonical.form(game_of(replace(one.met["rule"]["T1"], steps=(said,))).now.state).text
        for said in (two, first)
    }
    assert len(forms) == 1


def test_without_a_word_of_the_ruleset_only_equal_tables_are_alike(duel: Any) -> None:
    dispute = duel.met["rule"]["T1"]
    strict = Canonicalizer(Lab(), dispute.opening)
    note = {"by": "ana", "do": "note", "text": "hm"}
    later = game_of(replace(dispute, steps=(note, *dispute.steps)))
    assert strict.form(game_of(dispute).now.state).text != strict.form(later.now.state).text
    known = Canonicalizer(VOIDSIEGE.lab, dispute.opening)
    assert known.form(game_of(dispute).now.state).text == known.form(later.now.state).text


def test_a_view_is_held_to_its_shape() -> None:
    shape = {"over": bool, "queue": [str], "units": {str: {"owner": str}}, "winner": (str, None)}
    good = {"over": False, "queue": ["a1"], "units": {"a1": {"owner": "ana"}}, "winner": None}
    assert list(shape_errors(good, shape)) == []
    for key, value in (("over", 1), ("queue", [1]), ("units", {"a1": {}}), ("winner", 3)):
        assert list(shape_errors({**good, key: value}, shape))
    assert list(shape_errors({}, shape)) == [f"state has no “{key}”" for key in shape]


def test_the_command_says_what_holds() -> None:
    found = umpire("explore", "voidsiege", "--most", 30, "--jobs", 1)
    assert found.exit_code == 0, found.stderr
    assert "It holds at each of them that" in found.stdout
    assert "are waiting" in found.stdout
    told = json.loads(umpire("explore", "voidsiege", "--most", 30, "--jobs", 1, "--json").stdout)
    assert (told["tables"], told["finished"], told["wrong"]) == (30, False, [])
    assert set(told["gaps"]) >= {"U1", "U2"}


def test_it_is_asked_after_each_table_whether_that_is_enough(duel: Any, tmp_path: Path) -> None:
    """And goes on from there to the same end, also where several processes were ahead of it."""
    for jobs in (1, 2):
        file, told = tmp_path / f"{jobs}.lab", list[Progress]()
        first = explore(
            DUEL,
            ExplorationFile,
            file=file,
            jobs=jobs,
            tick=told.append,
            enough=lambda told=told: len(told) > 30,
        )
        assert (first.finished, first.progress.expanded) == (False, 30)
        assert [one.expanded for one in told] == [*range(31)]
        assert explore(DUEL, ExplorationFile, file=file, jobs=jobs) == duel


def test_the_command_says_its_bounds_and_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "SELDOM", 0.0)
    found = umpire("explore", "voidsiege", "--jobs", 1, "--minutes", 0.002)
    assert found.exit_code == 0, found.stderr
    first, *between, last = found.stderr.splitlines()
    assert first == "It stops by itself after 0.002 minutes."
    assert re.fullmatch(r"1 of \d+ tables, \d+ adjudications, depth 0, 0 s", between[1])
    assert last == "It stopped after 0.002 minutes; with --file PATH it can go on from there."
    assert "are waiting" in found.stdout

    most = umpire("explore", "voidsiege", "--jobs", 1, "--most", 1)
    assert most.stderr.splitlines()[0] == "It stops by itself at 1 table."
    assert umpire("explore", "voidsiege", "--minutes", 0).exit_code == 2


def test_without_a_word_it_stops_after_ten_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 10**6, 61))
    monkeypatch.setattr(exploring, "monotonic", lambda: float(next(now)))
    found = umpire("explore", "voidsiege", "--jobs", 1)
    assert "It stops by itself after 10 minutes." in found.stderr
    assert "It stopped after 10 minutes" in found.stderr


def test_a_counterexample_is_written_as_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("application.rulesets.ruleset", lambda _name: refusing("move"))
    monkeypatch.setattr(
        "application.lab.exploration.expanding.ruleset_called", lambda _name: refusing("move")
    )
    found = umpire("explore", "voidsiege", "--most", 60, "--jobs", 1, "--records", tmp_path)
    assert found.exit_code == 1
    assert "dead end" in found.stdout
    records = sorted(tmp_path.glob("*.yaml"))
    assert records
    assert record_of(records[0].read_text("utf-8")).steps


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("explore", "chess"), "there is no ruleset “chess”"),
        (("explore", "voidsiege", "--table", "vast"), "no table “vast”"),
        (("explore", "voidsiege", "--reading", "C1=never"), "no reading “never”"),
        (("explore", "voidsiege", "--edition", "1066"), "no edition “1066”"),
    ],
)
def test_what_cannot_be_explored_is_said_in_a_sentence(words: Any, said: Any) -> None:
    found = umpire(*words)
    assert found.exit_code == 2 and found.stdout == ""
    (sentence,) = found.stderr.splitlines()
    assert said in sentence
