"""Whoever reads a game in a thread reads one moment of it, also while others step in it."""

import asyncio
from pathlib import Path

import pytest

from adapters.web.app import application
from adapters.web.context import Context, Session
from adapters.web.settings import WebSettings
from adapters.wiring import seats_on, umpire_on
from application.game.log import log_seen
from domain.kernel.steps import JUDGE
from tests.adapters.servers import Game
from tests.benchmarks.games import opening, steps


@pytest.fixture
def context(tmp_path: Path) -> Context:
    path = str(tmp_path / "games.umpire")
    context: Context = application(umpire_on(path), seats_on(path), WebSettings()).state.context
    context.umpire.open(opening("voidsiege"), "one")
    return context


def test_a_game_that_is_read_does_not_move(context: Context) -> None:
    script = steps("voidsiege", 12)
    for said in script[:6]:
        context.umpire.step("one", said)
    live = asyncio.run(context.live(Session("one", JUDGE, "")))
    seen, log = live.game.view(), list(log_seen(live, JUDGE, 0, 6))

    for said in script[6:]:
        context.umpire.step("one", said)
    assert live.game.length == len(live.times) - 1 == 6
    assert live.game.view() == live.game.view(6) == seen
    assert list(log_seen(live, JUDGE, 0, 6)) == log
    assert asyncio.run(context.live(Session("one", JUDGE, ""))).game.length == 12


@pytest.mark.parametrize("seat", ["ana", "ben", "spectator", "judge"])
def test_what_changes_on_the_table_is_told_to_every_seat(game: Game, seat: str) -> None:
    """A judge has a desk of their own; who asks for the table all the same sees it."""
    answer = game.client.get(f"/games/{game.id}/now", headers=game.as_(seat))
    assert answer.status_code == 200
    assert ("What do you do?" in answer.text) == (seat in ("ana", "ben"))
