"""An event over HTTP in which everybody is named wherever words can be written; then it is forgotten."""

from pathlib import Path
from typing import Any

import pytest

from adapters.stores.ledgers import back_up
from adapters.wiring import seats_on
from application.event.forgetting import forget
from application.seal.seal import rows_of, seal_game
from tests.adapters.events import NAME, AtEvent, end, repository_at
from tests.adapters.servers import Client

NAMES = ("Ana 1", "Ben 1", "Kim Lee", "Noa Berg")
SAID = "Ana 1 told Ben 1, as kim lee and NOA-BERG know"


def desk_of(db: Path, game: str) -> str:
    seats = seats_on(str(db))
    token = seats.issue(game, ["judge"])["judge"]
    seats.close()
    return token


class Sends:
    """Sends what is said, each with a key of its own."""

    def __init__(self, client: Client, path: str, token: str) -> None:
        self.client, self.path, self.token = client, path, token
        self.sent = 0

    def __call__(self, do: str, **fields: Any) -> Any:
        self.sent += 1
        key = f"{self.token[:6]}-{self.sent}"
        headers = {"authorization": f"Bearer {self.token}", "idempotency-key": key}
        told = self.client.post(self.path, json={"do": do, **fields}, headers=headers)
        again = self.client.post(self.path, json={"do": do, **fields}, headers=headers)
        assert (told.status_code, again.status_code) == (200, 200), told.text
        assert told.json() == again.json(), "sent again it is the same"
        return told.json()


@pytest.fixture
def full_of_names(client: Client, at: AtEvent, db: Path) -> Client:
    """Every act and step with words, and steps with a name where none belongs."""
    first, second = at.game(1), at.game(2)
    ana = Sends(client, f"/api/games/{first}/steps", at.seats[first]["ana"])
    ana("declare", unit="a1", command="overrun")
    ana("note", text=SAID)
    ana("declare", unit="Ana 1", command="move")
    ana("Ben 1")
    ana("declare", unit="a1", command="move", charge=["Noa Berg"], **{"Kim Lee": "x"})
    desk = Sends(client, f"/api/games/{first}/steps", desk_of(db, first))
    desk("overrule", entry=1, verdict="illegal", because=SAID)
    desk("note", text=f"final ruling 1 (law), Kim Lee: {SAID}")
    other = Sends(client, f"/api/games/{second}/steps", at.seats[second]["ana"])
    other("declare", unit="a1", command="overrun")
    desk = Sends(client, f"/api/games/{second}/steps", desk_of(db, second))
    desk("overrule", entry=1, verdict="legal", because=SAID, departing=SAID)
    ana, ben = (
        Sends(client, f"/api/games/{first}/acts", at.seats[first][one]) for one in ("ana", "ben")
    )
    kim, noa = (Sends(client, f"/api/events/{NAME}/acts", at.judges[one]) for one in ("j1", "j2"))
    ana("call", words=SAID, about=1)
    ben("say", call=1, words=SAID)
    noa("take", call=1)
    noa("rule", call=1, words=SAID, verdict="legal", cites=["T1"], because=SAID)
    ben("appeal", call=1, on="fact", words=SAID)
    kim("decide", call=1, words=SAID, verdict="illegal")
    noa("offence", round=1, table=1, player="p1", kind="slow_play", because=SAID)
    ana("contest", offence=1, words=SAID)
    kim("settle", offence=1, because=SAID, penalty="warning")
    noa("time", round=1, table=1, seconds=60, because=SAID)
    for what in ("", "/r1/t1", "/r1/t1/precedents"):
        shown = client.get(
            f"/events/{NAME}{what}", headers={"authorization": f"Bearer {at.judges['j2']}"}
        )
        assert shown.status_code == 200
    return client


def everything(db: Path) -> dict[str, bytes]:
    """All files of the store and of a copy, and the rows of games that were sealed."""
    with repository_at(db) as repository:
        back_up(repository.ledger, db.parent / "copy.umpire")
        games = [f"{NAME}.r1.t{table}" for table in (1, 2)]
        sealed_games = {game: rows_of(seal_game(repository.ledger.rows, game)) for game in games}
    files = {one.name: one.read_bytes() for one in db.parent.iterdir() if one.is_file()}
    return {
        **files,
        **{game: b"".join(row.state for row in rows) for game, rows in sealed_games.items()},
    }


def names_found(db: Path) -> list[tuple[str, str]]:
    found = everything(db).items()
    return [
        (where, name)
        for where, raw in found
        for name in NAMES
        if name.lower().encode() in raw.lower()
    ]


def test_no_byte_of_a_name_is_anywhere_before_or_after(
    full_of_names: Client, at: AtEvent, db: Path
) -> None:
    """Words are kept under keys, names anywhere else as `[name]`; index, copy and sealed files alike."""
    log = full_of_names.get(
        f"/api/games/{at.game(1)}/log",
        headers={"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"},
    ).text
    assert SAID in log and "there is no unit “[name]” in this game" in log
    assert names_found(db) == []
    end(db)
    with repository_at(db) as repository:
        assert forget(repository, NAME, before_the_term=True) == 8
        assert all(one.holds for one in repository.ledger.verify_all())
    (db.parent / "copy.umpire").unlink()
    assert names_found(db) == []
    pages = full_of_names.get(
        f"/api/games/{at.game(1)}/log",
        headers={"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"},
    ).text
    assert not [name for name in NAMES if name.lower() in pages.lower()]


def test_one_person_is_forgotten_in_the_words_of_all_others(
    full_of_names: Client, at: AtEvent, db: Path
) -> None:
    end(db)
    with repository_at(db) as repository:
        assert forget(repository, NAME, ["p1"], before_the_term=True) == 1
    kim = {"authorization": f"Bearer {at.judges['j1']}"}
    ana = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    for path, who in (
        (f"/events/{NAME}/r1/t1", kim),
        (f"/api/events/{NAME}/calls/1", kim),
        (f"/games/{at.game(1)}", ana),
        (f"/api/games/{at.game(1)}/log", ana),
    ):
        found = full_of_names.get(path, headers=who).text
        assert "(forgotten)" in found and "Ana 1" not in found, path
        assert "Ben 1" in found, path
