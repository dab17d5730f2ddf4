"""What follows cites its rules: every event those by which it happened, and none beyond them."""

import re
from collections import defaultdict
from collections.abc import Iterable

from application.game.follows import follows
from domain.kernel.prompting.prompts import Prompt, follow
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

Cited = dict[str, list[tuple[str, ...]]]


def cited(story: Story) -> Cited:
    """Name of an event → the rules of each of them in the newest entry, in their order."""
    found: Cited = defaultdict(list)
    for event in story.entry.events:
        found[type(event).__name__].append(event.rules)
    return found


def passed(story: Story) -> list[tuple[str, ...]]:
    return cited(story)["RowPassed"]


def test_a_turn_passes_by_its_rows() -> None:
    """T2b, T3a to T3c, T1a, T2a: each event by the row at which it happens."""
    units = {"a1": formation("ana"), "b1": formation("ben")}
    units["a1"]["figures"] = [{"id": "f1", "hit_points": 2}]
    units["a1"]["icons"] = {}
    del units["a1"]["icons"]
    story = table(units=units, terrain={"hill": "ben"})
    raised = {"damage": {"a1": ["f1"]}}
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    story.when(by="ana", do="resolve", trigger="t", **raised).then_legal("X3")
    assert cited(story)["FiguresHurt"] == [("K7",)]
    found = cited(story.when(by="ana", do="end_orders").then_legal("T2b"))
    assert found["OrdersEnded"] == [("T2b",)]
    assert found["InjuriesHealed"] == [("T3a",)]
    assert found["OrderPointsLapsed"] == [("T3b",)]
    assert found["TurnPassed"] == [("T3c",)]
    assert found["VictoryPointsScored"] == [("T1a", "V2", "A6", "A7")]
    assert found["OrderPointsGained"] == [("T2a", "O1", "O4")]
    assert found["RowReached"] == [("T2b",)]
    rows = ("T3", "T3a", "T3b", "T3c", "T1", "T1a", "T2a")
    assert found["RowPassed"] == [(row,) for row in rows]


def test_order_points_come_by_all_that_changes_them() -> None:
    """O2, O3, A8, A9, A10: on the ambush turn, and of a mixed army."""
    story = table(ambush=True, factions={"ana": ["han", "roman"]})
    (gained,) = [one for one in story.game.opened if type(one).__name__ == "OrderPointsGained"]
    assert gained.rules == ("T2a", "O1", "O4", "O2", "A9", "A10", "O3", "A8")


def test_a_cost_is_paid_by_what_it_is_made_of() -> None:
    """O6, O9; O7 of an impeded move, O8 of an elusive target, B5 and A4 of a breakaway attack."""
    units = {
        "a1": formation("ana", abilities=["elusive"]),
        "b1": formation("ben", abilities=["impede", "elusive"]),
    }
    story = table(units=units, adjacent=[["a1", "b1"]])
    assert cited(attacks(story, points=3))["CostPaid"] == [("C.b", "O6", "O9", "O8")]
    hits(rolls(story)).then_legal("C.g")
    assert cited(moves(story, points=3))["CostPaid"] == [("M.a", "O6", "O9", "O7")]
    story.when(by="ben", do="breakaway", unit="b1").happened("BreakawayDeclared", "M.c", "B1", "B5")
    assert ("C.a", "B5") in passed(story)
    story.when(by="ben", do="pay", points=0)
    assert cited(story)["CostPaid"] == [("C.b", "O6", "O9", "O8", "B5", "A4")]
    assert cited(story)["OrderGiven"] == [("C.c", "O10", "B9")]


def test_dice_are_counted_by_what_takes_them_away() -> None:
    """K2; K3 and K10 only where they take any."""
    units = {"a3": archers("ana"), "b1": formation("ben", grey=["back"])}
    story = table(units=units, in_range=[["a3", "b1"]])
    assert cited(shoots(story, side="left"))["DiceCounted"] == [("R.g", "K2")]
    assert cited(story)["OrderGiven"] == [("R.c", "O10")]
    hits(rolls(story, (1, 1, 1, 1), units_between=0)).then_legal("R.i")
    story.when(by="ana", do="end_orders").when(by="ben", do="end_orders")
    shoots(story, side="back", hindering=1)
    assert cited(story)["DiceCounted"] == [("R.g", "K2", "K3", "K10")]
    found = cited(rolls(story, (1, 1, 1, 1), (), hindering=0).then_legal("R.h"))
    assert found["ObstaclesFound"] == [("R.e", "R.f", "K3")]
    assert found["DiceRolled"] == [("R.h", "K4")]


def test_a_fight_hurts_by_its_rows() -> None:
    """K5 to K9, V1, F1: to the end of the unit, after which nothing more is chosen (O11)."""
    units = {"a1": formation("ana"), "b1": sortie("ben", 1), "b2": formation("ben")}
    story = table(units=units, adjacent=[["a1", "b1"]])
    rolls(attacks(story), defence=(1,))
    adjusted = cited(story.when(by="ana", do="adjust", attack=[6, 1, 1]))
    assert adjusted["DiceAdjusted"] == [("C.g", "K5")]
    found = cited(hits(story, 1).then_legal("C.g"))
    assert found["HitsScored"] == [("C.g", "K6", "K7")]
    assert found["DamageDealt"] == [("C.i", "K7")]
    found = cited(story.when(by="ben", do="damage", unit="b1", figures=["f1"]))
    assert found["DamagePlaced"] == [("C.i", "K7", "K9")]
    assert found["FigureDowned"] == [("K7",)]
    assert found["UnitLeft"] == [("F1", "K7")]
    assert found["VictoryPointsScored"] == [("V1",)]
    assert found["RowPassed"] == [("C.j", "O11"), ("C.k", "O11")]
    assert found["OrderEnded"] == [("C.k", "O11")]


def test_a_combat_order_is_not_given_by_what_keeps_it() -> None:
    """C.c: K1 without an icon, O11 without its unit, A1 where it was paid."""
    raised = [trigger("t", "ben", "b1")]
    resolved = {"by": "ben", "do": "resolve", "trigger": "t"}
    units = {
        "a1": formation("ana", icons={"attack": 1}),
        "a2": sortie("ana"),
        "b1": formation("ben"),
    }
    for damage, rules in ((["f1"], ("C.c", "K1", "A1")), (["f1", "f2"], ("C.c", "O11", "A1"))):
        units["a1"] = formation("ana", 2) | {"icons": {"attack": 1}}
        story = attacks(table(units=units, adjacent=[["a1", "b1"]]), raises=raised)
        story.when(**resolved, damage={"a1": damage}).then_legal("X3")
        assert cited(story)["OrderNotGiven"] == [rules]
    story = table().when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ana", do="target", unit="b1").when(by="ben", do="trigger", **raised[0])
    story.when(by="ben", do="report", fact="apart", units=["a1", "b1"])
    story.when(by="ben", do="resolve", trigger="t", damage={"a1": [f"f{n}" for n in range(1, 7)]})
    assert story.state.over


def test_a_move_is_made_by_its_rows() -> None:
    """M.d to M.h, N1 to N7, F2: what had a part in it, and nothing else."""
    story = moves(table(adjacent=[]))
    assert cited(story)["MovementGained"] == [("M.d", "N5")]
    found = cited(story.when(by="ana", do="step", cost=1))
    assert found["UnitMoved"] == [("M.e", "N1", "N2")]
    assert found["RowPassed"] == [("M.f", "F2")]
    assert found["RowReached"] == [("M.e",)]
    turned = cited(story.when(by="ana", do="turn", cost=1, side="left", onto="front"))
    assert turned["UnitMoved"] == [("M.e", "N1", "N3", "N7")]
    found = cited(story.when(by="ana", do="stop"))
    assert found["MovementStopped"] == [("M.e",)]
    assert found["MovementLapsed"] == [("M.h",)]
    assert found["RowPassed"] == [("M.f",), ("M.g",), ("M.h",), ("M.i",)]


def test_a_facing_marks_ranges_by_its_rule() -> None:
    """H1; F2 where it marks any."""
    units = {"a3": archers("ana"), "a1": formation("ana"), "b1": formation("ben")}
    story = table(units=units, in_range=[["a3", "b1"]])
    for unit, rules in (("a1", ("G.d", "H1")), ("a3", ("G.d", "H1", "F2"))):
        story.when(by="ana", do="order", unit=unit, order="regroup").when(
            by="ana", do="pay", points=1
        )
        found = cited(story.when(by="ana", do="face", degrees=180).then_legal("G.c"))
        assert found["FacingChanged"] == [rules]
        assert found["RowPassed"][0] == ("G.c",)


def test_triggers_arise_by_the_row_they_were_said_for() -> None:
    """X5, X9, A5, A21; X3, X4 as they are resolved; V6 as they are dropped."""
    units = {"a1": formation("ana"), "b1": formation("ben"), "c1": formation("cem")}
    story = table(("ana", "ben", "cem"), units=units)
    said = {"by": "ben", "do": "trigger"}
    found = cited(story.when(**said, **trigger("s", "ben", "b1", row="T3")))
    assert found["TriggerAnnounced"] == [("X5", "T3", "X9", "A21")]
    found = cited(story.when(**said, **trigger("t", "ben", "b1")))
    assert found["TriggerArose"] == [("X5",)]
    assert cited(story.when(by="ben", do="resolve", trigger="t"))["TriggerResolved"] == [
        ("X3", "X4")
    ]
    raised = [trigger("u", "ana", "a1")]
    found = cited(story.when(by="ana", do="end_orders", raises=raised))
    assert found["TriggerAnnounced"] == [("X5", "T1", "A5")]
    assert found["TriggerArose"] == [("X5", "T3")]
    found = cited(story.when(by="ben", do="concede"))
    assert found["PlayerConceded"] == [("V6",)]
    assert found["TriggerDropped"] == [("V6",)]
    assert found["UnitLeft"] == [("F1", "V6")]


def test_a_unit_pushed_to_death_leaves_by_its_rule() -> None:
    """U2, U6, A11; U7, A12."""
    units = {
        "a1": sortie("ana", 1, orders_given={"move": 1}),
        "a2": formation("ana"),
        "b1": formation("ben"),
    }
    story = table(units=units, start=late(), readings={"A12": "opponents"})
    found = cited(moves(story, points=1, figure="f1"))
    assert found["FigurePushed"] == [("U2", "U6", "A11")]
    assert found["UnitLeft"] == [("F1", "U7")]
    assert found["VictoryPointsScored"] == [("U7", "A12")]
    assert found["OrderGiven"] == [("M.b", "O10")]
    assert ("M.d", "O11") in found["RowPassed"]


def test_a_disciplined_unit_regroups_by_its_rule() -> None:
    """U8: only where it needs it."""
    units = {"a1": formation("ana", abilities=["disciplined"]), "b1": formation("ben")}
    story = table(units=units)
    for rules in (("G.b", "O10"), ("G.b", "O10", "U8")):
        story.when(by="ana", do="order", unit="a1", order="regroup")
        found = cited(story.when(by="ana", do="pay", points=1))
        assert found["OrderGiven"] == [rules]
        story.when(by="ana", do="done").happened("RegroupFinished", "G.d")


def test_a_game_is_won_by_what_ends_it() -> None:
    """V3 and A15, V4, V6; V5 where points are compared."""
    units = {"a1": formation("ana"), "b1": formation("ben")}
    story = table(units=units, start=late(victory_points={"ana": 21}))
    assert cited(story.when(by="ana", do="report", fact="moved", unit="a1"))["GameWon"] == [
        ("V3", "A15")
    ]
    found = cited(table(units=units).when(by="ana", do="report", fact="destroyed", unit="b1"))
    assert (found["DestructionReported"], found["UnitLeft"]) == ([("F1",)], [("F1",)])
    assert found["GameWon"] == [("V4",)]
    assert cited(table(units=units).when(by="ana", do="concede"))["GameWon"] == [("V6",)]


def test_no_event_is_without_a_rule_and_none_is_cited_twice() -> None:
    """Of a long game, with what is refused and played all the same."""
    story = fights(table(), 1)
    story.when(by="ben", do="damage", unit="b1", figures=["f1"])
    story.when(by="ana", do="order", unit="a1", order="move").when(by="ana", do="pay", points=1)
    story.when(by="judge", do="played", entry=7, because="it was")
    story.when(by="ben", do="decline").when(by="ana", do="stop").when(by="ana", do="end_orders")
    rules = [event.rules for entry in story.game.log for event in entry.events]
    assert len(rules) > 20
    assert all(rules)
    assert all(len({*one}) == len(one) for one in rules)


LETTER = re.compile(r"\b[CRMGS]\.[a-m]\b|\bT[123][abc]?\b")


def words_of(story: Story) -> Iterable[str]:
    """All that people are told of the game so far and of the table as it is."""
    ruleset, state = story.game.ruleset, story.state
    for entry in story.game.log:
        yield entry.ruling.reason
        yield from map(str, entry.ruling.facts.values())
        yield from (one.says for one in follows(entry))
    yield from ruleset.in_words(state, "ana")
    for group in ruleset.board(state, "ana"):
        yield f"{group.title} {group.note}"
        for piece in group.pieces:
            yield f"{piece.name} {piece.note}"
            yield from (mark.word for mark in piece.marks)
    for candidate in ruleset.offers.candidates(state, "ana"):
        yield from (ask.label for ask in candidate.asks.values())


def asked_when_it_arises(story: Story) -> Iterable[str]:
    """What the prompt says that asks ana for the row of a trigger of a1."""
    prompts = story.game.ruleset.offers.prompts(story.state, "ana")
    prompt = follow(prompts, ("@a1", "do=trigger source=a1", "@t1"))
    assert isinstance(prompt, Prompt)
    assert "turn: the turn ends" in {answer.words for answer in prompt.answers}
    return (prompt.words, *(answer.words for answer in prompt.answers))


def test_people_are_told_titles_and_no_letters() -> None:
    """X2, X5, X9, O12: a row by its part of the outline and its title."""
    units = {
        "a1": formation("ana", specials=[{"name": "cry", "cost": 1, "targets": True}]),
        "b1": formation("ben"),
    }
    story = table(units=units, adjacent=[["a1", "b1"]])
    story.when(by="ana", do="pay", points=2).then_illegal("X2")
    reason = (
        "the sequence is at “turn: orders”; “pay” belongs to “close combat, ranged combat, move, regroup or "
        "special: costs may be paid”."
    )
    assert story.entry.ruling.reason == reason
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1", row="T3"))
    story.when(by="ana", do="trigger", **trigger("u", "ana", "a1", row="C.j"))
    story.when(by="ana", do="order", unit="a1", order="special", special="cry")
    story.when(by="ana", do="target", unit="b1", side="left").when(by="ana", do="no_target")
    attacks(story, raises=[trigger("v", "ben", "b1", at="C.e")])
    story.when(by="ana", do="trigger", **trigger("w", "ana", "a1", row="C.i"))
    story.when(by="ben", do="pay", points=2).then_illegal("X1")
    story.when(by="ben", do="resolve", trigger="v", not_given=True).then_illegal("O12")
    told = [*words_of(story), *asked_when_it_arises(story)]
    assert len(told) > 40
    assert [line for line in told if LETTER.search(line)] == []


def test_what_is_reported_is_told() -> None:
    """F1: with the side, where one was said, and with who said it."""
    story = table(terrain={"hill": None})
    story.when(by="ben", do="report", fact="moved", unit="b1").happened("MoveReported", "F2")
    for said, says in (
        ({"fact": "adjacent", "units": ["a1", "b1"]}, "a1 and b1 are adjacent"),
        ({"fact": "apart", "units": ["a1", "b1"]}, "a1 and b1 are no longer adjacent"),
        ({"fact": "in_range", "unit": "a1", "target": "b1"}, "b1 is in range of a1"),
        (
            {"fact": "out_of_range", "unit": "a1", "target": "b1", "side": "left"},
            "The left of b1 is no longer in range of a1",
        ),
        ({"fact": "controls", "terrain": "hill", "player": "ana"}, "ana holds “hill”"),
        ({"fact": "controls", "terrain": "hill"}, "Nobody holds “hill”"),
    ):
        story.when(by="ben", do="report", **said).then_legal("F1")
        (only,) = follows(story.entry)
        assert only.says == f"{says}, as ben reports."


def told(story: Story) -> list[str]:
    return [one.says for one in follows(story.entry)]


def test_an_order_that_comes_to_nothing_is_told_by_its_rows() -> None:
    """X9, O12: where it goes on, and what will not arise any more."""
    story = table().when(by="ana", do="order", unit="a1", order="close")
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1", row="C.i"))
    assert told(story) == ["“t” of “a1” will arise at “close combat: damage is dealt”."]
    assert told(story.when(by="ana", do="no_target")) == [
        "The order of “a1” ends: it goes on at “close combat: end of close combat”.",
        "“close combat: end of close combat” is passed.",
        "“close combat: back to where it began” is passed.",
        "“t”, announced for “close combat: damage is dealt”, will not arise.",
        "The close order of “a1” is over.",
    ]
    attacks(story, raises=[trigger("u", "ana", "a1")])
    story.when(by="ana", do="resolve", trigger="u", not_given=True)
    kept, *_, not_given, _, _, _ = told(story)
    assert kept == "The close order of “a1” will not be given."
    goes_on = "it goes on at “close combat: end of close combat”"
    assert not_given == f"The close order of “a1” is not given: {goes_on}."
    assert "Damage is to be placed: 2 on “b1”." in told(fights(story, 2))
