"""The game in words: what is told of a step and of its ruling is told once, in order."""

import pytest

from application.game.step_words import told_with_reason
from application.game.transcript import entry_lines
from tests.application.cases import played


@pytest.mark.parametrize(
    ("told", "reason", "whole"),
    [
        (
            "dia bids 2.",
            "dia bids. ben and dia have bid most, 2 each.",
            "dia bids 2. ben and dia have bid most, 2 each.",
        ),
        ("ana passes.", "ana passes. Cem is asked next.", "ana passes. Cem is asked next."),
        (
            "ana plays quake.",
            "ana plays quake at Speed 2. It waits.",
            "ana plays quake at Speed 2. It waits.",
        ),
        ("ana passes.", "ana passes.", "ana passes."),
        ("ana rolls 4.", "The gully holds.", "ana rolls 4. The gully holds."),
    ],
)
def test_what_both_begin_with_is_said_once(told: str, reason: str, whole: str) -> None:
    assert told_with_reason(told, reason) == whole


def test_what_came_before_the_step_itself_is_told_too() -> None:
    """That nobody passes by themselves any more stands in no step and in no ruling."""
    game = played("nullshapers", "105")
    told = [
        "\n".join(line.text for line in entry_lines(one, game.law.edition, game.ruleset))
        for one in game.log
    ]
    assert "Then: The standing passes of ana have ended (N7). ben declares q2 (A1, D1)." in told[1]
