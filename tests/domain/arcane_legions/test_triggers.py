"""Triggers: hands, who empties when, what an outcome may hold, where they arise."""

import pytest

from domain.arcane_legions.chapters.raising import what_it_raises_can_arise
from domain.arcane_legions.chapters.turn import end_orders
from tests.domain.arcane_legions.tables import (
    attacks,
    fights,
    formation,
    hits,
    late,
    moves,
    rolls,
    sortie,
    table,
    trigger,
)
from tests.spec import Story


def test_while_a_trigger_is_in_hand_the_sequence_halts() -> None:
    """X1, X5: it goes into its owner's hand, and nothing goes on before it is resolved."""
    story = table().when(by="ben", do="trigger", **trigger("t1", "ana", "a1")).then_legal("X5")
    story.happened("TriggerArose", "X5").then_state(to_act=["ana"], triggers={"ana": ["t1"]})
    story.when(by="ana", do="order", unit="a1", order="move").then_illegal("X1").then_since(1)
    story.when(by="ana", do="end_orders").then_illegal("X1")
    story.when(by="ana", do="resolve", trigger="t1").then_legal("X3").then_since(1)
    story.happened("TriggerResolved", "X3", "X4").then_state(triggers={"ana": []})


def test_a_trigger_is_resolved_to_nothing_but_never_left_out() -> None:
    """X4."""
    story = table().when(by="ana", do="trigger", **trigger("t1", "ana", "a1"))
    story.when(by="ana", do="order", unit="a1", order="move").then_illegal("X1")
    story.when(by="ana", do="resolve", trigger="t1").happened("TriggerResolved", "X4")


def test_a_trigger_has_an_owner_and_an_id_of_its_own() -> None:
    """X8."""
    story = table().when(by="ana", do="trigger", **trigger("t1", "ben", "a1")).then_illegal("X8")
    story.when(by="ana", do="trigger", **trigger("t1", "ana", "a9")).then_illegal("G1")
    story.when(by="ana", do="trigger", **trigger("t1", "dan", "a1")).then_illegal("G1")
    story.when(by="judge", do="trigger", **trigger("t1", "ana", "a1")).then_legal("X5")
    story.when(by="ben", do="resolve", trigger="t1").then_illegal("G2")
    story.when(by="ana", do="resolve", trigger="t1").then_legal("X3")
    story.when(by="ana", do="resolve", trigger="t1").then_illegal("G1")
    story.when(by="ana", do="trigger", **trigger("t1", "ana", "a1")).then_illegal("X8")
    story.then_since(4)


def three() -> Story:
    units = {"a1": formation("ana"), "b1": formation("ben"), "c1": formation("cem")}
    return table(("ana", "ben", "cem"), units=units, adjacent=[["a1", "b1"]])


def test_hand_after_hand_is_emptied() -> None:
    """X3: the active player first, then the next in turn order, each to the end."""
    story = three()
    for id, owner, source in (("c", "cem", "c1"), ("b", "ben", "b1"), ("a", "ana", "a1")):
        story.when(by="ana", do="trigger", **trigger(id, owner, source))
    story.when(by="cem", do="resolve", trigger="c").then_illegal("X3").then_since(3)
    story.when(by="ana", do="resolve", trigger="a").then_state(to_act=["ben"])
    raised = [trigger("b2", "ben", "b1"), trigger("a2", "ana", "a1")]
    story.when(by="ben", do="resolve", trigger="b", raises=raised).then_state(to_act=["ben"])
    story.when(by="ana", do="resolve", trigger="a2").then_illegal("X3")
    story.when(by="ben", do="resolve", trigger="b2").then_state(to_act=["cem"])
    story.when(by="cem", do="resolve", trigger="c").then_state(to_act=["ana"])
    story.when(by="ana", do="resolve", trigger="a2").then_state(to_act=["ana"])


def emptied_by_ben() -> Story:
    """Ana is through; ben, who is emptying, holds b2."""
    story = three()
    for id, owner, source in (("a", "ana", "a1"), ("b", "ben", "b1")):
        story.when(by="ana", do="trigger", **trigger(id, owner, source))
    story.when(by="ana", do="resolve", trigger="a").then_legal("X3")
    raised = [trigger("b2", "ben", "b1")]
    return story.when(by="ben", do="resolve", trigger="b", raises=raised).then_state(to_act=["ben"])


def test_the_next_empties_when_the_one_who_did_concedes() -> None:
    """X3, V6: round the table from ben on, not from the active player."""
    story = emptied_by_ben()
    for id, owner, source in (("a2", "ana", "a1"), ("c", "cem", "c1")):
        story.when(by="ana", do="trigger", **trigger(id, owner, source))
    story.when(by="ben", do="concede").then_legal("V6").then_state(to_act=["cem"])


def test_when_a_concession_empties_all_hands_it_begins_anew() -> None:
    """X3, V6: with the active player, and since the concession."""
    story = emptied_by_ben().when(by="ben", do="concede").then_legal("V6")
    story.when(by="ana", do="pay", points=1).then_illegal("X2").then_since(5)
    for id, owner, source in (("c", "cem", "c1"), ("a2", "ana", "a1")):
        story.when(by="ana", do="trigger", **trigger(id, owner, source))
    story.then_state(to_act=["ana"])


def test_a_trigger_that_arises_before_the_next_begins_comes_first() -> None:
    """X3: hands change only at the moment somebody resolves."""
    story = table()
    story.when(by="ana", do="trigger", **trigger("a", "ana", "a1"))
    story.when(by="ana", do="trigger", **trigger("b", "ben", "b1"))
    story.when(by="ana", do="resolve", trigger="a")
    story.when(by="ana", do="trigger", **trigger("a2", "ana", "a1"))
    story.when(by="ben", do="resolve", trigger="b").then_illegal("X3")


@pytest.mark.parametrize(
    ("reading", "verdict"), [("has_effect", "legal"), ("no_effect", "illegal")]
)
def test_a_trigger_whose_source_has_gone(reading: str, verdict: str) -> None:
    """A14: it has its effect, or is resolved to nothing."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": sortie("ben")}
    story = table(units=units, readings={"A14": reading})
    story.when(by="ben", do="trigger", **trigger("t", "ben", "b2"))
    story.when(by="ana", do="report", fact="destroyed", unit="b2")
    story.when(by="ben", do="resolve", trigger="t", damage={"a1": ["f1"]})
    assert story.entry.ruling.verdict == verdict
    assert "A14" in story.entry.ruling.cites
    if verdict == "illegal":
        story.then_since(2).when(by="ben", do="resolve", trigger="t").then_legal("X3", "A14")


def test_a_trigger_resolved_to_nothing_asks_nothing_of_a_gone_source() -> None:
    """A14 has_effect decides nothing where there is no outcome."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": sortie("ben")}
    story = table(units=units).when(by="ben", do="trigger", **trigger("t", "ben", "b2"))
    story.when(by="ana", do="report", fact="destroyed", unit="b2")
    story.when(by="ben", do="resolve", trigger="t").then_legal("X3")
    assert "A14" not in story.entry.ruling.cites


@pytest.mark.parametrize(
    ("reading", "at", "scored"), [("before_terrain", "T1", 0), ("after_terrain", "T1a", 3)]
)
def test_triggers_at_the_beginning_of_a_turn(reading: str, at: str, scored: int) -> None:
    """A5: before or after control terrain scores."""
    story = table(readings={"A5": reading}, terrain={"hill": "ben"})
    story.when(by="ana", do="end_orders", raises=[trigger("t", "ben", "b1")])
    story.then_state(position=[at], victory_points={"ben": scored}, order_points={"ben": 0})
    story.when(by="ben", do="resolve", trigger="t").then_state(position=["T2b"])
    story.then_state(victory_points={"ben": 3}, order_points={"ben": 8})


def test_triggers_of_the_set_up_are_in_hand() -> None:
    """A5: at T1 they halt there; at T2b they are simply in hand."""
    begun = [trigger("t", "ana", "a1")]
    table(start={"triggers": begun}).then_state(position=["T1"], triggers={"ana": ["t"]})
    table(start=late(triggers=begun)).then_state(position=["T2b"], to_act=["ana"])


def test_a_trigger_said_with_a_payment_halts_before_the_order_is_given() -> None:
    """X1: at M.a; the order counts only afterwards."""
    story = moves(table(), raises=[trigger("t", "ana", "a1")])
    story.then_state(position=["T2b", "M.a"], units={"a1": {"orders_given": {"move": 0}}})
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("X1")
    story.when(by="ana", do="resolve", trigger="t").then_state(position=["T2b", "M.c"])


@pytest.mark.parametrize(
    ("said", "position"),
    [
        ({"do": "step", "cost": 1}, "M.f"),
        ({"do": "turn", "cost": 2}, "M.f"),
        ({"do": "stop"}, "M.g"),
    ],
)
def test_triggers_in_a_move_halt_at_their_rows(said: dict[str, object], position: str) -> None:
    """X5: at M.f with a step or turn, at M.g with stop."""
    story = moves(table(adjacent=[]))
    story.when(by="ana", **said, raises=[trigger("t", "ana", "a1")]).then_legal("M.e")
    story.then_state(position=["T2b", position])
    story.when(by="ana", do="resolve", trigger="t")
    story.then_state(position=["T2b"] if position == "M.g" else ["T2b", "M.e"])


def test_triggers_in_a_fight_halt_at_their_rows() -> None:
    """X1: at C.f with the roll, at C.h with the hits; damage is outstanding only afterwards."""
    story = rolls(attacks(table()), raises=[trigger("t", "ana", "a1")])
    story.then_state(position=["T2b", "C.f"])
    hits(story, 1).then_illegal("X1")
    story.when(by="ana", do="resolve", trigger="t").then_state(position=["T2b", "C.g"])
    hits(story, 6, raises=[]).then_illegal("K6")
    hits(story, 3, raises=[trigger("u", "ben", "b1")]).then_state(position=["T2b", "C.h"])
    down = ["f1", "f2", "f3", "f4", "f5"]
    story.when(by="ben", do="resolve", trigger="u", damage={"b1": down}).then_legal("X3")
    story.then_state(position=["T2b", "C.i"], outstanding={"b1": 1})


def test_a_trigger_may_arise_at_a_later_row() -> None:
    """X2: only at one that the sequence passes because of this step."""
    story = rolls(attacks(table()))
    hits(story, 0, raises=[trigger("t", "ana", "a1", at="C.z")]).then_illegal("G1")
    hits(story, 0, raises=[trigger("t", "ana", "a1", at="M.d")]).then_illegal("X2")
    hits(story, 1, raises=[trigger("t", "ana", "a1", at="C.j")]).then_illegal("X2")
    hits(story, 0, raises=[trigger("t", "ana", "a1", at="C.j"), trigger("u", "ben", "b1")])
    story.then_legal("C.g").then_state(position=["T2b", "C.h"], triggers={"ana": [], "ben": ["u"]})
    story.when(by="ana", do="resolve", trigger="t").then_illegal("G1")
    story.when(by="ben", do="resolve", trigger="u").then_state(position=["T2b", "C.j"])
    story.when(by="ana", do="resolve", trigger="t").then_state(position=["T2b"])


def test_no_trigger_arises_at_a_row_behind_the_end_of_the_game() -> None:
    """X2: what ends the game leads the sequence past no row."""
    units = {"a1": formation("ana"), "b1": formation("ben", 2)}
    story = fights(table(units=units, adjacent=[["a1", "b1"]]), 2)
    last = {"unit": "b1", "figures": ["f1", "f2"]}
    later = [trigger("t", "ana", "a1", at="C.j")]
    story.when(by="ben", do="damage", **last, raises=later).then_illegal("X2")
    story.when(by="ben", do="damage", **last).then_state(over=True, position=["T2b", "C.i"])


def test_a_trigger_may_arise_at_a_row_where_nothing_is_chosen() -> None:
    """X5: no damage at C.i, nobody to attack at M.c: the row is passed, and the sequence halts there."""
    story = rolls(attacks(table()))
    hits(story, 0, raises=[trigger("t", "ana", "a1", at="C.i")]).then_legal("C.g")
    story.then_state(position=["T2b", "C.i"], triggers={"ana": ["t"], "ben": []})
    story = moves(table(adjacent=[]), raises=[trigger("t", "ana", "a1", at="M.c")])
    story.then_state(position=["T2b", "M.c"], triggers={"ana": ["t"], "ben": []})


def test_what_is_raised_is_checked_like_a_trigger() -> None:
    """X8: not twice in one step, and of the right kind."""
    story = table()
    twice = [trigger("t", "ana", "a1"), trigger("t", "ben", "b1")]
    story.when(by="ana", do="end_orders", raises=twice).then_illegal("X8")
    story.when(by="ana", do="end_orders", raises=[{"id": "t"}]).then_illegal("G1")
    story.when(by="ana", do="end_orders", raises=["t"]).then_illegal("G1")
    story.when(by="ana", do="end_orders", raises=[trigger("t", "ben", "a1")]).then_illegal("X8")


def test_an_id_said_twice_in_one_step_comes_before_a_concession() -> None:
    """X8 before V6, as for `trigger`."""
    units = {
        name: formation(owner) for name, owner in (("a1", "ana"), ("b1", "ben"), ("c1", "cem"))
    }
    story = table(("ana", "ben", "cem"), units=units).when(by="ben", do="concede")
    said = [trigger("t", "ana", "a1"), trigger("t", "ben", "b1")]
    story.when(by="ana", do="end_orders", raises=said).then_illegal("X8")
    story.when(by="ana", do="end_orders", raises=said[1:]).then_illegal("V6")


def test_what_a_raised_trigger_may_be_refused_by() -> None:
    """G1, X8, X2, V6, and no other rule."""
    assert what_it_raises_can_arise(end_orders).rules == ("G1", "X8", "X2", "V6")


def resolving(**setup: object) -> Story:
    return table(**setup).when(by="ana", do="trigger", **trigger("t", "ana", "a1"))  # type: ignore[arg-type]


def test_damage_of_an_outcome() -> None:
    """K7, F1: on figures that stand, on units that are there; the trigger's player scores."""
    units = {"a1": formation("ana"), "b1": formation("ben", 2), "b2": sortie("ben", 1)}
    story = resolving(units=units)
    for damage, rule in (
        ({"b9": ["f1"]}, "G1"),
        ({"b1": ["f9"]}, "G1"),
        ({"b1": ["f1", "f1"]}, "K7"),
    ):
        story.when(by="ana", do="resolve", trigger="t", damage=damage).then_illegal(rule)
    story.when(by="ana", do="report", fact="destroyed", unit="b2")
    story.when(by="ana", do="resolve", trigger="t", damage={"b2": ["f1"]}).then_illegal("F1")
    story.when(by="ana", do="resolve", trigger="t", damage={"b1": ["f1", "f2"]}).then_legal("X3")
    story.then_state(over=True, winner="ana", victory_points={"ana": 2})


def test_nobody_scores_for_an_own_unit() -> None:
    """V1."""
    units = {"a1": formation("ana"), "a2": sortie("ana", 1), "b1": formation("ben")}
    story = resolving(units=units)
    story.when(by="ana", do="resolve", trigger="t", damage={"a2": ["f1"]}).then_legal("X3")
    story.then_state(victory_points={"ana": 0, "ben": 0}, units={"a2": {"destroyed": True}})


def test_figures_return_to_their_own_empty_slot() -> None:
    """H3: downed ones, undamaged, to a unit that is there; after the damage of the outcome."""
    units = {"a1": formation("ana", down=["f1", "f2"]), "b1": formation("ben")}
    story = resolving(units=units)
    for returns, rule in (
        ({"a1": ["f3"]}, "H3"),
        ({"a1": ["f1", "f1"]}, "H3"),
        ({"a1": ["f9"]}, "G1"),
        ({"a9": ["f1"]}, "G1"),
    ):
        story.when(by="ana", do="resolve", trigger="t", **{"return": returns}).then_illegal(rule)
    outcome = {"damage": {"a1": ["f3"]}, "return": {"a1": ["f3", "f1"]}}
    story.when(by="ana", do="resolve", trigger="t", **outcome).then_legal("X3")
    story.happened("FigureReturned", "H3").then_state(units={"a1": {"figures": 5}})


def test_a_pushed_figure_does_not_return() -> None:
    """H3: it was taken off, not downed."""
    story = moves(table(adjacent=[])).when(by="ana", do="stop")
    moves(story, figure="f6").when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", **{"return": {"a1": ["f6"]}})
    story.then_illegal("H3", "A11").then_since(5).then_basis("reading")


def test_no_figure_returns_to_a_taken_slot() -> None:
    """H3."""
    units = {"a1": formation("ana", down=["f1"]), "b1": formation("ben")}
    story = table(units=units).when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=1)
    story.when(by="ana", do="reposition", moves={"f6": "f1"})
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", **{"return": {"a1": ["f1"]}}).then_illegal("H3")


def test_points_of_an_outcome() -> None:
    """O4, X7: order points for the active player only; nothing falls below 0."""
    story = resolving()
    story.when(by="ana", do="resolve", trigger="t", order_points={"ben": 1}).then_illegal("O4")
    story.when(by="ana", do="resolve", trigger="t", victory_points={"dan": 1}).then_illegal("G1")
    gained = {"victory_points": {"ana": 2, "ben": -5}, "order_points": {"ana": -20}}
    story.when(by="ana", do="resolve", trigger="t", **gained).then_legal("X3")
    story.happened("VictoryPointsChanged", "X7").happened("OrderPointsChanged", "O4")
    story.then_state(victory_points={"ana": 2, "ben": 0}, order_points={"ana": 0})


def test_triggers_wait_for_the_damage() -> None:
    """X6, K9: even those of the active player."""
    story = fights(table(), 1).when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.then_legal("X5").then_state(to_act=["ben"])
    story.when(by="ana", do="resolve", trigger="t").then_illegal("X6")
    story.when(by="ben", do="damage", unit="b1", figures=["f1"]).then_state(to_act=["ana"])
    story.then_state(position=["T2b", "C.i"])


def test_a_trigger_can_destroy_the_mover_between_two_steps() -> None:
    """O11: from M.f the rest is passed, not back to M.e."""
    units = {"a1": formation("ana", 1), "a2": sortie("ana"), "b1": formation("ben")}
    story = moves(table(units=units))
    story.when(by="ana", do="step", cost=1, raises=[trigger("t", "ben", "b1")])
    story.when(by="ben", do="resolve", trigger="t", damage={"a1": ["f1"]}).then_legal("X3")
    story.then_state(position=["T2b"], victory_points={"ben": 2})


def test_a_trigger_of_the_set_up_keeps_its_id() -> None:
    """X8: the id was used before the first entry."""
    story = table(start=late(triggers=[trigger("t", "ana", "a1")]))
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1")).then_illegal("X8")
    story.then_reason("already (by the set-up)")
