"""The table put right over HTTP: what can be, by whom, and what each is told of it."""

from typing import Any

import httpx

from tests.adapters.servers import opened

CARDS: dict[str, Any] = {
    "record": 1,
    "ruleset": "nullshapers",
    "players": ["kim", "lee"],
    "setup": {
        "turn": 3,
        "cards": {
            "scout": {"type": "agent", "owner": "kim", "zone": "hand", "speed": 1},
            "beta": {"type": "agent", "owner": "lee", "zone": "staging", "speed": 1},
        },
    },
}
MOVED = {"do": "correct", "parts": {"cards": {"scout": {"zone": "deck"}}}, "because": "a slip"}
FREE = {"do": "correct", "parts": {"cards": {"beta": {"locked": True}}}, "because": "it fought"}


def test_a_judge_sees_all_parts_and_a_player_those_that_all_see(client: httpx.Client) -> None:
    game = opened(client, CARDS)
    found = {tuple(one["path"]): one for one in game.get("judge", "parts").json()["parts"]}
    zone = found["cards", "scout", "zone"]
    assert zone["lies"] == "hand"
    assert {"hand", "deck", "cache", "staging"} <= {*zone["words"]}
    sector = {"path": ["sectors", "b1.kim"], "lies": 10, "words": [], "may_be_nothing": False}
    assert found["sectors", "b1.kim"] == sector
    for player in ("kim", "lee"):
        listed = game.get(player, "parts").text
        assert "beta" in listed
        assert "scout" not in listed, "not everybody sees it, whoever asks"
    assert game.get("spectator", "parts").status_code == 403


def test_a_judge_says_it_and_others_are_told_without_what_is_hidden(client: httpx.Client) -> None:
    game = opened(client, CARDS)
    ruled = game.step("judge", MOVED).json()
    assert (ruled["verdict"], ruled["cites"]) == ("legal", ["G7"])
    assert "zone of “scout”: hand → deck" in ruled["reason"]
    for seat in ("lee", "spectator"):
        (entry,) = game.log(seat)
        assert "scout" not in str(entry)
        assert entry["said"]["parts"] == {"cards": {"hidden": "hidden"}}
    assert game.state("kim")["zones"]["kim"]["hand"] == []


def test_a_player_asks_and_the_other_agrees(client: httpx.Client) -> None:
    game = opened(client, CARDS)
    assert "lee must agree" in game.step("kim", FREE).json()["reason"]
    assert game.state("kim")["to_act"] == ["lee"]
    assert game.step("lee", {"do": "consent"}).json()["verdict"] == "legal"
    assert game.state("kim")["cards"]["beta"]["locked"] is True


def test_a_hidden_card_is_answered_as_one_that_is_nothing(client: httpx.Client) -> None:
    game = opened(client, CARDS)
    answers = []
    for card in ("scout", "zz9"):
        said = {**MOVED, "parts": {"cards": {card: {"zone": "deck"}}}}
        answers.append({**game.step("lee", said).json(), "n": 0})
    assert answers[0] == answers[1]
    assert answers[0]["verdict"] == "illegal"
