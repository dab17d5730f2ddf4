"""What is hidden opens when all have agreed after the game, or a judge has; never by itself (G3)."""

from tests.spec import Story, given
from tests.toy import RULESET


def over() -> Story:
    story = given(RULESET, {"sticks": 20}, players=("ana", "ben", "cem"))
    story.when(by="ben", do="concede").then_legal("G3")
    return story.when(by="ana", do="concede").then_legal("G3")


def test_nothing_is_laid_open_before_the_game_is_over() -> None:
    story = given(RULESET, {"sticks": 20})
    for by in ("ana", "judge"):
        story.when(by=by, do="open").then_illegal("G3")
        story.then_reason("nothing is laid open before the game is over.")
    assert not story.game.is_laid_open


def test_it_is_laid_open_once_every_player_has_agreed() -> None:
    """Who has left the game is asked too."""
    story = over()
    assert not story.game.is_laid_open
    story.when(by="ana", do="open").then_legal("G3").events("LayingOpenAgreed")
    story.then_reason("ana agrees to lay everything open; ben and cem have not yet.")
    story.when(by="ana", do="open").then_legal("G3")
    story.when(by="cem", do="open").then_reason(
        "cem agrees to lay everything open; ben has not yet."
    )
    assert not story.game.is_laid_open
    story.when(by="ben", do="open").then_reason("all agree: everything is laid open.")
    assert story.game.is_laid_open
    story.when(by="ben", do="open").then_legal("G3").then_reason("everything is laid open already")
    story.then_state(over=True, sticks=20)


def test_a_judge_lays_it_open() -> None:
    story = over().when(by="judge", do="open").then_legal("G3").events("LaidOpen")
    assert story.game.is_laid_open


def test_laying_open_takes_no_field() -> None:
    over().when(by="ana", do="open", card="a1").then_illegal("G1")


def test_a_rewind_to_before_the_end_hides_it_again() -> None:
    story = over().when(by="judge", do="open").rewind(1)
    assert not story.game.is_laid_open
    assert story.game.position(3).is_laid_open(story.game.players)
    story.rewind(3)
    assert story.game.is_laid_open
