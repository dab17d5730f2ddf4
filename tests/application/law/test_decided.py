"""What a reading decides, in words."""

import json

import pytest

from application.law.decided import FILE, Decision, in_words


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ("entry 1 is illegal (D2, M44)", "entry 1 is illegal (D2, M44)"),
        (
            "after entry 1 phase is movement and to_act is [ana]",
            "after entry 1 phase: movement; to act: ana",
        ),
        (
            "after entry 3 units.a1.pushed is true, order_points.ana is 0 and queue is []",
            "after entry 3 a1, pushed: yes; ana, order points: 0; queue: nothing",
        ),
        (
            "after entry 2 over is no, winner is null and 2 other things",
            "after entry 2 over: no; winner: none and 2 other things",
        ),
        (
            "after entry 4 queue is [{entry: q1, card: quake, by: ana, targets: [b1], "
            "cancelled: true}, {entry: q2, skill: a/b, targets: []}] and zones.ana.cache is [a, b]",
            "after entry 4 queue: q1 (card quake, by ana, targets b1, cancelled), q2 (skill a/b); "
            "ana, cache: a, b",
        ),
    ],
)
def test_no_key_of_a_state_is_read_out(then: str, told: str) -> None:
    assert in_words(then) == told


def test_every_reading_that_is_known_is_told_so() -> None:
    kept = json.loads(FILE.read_text("utf-8"))
    for law in kept.values():
        for found in law.values():
            words = Decision(tuple(found["steps"]), found["then"]).words
            assert " is true" not in words
            assert not set(words) & set("[]{}_")
