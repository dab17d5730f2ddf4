"""What is offered: every unit with every order, each judged by the rules; the table in words."""

from typing import Any

from application.game.choices import prompt_at
from domain.arcane_legions import RULESET
from domain.kernel.prompting.prompts import Prompt
from domain.kernel.ruleset import Ask, Candidate
from domain.kernel.shared import options
from tests.armies import ARMIES
from tests.domain.arcane_legions.tables import (
    archers,
    attacks,
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
from tests.spec import Story, opened


def offered(story: Story, player: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for option in options(story.game, player):
        found.setdefault(option.candidate.said["do"], []).append(option.ruling.verdict)
    return found


def test_every_own_unit_is_offered_every_order() -> None:
    """Legal ones and refused ones, so that it can be asked why not."""
    found = offered(table(), "ana")
    assert found["order"].count("legal") == 3
    assert found["order"].count("illegal") == 1
    assert found["end_orders"] == ["legal"]
    assert offered(table(), "ben")["order"] == ["illegal"] * 4


def test_a_push_is_offered_figure_by_figure() -> None:
    """U1."""
    story = moves(table(adjacent=[])).when(by="ana", do="stop")
    story.when(by="ana", do="order", unit="a1", order="move")
    assert offered(story, "ana")["pay"] == ["legal"] * 6


def test_damage_on_hundreds_of_figures_is_asked_for() -> None:
    """K7: more of them than calls of a program may be nested."""
    units = {"a1": formation("ana"), "b1": formation("ben", 1_000)}
    story = attacks(table(units=units, adjacent=[["a1", "b1"]]))
    rolls(story).then_legal("C.f")
    hits(story, change={"attacker": 2**53 - 1}).then_state(outstanding={"b1": 1_000})
    assert offered(story, "ben")["damage"] == ["legal"]


def test_damage_of_hundreds_of_points_is_suggested_whole_or_not_at_all() -> None:
    """K7."""
    thick = [{"id": f"f{n}", "icons": ["defence"], "hit_points": 100} for n in (1, 2, 3)]
    units = {"a1": formation("ana"), "b1": {"owner": "ben", "base": "formation", "figures": thick}}
    story = attacks(table(units=units, adjacent=[["a1", "b1"]]))
    rolls(story, defence=(3, 3, 3)).then_legal("C.f")
    hits(story, change={"attacker": 300}).then_state(outstanding={"b1": 300})
    (asked,) = (
        one.candidate for one in options(story.game, "ben") if one.candidate.said["do"] == "damage"
    )
    assert "figures" not in asked.said and asked.asks["figures"].kind == "names"


def test_damage_asks_for_its_figures() -> None:
    """K7."""
    story = attacks(table()).when(by="ana", do="roll", attack=[5, 5, 5], defence=[1, 1])
    story.when(by="ana", do="hits", attacker=2, defender=0)
    (one,) = [o for o in options(story.game, "ben") if o.candidate.said["do"] == "damage"]
    assert one.candidate.asks["figures"].count == 2
    assert set(one.candidate.asks["figures"].choices) == {f"f{n}" for n in range(1, 7)}


def test_the_position_is_read_as_a_path() -> None:
    """A judge sees the row of the turn, of the move and of the attack, whose chance it is, and what for."""
    story = moves(table()).when(by="ben", do="breakaway", unit="b1")
    lines = list(RULESET.in_words(story.state, "judge"))
    path = "turn: orders › move: breakaway attacks › close combat: costs may be paid"
    assert path in lines[0]
    assert RULESET.chance(story.state) in lines
    assert "ben: pay 0 order points for b1's breakaway attack" in RULESET.chance(story.state)
    assert any("move order given since entry 2" in line for line in lines)


def test_whose_chance_it_is_is_said_at_every_row() -> None:
    units = {"a1": formation("ana"), "a2": sortie("ana"), "b1": formation("ben")}
    story = table(units=units, adjacent=[["a1", "b1"]], terrain={"hill": "ana"})
    assert "give an order (8 order points left)" in RULESET.chance(story.state)
    story.when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    assert "resolve “t”" in RULESET.chance(story.state)
    assert any("since entry 1" in line for line in RULESET.in_words(story.state, "judge"))


def test_the_dice_are_adjusted_or_the_hits_said() -> None:
    """C.g and R.i: whoever owns one of the two units says it."""
    units = {"a1": formation("ana"), "a3": archers("ana"), "b1": formation("ben")}
    story = table(units=units, adjacent=[["a1", "b1"]], in_range=[["a3", "b1"]])
    says = "ana and ben: adjust the dice, or say the hits."
    rolls(attacks(story)).then_state(position=["T2b", "C.g"])
    assert RULESET.chance(story.state) == says
    hits(story)
    rolls(shoots(story), (1, 1, 1, 1)).then_state(position=["T2b", "R.i"])
    assert RULESET.chance(story.state) == says


def test_the_board_shows_units_hands_and_terrain() -> None:
    story = moves(table(terrain={"hill": None})).when(
        by="ana", do="trigger", **trigger("t", "ana", "a1")
    )
    titles = [group.title for group in RULESET.board(story.state, "judge")]
    assert titles == [
        "Carried out",
        "ana's triggers",
        "ana's units",
        "ben's units",
        "Control terrain",
    ]
    army = RULESET.board(story.state, "judge")[2]
    assert any(mark.word == "move order given" and mark.binds for mark in army.pieces[0].marks)


def test_the_outline_is_printed_as_it_is_run() -> None:
    lines = list(RULESET.printed(RULESET.edition()))
    assert any(line.strip().startswith("M.f") and "paid → M.e" in line for line in lines)
    assert any(line.strip().startswith("S.f") and "then back" in line for line in lines)


def test_the_dice_asked_for_are_those_of_the_reading() -> None:
    """A18 each: three units in the way leave one die of four, not three."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = table(units=units, in_range=[["a3", "b1"]], readings={"A18": "each"})
    shoots(story, units_between=3)
    one, other = [o for o in options(story.game, "ana") if o.candidate.said["do"] == "roll"]
    assert one.candidate.asks["attack"].count == 1
    assert {"units_between", "hindering", "melee"} < set(other.candidate.asks)


def test_sides_in_range_rows_to_come_and_moves_are_offered() -> None:
    """R.a, X9, F2: the sides that are known, the rows that still come, `moved` of each unit."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = table(units=units, in_range=[["a3", "b1", "left"]])
    story.when(by="ana", do="order", unit="a3", order="ranged")
    (target,) = [one for one in candidates(story, "ana") if one.said["do"] == "target"]
    assert target.said["side"] == "left"
    ahead, *_ = [one for one in candidates(story, "ana") if one.said["do"] == "trigger"]
    rows = ahead.asks["row"].choices
    assert rows[:8] == ("T1", "T1a", "T2a", "T2b", "T3", "T3a", "T3b", "T3c")
    assert rows[8:] == tuple(f"R.{letter}" for letter in "abcdefghijklm")
    (moved,) = [one for one in candidates(story, "ben") if one.said.get("fact") == "moved"]
    assert set(moved.asks["unit"].choices) == {"a3", "b1"}


def asked(story: Story, player: str, *taps: str) -> Prompt:
    found = prompt_at(story.game, player, taps)
    assert isinstance(found, Prompt)
    return found


def test_what_comes_of_a_trigger_is_asked_for_piece_by_piece() -> None:
    """K7, H3: figures as often as they have hit points left; those that are down, one's own first."""
    figures = [{"id": "f1", "hit_points": 2}, {"id": "f2"}, {"id": "f3"}]
    b1 = {"owner": "ben", "base": "sortie", "figures": figures, "down": ["f3"]}
    story = table(units={"a1": sortie("ana", down=["f1"]), "b1": b1})
    story.when(by="ben", do="trigger", **trigger("t", "ben", "b1"))
    resolve = "do=resolve trigger=t"

    def keys(*taps: str) -> list[str]:
        return [answer.key for answer in asked(story, "ben", resolve, *taps).answers]

    assert [key for key in keys() if key.startswith("return")] == ["return @b1", "return @a1"]
    assert keys("return @b1") == ["@f3"]
    assert keys("damage @b1") == ["@f1", "@f2"]
    assert keys("damage @b1", "@f1", "@f2") == ["/enough", "@f1"]
    points = asked(story, "ben", resolve, "victory_points @ana")
    assert (points.words, points.ask) == ("How many? Less with a minus.", Ask("number", "points"))


def test_empty_slots_are_offered_first_and_none_twice() -> None:
    """H2: each figure that stands, and where it may go besides those put elsewhere."""
    a1 = sortie("ana", down=["f2"])
    story = table(units={"a1": a1, "b1": sortie("ben")})
    story.when(by="ana", do="order", unit="a1", order="regroup").when(by="ana", do="pay", points=1)
    taps = ["do=reposition"]
    for tap, offered in (
        ("@f1", ["@f1", "@f3"]),
        ("@f2", ["@f2", "@f1", "@f3"]),
        ("@f3", ["/enough", "@f3"]),
        ("@f1", ["@f1", "@f3"]),
    ):
        assert [one.key for one in asked(story, "ana", *taps).answers] == offered
        taps.append(tap)
    moved = {"f1": "f2", "f3": "f1"}
    assert prompt_at(story.game, "ana", taps) == {"do": "reposition", "moves": moved}


def test_what_lies_in_the_way_is_tapped_with_the_target() -> None:
    """K3."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = table(units=units, in_range=[["a3", "b1"]])
    story.when(by="ana", do="order", unit="a3", order="ranged")
    taps = ("do=target unit=b1", "@units_between", "@2", "@blocking", "@melee", "/enough")
    said = {"do": "target", "unit": "b1", "units_between": 2, "blocking": True, "melee": True}
    assert prompt_at(story.game, "ana", taps) == said


def test_a_special_order_is_aimed_at_a_unit_or_at_something_else() -> None:
    """S.a: of a unit nothing more is asked, of anything else its name."""
    a1 = formation("ana", specials=[{"name": "curse", "cost": 0, "targets": True}])
    story = table(units={"a1": a1, "b1": formation("ben")})
    story.when(by="ana", do="order", unit="a1", order="special", special="curse")
    said = {"do": "target", "unit": "a1"}
    assert prompt_at(story.game, "ana", ("do=target unit=a1",)) == said
    what = asked(story, "ana", "do=target what")
    assert (what.words, what.ask) == ("What is it aimed at?", Ask("text", "the target"))


def test_that_an_order_is_not_given_is_tapped() -> None:
    """O12: with the triggers of its payment, and not once it is given."""
    resolve = "do=resolve trigger=t"
    story = attacks(table(), raises=[trigger("t", "ana", "a1")])
    said = {"do": "resolve", "trigger": "t", "not_given": True}
    assert prompt_at(story.game, "ana", (resolve, "@not_given", "/enough")) == said
    story = attacks(table()).when(by="ana", do="trigger", **trigger("t", "ana", "a1"))
    assert "@not_given" not in [answer.key for answer in asked(story, "ana", resolve).answers]


def test_a_figure_takes_as_many_points_of_a_combat_as_it_has_hit_points() -> None:
    """K7."""
    figures = [{"id": "f1", "hit_points": 2}, {"id": "f2"}]
    units = {"a1": formation("ana"), "b1": {"owner": "ben", "base": "sortie", "figures": figures}}
    story = attacks(table(units=units, adjacent=[["a1", "b1"]]))
    hits(rolls(story, defence=()), 2).then_state(outstanding={"b1": 2})
    first = asked(story, "ben")
    assert first.answers[0].words == "Place 2 damage on b1"
    for chosen, left in (("@f1", ["@f1", "@f2"]), ("@f2", ["@f1"])):
        prompt = asked(story, "ben", first.answers[0].key, chosen)
        assert [answer.key for answer in prompt.answers] == left


def candidates(story: Story, player: str) -> list[Candidate]:
    return list(RULESET.offers.candidates(story.state, player))


def test_what_is_offered_is_offered_to_the_one_who_asks() -> None:
    """At every row of a fight, a shot, a special order and a move, for both players."""
    units = {
        "a1": formation("ana", specials=[{"name": "curse", "cost": 0, "targets": True}]),
        "a3": archers("ana"),
        "b1": formation("ben"),
    }
    story = table(
        units=units, adjacent=[["a1", "b1"]], in_range=[["a3", "b1"]], terrain={"hill": None}
    )
    dice = {"attack": [6, 6, 6], "defence": [1, 1]}
    steps: tuple[tuple[str, dict[str, Any]], ...] = (
        ("order", {"unit": "a1", "order": "close"}),
        ("target", {"unit": "b1"}),
        ("pay", {"points": 2}),
        ("roll", dice),
        ("hits", {"attacker": 1, "defender": 1}),
        ("damage", {"unit": "a1", "figures": ["f6"]}),
        ("damage", {"unit": "b1", "figures": ["f6"]}),
        ("order", {"unit": "a3", "order": "ranged"}),
        ("target", {"unit": "b1"}),
        ("pay", {"points": 2}),
        ("roll", {**dice, "attack": [6, 6, 6, 1]}),
        ("hits", {"attacker": 0, "defender": 0}),
        ("order", {"unit": "a1", "order": "special", "special": "curse"}),
        ("target", {"what": "the gate"}),
        ("pay", {"points": 0}),
        ("effect", {}),
        ("order", {"unit": "a3", "order": "move"}),
        ("pay", {"points": 2}),
    )
    for do, said in steps:
        story.when(
            by="ben" if said.get("unit") == "b1" and do == "damage" else "ana", do=do, **said
        )
        story.then_legal()
        for player in ("ana", "ben"):
            assert {one.said["by"] for one in candidates(story, player)} == {player}


def test_a_grey_side_is_asked_for() -> None:
    """K2: the side of the target, and one's own, only where it can be grey."""
    units = {
        "a1": formation("ana"),
        "b1": formation("ben", grey=["back"]),
        "b2": formation("ben", figures=2),
    }
    story = table(units=units).when(by="ana", do="order", unit="a1", order="close").then_legal()
    sides = ("front", "back", "left", "right")
    targets = [one for one in candidates(story, "ana") if one.said["do"] == "target"]
    found = {one.said["unit"]: one.asks for one in targets}
    assert found["b1"] == {"side": Ask("text", "the side of the target", choices=sides)}
    assert found["b2"] == {}


def test_hits_are_asked_for_up_to_dice_and_criticals() -> None:
    """K6: three dice and a critical score at most four hits; two defence dice two."""
    story = rolls(attacks(table()), (6, 6, 6), (1, 2)).then_legal()
    (one,) = [one for one in candidates(story, "ana") if one.said["do"] == "hits"]
    assert one.asks["attacker"].choices == ("0", "1", "2", "3", "4")
    assert one.asks["defender"].choices == ("0", "1", "2")


def test_a_second_breakaway_attack_may_be_offered_without_a_figure() -> None:
    """A3 free: no push is needed, and none is offered."""
    earlier = {"orders_given": {"close": 1}}
    for reading, figures in (("push", 3), ("free", 0)):
        units = {"a1": formation("ana"), "b1": formation("ben", 3, **earlier)}
        story = moves(
            table(units=units, adjacent=[["a1", "b1"]], readings={"A3": reading}, start=late())
        )
        story.when(by="ben", do="breakaway", unit="b1").then_legal("M.c")
        payments = [one.said for one in candidates(story, "ben") if one.said["do"] == "pay"]
        assert [said["points"] for said in payments] == [0] * (figures or 1)
        assert sum("figure" in said for said in payments) == figures
        pushed = " and a figure" if figures else ""
        pays = f"pay 0 order points{pushed} for b1's breakaway attack, or let it go"
        assert RULESET.chance(story.state) == f"ben: {pays}."


def test_no_more_than_a_few_hundred_are_offered() -> None:
    units = {f"{owner}{n}": sortie(owner) for n in range(40) for owner in ("ana", "ben")}
    found = candidates(table(units=units), "ana")
    assert len(found) <= 300
    orders = {one.said["unit"] for one in found if one.said["do"] == "order"}
    assert orders == {name for name in units if name.startswith("ana")}


def test_what_people_count_is_told() -> None:
    """Icons ready, abilities and grey sides as they were set up, facts from before a move."""
    a1 = formation(
        "ana", abilities=["hustle", "banner", "hustle"], grey=["left", "back"], down=["f1"]
    )
    units = {"a1": a1, "b1": formation("ben", down=["f2"])}
    story = table(units=units, adjacent=[["a1", "b1"]])
    story.when(by="ben", do="report", fact="moved", unit="b1")
    story.when(by="ben", do="trigger", **trigger("t", "ben", "b1", row="T3"))
    story.then_state(
        units={
            "a1": {
                "ready": {"attack": 2, "defence": 1, "movement": 2, "ranged": 0},
                "abilities": ["hustle", "banner", "hustle"],
                "grey": ["left", "back"],
            },
            "b1": {"ready": {"attack": 2, "defence": 1, "movement": 2, "ranged": 0}},
        },
        announced=[["t", "T3"]],
    )
    words = list(RULESET.in_words(story.state, "ana"))
    assert "To arise at “turn: the turn ends”: “t” of b1, since entry 2, ben's." in words
    assert (
        "a1 (ana, formation): 5 of 6 figures; ready: 2 attack, 1 defence and 2 movement; abilities: "
        "hustle, banner and hustle; grey: left and back."
    ) in words
    assert "Next to each other: a1 and b1 (moved in entry 1)." in words
    groups = {group.title: group for group in RULESET.board(story.state, "ana")}
    (said,) = groups["Triggers still to arise"].pieces
    assert (said.id, said.note, said.marks[0].word) == ("t", "of b1", "at turn: the turn ends")
    (ben,) = groups["ben's units"].pieces
    assert ben.note == "5 of 6 figures; ready: 2 attack, 1 defence and 2 movement"
    assert [(mark.word, mark.rules) for mark in ben.marks] == [
        ("next to a1 (moved in entry 1)", ("F2", "A22"))
    ]


def test_of_a_whole_army_only_its_names_are_told() -> None:
    """What its cards say is left out, and what lies between two units is told once."""
    game = opened("arcane-legions", ARMIES["arcane-legions"]())
    words = list(RULESET.in_words(game.now.state, "judge"))
    assert "Whole and without an order: a1–a12 of ana." in words
    assert "In range: a3 → b3; a6 → b6; a9 → b9; a12 → b12." in words
    assert len(words) < 10
