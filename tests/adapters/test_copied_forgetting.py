"""Who is forgotten at one store is forgotten in its copies, as soon as they are copied to again."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from adapters.stores.person_keys import KeyTable
from adapters.wiring import tables_on
from domain.tournament.departures import DESK
from tests.adapters.commands import refused, umpire
from tests.adapters.events import NAME, end, event_in

EVERYBODY = {"p1", "p2", "p3", "p4", "p5", "p6", "j1", "j2", DESK}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store with an event that is over, at which judges wrote into games."""
    path = tmp_path / "games.umpire"
    event_in(path)
    add_keys(path, NAME, DESK)
    end(path)
    return path


@pytest.fixture(params=["sqlite", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A file that is not there yet, or a database of its own."""
    if request.param == "sqlite":
        yield str(tmp_path / "copy.umpire")
        return
    server = str(request.getfixturevalue("postgres_server"))
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE copies")
        address = server.replace("/postgres?", "/copies?")
        assert umpire("db", "init", "--db", address).exit_code == 0
        yield address
        connection.execute("DROP DATABASE copies WITH (FORCE)")


def add_keys(place: Path | str, event: str, *people: str) -> None:
    with closing(KeyTable(tables_on(str(place)))) as kept:
        kept.add_keys(event, {one: one.encode().rjust(32, b"k") for one in people})


def keys_at(place: Path | str, event: str = NAME) -> dict[str, bytes]:
    with closing(KeyTable(tables_on(str(place)))) as kept:
        return kept.keys_of(event)


def copied(source: Path, target: str) -> str:
    told = umpire("db", "copy", source, target)
    assert told.exit_code == 0, told.output
    return told.stdout


def forget(place: Path, *people: str) -> None:
    told = umpire(
        *("--db", place, "event", "forget", NAME, *people),
        *("--yes", "--before-the-term", "--even-so"),
    )
    assert told.exit_code == 0, told.output


def test_a_key_destroyed_since_an_earlier_copy_is_destroyed_in_the_next(
    store: Path, target: str
) -> None:
    assert "Destroyed there" not in copied(store, target)
    assert keys_at(target).keys() == EVERYBODY
    forget(store, "p2")
    assert copied(store, target).endswith("Destroyed there: 1 key of somebody who is forgotten.\n")
    assert keys_at(target).keys() == EVERYBODY - {"p2"}
    assert "Destroyed there" not in copied(store, target)


def test_with_the_last_of_the_people_goes_what_judges_wrote(store: Path, target: str) -> None:
    copied(store, target)
    forget(store)
    assert copied(store, target).endswith("Destroyed there: 9 keys of people who are forgotten.\n")
    assert keys_at(target) == {}


def test_a_key_that_the_source_never_had_stays(store: Path, target: str) -> None:
    copied(store, target)
    add_keys(target, NAME, "p7")
    add_keys(target, "autumn-open", "p1", "p2")
    forget(store, "p2")
    copied(store, target)
    assert keys_at(target).keys() == EVERYBODY - {"p2"} | {"p7"}
    assert keys_at(target, "autumn-open").keys() == {"p1", "p2"}


def test_forgetting_that_was_cut_short_at_the_source_is_finished_in_the_copy(
    store: Path, target: str
) -> None:
    left = keys_at(store)["p2"]
    copied(store, target)
    forget(store, "p2")
    with closing(KeyTable(tables_on(str(store)))) as kept:
        kept.add_keys(NAME, {"p2": left})
    copied(store, target)
    assert "p2" not in keys_at(target)


def test_no_byte_of_a_destroyed_key_is_left_in_a_copy(store: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.umpire"
    copied(store, str(target))
    keys = keys_at(target)
    forget(store)
    copied(store, str(target))
    raw = b"".join(one.read_bytes() for one in tmp_path.iterdir() if one.is_file())
    assert not [one for one, key in keys.items() if key.hex().encode() in raw]


def test_to_a_copy_that_forgot_by_itself_nothing_more_is_copied(
    store: Path, tmp_path: Path
) -> None:
    target = tmp_path / "copy.umpire"
    copied(store, str(target))
    forget(target, "p2")
    said = "“event:spring-open” has gone on where it is to be copied to"
    assert said in refused(umpire("db", "copy", store, target))
