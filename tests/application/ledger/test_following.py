"""A program with `eventsourcing` follows a store: its projections and subscriptions run over umpire's rows."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
from eventsourcing.persistence import Tracking
from eventsourcing.popo import POPOTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner
from eventsourcing.sqlite import SQLiteTrackingRecorder

from adapters.stores.following import StoreApplication, WritesNothing, application_following
from adapters.stores.ledgers import postgres_ledger, sqlite_ledger
from adapters.stores.library import ApplicationSubscription
from adapters.wiring import application_on
from application.game.umpire import Umpire
from application.ledger.ledger import Ledger
from application.ledger.rows import OPENED, RULED
from application.ledger.store import StoreProblem
from tests.stores import STEPS, TOY, ledger_of, played, with_toy

STORES = Path(__file__).parents[3] / "adapters" / "stores"
PAGE = STORES.parents[1] / "event_schemas" / "README.md"
PATIENCE = 30.0
AnyProjection: Any = Projection
"""Its type parameters are other ones in the library's next major version."""


@pytest.fixture(params=["sqlite", "postgres"])
def opens(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Ledger]:
    with_toy()
    if request.param == "postgres":
        address = request.getfixturevalue("empty_postgres")
        return lambda: postgres_ledger(address)
    return lambda: sqlite_ledger(tmp_path / "games.umpire")


@pytest.fixture
def umpire(opens: Callable[[], Ledger]) -> Iterator[Umpire]:
    umpire = Umpire(opens())
    yield umpire
    umpire.store.close()


@pytest.fixture
def followed(opens: Callable[[], Ledger], umpire: Umpire) -> type[StoreApplication]:
    return application_following(opens)


class Seen(POPOTrackingRecorder):
    """A view in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Any] = []


class Everything(AnyProjection):
    def process_event(self, row: Any, tracking: Tracking) -> None:
        self.view.rows.append((tracking.notification_id, row))
        self.view.insert_tracking(tracking)


class Rulings(Everything):
    topics = (RULED,)


def stored(umpire: Umpire) -> list[tuple[str, int, str]]:
    """Every row of the store, game by game."""
    ledger = ledger_of(umpire)
    return [
        (game, version, name)
        for game in sorted(ledger.rows.names())
        for version, name, _ in ledger.rows.rows(game)
    ]


def until(holds: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end
        sleep(0.02)


def test_a_projection_gets_every_row_in_the_order_of_its_place(
    umpire: Umpire, followed: Any
) -> None:
    played(umpire)
    with ProjectionRunner(
        application_class=followed, projection_class=Everything, view_class=Seen
    ) as runner:
        played(umpire, "toy-again")
        rows = runner.view.rows
        until(lambda: len(rows) == len(stored(umpire)))
    told = [(row.originator_id, row.originator_version, row.name) for _, row in rows]
    assert sorted(told) == stored(umpire)
    places = [place for place, _ in rows]
    assert places == sorted(set(places))
    head = {row.originator_id: row.digest for _, row in rows}
    assert head == {id: umpire.game(id).head.digest for id in ("toy-game", "toy-again")}


def test_rows_are_told_by_their_stored_names_with_what_they_hold(
    umpire: Umpire, followed: Any
) -> None:
    played(umpire)
    with ProjectionRunner(
        application_class=followed, projection_class=Rulings, view_class=Seen
    ) as runner:
        until(lambda: len(runner.view.rows) == len(STEPS))
    game = umpire.game("toy-game").game
    for (_, row), entry in zip(runner.view.rows, game.log, strict=True):
        assert row.name == RULED
        assert row.at == umpire.game("toy-game").times[entry.n]
        assert row.fields["said"] == entry.said
        assert row.fields["verdict"] == entry.ruling.verdict


def test_a_subscription_waits_for_what_is_still_to_come_and_ends_when_it_is_stopped(
    umpire: Umpire, followed: Any
) -> None:
    umpire.open(TOY, "toy-game")
    app = followed()
    heard: list[Any] = []

    def listen() -> None:
        for row, _ in subscription:
            heard.append(row)

    with ApplicationSubscription(app) as subscription:
        listening = Thread(target=listen)
        listening.start()
        for said in STEPS[:3]:
            umpire.step("toy-game", said)
        until(lambda: [row.name for row in heard].count(RULED) == 3)
        subscription.stop()
        listening.join(PATIENCE)
    assert not listening.is_alive()
    assert [row.fields["n"] for row in heard if row.name == RULED] == [1, 2, 3]
    app.close()


def test_a_subscription_begins_after_the_place_that_is_known(umpire: Umpire, followed: Any) -> None:
    played(umpire)
    row: Any
    app = followed()
    known = app.recorder.max_notification_id()
    umpire.step("toy-game", {"by": "ana", "do": "note", "text": "later"})
    with ApplicationSubscription(app, gt=known, topics=[RULED]) as subscription:
        row, tracking = next(iter(subscription))
    assert row.fields["said"]["text"] == "later"
    assert "umpire" in repr(tracking)
    assert tracking.notification_id > known
    app.close()


def test_the_recorder_reads_as_the_library_s_own_does(umpire: Umpire, followed: Any) -> None:
    played(umpire)
    app = followed()
    recorder = app.recorder
    every = recorder.select_notifications(None, 1000)
    ids = [one.id for one in every]
    assert every[0].topic == OPENED
    assert [one.id for one in recorder.select_notifications(ids[2], 3)] == ids[2:5]
    after = recorder.select_notifications(ids[2], 3, inclusive_of_start=False)
    assert [one.id for one in after] == ids[3:6]
    assert [one.id for one in recorder.select_notifications(ids[0], 99, ids[1])] == ids[:2]
    only = recorder.select_notifications(None, 99, topics=[OPENED])
    assert [one.id for one in only] == ids[:1]
    events = recorder.select_events("toy-game", gt=1, lte=4)
    assert [one.originator_version for one in events] == [2, 3, 4]
    last = recorder.select_events("toy-game", desc=True, limit=1)
    assert last[0].originator_version == len(stored(umpire))
    assert app.notification_log.select(start=1, limit=2)[0].id == ids[0]
    app.close()


def test_nothing_is_written(umpire: Umpire, followed: Any) -> None:
    played(umpire)
    before, app = stored(umpire), followed()
    row, _ = next(ApplicationSubscription(app))
    for write in (
        lambda: app.recorder.insert_events([]),
        lambda: app.mapper.to_stored_event(row),
        lambda: app.events.put([row]),
    ):
        with pytest.raises(WritesNothing):
            write()
    assert stored(umpire) == before
    app.close()


class Counted(SQLiteTrackingRecorder):
    """A view in a file of its own, which knows how far it has come."""


class Count(AnyProjection):
    seen: list[int] = []  # noqa: RUF012 - looked at by the test

    def process_event(self, row: Any, tracking: Tracking) -> None:
        self.seen.append(tracking.notification_id)
        self.view.insert_tracking(tracking)


def test_a_projection_goes_on_where_it_was(umpire: Umpire, followed: Any, tmp_path: Path) -> None:
    played(umpire)
    Count.seen.clear()
    env = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": str(tmp_path / "view.db"),
    }
    for game in ("toy-two", "toy-three"):
        with ProjectionRunner(
            application_class=followed, projection_class=Count, view_class=Counted, env=env
        ) as runner:
            runner.wait(runner.app.recorder.max_notification_id(), PATIENCE)
        played(umpire, game)
    assert len(Count.seen) == len(set(Count.seen)) == 2 * len(stored(umpire)) // 3


def test_the_page_s_program_tells_refusals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_toy()
    monkeypatch.chdir(tmp_path)
    umpire = Umpire(sqlite_ledger(tmp_path / "games.umpire"))
    played(umpire)
    umpire.store.close()
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    told = program.replace("run_forever()", "run_forever(3.0)")
    exec(compile(told, str(PAGE), "exec"), {"__name__": "follower"})
    assert "toy-game 2 1 was said already." in capsys.readouterr().out


def test_a_store_that_is_not_there_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(StoreProblem, match="there is no store"):
        application_on(str(tmp_path / "none.umpire"))()


def test_every_insert_names_its_columns() -> None:
    """So that a table may gain columns, as those of the library do in its next major version."""
    inserts = [
        (path.name, found[1], found[2])
        for path in STORES.glob("*.py")
        for found in re.finditer(
            r"INSERT (?:OR \w+ )?INTO (\S+)\s*\"?\s*\"?(.)", path.read_text("utf-8")
        )
    ]
    assert len(inserts) > 20
    assert [one for one in inserts if one[2] != "("] == []
