"""What holds of every game of Arcane Legions, whatever is said in it."""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.arcane_legions import RULESET
from domain.arcane_legions.outline import FIRST_ROW, ORDERS, ROWS, TURN
from domain.arcane_legions.table import Table
from domain.kernel.history import Game
from domain.kernel.ruleset import Candidate
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.values import changed
from tests.kit.planted import offering
from tests.properties.play import holds, play, refusals_rest_on_what_they_name
from tests.spec import opened

LINE: dict[str, Any] = {"base": "formation", "figures": 4}
ICONS = {"attack": 3, "defence": 2, "movement": 3}
A1 = {**LINE, "owner": "ana", "icons": ICONS}
A2: dict[str, Any] = {
    "owner": "ana",
    "base": "sortie",
    "figures": [
        {"id": "f1", "icons": ["attack", "movement"], "hit_points": 2, "commander": True},
        {"id": "f2", "icons": ["defence", "ranged"], "kind": "red"},
    ],
    "abilities": ["elusive", "hustle", "disciplined"],
    "specials": [{"name": "rush", "cost": 1, "targets": True}, {"name": "cry", "cost": 0}],
    "costs": {"front": 1, "back": 2},
    "grey": ["back"],
}
B1 = {**LINE, "owner": "ben", "icons": ICONS, "abilities": ["impede", "deadly"]}
B2 = {**LINE, "owner": "ben", "icons": {"ranged": 3, "attack": 1, "movement": 1}}
C1 = {**LINE, "owner": "cem", "icons": ICONS, "abilities": ["beast", "impede"]}
D1 = {**LINE, "owner": "dan", "icons": {**ICONS, "ranged": 2}, "grey": ["left"]}
TWO = {"a1": A1, "a2": A2, "b1": B1, "b2": B2}
CLOSE: dict[str, Any] = {
    "units": TWO,
    "adjacent": [["a1", "b1"], ["a1", "b2"], ["a2", "b2"]],
    "in_range": [["b2", "a1"], ["a2", "b1"]],
    "terrain": {"hill": "ana", "ford": None},
}
LATE = {"turn": 9, "at": "T2b", "order_points": {"ana": 6}, "victory_points": {"ana": 17}}
BEGUN = [{"id": "t1", "owner": "ana", "source": "a1"}, {"id": "t2", "owner": "ben", "source": "b1"}]
THREE = {
    **CLOSE,
    "units": {**TWO, "c1": C1},
    "adjacent": [*CLOSE["adjacent"], ["a1", "c1"], ["b1", "c1"]],
}
FOUR = {
    **THREE,
    "units": {**THREE["units"], "d1": D1},
    "adjacent": [*THREE["adjacent"], ["a1", "d1"], ["b2", "d1"]],
    "in_range": [*CLOSE["in_range"], ["d1", "a2", "back"], ["d1", "c1", "front"], ["b2", "a2"]],
}
SETUPS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (("ana", "ben"), CLOSE),
    (("ana", "ben"), {**CLOSE, "ambush": False, "start": {"triggers": BEGUN}}),
    (("ana", "ben"), {**CLOSE, "start": LATE}),
    (("ana", "ben", "cem"), {**THREE, "ambush": False}),
    (("ana", "ben", "cem"), {**THREE, "start": {**LATE, "triggers": BEGUN}}),
    (("ana", "ben", "cem", "dan"), {**FOUR, "ambush": False}),
    (("ana", "ben", "cem", "dan"), {**FOUR, "start": {**LATE, "triggers": BEGUN}}),
)


SELDOM = ("report", "trigger")


RAISING = frozenset(do for do, one in RULESET.procedures.items() if hasattr(one.step, "raises"))


def with_triggers(table: Table, one: Candidate) -> Iterator[Candidate]:
    """The step with a trigger of either side, at its row or a later one."""
    if one.said["do"] in RAISING:
        for n, unit in enumerate(table.units.values()):
            raised = {"id": f"r{len(table.used)}", "owner": unit.owner, "source": unit.id}
            rows = (table.row, *ROWS)
            at = {"at": rows[(7 * n + table.since) % len(rows)]} if n % 2 else {}
            yield Candidate({**one.said, "raises": [{**raised, **at}]}, one.asks)


def with_points(player: str, one: Candidate) -> Iterator[Candidate]:
    """An outcome of points; a payment with a figure or a declared change."""
    if one.said["do"] in ("effect", "resolve"):
        yield Candidate({**one.said, "victory_points": {player: 2}, "order_points": {player: -1}})
    if one.said["do"] == "pay":
        yield Candidate({**one.said, "figure": "f1"})
        yield Candidate({**one.said, "points": one.said["points"] + 1, "change": 1})


def mostly_at_the_row(table: Table, player: str) -> list[Candidate]:
    """What belongs to the row often, facts and triggers now and then, so that games get somewhere."""
    found = list(RULESET.offers.candidates(table, player))
    often = [one for one in found if one.said["do"] not in (*SELDOM, "end_orders", "no_pay")]
    facts = [
        one for one in found if one.said["do"] in SELDOM and one.said.get("fact") != "destroyed"
    ]
    rare = [other for one in found for other in with_triggers(table, one)]
    rare += [other for one in found for other in with_points(player, one)]
    concede = Candidate({"by": player, "do": "concede"})
    return (
        often * (1 + (5 * len(facts) + 3 * len(rare)) // max(1, len(often)))
        + found
        + rare
        + [concede]
    )


GAME = offering(changed(RULESET, going_on=lambda _table: None), mostly_at_the_row)


def some_game(chance: Random) -> Game:
    readings = {
        id: chance.choice(tuple(question.readings))
        for id, question in RULESET.edition().questions.items()
        if chance.random() < 1 / 2
    }
    players, setup = chance.choice(SETUPS)
    return opened(GAME, setup, players, readings)


def the_table_is_sound(game: Game) -> None:
    table: Table = game.now.state
    assert all(points >= 0 for points in table.order_points.values())
    assert all(points >= 0 for points in table.victory_points.values())
    assert all(order.movement >= 0 for order in table.orders)
    assert all(
        order.movement == 0 for order, row in table.orders_with_rows() if row in ("M.h", "M.i")
    )
    assert bool(RULESET.to_act(table)) != table.over
    assert all(RULESET.to_act(table)) or table.over
    for player in table.players:
        standing = [u for u in table.units.values() if u.owner == player and u.standing]
        assert len(standing) == table.forces[player]
    for unit in table.units.values():
        assert all(unit.hit_points_left(figure) > 0 for figure in unit.standing)
        assert len(set(unit.standing.values())) == len(unit.standing)
        assert not unit.down & set(unit.standing)
    for one, others in (*table.adjacent.items(), *table.in_range.items()):
        assert table.units[one].standing
        assert all(table.units[other].standing for other in others)
    for id, points in table.outstanding.items():
        assert 0 < points <= table.units[id].hit_points
    assert {one.row for one in table.announced} <= set(rows_that_may_come(table))
    assert all(
        one.owner not in table.conceded for one in (*table.announced, *table.triggers_in_hand())
    )
    assert RULESET.chance(table)
    assert list(RULESET.in_words(table, "spectator"))


def rows_that_may_come(table: Table) -> Iterator[str]:
    """Those of the turn, and of the orders on the stack: what is announced for others is dropped."""
    yield from (row.id for row in TURN)
    for order in table.orders:
        yield from (row.id for row in ORDERS[order.type])


def the_sequence_keeps_to_its_outline(game: Game) -> None:
    """Rows only by the outline's arrows; no row is passed while a trigger or damage waits."""
    entry = game.log[-1]
    if entry.ruling.verdict != LEGAL:
        return
    table: Table = game.position(game.length - 1).state
    for event in entry.events:
        if type(event) not in RULESET.events:
            return
        name = type(event).__name__
        if name in ("RowPassed", "RowReached", "DamageDealt", "OrderEnded"):
            assert not table.hands or entry.said["do"] == "resolve", event
            assert not table.outstanding
        if name == "OrderEnded":
            assert not ROWS[table.row].then
            began_at = table.position[-2]
            assert began_at in ("T2b", "M.c")
        if name == "OrderPointsLapsed":
            after = event.after(table, entry.n)
            assert set(after.order_points.values()) == {0}
        before, table = table, event.after(table, entry.n)
        if len(table.orders) > len(before.orders):
            assert before.row in ("T2b", "M.c")
            assert table.row in FIRST_ROW.values()


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False))
def test_whatever_is_played_can_be_replayed_and_stays_sound(chance: Random) -> None:
    game = some_game(chance)

    def seen(now: Game) -> None:
        the_table_is_sound(now)
        the_sequence_keeps_to_its_outline(now)

    holds(play(game, chance, steps=60, seen=seen, played_on=1 / 12))


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_refusal_with_a_cause_in_the_log_names_it(chance: Random) -> None:
    """The cause lies in the log if the same step would have been legal at the set-up."""
    game = some_game(chance)
    play(game, chance, steps=40)
    start, shared = game.at(0), {"G3", "G4", "G5", "G7", "G8"}
    for entry in game.log:
        if entry.ruling.verdict == LEGAL or entry.ruling.because or entry.said["by"] == "judge":
            continue
        first = adjudicate(start, entry.said)[0].ruling
        # G7 and G8 refuse by how the table lies now, and who is out of the game, without naming an entry.
        assert first.verdict != LEGAL or set(entry.ruling.cites) & shared, entry


@settings(max_examples=40, deadline=None)
@given(st.integers(min_value=0, max_value=2**32))
def test_a_refusal_rests_on_the_entries_it_names(seed: int) -> None:
    """Without them it would be another one, or none."""
    chance = Random(seed)
    refusals_rest_on_what_they_name(play(some_game(chance), chance, steps=40).game)


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_plainest_step_is_legal(chance: Random) -> None:
    game = some_game(chance)
    play(game, chance, steps=chance.randrange(30))
    while game.now.request is not None:
        game.take(*adjudicate(game, {"by": game.to_act()[0], "do": "consent"}))
    for _ in range(20):
        said = RULESET.plainest_step(game.now.state)
        if said is None:
            break
        entry, position = adjudicate(game, said)
        assert entry.ruling.verdict == LEGAL, entry
        game.take(entry, position)
