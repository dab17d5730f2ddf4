"""Rulings held against those of other events and of the whole store, and what departs from them."""

from collections.abc import Collection, Iterator

from application.desk.departing import departs_in, departures, place_of
from application.desk.precedents import PrecedentIndex, hides_nothing
from application.event.account import Account
from application.event.commands import Commands
from application.event.english import Say, in_english
from application.event.game_words import WordReader, found_table
from application.event.names import LONGEST
from application.event.repository import Repository
from application.game.opening import table_of
from application.game.umpire import Umpire
from domain.kernel.ruling import LEGAL
from domain.tournament.calls import Finding, alike
from domain.tournament.context import EarlierRuling
from domain.tournament.departures import DepartInGame
from domain.tournament.tournament import Tournament


def ruled_otherwise_elsewhere(
    repository: Repository,
    index: PrecedentIndex,
    id: str,
    number: int,
    cites: Collection[str],
    verdict: Finding,
) -> tuple[EarlierRuling, ...]:
    """What a ruling on this call would depart from, outside the event's calls.

    Calls of other events under exactly these rules; and, where the call is about an entry, what judges
    ruled in games on entries like it. Raises Refused where there is no such call.
    """
    event = repository.event(id)
    call = event.call(number)
    if verdict == "neither":
        return ()
    table = event.table(*call.key)
    calls = calls_elsewhere(repository, event, table.ruleset, cites)
    elsewhere = [
        earlier_ruling for standing, earlier_ruling in calls if standing not in (verdict, "neither")
    ]
    if call.made.about is not None and table.game:
        shown = MentionableGames(index.umpire, table.game)
        like = departures(index, table.game, call.made.about, verdict, shown)
        elsewhere += [
            EarlierRuling(
                place_of(precedent), precedent.judged.in_words() if precedent.judged else ""
            )
            for precedent in like
        ]
    return tuple(elsewhere[:1])


def calls_elsewhere(
    repository: Repository,
    event: Tournament,
    ruleset: str,
    cites: Collection[str],
    say: Say = in_english,
) -> Iterator[tuple[Finding | None, EarlierRuling]]:
    """Ruled calls of other events under exactly these rules, each with the verdict that stands."""
    for id in repository.events():
        if id == event.id:
            continue
        other = repository.event(id)
        account = Account(other, repository.keyring_at(other), say)
        for call in alike(other, cites, ruleset):
            parts = (call.ruled, call.decided)
            told = " ".join(account.tell(part) for part in parts if part is not None)
            n = call.made.call
            yield (
                call.verdict,
                EarlierRuling(f"{id} call {n}", told.removeprefix(say("happened.of_call", call=n))),
            )


class MentionableGames:
    """Which games may be named to a judge of this one: any of its own event, others if they hide nothing."""

    def __init__(self, umpire: Umpire, game: str) -> None:
        self.umpire = umpire
        self.place = table_of(game)

    def __call__(self, game: str) -> bool:
        place = table_of(game)
        if place is not None and self.place is not None and place[0] == self.place[0]:
            return True
        return hides_nothing(self.umpire, game)


def note_overrulings(repository: Repository, umpire: Umpire, game: str) -> None:
    """Tells the head judge of what was overruled in a table's game against rulings elsewhere.

    It is read out of the game's entries, and stands in the event's log once: whatever is missing
    there, as where a server ended between the two, comes in with the next overruling of the game.
    """
    seated = found_table(repository, game)
    if seated is None or seated[0].closed is not None:
        return
    event, table = seated
    reader = WordReader(repository, event)
    for entry in umpire.game(game).game.log:
        if entry.said["do"] != "overrule" or entry.ruling.verdict != LEGAL:
            continue
        departs, because = departs_in(reader.text(entry.said["because"]))
        if departs:
            command = DepartInGame(*table.key, departs, because[:LONGEST], entry.n)
            Commands(repository, umpire).give(event.id, command)
