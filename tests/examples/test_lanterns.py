"""Lanterns passes the kit; a spec for what it has that the other rulesets have not."""

from typing import Any

from tests.examples.lanterns.lab import THREE
from tests.kit import kit
from tests.spec import Story, given

TestLanterns = kit("lanterns", "tests.examples.lanterns", games=8)


def table(**readings: str) -> Story:
    from tests.examples import lanterns

    return given(lanterns.RULESET, THREE.setup, THREE.players, readings)


def bids(story: Story, ana: int = 2, ben: int = 1, cem: int = 0) -> Story:
    for player, amount in (("ana", ana), ("ben", ben), ("cem", cem)):
        story.when(by=player, do="bid", amount=amount).then_legal("B1")
    return story


def lays(story: Story, by: str, card: str, **more: Any) -> Story:
    return story.when(by=by, do="lay", card=card, **more).then_legal("C1", "C2")


def passes(story: Story, *players: str) -> Story:
    for player in players:
        story.when(by=player, do="pass").then_legal("C1")
    return story


def test_bids_are_shown_once_all_have_bid_and_the_highest_leads() -> None:
    """B1, B2."""
    story = table().when(by="cem", do="bid", amount=3).then_state(bids={"cem": 3})
    assert story.game.view(viewer="ana")["bids"] == {"cem": "hidden"}
    story.when(by="ana", do="bid", amount=3).when(by="ana", do="bid", amount=1).then_illegal("B1")
    story.when(by="ben", do="bid", amount=9).then_illegal("B1")
    story.when(by="ben", do="bid", amount=0).happened("BidsShown", "B1")
    story.happened("LeadTaken", "B2").then_state(
        led="ana", chance="ana", coins__ana=0, coins__cem=3
    )


def test_a_bid_that_showed_all_is_taken_back_only_with_consent() -> None:
    """G4."""
    story = bids(table()).when(by="cem", do="undo").then_legal("G4")
    story.then_reason("it has brought something new to light, so ana and ben must agree")


def test_the_top_of_the_stack_takes_effect_when_all_have_passed() -> None:
    """C3, E1."""
    story = lays(bids(table()), "ana", "spark1", target="ben")
    passes(story, "ana", "ben").then_state(lights__ben=2)
    passes(story, "cem").happened("LightsLost", "E1").then_state(lights__ben=1)


def test_a_counter_is_countered() -> None:
    """E2: the last laid takes effect first."""
    story = lays(bids(table()), "ana", "spark1", target="ben")
    passes(story, "ana")
    lays(story, "ben", "snuff2", target="spark1")
    passes(story, "ben", "cem")
    lays(story, "ana", "snuff1", target="snuff2")
    passes(story, "ana", "ben", "cem").happened("ItemLeft", "E2")
    assert [item["card"] for item in story.game.view()["stack"]] == ["spark1"]


def test_mirrors_trigger_in_seat_order_from_who_leads() -> None:
    """M1."""
    story = lays(bids(table(), 1, 0, 2), "cem", "spark3", target="ben")
    passes(story, "cem", "ana", "ben").happened("TriggerEntered", "M1")
    assert [item["by"] for item in story.game.view()["stack"]] == ["cem", "ana"]


def test_a_veil_holds_until_the_next_round_is_over() -> None:
    """E3, C4."""
    story = bids(table(), 0, 3, 0)
    lays(story, "ben", "veil2")
    passes(story, "ben", "cem", "ana").then_state(veiled={"ben": 2})
    passes(story, "ben", "cem", "ana").then_state(round=2, veiled={"ben": 2})
    bids(story, 2, 0, 0)
    lays(story, "ana", "spark1", target="ben")
    passes(story, "ana", "ben", "cem").then_state(lights__ben=2)
    passes(story, "ana", "ben", "cem").then_state(round=3, veiled={})


def test_whether_a_veil_stops_an_earlier_spark_is_a_question() -> None:
    """Q1."""
    for reading, lights in (("yes", 2), ("no", 1)):
        story = veiled_in_answer(table(Q1=reading))
        passes(story, "cem").then_state(lights__ben=lights)
    veiled_in_answer(table(Q1="open")).when(by="cem", do="pass").then_undetermined("Q1")


def veiled_in_answer(story: Story) -> Story:
    lays(bids(story), "ana", "spark1", target="ben")
    passes(story, "ana")
    lays(story, "ben", "veil2")
    passes(story, "ben", "cem", "ana")
    return passes(story, "ana", "ben")


def test_a_die_is_rolled_again_once_for_a_coin() -> None:
    """E4, E5."""
    story = lays(bids(table()), "ana", "gust1", target="ben")
    passes(story, "ana", "ben", "cem").then_state(to_act=["ana"], dice=[])
    story.when(by="ben", do="roll", dice=[1, 6]).then_illegal("E4")
    story.when(by="ana", do="keep").then_illegal("E4")
    story.when(by="ana", do="roll", dice=[1, 6]).then_legal("E4")
    story.when(by="ana", do="again", die=1, face=5).then_legal("E5").then_state(coins__ana=0)
    story.when(by="ana", do="again", die=1, face=6).then_illegal("E5")
    story.when(by="ana", do="keep").then_legal("E4").happened("PlayerFell", "W1")


def test_who_is_out_is_passed_over_and_the_last_one_wins() -> None:
    """W1, W2."""
    story = lays(bids(table()), "ana", "spark1", target="cem")
    passes(story, "ana", "ben", "cem").then_state(out=["cem"])
    story.when(by="cem", do="pass").then_illegal("C1")
    story.when(by="ben", do="concede").then_legal("W1").then_state(over=True, winner="ana")
    story.happened("GameEnded", "W2")
