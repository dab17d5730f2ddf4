"""Commands that wait together are kept in one commit, and each is answered for itself."""

from collections.abc import Iterable

from application.event.commands import Commands
from application.event.repository import Repository
from application.ledger.streams import EVENT as STREAM
from domain.tournament import Tournament, calls
from domain.tournament.command import Refused, TournamentEvent
from tests.application.event.halls import EVENT, Hall, give


def test_of_commands_that_are_kept_together_each_sees_those_before_it(round_one: Hall) -> None:
    repository = round_one.repository
    deciding = Commands(repository, round_one.umpire).deciding
    before = repository.ledger.head(STREAM + EVENT).version
    commands = (
        calls.MakeCall(1, 1, by="p1"),
        calls.Take(2, by="j2"),
        calls.Take(1, by="j2"),
    )
    made, again, taken = repository.keep_all(EVENT, [*map(deciding, commands)])
    assert isinstance(made, Tournament) and not made.calls[1].taken_by
    assert isinstance(again, Refused)
    assert isinstance(taken, Tournament) and taken.calls[1].taken_by == "j2"
    assert repository.event(EVENT) == taken
    assert repository.ledger.head(STREAM + EVENT).version == before + 2


def test_who_was_not_first_decides_again_on_what_there_is_then(round_one: Hall) -> None:
    repository = round_one.repository
    deciding = Commands(repository, round_one.umpire).deciding(calls.MakeCall(1, 1, by="p1"))
    seen: list[int] = []

    def make(event: Tournament, at: int) -> Iterable[TournamentEvent]:
        seen.append(len(event.calls))
        if len(seen) == 1:
            # Another server writes in between.
            other = Repository(repository.ledger, repository.keys, repository.clock)
            give(other, EVENT, calls.MakeCall(1, 2, by="p3"))
        return deciding(event, at)

    event = repository.keep(EVENT, make)
    assert seen == [0, 1]
    assert [call.made.table for call in event.calls.values()] == [2, 1]
