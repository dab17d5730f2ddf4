"""What may be done at a table of a real size is one screen; nothing that is legal is left out of it."""

import pytest

from application.game.choices import options_at_once
from application.game.option_groups import candidate_in_words, has_words, option_groups
from application.game.transcript import option_lines
from application.game.words.forms import forms
from domain.kernel.ruling import LEGAL
from tests.application.cases import played
from tests.armies import ARMIES
from tests.spec import opened

SCREEN = 40


def lines(ruleset: str, *words: str, whole: bool = False) -> list[str]:
    game = opened(ruleset, ARMIES[ruleset]())
    known = forms(game.ruleset)
    options = [
        one for one in options_at_once(game, "ana") if has_words(one.candidate, words, known)
    ]
    told = option_lines("ana", options, game.law.edition, known, whole=whole)
    return [f"{one.lead} {one.text}".strip() for one in told]


@pytest.mark.parametrize("ruleset", ARMIES)
def test_what_may_be_done_with_an_army_is_one_screen(ruleset: str) -> None:
    assert len(lines(ruleset)) <= SCREEN < len(lines(ruleset, whole=True))


@pytest.mark.parametrize("ruleset", ARMIES)
def test_each_legal_step_stands_in_one_group(ruleset: str) -> None:
    game = opened(ruleset, ARMIES[ruleset]())
    known = forms(game.ruleset)
    legal = [one.candidate for one in options_at_once(game, "ana") if one.ruling.verdict == LEGAL]
    groups = option_groups(legal, known)
    assert sorted(place for one in groups for place in one.places) == [*range(len(legal))]
    for group in groups:
        for place in group.places:
            words = candidate_in_words(legal[place], known).split()
            assert set(group.words.split()) <= set(words), (group.words, words)


def test_steps_that_are_alike_are_folded_and_one_unit_is_opened() -> None:
    told = lines("voidsiege")
    assert "declare shoot: a1–a12 → b1–b12 (144)" in told
    assert "declare shoot: a3 → b1–b12 (12)" in lines("voidsiege", "a3")
    assert lines("voidsiege", "a3", "shoot")[1:3] == ["declare a3 shoot b1", "declare a3 shoot b2"]


def test_a_unit_whose_name_has_a_space_is_opened() -> None:
    units = {"the Knight": {"owner": "ana"}, "a2": {"owner": "ana"}, "b1": {"owner": "ben"}}
    game = opened("voidsiege", {"points": {"ana": 3, "ben": 3}, "units": units})
    known = forms(game.ruleset)
    found = [
        one.candidate.said["unit"]
        for one in options_at_once(game, "ana")
        if has_words(one.candidate, ["the knight", "run"], known)
    ]
    assert {*found} == {"the Knight"}


def test_what_is_refused_alike_is_told_once() -> None:
    told = lines("arcane-legions")
    ranged = "illegal ranged: a1, a2, a4, a5, a7, a8, … (8): "
    assert any(
        one.startswith(f"{ranged}a1 has no ranged icon ready; the others likewise. (")
        for one in told
    )


def test_refusals_that_name_the_same_units_share_a_line() -> None:
    told = lines("voidsiege")
    charges = "undetermined declare run charge, declare ditch charge: a1–a12 → b1–b12 (288): "
    assert any(one.startswith(charges) for one in told)


def test_lines_stand_in_the_order_of_their_numbers() -> None:
    """Also where the plainest step is not the first of them."""
    game = played("arcane-legions", "11")
    options = options_at_once(game, "ana")
    legal = [one for one in options if one.ruling.verdict == LEGAL]
    told = option_lines(
        "ana",
        options,
        game.law.edition,
        forms(game.ruleset),
        numbers=range(1, len(legal) + 1),
        first=game.ruleset.plainest_step(game.now.state),
    )
    rows = [line.text.split() for line in told if line.tone == "table"]
    assert [row[:2] for row in rows[:3]] == [["1", "step"], ["2", "turn"], ["3", "stop"]]


def test_what_is_due_comes_first_where_nothing_is_numbered() -> None:
    game = opened("voidsiege", ARMIES["voidsiege"]())
    known, options = forms(game.ruleset), options_at_once(game, "ana")
    last = [one.candidate.said for one in options if one.ruling.verdict == LEGAL][-1]
    told = [*option_lines("ana", options, game.law.edition, known, first=last)]
    assert told[1].text.split(":")[0].strip() == f"declare {last['command']} charge"
