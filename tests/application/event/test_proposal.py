"""What an audit of a table's game proposes as an offence."""

from typing import Any

from application.event.proposal import proposal
from tests.application.event.halls import Hall


def proposed(hall: Hall) -> Any:
    table = hall.event.table(1, 1)
    game = hall.umpire.game(table.game).game
    return proposal(hall.event, table, game, hall.clock.now, None)


def test_an_audit_proposes_the_offence_with_its_grounds(round_one: Hall) -> None:
    """What was refused and played on anyway: whose it was, which rule, which step of the ladder."""
    hall = round_one
    hall.step(by="ana", do="declare", unit="a1", command="run")
    hall.step(by="ana", do="move", unit="a1")
    assert proposed(hall) is None
    hall.step(by="judge", do="played", entry=2, because="the unit stood there already")
    found = proposed(hall)
    assert found is not None
    assert (found.player, found.kind, found.penalty) == ("p1", "illegal_action", "warning")
    assert (found.count, found.entry) == (1, 2)
    assert found.grounds.startswith("entry 2, ana moves “a1”: The table played it all the same")
    assert found.grounds.endswith("(P2, T4, P6)")


def test_no_offence_is_proposed_for_what_was_refused_and_nobody_played(round_one: Hall) -> None:
    round_one.step(by="ben", do="declare", unit="b1", command="move")
    assert proposed(round_one) is None


def test_no_offence_is_proposed_where_nothing_is_wrong(round_one: Hall) -> None:
    game = round_one.umpire.game("spring-open.r1.t1").game
    assert proposal(round_one.event, round_one.event.table(1, 1), game, 0, None) is None
