"""A store examined as a whole: the database by its own check, its rows, and what was signed of it."""

from collections.abc import Collection, Iterator

from application.event.log.proving import CheckResult, examine
from application.event.log.signed_note import Verifier
from application.event.office import STORE, Office
from application.ledger.store import Damaged
from domain.kernel.wording import count


def store_examined(
    office: Office, since: Collection[str] = (), known: Collection[Verifier] = ()
) -> Iterator[CheckResult]:
    """`since`: checkpoints that somebody kept. Without any it is held against its own newest ones."""
    yield from _own_check(office)
    gone = office.ledger.rows.missing()
    if gone:
        yield CheckResult(
            False, f"{count(gone, 'row')} that stood there once {'is' if gone == 1 else 'are'} gone"
        )
    try:
        signed = bool(office.proofs(STORE).checkpoints)
    except Damaged as why:
        yield CheckResult(False, str(why))
        return
    if signed or since:
        yield from examine(office, STORE, since, known)


def _own_check(office: Office) -> Iterator[CheckResult]:
    try:
        found = list(office.ledger.rows.own_check())
    except Damaged as why:
        found = [str(why)]
    if not found:
        yield CheckResult(True, "the database finds nothing wrong with itself")
    for one in found:
        yield CheckResult(False, f"the database finds something wrong with itself: {one}")
