"""Earlier rulings of the whole store that are like the one a table calls about: for the event's judges."""

from collections.abc import Iterator
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.context import Context, context_of
from adapters.web.events.admission import repository_of
from adapters.web.events.api import judge_at_a_game
from adapters.web.events.departures import precedent_index_of
from adapters.web.pages.render import page, page_route
from adapters.web.texts.catalogue import text
from application.desk.precedents import NoPrecedent, Precedent, PrecedentIndex, PrecedentQuery
from application.event.account import place_said
from application.event.repository import Repository
from application.event.rulings_elsewhere import calls_elsewhere
from application.game.opening import table_of
from application.game.redaction import hides
from application.ledger.store import StoreProblem
from domain.kernel.steps import JUDGE
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament

MOST = 8


@page_route
async def precedents(request: Request) -> Response:
    """Rulings like the one called about (without a call, the newest entry), nearest first."""
    who, event, table = await judge_at_a_game(request)
    context, index = context_of(request), precedent_index_of(request)
    judge = f"{JUDGE} {who.person}"
    entry, earlier = await context.long.run(
        who.token, similar_rulings, context, index, event, table, judge
    )
    calls = await context.long.run(
        who.token, similar_calls_elsewhere, repository_of(request), context, event, table, entry
    )
    return page("_precedents.html", entry=entry, precedents=earlier, calls=calls)


def similar_rulings(
    context: Context, index: PrecedentIndex, event: Tournament, table: Table, judge: str
) -> tuple[int, list[dict[str, Any]]]:
    """The entry called about, and rulings like it. Raises StoreProblem.

    Rulings from games that still hide something are recorded as looks of this judge at those games.
    """
    call = event.open_call(table)
    about = call.made.about or call.made.entry if call else 0
    entry = about or context.umpire.game(table.game).game.length
    index.catch_up()
    try:
        earlier = index.precedents(PrecedentQuery(like=(table.game, entry), most=MOST))
    except NoPrecedent:
        return entry, []
    rows = list(_rows_of(context, event, earlier))
    for game in sorted({str(row["game"]) for row in rows}):
        if hides(context.umpire.game(game).game):
            context.seats.note_access(game, judge, f"the precedents at “{event.id}”")
    return entry, rows


def similar_calls_elsewhere(
    repository: Repository, context: Context, event: Tournament, table: Table, entry: int
) -> list[str]:
    """Calls at other events under the rules that this entry cites, one sentence each. Raises StoreProblem."""
    game = context.umpire.game(table.game).game
    cites = game.entry(entry).ruling.cites if 1 <= entry <= game.length else ()
    elsewhere = calls_elsewhere(repository, event, table.ruleset, cites, text)
    return [
        f"{place_said(text, earlier_ruling.place)}: {earlier_ruling.told}"
        for _, earlier_ruling in elsewhere
    ][:MOST]


def _rows_of(
    context: Context, event: Tournament, earlier: list[Precedent]
) -> Iterator[dict[str, Any]]:
    """The precedents as rows; games outside this event only if nothing in them is hidden any longer."""
    for precedent in earlier:
        place = table_of(precedent.game)
        ours = place is not None and place[0] == event.id
        try:
            if not ours and hides(context.umpire.game(precedent.game).game):
                continue
        except StoreProblem:
            continue
        where = (
            text("precedents.table", table=place[2], round=place[1])
            if ours and place
            else text("precedents.elsewhere")
        )
        yield {**precedent.as_json(), "where": where, "told": precedent.in_words()}
