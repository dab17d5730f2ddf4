"""Set-up by hand: what a ruleset's pieces are made of, and the set-up that a filled-in form makes."""

from collections.abc import Mapping, Sequence
from typing import Any

from application.records.records import BadRecord
from application.rulesets import ruleset

Army = dict[str, Any]
"""{pieces: [{name, …}], and what each player has of their own: points, energy}."""
Laid = dict[str, Any]
"""{armies: [army of each seat, in order], table: {the other keys of a set-up}}."""

PIECES = {"voidsiege": "units", "arcane-legions": "units", "nullshapers": "cards"}
"""The key of a set-up under which the pieces stand."""
OWN = {"voidsiege": ("points",), "nullshapers": ("energy",)}
"""The keys of a set-up that hold a value for each seat."""
TWO = 2


def most_seats(name: str) -> int:
    """So many may play it."""
    return ruleset(name).seats[1]


def setup_of(name: str, laid: Any, seats: Sequence[str]) -> dict[str, Any]:
    """The set-up of a form that was filled in by hand. Raises BadRecord."""
    if not isinstance(laid, dict) or not isinstance(laid.get("armies"), list):
        raise BadRecord("The set-up: expected the armies of the form; load the page again.")
    armies = [one for one in laid["armies"][: len(seats)] if isinstance(one, dict)]
    setup = dict(_mapping(laid.get("table")))
    for key in OWN.get(name, ()):
        setup[key] = {
            seat: army[key] for seat, army in zip(seats, armies, strict=False) if key in army
        }
    setup[PIECES[name]] = _pieces(PIECES[name].removesuffix("s"), armies, seats)
    return setup


def _pieces(kind: str, armies: Sequence[Army], seats: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for seat, army in zip(seats, armies, strict=False):
        for piece in army.get("pieces") or ():
            made = dict(_mapping(piece))
            name = " ".join(str(made.pop("name", "")).split())
            if not name:
                raise BadRecord(f"The set-up: a {kind} of {seat} has no name; expected one.")
            if name in found:
                raise BadRecord(
                    f"The set-up: “{name}” is there twice ({found[name]['owner']}, {seat}); "
                    f"expected another name for each {kind}."
                )
            found[name] = {**made, "owner": seat}
    return found


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def armies_in(name: str, setup: Mapping[str, Any], seats: Sequence[str]) -> Laid:
    """A set-up as the form holds it: the opposite of `setup_of`."""
    own, pieces = OWN.get(name, ()), _mapping(setup.get(PIECES[name])).items()
    armies = [
        {
            **{key: setup[key][seat] for key in own if seat in _mapping(setup.get(key))},
            "pieces": [
                {"name": id, **{key: piece[key] for key in piece if key != "owner"}}
                for id, piece in pieces
                if piece.get("owner") == seat
            ],
        }
        for seat in seats
    ]
    apart = {PIECES[name], *own}
    return {"armies": armies, "table": {key: setup[key] for key in setup if key not in apart}}


def example_setup(name: str, seats: Sequence[str]) -> dict[str, Any]:
    """The ruleset's own small table for these seats. Raises BadRecord."""
    made = ruleset(name).example
    if made is None:
        raise BadRecord(f"The set-up: there is no example of {ruleset(name).title}.")
    return dict(made(tuple(seats)))


def examples() -> dict[str, list[Laid]]:
    """Ruleset → its example for two seats, for three, and so on."""
    numbered = [str(n) for n in range(1, 1 + max(map(most_seats, PIECES)))]
    return {
        name: [
            armies_in(name, example_setup(name, numbered[:n]), numbered[:n])
            for n in range(TWO, most_seats(name) + 1)
        ]
        for name in PIECES
    }
