"""The store of an earlier version: every event of it is read, tells what it told, holds, and goes on."""

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from adapters.wiring import repository_on
from application.event.account import Account
from application.event.commands import Commands
from application.event.log.proving import examine
from application.event.repository import Repository
from application.game.umpire import Umpire
from domain.tournament.pairing import TakeBack
from domain.tournament.people import Drop
from domain.tournament.rounds import Correct

STORED = Path(__file__).with_name("old_event.zip")
"""What the first version kept of an evening: its rows, its keys of names, and a game."""


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    with ZipFile(STORED) as archive:
        archive.extractall(tmp_path)
    found = repository_on(str(tmp_path / "old.umpire"))
    yield found
    found.close()


def test_an_old_event_is_told_as_it_was(repository: Repository) -> None:
    account = Account(repository.event("open"), repository.keyring("open"))
    told = [account.tell(one.event) for one in repository.log("open")]
    assert len(told) == 31
    assert told[10:17] == [
        "Call 1 about entry 1: Ana calls a judge to table 1 of round 1.",
        "Call 1, Ana: He moved first.",
        "Call 1: Noa is on the way.",
        "Call 1: Ben says nothing here: not there.",
        "Call 1, Noa rules: It is Ana's go; the step was illegal (T1).",
        "Call 1: Ben appeals on law: I had the go.",
        "Call 1, final ruling of Kim: It stands; the ruling stands.",
    ]
    assert told[20:27] == [
        "Offence 1, Ben, Late to the table, number 1: a warning, by Noa.",
        "Offence 1: Ben appeals: no.",
        "Offence 1, Kim decides: a warning stands: so.",
        "Noa no longer judges.",
        "Kim gives 5:00 at table 1 of round 1: so.",
        "Kim sets the clock of Ana: +60 s: so.",
        "Table 1 of round 1: Ana won, 0 : 0, as the organiser says.",
    ]


def test_an_old_event_holds_and_goes_on(repository: Repository) -> None:
    commands = Commands(repository, Umpire(repository.ledger))
    for command in (
        Correct(1, 1, {"Ben": 1}, "Ben", "read the wrong line", by="Kim"),
        Drop("Ana", "a train to catch", by="Kim"),
        TakeBack("Ana", "it is late", by="Kim"),
    ):
        assert commands.give("open", command).events
    found = list(examine(repository, "open"))
    assert len(found) > 3 and all(one.holds for one in found), found
    assert all(one.holds for one in repository.ledger.verify_all())
    result = repository.event("open").table(1, 1).result
    assert result is not None and (result.winner, result.points) == ("p2", {"p1": 0, "p2": 1})
