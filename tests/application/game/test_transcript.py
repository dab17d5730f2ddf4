"""The game in words: what is told of a step and of its ruling is told once, in order."""

import pytest

from application.game.step_words import told_with_reason


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
