"""What the other seat hides is on no page of one's own, in no answer and in no confirmation."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.adapters.pages.hall import Phone, Played, Server

Give = Callable[..., Phone]
CARDS: dict[str, Any] = {
    "emberfox": {"type": "agent", "attack": 2, "defense": 2, "speed": 1, "cost": {"void": 2}},
    "zephyrbolt": {
        "type": "event",
        "speed": 3,
        "cost": {"void": 1},
        "target": {"what": "agent"},
        "effects": [{"do": "damage", "amount": 2}],
    },
    "quietus": {
        "type": "event",
        "speed": 3,
        "cost": {"void": 2},
        "target": {"what": "action"},
        "effects": [{"do": "cancel"}],
    },
}
OWNED = {
    "anasfox": ("ana", "emberfox", "staging"),
    "anasbolt": ("ana", "zephyrbolt", "hand"),
    "anassecret": ("ana", "quietus", "hand"),
    "bensfox": ("ben", "emberfox", "staging"),
    "bensbolt": ("ben", "zephyrbolt", "hand"),
    "benssecret": ("ben", "quietus", "hand"),
    "bensdeep": ("ben", "emberfox", "deck"),
}
RECORD = {
    "record": 1,
    "ruleset": "nullshapers",
    "players": ["ana", "ben"],
    "setup": {
        "energy": {"ana": {"void": 6}, "ben": {"void": 6}},
        "decks": {"ben": ["bensdeep"]},
        "cards": {
            name: {**CARDS[kind], "owner": owner, "zone": zone}
            for name, (owner, kind, zone) in OWNED.items()
        },
    },
}


class Ears:
    """Everything that a browser is answered."""

    def __init__(self, phone: Phone) -> None:
        self.heard: list[str] = []
        phone.page.on("response", self._hear)

    def _hear(self, response: Any) -> None:
        if "/feed" not in response.url and "/static/" not in response.url:
            self.heard.append(f"{response.url}\n{response.text() if response.ok else ''}")


def pages(game: Played, length: int) -> Iterator[str]:
    here = f"/games/{game.id}"
    yield from (here, f"{here}/now", f"{here}/story", f"/api{here}/log", f"/api{here}/state")
    yield from (f"{here}?at={n}" for n in range(length + 1))
    yield from (f"{here}/entry/{n}" for n in range(length + 1))


def secrets_told(phone: Phone, game: Played, secrets: set[str]) -> set[tuple[str, str]]:
    """(secret, page) wherever a page of this seat names what it may not know."""
    length = len(game.server.log(game))
    found = set()
    for page in pages(game, length):
        text = phone.asks(page).text()
        found |= {(secret, page) for secret in secrets if secret in text}
    return found


def test_an_exchange_with_hidden_hands(server: Server, hand_out: Give) -> None:
    """Ana plays from her hand, ben answers from his: what stays in a hand is told to nobody."""
    game = server.open(RECORD)
    ana, ben = hand_out().sit(game, "ana"), hand_out().sit(game, "ben")
    eyes = hand_out().sit(game, "spectator")
    hers, his, others = Ears(ana), Ears(ben), Ears(eyes)
    expect(ana.page.locator('[data-piece="anassecret"]')).to_have_count(1)

    ana.say("anasbolt", "Play · 1 void", "bensfox")
    ben.sees("ana: anasbolt at bensfox")
    ben.sees(re.compile("anasbolt"))
    ben.say("bensbolt", "Play · 1 void", "anasfox")
    ana.is_told("ben plays bensbolt")
    ana.say("Pass")
    ben.is_told("ana passes.")

    eyes.is_told("ana passes.")
    for ears, secrets in (
        (hers, {"benssecret", "bensdeep"}),
        (his, {"anassecret"}),
        (others, {"anassecret", "benssecret", "bensdeep"}),
    ):
        told = "\n".join(ears.heard)
        assert not [secret for secret in secrets if secret in told]
    assert secrets_told(ana, game, {"benssecret", "bensdeep"}) == set()
    assert secrets_told(ben, game, {"anassecret"}) == set()
    assert secrets_told(eyes, game, {"anassecret", "benssecret", "bensdeep"}) == set()


def test_a_refused_step_tells_the_others_no_card(server: Server, hand_out: Give) -> None:
    """That something was refused, and no more."""
    game = server.open(RECORD)
    game.step("ben", do="play", card="benssecret", targets=["bensfox"])
    ana = hand_out().sit(game, "ana")
    ana.is_told("A step was refused that names something not shown here.")
    assert secrets_told(ana, game, {"benssecret"}) == set()


def test_a_request_to_take_back_a_hidden_step_names_no_card(server: Server, hand_out: Give) -> None:
    """The request shows the entry as the asked one may see it."""
    game = server.open(RECORD)
    game.step("ana", do="convert", card="anassecret")
    game.step("ben", do="note", text="mine")
    ben = hand_out().sit(game, "ben")
    assert secrets_told(ben, game, {"anassecret"}) == set()
    game.step("ana", do="undo")
    assert secrets_told(ben, game, {"anassecret"}) == set()


def test_what_is_hidden_opens_when_both_have_agreed_after_the_game(
    server: Server, hand_out: Give
) -> None:
    """Nothing opens by itself; each agrees with one tap."""
    game = server.open(RECORD)
    game.step("ben", do="concede")
    ana, ben = hand_out().sit(game, "ana"), hand_out().sit(game, "ben")
    assert secrets_told(ana, game, {"benssecret", "bensdeep"}) == set()
    ana.sees("A rematch can be opened once everything is laid open.")
    ana.tap("Lay everything open")
    ana.sees("Not yet: ben")
    assert secrets_told(ana, game, {"benssecret", "bensdeep"}) == set()
    ben.tap("Lay everything open")
    expect(ana.page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(ana.page.locator("[data-piece='benssecret']")).to_have_count(1)
    expect(ben.page.locator("#open")).to_have_count(0)


def test_the_desk_is_the_judges_alone(server: Server, hand_out: Give) -> None:
    """A player who asks for its answers is told that they are not theirs."""
    game = server.open(RECORD)
    game.step("ana", do="play", card="anasbolt", targets=["bensfox"])
    ana = hand_out().sit(game, "ana")
    here = f"/games/{game.id}"
    for part in ("at/1", "log", "why/1", "audit", "backup/0", "diff/0/1", "sheet/1", "export"):
        answer = ana.asks(f"{here}/{part}")
        assert (part, answer.status) == (part, 403)
        assert "benssecret" not in answer.text()
    headers = {"X-Umpire": "page"}
    for part in ("whynot", "compare", "tried", "say", "remedy", "fork", "seat"):
        sent = ana.page.request.post(f"{ana.home}{here}/{part}", data={}, headers=headers)
        assert (part, sent.status) == (part, 403)


@pytest.mark.parametrize("seed", range(2))
def test_played_at_random_no_page_tells_a_secret(server: Server, hand_out: Give, seed: int) -> None:
    """Whatever is played: cards that never left a hand or deck are on no page of another seat."""
    chance = Random(seed)
    game = server.open(RECORD)
    phones = {seat: hand_out().sit(game, seat) for seat in ("ana", "ben", "spectator")}
    for _ in range(10):
        by = chance.choice(("ana", "ben"))
        found = phones[by].asks(f"/api/games/{game.id}/options").json()["options"]
        whole = [one for one in found if one["step"]["do"] not in ("concede", "undo", "report")]
        legal = [one for one in whole if one["verdict"] == "legal"]
        if whole:
            step = chance.choice(legal or whole)["step"]
            game.step(by, **{key: value for key, value in step.items() if key != "by"})
    said = str([one for one in server.log(game) if one["verdict"] == "legal"])
    for seat, phone in phones.items():
        hidden = {
            card for card, (owner, _, zone) in OWNED.items() if owner != seat and zone != "staging"
        }
        assert secrets_told(phone, game, {card for card in hidden if card not in said}) == set()
