"""What may come next after some taps: judged, exact, and never cut off."""

from typing import Any

import pytest

from application.game.choices import ELSE, judged_prompt
from domain.kernel.history import Game
from domain.kernel.prompting.prompts import InputValue, InvalidTap
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from tests import toy
from tests.adapters.pages.test_whole_games import LEGIONS, SHAPERS, SIEGE
from tests.application.cases import played
from tests.properties.test_choices import can_be_tapped
from tests.spec import given, opened

AT_SIZE: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
    ("voidsiege", SIEGE, ("ana", "ben")),
    ("arcane-legions", LEGIONS, ("ana", "ben", "cem")),
    ("nullshapers", SHAPERS, ("ana", "ben")),
)


def legal_candidates(game: Game, player: str) -> list[Any]:
    return [
        one.said
        for one in game.ruleset.offers.candidates(game.now.state, player)
        if not one.asks and adjudicate(game, one.said)[0].ruling.verdict == LEGAL
    ]


@pytest.mark.parametrize(("ruleset", "setup", "players"), AT_SIZE)
def test_at_the_size_people_play_every_legal_step_can_be_tapped(
    ruleset: str, setup: dict[str, Any], players: tuple[str, ...]
) -> None:
    game = opened(ruleset, setup, players)
    for player in players:
        found = legal_candidates(game, player)
        for said in found[:: max(1, len(found) // 25)]:
            can_be_tapped(game, said)


def test_the_last_of_twelve_units_charges_the_last_of_the_others() -> None:
    """A list of the first three hundred steps had none of its Charges."""
    game = opened("voidsiege", SIEGE)
    charge = {"by": "ana", "do": "declare", "unit": "a12", "command": "assault", "charge": True}
    taps = can_be_tapped(game, {**charge, "target": "b12"})
    assert taps == ("@a12", "do=declare unit=a12 command=assault charge=True", "@b12")


def test_seven_agents_attack_together() -> None:
    """Lists had groups of three at most, and twenty of them."""
    game = opened("nullshapers", SHAPERS)
    agents = {id: card.zone for id, card in game.now.state.cards.items() if card.whose == "ana"}
    assert len(agents) == 7
    can_be_tapped(game, {"by": "ana", "do": "attack", "agents": agents})


def test_what_a_button_can_say_is_one_tap() -> None:
    game = given(toy.RULESET, {}).game
    found = judged_prompt(game, "ana")
    assert [one.answer.words for one in found.choices] == ["Say 1", "Say something else"]
    for said in legal_candidates(game, "ana"):
        can_be_tapped(game, said)


def test_what_is_refused_carries_its_ruling_and_the_step_that_was_tried() -> None:
    game = given("voidsiege", {"points": {"ana": 3, "ben": 3}, "units": {
        "a1": {"owner": "ana", "restrictions": ["run"]}, "b1": {"owner": "ben"}}}).game  # fmt: skip
    (run,) = (
        one for one in judged_prompt(game, "ana", ["@a1"]).choices if one.answer.words == "Run"
    )
    assert (run.verdict, run.step) == ("illegal", run.tried)
    assert run.ruling is not None
    assert "S1" in run.ruling.cites


def test_dice_that_were_miscounted_are_said_so_before_they_are_a_step() -> None:
    game = played("arcane-legions", "17").at(3)
    with pytest.raises(InvalidTap, match="were rolled, not 1"):
        judged_prompt(game, "ana", ["do=roll", InputValue([6])])


def test_anything_can_be_said_the_long_way() -> None:
    """Also what no plain way leads to, and what is nobody's to say now."""
    game = opened("voidsiege", SIEGE)
    found = judged_prompt(
        game, "ben", [ELSE, "declare", "@b1", "@charge", "/left out", "/left out"]
    )
    assert found.step == {"by": "ben", "do": "declare", "unit": "b1", "command": "charge"}


def test_an_answer_that_is_gone_is_told() -> None:
    with pytest.raises(InvalidTap):
        judged_prompt(opened("voidsiege", SIEGE), "ana", ["@nobody"])
