"""Refusals in full: the sentence, what was looked at, and the entries behind it."""

from typing import Any

import pytest

from tests.domain.arcane_legions.tables import (
    attacks,
    fights,
    formation,
    late,
    sortie,
    table,
    trigger,
)
from tests.spec import Story

ROLLED = {"do": "roll", "attack": [1], "defence": [1]}
SCORED = {"do": "hits", "attacker": 0, "defender": 0}
END = {"do": "end_orders"}
AT_UNIT = {"do": "target", "unit": "a1"}


def refused(story: Story, cites: tuple[str, ...], reason: str, *since: int, **facts: Any) -> None:
    """The newest ruling, whole."""
    ruling = story.entry.ruling
    assert (ruling.verdict, ruling.cites, ruling.reason) == ("illegal", cites, reason)
    assert (ruling.because, dict(ruling.facts)) == (since, facts)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({**END, "raises": "t"}, "“raises” is a list of triggers, not “t”."),
        ({**END, "raises": {"t": 1}}, '“raises” is a list of triggers, not {"t": 1}.'),
        (
            {**END, "raises": ["t"]},
            "a trigger in “raises” has id, owner and source, not “t”.",
        ),
        ({**END, "raises": [{"id": "t"}]}, "a trigger in “raises” needs “owner”."),
        (
            {**END, "raises": [{"owner": "ana", "source": "a1"}]},
            "a trigger in “raises” needs “id”.",
        ),
        (
            {**END, "raises": [{"id": "t", "owner": "ana"}]},
            "a trigger in “raises” needs “source”.",
        ),
        (
            {**END, "raises": [{"row": "T1"}]},
            "a trigger in “raises” takes id, owner, source, at, not “row”.",
        ),
        ({**END, "raises": [{"id": 3}]}, "“id” of a trigger in “raises” is a word, not 3."),
        (
            {**END, "raises": [trigger("t", "ana", "a1", at="T9")]},
            "there is no row “T9” in the outline.",
        ),
        ({"do": "pay", "points": -1}, "“points” is a whole number from 0, not -1."),
        ({"do": "pay", "points": "2"}, "“points” is a whole number from 0, not “2”."),
        ({"do": "pay", "points": True}, "“points” is a whole number from 0, not true."),
        ({"do": "step", "cost": -1}, "“cost” is a whole number from 0, not -1."),
        ({"do": "turn", "cost": True}, "“cost” is a whole number from 0, not true."),
        ({**SCORED, "attacker": -1}, "“attacker” is a whole number from 0, not -1."),
        ({**SCORED, "defender": 1.5}, "“defender” is a whole number from 0, not 1.5."),
        ({**ROLLED, "change": 3}, "“change” is a mapping of attack and defence, not 3."),
        ({**ROLLED, "change": {"foe": 1}}, "“change” takes attack and defence, not “foe”."),
        ({**ROLLED, "change": {"attack": "1"}}, "“change.attack” is a whole number, not “1”."),
        (
            {**SCORED, "change": [1]},
            "“change” is a mapping of attacker and defender, not [1].",
        ),
        (
            {**SCORED, "change": {"attack": 1}},
            "“change” takes attacker and defender, not “attack”.",
        ),
        (
            {**SCORED, "change": {"defender": None}},
            "“change.defender” is a whole number, not nothing.",
        ),
        ({"do": "target", "units": []}, "“units” names at least one unit."),
        (
            {"do": "target"},
            "“target” needs “unit”; of a special order one of “unit”, “units”, “what”.",
        ),
        (
            {**AT_UNIT, "units_between": -1},
            "“units_between” is a whole number from 0, not -1.",
        ),
        ({**AT_UNIT, "hindering": None}, "“hindering” is a whole number from 0, not nothing."),
        (
            {"do": "target", "units": ["a1", "z"]},
            "there is no unit “z” in this game; there are a1, b1.",
        ),
        (
            {"do": "target", "unit": "z"},
            "there is no unit “z” in this game; there are a1, b1.",
        ),
        (
            {"do": "order", "unit": "a1", "order": "move", "special": "x"},
            "“special” goes with a special order only, not with a move order.",
        ),
        (
            {"do": "order", "unit": "a1", "order": "special"},
            "a special order needs “special”, its name.",
        ),
        (
            {"do": "order", "unit": "a1", "order": "special", "special": "x"},
            "a1 has no special order “x”; it has none.",
        ),
        ({"do": "adjust"}, "“adjust” needs “attack” or “defence”, the dice as they lie now."),
        (
            {"do": "report", "fact": "adjacent", "units": ["a1"]},
            "“units” names two different units.",
        ),
        (
            {"do": "report", "fact": "apart", "units": ["a1", "z"]},
            "there is no unit “z” in this game; there are a1, b1.",
        ),
        (
            {"do": "report", "fact": "destroyed", "unit": "a1", "credit": "dan"},
            "there is no player “dan” in this game; there are ana, ben.",
        ),
        (
            {"do": "report", "fact": "controls", "terrain": "hill"},
            "there is no control terrain “hill” in this game; there is none.",
        ),
    ],
)
def test_what_cannot_be_read(said: dict[str, Any], reason: str) -> None:
    """G1: fields of the wrong kind, and names that this game does not have."""
    refused(table().when(by="ana", **said), ("G1",), reason)


def test_damage_waits_for_damage() -> None:
    """X2: all of it is placed already, and the sequence halts at C.i for a trigger."""
    story = fights(table(), 1)
    raised = [trigger("t", "ben", "b1")]
    story.when(by="ben", do="damage", unit="b1", figures=["f1"], raises=raised).then_legal("C.i")
    story.when(by="ben", do="damage", unit="b1", figures=["f2"])
    reason = "no damage is outstanding at “close combat: damage is dealt”."
    refused(story, ("X2",), reason, 5, 1, position="turn: orders › close combat: damage is dealt")


def test_a_push_before_the_record_begins() -> None:
    """U3: what the set-up says was pushed, no entry pushed."""
    a1 = formation("ana", orders_given={"move": 1}, pushed=True)
    story = table(units={"a1": a1, "b1": formation("ben")}, start=late())
    story.when(by="ana", do="order", unit="a1", order="move")
    reason = (
        "another move order of a1 in this turn needs a push, and it has been pushed before the "
        "record begins."
    )
    refused(story, ("U3", "A2"), reason)


def test_an_order_before_the_record_begins() -> None:
    """U1: what the set-up says was given, no entry gave."""
    a1 = formation("ana", orders_given={"move": 1})
    story = table(units={"a1": a1, "b1": formation("ben")}, start=late())
    story.when(by="ana", do="order", unit="a1", order="move").then_legal("T2b")
    story.when(by="ana", do="pay", points=2)
    reason = (
        "a1 was given a move order before the record begins; a second in the same turn is a push: "
        "say which “figure” is pushed."
    )
    refused(story, ("U1",), reason, 1)


def test_points_in_hand_are_those_of_the_newest_change() -> None:
    """O9: since the turn began, and since an effect."""
    story = table(order_points={"ben": 1})
    story.when(by="ana", do="end_orders").when(by="ben", do="order", unit="b1", order="move")
    story.when(by="ben", do="pay", points=2)
    reason = "ben has 1 order point, and b1's move order costs 2."
    refused(story, ("O9",), reason, 1, 2, there=1, cost=2)
    story.when(by="ben", do="trigger", **trigger("t", "ben", "b1"))
    story.when(by="ben", do="resolve", trigger="t", order_points={"ben": -1}).then_legal("X3")
    story.when(by="ben", do="pay", points=2)
    reason = "ben has 0 order points, and b1's move order costs 2."
    refused(story, ("O9",), reason, 1, 5, 2, there=0, cost=2)


def test_costs_that_came_back_are_in_hand_again() -> None:
    """A1 refunded: points, figure and push are as before, since the entry that paid."""
    a1 = {**formation("ana"), "orders_given": {"close": 1}, "icons": {"attack": 1}}
    units = {"a1": a1, "b1": formation("ben")}
    start = late(order_points={"ana": 2})
    story = table(units=units, adjacent=[["a1", "b1"]], readings={"A1": "refunded"}, start=start)
    attacks(story, figure="f1").happened("CostRefunded", "A1")
    story.when(by="ana", do="order", unit="a1", order="close").then_legal("T2b")
    story.when(by="ana", do="target", unit="b1").then_legal("C.a")
    story.when(by="ana", do="pay", points=3, figure="f1", change=1)
    reason = "ana has 2 order points, and a1's close combat order costs 3."
    refused(story, ("O9",), reason, 3, 4, there=2, cost=3)


def test_a_unit_that_was_down_before_the_game() -> None:
    """O5, C.a: it left the battlefield before the game began."""
    units = {
        "a1": formation("ana"),
        "a2": sortie("ana", 1, down=["f1"]),
        "b1": formation("ben"),
        "b2": sortie("ben", 1, down=["f1"]),
    }
    story = table(units=units).when(by="ana", do="order", unit="a2", order="move")
    refused(story, ("O5",), "a2 left the battlefield before the game began.")
    story.when(by="ana", do="order", unit="a1", order="close").then_legal("T2b")
    story.when(by="ana", do="target", unit="b2")
    refused(story, ("C.a",), "b2 left the battlefield before the game began.", 2)


def test_a_fight_broken_off_between_its_rows() -> None:
    """O11: a trigger at C.d destroys the target; no dice are counted or rolled."""
    units = {"a1": formation("ana"), "b1": formation("ben", 1), "b2": sortie("ben")}
    story = table(units=units, adjacent=[["a1", "b1"]])
    attacks(story, raises=[trigger("t", "ana", "a1", at="C.d")])
    story.then_state(position=["T2b", "C.d"], triggers={"ana": ["t"], "ben": []})
    story.when(by="ana", do="resolve", trigger="t", damage={"b1": ["f1"]}).then_legal("X3")
    story.then_state(position=["T2b"], victory_points={"ana": 2, "ben": 0})
    assert "DiceCounted" not in [type(event).__name__ for event in story.entry.events]


def test_an_outcome_without_a_figure_hurts_nobody() -> None:
    """X7: no point of damage, and nobody is downed."""
    story = table().when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", damage={"b1": []}).then_legal("X3")
    story.events("FiguresHurt", "TriggerResolved")
    story.then_state(units__b1__figures=6, position=["T2b"])
