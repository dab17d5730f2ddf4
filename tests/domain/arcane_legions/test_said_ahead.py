"""Triggers announced for a row still to come (X9), and those of the turn's beginning and end."""

from typing import Any

import pytest

from tests.domain.arcane_legions.tables import (
    archers,
    attacks,
    fights,
    formation,
    hits,
    late,
    moves,
    rolls,
    shoots,
    sortie,
    table,
    trigger,
)
from tests.spec import Story


def announced(story: Story, row: str, id: str = "t", by: str = "ben", source: str = "b1") -> Story:
    """A trigger is said for this row; its owner is the source's."""
    owner = story.state.units[source].owner
    return story.when(by=by, do="trigger", **trigger(id, owner, source, row=row))


def test_a_trigger_is_announced_for_a_row_still_to_come() -> None:
    """X9: nothing halts until the row is passed; then it arises, and halts there."""
    story = moves(table(adjacent=[]))
    announced(story, "M.g").then_legal("X5").then_basis("rule").happened("TriggerAnnounced", "X9")
    story.then_state(announced=[["t", "M.g"]], triggers={"ana": [], "ben": []}, to_act=["ana"])
    story.when(by="ana", do="step", cost=1).then_legal("M.e")
    story.when(by="ana", do="stop").then_legal("M.e").then_reason(
        "“t” of b1 arises at “move: end of movement”"
    )
    story.then_state(announced=[], triggers={"ben": ["t"]}, position=["T2b", "M.g"], to_act=["ben"])
    story.when(by="ben", do="resolve", trigger="t").then_legal("X3").then_state(position=["T2b"])


def test_what_is_announced_is_in_nobodys_hand_yet() -> None:
    """G1, X8: it cannot be resolved, and its id is spoken for, also when it is dropped."""
    story = announced(attacks(table()), "C.j")
    story.when(by="ben", do="resolve", trigger="t").then_illegal("G1").then_since(4)
    announced(story, "C.k").then_illegal("X8").then_since(4)
    raised = [trigger("t", "ben", "b1")]
    rolls(story, raises=raised).then_illegal("X8")


@pytest.mark.parametrize(
    ("row", "rules"),
    [
        ("C.a", ("X2",)),
        ("C.b", ("X2",)),
        ("C.e", ("X2",)),
        ("C.f", ()),
        ("C.g", ()),
        ("C.k", ()),
        ("M.g", ("X2",)),
        ("R.l", ("X2",)),
        ("T1", ()),
        ("T1a", ()),
        ("T2a", ()),
        ("T2b", ()),
        ("T3", ()),
        ("T3c", ()),
        ("T2", ("G1",)),
        ("C.l", ("G1",)),
    ],
)
def test_rows_that_are_past_or_of_no_order_on_the_stack_do_not_come(
    row: str, rules: tuple[str, ...]
) -> None:
    """X9: the rest of the order, with the row at which it waits, and of the turn; T1 is the next one's."""
    story = announced(attacks(table()), row)
    story.then_illegal(*rules) if rules else story.then_legal("X5")


def test_what_the_owner_and_the_source_must_be_comes_first() -> None:
    """X8, V6 before X2; G1 before all."""
    units = {
        name: formation(owner) for name, owner in (("a1", "ana"), ("b1", "ben"), ("c1", "cem"))
    }
    story = table(("ana", "ben", "cem"), units=units).when(by="cem", do="concede")
    story.when(by="ana", do="trigger", **trigger("t", "ana", "b1", row="C.a")).then_illegal("X8")
    announced(story, "C.a", by="ana", source="c1").then_illegal("V6").then_since(1)
    announced(story, "C.a", by="ana").then_illegal("X2")
    story.when(by="judge", do="trigger", **trigger("t", "ben", "b1", row="T3")).then_legal("X5")


def test_a_row_at_which_triggers_halt_is_done() -> None:
    """X9: it is no longer to come; the row at which a step may still be taken is."""
    story = attacks(table(), raises=[trigger("s", "ana", "a1")]).then_state(position=["T2b", "C.b"])
    announced(story, "C.b").then_illegal("X2")
    announced(story, "C.c").then_legal("X5")
    story = table().when(by="ana", do="trigger", **trigger("s", "ana", "a1"))
    announced(story, "T2b").then_legal("X5")


@pytest.mark.parametrize(
    ("row", "verdict"), [("T2b", "illegal"), ("T3", "illegal"), ("T3a", "legal"), ("T2a", "legal")]
)
def test_the_rest_of_a_turn_that_ends(row: str, verdict: str) -> None:
    """X9: halted at T3; the rows of the beginning are those of the next turn."""
    story = table().when(by="ana", do="end_orders", raises=[trigger("s", "ana", "a1", at="T3")])
    story.then_state(position=["T3"])
    announced(story, row)
    assert story.entry.ruling.verdict == verdict


def test_the_beginning_of_a_turn_is_that_of_the_next_once_it_is_past() -> None:
    """X9: T1a is past, so it is the next turn's; T2a of this turn still comes."""
    start = {"triggers": [trigger("s", "ana", "a1")]}
    story = table(start=start, readings={"A5": "after_terrain"}).then_state(position=["T1a"])
    announced(story, "T1a", "u").then_legal("X5")
    announced(story, "T2a").then_legal("X5")
    story.when(by="ana", do="resolve", trigger="s").then_state(position=["T2a"], turn=1)
    story.when(by="ben", do="resolve", trigger="t").then_state(announced=[["u", "T1a"]])
    story.when(by="ana", do="end_orders").then_state(turn=2, position=["T1a"])


def test_a_paid_move_leads_back() -> None:
    """X9: halted at M.e or M.f, both still come; after a stop they do not."""
    story = moves(table(adjacent=[]))
    story.when(by="ana", do="step", cost=1, raises=[trigger("s", "ana", "a1")])
    story.then_state(position=["T2b", "M.f"])
    announced(story, "M.d", "w").then_illegal("X2")
    announced(story, "M.e", "u").then_legal("X5")
    announced(story, "M.f", "v").then_legal("X5")
    story.when(by="ana", do="resolve", trigger="s").then_state(position=["T2b", "M.e"])
    story.when(by="ana", do="step", cost=1).then_state(position=["T2b", "M.e"], to_act=["ben"])
    story.when(by="ben", do="resolve", trigger="u").then_state(position=["T2b", "M.f"])
    story.then_state(triggers={"ben": ["v"]})
    story.when(by="ben", do="resolve", trigger="v").then_state(position=["T2b", "M.e"])
    story.when(by="ana", do="stop", raises=[trigger("x", "ana", "a1")])
    announced(story, "M.e", "y").then_illegal("X2")
    announced(story, "M.h", "y").then_legal("X5")
    story = moves(table(adjacent=[]))
    story.when(by="ana", do="step", cost=1, raises=[trigger("s", "ana", "a1", at="M.e")])
    announced(story.then_state(position=["T2b", "M.e"]), "M.e").then_legal("X5")


def test_an_order_that_was_aborted_comes_where_it_lands() -> None:
    """X9: M.g is left out, M.i still comes."""
    story = table().when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="no_pay", raises=[trigger("s", "ana", "a1")])
    story.then_state(position=["T2b", "M.h"])
    for row, verdict in (("M.b", "illegal"), ("M.h", "illegal"), ("M.i", "legal")):
        announced(story, row)
        assert story.entry.ruling.verdict == verdict
    story = table().when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="no_pay", raises=[trigger("s", "ana", "a1", at="M.a")])
    story.then_state(position=["T2b", "M.a"])
    announced(story, "M.g").then_illegal("X2")
    announced(story, "M.h").then_legal("X5")


def test_both_orders_on_the_stack_have_rows_to_come() -> None:
    """X9: of the move that a breakaway attack interrupts, M.c among them."""
    story = moves(table()).when(by="ben", do="breakaway", unit="b1").then_legal("M.c")
    announced(story, "M.b").then_illegal("X2")
    announced(story, "C.a").then_illegal("X2")
    announced(story, "M.c", "u").then_legal("X5")
    announced(story, "C.b", "v").then_legal("X5")
    story.when(by="ben", do="no_pay").then_state(position=["T2b", "M.c", "C.b"])
    story.then_state(triggers={"ben": ["v"]}, announced=[["u", "M.c"]])
    story.when(by="ben", do="resolve", trigger="v").then_state(position=["T2b", "M.c"])
    story.when(by="ben", do="decline").then_state(triggers={"ben": ["u"]}, position=["T2b", "M.c"])
    story.when(by="ben", do="resolve", trigger="u").then_state(position=["T2b", "M.e"])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("C.a", {"by": "ana", "do": "target", "unit": "b1"}),
        ("C.b", {"by": "ana", "do": "pay", "points": 2}),
        ("C.f", {"by": "ana", "do": "roll", "attack": [5, 4, 2], "defence": [3, 3]}),
        ("C.g", {"by": "ana", "do": "hits", "attacker": 1, "defender": 0}),
        ("C.i", {"by": "ben", "do": "damage", "unit": "b1", "figures": ["f1"]}),
    ],
)
def test_a_step_leads_on_from_the_row_where_it_is_taken(row: str, said: dict[str, Any]) -> None:
    """X9: what was announced for it arises with the step, before what the step raises there."""
    story = table().when(by="ana", do="order", unit="a1", order="close")
    announced(story, row)
    steps: tuple[dict[str, Any], ...] = (
        {"by": "ana", "do": "target", "unit": "b1"},
        {"by": "ana", "do": "pay", "points": 2},
        {"by": "ana", "do": "roll", "attack": [5, 4, 2], "defence": [3, 3]},
        {"by": "ana", "do": "hits", "attacker": 1, "defender": 0},
    )
    for step in steps[: next((n for n, one in enumerate(steps) if one["do"] == said["do"]), 4)]:
        story.when(**step).then_legal()
    raised = {} if said["do"] == "target" else {"raises": [trigger("s", "ben", "b1", at=row)]}
    story.when(**said, **raised).then_legal(row)
    hand = ["t", "s"] if raised else ["t"]
    story.then_state(position=["T2b", row], triggers={"ben": hand}, announced=[])


def test_damage_leads_on_with_its_last_point() -> None:
    """X9, K9: while damage is outstanding C.i is still to come."""
    story = announced(fights(table(), 1, 1), "C.i").then_legal("X5")
    story.when(by="ben", do="damage", unit="b1", figures=["f1"], raises=[trigger("s", "ben", "b1")])
    story.then_state(triggers={"ben": ["s"]}, announced=[["t", "C.i"]], to_act=["ana"])
    announced(story, "C.i", "u").then_legal("X5")
    story.when(by="ana", do="damage", unit="a1", figures=["f1"]).then_legal("C.i")
    story.then_state(triggers={"ben": ["s", "t", "u"]}, position=["T2b", "C.i"])
    announced(story, "C.i", "v").then_illegal("X2")


def test_damage_that_is_dropped_leaves_the_row_to_the_sequence() -> None:
    """X9, K9: C.i is passed, and what was announced for it arises."""
    story = announced(fights(table(), 1), "C.i")
    story.when(by="ana", do="report", fact="destroyed", unit="b1", credit="ana")
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": sortie("ben")}
    story = announced(fights(table(units=units, adjacent=[["a1", "b1"]]), 1), "C.i", source="b2")
    story.when(by="ana", do="report", fact="destroyed", unit="b1").happened("RowPassed", "C.i")
    story.then_state(position=["T2b", "C.i"], triggers={"ben": ["t"]}, outstanding={})
    story.when(by="ben", do="resolve", trigger="t").then_state(position=["T2b"])


def test_the_window_closes_and_the_row_is_passed() -> None:
    """X9: with the last who declines, before what that step raises; not with one who declines earlier."""
    units = {
        name: formation(owner) for name, owner in (("a1", "ana"), ("b1", "ben"), ("c1", "cem"))
    }
    beside = [["a1", "b1"], ["a1", "c1"]]
    story = moves(table(("ana", "ben", "cem"), units=units, adjacent=beside))
    announced(story, "M.c")
    story.when(by="ben", do="decline", raises=[trigger("s", "ben", "b1")]).then_legal("M.c")
    story.then_state(triggers={"ben": ["s"]}, announced=[["t", "M.c"]], position=["T2b", "M.c"])
    story.when(by="ben", do="resolve", trigger="s").then_state(to_act=["cem"])
    story.when(by="cem", do="decline", raises=[trigger("u", "ben", "b1")]).then_legal("M.c")
    story.then_state(triggers={"ben": ["t", "u"]}, position=["T2b", "M.c"])
    story.when(by="cem", do="report", fact="adjacent", units=["a1", "b1"])
    story.when(by="ben", do="resolve", trigger="u").when(by="ben", do="resolve", trigger="t")
    story.then_state(position=["T2b", "M.e"])


def test_a_facing_passes_both_rows_of_a_regroup() -> None:
    """X9: what was announced for G.c and for G.d arises, then what the step raises there."""
    story = table().when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=1)
    announced(story, "G.d", "u")
    announced(story, "G.c")
    raised = [trigger("s", "ben", "b1", at="G.c"), trigger("v", "ben", "b1")]
    story.when(by="ana", do="face", degrees=180, raises=raised).then_legal("G.c")
    story.then_state(position=["T2b", "G.d"], triggers={"ben": ["t", "u", "s"]})
    story.then_state(announced=[["v", "G.e"]])


def test_what_was_announced_for_an_order_goes_with_it() -> None:
    """X9: dropped when the order goes back; what was said for the turn stays."""
    story = table().when(by="ana", do="order", unit="a1", order="close")
    announced(story, "C.h")
    announced(story, "T3", "u")
    story.when(by="ana", do="no_target").happened("AnnouncementDropped", "X9")
    story.then_reason("“t”, announced for “close combat: hits are scored”, is dropped")
    story.then_state(announced=[["u", "T3"]], position=["T2b"])
    attacks(story).when(by="ben", do="trigger", **trigger("t", "ben", "b1")).then_illegal("X8")


def test_an_order_not_given_drops_what_it_does_not_pass() -> None:
    """X9, C.c: also what a step raised for a later row."""
    a1 = {**formation("ana"), "icons": {"attack": 1}}
    story = table(units={"a1": a1, "b1": formation("ben")}, adjacent=[["a1", "b1"]])
    raised = [trigger("s", "ben", "b1"), trigger("t", "ben", "b1", at="C.e")]
    attacks(story, raises=raised).then_state(position=["T2b", "C.b"], announced=[["t", "C.e"]])
    story.when(by="ben", do="resolve", trigger="s", damage={"a1": ["f1"]}).then_legal("X3")
    story.happened("AnnouncementDropped").then_state(position=["T2b"], announced=[])


def test_who_concedes_takes_what_was_announced_for_them_along() -> None:
    """V6: and nothing is raised for them any more, with whatever step."""
    units = {
        name: formation(owner) for name, owner in (("a1", "ana"), ("b1", "ben"), ("c1", "cem"))
    }
    story = moves(table(("ana", "ben", "cem"), units=units))
    announced(story, "M.g")
    announced(story, "M.g", "u", source="c1")
    story.when(by="ben", do="concede").then_legal("V6").then_state(announced=[["u", "M.g"]])
    story.when(by="ana", do="stop", raises=[trigger("s", "ben", "b1")]).then_illegal("V6")
    story.then_since(5)


@pytest.mark.parametrize(
    ("reading", "at", "left"), [("before_healing", "T3", 1), ("after_healing", "T3a", 2)]
)
def test_triggers_at_the_end_of_a_turn(reading: str, at: str, left: int) -> None:
    """T3, A21: before or after damage wears off, whatever step says so, and also when announced."""
    figures = [{"id": "f1", "hit_points": 2}, {"id": "f2"}]
    b1 = {"owner": "ben", "base": "formation", "figures": figures}
    units = {"a1": formation("ana"), "b1": b1}
    story = table(units=units, adjacent=[["a1", "b1"]], readings={"A21": reading})
    fights_with_three_dice(story)
    announced(story, "T3").happened("TriggerAnnounced", "A21")
    raised = [trigger("s", "ana", "a1", at="T3")]
    story.when(by="ana", do="end_orders", raises=raised).then_legal("T2b")
    story.then_state(position=[at], triggers={"ana": ["s"], "ben": ["t"]}, turn=1)
    story.when(by="ana", do="resolve", trigger="s", damage={"b1": ["f1"]})
    story.then_state(units={"b1": {"figures": left}})


def fights_with_three_dice(story: Story) -> None:
    """A figure with 2 hit points takes 1 point of damage."""
    attacks(story)
    rolls(story, (5, 4, 2), ())
    hits(story, 1).when(by="ben", do="damage", unit="b1", figures=["f1"]).then_legal("C.i")


def test_the_end_of_a_turn_comes_without_a_step_when_its_player_is_out() -> None:
    """T2b is passed to T3; what was announced for both arises."""
    units = {
        name: formation(owner) for name, owner in (("a1", "ana"), ("b1", "ben"), ("c1", "cem"))
    }
    story = table(("ana", "ben", "cem"), units=units)
    announced(story, "T2b", "u")
    announced(story, "T3")
    story.when(by="ana", do="concede").then_state(position=["T2b"], triggers={"ben": ["u"]})
    story.when(by="ben", do="resolve", trigger="u").then_state(position=["T3"])
    story.when(by="ben", do="resolve", trigger="t").then_state(turn=2, active="ben")


@pytest.mark.parametrize(("reading", "at"), [("before_terrain", "T1"), ("after_terrain", "T1a")])
def test_the_beginning_of_a_turn_may_be_announced(reading: str, at: str) -> None:
    """A5: what is said for T1 is meant for the beginning, with `at` and with `row`."""
    story = announced(table(readings={"A5": reading}), "T1")
    raised = [trigger("s", "ben", "b1"), trigger("u", "ben", "b1", at="T1")]
    story.when(by="ana", do="end_orders", raises=raised)
    story.then_state(position=[at], triggers={"ben": ["t", "s", "u"]}, turn=2)


def test_the_row_of_the_step_itself() -> None:
    """X5: an item may name it; a row that the step does not pass is refused (X2)."""
    story = attacks(table())
    raised = [trigger("t", "ana", "a1", at="C.b")]
    rolls(story, raises=raised).then_illegal("X2")
    rolls(story).then_legal("C.f")
    hits(story, 1, raises=[trigger("t", "ana", "a1", at="C.i")]).then_illegal("X2")
    hits(story, 1, raises=[trigger("t", "ana", "a1", at="C.g")]).then_state(position=["T2b", "C.g"])
    story.when(by="ana", do="resolve", trigger="t").then_state(position=["T2b", "C.i"])


@pytest.mark.parametrize(
    ("order", "do", "lands"),
    [
        ("close", "no_target", "C.j"),
        ("ranged", "no_target", "R.l"),
        ("special", "no_target", "S.f"),
        ("move", "no_pay", "M.h"),
        ("regroup", "no_pay", "G.e"),
    ],
)
def test_an_abort_raises_where_it_lands(order: str, do: str, lands: str) -> None:
    """X5: at the end of combat and regroup, and where a move and a special order return."""
    special = [{"name": "rush", "cost": 1, "targets": True}]
    a1 = {**archers("ana"), "icons": {"attack": 1, "ranged": 1}, "specials": special}
    story = table(units={"a1": a1, "b1": formation("ben")})
    named = {"special": "rush"} if order == "special" else {}
    story.when(by="ana", do="order", unit="a1", order=order, **named).then_legal("T2b")
    story.when(by="ana", do=do, raises=[trigger("t", "ana", "a1")]).then_legal()
    story.then_state(position=["T2b", lands], order_points={"ana": 8})
    story.when(by="ana", do="resolve", trigger="t").then_state(position=["T2b"])


def test_nothing_arises_once_the_game_is_over() -> None:
    """X9: at T1a, where terrain wins it."""
    start = late(victory_points={"ben": 20})
    story = table(terrain={"hill": "ben"}, start=start)
    announced(story, "T1a")
    story.when(by="ana", do="end_orders").then_state(
        over=True, winner="ben", announced=[["t", "T1a"]]
    )


def test_what_is_said_for_a_shot() -> None:
    """X9: R.k is passed when nobody is hit."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = shoots(table(units=units, in_range=[["a3", "b1"]]))
    announced(story, "R.k")
    story.when(by="ana", do="roll", attack=[1, 1, 1, 1], defence=[1, 1]).then_legal("R.h")
    story.when(by="ana", do="hits", attacker=0, defender=0).then_state(position=["T2b", "R.k"])
