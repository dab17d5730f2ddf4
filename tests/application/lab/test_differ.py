"""The shortest difference: found where plain breadth-first search finds it, and a record of both laws."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from adapters.cli import cli
from application.lab.difference.distinguishing_game import differ_at_the_end
from application.lab.difference.pair_search import PairSearch, law_of
from application.lab.difference.readings import other_readings, tell_apart
from application.lab.difference.record import differing_part, with_plainest_setup
from application.lab.difference.search import shortest_differences
from application.lab.model.laws import game_at_start, opening_under, parsed_law
from application.lab.model.steps_to_try import steps_to_try
from application.law.law_spec import LawSpec
from application.records.records import record_of, with_readings
from application.records.replay import replay
from application.rulesets import ruleset
from domain.kernel.history import Game
from domain.kernel.lab import SmallTable
from domain.kernel.shared import adjudicate
from tests.adapters.commands import umpire
from tests.application.lab.tables import VOIDSIEGE, small

ARCANE, NULLSHAPERS = ruleset("arcane-legions"), ruleset("nullshapers")


def plainly(known: Any, table: SmallTable, other: LawSpec, most: int) -> int | None:
    """How long the shortest difference is, by trying every game: no question is listened to."""
    level = [
        (
            game_at_start(known, opening_under(known, table, LawSpec())),
            game_at_start(known, opening_under(known, table, other)),
        )
    ]
    for depth in range(1, most + 1):
        behind = []
        for one, two in level:
            steps = {
                repr(said): said
                for game in (one, two)
                for said in steps_to_try(known, table, game.now.state, game.players)
            }
            for said in steps.values():
                after = gone_on(one, said), gone_on(two, said)
                if differ_at_the_end(*after):
                    return depth
                if after[0].log[-1].ruling.verdict == "legal":
                    behind.append(after)
        level = behind
    return None


def gone_on(game: Game, said: Any) -> Game:
    later = game.at(game.length)
    later.take(*adjudicate(later, said))
    return later


SHORT = [
    (VOIDSIEGE, "duel", "C1=snap_fire"),
    (VOIDSIEGE, "duel", "C2=before_move"),
    (VOIDSIEGE, "duel", "C19=command"),
    (VOIDSIEGE, "will", "C14=restricted"),
    (VOIDSIEGE, "duel", "C8=free"),
    (ARCANE, "pushed", "A1=refunded"),
    (ARCANE, "elusive", "A4=raised"),
    (ARCANE, "specials", "A20=each_special"),
    (ruleset("nullshapers"), "lightspeed", "M44=stops"),
    (ruleset("nullshapers"), "no-target", "M19=enters"),
]


@pytest.mark.parametrize(("known", "table", "law"), SHORT, ids=[law for _, _, law in SHORT])
def test_it_is_as_short_as_plain_search_finds_it(known: Any, table: Any, law: Any) -> None:
    spec, on = parsed_law(law), small(table, known)
    found = shortest_differences(known, LawSpec(), [spec], [on]).found.get(spec)
    length = 3 if found is None else found.length
    assert plainly(known, on, spec, min(length, 3)) == (
        found.length if found and length <= 3 else None
    )


@pytest.mark.parametrize("law", ["C1=snap_fire", "C6=any_unit", "C25=new_target", "C28=allowed"])
def test_both_games_are_alike_up_to_the_last_step(law: Any) -> None:
    spec = parsed_law(law)
    one, two = with_plainest_setup(
        shortest_differences(VOIDSIEGE, LawSpec(), [spec]).found[spec]
    ).games()
    assert differ_at_the_end(one, two)
    assert [a.ruling.verdict for a in one.log[:-1]] == [b.ruling.verdict for b in two.log[:-1]]


def test_what_differs_is_told_key_by_key() -> None:
    mine = {"a": 1, "units": {"u": {"owner": "ana", "held": ["run"]}}, "queue": []}
    yours = {"a": 1, "units": {"u": {"owner": "ana", "held": []}}, "queue": ["u move"]}
    assert differing_part(mine, yours) == {"units": {"u": {"held": ["run"]}}, "queue": []}


def test_all_readings_are_told_apart_once(tmp_path: Path) -> None:
    wanted = len(list(other_readings(ARCANE.edition())))
    first = tell_apart("arcane-legions", tmp_path, most=60)
    assert len(first.steps) >= wanted * 9 // 10
    again = tell_apart("arcane-legions", tmp_path, most=1)
    assert again.steps == first.steps


def test_the_command_prints_a_record_of_the_first_law() -> None:
    found = umpire("differ", "voidsiege", "C1=wait", "C1=snap_fire")
    assert found.exit_code == 0, found.stderr
    record = record_of(found.stdout)
    assert not replay(record).mismatches
    assert replay(with_readings(record, {"C1": "snap_fire"})).mismatches
    assert found.stdout.startswith("# C1=wait: ")


def test_an_organisers_edition_is_laid_beside_the_published(tmp_path: Path) -> None:
    page = {"edition": 1, "ruleset": "voidsiege", "base": "2025.1", "id": "club-2026"}
    row = {"parts": ["run"], "restrictions": {"run": ["run"]}, "target": "none"}
    path = tmp_path / "club.yaml"
    path.write_text(yaml.safe_dump({**page, "tables": {"commands": {"overrun": row}}}))
    found = umpire("differ", "voidsiege", "2025.1", path)
    assert found.exit_code == 0, found.output
    assert "overrun" in found.stdout and "is undetermined (U1)" in found.stdout


def test_where_there_is_none_it_says_how_far_was_looked() -> None:
    found = umpire("differ", "voidsiege", "C28=allowed", "--table", "duel", "--most", 2000)
    assert (found.exit_code, found.stdout) == (1, "None at all on “duel”.\n")
    found = umpire("differ", "voidsiege", "C28=allowed", "--table", "duel", "--most", 20)
    assert (found.exit_code, found.stdout) == (1, "None up to 2 steps on “duel”.\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("voidsiege", "C1=never"), "no reading “never”"),
        (("voidsiege", "Z9=x"), "no open question “Z9”"),
        (("voidsiege", "1066"), "no edition “1066”"),
        (("chess", "C1=wait"), "no ruleset “chess”"),
        (("voidsiege",), "expected a ruleset and one or two laws"),
        (("voidsiege", "C1=wait", "--all"), "--all takes a ruleset at most"),
        (("voidsiege", "none.yaml"), "none.yaml"),
    ],
)
def test_a_law_that_nobody_knows_is_said_in_a_sentence(words: Any, said: Any) -> None:
    found = umpire("differ", *words)
    assert found.exit_code == 2 and found.stdout == ""
    (sentence,) = found.stderr.splitlines()
    assert said in sentence


def test_a_pair_that_changes_something_only_together_is_found_at_once() -> None:
    table = {one.name: one for one in NULLSHAPERS.lab.tables}["no-target"]
    wanted = {"M2", "M40", "M46"}
    readings = (one for one in other_readings(NULLSHAPERS.edition()) if one.question in wanted)
    search = PairSearch(NULLSHAPERS, table, tuple(readings))
    search.run(most=50)
    (pair,) = search.found
    assert law_of(pair).words == "M40=sector_only,M46=as_answer"


def test_pairs_are_told_and_kept(tmp_path: Path) -> None:
    words = ["differ", "arcane-legions", "--pairs", "--most", "20", "--keep", str(tmp_path)]
    found = CliRunner().invoke(cli, words)
    assert found.exit_code == 0, found.stderr
    assert found.stdout == "arcane-legions: 0 pairs of readings found.\n"


def test_pairs_are_of_every_table() -> None:
    found = CliRunner().invoke(cli, ["differ", "voidsiege", "--pairs", "--table", "duel"])
    assert found.exit_code == 2
    assert "--pairs takes a ruleset at most" in found.stderr
