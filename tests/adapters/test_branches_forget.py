"""What was said at an event's table goes with the keys of its people wherever the game was taken."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from application.event.forgetting import forget
from tests.adapters.commands import refused, umpire
from tests.adapters.events import NAME, AtEvent, end, event_in, repository_at
from tests.adapters.servers import Client, inside
from tests.adapters.web.events.test_forgotten import desk_of

SAID = "Ana 1 told Ben 1, zebrafinch"
AFTER = "Ben 1 knows of the goldcrest"
"""What is written into the branch itself."""
BIRDS = (b"zebrafinch", b"goldcrest", b"Ana 1", b"Ben 1")
TABLE = f"{NAME}.r1.t1"
EXPORTED = "import"
"""The routes whose games no longer say where they came from: their words are read nowhere else."""


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.umpire"


@pytest.fixture
def at(db: Path) -> AtEvent:
    """An event at whose first table somebody is named in a remark and in a judge's reason."""
    found = event_in(db)
    done(db, "step", TABLE, "ana", "note", f"text={SAID}")
    done(db, "step", TABLE, "ana", "a1", "overrun")
    done(db, "overrule", TABLE, 2, "illegal", "--because", SAID)
    return found


@pytest.fixture
def client(db: Path, at: AtEvent) -> Iterator[Client]:
    with inside(db) as client:
        yield client


def done(db: Path, *words: object) -> str:
    """What the command printed."""
    told = umpire("--db", db, *words)
    assert told.exit_code == 0, told.output
    return str(told.stdout)


def last(told: str) -> str:
    return told.splitlines()[-1]


def fork(db: Path, _at: AtEvent, _client: Client) -> str:
    return last(done(db, "fork", TABLE))


def fork_of_a_fork(db: Path, _at: AtEvent, _client: Client) -> str:
    return last(done(db, "fork", last(done(db, "fork", TABLE, "--at", 2)), "--at", 1))


def fork_over_http(_db: Path, at: AtEvent, client: Client) -> str:
    headers = {"authorization": f"Bearer {at.seats[TABLE]['ana']}"}
    return str(client.post(f"/api/games/{TABLE}/fork", json={}, headers=headers).json()["game"])


def fork_at_the_desk(db: Path, _at: AtEvent, client: Client) -> str:
    headers = {"authorization": f"Bearer {desk_of(db, TABLE)}", "x-umpire": "page"}
    told = client.post(f"/games/{TABLE}/fork", json={"at": 3}, headers=headers)
    assert told.status_code == 200, told.text
    return str(told.text.partition("/enter/")[2].partition("#")[0])


def import_of_an_export(db: Path, _at: AtEvent, _client: Client) -> str:
    (db.parent / "kept").mkdir()
    done(db, "export", TABLE, "-o", db.parent / "kept/table.yaml")
    return last(done(db, "import", db.parent / "kept/table.yaml"))


def import_of_a_record_over_http(db: Path, at: AtEvent, client: Client) -> str:
    headers = {"authorization": f"Bearer {at.seats[TABLE]['ana']}"}
    (db.parent / "kept").mkdir()
    record = client.get(f"/api/games/{TABLE}/record", headers=headers)
    (db.parent / "kept/table.json").write_bytes(record.content)
    return last(done(db, "import", db.parent / "kept/table.json"))


def import_played_on_from_the_replay(_db: Path, at: AtEvent, client: Client) -> str:
    headers = {"authorization": f"Bearer {at.seats[TABLE]['ana']}"}
    record = client.get(f"/api/games/{TABLE}/record", headers=headers).text
    told = client.post("/replay/open", data={"text": record, "once": "x"})
    assert told.status_code == 303, told.text
    return str(told.headers["location"].split("/")[2])


def sealed_fork_taken_in_again(db: Path, at: AtEvent, client: Client) -> str:
    """The sealed file of a fork comes back to another copy of the store."""
    game = fork(db, at, client)
    (db.parent / "kept").mkdir()
    done(db, "seal", game, "-o", db.parent / "kept/fork.sealed")
    assert last(done(db, "import", db.parent / "kept/fork.sealed")) == game
    return game


ROUTES: tuple[Callable[[Path, AtEvent, Client], str], ...] = (
    fork,
    fork_of_a_fork,
    fork_over_http,
    fork_at_the_desk,
    import_of_an_export,
    import_of_a_record_over_http,
    import_played_on_from_the_replay,
    sealed_fork_taken_in_again,
)


def plain_words(folder: Path) -> list[tuple[str, bytes]]:
    files = [one for one in folder.rglob("*") if one.is_file()]
    return [(one.name, bird) for one in files for bird in BIRDS if bird in one.read_bytes()]


@pytest.mark.parametrize("route", ROUTES, ids=lambda one: one.__name__)
def test_words_taken_elsewhere_stand_under_the_same_keys(
    db: Path, at: AtEvent, client: Client, route: Callable[[Path, AtEvent, Client], str]
) -> None:
    """They can be read there as at the table, and nobody reads them once the keys are destroyed."""
    game = route(db, at, client)
    descends = not route.__name__.startswith(EXPORTED)
    if descends:
        assert SAID in done(db, "log", game)
        done(db, "step", game, "ben", "note", f"text={AFTER}")
        assert AFTER in done(db, "log", game)
        assert "Kim" not in done(db, "show", game), "who judges does not sit there"
    assert plain_words(db.parent) == []
    end(db)
    done(db, "event", "forget", NAME, "--yes", "--before-the-term")
    assert plain_words(db.parent) == []
    assert not [bird for bird in BIRDS if bird.decode() in done(db, "log", game)]
    assert done(db, "verify", "--all")
    if descends:
        assert "(forgotten)" in done(db, "log", game)
        told = refused(umpire("--db", db, "step", game, "ben", "note", f"text={AFTER}"))
        assert "its people are forgotten" in told


def test_who_is_named_in_a_game_begun_from_a_record_is_found(
    db: Path, at: AtEvent, client: Client
) -> None:
    game = import_of_an_export(db, at, client)
    done(db, "step", game, "ben", "note", f"text={AFTER}")
    end(db)
    told = refused(umpire("--db", db, "event", "forget", NAME, "--yes", "--before-the-term"))
    assert f"they would still be named in entry 4 of “{game}”" in told


def test_at_a_forgotten_event_no_words_are_taken(db: Path, at: AtEvent, client: Client) -> None:
    """What cannot be kept is refused, on every route; nothing is entered without its words."""
    end(db)
    with repository_at(db) as repository:
        forget(repository, NAME, before_the_term=True)
    before = done(db, "log", TABLE)
    for words in (
        ("step", TABLE, "ana", "note", f"text={AFTER}"),
        ("step", TABLE, "judge", "note", f"text={AFTER}"),
        ("rewind", TABLE, 1, "--because", AFTER),
        ("overrule", TABLE, 2, "legal", "--because", AFTER),
        ("played", TABLE, 2, "--because", AFTER),
        ("correct", TABLE, "points.ana=1", "--because", AFTER),
        ("appeal", TABLE, 2, AFTER, "--on", "law", "--by", "ana"),
    ):
        assert "its people are forgotten" in refused(umpire("--db", db, *words)), words
    steps, desk = f"/api/games/{TABLE}/steps", desk_of(db, TABLE)
    for token, said in (
        (at.seats[TABLE]["ana"], {"do": "note", "text": AFTER}),
        (desk, {"do": "rewind", "to": 1, "because": AFTER}),
    ):
        told = client.post(steps, json=said, headers={"authorization": f"Bearer {token}"})
        assert told.status_code == 422 and "its people are forgotten" in told.text
    page = client.post(
        f"/games/{TABLE}/remedy",
        json={"to": 1, "because": AFTER, "remedy": "back", "entry": 3},
        headers={"authorization": f"Bearer {desk}", "x-umpire": "page"},
    )
    assert page.status_code == 422 and "its people are forgotten" in page.text
    assert done(db, "log", TABLE) == before, "nothing was entered"
