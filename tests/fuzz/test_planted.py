"""What looks for faults finds those that are planted: some written down before, some found."""

import pytest

from tests.fuzz.planted import FAULTS, Planted, is_found


@pytest.mark.parametrize("one", FAULTS, ids=lambda one: one.name)
def test_a_planted_fault_is_found(one: Planted) -> None:
    assert is_found(one)


def test_each_is_another() -> None:
    assert len({one.name for one in FAULTS}) == len(FAULTS) == 23
