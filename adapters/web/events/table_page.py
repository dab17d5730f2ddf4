"""A table of an event as its pages show it, to a judge and to its players."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from markupsafe import Markup

from adapters.web.events.admission import EventSession
from adapters.web.pages.view_models import LAST, log
from adapters.web.texts.catalogue import list_in_words, text
from application.desk.defects import claimed_entry
from application.event.account import Account
from application.event.game_words import found_table
from application.event.moments import TableGames, moments
from application.event.proposal import Proposal, proposal
from application.event.repository import Repository
from application.event.result_list import DRAW
from application.event.revealing import seats_unrevealed
from application.game.live_game import LiveGame
from application.game.seats import digest_of
from application.game.umpire import Umpire
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import ILLEGAL, LEGAL, Ruling
from domain.kernel.steps import JUDGE
from domain.tournament import clocks as round_clock
from domain.tournament.book import book_of
from domain.tournament.calls import (
    Call,
    StatementGiven,
    alike,
    newest_disputed,
    unseen_departures,
)
from domain.tournament.clocks import ClockReading, clocks_of, time_owed
from domain.tournament.departures import unseen_elsewhere
from domain.tournament.offences import Offence
from domain.tournament.rounds import Place, Table, score_of_game
from domain.tournament.tournament import Tournament


def judge_table(
    umpire: Umpire, repository: Repository, event: Tournament, judge: str, round: int, number: int
) -> dict[str, Any]:
    """The values of a judge's page of a table. Raises Refused, StoreProblem."""
    table = event.table(round, number)
    account = Account(event, repository.keyring(event.id), text)
    book = book_of(event.book)
    now = repository.clock()
    live = umpire.game(table.game) if table.game else None
    clocks = clocks_of(event, table, list(moments(live)), now) if live else {}
    disputed = _disputed_ruling(umpire, event, table, live) if live else None
    late = seats_unrevealed(book, live, now) if live else ()
    return {
        "event": event,
        "table": table,
        "judge": judge,
        "head": event.judge(judge).head,
        "players": [
            _player_view(event, account, table, place, clocks.get(place.seat))
            for place in table.places
        ],
        **_calls_of(event, account, table),
        "owed": round_clock.figures(time_owed(event, table, now)),
        "left": round_clock.figures(round_clock.left_at(event, table, now)),
        "begun": event.round(round).started is not None,
        "penalties": [(id, account.penalty(id)) for id in book.penalties],
        "kinds": [(id, account.offence(id)) for id in book.kinds],
        "proposal": _proposal_of(event, account, table, live.game, now) if live else None,
        "contested": _offences_to_decide(event, table, account),
        "departures": _departures_of(event, account, table),
        "flags": [account.tell(flag_ruled) for flag_ruled in event.flags.get(table.key, ())],
        "disputed": disputed,
        "proposed": _proposed_ruling(disputed),
        "result": account.tell(table.result) if table.result else "",
        "game_says": _game_says(umpire, repository, account, table),
        "timed": round in event.clocks,
        "unrevealed": _unrevealed_told(event, account, table, late) if late else "",
    }


def _player_view(
    event: Tournament, account: Account, table: Table, place: Place, clock: ClockReading | None
) -> dict[str, Any]:
    return {
        "id": place.player,
        "name": account.name(place.player),
        "seat": place.seat,
        "history": [offence_text(account, offence) for offence in event.history(place.player)],
        "clock": clock_text(clock) if clock else "",
        "fell": awaits_ruling(event, table, place.player, clock),
    }


def _calls_of(event: Tournament, account: Account, table: Table) -> dict[str, Any]:
    """`calls`: those of this table that are closed; `call`: the open one, or None."""
    views = [call_view(event, account, call) for call in event.calls_at(table.key)]
    return {
        "calls": [view for view in views if not view["open"]],
        "call": next((view for view in views if view["open"]), None),
    }


def _departures_of(event: Tournament, account: Account, table: Table) -> list[dict[str, Any]]:
    """Rulings of this table that depart from earlier ones, and that no head judge has seen yet."""
    return [
        {"n": departure.departure, "told": account.tell(departure)}
        for departure in unseen_elsewhere(event)
        if (departure.round, departure.table) == table.key
    ]


def awaits_ruling(event: Tournament, table: Table, player: str, clock: ClockReading | None) -> bool:
    """Whether this player's clock ran out and no judge has said yet what that means."""
    ruled = {(flag_ruled.player, flag_ruled.fell) for flag_ruled in event.flags.get(table.key, ())}
    return clock is not None and clock.fell is not None and (player, clock.fell) not in ruled


def clock_text(reading: ClockReading) -> str:
    left = round_clock.figures(reading.left)
    return text("clock.out", time=left) if reading.fell else left


def offence_text(account: Account, offence: Offence) -> str:
    parts = (offence.given, offence.appeal, offence.decided)
    return " ".join(account.tell(part) for part in parts if part is not None)


def call_view(event: Tournament, account: Account, call: Call) -> dict[str, Any]:
    """A call as a judge sees it."""
    table = event.tables[call.key]
    made = call.ruled.cites if call.ruled else ()
    others = (other for other in alike(event, made, table.ruleset) if other is not call)
    return {
        "n": call.made.call,
        "open": call.open,
        "by": account.name(call.made.by),
        "about": call.made.about,
        "taken_by": call.taken_by,
        "judge": account.name(call.taken_by) if call.taken_by else "",
        "statements": [
            {
                "id": player,
                "name": account.name(player),
                "said": _statement_of(account, call, player),
            }
            for player in table.players
        ],
        "heard": all(player in call.statements for player in table.players),
        "ruled": account.tell(call.ruled) if call.ruled else "",
        "appeal": account.tell(call.appeal) if call.appeal else "",
        "decided": account.tell(call.decided) if call.decided else "",
        "alike": [account.tell(other.ruled) for other in others if other.ruled],
        "departs": call in unseen_departures(event),
        "final": call.final,
    }


def _statement_of(account: Account, call: Call, player: str) -> str:
    given = call.statements.get(player)
    if given is None:
        return ""
    if isinstance(given, StatementGiven):
        return account.reveal(player, given.words)
    return text("floor.silent", words=account.words(given.by, given.because))


def _proposal_of(
    event: Tournament, account: Account, table: Table, game: Any, now: int
) -> dict[str, Any] | None:
    proposed: Proposal | None = proposal(event, table, game, now, None)
    if proposed is None:
        return None
    return {
        "player": proposed.player,
        "name": account.name(proposed.player),
        "kind": proposed.kind,
        "title": account.offence(proposed.kind),
        "penalty": account.penalty(proposed.penalty),
        "count": proposed.count,
        "entry": proposed.entry,
        "grounds": proposed.grounds,
    }


def _game_says(umpire: Umpire, repository: Repository, account: Account, table: Table) -> str:
    """Who won as the table's game says, or `draw`, where no result is entered; empty while it goes on."""
    if table.result is not None or not table.game:
        return ""
    score = score_of_game(table, TableGames(umpire, repository.ledger))
    if score is None:
        return ""
    return account.name(score.winner) if score.winner else DRAW


class DisputedRuling(NamedTuple):
    """What the rules of the game said of the step that the open call is about."""

    entry: int
    told: Markup
    """The step, as the log at the desk tells it."""
    ruling: Ruling
    is_wrong: bool
    """Whether a judge has said that umpire has the rule wrong."""

    @property
    def opposite(self) -> str:
        """The verdict that it would have then."""
        return ILLEGAL if self.ruling.verdict == LEGAL else LEGAL


def _disputed_ruling(
    umpire: Umpire, event: Tournament, table: Table, live: LiveGame
) -> DisputedRuling | None:
    call = event.open_call(table)
    if call is None or not call.made.about:
        return None
    about, game = call.made.about, live.game
    is_wrong = any(claimed_entry(game, entry) == about for entry in game.log[about:])
    told = next(log(umpire.tables.codec_of(live).readable(live), JUDGE, about - 1)).told
    return DisputedRuling(about, told, game.entry(about).ruling, is_wrong)


def _proposed_ruling(disputed: DisputedRuling | None) -> dict[str, Any] | None:
    """The same as a ruling on the call, unless a judge has said that it is wrong."""
    if disputed is None or disputed.is_wrong:
        return None
    ruling = disputed.ruling
    if ruling.verdict not in (LEGAL, ILLEGAL):
        return None
    words = ruling.reason[:1].upper() + ruling.reason[1:]
    return {"words": words, "verdict": ruling.verdict, "cites": ruling.cites}


def _offences_to_decide(event: Tournament, table: Table, account: Account) -> list[dict[str, Any]]:
    """Offences of this table's players that wait for the head judge."""
    return [
        {"n": offence.given.offence, "told": offence_text(account, offence)}
        for player in table.players
        for offence in event.history(player)
        if offence.appeal is not None and offence.decided is None
    ]


def player_table(
    repository: Repository, event: Tournament, who: EventSession, live: LiveGame
) -> dict[str, Any]:
    """The values of a player's page: the newest call at their table without the other side's words."""
    assert who.table is not None
    account = Account(event, repository.keyring(event.id), text)
    calls = list(event.calls_at(who.table.key))
    call = calls[-1] if calls else None
    return {
        "event": event,
        "game": live.id,
        "table": who.table,
        "player": account.name(who.person),
        "result": account.tell(who.table.result) if who.table.result else "",
        "call": player_call_view(event, account, call, who.person) if call else None,
        "offences": [_own_offence_view(account, offence) for offence in event.history(who.person)],
        "owed": round_clock.figures(time_owed(event, who.table, repository.clock())),
        "kinds": [(kind, account.call_title(kind)) for kind in book_of(event.book).call_kinds],
        "result_due": _result_due(event, account, who.table, who.person, live, repository.clock()),
        "entries": list(_entries_to_name(event, who.table, live, who.table.seat_of(who.person))),
    }


def _result_due(
    event: Tournament, account: Account, table: Table, person: str, live: LiveGame, now: int
) -> dict[str, Any] | None:
    """How a player says the result; None where there is nothing to say.

    `due`: the game is over, the time is up, or another player has said it already.
    """
    round = event.round(table.round)
    played = round.started is not None and round.ended is None
    if not played or (table.result is not None and not table.reopened):
        return None
    said = {by: account.tell(reported) for by, reported in table.reported.items()}
    others = [by for by in said if by != person]
    over = live.game.ruleset.over(live.game.now.state)
    return {
        "players": [(player, account.name(player)) for player in table.players],
        "mine": said.get(person, ""),
        "others": [
            {
                "told": said[by],
                "winner": table.reported[by].winner or "",
                "points": table.reported[by].points,
            }
            for by in others
        ],
        "due": bool(others) or over or round_clock.left_at(event, table, now) <= 0,
    }


def _entries_to_name(
    event: Tournament, table: Table, live: LiveGame, seat: Viewer
) -> list[dict[str, Any]]:
    """The entries that a call may be about, newest first; `chosen` is the one it is about by itself."""
    refused = (n for n in range(live.game.length, 0, -1) if live.game.verdict(n) == ILLEGAL)
    itself = newest_disputed(event, table, next(refused, 0))
    newest = [*log(live, seat, max(0, live.game.length - LAST))][::-1]
    return [
        {"n": log_line.n, "told": log_line.told, "chosen": log_line.n == itself}
        for log_line in newest
    ]


def player_call_view(
    event: Tournament, account: Account, call: Call, player: str
) -> dict[str, Any]:
    """A call as one of its players sees it."""
    shown = call_view(event, account, call)
    mine = next(statement for statement in shown["statements"] if statement["id"] == player)
    return {
        "n": shown["n"],
        "told": account.tell(call.made),
        "open": call.open,
        "judge": shown["judge"],
        "mine": mine["said"],
        "called": call.made.by == player,
        "ended": call.ended is not None,
        "ruled": shown["ruled"],
        "appealed": call.appeal is not None,
        "decided": shown["decided"],
        "may_appeal": call.ruled is not None and not shown["final"] and call.appeal is None,
    }


def strip_at_event(repository: Repository, live: LiveGame, seat: Viewer) -> dict[str, Any] | None:
    """What a player's table says of its event: an open call, a ruling until the game goes on, the result.

    `mark` changes whenever it says something else. None for all others, and where there is nothing to say.
    """
    seated = found_table(repository, live.id)
    person = seated and next(
        (place.player for place in seated[1].places if place.seat == seat), None
    )
    if not seated or not person:
        return None
    event, table = seated
    account = Account(event, repository.keyring(event.id), text)
    call = max(event.calls_at(table.key), key=lambda called: called.made.call, default=None)
    said = _call_in_strip(event, account, call, person, live.game.length) if call else None
    due = _result_due(event, account, table, person, live, repository.clock())
    late = seats_unrevealed(book_of(event.book), live, repository.clock())
    if said is None and late:
        said = {"lead": _unrevealed_told(event, account, table, late)}
    if said is None and due and due["due"] and not due["mine"]:
        others = due["others"]
        lead = others[0]["told"] if others else text("result.due")
        said = {"lead": lead, "go": text("result.agree.look" if others else "result.say")}
    if said is None and table.result is not None:
        said = {"lead": account.tell(table.result), **_next_table(event, table, person)}
    if said is None:
        return None
    shown = {"told": "", "stops": False, "go": text("call.look"), "next": "", **said}
    return {**shown, "mark": digest_of("|".join(map(str, shown.values())))[:12]}


def _unrevealed_told(event: Tournament, account: Account, table: Table, late: Iterable[str]) -> str:
    """That a judge decides, since these seats have not revealed what they committed to."""
    names = [account.name(place.player) for place in table.places if place.seat in late]
    minutes = round_clock.figures(round_clock.SECOND * book_of(event.book).reveal_waits)
    return text("together.late", who=list_in_words(names), time=minutes)


def _call_in_strip(
    event: Tournament, account: Account, call: Call, person: str, entry: int
) -> dict[str, Any] | None:
    """None once the game has gone on after the ruling, and where the call was taken back."""
    shown, ruled = player_call_view(event, account, call, person), call.decided or call.ruled
    if call.open:
        coming = (
            text("call.coming", judge=shown["judge"]) if shown["judge"] else text("call.called")
        )
        lead = text("call.head") if shown["appealed"] else coming
        said = {} if shown["mine"] else {"go": text("call.yours")}
        return {"lead": lead, "told": shown["told"], "stops": True, **said}
    if ruled is None or ruled.entry < entry:
        return None
    return {"lead": text("call.ruled"), "told": account.tell(ruled)}


def _next_table(event: Tournament, table: Table, person: str) -> dict[str, str]:
    """Where a player goes after this table; empty while nobody has paired them again."""
    newest = event.newest_table(person)
    if newest is None or newest.round <= table.round:
        return {}
    told = text("call.next", round=newest.round, table=newest.number)
    return {"told": told, "go": text("me.go"), "next": f"/events/{event.id}/me"}


def _own_offence_view(account: Account, offence: Offence) -> dict[str, Any]:
    return {
        "n": offence.given.offence,
        "told": offence_text(account, offence),
        "may_contest": not offence.final and offence.appeal is None,
    }
