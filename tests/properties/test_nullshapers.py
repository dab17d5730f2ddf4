"""What holds of every game of Nullshapers, whatever is said in it."""

from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from application.desk.explain import why, why_not
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Ask
from domain.kernel.shared import adjudicate
from domain.nullshapers import RULESET
from domain.nullshapers.cards import ZONES
from domain.nullshapers.chapters.battle import ActionExecuted
from domain.nullshapers.chapters.moves import ActionCancelled
from domain.nullshapers.hidden import may_name, may_see
from domain.nullshapers.outline import AFTER
from domain.nullshapers.table import Table
from tests.domain.nullshapers import tables as t
from tests.domain.nullshapers.test_follows import otherwise
from tests.properties.play import filled, holds, play, refusals_rest_on_what_they_name
from tests.spec import opened

WALL = {**t.AGENT, "defense": 4, "keywords": {"firewall": {"void": 1}, "ready": True}}
FLASH = {**t.AGENT, "speed": 2, "keywords": {"lightspeed": True, "secure": True}}
ARCHER = {**t.AGENT, "attack": 3, "defense": 1, "range": "ranged"}
RAGER = {**t.AGENT, "attack": 4, "battle": "reported"}
CLOAK = {**t.AGENT, "keywords": {"encrypt": "locked"}}
HUSH = {**t.QUAKE, "keywords": {"unanswerable": True}}
TRAPPER = t.reactive("despawn", {"do": "damage", "amount": 2}, {"what": "agent", "whose": "enemy"})
CLOCK = t.reactive("start_of_turn", {"do": "lock"}, {"what": "agent"})
HORN = t.reactive("start_of_attack")
DRUM = t.reactive("initiate", {"do": "durability", "amount": -1}, {"what": "sector"})
SABOTEUR = {
    **t.reactive(
        "deploy", {"do": "durability", "amount": -3}, {"what": "sector", "whose": "enemy"}
    ),
    "cost": {"void": 1},
}
GIFT = {**t.SCRY, "effects": [{"do": "draw", "amount": 2, "who": "opponent"}]}
SHOVE = {**t.JOLT, "effects": [{"do": "to_biome", "biome": "b2"}]}
AGENTS = {"what": "agent"}
LULL = {**t.JOLT, "target": {**AGENTS, "min": 0}}
TRADE = {
    **t.QUAKE,
    "target": None,
    "targets": [{**AGENTS, "whose": "own"}, {**AGENTS, "max": 2}],
    "effects": [{"do": "lock"}, {"do": "damage", "amount": 1, "group": 2}],
}
SALVAGE = {**t.QUAKE, "target": {"what": "card", "zone": "cache"}, "effects": [{"do": "to_hand"}]}
BANISH = {
    **t.JOLT,
    "target": {"what": "constant"},
    "effects": [{"do": "terminate"}, {"do": "gain_energy", "kind": "dark", "amount": 1}],
}
ROT = {
    **t.SCRY,
    "effects": [
        {"do": "discard", "amount": 1, "who": "opponent"},
        {"do": "draw", "amount": 1},
        {"do": "discard", "amount": 2},
    ],
}
HERALD = {
    **t.AGENT,
    "skills": {
        "triumph": {
            "kind": "reactive",
            "when": "reported",
            "options": {
                "pin": {
                    "targets": [AGENTS, {**AGENTS, "min": 0, "max": 2}],
                    "effects": [{"do": "lock"}],
                },
                "mend": {
                    "target": {"what": "sector"},
                    "effects": [{"do": "durability", "amount": 1}],
                },
                "read": {"effects": [{"do": "draw", "amount": 1}]},
            },
        },
        "fall": {"kind": "reactive", "when": "despawn", "effects": [{"do": "draw", "amount": 1}]},
        "fall too": {
            "kind": "reactive",
            "when": "despawn",
            "target": AGENTS,
            "effects": [{"do": "lock"}],
        },
    },
}
TRADE.pop("target")
KINDS: tuple[Mapping[str, Any], ...] = (
    t.AGENT, t.JOLT, t.QUAKE, t.RECALL, t.PIN, t.SWEEP, t.NULLIFY, t.SEVER, t.SCRY, t.OVERLOAD,
    t.FORK, t.PLATING, t.BLADE, t.RIFT, t.MEDIC, t.SENTRY, t.ECHO, t.CHOIR, WALL, FLASH, CLOAK, HUSH,
    TRAPPER, CLOCK, HORN, DRUM, SABOTEUR, GIFT, SHOVE, LULL, TRADE, SALVAGE, BANISH, ROT, HERALD,
    HERALD, ARCHER, ARCHER, RAGER,
)  # fmt: skip
STAYS = frozenset({"agent", "software", "hardware", "anomaly"})


def some_cards(chance: Random) -> dict[str, dict[str, Any]]:
    cards: dict[str, dict[str, Any]] = {}
    for n in range(chance.randrange(12, 30)):
        kind = chance.choice(KINDS)
        zones = (
            ("staging", "b1", "b1", "hand", "hand", "deck")
            if kind["type"] in STAYS
            else ("hand", "deck")
        )
        cards[f"c{n:02}"] = {
            **kind,
            "owner": chance.choice(("ana", "ben")),
            "zone": chance.choice(zones),
            "locked": chance.random() < 1 / 8,
        }
    return cards


def some_fighters(cards: Mapping[str, Any], chance: Random) -> dict[str, Any]:
    """Some of the agents in the sectors attack and defend already: ana's turn is under way."""
    agents = [id for id, one in cards.items() if (one["type"], one["zone"]) == ("agent", "b1")]
    fighting = [id for id in agents if chance.random() < 2 / 3]
    attackers = [id for id in fighting if cards[id]["owner"] == "ana"]
    defenders = [id for id in fighting if cards[id]["owner"] == "ben"]
    against: dict[str, list[str]] = {}
    for id in defenders if attackers else ():
        against.setdefault(chance.choice(attackers), []).append(id)
    return {"attackers": attackers, "defenders": defenders, "against": against}


def some_setup(chance: Random) -> dict[str, Any]:
    cards = some_cards(chance)
    decks = {
        player: [
            id for id, card in cards.items() if (card["owner"], card["zone"]) == (player, "deck")
        ]
        for player in ("ana", "ben")
        if chance.random() < 3 / 4
    }
    energy = {"void": 9, "chaos": 3, "light": 1}
    return {
        **some_fighters(cards, chance),
        "cards": cards,
        "decks": decks,
        "energy": {"ana": energy, "ben": energy},
        "step": chance.choice((*AFTER, "first_primary", "first_primary", "attack", "defend")),
        "turn": chance.choice((1, 4)),
        "sectors": {
            f"b{n}.{who}": chance.choice((1, 3, 10)) for n in (1, 2, 3) for who in ("ana", "ben")
        },
    }


def some_readings(chance: Random) -> dict[str, str]:
    return {
        id: chance.choice(tuple(question.readings))
        for id, question in RULESET.edition().questions.items()
        if chance.random() < 1 / 4
    }


def fill(field: str, ask: Ask, chance: Random) -> Any:
    """Reports name one card and one place, not a list."""
    answer = filled(field, ask, chance)
    if field in ("card", "to"):
        return answer[0] if answer else ZONES[0]
    return int(answer) if field == "speed" else answer


class Watch:
    """The invariants, looked at after every entry."""

    def __init__(self, game: Game) -> None:
        self.before: Table = game.now.state

    def __call__(self, game: Game) -> None:
        table: Table = game.now.state
        every_card_is_in_one_place(table)
        energy_is_never_negative(table)
        somebody_is_waited_for(table)
        each_defends_where_its_attacker_stands(table)
        assert [*otherwise(game.log[-1])] == []
        last_in_is_first_executed(self.before, game)
        self.before = table


def every_card_is_in_one_place(table: Table) -> None:
    queued = [item.card for item in table.queue if item.card and item.is_card]
    assert len(set(queued)) == len(queued)
    assert sorted(queued) == sorted(id for id, card in table.cards.items() if card.zone == "queue")
    assert all(card.zone in (*ZONES, "queue") for card in table.cards.values())
    for player, deck in table.decks.items():
        if deck is not None:
            assert sorted(deck) == list(table.in_zone("deck", player))
    assert all(table.cards[one].on_the_planet for pair in table.attached.items() for one in pair)


def energy_is_never_negative(table: Table) -> None:
    assert all(number >= 0 for own in table.energy.values() for number in own.values())


def somebody_is_waited_for(table: Table) -> None:
    """Either the match is over, or one player may go on, or both report a battle; nothing else is owed."""
    waiting = RULESET.to_act(table)
    assert len(waiting) == (0 if table.over else 2 if table.battles else 1)
    if table.choice is None and not table.battles and not table.over:
        assert not table.triggers or table.nobody_acts
        assert len(table.passed) < 2
    if table.over:
        assert table.holds_chance() is None
        assert table.passed == ()


def each_defends_where_its_attacker_stands(table: Table) -> None:
    """P15: against one attacker; and what is terminated, or goes elsewhere, is out of the battle."""
    named = [one for those in table.against.values() for one in those]
    assert len(set(named)) == len(named)
    for attacker, defenders in table.against.items():
        assert attacker in table.attackers
        for one in defenders:
            assert one in table.defenders
            assert table.cards[one].zone == table.cards[attacker].zone


def last_in_is_first_executed(before: Table, game: Game) -> None:
    """E1, E2: what executes was on top, and both had passed; one action an entry, but for N7."""
    entry = game.log[-1]
    executed = [event for event in entry.events if type(event) is ActionExecuted]
    by_himself = before.standing or "until" in entry.said
    assert len(executed) <= 1 or by_himself
    for event in executed:
        if by_himself:
            continue
        if entry.said["do"] in ("undo", "rewind", "overrule", "consent"):
            continue
        assert entry.said["do"] in ("pass", "next") or game.law["M2"] == "until_execution"
        assert before.queue[-1].name == event.entry
        other = before.other(entry.said["by"])
        assert other in before.passed, "executed while somebody might still answer"
    if not executed and entry.said["do"] in ("play", "activate", "convert", "energy"):
        assert not [event for event in entry.events if type(event) is ActionCancelled]


def some_game(chance: Random) -> Game:
    return opened(RULESET, some_setup(chance), readings=some_readings(chance))


@settings(max_examples=50, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
def test_whatever_is_said_the_log_is_all_there_is(seed: int) -> None:
    chance = Random(seed)
    game = some_game(chance)
    holds(play(game, chance, steps=50, fill=fill, seen=Watch(game), played_on=1 / 12))


@settings(max_examples=25, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
def test_a_game_always_goes_on(seed: int) -> None:
    """`going_on` is legal in every position, or open; and nothing a page shows of it fails."""
    chance = Random(seed)

    def goes_on(game: Game) -> None:
        table: Table = game.now.state
        said = RULESET.plainest_step(table)
        if game.now.request is None and said is not None:
            entry, _ = adjudicate(game, said)
            waits_in_no_window = table.nobody_acts and table.queue
            assert entry.ruling.verdict != "illegal" or waits_in_no_window, entry.ruling
        for viewer in ("ana", SPECTATOR):
            assert RULESET.chance(table)
            assert list(RULESET.in_words(table, viewer))
            assert RULESET.board(table, viewer)
        assert len(list(RULESET.offers.candidates(table, "ben"))) <= 300

    game = some_game(chance)
    play(game, chance, steps=30, fill=fill, seen=goes_on)


def hidden_from(table: Table, viewer: str) -> list[str]:
    """The cards in the other's hand and in every deck."""
    return [
        id
        for id, card in sorted(table.cards.items())
        if card.zone == "deck" or (card.zone == "hand" and card.whose != viewer)
    ]


def swapped(setup: Mapping[str, Any], viewer: str, chance: Random) -> dict[str, Any]:
    """The same table with other cards where this viewer does not look: names and prints change."""
    cards = dict(setup["cards"])
    unseen = [
        id
        for id, card in cards.items()
        if card["zone"] == "deck" or (card["zone"] == "hand" and card["owner"] != viewer)
    ]
    renamed = {id: f"x{n:02}" for n, id in enumerate(unseen)}
    for old, new in renamed.items():
        card = cards.pop(old)
        kind = chance.choice([kind for kind in KINDS if kind["type"] == "event"])
        cards[new] = {**kind, "owner": card["owner"], "zone": card["zone"]}
    decks = {who: [renamed[id] for id in deck] for who, deck in setup["decks"].items()}
    return {**setup, "cards": cards, "decks": decks}


@settings(max_examples=40, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
def test_nothing_a_player_sees_tells_of_what_is_hidden(seed: int) -> None:
    """With other cards in the other's hand and in the decks, a viewer sees just the same."""
    chance = Random(seed)
    setup = some_setup(chance)
    readings = some_readings(chance)
    viewer = "ana"
    one = opened(RULESET, setup, readings=readings)
    two = opened(RULESET, swapped(setup, viewer, chance), readings=readings)
    unseen = hidden_from(one.now.state, viewer)
    for _ in range(25):
        said = public_step(one, chance)
        for game in (one, two):
            entry, position = adjudicate(game, said)
            game.take(entry, position)
        if any(may_see(one.now.state, viewer, card) for card in unseen):
            break
        assert seen_by(one, viewer) == seen_by(two, viewer)


def public_step(game: Game, chance: Random) -> Mapping[str, Any]:
    """A step that depends on nothing hidden: passing, or one of ana's own with what she sees."""
    table: Table = game.now.state
    going_on = RULESET.plainest_step(table)
    hidden = set(hidden_from(table, "ana"))
    own = [
        one.said
        for one in RULESET.offers.candidates(table, "ana")
        if one.said["do"] != "report" and not hidden.intersection(map(str, one.said.values()))
    ]
    discards = table.choice is not None and table.choice.kind == "discard"
    if going_on is not None and (chance.random() < 1 / 2 or not own) and not discards:
        return going_on
    return chance.choice(own or [{"by": "ana", "do": "note", "text": "nothing to do"}])


def seen_by(game: Game, viewer: str) -> tuple[Any, ...]:
    """Everything that the outputs hold for this viewer."""
    table: Table = game.now.state
    before = game.position(game.length - 1).state
    assert RULESET.entry_seen is not None
    entry = RULESET.entry_seen(game.log[-1], viewer, before, table)
    words = list(RULESET.in_words(table, viewer))
    steps = [one.said for one in RULESET.offers.candidates(table, viewer)]
    return game.view(viewer=viewer), entry, words, RULESET.board(table, viewer), steps


NOBODY = "zz9"
"""A name that is nothing in any game."""


def shapes(player: str, name: str, own: str, planet: str) -> list[dict[str, Any]]:
    """Every kind of step with this name in every place where one can stand."""
    steps: list[dict[str, Any]] = [
        {"do": "play", "card": name},
        {"do": "play", "card": own, "targets": [name]},
        {"do": "play", "card": own, "targets": [planet, name], "biome": "b1"},
        {"do": "play", "card": own, "biome": name},
        {"do": "play", "card": own, "option": name},
        {"do": "play", "card": own, "pay": {name: 1}},
        {"do": "activate", "card": name, "skill": "patch"},
        {"do": "activate", "card": planet, "skill": name},
        {"do": "activate", "card": planet, "skill": "patch", "targets": [name]},
        {"do": "convert", "card": name},
        {"do": "anomaly", "card": name},
        {"do": "energy", "card": name},
        {"do": "choose", "targets": [name]},
        {"do": "choose", "targets": [f"{name}/patch"]},
        {"do": "choose", "targets": [planet, name]},
        {"do": "choose", "option": name},
        {"do": "pass", "until": name},
        {"do": "pass", name: 1},
        {"do": "next", "whatever": [name]},
        {"do": name},
        {"do": "note", "text": name},
        {"do": "undo", "card": name},
        {"do": "rewind", "to": name, "because": "so"},
    ]
    for action in ("advance", "attack", "defend"):
        steps.append({"do": action, "agents": {name: "b1"}})
        steps.append({"do": action, "agents": {planet: "b1", name: "b2"}})
        steps.append({"do": action, "agents": {planet: name}})
    facts: list[dict[str, Any]] = [
        {"fact": "damage", "card": name, "amount": 1},
        {"fact": "lock", "card": name},
        {"fact": "unlock", "card": name},
        {"fact": "move", "card": name, "to": "cache"},
        {"fact": "move", "card": planet, "to": name},
        {"fact": "attach", "card": name, "to": planet},
        {"fact": "attach", "card": planet, "to": name},
        {"fact": "speed", "card": name, "speed": 2},
        {"fact": "energy", "player": name, "kind": "void", "amount": 1},
        {"fact": "durability", "sector": name, "amount": -1},
        {"fact": "lose_biome", "player": name, "biome": "b1"},
        {"fact": "lose_biome", "player": player, "biome": name},
        {"fact": "skill_reacts", "card": name, "skill": "patch"},
        {"fact": "skill_reacts", "card": planet, "skill": name},
        {"fact": "other", "text": name},
        {"fact": name},
    ]
    steps += [{"do": "report", **fact} for fact in facts]
    return [{"by": player, **step} for step in steps]


def answers(game: Game, said: Mapping[str, Any], name: str) -> list[str]:
    """What everybody but a judge and whose card it may be is shown of this step, with a blank for the name."""
    assert RULESET.entry_seen is not None
    found = []
    for played in ({}, {"played": True}):
        entry, position = adjudicate(game, {**said, **played})
        for viewer in (said["by"], SPECTATOR):
            seen = RULESET.entry_seen(entry, viewer, game.now.state, position.state)
            view = RULESET.view(position.state, viewer)
            found.append(f"{viewer}: {seen} {view}".replace(name, "…"))
    return found


def explained(game: Game, said: Mapping[str, Any], name: str) -> list[str]:
    """Why it would be refused, before it is said and after, for its player."""
    by = said["by"]
    ahead = game.at(game.length)
    ahead.take(*adjudicate(ahead, said))
    found = (why_not(game, said, viewer=by, most=50), why(ahead, ahead.length, by, most=50))
    return [f"{one.as_json()} {[*one.lines(RULESET)]}".replace(name, "…") for one in found]


@settings(max_examples=30, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
def test_what_a_player_may_not_see_does_not_exist_for_their_steps(seed: int) -> None:
    """In whatever step a hidden name stands, it is answered as a name that is nothing, to the letter."""
    chance = Random(seed)
    game = some_game(chance)
    play(game, chance, steps=chance.randrange(25), fill=fill)
    table: Table = game.now.state
    for player in game.players:
        hidden = [one for one in sorted(table.cards) if not may_name(table, player, one)]
        own = [one for one in sorted(table.cards) if may_see(table, player, one)]
        if not hidden or not own:
            continue
        name, mine = chance.choice(hidden), chance.choice(own)
        planet = chance.choice([one for one in own if table.cards[one].on_the_planet] or own)
        told = shapes(player, name, mine, planet)
        for one, other in zip(told, shapes(player, NOBODY, mine, planet), strict=True):
            assert answers(game, one, name) == answers(game, other, NOBODY), one
        for one, other in chance.sample(
            [*zip(told, shapes(player, NOBODY, mine, planet), strict=True)], 6
        ):
            assert explained(game, one, name) == explained(game, other, NOBODY), one


@settings(max_examples=40, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
def test_a_refusal_rests_on_the_entries_it_names(seed: int) -> None:
    """Without them it would be another one, or none."""
    chance = Random(seed)
    refusals_rest_on_what_they_name(play(some_game(chance), chance, steps=30, fill=fill).game)
