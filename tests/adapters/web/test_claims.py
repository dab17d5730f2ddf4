"""An end that a player reports alone is claimed, opens nothing, and stands once others agree."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.adapters.servers import Game, opened
from tests.domain.nullshapers.tables import AGENT, JOLT

SECRET = "bens-secret"
RECORD: dict[str, Any] = {
    "record": 1,
    "ruleset": "nullshapers",
    "mode": "tournament",
    "players": ["ana", "ben"],
    "setup": {
        "energy": {"ana": {"void": 6}, "ben": {"void": 6}},
        "cards": {
            "alpha": {**AGENT, "owner": "ana", "zone": "staging"},
            SECRET: {**JOLT, "owner": "ben", "zone": "hand"},
        },
    },
}
ROUTES = ("state", "state?at=0", "log", "options", "looks", "record", "seal", "diff?from=0")
ALSO = ("why?entry=1", "why?entry=2", "audit", "backup?to=0", "sheet?entry=2", "state?as=ben")


@pytest.fixture
def claimed(client: Any) -> Game:
    """Ana has reported that ben lost two biomes."""
    game = opened(client, RECORD)
    for biome in ("b1", "b2"):
        lost = {"do": "report", "fact": "lose_biome", "player": "ben", "biome": biome}
        assert game.step("ana", lost).json()["verdict"] == "legal"
    assert game.state()["over"]
    return game


def shown(game: Game, seat: str) -> Iterator[str]:
    """Whatever this seat may read, and the answers to what it may try."""
    cookie = {"cookie": f"umpire-{game.id}={game.tokens[seat]}"}
    for route in (*ROUTES, *ALSO):
        yield game.client.get(game.path(f"/{route}"), headers=game.as_(seat)).text
    for page in ("", "/now", "?at=0", "?at=2", "/entry/2"):
        yield game.client.get(f"/games/{game.id}{page}", headers=cookie).text
    late = {"do": "note", "text": "hm", "expected_entry": 0}
    yield game.client.post(game.path("/steps"), json=late, headers=game.as_(seat)).text
    fork = game.client.post(game.path("/fork"), json={}, headers=game.as_(seat))
    yield fork.text
    if fork.status_code == 201:
        made = Game(fork.json()["game"], fork.json()["tokens"], game.client)
        yield json.dumps([made.state(), made.get("judge", "record").text])


def test_the_judge_is_shown_it_on_most_routes(claimed: Game) -> None:
    """So that the next test says something."""
    assert len([text for text in shown(claimed, "judge") if SECRET in text]) >= 9


@pytest.mark.parametrize("seat", ["ana", "spectator"])
def test_who_reports_the_others_losses_is_shown_nothing_of_theirs(claimed: Game, seat: str) -> None:
    assert not [text for text in shown(claimed, seat) if SECRET in text]
    claimed.step(seat, {"do": "open"})
    assert not [text for text in shown(claimed, seat) if SECRET in text]


@pytest.mark.parametrize("seat", ["ana", "ben", "spectator", "judge"])
def test_the_end_is_told_as_claimed(claimed: Game, seat: str) -> None:
    assert claimed.state(seat)["claimed_by"] == "ana"
    assert claimed.get(seat, "log").json()["claimed_by"] == "ana"
    cookie = {"cookie": f"umpire-{claimed.id}={claimed.tokens[seat]}"}
    page = claimed.client.get(f"/games/{claimed.id}", headers=cookie).text
    assert "<bdi>ana</bdi> says that the game is over" in page


@pytest.mark.parametrize("seat", ["ben", "judge"])
def test_another_player_or_a_judge_agrees(claimed: Game, seat: str) -> None:
    claimed.step("ana", {"do": "open"})
    claimed.step("ben", {"do": "note", "text": "I have lost nothing"})
    assert claimed.state()["claimed_by"] == "ana"
    claimed.step(seat, {"do": "open"})
    assert "claimed_by" not in claimed.state()
    assert claimed.get("ana", "log").json()["claimed_by"] is None


def test_what_a_judge_or_the_loser_says_is_no_claim(client: Any) -> None:
    conceded = opened(client, RECORD)
    conceded.step("ana", {"do": "concede"})
    assert conceded.state()["over"]
    assert "claimed_by" not in conceded.state()
    reported = opened(client, RECORD)
    for biome in ("b1", "b2"):
        lost = {"do": "report", "fact": "lose_biome", "player": "ben", "biome": biome}
        reported.step("judge", lost)
    assert reported.state()["over"]
    assert "claimed_by" not in reported.state()
