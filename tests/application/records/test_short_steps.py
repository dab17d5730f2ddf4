"""Steps in a few words: what is meant is found, what is nothing here is asked about."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from application.game.options import legal_candidates, options_filled_in
from application.game.words.forms import forms
from application.game.words.short_form import short_form
from application.records.completion import next_words
from application.records.known_words import known_words
from application.records.matching import candidate_fits
from application.records.numbered import typed_step
from application.records.records import BadRecord
from application.records.short_steps import (
    SaidByHalf,
    UnclearStep,
    UnknownWord,
    short_step,
    step_on_line,
)
from application.rulesets import ruleset
from domain.kernel.history import Game
from domain.kernel.ruleset import Candidate
from domain.kernel.shared import adjudicate
from domain.kernel.steps import Said
from tests.armies import ARMIES
from tests.domain.arcane_legions.tables import attacks
from tests.domain.arcane_legions.tables import table as arcane_legions
from tests.spec import opened

ANA_CHARGES = {
    "by": "ana",
    "do": "declare",
    "unit": "a1",
    "command": "assault",
    "charge": True,
    "target": "b1",
}


def table(name: str, *lines: str, players: Sequence[str] = ("ana", "ben")) -> Game:
    """The ruleset's own small table after these steps."""
    example = ruleset(name).example
    assert example is not None
    game = opened(name, example(tuple(players)), players)
    for line in lines:
        take(game, step_on_line(game, line))
    return game


def take(game: Game, said: Said) -> None:
    game.take(*adjudicate(game, said))


def test_a_name_that_is_said_again_is_meant_again() -> None:
    """Who fights may fall, too; and nobody charges another than was said."""
    game = table("voidsiege", *CHARGED, "ben decline", "ana move a1")
    for line, destroyed in (
        ("ana melee a1 destroyed a1 b1", ["a1", "b1"]),
        ("ana melee a1 destroyed b1 a1", ["b1", "a1"]),
    ):
        assert step_on_line(game, line).get("destroyed") == destroyed
    few = {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}}
    game = opened("voidsiege", {"points": {"ana": 3, "ben": 3}, "units": few})
    assert step_on_line(game, "ana a1 assault charge a1")["target"] == "a1"
    assert step_on_line(game, "ana a1 a1 move") == step_on_line(game, "ana a1 move")


def test_a_name_that_is_only_said_twice_is_no_slip_where_more_may_be_said() -> None:
    game = table("voidsiege", "ana a1 run", "ben react b1 snap_fire", "ana move a1")
    for line in ("ben shoot b1 b1", "ben b1 shoot b1"):
        assert step_on_line(game, line) == {"by": "ben", "do": "shoot", "unit": "b1"}
    fell = {"by": "ben", "do": "shoot", "unit": "b1", "destroyed": ["a1", "b1"]}
    assert step_on_line(game, "ben shoot b1 destroyed a1 b1") == fell
    with pytest.raises(UnclearStep, match="“b1” does not fit"):
        step_on_line(game, "ben shoot b1 b1 destroyed a1 b1")


@pytest.mark.parametrize(
    ("ran", "other"),
    [("a_b", "ab"), ("Zoë", "Zoe"), ("कमला", "कमल"), ("🐉", "🐲"), ("⚔️", "🛡️"), ("a1", "A1")],
)
def test_of_names_that_sound_alike_the_one_that_was_said_is_meant(ran: str, other: str) -> None:
    """Also where the step is legal for the other one only."""
    units = {ran: {"owner": "ana"}, other: {"owner": "ana"}, "b1": {"owner": "ben"}}
    game = opened("voidsiege", {"points": {"ana": 3, "ben": 3}, "units": units})
    assert step_on_line(game, f"ana {other} run")["unit"] == other
    for line in (f"ana {ran} run", "ben decline", f"ana move {ran}"):
        take(game, step_on_line(game, line))
    for line in ("ben run b1", "ana decline", "ben move b1"):
        take(game, step_on_line(game, line))
    assert step_on_line(game, f"ana {ran} run")["unit"] == ran


def test_a_card_that_is_called_as_a_step_is_asked_about() -> None:
    card = {"type": "agent", "attack": 2, "defense": 2, "speed": 1, "owner": "ana", "zone": "hand"}
    setup = {**ARMIES["nullshapers"](), "decks": {}}
    setup["cards"] = {
        **setup["cards"],
        "concede": {**card, "name": "Concede", "cost": {"void": 99}},
    }
    setup["cards"] = {id: one for id, one in setup["cards"].items() if one["zone"] != "deck"}
    with pytest.raises(UnclearStep, match=r"that could be .*concede”: say one word more"):
        step_on_line(opened("nullshapers", setup), "ana concede")


def test_names_of_two_kinds_are_said_in_any_order() -> None:
    example = ruleset("arcane-legions").example
    assert example is not None
    game = opened("arcane-legions", {**example(("ana", "ben")), "terrain": {"hill": None}})
    held = {"by": "ben", "do": "report", "fact": "controls", "terrain": "hill", "player": "ana"}
    for line in ("ben report controls hill ana", "ben ana report controls hill"):
        assert step_on_line(game, line) == held


@pytest.mark.parametrize(
    "line",
    [
        "ana a1 assault charge b1",
        "a1 assault charge b1",
        "ana declare unit a1 command assault charge target b1",
        "Ana A1 ASSAULT Charge B-1",
        "ana b1 charge assault a1",
        "ana a1 assault charge target=b1",
        "by=ana do=declare unit=a1 command=assault charge=true target=b1",
        "{by: ana, do: declare, unit: a1, command: assault, charge: true, target: b1}",
    ],
)
def test_the_same_step_is_said_in_many_ways(line: str) -> None:
    assert step_on_line(table("voidsiege"), line) == ANA_CHARGES


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("ana move a1", {"do": "declare", "unit": "a1", "command": "move"}),
        ("ana note the clock was stopped", {"do": "note", "text": "the clock was stopped"}),
        ("ana destroyed b1", {"do": "report", "fact": "destroyed", "unit": "b1"}),
        ("judge rewind 0 the dice fell", {"do": "rewind", "to": 0, "because": "the dice fell"}),
        ("ben concede", {"do": "concede"}),
    ],
)
def test_what_is_done_is_found_by_its_words(line: str, fields: Any) -> None:
    said = step_on_line(table("voidsiege"), line)
    assert {key: value for key, value in said.items() if key != "by"} == fields


def test_what_can_be_only_one_thing_is_left_out() -> None:
    game = table("arcane-legions", "ana legion close", "ana target guard")
    assert step_on_line(game, "pay") == {"by": "ana", "do": "pay", "points": 2}


def test_a_bare_name_takes_no_step_and_is_told_what_is_possible() -> None:
    for lines, possible in (
        ((), "“end_orders”, “legion close”"),
        (("ana legion close",), "“target guard”, “no_target”"),
        (("ana legion close", "ana target guard"), "“pay 2”, “no_pay”"),
    ):
        with pytest.raises(UnclearStep, match=f"say what ana does, such as {possible}"):
            step_on_line(table("arcane-legions", *lines), "ana")
    charged = table("voidsiege", *CHARGED)
    with pytest.raises(UnclearStep, match="say what ben does, such as “decline”, “b1 "):
        step_on_line(charged, "ben")
    hidden = table("nullshapers", players=("kim", "lee"))
    with pytest.raises(UnclearStep, match=r"say what kim does\.$"):
        step_on_line(hidden, "kim", "lee")


def test_of_two_readings_the_one_that_is_legal_is_meant() -> None:
    game = table("voidsiege", "ana a1 run")
    assert step_on_line(game, "ben b1 snap_fire")["do"] == "react"
    assert step_on_line(game, "ben b1 snap fire")["do"] == "react"


def test_a_step_that_is_not_legal_is_taken_as_it_was_said() -> None:
    game = table("voidsiege", "ana a1 run")
    assert step_on_line(game, "ana a1 assault") == {
        "by": "ana",
        "do": "declare",
        "unit": "a1",
        "command": "assault",
    }


def test_numbers_and_lists_find_their_fields() -> None:
    game = table("arcane-legions", "ana legion close", "ana target guard", "ana pay")
    rolled = {"by": "ana", "do": "roll", "attack": [5, 6, 3, 2, 1, 4], "defence": [2, 3, 4, 5]}
    for line in ("ana roll attack 5 6 3 2 1 4 defence 2 3 4 5", "ana roll 5,6,3,2,1,4 2,3,4,5"):
        assert step_on_line(game, line) == rolled
    hits = step_on_line(game, "ana hits 2 1")
    assert (hits["attacker"], hits["defender"]) == (2, 1)


def test_bare_numbers_are_said_in_the_order_of_the_fields() -> None:
    """Whoever names a field may say it first; the order alone is never turned until it is legal."""
    game = attacks(arcane_legions()).game
    for line, attack, defence in (
        ("ana roll 1,2,3 4,5", [1, 2, 3], [4, 5]),
        ("ana roll 4,5 1,2,3", [4, 5], [1, 2, 3]),
        ("ana roll defence 4,5 1,2,3", [1, 2, 3], [4, 5]),
    ):
        said = step_on_line(game, line)
        assert (said["attack"], said["defence"]) == (attack, defence)
    take(game, step_on_line(game, "ana roll 1,2,3 4,5"))
    for line, attacker, defender in (
        ("ana hits 2 1", 2, 1),
        ("ana hits 0 2", 0, 2),
        ("ana hits defender 0 2", 2, 0),
    ):
        said = step_on_line(game, line)
        assert (said["attacker"], said["defender"]) == (attacker, defender)


def test_cards_and_what_they_aim_at_are_found_by_name() -> None:
    game = table("nullshapers", players=("kim", "lee"))
    plays = {"by": "kim", "do": "play", "card": "quake", "targets": ["b1"]}
    assert step_on_line(game, "kim quake b1") == plays
    assert step_on_line(game, "kim play quake b1") == plays
    advance = step_on_line(game, "kim advance alpha b2")
    assert advance["agents"] == {"alpha": "b2"}


def test_a_word_is_an_option_only_where_some_card_has_it() -> None:
    game = table("nullshapers", players=("kim", "lee"))
    for line, targets in (("kim play quake b1 b2", ["b1", "b2"]), ("kim play scout b1", ["b1"])):
        for whole in (False, True):
            said = step_on_line(game, line, whole=whole)
            assert said["targets"] == targets and "option" not in said


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("kim report damage", "say also the card and the amount: report damage takes CARD AMOUNT."),
        ("lee report damage alpha", "say also the amount: "),
        ("kim report damage 5", "say also the card: "),
        ("lee report damage alpha x", "“x” does not fit: report damage takes CARD AMOUNT."),
        ("kim report durability b1.kim 0-5", "“0-5” does not fit: report durability takes SECTOR"),
        ("kim report", "say also what report is about, one of damage, lock,"),
    ],
)
def test_a_report_by_half_is_asked_for_what_is_wrong_or_missing(line: str, sentence: str) -> None:
    with pytest.raises(UnclearStep) as why:
        step_on_line(table("nullshapers", players=("kim", "lee")), line)
    assert str(why.value).startswith(sentence)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ana a1 asault", "“asault” is nothing in this game; did you mean “assault”?"),
        ("ana b9 move", "“b9” is nothing in this game; did you mean"),
        ("by=ana do=declare unit=a9 command=move", "“a9” is nothing in this game; did you mean"),
        ("by=ana do=declre unit=a1", "no step here is called “declre”; did you mean “declare”"),
        ("by=ana do=declare unti=a1", "“declare” has no field “unti”"),
        ("by=ana do=declare unit=a1 command=mov", "“command” is one of move, run"),
        ("by=ana do=report fact=destroyd unit=b1", "did you mean “destroyed”?"),
        ("ana a1 move colour=red", "no step here has a field “colour”"),
        ("ana a1 shoot TARGET=b1", "no step here has a field “TARGET”; did you mean “target”"),
    ],
)
def test_a_word_that_is_nothing_here_is_asked_about(line: str, sentence: str) -> None:
    game = table("voidsiege")
    with pytest.raises(UnknownWord) as why:
        step_on_line(game, line)
    assert sentence in str(why.value)


def test_a_slip_in_a_name_is_not_taken_for_words_of_ones_own() -> None:
    """A target of a special order may be told in words; what is like a unit's name is asked about."""
    game = table("arcane-legions", "ana legion close")
    with pytest.raises(UnknownWord, match="“gaurd” is nothing in this game; did you mean “guard”"):
        step_on_line(game, "ana target gaurd")
    assert step_on_line(game, "ana target gaurd", keep=True)["what"] == "gaurd"
    with pytest.raises(UnknownWord, match="“triger” is nothing in this game"):
        step_on_line(game, "ana triger legion ana r1 row=T1")
    with pytest.raises(UnclearStep, match="say also the id"):
        step_on_line(game, "ana trigger legion ana row=T1")


def test_who_insists_says_it_all_the_same() -> None:
    game = table("voidsiege")
    assert step_on_line(game, "ana a9 move", keep=True)["unit"] == "a9"
    written = "by=ana do=declare unit=a9 command=move"
    assert step_on_line(game, written, keep=True)["unit"] == "a9"
    assert step_on_line(game, "ana a1 move colour=red", keep=True)["colour"] == "red"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "say what ana does, such as “declare a1 move”, “declare a2 move”, "),
        ("undo", "say first who takes the step, one of ana, ben, judge."),
        ("please ana a1 run", "“please” is nothing in this game"),
        ("zoe a1 move", "“zoe” is nothing in this game"),
        ("ana", "say what ana does, such as “declare a1 move”, “declare a2 move”, "),
        ("ana a1", "“a1” is no step here"),
        ("ana declare", "say also the unit (a1, a2) and the command (move, run,"),
        ("ana a1 shoot", "say also the target (b1, b2)."),
        (
            "judge overrule 1",
            "say also the verdict: overrule takes ENTRY VERDICT [BECAUSE] [defect].",
        ),
    ],
)
def test_what_is_not_clear_says_what_would_help(words: str, sentence: str) -> None:
    with pytest.raises(UnclearStep) as why:
        short_step(table("voidsiege"), words.split())
    assert sentence in str(why.value)


@pytest.mark.parametrize("reason", ["illegal", "LEGAL", "“undetermined”"])
def test_a_verdict_alone_is_no_reason_of_a_judge(reason: str) -> None:
    game = table("voidsiege")
    with pytest.raises(UnclearStep, match=f"say why: “{reason.strip('“”')}” is a verdict"):
        step_on_line(game, f"judge overrule 1 legal {reason}")
    said = step_on_line(game, f"judge overrule 1 legal {reason} because the dice lay otherwise")
    assert said["because"] == f"{reason} because the dice lay otherwise"
    assert step_on_line(game, f"ana note {reason}")["text"] == reason.strip("“”")


@pytest.mark.parametrize(
    ("line", "to", "because"),
    [
        ("rewind 0 because a1 may not charge", 0, "a1 may not charge"),
        ("rewind to 0, because: it was so", 0, "it was so"),
        ("rewind 0 the move was not paid, so report it", 0, "the move was not paid, so report it"),
    ],
)
def test_a_judge_says_why_as_people_say_it(line: str, to: int, because: str) -> None:
    game = table("voidsiege", "ana a1 assault charge b1")
    said = step_on_line(game, f"judge {line}")
    assert (said["to"], said["because"]) == (to, because)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "judge rewind to entry 0 because of a mistake",
            "say also what stands behind “to”: rewind",
        ),
        ("ana undo because I misread", "“undo because I misread” does not fit: undo takes nothing"),
        ("ben object because no", "“object because no” does not fit: object takes nothing more."),
    ],
)
def test_a_word_too_many_in_a_step_of_every_game_is_no_name_that_is_missing(
    line: str, sentence: str
) -> None:
    with pytest.raises(UnclearStep) as why:
        step_on_line(table("voidsiege", "ana a1 assault charge b1"), line)
    assert str(why.value).startswith(sentence)


CHARGED = ("ana a1 assault charge b1",)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("victory_points ana 2 order_points a -1", "“a” is nothing in this game"),
        ("victory_points ana 2 order_points legion 1", "“legion” does not fit in “order_points”"),
        ("order_points={an: 1}", "“an” does not fit in “order_points” (a player); did you mean"),
        ("victory_points ana order_points ana -1", "say also what stands behind “victory_points”"),
        ("victory_points ana 2 order_points", "say also what stands behind “order_points” (a p"),
        ("victory_points ana 2 ana 3", "say also what stands behind “victory_points”"),
        ("order_points turn 1", "say also what stands behind “order_points”"),
        ("damage legion", "say also what stands behind “damage” (a unit that is damaged)"),
        ("legion f1", "“resolve t1 legion f1” does not fit"),
        ("victory_points ana legion", "“legion” does not fit behind “ana” in “victory_points”: e"),
        (
            "damage legion ben",
            "“ben” does not fit behind “legion” in “damage”: expected one of f1, ",
        ),
        ("damage legion 3", "“3” does not fit behind “legion” in “damage”: expected one of f1, f2"),
        ("damage={legion: [f1, f99]}", "“f99” does not fit behind “legion” in “damage”"),
    ],
)
def test_what_is_said_of_somebody_is_said_of_one_who_fits(line: str, sentence: str) -> None:
    """A slip in a mapping is asked about: it is no other field, and nothing takes the field's place."""
    game = table("arcane-legions", "ana trigger legion ana t1")
    with pytest.raises(UnclearStep) as why:
        step_on_line(game, f"ana resolve t1 {line}")
    assert str(why.value).startswith(sentence)
    said = step_on_line(game, "ana resolve t1 victory_points ana 2 order_points ana -1")
    assert (said["victory_points"], said["order_points"]) == ({"ana": 2}, {"ana": -1})
    assert step_on_line(game, "ana resolve t1 return legion f1")["return"] == {"legion": ["f1"]}


def test_where_somebody_is_sent_is_a_place() -> None:
    game = table("nullshapers", players=("kim", "lee"))
    for line in ("kim advance alpha beta", "{by: kim, do: advance, agents: {alpha: beta}}"):
        with pytest.raises(UnknownWord, match="behind “alpha” in “agents”: expected one of b1, b2"):
            step_on_line(game, line)
        assert step_on_line(game, line, keep=True)["agents"] == {"alpha": "beta"}
    with pytest.raises(UnknownWord, match="“2” does not fit behind “alpha” in “agents”"):
        step_on_line(game, "kim advance alpha 2")
    assert step_on_line(game, "kim advance alpha b2")["agents"] == {"alpha": "b2"}


def test_a_written_step_is_asked_for_whom_it_means_too() -> None:
    written = "{by: ana, do: resolve, trigger: t1, order_points: {an: 1}}"
    game = table("arcane-legions", "ana trigger legion ana t1")
    with pytest.raises(UnknownWord, match="“an” does not fit in “order_points”"):
        step_on_line(game, written)
    assert step_on_line(game, written, keep=True)["order_points"] == {"an": 1}


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("ana melee a1 destroyed", "destroyed"),
        ("ana a1 melee target", "target"),
        ("ana melee a1 destroyed b1 target", "target"),
    ],
)
def test_a_field_with_nothing_behind_its_name_is_asked_about(line: str, field: str) -> None:
    game = table("voidsiege", *CHARGED, "ben decline", "ana move a1")
    with pytest.raises(UnclearStep, match=f"say also what stands behind “{field}” .*: melee takes"):
        step_on_line(game, line)


def test_what_stands_behind_a_fields_name_is_its_value() -> None:
    """Of two steps with the same words the one that was said is meant, and less is not more."""
    game = table("arcane-legions", "ana legion close", "ana target guard")
    forms_here = forms(game.ruleset)
    known = known_words(game)
    form = next(form for form in forms_here if form.do == "effect")
    both = {"victory_points": {"ana": 2}, "order_points": {"ana": -1}}
    candidate = Candidate({"by": "ana", "do": "effect", **both})
    for words, fits in (
        ("effect victory_points ana 2 order_points ana -1", True),
        ("effect order_points ana -1 victory_points ana 2", True),
        ("effect victory_points ana -1 order_points ana 2", False),
        ("effect victory_points ana 2 order_points ana 1", False),
        ("effect ana 2 ana -1", False),
    ):
        assert any(candidate_fits(candidate, form, words.split(), known)) is fits, words


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("ana note “the clock was stopped”", "the clock was stopped"),
        ("ana note „die Uhr“", "die Uhr"),
        ("ana note «the clock»", "the clock"),
        ("ana note ‘the clock’", "the clock"),
        ("ana note “a1” fell before “b1”", "“a1” fell before “b1”"),
    ],
)
def test_typographic_quotes_around_a_text_are_no_part_of_it(line: str, text: str) -> None:
    assert step_on_line(table("voidsiege"), line)["text"] == text


def test_a_number_below_zero_is_no_part_of_a_name() -> None:
    known = known_words(table("voidsiege"))
    assert known.join_pairs(["a", "1"]) == ["a1"]
    assert known.join_pairs(["a", "-1"]) == ["a", "-1"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ('trigger source scouts owner ben id "so it was"', "so it was"),
        ('source scouts trigger owner ben id "so it was"', "so it was"),
        ('trigger scouts ben scouts "so it was"', "“so it was” is nothing in this game"),
        ("trigger source scouts owner ben id row=T1", "say also "),
    ],
)
def test_a_text_in_quotes_is_all_of_it_and_no_field_is_its_own_name(line: str, meant: str) -> None:
    game = table("arcane-legions", "ana legion close")
    if meant == "so it was":
        fields = {"source": "scouts", "owner": "ben", "id": meant}
        assert step_on_line(game, f"ana {line}") == {"by": "ana", "do": "trigger", **fields}
    else:
        with pytest.raises(UnclearStep) as why:
            step_on_line(game, f"ana {line}")
        assert str(why.value).startswith(meant)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("target guard units_between units_between 2", "units_between"),
        ("report archers guard right", "report"),
        ("target guard blocking blocking", "blocking"),
    ],
)
def test_no_text_that_may_be_left_out_holds_words_of_a_step(line: str, word: str) -> None:
    game = table("arcane-legions", "ana legion close")
    with pytest.raises(UnknownWord, match=f"“{word}” does not fit there"):
        step_on_line(game, f"ana {line}")
    for said in ("the big tree", '"the unit on the hill"'):
        assert step_on_line(game, f"ana target {said}")["what"] == said.strip('"')


@pytest.mark.parametrize(
    ("ruleset", "line", "sentence"),
    [
        ("voidsiege", "ana declare a1 advance ben", "“ben” does not fit in “target” (a unit of"),
        ("voidsiege", "ana declare a1 shoot target=b99", "“b99” is nothing in this game"),
        ("arcane-legions", "ana trigger guard ben x1 row==T1", "“row” is a row of the outline, no"),
        ("nullshapers", "ana report attach alpha to=7", "“to” is a card or null, not 7"),
    ],
)
def test_a_slip_is_asked_about_before_it_would_be_refused(
    ruleset: str, line: str, sentence: str
) -> None:
    """A player or a word is no unit, and what the rules cannot even read is no question to them."""
    game = table(ruleset)
    with pytest.raises(UnclearStep) as why:
        step_on_line(game, line)
    assert str(why.value).startswith(sentence)
    assert step_on_line(game, line, keep=True)["by"] == "ana"


def test_what_could_be_another_word_is_not_guessed() -> None:
    game = table("voidsiege")
    with pytest.raises(SaidByHalf, match=r"say also the command \(shoot, move, run, "):
        step_on_line(game, "ana declare a1 b1")


def test_what_is_said_of_each_name_stands_behind_it() -> None:
    cards = {
        name: {
            "type": "agent",
            "attack": 1,
            "defense": 1,
            "speed": 1,
            "owner": "ana",
            "zone": "hand",
        }
        | {"name": name, "zone": "staging", "cost": {"void": 1}}
        for name in ("one", "two", "three")
    }
    setup = {**ARMIES["nullshapers"](), "decks": {}, "cards": cards, "step": "advance"}
    game = opened("nullshapers", setup)
    for line, agents in (
        ("one b2 two b1 three b2", {"one": "b2", "two": "b1", "three": "b2"}),
        ("agents one b2 two b1 three b2", {"one": "b2", "two": "b1", "three": "b2"}),
        ("three b2 two b1 one b2", {"one": "b2", "two": "b1", "three": "b2"}),
        ("one two b1 three b2", {"one": "b1", "two": "b1", "three": "b2"}),
        ("b3 one two three", {"one": "b3", "two": "b3", "three": "b3"}),
    ):
        assert step_on_line(game, f"ana advance {line}")["agents"] == agents, line
    for line in ("one b2 two", "b1 one two b2 three", "one b2 two b1 three", "b3 one two"):
        with pytest.raises(UnclearStep):
            step_on_line(game, f"ana advance {line}")


def test_a_text_that_may_be_left_out_begins_with_no_field() -> None:
    game = table("arcane-legions", "ana legion close")
    with pytest.raises(UnclearStep, match="“le” is nothing in this game; did you mean “left”"):
        step_on_line(game, "ana target from le guard")


@pytest.mark.parametrize(
    ("ruleset", "before", "line", "meant"),
    [
        ("voidsiege", (), "a1 run", ("ana", "declare")),
        ("voidsiege", (), "b1 run", ("ben", "declare")),
        ("voidsiege", (), "run b1", ("ben", "declare")),
        ("voidsiege", (), "b1 shoot a1", ("ben", "declare")),
        ("voidsiege", (), "a1 shoot b1", ("ana", "declare")),
        ("voidsiege", CHARGED, "b1 snap fire", ("ben", "react")),
        ("voidsiege", CHARGED, "a1 shoot b1", ("ana", "declare")),
        ("arcane-legions", (), "guard close", ("ben", "order")),
        ("arcane-legions", ("ana legion close",), "target guard", ("ana", "target")),
        ("arcane-legions", ("ana legion close",), "target legion", ("ana", "target")),
        ("nullshapers", (), "quake b1", ("ana", "play")),
        ("nullshapers", (), "jolt alpha", "“jolt” is ben's, and ana is to act."),
        ("nullshapers", ("ana quake b1",), "jolt alpha", ("ben", "play")),
    ],
)
def test_nobody_is_charged_with_what_they_did_not_say(
    ruleset: str, before: Sequence[str], line: str, meant: Any
) -> None:
    """Who says it is found by whose piece is named first; where that is not enough, it is asked."""
    game = table(ruleset, *before)
    if isinstance(meant, str):
        with pytest.raises(UnclearStep, match="say first who takes the step") as why:
            step_on_line(game, line)
        assert meant in str(why.value)
    else:
        said = step_on_line(game, line)
        assert (said["by"], said["do"]) == meant


@pytest.mark.parametrize(
    ("before", "line", "meant"),
    [
        (CHARGED, "ben move b1", "react"),
        ((*CHARGED, "ben react b1 assault"), "ben react move b1", "react"),
        ((*CHARGED, "ben react b1 assault"), "ben do=move unit=b1", "move"),
        (
            (*CHARGED, "ben react b1 assault"),
            "ben move b1",
            "that could be “react b1 move” or “move b1”",
        ),
        ((*CHARGED, "ben react b1 assault"), "ben snap fire b1", "react"),
    ],
)
def test_words_after_an_answer_that_was_left_open_are_read_as_they_are_said(
    before: Sequence[str], line: str, meant: str
) -> None:
    """Whether an Assault may answer is open (U3): what follows may go on with it or answer anew."""
    game = table("voidsiege", *before)
    if meant.startswith("that"):
        with pytest.raises(UnclearStep, match=meant):
            step_on_line(game, line)
    else:
        assert step_on_line(game, line)["do"] == meant


def test_a_step_said_by_half_is_taken_as_it_was_said() -> None:
    """Record 19: a Charge without its target; that is illegal, and it is what was said."""
    game = table("voidsiege")
    with pytest.raises(SaidByHalf, match="say also the target"):
        step_on_line(game, "ana declare a1 assault charge")
    said = step_on_line(game, "ana declare a1 assault charge", whole=True)
    assert said == {key: one for key, one in ANA_CHARGES.items() if key != "target"}
    with pytest.raises(UnclearStep):
        step_on_line(game, "ana a1", whole=True)


def test_nothing_is_reported_and_no_flag_set_that_nobody_spoke_of() -> None:
    game = table("voidsiege")
    for line in ("ana report b1", "ana b1"):
        with pytest.raises(UnclearStep):
            step_on_line(game, line)
    assert "charge" not in step_on_line(game, "ana a1 assault")


def test_who_may_not_see_a_hand_is_told_no_name_in_it() -> None:
    game = table("nullshapers", players=("kim", "lee"))
    with pytest.raises(UnknownWord) as hidden:
        step_on_line(game, "kim play quake b1", "lee")
    with pytest.raises(UnknownWord) as nothing:
        step_on_line(game, "kim play quaxe b1", "lee")
    assert str(hidden.value).replace("quake", "quaxe") == str(nothing.value)


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("voidsiege", ("ana", "ben")),
        ("arcane-legions", ("ana", "ben")),
        ("nullshapers", ("kim", "lee")),
    ],
)
def test_what_a_step_is_in_short_is_read_back(name: str, players: tuple[str, ...]) -> None:
    """Every legal step that may be thought of, along games that are played at random."""
    known = forms(ruleset(name))
    for seed in range(2):
        rng = random.Random(seed)
        game = table(name, players=players)
        for _ in range(20):
            legal = [
                said
                for player in players
                for said in legal_steps(game, player)
                if said["do"] not in ("concede", "undo")
            ]
            for said in rng.sample(legal, min(3, len(legal))):
                line = f"{said['by']} {short_form(said, known)}"
                assert step_on_line(game, line) == said, line
            if not legal:
                break
            played = [said for said in legal if said["do"] != "report"]
            take(game, rng.choice(played or legal))


def legal_steps(game: Game, player: str) -> list[Said]:
    """Those that say everything themselves."""
    return [
        option.candidate.said
        for option in options_filled_in(game, player)
        if option.ruling.verdict == "legal"
        and set(option.candidate.asks) <= set(option.candidate.said)
    ]


@pytest.mark.parametrize(
    ("begun", "whole"),
    [("ana melee a1 destroyed", False), ("ana melee a1 destroyed", True), ("ana 1", False)],
)
def test_more_words_than_any_step_has_are_a_sentence(begun: str, whole: bool) -> None:
    game = table("voidsiege", *CHARGED, "ben decline", "ana move a1")
    with pytest.raises(UnclearStep, match="too many words for a step"):
        typed_step(game, [*begun.split(), *["b1"] * 1500], whole=whole)


@pytest.mark.parametrize(
    ("number", "words", "meant"),
    [
        ("report other", "report other it fell", {"text": "it fell"}),
        ("report other", "other things fell", {"text": "other things fell"}),
        ("report other", "it fell", {"text": "it fell"}),
        ("report damage", "report damage alpha 3", {"card": "alpha", "amount": 3}),
        ("report damage", "alpha damage 3", {"card": "alpha", "amount": 3}),
        ("report damage", "report damage", "it asks for card (the card) and amount (how much)"),
        ("report other", "report other", "it asks for text (text)"),
    ],
)
def test_what_is_done_may_be_said_behind_a_number(number: str, words: str, meant: Any) -> None:
    game = table("nullshapers", players=("kim", "lee"))
    legal = [
        " ".join(str(one.said.get(key, "")) for key in ("do", "fact"))
        for one in legal_candidates(game, "kim")
    ]
    line = f"kim {legal.index(number) + 1} {words}".split()
    if isinstance(meant, str):
        with pytest.raises(UnclearStep) as why:
            typed_step(game, line)
        assert meant in str(why.value)
    else:
        said, _ = typed_step(game, line)
        assert {**said, **meant} == said and " ".join((said["do"], said["fact"])) == number


def test_a_line_of_anything_is_a_step_or_a_sentence() -> None:
    rng = random.Random(5)
    words = ["ana", "ben", "a1", "b1", "move", "not", "charge", "target", "=", "x=", "{", "[1", "7"]
    words += [
        "1,2",
        '"',
        "'",
        "report",
        "destroyed",
        "unit=a1",
        "do=",
        "by=zoe",
        "é",
        "\u202e",
        "-",
    ]
    game = table("voidsiege")
    for _ in range(400):
        line = " ".join(rng.choices(words, k=rng.randint(1, 7)))
        try:
            assert isinstance(step_on_line(game, line), dict)
        except BadRecord as why:
            assert str(why)


def test_a_card_is_typed_by_its_name_or_as_it_is_shown() -> None:
    """Of two cards of one name the table shows how each is typed, and asks which is meant."""
    game = opened("nullshapers", ARMIES["nullshapers"]())
    shown = " ".join(game.ruleset.in_words(game.now.state, "judge"))
    assert "Quake (quake2a, quake5a)" in shown
    assert step_on_line(game, "ana quake2a b1")["card"] == "quake2a"
    assert step_on_line(game, "ana quake 2 b1")["card"] == "quake5a"
    with pytest.raises(UnclearStep, match=r"quake2a.*quake5a"):
        step_on_line(game, "ana quake b1")
    one = {**ARMIES["nullshapers"](), "decks": {}}
    one["cards"] = {
        "burst": one["cards"]["quake2a"],
        "spy": one["cards"]["scout3a"] | {"owner": "ben"},
    }
    said = step_on_line(opened("nullshapers", one), "ana quake b1")
    assert said == {"by": "ana", "do": "play", "card": "burst", "targets": ["b1"]}


def test_a_reason_that_is_no_text_is_for_the_rules_to_refuse() -> None:
    game = table("voidsiege", "ana a1 run")
    assert step_on_line(game, "judge rewind 1 because=[a]")["because"] == ["a"]


def test_a_name_that_needs_quotes_is_completed_as_any_other() -> None:
    units = {"O'Neil": {"owner": "ana"}, "a 1": {"owner": "ana"}, "b1": {"owner": "ben"}}
    game = opened("voidsiege", {"points": {"ana": 3, "ben": 3}, "units": units})
    for name in ("O'Neil", "'a 1'", 'unit="a 1"'):
        following = next_words(game, ["ana", name])
        assert "run" in following and "judge" not in following and "note" not in following, name
