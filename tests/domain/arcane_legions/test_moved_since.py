"""Facts reported before a unit moved: what marks them (F2), and whether they still count (A22)."""

from typing import Any

import pytest

from tests.domain.arcane_legions.tables import (
    archers,
    attacks,
    formation,
    moves,
    rolls,
    shoots,
    sortie,
    table,
    trigger,
)
from tests.spec import Story

LAPSE = {"A22": "lapse"}
UNITS = {
    "a1": formation("ana"),
    "a3": archers("ana"),
    "b1": formation("ben"),
    "b2": sortie("ben"),
}
FACTS = {"adjacent": [["a1", "b1"], ["a1", "b2"]], "in_range": [["a3", "b1"], ["b2", "a1"]]}


def steps_away(story: Story, **order: Any) -> Story:
    """The unit moves a step; owners beside it decline."""
    moves(story, **order)
    while story.state.row == "M.c":
        story.when(by=story.game.to_act()[0], do="decline").then_legal("M.c")
    return story.when(by=order.get("by", "ana"), do="step", cost=1).then_legal("M.e")


def moved(story: Story) -> Story:
    """As `steps_away`, and the order is over."""
    by = steps_away(story).state.active
    return story.when(by=by, do="stop").then_legal("M.e")


def marks(story: Story) -> tuple[list[list[str]], list[list[str]]]:
    found = story.game.view()["moved_since"]
    return found["adjacent"], found["in_range"]


def test_a_step_marks_what_was_reported_about_the_mover() -> None:
    """F2: adjacency and range about it, both ways; other facts stay as they are."""
    story = table(units=UNITS, **FACTS)
    moves(story).when(by="ben", do="decline")
    assert marks(story) == ([], [])
    story.when(by="ana", do="step", cost=1).then_legal("M.e")
    assert marks(story) == ([["a1", "b1"], ["a1", "b2"]], [["b2", "a1"]])
    story.then_state(adjacent=FACTS["adjacent"], in_range=FACTS["in_range"])


def test_a_unit_moves_at_the_row_after_the_payment() -> None:
    """F2, M.f: not while a trigger halts at M.e; a stop moves nobody."""
    story = moves(table(units=UNITS, **FACTS)).when(by="ben", do="decline")
    story.when(by="ana", do="step", cost=1, raises=[trigger("t", "ana", "a1", at="M.e")])
    assert story.then_state(position=["T2b", "M.e"]) and marks(story) == ([], [])
    story.when(by="ana", do="resolve", trigger="t")
    assert len(marks(story)[0]) == 2
    story = moves(table(units=UNITS, **FACTS)).when(by="ben", do="decline")
    story.when(by="ana", do="stop").then_legal("M.e")
    assert marks(story) == ([], [])


def test_a_new_report_takes_the_mark_off() -> None:
    """F2: of the same fact only; one that has ended bears no mark."""
    story = steps_away(table(units=UNITS, **FACTS))
    story.when(by="ben", do="report", fact="adjacent", units=["b1", "a1"]).then_legal("F1")
    assert marks(story) == ([["a1", "b2"]], [["b2", "a1"]])
    story.when(by="ben", do="report", fact="apart", units=["a1", "b2"])
    story.when(by="ben", do="report", fact="out_of_range", unit="b2", target="a1")
    assert marks(story) == ([], [])
    story.when(by="ana", do="step", cost=1)
    assert marks(story) == ([["a1", "b1"]], [])


def test_a_move_may_be_reported() -> None:
    """F2: an effect, or what comes of a breakaway attack; of a unit on the battlefield (F1)."""
    story = table(units=UNITS, **FACTS).when(by="ben", do="report", fact="moved", unit="b1")
    story.then_legal("F1", "F2").then_reason("ben reports that b1 has moved")
    assert marks(story) == ([["a1", "b1"]], [["a3", "b1"]])
    story.when(by="ana", do="report", fact="destroyed", unit="b2").then_legal("F1")
    story.when(by="ana", do="report", fact="moved", unit="b2").then_illegal("F1").then_since(2)
    story.when(by="ana", do="report", fact="moved", unit="z").then_illegal("G1")
    story.when(by="ana", do="report", fact="moved").then_illegal("G1")


def test_who_turns_on_the_spot_stays_in_contact() -> None:
    """F2: a change of facing marks ranges only, as shooter and as target."""
    story = table(units=UNITS, adjacent=[["a1", "b1"]], in_range=[["a1", "b2"], ["b2", "a1"]])
    story.when(by="ana", do="order", unit="a1", order="regroup")
    story.when(by="ana", do="pay", points=1).when(by="ana", do="face", degrees=180)
    assert marks(story) == ([], [["a1", "b2"], ["b2", "a1"]])


@pytest.mark.parametrize(("reading", "verdict"), [("stand", "legal"), ("lapse", "illegal")])
def test_a_target_that_was_adjacent_before_the_move(reading: str, verdict: str) -> None:
    """C.a, F1, A22: legal and said so, or illegal; a new report settles it."""
    story = moved(table(units=UNITS, **FACTS, readings={"A22": reading}))
    listed = FACTS["adjacent"] if reading == "stand" else []
    story.then_state(adjacent=listed, moved_since={"adjacent": FACTS["adjacent"]})
    story.when(by="ana", do="order", unit="a1", order="close").then_legal("T2b")
    assert "A22" not in story.entry.ruling.cites
    story.when(by="ana", do="target", unit="b1").then_since(4).then_basis("reading")
    assert story.entry.ruling.verdict == verdict
    assert set(story.entry.ruling.cites) == {"C.a", "F1", "A22"}
    story.then_reason(
        f"{'That' if verdict == 'legal' else 'that'} a1 and b1 are adjacent "
        "(by the set-up, before a move in entry 4) "
        + ("still counts" if verdict == "legal" else "counts no longer")
    )
    if verdict == "illegal":
        story.when(by="ben", do="report", fact="adjacent", units=["a1", "b1"])
        story.when(by="ana", do="target", unit="b1").then_legal("C.a").then_basis("rule")


@pytest.mark.parametrize(("reading", "verdict"), [("stand", "legal"), ("lapse", "illegal")])
def test_a_shot_at_what_was_in_range_before_the_move(reading: str, verdict: str) -> None:
    """R.a, F1, A22: the target has moved."""
    story = table(units=UNITS, **FACTS, readings={"A22": reading})
    story.when(by="ben", do="report", fact="moved", unit="b1")
    story.when(by="ana", do="order", unit="a3", order="ranged").then_legal("T2b")
    story.when(by="ana", do="target", unit="b1").then_since(1)
    assert story.entry.ruling.verdict == verdict
    assert set(story.entry.ruling.cites) == {"R.a", "F1", "A22"}
    if verdict == "illegal":
        story.when(by="ana", do="target", unit="b2").then_illegal("R.a")
        assert "A22" not in story.entry.ruling.cites


@pytest.mark.parametrize(("reading", "cost"), [("stand", 3), ("lapse", 2)])
def test_a_cost_that_rests_on_a_marked_fact(reading: str, cost: int) -> None:
    """O7, A22: Impede of a unit that was adjacent before the move, legal or not."""
    units = {**UNITS, "b1": formation("ben", abilities=["impede"])}
    story = table(units=units, adjacent=[["a1", "b1"]], readings={"A22": reading})
    story.when(by="ben", do="report", fact="moved", unit="b1")
    story.when(by="ana", do="order", unit="a1", order="move").then_legal("T2b")
    story.when(by="ana", do="pay", points=5 - cost).then_illegal("O6", "F1", "A22").then_since(1)
    story.when(by="ana", do="pay", points=cost).then_legal("M.a", "F1", "A22").then_since(1)
    story.when(by="ana", do="undo").when(by="ana", do="pay", points=7).then_illegal("O6", "A22")


@pytest.mark.parametrize(("reading", "verdict"), [("stand", "illegal"), ("lapse", "legal")])
def test_a_beast_beside_a_unit_that_has_moved(reading: str, verdict: str) -> None:
    """N4, A22."""
    units = {**UNITS, "a1": formation("ana", abilities=["beast"])}
    story = table(units=units, adjacent=[["a1", "b1"]], readings={"A22": reading})
    story.when(by="ben", do="report", fact="moved", unit="b1")
    story.when(by="ana", do="order", unit="a1", order="move").then_since(1)
    assert story.entry.ruling.verdict == verdict
    assert {"F1", "A22"} <= set(story.entry.ruling.cites)


@pytest.mark.parametrize(("reading", "verdict"), [("stand", "legal"), ("lapse", "illegal")])
@pytest.mark.parametrize(("unit", "order"), [("a1", "close"), ("a3", "ranged")])
def test_an_order_that_needs_somebody_there(
    reading: str, verdict: str, unit: str, order: str
) -> None:
    """A16 refused, A22."""
    facts = {"adjacent": [["a1", "b1"]], "in_range": [["a3", "b1"]]}
    story = table(units=UNITS, **facts, readings={"A22": reading, "A16": "refused"})
    story.when(by="ben", do="report", fact="moved", unit="b1")
    story.when(by="ana", do="order", unit=unit, order=order).then_since(1)
    assert story.entry.ruling.verdict == verdict
    assert {"F1", "A22"} <= set(story.entry.ruling.cites)


def test_a_breakaway_attack_on_the_word_of_before() -> None:
    """B4, A22 stand: the attack and its decline say on what they rest."""
    story = table(units=UNITS, **FACTS).when(by="ben", do="report", fact="moved", unit="b1")
    moves(story).then_state(to_act=["ben"], position=["T2b", "M.c"])
    story.when(by="ben", do="breakaway", unit="b2").then_legal("M.c")
    assert "A22" not in story.entry.ruling.cites
    story.when(by="ben", do="no_pay")
    story.when(by="ben", do="breakaway", unit="b1").then_legal("M.c", "F1", "A22").then_since(1)


def test_a_marked_fact_makes_nobody_eligible() -> None:
    """B4, A22 lapse: the window closes by itself, or the attack is refused."""
    story = table(units=UNITS, adjacent=[["a1", "b1"]], readings=LAPSE)
    story.when(by="ben", do="report", fact="moved", unit="b1")
    moves(story).then_state(position=["T2b", "M.e"])
    story = table(units=UNITS, **FACTS, readings=LAPSE)
    story.when(by="ben", do="report", fact="moved", unit="b1")
    moves(story).then_state(to_act=["ben"])
    story.when(by="ben", do="breakaway", unit="b1").then_illegal("B4", "F1", "A22").then_since(1)


def test_what_does_not_rest_on_a_mark_does_not_say_so() -> None:
    """A22: refusals and rulings that would be the same without the marked facts."""
    story = moved(table(units=UNITS, **FACTS))
    for said in (
        {"do": "order", "unit": "b1", "order": "move"},
        {"do": "order", "unit": "a1", "order": "regroup"},
        {"do": "pay", "points": 9},
        {"do": "pay", "points": 1},
        {"do": "done"},
        {"do": "end_orders"},
    ):
        story.when(by="ana", **said)
        assert not {"F1", "A22"} & set(story.entry.ruling.cites), story.entry


def test_a_side_of_before_the_move() -> None:
    """R.a, A22: under lapse the sides that are known are those reported since."""
    facts = {"in_range": [["a3", "b1", "left"], ["a3", "b1", "back"]]}
    story = table(units=UNITS, **facts, readings=LAPSE)
    story.when(by="ben", do="report", fact="moved", unit="b1")
    said = {"fact": "in_range", "unit": "a3", "target": "b1", "side": "back"}
    story.when(by="ben", do="report", **said).then_legal("F1")
    story.then_state(
        in_range=[["a3", "b1", "back"]], moved_since={"in_range": [["a3", "b1", "left"]]}
    )
    story.when(by="ana", do="order", unit="a3", order="ranged")
    story.when(by="ana", do="target", unit="b1", side="left").then_illegal("R.a", "F1", "A22")
    story.when(by="ana", do="target", unit="b1", side="front").then_illegal("R.a", "F1")
    assert "A22" not in story.entry.ruling.cites
    story.when(by="ana", do="target", unit="b1").then_illegal("R.a", "K10")
    story.when(by="ana", do="target", unit="b1", side="back").then_legal("R.a")


def test_dice_do_not_ask_for_contact() -> None:
    """C.f: whom a fight is against was settled with the target; `moved` in between changes nothing."""
    story = attacks(table(units=UNITS, **FACTS, readings=LAPSE))
    story.when(by="ben", do="report", fact="moved", unit="b1")
    rolls(story).then_legal("C.f")
    assert "A22" not in story.entry.ruling.cites
    story = shoots(table(units=UNITS, **FACTS))
    story.then_state(position=["T2b", "R.h"])
