"""An event: made whole, by place or by name, and never changed."""

from typing import Any

import pytest

from domain.kernel.events import UndoRequested
from domain.kernel.values import Event, cites, stored_as


@stored_as("test_events/bell_rung/v1")
class BellRung(Event):
    by: str
    times: int = 1
    rules: tuple[str, ...] = cites("B1")


def test_what_is_left_out_has_its_default() -> None:
    rung = BellRung("ana")

    assert (rung.by, rung.times, rung.rules) == ("ana", 1, ("B1",))
    assert BellRung("ana", rules=(), times=2) == BellRung("ana", 2, ())
    assert BellRung("ana") != BellRung("ben")
    assert repr(rung) == "BellRung(by='ana', times=1, rules=('B1',))"


def test_what_is_missing_is_named() -> None:
    with pytest.raises(TypeError, match="Missing required argument 'by'"):
        BellRung()  # type: ignore[call-arg]


@pytest.mark.parametrize("happened", [BellRung("ana"), UndoRequested(1, "ana", ("ben",))])
def test_it_is_never_changed(happened: Any) -> None:
    with pytest.raises(AttributeError):
        happened.by = "ben"
    with pytest.raises(AttributeError):
        del happened.by
    assert happened.by == "ana"
    assert not hasattr(happened, "__dict__")
