"""Precedents: found by rule, verdict and likeness; the tables follow the log."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.wiring import precedent_index_on
from application.desk.fork import fork
from application.desk.precedents import NoPrecedent, PrecedentIndex, PrecedentQuery
from domain.kernel.steps import JUDGE
from tests.application.cases import played


@pytest.fixture(params=["sqlite", "postgres"])
def docket(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PrecedentIndex]:
    """On both databases."""
    if request.param == "postgres":
        from click.testing import CliRunner

        from adapters.cli.store.db import db

        address = request.getfixturevalue("empty_postgres")
        assert CliRunner().invoke(db, ["init", "--db", address]).exit_code == 0
        docket = precedent_index_on(address)
        docket.rebuild()
    else:
        docket = precedent_index_on(str(tmp_path / "games.umpire"))
    yield docket
    docket.rows.close()
    docket.umpire.store.close()


def put(docket: PrecedentIndex, ruleset: str, number: str) -> str:
    game = played(ruleset, number)
    id = docket.umpire.open(game.opening)
    for entry in game.log:
        docket.umpire.step(id, entry.said)
    return id


def found(docket: PrecedentIndex, **sought: Any) -> Any:
    docket.catch_up()
    return {(one.game, one.entry) for one in docket.precedents(PrecedentQuery(**sought, most=500))}


def test_by_rule_ruleset_and_verdict(docket: Any) -> None:
    first, second = put(docket, "voidsiege", "29"), put(docket, "voidsiege", "36")
    assert found(docket, rule="S5") >= {(first, 5), (second, 8)}
    assert all(docket.umpire.game(game).game.entry(n).ruling.verdict == "illegal"
               for game, n in found(docket, verdict="illegal"))  # fmt: skip
    assert found(docket, rule="S5", verdict="legal").isdisjoint({(first, 5), (second, 8)})
    assert found(docket, rule="S5", ruleset="nullshapers") == set()
    assert found(docket, rule="Z99") == set()


def test_a_reason_that_says_what_the_step_says_is_not_said_again(docket: Any) -> None:
    """A reason that adds something stands below the step."""
    put(docket, "voidsiege", "29")
    docket.catch_up()
    told = {one.entry: one.in_words() for one in docket.precedents(PrecedentQuery(most=500))}
    lengths = {n: len(words) for n, words in told.items()}
    assert lengths[1] == 1
    assert lengths[5] == 2, "refused"


def test_every_ruling_of_the_log_is_there_once(docket: Any) -> None:
    ids = [put(docket, "voidsiege", number) for number in ("82", "83")]
    logged = {
        (id, entry.n)
        for id in ids
        for entry in docket.umpire.game(id).game.log
        if entry.ruling.cites
    }
    assert found(docket) == logged
    docket.rebuild()
    assert found(docket) == logged


def test_it_catches_up_with_what_was_ruled_since(docket: Any) -> None:
    id = put(docket, "voidsiege", "29")
    docket.catch_up()
    docket.umpire.step(id, {"by": "ana", "do": "declare", "unit": "a1", "command": "run"})
    assert (id, docket.umpire.game(id).game.length) in found(docket, rule="S1")


def test_an_overruling_is_seen_on_the_entry_it_overruled(docket: Any) -> None:
    id = put(docket, "voidsiege", "01")
    docket.umpire.step(id, {"by": "ben", "do": "declare", "unit": "b1", "command": "move"})
    n = docket.umpire.game(id).game.length
    assert found(docket, overruled=True) == set()
    allow = {"do": "overrule", "entry": n, "verdict": "legal", "because": "agreed"}
    docket.umpire.step(id, {"by": JUDGE, **allow})
    assert found(docket, overruled=True) == {(id, n)}
    assert (id, n) not in found(docket, overruled=False)
    (one,) = docket.precedents(PrecedentQuery(overruled=True))
    assert (one.verdict, one.overruled) == ("illegal", "legal")


def test_by_likeness_of_the_situation(docket: Any) -> None:
    """The same window and the same kind of step, by other units; the same rules come first."""
    first, second = put(docket, "voidsiege", "05"), put(docket, "voidsiege", "44")
    docket.catch_up()
    for game in (first, second):
        for entry in docket.umpire.game(game).game.log:
            for one in docket.precedents(PrecedentQuery(like=(game, entry.n))):
                assert one.said["do"] == entry.said["do"]
                assert one.ruleset == "voidsiege"
                assert (one.game, one.entry) != (game, entry.n)
    opening = found(docket, like=(first, 1))
    assert (second, 1) in opening


def test_two_tables_alike_but_for_names(docket: Any) -> None:
    ids = []
    for unit, other in (("a1", "b1"), ("alpha", "beta")):
        game = played("voidsiege", "01")
        setup = {"points": {"ana": 3, "ben": 3},
                 "units": {unit: {"owner": "ana"}, other: {"owner": "ben"}}}  # fmt: skip
        id = docket.umpire.open(type(game.opening)(
            "voidsiege", "2025.1", {}, "casual", ("ana", "ben"), setup))  # fmt: skip
        docket.umpire.step(id, {"by": "ana", "do": "declare", "unit": unit, "command": "move"})
        docket.umpire.step(id, {"by": "ben", "do": "react", "unit": other, "command": "shoot"})
        ids.append(id)
    assert found(docket, like=(ids[0], 2)) == {(ids[1], 2)}


def test_a_branch_does_not_repeat_what_was_ruled_before_it(docket: Any) -> None:
    id = put(docket, "voidsiege", "29")
    made = fork(docket.umpire, id, 5)
    docket.umpire.step(made.game, {"by": "ana", "do": "declare", "unit": "a1", "command": "run"})
    assert {n for game, n in found(docket) if game == made.game} == {6}


def test_nor_does_one_that_goes_as_its_player_knows_the_game(docket: Any) -> None:
    id = put(docket, "nullshapers", "02")
    made = fork(docket.umpire, id, 3, "ana")
    assert made.redacted and made.entries == 3
    assert [n for game, n in found(docket) if game == made.game] == []


def test_a_ruling_that_is_not_there(docket: Any) -> None:
    with pytest.raises(NoPrecedent, match="no ruling on entry 3"):
        docket.precedents(PrecedentQuery(like=("nowhere", 3)))


def test_as_json_and_in_words(docket: Any) -> None:
    id = put(docket, "voidsiege", "29")
    docket.catch_up()
    (one,) = docket.precedents(PrecedentQuery(rule="S5"))
    assert one.as_json()["game"] == id
    assert one.as_json()["entry"] == 5
    assert one.as_json()["overruled"] is None
    assert next(one.lines()).startswith(f"illegal (S1, S5) — {id}, entry 5")


def test_a_step_may_hold_nul(docket: Any) -> None:
    """PostgreSQL keeps no text with it: the log holds what was said, the tables a mark in its place."""
    id = put(docket, "voidsiege", "29")
    entry = docket.umpire.step(id, {"by": "ana", "do": "declare", "unit": "a\0", "command": "run"})
    assert docket.catch_up() == []
    assert (id, entry.entry.n) in found(docket, rule="G1")
    assert docket.umpire.game(id).game.log[-1].said["unit"] == "a\0"
