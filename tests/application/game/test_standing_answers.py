"""A standing answer: what it answers, and what ends it."""

from typing import Any

from application.game.standing_answers.answer import (
    Ending,
    StandingAnswer,
    ending,
    is_by_standing_answer,
    step_of,
)
from tests.domain.arcane_legions import tables as legions
from tests.domain.nullshapers import tables as shapers
from tests.spec import Story, given

SETUP: dict[str, Any] = {
    "points": {"ana": 3, "ben": 3},
    "units": {
        name: {"owner": "ana" if name[0] == "a" else "ben"} for name in ("a1", "a2", "b1", "b2")
    },
}
DECLINE = {"by": "ben", "do": "decline"}


def table() -> Story:
    return given("voidsiege", SETUP)


def gives(story: Story, command: str, unit: str = "a1", **more: Any) -> Story:
    return story.when(by="ana", do="declare", unit=unit, command=command, **more).then_legal()


def bens(
    story: Story, until: str = "round", unless: tuple[str, ...] | None = None
) -> StandingAnswer:
    """Ben says now: decline for me."""
    return StandingAnswer("0" * 16, "", "ben", until, unless, story.game.length)


def test_it_declines_what_comes_after_it_was_set() -> None:
    story = table()
    answer = bens(story)
    assert step_of(story.game, answer) is None
    gives(story, "move")
    assert step_of(story.game, answer) == DECLINE


def test_what_was_asked_before_it_was_set_is_left_to_its_player() -> None:
    story = gives(table(), "move")
    answer = bens(story)
    assert step_of(story.game, answer) is None
    story.when(by="ana", do="note", text="well?")
    story.when(by="ana", do="report", fact="arriving", unit="a2", value=True).then_legal()
    assert step_of(story.game, answer) is None
    assert ending(story.game, answer) is None


def test_an_aim_from_before_it_was_set_does_not_end_it() -> None:
    story = gives(table(), "shoot", target="b1")
    answer = bens(story)
    story.when(**DECLINE).then_legal()
    story.when(by="ana", do="shoot", unit="a1").then_legal()
    assert ending(story.game, answer) is None


def test_it_ends_when_something_of_its_player_is_aimed_at_and_says_what() -> None:
    story = table()
    answer = bens(story)
    gives(story, "shoot", target="b1")
    assert ending(story.game, answer) == Ending("aimed", 1, "b1")
    assert step_of(story.game, answer) is None


def test_it_may_heed_one_unit_alone_or_none() -> None:
    story = table()
    heeds_b2, heeds_none = bens(story, unless=("b2",)), bens(story, unless=())
    gives(story, "shoot", target="b1")
    assert step_of(story.game, heeds_b2) == step_of(story.game, heeds_none) == DECLINE
    story = table()
    gives(story, "shoot", target="b2")
    assert ending(story.game, heeds_b2) == Ending("aimed", 1, "b2")
    assert step_of(story.game, heeds_none) == DECLINE


def test_until_this_command_ends_is_over_with_the_command() -> None:
    story = gives(table(), "move")
    answer = bens(story, "command")
    story.when(**DECLINE).then_legal()
    assert ending(story.game, answer) is None
    story.when(by="ana", do="move", unit="a1").then_legal()
    assert ending(story.game, answer) == Ending("span", 3, "command")


def test_it_ends_with_the_round_and_not_before() -> None:
    story = given("voidsiege", {**SETUP, "points": {"ana": 1, "ben": 1}})
    answer = bens(story)
    gives(story, "move").when(**DECLINE)
    story.when(by="ana", do="move", unit="a1").then_legal().then_state(round=1)
    assert ending(story.game, answer) is None
    story.when(by="ben", do="declare", unit="b1", command="move").then_legal()
    story.when(by="ben", do="move", unit="b1").then_legal().then_state(round=2)
    assert ending(story.game, answer) == Ending("span", story.game.length, "round")
    gives(story, "move")
    assert step_of(story.game, answer) is None


def test_whoever_acts_by_hand_keeps_it() -> None:
    story = table()
    answer = bens(story)
    gives(story, "move").when(by="ben", do="react", unit="b1", command="snap_fire").then_legal()
    assert ending(story.game, answer) is None


def test_what_the_players_put_right_ends_it() -> None:
    story = table()
    answer = bens(story)
    right = {"parts": {"points": {"ana": 2}}, "because": "it was spent"}
    story.when(by="ana", do="correct", **right).then_legal()
    assert ending(story.game, answer) is None, "it is only asked"
    story.when(by="ben", do="consent").then_legal()
    assert ending(story.game, answer) == Ending("corrected", 2)


def test_a_judges_step_ends_it_and_a_judges_remark_does_not() -> None:
    story = table()
    answer = bens(story)
    gives(story, "move").when(by="judge", do="note", text="go on")
    assert step_of(story.game, answer) == DECLINE
    story.rewind(0)
    assert ending(story.game, answer) == Ending("judge", 3)


def test_it_waits_while_a_request_is_open_and_ends_when_something_is_taken_back() -> None:
    story = table()
    answer = bens(story)
    gives(story, "move").when(**DECLINE).then_legal().when(by="ana", do="undo").then_legal()
    assert step_of(story.game, answer) is None
    assert ending(story.game, answer) is None
    story.when(by="ben", do="consent").then_legal()
    assert ending(story.game, answer) == Ending("undone", 4)


def test_it_ends_with_the_game() -> None:
    story = table()
    answer = bens(story)
    story.when(by="ana", do="concede").then_legal()
    assert ending(story.game, answer) == Ending("over", 1)


def test_no_key_of_a_sender_looks_like_that_of_a_standing_answer() -> None:
    answer = bens(table())
    assert is_by_standing_answer(answer.key(12))
    for key in ("", "ben:" + "0" * 32, f"/standing/{'0' * 16}:{'1' * 32}", f"x{answer.key(1)}"):
        assert not is_by_standing_answer(key)


def for_seat(story: Story, player: str, until: str) -> StandingAnswer:
    return StandingAnswer("1" * 16, "", player, until, None, story.game.length)


def test_in_arcane_legions_it_declines_breakaway_attacks_until_the_turn_ends() -> None:
    story = legions.table()
    answer = for_seat(story, "ben", "turn")
    legions.moves(story)
    assert step_of(story.game, answer) == DECLINE
    story.when(**DECLINE).then_legal()
    assert ending(story.game, answer) is None


def test_in_arcane_legions_it_ends_with_the_order_and_when_a_unit_is_attacked() -> None:
    story = legions.table()
    attacked = for_seat(story, "ben", "turn")
    story.when(by="ana", do="order", unit="a1", order="close").then_legal()
    moved = for_seat(story, "ben", "order")
    story.when(by="ana", do="target", unit="b1").then_legal()
    assert ending(story.game, attacked) == Ending("aimed", 2, "b1")
    assert ending(story.game, moved) == Ending("aimed", 2, "b1")


def test_in_nullshapers_it_passes_until_the_queue_is_empty() -> None:
    cards = {"scout": shapers.hand("ana", shapers.AGENT), "jolt": shapers.hand("ben", shapers.JOLT)}
    story = shapers.table(cards).when(**shapers.ana("play", card="scout")).then_legal()
    answer = for_seat(story, "ana", "queue")
    story.when(**shapers.BEN_PASSES)
    passes = step_of(story.game, answer)
    assert passes == {"by": "ana", "do": "pass"}
    story.when(**passes)
    assert ending(story.game, answer) == Ending("span", 3, "queue")


def test_in_nullshapers_an_attack_and_a_card_at_a_biome_end_it() -> None:
    cards = {"quake": shapers.hand("ana", shapers.QUAKE), "b": shapers.hand("ben", shapers.JOLT)}
    story = shapers.table(cards)
    answer = for_seat(story, "ben", "turn")
    story.when(**shapers.ana("play", card="quake", targets=["b2"])).then_legal()
    assert ending(story.game, answer) == Ending("aimed", 1, "b2.ben")
