"""Tables that the specs of VoidSiege begin with."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.ruling import Verdict
from tests.spec import Story, given

UNITS = {"a1": "ana", "a2": "ana", "b1": "ben", "b2": "ben"}
OVERRUN = {"overrun": {"parts": ["move"], "restrictions": {"move": ["run"]}, "target": "none"}}
WILL = ("will_of_the_masters",)


def table(
    readings: Mapping[str, str] | None = None,
    points: tuple[int, int] = (3, 3),
    held: Mapping[str, list[str]] | None = None,
    masters: tuple[str, ...] = (),
    units: Mapping[str, str] = UNITS,
    **setup: Any,
) -> Story:
    """ana has a1 and a2, ben b1 and b2, three points each, and ana begins."""
    laid: dict[str, Any] = {}
    for name, owner in units.items():
        laid[name] = {"owner": owner, "restrictions": (held or {}).get(name, [])}
        if name in masters:
            laid[name]["abilities"] = list(WILL)
    each = dict(zip(("ana", "ben"), points, strict=True))
    return given("voidsiege", {"points": each, "units": laid, **setup}, readings=readings)


def ruled(
    story: Story,
    verdict: Verdict,
    *cites: str,
    reason: str | None = None,
    since: tuple[int, ...] | None = None,
) -> Story:
    """The newest ruling cites these rules and no others; its sentences and entries are these."""
    ruling = story.entry.ruling
    assert (ruling.verdict, ruling.cites) == (verdict, cites)
    assert reason is None or ruling.reason == reason
    assert since is None or ruling.because == since
    return story


ONE_EACH = {"a1": "ana", "b1": "ben"}
