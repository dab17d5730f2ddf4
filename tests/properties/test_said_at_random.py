"""A few thousand steps of all rulesets, sensible and not; `make fuzz` says a million."""

from random import Random

import pytest

from tests.fuzz.games import said_at_random
from tests.fuzz.readers import TARGETS, seeds

STEPS = 3_000


def test_whatever_is_said_gets_a_ruling_and_every_game_can_be_replayed() -> None:
    """No exception escapes, refusals change nothing, every position can be had again."""
    assert said_at_random(STEPS) >= STEPS


@pytest.mark.parametrize("target", TARGETS)
def test_bytes_that_are_not_as_they_were_written_get_a_sentence(target: str) -> None:
    """Records, steps, rows and sealed files with bytes changed, cut off, doubled."""
    chance = Random(7)
    for fed in seeds(target)[:12]:
        for _ in range(12):
            TARGETS[target](spoiled(fed, chance))


def spoiled(fed: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(fed))
    kind = chance.randrange(4)
    if kind == 0:
        return fed[:at]
    if kind == 1:
        return fed[:at] + bytes([chance.randrange(256)]) + fed[at + 1 :]
    if kind == 2:
        return fed[:at] + fed[at // 2 :]
    return fed[:at] + chance.randbytes(8) + fed[at:]
