"""The table as people look at it: in a line of words for each player, and laid out for a picture."""

import pytest

from domain.kernel.board import Group, Mark, Piece, along, groups_in_words, nearest_last

QUAKES = (Piece("q1", "Quake"), Piece("q2", "Quake"))
HURT = Piece("a1", "a1", note="Run 1", marks=(Mark("locked", since=4), Mark("hurt")))


@pytest.mark.parametrize(
    ("groups", "told"),
    [
        ([Group("hand", "ana", QUAKES)], "ana, hand: Quake (q1, q2)."),
        ([Group("queue", None, QUAKES, ordered=True)], "queue: Quake (q1); Quake (q2)."),
        ([Group("hand", "ana", (*QUAKES, HURT))],
         "ana, hand: Quake (q1, q2); a1 [Run 1], locked since entry 4, hurt."),
        ([Group("hand", "ana", (Piece("q1", "Quake q1"), Piece("q2", "Quake q2")))],
         "ana, hand: Quake q1; Quake q2."),
        ([Group("ana", "ana", (HURT,), note="3 points"), Group("deck", "ana", note="2 cards")],
         "ana (3 points): a1 [Run 1], locked since entry 4, hurt · deck (2 cards)."),
        ([Group("hand", "ana"), Group("deck", "ana", note="2 cards"), Group("hand", "ben")],
         "ana, deck (2 cards)."),
    ],
)  # fmt: skip
def test_what_one_player_owns_is_a_line_and_what_is_alike_is_told_together(
    groups: list[Group], told: str
) -> None:
    """Unless it comes in turn; what lies empty is not told."""
    assert [*groups_in_words(groups)] == [told]


def test_a_way_is_passed_here_or_ahead() -> None:
    assert [*along(("start", "battle", "end"), "battle")] == [
        ("start", "passed"),
        ("battle", "here"),
        ("end", "ahead"),
    ]


def test_who_looks_sits_nearest_and_the_others_as_they_are_seated() -> None:
    assert nearest_last(("cem", "ana", "ben"), "cem") == ["ana", "ben", "cem"]
    assert nearest_last(("cem", "ana", "ben"), "judge") == ["cem", "ana", "ben"]
