"""A step that is only tried tells nothing from the first event on that reveals something."""

from collections.abc import Mapping
from typing import Any

import pytest

from application.desk.explain import why_not
from application.game.choices import judged_prompt
from application.game.options import options_filled_in
from domain.kernel.history import Game
from domain.kernel.ruleset import Happening, Ruleset
from domain.kernel.ruling import grounds, undetermined
from domain.kernel.shared import trial
from domain.kernel.values import changed
from tests import wreckers
from tests.examples import lanterns
from tests.examples.lanterns.lab import THREE
from tests.spec import Story, given

PLAYERS = ("ana", "ben", "cem")


def told(game: Game, player: str) -> list[str]:
    """Whatever this player may ask about the steps that they might take now."""
    found = [str(options_filled_in(game, player)), str(judged_prompt(game, player))]
    for candidate in game.ruleset.offers.candidates(game.now.state, player):
        if not candidate.asks:
            found.append(str(trial(game, candidate.said, player)))
            found.append(str(why_not(game, candidate.said, viewer=player).as_json()))
    return found


def follow(table: wreckers.Table, entry: int) -> Happening:
    """It turns out to be open, after all bids were shown, whether more may be bid than one has."""
    bids, lives = table.bids.chosen, table.lives
    table = yield from wreckers.follow(table, entry)
    if table.leads and any(amount > lives[player] for player, amount in bids.items()):
        yield undetermined("whether more may be bid than one has is not settled", "B2")
    return table


REFUSES = changed(wreckers.RULESET, follow=follow)


def wrecked(cem: int, ruleset: Ruleset = wreckers.RULESET) -> Story:
    story = given(ruleset, wreckers.SETUP, PLAYERS)
    story.when(by="cem", do="bid", amount=cem).when(by="ana", do="bid", amount=1)
    return story.when(by="ben", do="report", fact="lives", player="cem", number=2).then_legal("G1")


@pytest.mark.parametrize("ruleset", [wreckers.RULESET, REFUSES])
def test_the_last_to_bid_learns_nothing_of_the_bids_before(ruleset: Ruleset) -> None:
    """Neither by what would follow, nor by whether it would be refused then."""
    low, high = (wrecked(cem, ruleset) for cem in (0, 3))
    assert told(low.game, "ben") == told(high.game, "ben")
    for story in (low, high):
        tried = trial(story.game, {"by": "ben", "do": "bid", "amount": 2}, "ben")
        assert [type(one) for one in tried.events] == [wreckers.BidMade]
        assert (tried.ruling.verdict, tried.ruling.cites) == ("legal", ("B1",))
        assert tried.ruling.reason == (
            "ben bids. What it reveals, and what follows from that, is seen once it happens."
        )


def test_in_earnest_it_is_told_what_follows_and_a_judge_is_told_before() -> None:
    said = {"by": "ben", "do": "bid", "amount": 2}
    for cem, follows in ((0, "ben bid most: 2."), (3, "cem bid most: 3. cem has no life left.")):
        story = wrecked(cem)
        assert trial(story.game, said, "judge").ruling.reason == f"ben bids. {follows}"
        story.when(**said).then_reason(f"ben bids. {follows}")


@pytest.mark.parametrize("ruleset", [wreckers.RULESET, REFUSES])
def test_played_all_the_same_is_only_said_of_what_happens(ruleset: Ruleset) -> None:
    for do in ("bid", "draw"):
        said = {"by": "ben", "do": do, **({"amount": 3} if do == "bid" else {}), "played": True}
        answers = {str(trial(wrecked(cem, ruleset).game, said, "ben")) for cem in (0, 3)}
        assert len(answers) == 1


def drawing(setup: Mapping[str, Any]) -> Story:
    story = given(wreckers.RULESET, setup, PLAYERS)
    for player in PLAYERS:
        story.when(by=player, do="bid", amount=0).then_legal("B1")
    return story


def test_who_tries_to_draw_learns_nothing_of_the_card() -> None:
    decks = {**wreckers.SETUP["decks"], "ana": {"d1": "gold", "d2": "storm"}}
    storm, gold = drawing(wreckers.SETUP), drawing({**wreckers.SETUP, "decks": decks})
    assert told(storm.game, "ana") == told(gold.game, "ana")
    tried = trial(storm.game, {"by": "ana", "do": "draw"}, "ana")
    assert not tried.events
    assert tried.ruling.cites == ("D1",)
    storm.when(by="ana", do="draw").then_legal("D1", "D2")


def bidding(cem: int) -> Story:
    """Lanterns that tells, as it well may, by which rules the lead is taken."""

    def follow(table: Any, entry: int) -> Any:
        before = table.window
        table = yield from lanterns.RULESET.follow(table, entry)  # type: ignore[misc]
        if before is None and table.window is not None:
            yield grounds(f"{table.led} leads", "B2")
        return table

    speaks: Ruleset = changed(lanterns.RULESET, follow=follow)
    story = given(speaks, THREE.setup, THREE.players)
    story.when(by="cem", do="bid", amount=cem).then_legal("B1")
    return story.when(by="ana", do="bid", amount=1).then_legal("B1")


def test_who_bids_last_in_lanterns_learns_nothing_either() -> None:
    assert told(bidding(0).game, "ben") == told(bidding(3).game, "ben")
    bidding(3).when(by="ben", do="bid", amount=2).then_legal("B2").then_reason(
        "ben bids. cem leads."
    )


def test_when_a_step_becomes_legal_is_not_found_by_showing_what_is_secret() -> None:
    """Ben's plainest step would show all bids, and who leads then could lay."""
    lay = {"by": "ben", "do": "lay", "card": "spark2", "target": "ana"}
    answers = {why_not(bidding(cem).game, lay, viewer="ben").when for cem in (0, 3)}
    assert len(answers) == 1
