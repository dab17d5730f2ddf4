"""Games that wait for their sides: what is stored, for how long, and that each opens once."""

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from adapters.stores.muster_table import MusterTable
from adapters.stores.seat_tables import SqliteTables
from application.game.seating.musters import KEPT, Muster, Musters
from application.game.seats import digest_of
from tests.adapters.servers import Client, inside

FORM = {
    "ruleset": "voidsiege",
    "first": "ana",
    "second": "ben",
    "table_by": "seats",
    "laid": '{"armies": [], "table": {"rounds": 4}}',
    "once": "now",
    "public": "yes",
}
CARDS = {**FORM, "ruleset": "nullshapers", "laid": '{"armies": [], "table": {}}', "public": ""}
JOLT = {"name": "jolt", "type": "event", "speed": 3, "zone": "hand"}
SIDE = {"points": 3, "pieces": [{"name": "Ogre"}]}
FROM_A_PAGE = {"x-umpire": "page"}
PLAYERS, LINKS = ("ana", "ben"), 4


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "games.umpire"


@pytest.fixture
def client(store: Path) -> Iterator[Client]:
    with inside(store) as found:
        yield found


class Mustered:
    """A game that waits for its sides, and the tokens of its seats."""

    def __init__(self, client: Client, form: Mapping[str, str] = FORM) -> None:
        self.client = client
        sent = client.post("/start", data=dict(form), follow_redirects=False)
        assert sent.status_code == httpx.codes.SEE_OTHER, sent.text
        self.id = sent.headers["location"].split("/")[2]
        kept = next(one for one in sent.headers.get_list("set-cookie") if "links" in one)
        self.tokens = kept.partition("=")[2].partition(";")[0].split("!")
        client.cookies.clear()

    def gives(self, player: str, side: Any = SIDE, token: str = "") -> httpx.Response:
        shown = token or self.tokens[PLAYERS.index(player)]
        headers = {**FROM_A_PAGE, "authorization": f"Bearer {shown}"}
        path = f"/games/{self.id}/@{player}/side"
        return self.client.post(path, json={"side": side}, headers=headers)

    def state(self, player: str) -> httpx.Response:
        token = self.tokens[PLAYERS.index(player)]
        headers = {"authorization": f"Bearer {token}"}
        return self.client.get(f"/api/games/{self.id}/state", headers=headers)


def rows(store: Path, table: str) -> int:
    with sqlite3.connect(store) as found:
        return int(found.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])


def test_the_links_hold_before_the_game_and_in_it(client: Client) -> None:
    game = Mustered(client)
    assert len(game.tokens) == LINKS
    assert game.state("ana").status_code == httpx.codes.UNAUTHORIZED
    assert game.gives("ana").json()["open"] is False
    assert game.gives("ben").json() == {
        "open": True,
        "players": [
            {"seat": "ana", "called": "ana", "given": True},
            {"seat": "ben", "called": "ben", "given": True},
        ],
    }
    assert '"Ogre 2"' in game.state("ana").text
    assert (
        client.get(f"/games/{game.id}").status_code == httpx.codes.OK
    )  # for anybody: it is public


@pytest.mark.parametrize("held", ["jolt", "quake"])
def test_no_name_of_ones_own_tells_what_another_hides(client: Client, held: str) -> None:
    """Ben reads in his own hand what his card is called, whether ana holds one called so or not."""
    game = Mustered(client, CARDS)
    game.gives("ana", {"pieces": [{**JOLT, "name": held}, {**JOLT, "name": "jolt 7"}]})
    assert game.gives("ben", {"pieces": [JOLT, {**JOLT, "name": "pin"}]}).json()["open"]
    seen = game.state("ben").json()
    assert sorted(seen["cards"]) == seen["zones"]["ben"]["hand"] == ["jolt 2", "pin 2"]


def test_what_names_another_card_of_ones_own_follows_its_number(client: Client) -> None:
    lies = {"zone": "staging", "speed": 1}
    host = {**lies, "name": "host", "type": "agent"}
    chip = {**lies, "name": "chip", "type": "software", "subtype": "modification"}
    game = Mustered(client, CARDS)
    game.gives("ana", {"pieces": [JOLT]})
    assert game.gives("ben", {"pieces": [host, {**chip, "attached_to": "host"}]}).json()["open"]
    assert game.state("ben").json()["cards"]["chip 2"]["attached_to"] == "host 2"


def test_the_same_form_sent_again_is_the_same_game_before_and_after_it_opens(
    client: Client,
) -> None:
    game = Mustered(client)
    game.gives("ana")
    again = Mustered(client)
    assert (again.id, again.tokens) == (game.id, game.tokens)
    assert again.gives("ben").json()["open"]
    after = Mustered(client)
    assert (after.id, after.tokens) == (game.id, game.tokens)
    assert after.gives("ben").json()["open"]
    assert after.state("ben").status_code == httpx.codes.OK


def test_no_token_is_stored_and_nothing_is_left_once_the_game_is_open(
    client: Client, store: Path
) -> None:
    game = Mustered(client)
    game.gives("ana")
    kept = b"".join(one.read_bytes() for one in store.parent.glob("games.umpire*"))
    assert [one for one in game.tokens if one.encode() in kept] == []
    assert (rows(store, "umpire_musters"), rows(store, "umpire_sides")) == (1, 1)
    game.gives("ben")
    assert (rows(store, "umpire_musters"), rows(store, "umpire_sides")) == (0, 0)
    game.gives("ben")
    assert rows(store, "umpire_sides") == 0


def test_a_seat_lays_out_only_its_own_side(client: Client) -> None:
    game = Mustered(client)
    ana, _, spectator, _ = game.tokens
    assert game.gives("ben", token=ana).status_code == httpx.codes.UNAUTHORIZED
    assert game.gives("spectator", token=spectator).status_code == httpx.codes.FORBIDDEN
    assert game.gives("ana", token="wrong").status_code == httpx.codes.UNAUTHORIZED
    assert game.gives("ana", side="all").json()["detail"] == "That is no side; load the page again."


def test_what_is_wrong_with_the_table_is_said_before_any_link_is_shared(client: Client) -> None:
    laid = '{"armies": [], "table": {"rounds": "many"}}'
    sent = client.post("/start", data={**FORM, "laid": laid}, follow_redirects=False)
    assert sent.status_code == httpx.codes.UNPROCESSABLE_ENTITY
    assert "setup.rounds: expected a whole number" in sent.text


def test_a_muster_is_kept_for_a_week(store: Path) -> None:
    now = [0]
    musters = Musters(MusterTable(SqliteTables(store)), lambda: now[0])
    old = Muster("old", {"players": ["ana"]}, {}, {"ana": digest_of("a")}, "")
    musters.begin(old)
    musters.put_side(old, "ana", SIDE)
    assert musters.find("old") == old
    now[0] = KEPT
    assert musters.find("old") is None
    musters.begin(Muster("new", {"players": ["ana"]}, {}, {}, ""))
    assert (rows(store, "umpire_musters"), rows(store, "umpire_sides")) == (1, 0)
