"""Whole games in a browser, all by taps: twelve units a side, fourteen agents, three seats."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import expect

from adapters.web.texts.said.phrases import phrase
from application.game.choices import ELSE, Choice, first_choices, judged_prompt, prompt_at
from domain.kernel.history import Game
from domain.kernel.prompting.prompts import Answer, InputValue, Prompt
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import Said
from tests.adapters.pages.hall import DESK, Phone, Played, Server
from tests.adapters.pages.keys import Keys
from tests.properties.test_choices import taps_to
from tests.spec import opened

Give = Callable[..., Phone]
Policy = Callable[[Game], Said]

SIEGE: dict[str, Any] = {
    "points": {"ana": 2, "ben": 2},
    "rounds": 1,
    "units": {f"{side[0]}{n}": {"owner": side} for side in ("ana", "ben") for n in range(1, 13)},
}
UNIT = {"base": "formation", "figures": 4, "icons": {"attack": 3, "defence": 2, "movement": 3}}
LEGIONS: dict[str, Any] = {
    "ambush": False,
    "victory_target": 2,
    "units": {
        f"{side[0]}{n}": {"owner": side, **UNIT}
        for side in ("ana", "ben", "cem")
        for n in (1, 2, 3)
    },
    "adjacent": [["a1", "b1"], ["a1", "c1"], ["b1", "c1"]],
}
AGENT = {"type": "agent", "attack": 2, "defense": 2, "speed": 1, "cost": {"void": 2}}
SHAPERS: dict[str, Any] = {
    "step": "attack",
    "sectors": {"b1.ben": 1, "b2.ben": 1, "b3.ben": 3},
    "cards": {
        f"{side}s{n}": {**AGENT, "owner": side, "zone": f"b{n % 3 + 1}"}
        for side in ("ana", "ben")
        for n in range(1, 8)
    },
}


def going_on(game: Game) -> Said:
    found = game.ruleset.plainest_step(game.now.state)
    assert found is not None
    return found


def siege(game: Game) -> Said:
    """A Charge with an Intervene first; whoever is aimed at falls to a shot."""
    begin: tuple[Said, ...] = (
        {"by": "ana", "do": "declare", "unit": "a7", "command": "assault", "charge": True,
         "target": "b9"},
        {"by": "ben", "do": "react", "unit": "b12", "command": "intervene"},
    )  # fmt: skip
    if game.length < len(begin):
        return begin[game.length]
    said, table = going_on(game), game.now.state
    aim = table.aim_of(table.due[0]) if said["do"] == "shoot" and table.due else None
    return {**said, "destroyed": [aim]} if aim else said


def legions(game: Game) -> Said:
    """Ana moves; ben's close combat destroys one of cem's units, which is enough."""
    begin: tuple[Said, ...] = (
        {"by": "ana", "do": "order", "unit": "a2", "order": "move"},
        {"by": "ana", "do": "pay", "points": 2},
        {"by": "ana", "do": "step", "cost": 1},
        {"by": "ana", "do": "stop"},
        {"by": "ana", "do": "end_orders"},
        {"by": "ben", "do": "order", "unit": "b1", "order": "close"},
        {"by": "ben", "do": "target", "unit": "c1"},
        {"by": "ben", "do": "pay", "points": 2},
        {"by": "ben", "do": "roll", "attack": [6, 6, 6], "defence": [1, 2]},
        {"by": "ben", "do": "hits", "attacker": 4, "defender": 1},
        {"by": "cem", "do": "damage", "unit": "c1", "figures": ["f1", "f2", "f3", "f4"]},
    )
    return begin[game.length] if game.length < len(begin) else going_on(game)


def shapers(game: Game) -> Said:
    """Ana attacks with every agent; nobody defends, and sectors fall."""
    table = game.now.state
    if table.step == "attack" and not table.attackers and not table.queue and table.chance == "ana":
        own = (id for id in sorted(table.cards) if table.cards[id].whose == "ana")
        return {"by": "ana", "do": "attack", "agents": {id: table.cards[id].zone for id in own}}
    return going_on(game)


GAMES: Mapping[str, tuple[dict[str, Any], tuple[str, ...], Policy]] = {
    "voidsiege": (SIEGE, ("ana", "ben"), siege),
    "arcane-legions": (LEGIONS, ("ana", "ben", "cem"), legions),
    "nullshapers": (SHAPERS, ("ana", "ben"), shapers),
}


FEW: Mapping[str, dict[str, Any]] = {
    "voidsiege": {
        "points": {"ana": 2, "ben": 2},
        "rounds": 1,
        "units": {one: {"owner": "ana" if one[0] == "a" else "ben"} for one in ("a7", "b9", "b12")},
    },
    "arcane-legions": {
        **{key: LEGIONS[key] for key in ("ambush", "victory_target")},
        "units": {
            one: {"owner": "ana" if one[0] == "a" else "ben", **UNIT} for one in ("a1", "b1")
        },
        "adjacent": [["a1", "b1"]],
    },
    "nullshapers": {
        **SHAPERS,
        "cards": {
            one: {**AGENT, "owner": one[:3], "zone": zone}
            for one, zone in {"anas1": "b1", "anas2": "b2", "bens1": "b3"}.items()
        },
    },
}
"""Small tables, as a key is pressed for every piece on the way."""


def duel(game: Game) -> Said:
    """Ana's close combat destroys ben's only unit."""
    begin: tuple[Said, ...] = (
        {"by": "ana", "do": "order", "unit": "a1", "order": "close"},
        {"by": "ana", "do": "target", "unit": "b1"},
        {"by": "ana", "do": "pay", "points": 2},
        {"by": "ana", "do": "roll", "attack": [6, 6, 6], "defence": [1, 2]},
        {"by": "ana", "do": "hits", "attacker": 4, "defender": 1},
        {"by": "ben", "do": "damage", "unit": "b1", "figures": ["f1", "f2", "f3", "f4"]},
    )
    return begin[game.length] if game.length < len(begin) else going_on(game)


def tap_through(phone: Phone, game: Game, said: Said) -> None:
    """Taps on this phone what leads to the step, as somebody does who looks at it."""
    taps, n, player = taps_to(game, said), 0, str(said["by"])
    assert taps is not None
    while n < len(taps):
        tap, prompt = taps[n], prompt_at(game, player, taps[:n])
        assert isinstance(prompt, Prompt)
        if isinstance(tap, InputValue):
            phone.writes(phone.page.locator("#choices form input"), " ".join(map(str, tap.value)))
            phone.tap("Done")
        else:
            (answer,) = (one for one in prompt.answers if one.key == tap)
            if n or not _asked_at_once(game, player, answer):
                words = phrase(answer.words).removesuffix(" as a Charge")
                phone.choose_piece_or_words(answer.piece, words)
        n += 1
        if n < len(taps):
            n = max(n, len(judged_prompt(game, player, taps[:n]).taps))
    if said["do"] == "damage" and n > 1:  # figures are looked over before it is said
        expect(phone.page.get_by_text("There is nothing")).to_have_count(0)
        phone.on(phone.page.locator("#last button.main"))


def _asked_at_once(game: Game, player: str, answer: Answer) -> bool:
    """Whether the page asks for what it consists of without a tap: it alone is due."""
    due = [one for one in first_choices(game, player) if one.answer.main and one.verdict in MAY]
    ways = [one for one in first_choices(game, player) if _is_a_way(one)]
    return [one.answer.key for one in (*due, *ways)] == [answer.key] * 2 and due[0].step is None


def _is_a_way(one: Choice) -> bool:
    return one.verdict in MAY and not one.answer.aside and one.answer.key != ELSE


MAY = (LEGAL, "open")


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_whole_game_is_played_by_taps(server: Server, hand_out: Give, ruleset: str) -> None:
    """Each player on a phone of their own, a judge beside them; it is over on every one of them."""
    setup, players, policy = GAMES[ruleset]
    game, table = both(server, ruleset, setup, players)
    judge = hand_out().sit(game, "judge")
    plays(server, game, table, {one: hand_out().sit(game, one) for one in players}, policy)
    judge.sees(f"entry {table.length} of {table.length}")


@pytest.mark.parametrize("ruleset", FEW)
def test_a_whole_game_is_played_with_the_keyboard_alone(
    server: Server, hand_out: Give, ruleset: str
) -> None:
    """From the first command to the end, nobody touches a pointer; what is due keeps the focus near."""
    setup, players = FEW[ruleset], ("ana", "ben")
    policy = duel if ruleset == "arcane-legions" else GAMES[ruleset][2]
    game, table = both(server, ruleset, setup, players)
    seats = {one: hand_out(DESK).sit(game, one) for one in players}
    plays(
        server, game, table, {one: Keys(seats[one].page, seats[one].home) for one in seats}, policy
    )


def both(
    server: Server, ruleset: str, setup: Mapping[str, Any], players: tuple[str, ...]
) -> tuple[Played, Game]:
    """The game on the server, and the same here, to know what comes next."""
    record = {"record": 1, "ruleset": ruleset, "players": list(players), "setup": setup}
    return server.open(record), opened(ruleset, setup, players)


def plays(
    server: Server, game: Played, table: Game, phones: Mapping[str, Phone], policy: Policy
) -> None:
    """Plays it to its end, each step on the phone of whoever takes it."""
    while not table.ruleset.over(table.now.state):
        said = policy(table)
        entry, position = adjudicate(table, said)
        assert entry.ruling.verdict == LEGAL, entry.ruling.reason
        phone = phones[str(said["by"])]
        expect(phone.page.locator("#now")).to_have_attribute("data-entry", str(table.length))
        tap_through(phone, table, said)
        table.take(entry, position)
        expect(phone.page.locator("#now")).to_have_attribute("data-entry", str(table.length))
    for phone in phones.values():
        expect(phone.page.locator("#chance")).to_contain_text(re.compile("won|draw"))
    assert [one["verdict"] for one in server.log(game)] == [LEGAL] * table.length


def test_three_are_asked_one_after_the_other_and_play_again(server: Server, hand_out: Give) -> None:
    """On phones of their own: the third agrees last; who gave up watches; the rematch turns the seats."""
    setup, players, _ = GAMES["arcane-legions"]
    record = {"record": 1, "ruleset": "arcane-legions", "players": list(players), "setup": setup}
    game, table = server.open(record), opened("arcane-legions", setup, players)
    for _ in range(5):
        said = legions(table)
        table.take(*adjudicate(table, said))
        game.step(str(said["by"]), **{key: said[key] for key in said if key != "by"})
    game.step("ben", do="end_orders")
    ana, ben, cem = (hand_out().sit(game, player) for player in players)
    ana.tap("Ask to take back my entry 5")
    ben.tap("Take it back")
    ana.is_told("ben agrees.")
    cem.tap("Take it back")
    ana.is_told("cem agrees.")
    expect(ana.page.locator(".lead")).to_have_text("Your turn: order a unit")
    game.step("ben", do="concede")
    game.step("cem", do="concede")
    for phone in (ana, ben, cem):
        expect(phone.page.locator("#chance")).to_contain_text("won")
    cem.tap("Rematch")
    cem.page.wait_for_url(lambda url: game.id not in url)
    for phone in (ana, ben):
        phone.tap("Rematch")
    expect(ben.page.locator(".lead")).to_have_text("Your turn: order a unit")
