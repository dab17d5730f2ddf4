"""What a slip promises, in words, and whether the record at hand is the one."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from application.event.log.proving import head_in
from application.event.log.signed_note import Verifier
from application.event.log.slip import Slip
from application.ledger.fingerprints import slip as short
from application.ledger.public_heads import is_public_form, salt_in
from application.ledger.rows import head_of
from application.seal.seal import BadSeal, examine, rows_of
from domain.kernel.wording import list_in_words

RESULT = re.compile(r"result r(\d+) t(\d+) (.*?) winner (\S+) by \S+(?: \S+ row \d+ \S+)?")


@dataclass(frozen=True, slots=True)
class Promise:
    """What a slip says, once its proof and signature have been checked."""

    log: str
    """The name of the log."""
    size: int
    """How many leaves the log has at the signed checkpoint."""
    place: int
    """Which leaf it is, from 1."""
    said: str
    """What was promised, in a sentence."""
    game: str = ""
    row: int = 0
    short: str = ""
    """The digest of the game's row, as a result slip has it."""


def promise_of(slip: Slip, known: Iterable[Verifier], names: Mapping[str, str] = {}) -> Promise:
    """What the slip promises under a key that is known. Raises BadNote."""
    checkpoint = slip.examine(known)
    said = in_words(slip.leaf, names)
    head = head_in(slip.leaf)
    if head is None:
        return Promise(checkpoint.origin, checkpoint.size, slip.index + 1, said)
    game, row, digest = head
    return Promise(
        checkpoint.origin, checkpoint.size, slip.index + 1, said, game, row, short(digest)
    )


def in_words(leaf: str, names: Mapping[str, str] = {}) -> str:
    """A leaf as a sentence; a leaf that is no result as it stands."""
    match = RESULT.fullmatch(leaf)
    if match is None:
        return f"“{leaf}”."
    round, table, points, winner = match.groups()
    words = points.split()
    told = list_in_words(
        f"{names.get(player, player)} {number}"
        for player, number in zip(words[::2], words[1::2], strict=False)
    )
    won = "nobody won" if winner == "-" else f"{names.get(winner, winner)} won"
    return f"Round {round}, table {table}: {told}; {won}."


def differs(slip: Slip, record: bytes) -> str:
    """Why a sealed record is not the game of this slip, in words; empty if it is."""
    head = head_in(slip.leaf)
    if head is None:
        return "the slip speaks of no game"
    game, row, digest = head
    try:
        seal = examine(record)
        if not seal.holds:
            return f"the record does not hold: {seal.because}"
        rows = rows_of(record)
    except BadSeal as why:
        return str(why)
    if seal.game != game:
        return f"the record is “{seal.game}”, the slip speaks of “{game}”"
    if len(rows) < row:
        return f"the record was cut short: the slip knows row {row}, its last is {len(rows)}"
    if not is_public_form(digest, head_of(rows[row - 1]).digest, salt_in(rows)):
        return f"the record is another one than the slip knows at row {row}"
    return ""
