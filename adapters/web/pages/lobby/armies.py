"""Set-up by hand: which pieces the form of a ruleset offers, and the set-up that a filled-in form makes."""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from msgspec import to_builtins

from application.examples import example_for
from application.law.set_up_by_hand import BARE, roster_of
from application.records.records import BadRecord
from application.rulesets import ruleset, rulesets
from domain.kernel.roster import Roster
from domain.kernel.ruleset import SetupError

Army = dict[str, Any]
"""One player's part of the form: {pieces: [{name, …}], …}, with values such as points or energy beside."""
FilledForm = dict[str, Any]
"""The whole form: {armies: [an army for each seat, in order], table: {the other keys of a set-up}}."""


def seats_of(name: str) -> tuple[int, int]:
    """How few and how many may play a ruleset."""
    return ruleset(name).seats


def setup_of(name: str, form: Any, seats: Sequence[str]) -> dict[str, Any]:
    """The set-up of a form that was filled in by hand. Raises BadRecord."""
    if not isinstance(form, dict) or not isinstance(form.get("armies"), list):
        raise BadRecord("The set-up: expected the armies of the form; load the page again.")
    roster = roster_of(ruleset(name))
    armies = [army for army in form["armies"][: len(seats)] if isinstance(army, dict)]
    setup = dict(_mapping(form.get("table")))
    for key in roster.own_keys:
        own = {seat: army[key] for seat, army in zip(seats, armies, strict=False) if key in army}
        setup[key] = own
    if roster.pieces is not None:
        pieces = _pieces(roster.piece, armies, seats)
        setup[roster.pieces] = _pieces_in_setup(roster, pieces, seats)
    return setup


def _pieces(
    kind: str, armies: Sequence[Army], seats: Sequence[str]
) -> dict[str, tuple[str, dict[str, Any]]]:
    """Piece → (its owner's seat, its fields). Raises BadRecord."""
    pieces: dict[str, tuple[str, dict[str, Any]]] = {}
    for seat, army in zip(seats, armies, strict=False):
        for piece in army.get("pieces") or ():
            made = dict(_mapping(piece))
            name = _name_of(made)
            made.pop("name", None)
            if not name:
                raise BadRecord(f"The set-up: a {kind} of {seat} has no name; expected one.")
            if name in pieces:
                raise BadRecord(
                    f"The set-up: “{name}” is there twice ({pieces[name][0]}, {seat}); "
                    f"expected another name for each {kind}."
                )
            pieces[name] = seat, made
    return pieces


def _pieces_in_setup(
    roster: Roster, pieces: Mapping[str, tuple[str, dict[str, Any]]], seats: Sequence[str]
) -> dict[str, Any]:
    """The pieces as this ruleset's set-up has them: by name with an owner, or by seat."""
    if roster.stand == "owned":
        return {name: {**made, "owner": owner} for name, (owner, made) in pieces.items()}
    bare = roster.stand == "bare"
    return {
        seat: {
            name: made.get(BARE) if bare else made
            for name, (owner, made) in pieces.items()
            if owner == seat
        }
        for seat in seats
    }


def with_names_apart(armies: Mapping[str, Army], first: str = "") -> dict[str, Army]:
    """The armies, in which a piece called like one of an army before gets the next free number.

    `first`: the seat whose names stay as they are; without it, that of the first army.
    """
    taken: set[str] = set()
    apart: dict[str, Army] = {}
    for seat in sorted(armies, key=lambda player: player != first):
        own = [dict(_mapping(piece)) for piece in armies[seat].get("pieces") or ()]
        names = {_name_of(piece) for piece in own}
        for piece in own:
            if _name_of(piece) in taken:
                piece["name"] = _next_free(_name_of(piece), taken | names)
                names.add(piece["name"])
        taken |= names
        apart[seat] = {**armies[seat], "pieces": own}
    return {seat: apart[seat] for seat in armies}


def with_numbers_of_seats(armies: Mapping[str, Army], naming: Collection[str]) -> dict[str, Army]:
    """The armies, in which pieces have numbers that are their seat's alone: of two seats 1, 3 … and 2, 4 …

    So what a piece is called never tells its player that another, who hides theirs, has one called so.
    `naming`: where what is said of a piece may name another piece of the same army.
    """
    numbered: dict[str, Army] = {}
    for place, (seat, army) in enumerate(armies.items(), 1):
        own = [dict(_mapping(piece)) for piece in army.get("pieces") or ()]
        before: Counter[str] = Counter()
        called = {"": ""}
        for name in filter(None, map(_name_of, own)):
            word = _word_of(name)
            called[name] = f"{word} {place + before[word] * len(armies)}"
            before[word] += 1
        for piece in own:
            piece["name"] = called[_name_of(piece)]
            for field in piece.keys() & naming:
                if isinstance(piece[field], str):
                    piece[field] = called.get(piece[field], piece[field])
        numbered[seat] = {**army, "pieces": own}
    return numbered


def _name_of(piece: Mapping[str, Any]) -> str:
    return " ".join(str(piece.get("name", "")).split())


def _next_free(name: str, taken: Container[str]) -> str:
    """`Ogre 2` for an Ogre, `Ogre 3` where that is taken too."""
    word = _word_of(name)
    return next(free for n in count(2) if (free := f"{word} {n}") not in taken)


def _word_of(name: str) -> str:
    """The name without the number behind it."""
    return re.sub(r"\s*\d+$", "", name) or name


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def armies_in(name: str, setup: Mapping[str, Any], seats: Sequence[str]) -> FilledForm:
    """A set-up as the form is filled in for it: the inverse of `setup_of`."""
    roster = roster_of(ruleset(name))
    own = roster.own_keys
    armies = [
        {
            **{key: setup[key][seat] for key in own if seat in _mapping(setup.get(key))},
            "pieces": [*_pieces_of(roster, setup, seat)],
        }
        for seat in seats
    ]
    apart = {roster.pieces, *own}
    return {"armies": armies, "table": {key: setup[key] for key in setup if key not in apart}}


def _pieces_of(roster: Roster, setup: Mapping[str, Any], seat: str) -> Iterator[dict[str, Any]]:
    pieces = _mapping(setup.get(roster.pieces or ""))
    if roster.stand == "owned":
        for id, piece in pieces.items():
            if piece.get("owner") == seat:
                yield {"name": id, **{key: piece[key] for key in piece if key != "owner"}}
    else:
        for id, piece in _mapping(pieces.get(seat)).items():
            yield {"name": id, **({BARE: piece} if roster.stand == "bare" else piece)}


def example_setup(name: str, seats: Sequence[str]) -> dict[str, Any]:
    """The ruleset's own small table for these seats. Raises BadRecord."""
    try:
        return dict(example_for(ruleset(name), seats))
    except SetupError as why:
        raise BadRecord(f"The set-up: {why}.") from None


def rosters() -> dict[str, Any]:
    """Ruleset → its roster (the pieces and values of a set-up), as JSON for the page's script."""
    return {rules.name: to_builtins(roster_of(rules)) for rules in rulesets()}


def examples() -> dict[str, list[FilledForm]]:
    """Ruleset → its example for as few as may play, for one more, and so on; left out where it has none."""
    return {
        rules.name: [
            armies_in(rules.name, example_setup(rules.name, seats), seats)
            for seats in _numbers_of_seats(*rules.seats)
        ]
        for rules in rulesets()
        if rules.example is not None
    }


def _numbers_of_seats(least: int, most: int) -> Iterator[list[str]]:
    """The seats 1 to as few as may play, then one more, and so on."""
    return ([str(seat) for seat in range(1, n + 1)] for n in range(least, most + 1))
