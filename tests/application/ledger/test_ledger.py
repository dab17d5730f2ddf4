"""What is put into a ledger is there, in order, readable, once."""

import json
from pathlib import Path

import pytest

from adapters.stores.ledgers import sqlite_ledger
from application import rulesets
from application.game.checked_step import NotAStep
from application.game.umpire import Umpire
from application.ledger.group_commit import Append
from application.ledger.ledger import Ledger
from application.ledger.rows import START, rows_of_all
from application.ledger.store import (
    Conflict,
    GameExists,
    Head,
    NoSuchGame,
    StoreProblem,
)
from domain.kernel.history import Entry, open_game
from domain.kernel.ruling import Ruling
from domain.kernel.values import changed
from tests.stores import STEPS, TOY, appended_soon, ledger_of, played


def again(umpire: Umpire) -> Umpire:
    """An umpire without memory, on the same store."""
    return Umpire(umpire.store)


def test_a_game_is_read_as_it_was_written(umpire: Umpire) -> None:
    id = played(umpire)
    before, after = umpire.game(id), again(umpire).game(id)

    assert after.game.log == before.game.log
    assert after.game.now == before.game.now
    assert after.head == before.head
    assert after.times == before.times
    assert after.digests == before.digests


def test_every_row_is_json_that_people_can_read(umpire: Umpire) -> None:
    ledger = ledger_of(umpire)
    rows = ledger.rows.rows(played(umpire))
    read = [(version, name, json.loads(state)) for version, name, state in rows]

    assert [version for version, _, _ in read] == list(range(1, len(rows) + 1))
    assert read[0][1] == "game/opened/v3"
    assert read[0][2]["e"]["players"] == ["ana", "ben"]
    assert read[2][1] == "toy/number_said/v1"
    assert read[2][2]["e"] == {"by": "ana", "number": 1, "rules": ["N1"]}
    assert all(set(state) == {"at", "h", "e"} for _, _, state in read)


def test_a_refused_step_is_one_row_with_its_ruling(umpire: Umpire) -> None:
    rows = ledger_of(umpire).rows.rows(played(umpire))
    ruled = [json.loads(state)["e"] for _, name, state in rows if name == "game/step_ruled/v1"]

    assert [one["n"] for one in ruled] == list(range(1, len(STEPS) + 1))
    assert ruled[1] == {
        "n": 2,
        "said": STEPS[1],
        "verdict": "illegal",
        "cites": ["N2"],
        "reason": "1 was said already.",
        "because": [1],
        "facts": {"number": 1},
    }


def test_a_game_is_opened_once(umpire: Umpire) -> None:
    umpire.open(TOY, "one")
    with pytest.raises(GameExists, match="“one” already"):
        umpire.open(TOY, "one")


def test_a_step_on_an_old_head_is_a_conflict_and_leaves_no_trace(umpire: Umpire) -> None:
    ledger, id = ledger_of(umpire), umpire.open(TOY)
    old = umpire.game(id).head
    umpire.step(id, STEPS[0])
    entry = umpire.game(id).game.entry(1)
    before = ledger.head(id)

    with pytest.raises(Conflict):
        ledger.append(id, old, 1, [entry])
    with pytest.raises(Conflict):
        ledger.append(id, Head(99, old.digest), 1, [entry])
    with pytest.raises(Conflict):
        ledger.append(id, Head(before.version, "x" * 43), 1, [entry])
    with pytest.raises(Conflict):
        appended_soon(ledger, id, old, 1, entry).result(5)
    assert ledger.head(id) == before


def test_two_that_follow_the_same_row_in_one_batch(umpire: Umpire) -> None:
    ledger, id, other = ledger_of(umpire), umpire.open(TOY), umpire.open(TOY)
    head = umpire.game(id).head
    umpire.step(other, STEPS[0])
    entry = umpire.game(other).game.entry(1)
    rows, (leads_to,) = rows_of_all(id, head, [entry], 1)
    again, (leads_elsewhere,) = rows_of_all(id, head, [entry], 2)
    after, (leads_on,) = rows_of_all(id, leads_to, [changed(entry, n=2)], 3)
    outcomes = ledger.put(
        [
            Append(id, head, rows, leads_to),
            Append(id, head, again, leads_elsewhere),
            Append(id, leads_to, after, leads_on),
        ]
    )
    assert [type(one) for one in outcomes] == [type(None), Conflict, type(None)]
    assert ledger.head(id) == leads_on


def test_another_umpire_sees_what_was_ruled_since(umpire: Umpire) -> None:
    other, id = again(umpire), umpire.open(TOY)
    other.game(id)
    umpire.step(id, STEPS[0])
    umpire.step(id, STEPS[1])

    assert other.game(id).game.log == umpire.game(id).game.log
    assert other.step(id, STEPS[2]).entry.n == 3
    assert umpire.step(id, STEPS[4]).entry.n == 4


def test_several_steps_are_ruled_in_turn_and_kept_like_single_ones(umpire: Umpire) -> None:
    single, together = umpire.game(played(umpire)), umpire.open(TOY)
    taken = umpire.steps(together, STEPS)

    assert [one.entry for one in taken] == single.game.log
    assert again(umpire).game(together).game.log == single.game.log
    digests = umpire.game(together).digests
    assert [one.digest for one in taken] == [digests[one.entry.n] for one in taken]
    assert ledger_of(umpire).verify(together).holds
    assert umpire.steps(together, ()) == []


def test_several_steps_are_kept_all_or_none(umpire: Umpire) -> None:
    id = umpire.open(TOY)
    with pytest.raises(NotAStep):
        umpire.steps(id, [STEPS[0], {"by": "ana"}])

    assert umpire.game(id).game.length == again(umpire).game(id).game.length == 0


def test_several_steps_are_ruled_on_what_another_umpire_wrote_meanwhile(umpire: Umpire) -> None:
    other, id = again(umpire), umpire.open(TOY)
    other.game(id)
    umpire.step(id, STEPS[0])
    taken = other.steps(id, [STEPS[0], STEPS[2]])

    assert [(one.entry.n, one.entry.ruling.verdict) for one in taken] == [
        (2, "illegal"),
        (3, "legal"),
    ]


def test_a_key_gives_the_same_entry_again_also_to_another_umpire(umpire: Umpire) -> None:
    id = umpire.open(TOY)
    first = umpire.step(id, STEPS[0], key="k1")

    assert umpire.step(id, STEPS[0], key="k1") == first
    assert again(umpire).step(id, STEPS[0], key="k1") == first
    assert umpire.game(id).game.length == 1


def test_games_are_listed_newest_first(umpire: Umpire) -> None:
    for id in ("one", "two", "three"):
        umpire.open(TOY, id)
    assert [game.id for game in umpire.games()] == ["three", "two", "one"]
    assert umpire.games()[0].players == ("ana", "ben")


def test_what_changed_can_be_asked_for(umpire: Umpire) -> None:
    ledger = ledger_of(umpire)
    umpire.open(TOY, "one")
    umpire.open(TOY, "two")
    seen = ledger.newest()
    umpire.step("two", STEPS[0])
    changed, newest = ledger.changed_since(seen)

    assert changed == [("two", 4)]
    assert ledger.changed_since(newest) == ([], newest)
    assert sorted(ledger.changed_since(0)[0]) == [("one", 1), ("two", 4)]


def test_a_game_that_is_not_there(umpire: Umpire) -> None:
    for ask in (umpire.store.load, ledger_of(umpire).head, ledger_of(umpire).verify):
        with pytest.raises(NoSuchGame, match="no game “nowhere”"):
            ask("nowhere")


def test_what_json_cannot_hold_is_said_before_anything_is_written(umpire: Umpire) -> None:
    ledger, id = ledger_of(umpire), umpire.open(TOY)
    head = ledger.head(id)
    for value in ("\ud800", object(), {1j: 2}):
        entry = Entry(1, {"by": "ana", "do": value}, Ruling("illegal", "rule", ("G1",), "No."))
        with pytest.raises(StoreProblem, match=r"entry 1 of .* cannot be stored as JSON"):
            ledger.append(id, head, 1, [entry])
    assert ledger.head(id) == head


def test_a_game_that_was_played_holds(umpire: Umpire) -> None:
    ledger = ledger_of(umpire)
    verified = ledger.verify(played(umpire))

    assert verified.holds, verified
    assert verified.entries == len(STEPS)
    assert verified.head == ledger.head("toy-game")
    assert [one.game for one in ledger.verify_all()] == ["toy-game"]


def test_digests_hang_together_from_the_first_row_on(umpire: Umpire) -> None:
    ledger, game = ledger_of(umpire), open_game(rulesets.ruleset("toy"), TOY)
    (one,) = ledger.create("one", TOY, game.opened, 5)
    (two,) = ledger.create("two", TOY, game.opened, 5)

    assert one.version == two.version == START.version + 1
    assert len(one.digest) == 43
    assert one.digest != two.digest


def test_a_store_of_its_own_closes_without_a_trace(tmp_path: Path) -> None:
    ledger: Ledger = sqlite_ledger(tmp_path / "games.umpire")
    ledger.close()
    assert [path.name for path in tmp_path.iterdir()] == ["games.umpire"]
