"""Compares a judge's overruling with earlier rulings before it is stored."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from adapters.stores.ruling_table import RulingTable
from adapters.web.context import Context, Session, context_of
from adapters.web.events.app_state import shared_value
from adapters.web.responses import as_problem
from application.desk.departing import (
    DepartsUnexplained,
    departing_words,
    departures,
    is_overruling,
    with_reason,
)
from application.desk.precedents import PrecedentIndex
from application.event.rulings_elsewhere import MentionableGames
from application.game.live_game import LiveGame
from domain.kernel.history import Game
from domain.kernel.steps import Said


def precedent_index_of(request: Request) -> PrecedentIndex:
    """The index of earlier rulings in this server's store."""
    state = request.app.state
    return shared_value(state, "precedent_index", lambda: _index_on(state.context))


def _index_on(context: Context) -> PrecedentIndex:
    return PrecedentIndex(context.umpire, RulingTable(context.tables))


async def with_departure_reason(
    request: Request, who: Session, game: Game, said: Said, departing: Any
) -> Said:
    """The step to store. Raises Problem if it departs from earlier rulings without a reason."""
    if not is_overruling(said, game):
        return said
    context = context_of(request)
    why = departing if isinstance(departing, str) else ""
    index, openly = precedent_index_of(request), MentionableGames(context.umpire, who.game)
    with as_problem(
        DepartsUnexplained, 422, "departs", "departing", "why this ruling departs from that"
    ):
        return await context.long.run(who.token, with_reason, index, who.game, said, why, openly)


def departure_words(request: Request, live: LiveGame, said: Mapping[str, Any]) -> str:
    """The rulings that an overruling would depart from, as a sentence; empty if there are none."""
    if not is_overruling(said, live.game):
        return ""
    openly = MentionableGames(context_of(request).umpire, live.id)
    departed = departures(
        precedent_index_of(request), live.id, said["entry"], str(said["verdict"]), openly
    )
    return f"{departing_words(departed)}." if departed else ""
