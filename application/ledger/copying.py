"""Copies games row by row from one ledger into another: to migrate, back up or merge stores."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from application.ledger.group_commit import Append
from application.ledger.ledger import Ledger
from application.ledger.rows import START, Fetched, head_of, link_row_anew
from application.ledger.store import Damaged, Head, StoreProblem
from application.ledger.streams import is_stream

ROWS_TOGETHER = 5_000
"""About how many rows go into one commit."""


@dataclass(frozen=True, slots=True)
class CopyCount:
    """How much was copied, and how much was there already."""

    games: int
    rows: int
    there_already: int
    """The number of games with nothing new to copy."""


def copy_games(
    source: Ledger, target: Ledger, told: Callable[[str], None] | None = None
) -> CopyCount:
    """Copies all games and other streams, oldest first; what the target has is compared and kept.

    It may be repeated, also while games go on. At the end the target's heads are read again. Raises
    Damaged where a row of the source is missing or not as it was written, StoreProblem where a game
    of the target went on, went on differently, or was written to meanwhile.
    """
    names = source.rows.names()
    openings = source.rows.openings()
    _check_begun(names, {id for id, _ in openings})
    heads: dict[str, Head] = {}
    waiting: list[Append] = []
    rows = games = there = 0
    for id, _ in reversed(openings):
        append, head = _missing(source, target, id)
        heads[id] = head
        if append is None:
            there += not is_stream(id)
            continue
        games += not is_stream(id)
        waiting.append(append)
        rows += len(append.rows)
        if sum(len(append.rows) for append in waiting) >= ROWS_TOGETHER:
            _put(target, waiting)
        if told is not None:
            told(id)
    _put(target, waiting)
    for game, head in heads.items():
        if target.head(game) != head:
            raise Damaged(f"“{game}” did not arrive as it was sent: copy again")
    return CopyCount(games, rows, there)


def _check_begun(names: Iterable[str], begun: Collection[str]) -> None:
    """Checks that every game has its first row, without which it would be left out. Raises Damaged."""
    for name in names:
        if name not in begun:
            raise Damaged(f"row 1 of “{name}” is missing: verify the game")


def _missing(source: Ledger, target: Ledger, game: str) -> tuple[Append | None, Head]:
    """The rows of a game that the target does not have, and its head at the source."""
    rows = source.rows.rows(game)
    head = head_of_rows(game, rows)
    known = target.rows.rows(game)
    for one, other in zip(rows, known, strict=False):
        if tuple(one) != tuple(other):
            raise StoreProblem(
                f"both stores have “{game}”, and it went on differently: copy into an empty store"
            )
    if len(known) > len(rows):
        raise StoreProblem(
            f"“{game}” has gone on where it is to be copied to: copy into an empty store"
        )
    if len(known) == len(rows):
        return None, head
    before = head_of(known[-1]) if known else START
    return Append(game, before, rows[len(known) :], head), head


def head_of_rows(game: str, rows: Fetched) -> Head:
    """The head of these rows, from the first row on. Raises Damaged where a link does not hold."""
    head = START
    for expected, (version, name, state) in enumerate(rows, 1):
        if version == expected and isinstance(state, bytes) and isinstance(name, str):
            again, head = link_row_anew(game, head, name, state)
            if state == again:
                continue
        raise Damaged(f"row {expected} of “{game}” is not as it was written: verify the game")
    return head


def _put(target: Ledger, waiting: list[Append]) -> None:
    outcomes: Sequence[Exception | None] = target.put(waiting) if waiting else ()
    for append, outcome in zip(waiting, outcomes, strict=True):
        if isinstance(outcome, StoreProblem):
            raise outcome
        if outcome is not None:
            raise StoreProblem(f"“{append.game}” was written to while it was copied: copy again")
    waiting.clear()
