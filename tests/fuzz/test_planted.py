"""What looks for faults finds those that are planted: ten, written down before."""

import pytest

from tests.fuzz.planted import FAULTS, Planted, is_found


@pytest.mark.parametrize("one", FAULTS, ids=lambda one: one.name)
def test_a_planted_fault_is_found(one: Planted) -> None:
    assert is_found(one)


def test_there_are_ten() -> None:
    assert len({one.name for one in FAULTS}) == 10
