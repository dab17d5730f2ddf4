"""Rulings say what came of a step, and name the entries that they rest on."""

from tests.domain.arcane_legions.tables import (
    attacks,
    formation,
    late,
    moves,
    rolls,
    sortie,
    table,
    trigger,
)


def test_figures_down_a_unit_destroyed_and_what_it_scores_are_told() -> None:
    """K7, V1, V4."""
    b1 = {
        "owner": "ben",
        "base": "sortie",
        "figures": [{"id": "f1", "commander": True}, {"id": "f2"}],
    }
    units = {"a1": formation("ana"), "b1": b1, "b2": formation("ben")}
    story = table(units=units, adjacent=[["a1", "b1"]])
    attacks(story)
    rolls(story, defence=()).when(by="ana", do="hits", attacker=2, defender=0)
    story.when(by="ben", do="damage", unit="b1", figures=["f1", "f2"]).then_legal("C.i")
    story.then_reason(
        "f1 and f2 of b1 go down.",
        "ana scores 1 victory point and has 1 of 21.",
        "b1 is destroyed.",
        "ana scores 1 victory point and has 2 of 21.",
    )


def test_the_end_of_a_turn_is_told() -> None:
    """T3c, T2a, V2."""
    story = table(terrain={"hill": "ben"}).when(by="ana", do="end_orders").then_legal("T2b")
    story.then_reason(
        "Turn 1 has ended; turn 2 is ben's.",
        "For control terrain ben scores 3 victory points and has 3 of 21.",
        "ben has 8 order points.",
    )


def test_who_is_out_and_who_has_won_is_told() -> None:
    """V3, V4, V6."""
    units = {"a1": formation("ana"), "b1": formation("ben", 1), "c1": sortie("cem", 1)}
    story = table(("ana", "ben", "cem"), units=units, adjacent=[["a1", "b1"]])
    attacks(story)
    rolls(story, defence=(3,)).when(by="ana", do="hits", attacker=1, defender=0)
    story.when(by="ben", do="damage", unit="b1", figures=["f1"])
    story.then_reason("ben has no unit left and is out.")
    story.when(by="cem", do="concede").then_reason("ana is left and has won the game.")
    story = table(start=late(victory_points={"ana": 20}))
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", victory_points={"ana": 1})
    story.then_reason(
        "ana gains 1 victory point and has 21.", "ana has won the game with 21 victory points."
    )
    story = table().when(by="ana", do="report", fact="destroyed", unit="b1")
    story.then_reason("ben has no unit left and is out. ana alone still has units and has won")


def test_a_game_without_a_winner_is_told() -> None:
    """V5."""
    units = {"a1": formation("ana", 1), "b1": formation("ben", 1)}
    story = table(units=units).when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", damage={"a1": ["f1"], "b1": ["f1"]})
    story.when(by="ana", do="note", text="-")
    units = {"a1": formation("ana", 1), "b1": formation("ben", 1)}
    story = table(units=units).when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    outcome = {"damage": {"a1": ["f1"], "b1": ["f1"]}, "victory_points": {"ana": -2}}
    story.when(by="ana", do="resolve", trigger="t", **outcome).then_state(over=True, winner=None)
    story.then_reason("The game is over without a winner.")


def test_a_push_to_death_is_told() -> None:
    """U7, A12."""
    a1 = formation("ana", 1, orders_given={"move": 1})
    units = {"a1": a1, "a2": formation("ana"), "b1": formation("ben")}
    story = table(units=units, readings={"A12": "opponents"}, start=late())
    moves(story, figure="f1").then_reason("a1 is pushed to death. ben scores 2 victory points")


def test_fewer_dice_name_the_entry_that_downed_the_figure() -> None:
    """K2: the icon of the attacker, and that of the defender; not what hurt nobody's dice."""
    story = table()
    for id, owner, source in (("s", "ana", "a1"), ("t", "ben", "b1"), ("u", "ben", "b1")):
        story.when(by="ana", do="trigger", **trigger(id, owner, source))
    story.when(by="ana", do="resolve", trigger="s", damage={"b1": ["f1"]})
    story.when(by="ben", do="resolve", trigger="t", damage={"a1": ["f2"]})
    story.when(by="ben", do="resolve", trigger="u", damage={"a1": ["f6"]})
    attacks(story)
    rolls(story, defence=(3,)).then_illegal("K2").then_since(4, 5)
    assert 6 not in story.entry.ruling.because
    rolls(story, (5, 4), ()).then_illegal("K2").then_since(4, 5)


def test_no_icon_left_names_the_entries_that_took_them() -> None:
    """K1."""
    a1 = {**formation("ana"), "icons": {"attack": 2}}
    story = table(units={"a1": a1, "b1": formation("ben")})
    for n, figure in ((1, "f1"), (2, "f2"), (3, "f3")):
        story.when(by="ana", do="trigger", **trigger(f"t{n}", "ana", "a1"))
        story.when(by="ana", do="resolve", trigger=f"t{n}", damage={"a1": [figure]})
    story.when(by="ana", do="order", unit="a1", order="close").then_illegal("K1")
    assert story.entry.ruling.because == (2, 4)


def test_points_that_are_not_there_name_the_entries_that_spent_them() -> None:
    """O9, N1: order points in this turn, movement points in this order."""
    units = {"a1": formation("ana"), "a2": formation("ana"), "b1": formation("ben")}
    story = moves(table(units=units, start=late(order_points={"ana": 3})))
    story.when(by="ana", do="step", cost=1).when(by="ana", do="step", cost=1)
    story.when(by="ana", do="step", cost=2).then_illegal("N1").then_since(2, 3, 4)
    story.when(by="ana", do="stop").when(by="ana", do="order", unit="a2", order="move")
    story.when(by="ana", do="pay", points=2).then_illegal("O9").then_since(2)


def test_nobody_left_beside_it_names_the_entry_at_which_the_last_one_left() -> None:
    """A16 refused: adjacency and range ended with the unit (F1)."""
    a1 = {**formation("ana"), "icons": {"attack": 1, "ranged": 1}}
    units = {"a1": a1, "b1": sortie("ben"), "b2": sortie("ben")}
    facts = {"adjacent": [["a1", "b1"]], "in_range": [["a1", "b2", "left"]]}
    story = table(units=units, **facts, readings={"A16": "refused"})
    story.when(by="ben", do="report", fact="destroyed", unit="b1")
    story.when(by="ana", do="order", unit="a1", order="close").then_illegal("A16")
    assert story.entry.ruling.because == (1,)
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", damage={"b2": ["f1"]})
    story.when(by="ana", do="trigger", **trigger("u", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="u", damage={"b2": ["f2"]})
    story.when(by="ben", do="report", fact="out_of_range", unit="a1", target="b2", side="left")
    story.when(by="ana", do="order", unit="a1", order="ranged").then_illegal("A16")
    assert story.entry.ruling.because == (7,)
