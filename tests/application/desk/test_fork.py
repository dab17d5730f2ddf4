"""Branches: of their own, or for a few steps in memory."""

from typing import Any

import pytest

from application.desk.fork import CannotFork, branch, fork, forked_before, what_if
from application.game.checked_step import NotAStep
from application.game.redaction import state_seen
from application.game.umpire import Umpire
from application.ledger.store import GameExists
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE
from domain.nullshapers.hidden import may_see
from tests.application.cases import played
from tests.domain.nullshapers.tables import AGENT, JOLT, hand, on, table


def stored(umpire: Umpire, ruleset: str, number: str) -> str:
    game = played(ruleset, number)
    id = umpire.open(game.opening)
    for entry in game.log:
        umpire.step(id, entry.said)
    return id


@pytest.mark.parametrize("n", [0, 1, 12, 23])
def test_a_branch_stands_where_the_game_stood(umpire: Any, n: Any) -> None:
    """Also beyond undos and rewinds."""
    id = stored(umpire, "voidsiege", "83")
    made = fork(umpire, id, n)
    game, new = umpire.game(id).game, umpire.game(made.game).game
    assert new.now.state == game.position(n).state
    assert tuple(new.now.stands()) == tuple(game.position(n).stands())
    assert new.opening.origin == made.origin == f"{id}@{n}"
    assert new.length == made.entries == n
    assert made.differs == ()


def test_the_game_it_was_taken_from_goes_on_untouched(umpire: Any) -> None:
    id = stored(umpire, "voidsiege", "29")
    before = umpire.game(id).game.length
    made = fork(umpire, id, 2)
    umpire.step(made.game, {"by": "ana", "do": "concede"})
    assert umpire.game(id).game.length == before
    assert not umpire.game(id).game.ruleset.over(umpire.game(id).game.now.state)


def test_it_may_be_given_a_name_that_is_free(umpire: Any) -> None:
    id = stored(umpire, "voidsiege", "29")
    assert fork(umpire, id, 1, new_id="disputed").game == "disputed"
    with pytest.raises(GameExists):
        fork(umpire, id, 1, new_id="disputed")


def test_a_few_steps_in_memory_leave_nothing_behind(umpire: Any) -> None:
    game = umpire.game(stored(umpire, "voidsiege", "29")).game
    now, length = game.now, game.length
    tried = what_if(game, [{"by": "ana", "do": "declare", "unit": "a1", "command": "move"}], 0)
    assert [one.verdict for one in tried.steps] == ["legal"]
    assert tried.as_json()["state"]["phase"] == "reaction"
    assert (game.now, game.length) == (now, length)
    with pytest.raises(NotAStep):
        what_if(game, [{"do": "move"}])


def test_what_is_hidden_is_not_in_a_player_s_branch(umpire: Any) -> None:
    """Ben's hand is not ana's to know; a judge's branch has it."""
    id = stored(umpire, "nullshapers", "03")
    game = umpire.game(id).game
    table = game.position(0).state
    hidden = {card for card in table.cards if not may_see(table, "ana", card)}
    assert hidden
    new = umpire.game(fork(umpire, id, 0, "ana").game).game
    assert new.opening.origin == f"{id}@0 as ana"
    assert not hidden & set(new.now.state.cards)
    assert not any(card in repr(new.opening) for card in hidden)
    assert set(umpire.game(fork(umpire, id, 0).game).game.now.state.cards) == set(table.cards)


def test_a_player_s_branch_stands_where_the_game_stood() -> None:
    """Queue and windows included: it looks to them as the game did."""
    game = played("nullshapers", "01")
    queued = next(n for n in range(game.length) if game.view(n)["queue"])
    assert branch(game, queued, "ana").length == queued
    assert branch(game, queued, "ana").view(viewer="ana") == state_seen(game, "ana", queued)


def test_it_is_drawn_alike_each_time_and_again_otherwise(umpire: Any) -> None:
    id = stored(umpire, "nullshapers", "03")
    live = umpire.game(id)
    setups = [branch(live.game, 0, "ana", again).opening.setup for again in ("", "", *"abcdef")]
    assert setups[0] == setups[1]
    assert any(one != setups[0] for one in setups)
    made = fork(umpire, id, 0, "ana", again="a")
    assert umpire.game(made.game).game.opening.setup == setups[2]
    assert made.redacted
    assert forked_before(umpire, live.game, made.game) == made


def test_where_it_rests_on_what_they_do_not_see_the_entry_is_named() -> None:
    """A judge changed a card in ben's hand, and ben played it as it then was."""
    game = table({"scout": hand("ben", JOLT), "alpha": on("ana", AGENT)}, turn_player="ben").game
    speed = {"cards": {"scout": {"speed": 2}}}
    for said in (
        {"by": "judge", "do": "correct", "parts": speed, "because": "it lies so"},
        {"by": "ben", "do": "play", "card": "scout", "targets": ["alpha"]},
    ):
        game.take(*adjudicate(game, said))
    assert [one.ruling.verdict for one in game.log] == ["legal", "legal"]
    assert branch(game, 1, "ana").length == 1
    with pytest.raises(
        CannotFork, match=r"entry 2 rests on what ana does not see.*fork after entry 1"
    ):
        branch(game, 2, "ana")


NOT_THERE = [(99, JUDGE, "no entry 99"), (0, "zoe", "is nobody here")]


@pytest.mark.parametrize(("n", "viewer", "sentence"), NOT_THERE)
def test_an_entry_or_a_viewer_that_is_not_there(n: Any, viewer: Any, sentence: Any) -> None:
    with pytest.raises(CannotFork, match=sentence):
        branch(played("voidsiege", "29"), n, viewer)
