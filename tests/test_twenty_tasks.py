"""Twenty usual tasks of a judge, typed out whole, in short as the README shows, and at `umpire table`.

All three ways come to the same entries; the test counts what has to be typed.
"""

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from adapters.cli import COMMANDS, cli

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
ID = "kilo-nuve-31"


class Task(NamedTuple):
    """What is wanted, and what is typed for it: everything by its name, in short, at the table."""

    wanted: str
    whole: str
    short: str
    table: str


def task(wanted: str, whole: str, short: str) -> Task:
    """At the table a line stands without “umpire”."""
    return Task(wanted, whole, short, short.removeprefix("umpire "))


def opening(wanted: str, whole: str, short: str) -> Task:
    """A game is opened before anybody sits down at it."""
    return Task(wanted, whole, short, short)


TASKS = (
    opening(
        "set up a small game of VoidSiege",
        "umpire new --ruleset voidsiege --players ana,ben --unit a1=ana --unit a2=ana "
        "--unit b1=ben --unit b2=ben --points 3",
        "umpire new voidsiege",
    ),
    task(
        "Ana charges",
        f"umpire step {ID} by=ana do=declare unit=a1 command=assault charge=true target=b1",
        "umpire ana a1 assault charge b1",
    ),
    task("see what Ben may do", f"umpire options {ID} --for ben", "umpire options"),
    task(
        "Ben answers",
        f"umpire step {ID} by=ben do=react unit=b2 command=intervene",
        "umpire b2 intervene",
    ),
    task(
        "ask whether Ana might run with the other unit",
        f"umpire why {ID} --if 'by=ana do=declare unit=a2 command=run'",
        "umpire why ana a2 run",
    ),
    task(
        "put it before the rules all the same",
        f"umpire step {ID} by=ana do=declare unit=a2 command=run",
        "umpire ana a2 run",
    ),
    task("ask why that was refused", f"umpire why {ID} --entry 3", "umpire why"),
    task("ask why Ben's answer was legal", f"umpire why {ID} --entry 2", "umpire why 2"),
    task("see the table", f"umpire show {ID}", "umpire show"),
    task("read what was said", f"umpire log {ID}", "umpire log"),
    task(
        "Ben moves in between",
        f"umpire step {ID} by=ben do=move unit=b2",
        "umpire move b2",
    ),
    task(
        "note a remark",
        f'umpire step {ID} "{{by: judge, do: note, text: the clock was stopped}}"',
        "umpire judge note the clock was stopped",
    ),
    task(
        "report a loss",
        f"umpire step {ID} by=ana do=report fact=destroyed unit=b2",
        "umpire ana destroyed b2",
    ),
    task("take that back", f"umpire undo {ID} --by ana", "umpire undo"),
    task(
        "take it again",
        f"umpire step {ID} by=ana do=report fact=destroyed unit=b2",
        "umpire redo",
    ),
    opening(
        "set up Arcane Legions",
        "umpire new --ruleset arcane-legions --example",
        "umpire new arcane",
    ),
    task(
        "Ana orders the legion to fight",
        f"umpire step {ID} by=ana do=order unit=legion order=close",
        "umpire legion close",
    ),
    task(
        "she names the guard",
        f"umpire step {ID} by=ana do=target unit=guard",
        "umpire target guard",
    ),
    opening(
        "set up Nullshapers for Kim and Lee",
        "umpire new --ruleset nullshapers --example --players kim,lee",
        "umpire new null --players kim,lee",
    ),
    task(
        "Kim plays a card at a biome",
        f'umpire step {ID} by=kim do=play card=quake "targets=[b1]"',
        "umpire quake b1",
    ),
)


def run(line: str, input: str | None = None) -> str:
    result = CliRunner().invoke(cli, shlex.split(line)[1:], input=input)
    assert result.exit_code == 0, f"{line}\n{result.output}"
    return result.stdout


def sessions() -> Iterator[tuple[Task, Sequence[Task]]]:
    """Each opening with the tasks in its game."""
    starts = [n for n, one in enumerate(TASKS) if one.whole.startswith("umpire new")]
    for first, last in zip(starts, [*starts[1:], len(TASKS)], strict=True):
        yield TASKS[first], TASKS[first + 1 : last]


def typed_whole() -> None:
    for begins, rest in sessions():
        game = run(begins.whole).splitlines()[-1]
        for one in rest:
            run(one.whole.replace(ID, game))


def typed_in_short() -> None:
    for begins, rest in sessions():
        for one in (begins, *rest):
            run(one.short)


def typed_at_the_table() -> None:
    for begins, rest in sessions():
        run(begins.table)
        run("umpire table", "\n".join(one.table for one in rest))


def entries() -> list[Any]:
    """Of every game, oldest first: what was said, and the verdict."""
    games = json.loads(run("umpire games --json"))["games"]
    logs = [json.loads(run(f"umpire log {one['game']} --json"))["entries"] for one in games]
    return [[(entry["said"], entry["verdict"]) for entry in log] for log in reversed(logs)]


def test_all_three_ways_come_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UMPIRE_GAME", raising=False)
    found = []
    for way in (typed_whole, typed_in_short, typed_at_the_table):
        monkeypatch.setenv("UMPIRE_DB", str(tmp_path / f"{way.__name__}.umpire"))
        way()
        found.append(entries())
    assert found[0] == found[1] == found[2]
    assert [len(log) for log in found[0]] == [8, 2, 1]


def test_a_judge_types_a_third_of_it_in_short_and_a_quarter_at_the_table() -> None:
    whole, short, table = (sum(len(one[way]) for one in TASKS) for way in (1, 2, 3))
    assert len(TASKS) == 20
    assert short <= whole / 3
    assert table <= whole / 4


def test_whatever_is_typed_stands_in_the_readme() -> None:
    """Every command and option; words of a step are those of the game, and begin a line by themselves."""
    assert "“step” may be left out" in README
    for one in TASKS:
        command, *rest = one.short.removeprefix("umpire ").split()
        if command in COMMANDS:
            assert re.search(rf"`{command}`|umpire {command}\b", README), command
        assert all(word in README for word in rest if word.startswith("-")), one.short
