"""Acts that wait together are kept in one commit, and each is answered for itself."""

from collections.abc import Iterator
from functools import partial

from application.event.facts import Fact
from application.event.floor import calls
from application.event.office import Office
from application.event.state import Event, Refused
from application.ledger.streams import EVENT as STREAM
from tests.application.event.halls import EVENT, Hall


def test_of_acts_that_are_kept_together_each_sees_those_before_it(round_one: Hall) -> None:
    office, ring = round_one.office, round_one.keyring
    before = office.ledger.head(STREAM + EVENT).version
    made, again, taken = office.keep_all(
        EVENT,
        [
            lambda event, _at: calls.make(event, ring, 1, 1, "p1", 5),
            lambda event, _at: calls.take(event, 2, "j2"),
            lambda event, _at: calls.take(event, 1, "j2"),
        ],
    )
    assert isinstance(made, Event) and not made.calls[1].taken_by
    assert isinstance(again, Refused)
    assert isinstance(taken, Event) and taken.calls[1].taken_by == "j2"
    assert office.event(EVENT) == taken
    assert office.ledger.head(STREAM + EVENT).version == before + 2


def test_who_was_not_first_decides_again_on_what_there_is_then(round_one: Hall) -> None:
    office, ring = round_one.office, round_one.keyring
    seen: list[int] = []

    def make(event: Event, _at: int, *, number: int) -> Iterator[Fact]:
        seen.append(len(event.calls))
        if len(seen) == 1:
            # Another server writes in between.
            Office(office.ledger, office.keys, office.clock).keep(EVENT, partial(make, number=2))
        return calls.make(event, ring, 1, number, event.table(1, number).players[0], 5)

    event = office.keep(EVENT, partial(make, number=1))
    assert seen == [0, 0, 1]
    assert [call.made.table for call in event.calls.values()] == [2, 1]
