"""A judge's ruling held against earlier ones on like situations, before it is entered."""

from collections.abc import Sequence

from application.desk.precedents import Docket, NoPrecedent, Precedent, Sought
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


def departures(docket: Docket, game: str, n: int, verdict: str) -> list[Precedent]:
    """Where a judge ruled otherwise than this on an entry like entry n, a rule in common, nearest first.

    None where the docket cannot be asked.
    """
    try:
        docket.catch_up()
        own = docket.precedents(Sought(like=(game, n), overruled=True, most=LOOKED_AT))
        cited = set(docket.umpire.game(game).game.entry(n).ruling.cites)
    except (NoPrecedent, StoreProblem):
        return []
    return [one for one in own if one.overruled != verdict and cited & set(one.cites)]


def departing_words(found: Sequence[Precedent]) -> str:
    """Which rulings these are, with their reasons, in a sentence."""
    told = [
        f"{one.game}, entry {one.entry}: {one.judged.in_words().rstrip('.')}"
        for one in found[:NAMED]
        if one.judged is not None
    ]
    more = f"; and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return f"In a like situation a judge ruled otherwise: {'; '.join(told)}{more}"


def with_reason(docket: Docket, game: str, said: Said, departing: str) -> Said:
    """The overruling as it is kept: with why it departs, where it does.

    Raises Departs where nobody said why.
    """
    verdict = str(said["verdict"])
    found = departures(docket, game, said["entry"], verdict)
    if not found:
        return said
    if not departing.strip():
        raise Departs(departing_words(found))
    those = ", ".join(f"{one.game} entry {one.entry}" for one in found[:NAMED])
    because = f"{said['because']} (departs from {those}: {departing.strip()})"
    return {**said, "because": because}


def is_overruling(said: Said, game: Game) -> bool:
    """Whether the step is a judge's ruling in place of one, and would stand."""
    if said.get("by") != JUDGE or said.get("do") != "overrule":
        return False
    entry, _ = adjudicate(game, said)
    return entry.ruling.verdict == LEGAL
