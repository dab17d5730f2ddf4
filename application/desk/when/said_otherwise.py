"""Legal steps close to a refused one: with a field more or fewer, or another number."""

from collections.abc import Iterator, Mapping
from typing import Any

from application.desk.effort import Effort
from application.game.checked_step import NOTES
from application.game.transcript import said_in_words
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import trial
from domain.kernel.steps import AT, PLAYED, Said
from domain.kernel.wording import list_in_words, plainly

APART = frozenset({*NOTES, AT, PLAYED})
MOST_NAMED = 6


def said_otherwise(
    game: Game, said: Said, viewer: Viewer, effort: Effort
) -> Iterator[tuple[Said, str]]:
    """Legal steps close to this one, each with a sentence; one for each set of fields that differ."""
    plain = {name: value for name, value in said.items() if name not in APART}
    found: dict[tuple[str, ...], list[Said]] = {}
    for other in _thought_of(game, plain):
        fields = _apart(plain, other)
        if not fields:
            continue
        if not effort.spend(1):
            break
        if trial(game, other, viewer).ruling.verdict == LEGAL:
            found.setdefault(fields, []).append(other)
    for fields, others in found.items():
        yield others[0], _sentence(fields, others)


def _thought_of(game: Game, said: Said) -> Iterator[Said]:
    """The player's candidates with the same `do`, open fields filled in from this step.

    What is open and not said in it stays unsaid: many of those fields may.
    """
    for candidate in game.ruleset.offers.candidates(game.now.state, said["by"]):
        if candidate.said["do"] == said["do"]:
            filled = {name: said[name] for name in candidate.asks if name in said}
            yield {**candidate.said, **filled}


def _apart(said: Said, other: Said) -> tuple[str, ...]:
    """The fields that the other step adds or leaves out, or the one it changes; empty if more differs."""
    added = sorted(other.keys() - said.keys())
    missing = sorted(said.keys() - other.keys())
    changed = [name for name in said if name in other and said[name] != other[name]]
    if [bool(added), bool(missing), bool(changed)].count(True) != 1 or len(changed) > 1:
        return ()
    if changed and not _alike(said[changed[0]], other[changed[0]]):
        return ()
    # Whoever names a loss or a payment does not mean the same step without it.
    if any(isinstance(said[name], Mapping | list) for name in missing):
        return ()
    return (*added, *missing, *changed)


def _alike(one: Any, other: Any) -> bool:
    """Whether these are two numbers, or two lists of which one begins with the other."""
    if isinstance(one, list) and isinstance(other, list):
        return all(a == b for a, b in zip(one, other, strict=False))
    return type(one) is type(other) is int


def _sentence(fields: tuple[str, ...], others: list[Said]) -> str:
    """`It is legal now as “ana: pay points 2, figure f1”; figure may also be f2 or f3.`"""
    first, *more = others
    rest = ""
    if more and len(fields) == 1 and fields[0] in first:
        also = list_in_words((plainly(one[fields[0]]) for one in more[:MOST_NAMED]), "or")
        few = len(more) <= MOST_NAMED
        rest = f"; {fields[0]} may also be {also}" if few else f", or with another {fields[0]}"
    return f"It is legal now as “{said_in_words(first)}”{rest}."
