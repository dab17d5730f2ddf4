"""What holds of every game of VoidSiege, whatever is said in it."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.history import Game
from domain.kernel.shared import adjudicate
from domain.voidsiege import RULESET
from domain.voidsiege.table import Table
from tests.properties.play import holds, play, refusals_rest_on_what_they_name
from tests.spec import opened

TWO_EACH = {"a1": "ana", "a2": "ana", "b1": "ben", "b2": "ben"}
WILL = {"abilities": ["will_of_the_masters"]}


def units(**more: dict[str, Any]) -> dict[str, Any]:
    return {name: {"owner": owner, **more.get(name, {})} for name, owner in TWO_EACH.items()}


SETUPS: tuple[dict[str, Any], ...] = (
    {"points": {"ana": 3, "ben": 3}, "units": units()},
    {"points": {"ana": 2, "ben": 1}, "units": units(a1={**WILL, "restrictions": ["run"]})},
    {"points": {"ana": 1, "ben": 0}, "units": units(), "rounds": 2},
    {"points": {"ana": 2, "ben": 2}, "units": units(b1=WILL), "scenario": 1},
    {"points": {"ana": 2, "ben": 2}, "units": units(), "scenario": 3},
    {
        "points": {"ana": 3, "ben": 2},
        "units": units(b2={**WILL, "restrictions": ["run", "shoot", "defend"]}),
        "scenario": 4,
        "commands": {
            "overrun": {
                "parts": ["run", "shoot", "brace"],
                "restrictions": {"run": ["run"], "brace": ["defend"]},
                "target": "after_move",
            },
            "covering_fire": {"parts": ["shoot"], "target": "declared"},
        },
    },
    {
        "points": {"ana": 3, "ben": 3},
        "units": units(
            a1={"abilities": ["relentless", "frenzy"], "restrictions": ["run", "shoot"]},
            b1={"abilities": ["relentless", *WILL["abilities"]], "restrictions": ["shoot"]},
        ),
        "commands": {"overrun": {"parts": ["move", "shoot", "brace"], "target": "after_move"}},
        "reactions": {
            "advance": True, "assault": True, "ditch": True, "overrun": True, "rally": False,
        },
        "removals": ["relentless"],
    },
)  # fmt: skip


def some_game(chance: Random) -> Game:
    edition = RULESET.edition()
    readings = {
        id: chance.choice(tuple(question.readings))
        for id, question in edition.questions.items()
        if question.readings and chance.random() < 1 / 3
    }
    return opened(RULESET, chance.choice(SETUPS), readings=readings)


def the_table_is_sound(game: Game) -> None:
    table: Table = game.now.state
    assert all(points >= 0 for points in table.points.values())
    if table.acting is None:
        assert not table.queue
        assert table.window is None
        assert table.reaction is None
    if table.over:
        assert table.to_act == ()
    else:
        assert table.to_act
        assert table.acting is not None or table.points[table.go.player]
    for player in table.players:
        living = [u for u in table.units.values() if u.owner == player and u.destroyed is None]
        assert len(living) == table.left[player]


def restrictions_are_those_of_closed_commands(game: Game) -> None:
    """S2, S4: what a unit holds came with a command or reaction that has closed in this round."""
    table: Table = game.now.state
    stands = {one.entry for one in game.now.stands()} | {one.happened for one in game.now.stands()}
    for unit in table.units.values():
        for restriction, held in unit.held.items():
            assert unit.destroyed is None
            if not held.declared:
                assert table.round == 1
                continue
            assert held.declared in stands, f"{restriction} of a command that does not stand"
            assert table.acting is None or held.declared != table.acting.entry
            assert restriction in table.commands[held.command].restrictions


def always(game: Game) -> None:
    the_table_is_sound(game)
    restrictions_are_those_of_closed_commands(game)


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
def test_whatever_is_said_the_log_is_all_there_is(seed: int) -> None:
    chance = Random(seed)
    holds(play(some_game(chance), chance, steps=45, seen=always, played_on=1 / 12))


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
def test_a_refusal_rests_on_the_entries_it_names(seed: int) -> None:
    """Without them it would be another one, or none."""
    chance = Random(seed)
    refusals_rest_on_what_they_name(play(some_game(chance), chance, steps=30).game)


@settings(max_examples=40, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
def test_a_game_always_goes_on(seed: int) -> None:
    """`going_on` is legal in every position, and nothing a page shows of it fails."""
    chance = Random(seed)

    def goes_on(game: Game) -> None:
        table: Table = game.now.state
        if game.now.request is None and not table.over:
            said = RULESET.plainest_step(table)
            assert said is not None
            if chance.random() < 1 / 8:
                play_one(game, said)
        assert RULESET.chance(table)
        assert list(RULESET.in_words(table, "ana"))
        assert RULESET.board(table, "ana")
        assert len(list(RULESET.offers.candidates(table, "ben"))) <= 300

    play(some_game(chance), chance, steps=30, seen=goes_on)


def play_one(game: Game, said: Any) -> None:
    entry, _ = adjudicate(game, said)
    assert entry.ruling.verdict == "legal", f"{said}: {entry.ruling}"
