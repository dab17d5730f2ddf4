"""A store examined as a whole: the database by its own check, its rows, and what was signed of it."""

from collections.abc import Collection, Iterator

from application.answer import Answer
from application.event.log.proving import CheckResult, examine
from application.event.repository import STORE, Repository
from application.ledger.store import Damaged
from application.ledger.verified import Held
from domain.kernel.wording import count


class StoreHeld(Answer):
    """Whether the store as a whole holds, and its games."""

    store: tuple[CheckResult, ...]
    games: tuple[Held, ...]


def store_examined(repository: Repository, since: Collection[str]) -> Iterator[CheckResult]:
    """`since`: checkpoints that somebody kept. Without any it is held against its own newest ones."""
    yield from _own_check(repository)
    gone = repository.ledger.rows.missing()
    if gone:
        yield CheckResult(
            False, f"{count(gone, 'row')} that stood there once {'is' if gone == 1 else 'are'} gone"
        )
    try:
        signed = bool(repository.proofs(STORE).checkpoints)
    except Damaged as why:
        yield CheckResult(False, str(why))
        return
    if signed or since:
        yield from examine(repository, STORE, since)


def _own_check(repository: Repository) -> Iterator[CheckResult]:
    try:
        problems = list(repository.ledger.rows.own_check())
    except Damaged as why:
        problems = [str(why)]
    if not problems:
        yield CheckResult(True, "the database finds nothing wrong with itself")
    for problem in problems:
        yield CheckResult(False, f"the database finds something wrong with itself: {problem}")
