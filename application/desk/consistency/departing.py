"""A judge's ruling held against earlier ones on like situations, before it is entered."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from application.desk.precedents import Docket, NoPrecedent, Precedent, PrecedentQuery
from application.ledger.store import StoreProblem
from domain.kernel.history import Game
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said

LOOKED_AT = 50
"""Like rulings, the nearest first."""
NAMED = 3


class Departs(Exception):
    """The ruling departs from earlier ones, and nobody said why; the message is a sentence."""


Shown = Callable[[str], bool]
"""Whether a game, by its id, may be told of."""


def everything(_game: str) -> bool:
    """Every game may be told of: it is for somebody who has the store itself."""
    return True


def departures(
    docket: Docket, game: str, n: int, verdict: str, shown: Shown = everything
) -> list[Precedent]:
    """Judges' rulings with another verdict than this, on entries like entry n that cite a rule of it.

    The nearest come first. An empty list where the docket cannot be asked.
    """
    try:
        docket.catch_up()
        own = docket.precedents(PrecedentQuery(like=(game, n), overruled=True, most=LOOKED_AT))
        cited = set(docket.umpire.game(game).game.entry(n).ruling.cites)
    except (NoPrecedent, StoreProblem):
        return []
    apart = (one for one in own if one.overruled != verdict and cited & set(one.cites))
    return [one for one in apart if shown(one.game)]


def departing_words(found: Sequence[Precedent]) -> str:
    """Which rulings these are, with their reasons, in a sentence."""
    told = [
        f"{one.game}, entry {one.entry}: {one.judged.in_words().rstrip('.')}"
        for one in found[:NAMED]
        if one.judged is not None
    ]
    more = f"; and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return f"In a like situation a judge ruled otherwise: {'; '.join(told)}{more}"


class Reasoned(NamedTuple):
    """An overruling as it is kept, and the rulings that it departs from."""

    said: Said
    departs: tuple[str, ...] = ()
    """`tare-mivu-40 entry 5`, the nearest first."""
    because: str = ""
    """Why it departs from them."""


def with_reason(
    docket: Docket, game: str, said: Said, departing: str, shown: Shown = everything
) -> Reasoned:
    """The overruling as it is kept: with why it departs, where it does.

    Raises Departs where nobody said why.
    """
    verdict = str(said["verdict"])
    found = departures(docket, game, said["entry"], verdict, shown)
    if not found:
        return Reasoned(said)
    why = departing.strip()
    if not why:
        raise Departs(departing_words(found))
    those = tuple(place_of(one) for one in found[:NAMED])
    because = f"{said['because']} (departs from {', '.join(those)}: {why})"  # read by DEPARTS
    return Reasoned({**said, "because": because}, those, why)


DEPARTS = re.compile(
    r"\(departs from (?P<places>\S+ entry \d+(?:, \S+ entry \d+)*): (?P<why>.*)\)", re.S
)


def departs_in(because: str) -> tuple[tuple[str, ...], str]:
    """From which rulings the reason of an overruling says that it departs, and why; none where it does not."""
    found = DEPARTS.search(because)
    return (tuple(found["places"].split(", ")), found["why"]) if found else ((), "")


def place_of(one: Precedent) -> str:
    """`tare-mivu-40 entry 5`."""
    return f"{one.game} entry {one.entry}"


def is_overruling(said: Said, game: Game) -> bool:
    """Whether the step is an overruling that would be legal now."""
    if said.get("by") != JUDGE or said.get("do") != "overrule":
        return False
    entry, _ = adjudicate(game, said)
    return entry.ruling.verdict == LEGAL
