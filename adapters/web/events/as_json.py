"""The hall and a call of an event as JSON."""

from typing import Any

from adapters.web.context import Context
from adapters.web.events.row_html import MILLI
from application.event.account import Account
from application.event.hall import RoundNow, TableRow, newest_round, round_now, table_row
from application.event.keyring import Keyring
from application.event.moments import moments
from application.event.repository import Repository
from application.game.moments import iso_time
from domain.tournament.calls import StatementGiven, alike
from domain.tournament.clocks import SECOND
from domain.tournament.tournament import Tournament


def hall_as_json(
    context: Context, repository: Repository, event: Tournament, number: int | None
) -> dict[str, Any]:
    """A round and its tables, the newest round if `number` is None. Raises Refused, StoreProblem."""
    number = newest_round(event) if number is None else event.round(number).number
    now = context.umpire.clock()
    round = round_now(event, number, now) if number else None
    keyring = repository.keyring(event.id)
    rows = []
    for table in event.of_round(number):
        live = context.umpire.game(table.game) if table.game else None
        first = 0 if table.round in event.clocks else (live.game.length if live else 0)
        happened = list(moments(live, first)) if live else []
        row = table_row(event, keyring, table, live.game if live else None, happened, now)
        rows.append(row_as_json(row, now))
    return {
        "event": event.id,
        "round": number,
        "left": round.left // SECOND if round else 0,
        "runs": bool(round and round.runs),
        "tables": rows,
    }


def row_as_json(row: TableRow, now: int) -> dict[str, Any]:
    call = row.call
    return {
        "table": row.number,
        "players": list(row.players),
        "game": row.game or None,
        "waits_for": list(row.waits_for),
        "since": iso_time(row.since) if row.since else None,
        "call": {
            "call": call.number,
            "since": iso_time(call.since),
            "by": call.by,
            "judge": call.judge or None,
            "appealed": call.appealed,
            "about": call.about,
            "kind": call.kind or None,
            "late": call.escalation.step(now) if call.escalation else 0,
            "next": call.next or None,
        }
        if call
        else None,
        "owed": row.owed // SECOND,
        "penalties": list(row.penalties),
        "out": list(row.out),
        "disputed": row.disputed,
        "finished": row.finished,
        "clocks": [
            {"player": name, "left": left // SECOND, "runs": runs, "ran_out": out}
            for name, left, runs, out in row.clocks
        ],
    }


def call_as_json(event: Tournament, keyring: Keyring, number: int) -> dict[str, Any]:
    """A call with its statements, ruling and appeal, and similar calls. Raises Refused."""
    found = event.call(number)
    account = Account(event, keyring)
    statements = {
        account.name(player): keyring.reveal(player, one.words)
        if isinstance(one, StatementGiven)
        else None
        for player, one in found.statements.items()
    }
    parts = (found.made, *found.statements.values(), found.ruled, found.appeal, found.decided)
    cites = found.ruled.cites if found.ruled else ()
    others = alike(event, cites, event.tables[found.key].ruleset)
    return {
        "call": number,
        "round": found.made.round,
        "table": found.made.table,
        "open": found.open,
        "taken_by": account.name(found.taken_by) if found.taken_by else None,
        "statements": statements,
        "verdict": found.verdict,
        "told": [account.tell(part) for part in parts if part is not None],
        "alike": [account.tell(one.ruled) for one in others if one is not found and one.ruled],
    }


def clock_as_json(at: int, now: RoundNow) -> dict[str, Any]:
    """A round's clock at this moment: milliseconds, and when it ends where it runs."""
    return {
        "at": at // MILLI,
        "round": now.number,
        "left": now.left // MILLI,
        "until": (at + now.left) // MILLI if now.runs else None,
        "begun": now.begun,
        "ended": now.ended,
    }
