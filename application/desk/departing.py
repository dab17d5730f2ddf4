"""A judge's ruling compared with earlier ones on similar situations, before it is entered."""

import re
from collections.abc import Callable, Iterable, Sequence

from application.desk.precedents import NoPrecedent, Precedent, PrecedentIndex, PrecedentQuery
from application.ledger.store import StoreProblem
from domain.kernel.history import Game
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE, Said

LOOKED_AT = 50
"""How many of the most similar rulings are compared."""
NAMED = 3


class DepartsUnexplained(Exception):
    """The ruling departs from earlier ones without a reason; the message is a sentence."""


MayMention = Callable[[str], bool]
"""Game id → whether the game may be mentioned."""


def everything(_game: str) -> bool:
    """Every game may be mentioned: for somebody who can read the whole store."""
    return True


def departures(
    index: PrecedentIndex, game: str, n: int, verdict: str, shown: MayMention = everything
) -> list[Precedent]:
    """Judges' rulings with another verdict, on similar entries that cite one of the rules entry n cites.

    The most similar come first. None is of a branch: whoever forked a game is its judge, and binds nobody.
    Empty if the index cannot be searched.
    """
    try:
        index.catch_up()
        own = index.precedents(PrecedentQuery(like=(game, n), overruled=True, most=LOOKED_AT))
        cited = set(index.umpire.game(game).game.entry(n).ruling.cites)
    except (NoPrecedent, StoreProblem):
        return []
    apart = (
        precedent
        for precedent in own
        if precedent.overruled != verdict and cited & set(precedent.cites)
    )
    return [
        precedent
        for precedent in apart
        if shown(precedent.game) and not _is_branch(index, precedent.game)
    ]


def _is_branch(index: PrecedentIndex, game: str) -> bool:
    try:
        return bool(index.umpire.game(game).game.opening.origin)
    except StoreProblem:
        return False


def departing_words(departed: Sequence[Precedent]) -> str:
    """A sentence that names the first of these rulings, with their reasons."""
    told = [
        f"{precedent.game}, entry {precedent.entry}: {precedent.judged.in_words().rstrip('.')}"
        for precedent in departed[:NAMED]
        if precedent.judged is not None
    ]
    more = f"; and {len(departed) - NAMED} more" if len(departed) > NAMED else ""
    return f"In a like situation a judge ruled otherwise: {'; '.join(told)}{more}"


def with_reason(
    index: PrecedentIndex, game: str, said: Said, departing: str, shown: MayMention = everything
) -> Said:
    """The overruling, with `departing` added to its reason if it departs from earlier rulings.

    Raises DepartsUnexplained if it does and `departing` is empty.
    """
    verdict = str(said["verdict"])
    departed = departures(index, game, said["entry"], verdict, shown)
    if not departed:
        return said
    why = departing.strip()
    if not why:
        raise DepartsUnexplained(departing_words(departed))
    return _departing(said, map(place_of, departed[:NAMED]), why)


def sent_again(said: Said, departing: str, kept: Said) -> Said:
    """The overruling as `with_reason` gave it when it was kept, so that the same one is known again."""
    places, why = departs_in(str(kept.get("because")))
    if said == kept or not places or why != departing.strip():
        return said
    return _departing(said, places, why)


def _departing(said: Said, places: Iterable[str], why: str) -> Said:
    because = f"{said.get('because')} (departs from {', '.join(places)}: {why})"  # read by DEPARTS
    return {**said, "because": because}


DEPARTS = re.compile(
    r"\(departs from (?P<places>\S+ entry \d+(?:, \S+ entry \d+)*): (?P<why>.*)\)", re.S
)


def departs_in(because: str) -> tuple[tuple[str, ...], str]:
    """The rulings that an overruling's reason says it departs from, and why; empty if it departs from none."""
    match = DEPARTS.search(because)
    return (tuple(match["places"].split(", ")), match["why"]) if match else ((), "")


def place_of(precedent: Precedent) -> str:
    """`tare-mivu-40 entry 5`."""
    return f"{precedent.game} entry {precedent.entry}"


def is_overruling(said: Said, game: Game) -> bool:
    """Whether the step is an overruling that would be legal now."""
    if said.get("by") != JUDGE or said.get("do") != "overrule":
        return False
    entry, _ = adjudicate(game, said)
    return entry.ruling.verdict == LEGAL
