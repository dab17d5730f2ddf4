"""Says how a stored ruling differs from the one the rules give today."""

from typing import Any

from application.ledger.rows import StepRuled
from domain.kernel.values import fields_of
from domain.kernel.wording import list_in_words, plainly

DECIDE = {
    "verdict": "its verdict is",
    "basis": "its basis is",
    "cites": "it cites",
    "facts": "its facts are",
}
"""Fields whose change makes it a different ruling → how a message begins; wording does not count."""


def otherwise(stored: StepRuled, again: StepRuled) -> str:
    """How today's ruling differs; empty if only the wording does."""
    for name, told in DECIDE.items():
        was, now = getattr(stored, name), getattr(again, name)
        if was != now:
            return f"it is ruled otherwise today: {told} {plainly(now)} instead of {plainly(was)}"
    return ""


def spoken_name(stored_name: str) -> str:
    """`unit shot` for `voidsiege/unit_shot/v1`."""
    return stored_name.split("/")[1].replace("_", " ")


def other_event(expected: Any, event: Any) -> str:
    """How what happens differs from what is stored, in a sentence."""
    if type(event) is type(expected):
        return f"“{spoken_name(event.STORED_AS)}” happens with {_differing(expected, event)}"
    return (
        f"“{spoken_name(expected.STORED_AS)}” happens instead of “{spoken_name(event.STORED_AS)}”"
    )


def _differing(expected: Any, event: Any) -> str:
    """`hits 2 instead of 3`."""
    now, was = fields_of(expected), fields_of(event)
    return list_in_words(
        f"{name} {plainly(value)} instead of {plainly(was[name])}"
        for name, value in now.items()
        if was[name] != value
    )
