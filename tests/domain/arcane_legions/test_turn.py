"""The turn: its rows, order points, control terrain, who orders, what an order costs."""

import pytest

from tests.domain.arcane_legions.tables import archers, formation, late, moves, rows, sortie, table


def test_a_turn_goes_through_its_rows() -> None:
    """T1, T1a, T2a are passed, T2b waits; T3, T3a, T3b, T3c lead to the next turn."""
    story = table().when(by="ana", do="end_orders").then_legal("T2b")
    assert rows(story) == ["T3", "T3a", "T3b", "T3c", "T1", "T1a", "T2a"]
    story.then_state(turn=2, active="ben", position=["T2b"], to_act=["ben"])
    story.then_state(order_points={"ana": 0, "ben": 8})


def test_points_are_the_allowance_of_the_active_player_only() -> None:
    """O1, O4: 8 order points at T2a, for nobody else."""
    story = table(order_points={"ana": 8, "ben": 9})
    story.then_state(order_points={"ana": 8, "ben": 0})
    story.when(by="ana", do="end_orders").happened("OrderPointsGained", "T2a", "O1", "O4")
    story.then_state(order_points={"ana": 0, "ben": 9})


@pytest.mark.parametrize(("reading", "third"), [("first_turn", 8), ("each_first_turn", 8)])
def test_the_ambush_turn_is_halved(reading: str, third: int) -> None:
    """O2, A10: the first turn, or the first turn of every player."""
    story = table(readings={"A10": reading}, ambush=True).then_state(order_points={"ana": 4})
    second = 8 if reading == "first_turn" else 4
    story.when(by="ana", do="end_orders").then_state(order_points={"ben": second})
    story.when(by="ben", do="end_orders").then_state(order_points={"ana": third})


@pytest.mark.parametrize(
    ("reading", "points"),
    [("subtract_then_halve", 3), ("subtract_then_halve_up", 3), ("halve_then_subtract", 2)],
)
def test_halving_and_the_penalty(reading: str, points: int) -> None:
    """A9: 8 with two extra factions: (8-2)/2, or 8/2-2."""
    factions = {"ana": ["roman", "han", "egyptian", "mercenary"]}
    story = table(readings={"A9": reading}, ambush=True, factions=factions)
    story.then_state(order_points={"ana": points})


def test_halving_up_rounds_up() -> None:
    """A9 subtract_then_halve_up: 8 less 1 is 7, half of it 4 and not 3."""
    for reading, points in (("subtract_then_halve", 3), ("subtract_then_halve_up", 4)):
        story = table(readings={"A9": reading}, ambush=True, factions={"ana": ["roman", "han"]})
        story.then_state(order_points={"ana": points})


@pytest.mark.parametrize(("reading", "points"), [("each", 6), ("flat", 7)])
def test_a_mixed_army_has_fewer_points(reading: str, points: int) -> None:
    """O3, A8: 1 off for each faction beyond the first, or 1 for all; mercenaries are none."""
    factions = {"ben": ["roman", "han", "egyptian", "mercenary"]}
    story = table(readings={"A8": reading}, factions=factions).when(by="ana", do="end_orders")
    story.happened("OrderPointsGained", "O3", "A8").then_state(order_points={"ben": points})


@pytest.mark.parametrize(
    ("readings", "scored"),
    [
        ({"A6": "active", "A7": "each"}, {"ana": 0, "ben": 6}),
        ({"A6": "active", "A7": "once"}, {"ana": 0, "ben": 3}),
        ({"A6": "all", "A7": "each"}, {"ana": 3, "ben": 6}),
    ],
)
def test_control_terrain_scores_as_the_turn_begins(
    readings: dict[str, str], scored: dict[str, int]
) -> None:
    """V2, A6, A7: 3 for each terrain, or 3 if any; for the active player, or for all."""
    terrain = {"hill": "ana", "ford": "ben", "shrine": "ben", "well": None}
    story = table(readings=readings, terrain=terrain, start=late(active="ana"))
    story.when(by="ana", do="end_orders").happened("VictoryPointsScored", "V2", "A6", "A7")
    story.then_state(victory_points=scored)


def test_only_the_active_player_orders_own_units_on_the_battlefield() -> None:
    """T2b, G2, O5."""
    story = table()
    story.when(by="ben", do="order", unit="b1", order="move").then_illegal("T2b")
    story.when(by="ben", do="order", unit="a1", order="move").then_illegal("G2")
    story.when(by="ana", do="order", unit="b1", order="move").then_illegal("O5", "G2")
    story.when(by="ben", do="end_orders").then_illegal("G2", "T2b")
    story = table(units={"a1": formation("ana"), "a2": sortie("ana"), "b1": formation("ben")})
    story.when(by="ben", do="report", fact="destroyed", unit="a2").then_legal("F1")
    story.when(by="ana", do="order", unit="a2", order="move").then_illegal("O5").then_since(1)


def test_words_and_names_are_looked_at_first() -> None:
    """G1: what is named exists, and a special order is one of the unit's own."""
    specials = [{"name": "rush", "cost": 0}]
    story = table(units={"a1": formation("ana", specials=specials), "b1": formation("ben")})
    for said in (
        {"unit": "a9", "order": "move"},
        {"unit": "a1", "order": "charge"},
        {"unit": "a1", "order": "move", "special": "rush"},
        {"unit": "a1", "order": "special"},
        {"unit": "a1", "order": "special", "special": "cry"},
        {"unit": "b1", "order": "special", "special": "rush"},
    ):
        story.when(by="ana", do="order", **said).then_illegal("G1")
    story.when(by="ana", do="order", unit="a1", order="special", special="rush").then_legal("T2b")


@pytest.mark.parametrize(
    ("order", "unit", "cost"),
    [
        ("close", "a1", 2),
        ("close", "a2", 1),
        ("move", "a1", 2),
        ("move", "a2", 1),
        ("regroup", "a1", 1),
        ("regroup", "a2", 1),
        ("special", "a2", 4),
    ],
)
def test_what_an_order_costs(order: str, unit: str, cost: int) -> None:
    """O6, O9: exactly so much, and no more than is in hand."""
    units = {
        "a1": formation("ana"),
        "a2": sortie("ana", specials=[{"name": "rush", "cost": 4}]),
        "b1": formation("ben"),
    }
    story = table(units=units, adjacent=[["a1", "b1"], ["a2", "b1"]])
    special = {"special": "rush"} if order == "special" else {}
    story.when(by="ana", do="order", unit=unit, order=order, **special).then_legal()
    if order == "close":
        story.when(by="ana", do="target", unit="b1").then_legal("C.a")
    story.when(by="ana", do="pay", points=cost + 1).then_illegal("O6").then_basis("rule")
    story.when(by="ana", do="pay", points=cost - 1).then_illegal("O6")
    story.when(by="ana", do="pay", points=cost).then_legal()
    story.happened("CostPaid", "O6", "O9").happened("OrderGiven", "O10")
    story.then_state(order_points={"ana": 8 - cost})


def test_impede_makes_a_move_dearer() -> None:
    """O7: 1 more for each Impede of each adjacent enemy."""
    units = {
        "a1": formation("ana"),
        "b1": formation("ben", abilities=["impede", "impede"]),
        "b2": sortie("ben", abilities=["impede"]),
        "b3": sortie("ben", abilities=["impede"]),
    }
    story = table(units=units, adjacent=[["a1", "b1"], ["a1", "b2"]])
    story.when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="pay", points=2).then_illegal("O6", "O7")
    story.then_reason("3 more for Impede of b1 and b2")
    story.when(by="ana", do="pay", points=4, change=-1).then_legal("M.a")


def test_elusive_makes_a_fight_dearer() -> None:
    """O8: 1 more for each Elusive of the target."""
    units = {"a1": formation("ana"), "b1": sortie("ben", abilities=["elusive", "elusive"])}
    story = table(units=units, adjacent=[["a1", "b1"]])
    story.when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ana", do="target", unit="b1")
    story.when(by="ana", do="pay", points=2).then_illegal("O6", "O8").then_since(2)
    story.when(by="ana", do="pay", points=4).then_legal("C.b")


def test_a_cost_is_paid_from_points_in_hand() -> None:
    """O9: what is not there is not paid; a declared change makes it less, never below 0."""
    story = table(start=late(order_points={"ana": 1}))
    story.when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="pay", points=2).then_illegal("O9")
    story.when(by="ana", do="pay", points=0, change=-5).then_legal("M.a")


@pytest.mark.parametrize(
    ("order", "lands"),
    [("close", "C.j"), ("ranged", "R.l"), ("move", "M.h"), ("regroup", "G.e"), ("special", "S.f")],
)
def test_an_order_not_paid_for_lands_where_the_outline_says(order: str, lands: str) -> None:
    """O10: it does not count; C.b, R.b, M.a, G.a, S.b lead to their own rows."""
    a1 = archers("ana", specials=[{"name": "cry", "cost": 1}])
    a1["icons"]["attack"] = 1
    story = table(
        units={"a1": a1, "b1": formation("ben")}, adjacent=[["a1", "b1"]], in_range=[["a1", "b1"]]
    )
    special = {"special": "cry"} if order == "special" else {}
    story.when(by="ana", do="order", unit="a1", order=order, **special)
    if order in ("close", "ranged"):
        story.when(by="ana", do="target", unit="b1").then_legal()
    row = story.state.row
    story.when(by="ana", do="no_pay").then_legal(row)
    assert rows(story)[0] == lands
    story.then_state(position=["T2b"], order_points={"ana": 8})
    story.then_state(units={"a1": {"orders_given": {order: 0}}})


@pytest.mark.parametrize("order", ["close", "ranged"])
def test_an_order_without_target_ends(order: str) -> None:
    """C.a, R.a: no_target leads to C.j or R.l; reading A16 allowed lets it be picked."""
    a1 = archers("ana")
    a1["icons"]["attack"] = 1
    story = table(readings={"A16": "allowed"}, units={"a1": a1, "b1": formation("ben")})
    story.when(by="ana", do="order", unit="a1", order=order).then_legal("T2b")
    story.when(by="ana", do="no_target").then_legal()
    assert rows(story) == (["C.j", "C.k"] if order == "close" else ["R.l", "R.m"])


def test_an_order_that_cannot_be_carried_out_may_be_refused() -> None:
    """A16 refused: too few points, no adjacent enemy, none in range."""
    a1 = archers("ana")
    a1["icons"]["attack"] = 1
    units = {"a1": a1, "b1": formation("ben")}
    start = late(order_points={"ana": 2})
    story = table(readings={"A16": "refused"}, units=units, start=start)
    story.when(by="ana", do="order", unit="a1", order="close").then_illegal("A16")
    story.when(by="ana", do="order", unit="a1", order="ranged").then_illegal("A16")
    moves(story).then_state(order_points={"ana": 0})
    story.when(by="ana", do="stop")
    story.when(by="ana", do="order", unit="a1", order="regroup").then_illegal("A16")
    story.then_since(4).then_basis("reading")


def test_the_orders_are_over_when_they_are_ended() -> None:
    """X2, T2b: no order while another is carried out."""
    story = table().when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="order", unit="a1", order="regroup").then_illegal("X2", "T2b")
    story.when(by="ana", do="end_orders").then_illegal("X2", "T2b").then_since(1)


def test_damage_wears_off_as_the_turn_ends() -> None:
    """T3a: an injured figure is whole again; a downed one stays down."""
    figures = [{"id": "f1", "hit_points": 2}, {"id": "f2"}]
    b1 = {"owner": "ben", "base": "formation", "figures": figures}
    story = table(units={"a1": formation("ana"), "b1": b1})
    story.when(by="ana", do="trigger", id="t", owner="ana", source="a1")
    story.when(by="ana", do="resolve", trigger="t", damage={"b1": ["f1", "f2"]}).then_legal("X3")
    story.then_state(units={"b1": {"damage": {"f1": 1}}})
    story.when(by="ana", do="end_orders").happened("InjuriesHealed", "T3a")
    story.happened("OrderPointsLapsed", "T3b").happened("TurnPassed", "T3c")
    story.then_state(units={"b1": {"damage": {}, "figures": 1}})


@pytest.mark.parametrize(
    ("points", "ambush", "reading", "expected"),
    [
        (1, False, "subtract_then_halve", 0),
        (4, False, "subtract_then_halve", 2),
        (1, True, "subtract_then_halve", 0),
        (5, True, "subtract_then_halve", 1),
        (1, True, "subtract_then_halve_up", 0),
        (5, True, "subtract_then_halve_up", 2),
        (2, True, "halve_then_subtract", 0),
        (7, True, "halve_then_subtract", 1),
        (8, True, "halve_then_subtract", 2),
    ],
)
def test_the_penalty_never_takes_more_than_there_is(
    points: int, ambush: bool, reading: str, expected: int
) -> None:
    """O2, O3, A9: two factions more than one take 2 points off, and nothing falls below 0."""
    army = {"ana": ["roman", "han", "egyptian"]}
    story = table(
        order_points=points, ambush=ambush, factions=army, readings={"A8": "each", "A9": reading}
    )
    found = story.game.view()["order_points"]["ana"]
    assert (found, type(found)) == (expected, int)
