"""An order that an effect keeps from being given (O12)."""

from collections.abc import Mapping

import pytest

from domain.arcane_legions import RULESET
from domain.kernel.ruleset import Ask
from tests.domain.arcane_legions.tables import (
    archers,
    attacks,
    formation,
    late,
    moves,
    rolls,
    rows,
    table,
    trigger,
)
from tests.spec import Story

FEAR = trigger("fear", "ben", "b1")


def feared(**more: str) -> Story:
    """A close combat is picked, aimed and paid for; fear arises at the payment."""
    return attacks(table(readings=more), raises=[FEAR]).then_state(to_act=["ben"])


def keeps(story: Story, id: str = "fear", by: str = "ben") -> Story:
    return story.when(by=by, do="resolve", trigger=id, not_given=True)


def test_an_order_is_kept_from_being_given() -> None:
    """O12, C.c: what was paid is lost (A1), it does not count, and C.d to C.i are not passed."""
    story = keeps(feared()).then_legal("X3", "O12")
    story.then_reason("a1's close combat order will not be given")
    story.happened("OrderKept", "O12").happened("OrderNotGiven", "C.c", "O12", "A1")
    assert rows(story) == ["C.c", "C.j", "C.k"]
    story.happened("RowPassed", "C.c", "O12")
    story.then_state(position=["T2b"], order_points={"ana": 6})
    story.then_state(units={"a1": {"orders_given": {"close": 0}}})
    story.when(by="ana", do="order", unit="a1", order="close").then_legal("T2b")
    story.when(by="ana", do="target", unit="b1")
    story.when(by="ana", do="pay", points=2, figure="f1").then_illegal("U5")


def test_false_keeps_nothing() -> None:
    """O12, A14 no_effect: false is nothing at all, true is something."""
    story = feared().when(by="ben", do="resolve", trigger="fear", not_given=False).then_legal("X3")
    assert "O12" not in story.entry.ruling.cites
    story.then_state(position=["T2b", "C.f"])
    units = {"a1": formation("ana"), "b1": formation("ben"), "b2": formation("ben")}
    story = table(units=units, adjacent=[["a1", "b1"]], readings={"A14": "no_effect"})
    attacks(story, raises=[FEAR]).when(by="ana", do="report", fact="destroyed", unit="b1")
    keeps(story).then_illegal("A14")
    story.when(by="ben", do="resolve", trigger="fear", not_given=False).then_legal("X3")


def test_what_was_paid_may_come_back() -> None:
    """O12, A1 refunded: order points, and the pushed figure, at C.c."""
    units = {"a1": formation("ana", orders_given={"close": 1}), "b1": formation("ben")}
    story = table(units=units, adjacent=[["a1", "b1"]], readings={"A1": "refunded"}, start=late())
    attacks(story, figure="f6", raises=[FEAR])
    keeps(story).happened("CostRefunded", "C.c", "A1").then_state(order_points={"ana": 8})
    story.then_state(units={"a1": {"figures": 6, "pushed": False, "orders_given": {"close": 1}}})


def test_an_order_is_kept_before_anything_is_chosen() -> None:
    """O12: at C.a and at C.b; nothing more is chosen, and all rows up to C.c are passed."""
    story = table().when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ben", do="trigger", **FEAR)
    keeps(story).then_legal("O12").happened("OrderNotGiven", "C.c", "O12")
    assert rows(story) == ["C.a", "C.b", "C.c", "C.j", "C.k"]
    (passed, *_) = [one for one in story.entry.events if type(one).__name__ == "RowPassed"]
    assert passed.rules == ("C.a", "O12")
    assert "A1" not in {rule for event in story.entry.events for rule in event.rules}
    story.then_state(position=["T2b"], order_points={"ana": 8})
    story.when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ben", do="trigger", **trigger("dread", "ben", "b1", row="C.a"))
    story.when(by="ana", do="target", unit="b1").then_state(position=["T2b", "C.a"])
    keeps(story, "dread").then_legal("O12")
    assert rows(story) == ["C.b", "C.c", "C.j", "C.k"]


def test_a_shot_is_kept_from_being_given() -> None:
    """O12, R.c: it lands at R.l."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = table(units=units, in_range=[["a3", "b1"]])
    story.when(by="ana", do="order", unit="a3", order="ranged")
    story.when(by="ana", do="target", unit="b1")
    story.when(by="ana", do="pay", points=2, raises=[FEAR])
    keeps(story).happened("OrderNotGiven", "R.c", "O12")
    assert rows(story) == ["R.c", "R.l", "R.m"]


def test_a_breakaway_attack_is_kept_from_being_given() -> None:
    """O12, B6: it does not use up the unit's attack, and the move goes on."""
    story = moves(table()).when(by="ben", do="breakaway", unit="b1")
    story.when(by="ben", do="pay", points=0, raises=[trigger("calm", "ana", "a1")])
    keeps(story, "calm", "ana").happened("OrderNotGiven", "C.c", "O12", "A1")
    story.then_state(position=["T2b", "M.c"], to_act=["ben"])
    story.when(by="ben", do="breakaway", unit="b1").then_legal("M.c")


def test_only_a_combat_order_can_be_kept() -> None:
    """X2, O12: no move, and nothing where no order is carried out."""
    story = table().when(by="ben", do="trigger", **FEAR)
    keeps(story).then_illegal("X2", "O12").then_reason("no order is being carried out")
    story.when(by="ben", do="resolve", trigger="fear").then_legal("X3")
    story.when(by="ana", do="order", unit="a1", order="move")
    story.when(by="ana", do="pay", points=2, raises=[trigger("pit", "ben", "b1")])
    keeps(story, "pit").then_illegal("X2", "O12").then_since(4)
    story.then_reason(
        "only a close or ranged order can be kept from being given, not a1's move order"
    )


def test_an_order_that_is_given_or_aborted_is_not_kept() -> None:
    """X2, O12: at C.f it is given; after `no_target` there is nothing to keep."""
    story = attacks(table())
    rolls(story, raises=[FEAR]).then_legal("C.f")
    keeps(story).then_illegal("X2", "O12").then_since(3, 1)
    story.then_reason("a1's close combat order is past that", "close combat: dice are rolled")
    story = table().when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ben", do="trigger", **trigger("fear", "ben", "b1", row="C.a"))
    story.when(by="ana", do="no_target").then_state(position=["T2b", "C.a"])
    keeps(story).then_illegal("X2", "O12").then_reason("a1's close combat order was aborted")


@pytest.mark.parametrize(
    ("row", "ruled"),
    [("C.c", "illegal"), ("C.f", "illegal"), ("C.j", "legal"), ("C.k", "legal"), ("T3", "legal")],
)
def test_what_is_still_to_come_of_an_order_that_is_kept(row: str, ruled: str) -> None:
    """O12, X9: the rows from where it lands."""
    story = attacks(table(), raises=[FEAR, trigger("awe", "ben", "b1")])
    keeps(story).then_legal("O12").then_state(position=["T2b", "C.b"])
    story.when(by="ben", do="trigger", **trigger("t", "ben", "b1", row=row))
    assert story.entry.ruling.verdict == ruled
    assert row_rules(story) == ({"X5", "X9"} if ruled == "legal" else {"X2", "X9"})


def row_rules(story: Story) -> set[str]:
    return {*story.entry.ruling.cites} - {"A5", "A21"}


def test_what_is_raised_with_it_arises_as_its_rows_are_passed() -> None:
    """O12, X2: C.c is passed because of it, C.f is not."""
    story = feared()
    raised = {"trigger": "fear", "not_given": True}
    late_one = trigger("t", "ben", "b1", at="C.f")
    story.when(by="ben", do="resolve", **raised, raises=[late_one]).then_illegal("X2")
    story.when(by="ben", do="resolve", **raised, raises=[{**late_one, "at": "C.c"}])
    story.then_legal("O12").then_state(position=["T2b", "C.c"], triggers={"ben": ["t"]})
    story.when(by="ben", do="resolve", trigger="t").then_legal("X3").then_state(position=["T2b"])
    assert rows(story) == ["C.j", "C.k"]


@pytest.mark.parametrize("row", ["C.j", "C.k"])
def test_what_is_raised_with_it_may_arise_where_it_lands(row: str) -> None:
    """O12, X2: C.j and C.k are passed because of it, C.d to C.i are not."""
    story, raised = feared(), {"trigger": "fear", "not_given": True}
    skipped = trigger("t", "ben", "b1", at="C.d")
    story.when(by="ben", do="resolve", **raised, raises=[skipped]).then_illegal("X2")
    story.when(by="ben", do="resolve", **raised, raises=[{**skipped, "at": row}])
    story.then_legal("O12").then_state(position=["T2b", row], triggers={"ben": ["t"]})


def test_it_may_be_kept_twice_and_forced_it_is_kept_if_it_can_be() -> None:
    """O12: played all the same at a row where nothing can be kept, it keeps nothing."""
    story = attacks(table(), raises=[FEAR, trigger("awe", "ben", "b1")])
    keeps(story).then_legal("O12")
    assert story.state.order.kept == 4
    keeps(story, "awe").then_legal("O12").happened("OrderNotGiven", "O12")
    story = attacks(table())
    rolls(story, raises=[FEAR])
    story.when(by="ben", do="resolve", trigger="fear", not_given=True, played=True)
    story.then_illegal("X2").happened("TriggerResolved").then_state(position=["T2b", "C.g"])


def test_it_is_offered_and_told() -> None:
    """O12: among what comes of a trigger, where it can be; and that it will not be given."""
    story = attacks(table(), raises=[FEAR, trigger("awe", "ben", "b1")])
    asked = {kind for kind, ask in asked_of_a_trigger(story).items() if ask.kind == "flag"}
    assert asked == {"not_given"}
    keeps(story)
    words = list(RULESET.in_words(story.state, "ana"))
    assert any("it will not be given, since entry 4" in line for line in words)
    (order,) = RULESET.board(story.state, "ana")[0].pieces
    assert order.marks[1].word == "will not be given"
    elsewhere = table().when(by="ben", do="trigger", **FEAR)
    assert "not_given" not in asked_of_a_trigger(elsewhere)


def asked_of_a_trigger(story: Story) -> Mapping[str, Ask]:
    """What is asked of ben's first trigger."""
    found = RULESET.offers.candidates(story.state, "ben")
    return next(one.asks for one in found if one.said.get("trigger") == "fear")
