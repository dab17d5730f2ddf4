"""That a log has only grown since a checkpoint somebody kept: a proof to examine without the store.

It has the form in which witnesses are asked to cosign (c2sp.org/tlog-witness): `old N`, the
consistency proof of RFC 6962, 2.1.2, an empty line, and the newer checkpoint.
"""

from base64 import b64encode
from collections.abc import Iterable

from application.event.log.checkpoint import Checkpoint, body_of, checkpoint_of
from application.event.log.merkle import SIZE, proves_growth
from application.event.log.signed_note import BadNote, Verifier, note_of, strict_base64
from application.event.log.tree_log import Log
from domain.kernel.wording import count
from domain.tournament.command import Refused

BEGINS = "old "
LONGEST = 12
"""Most digits of a size."""
MOST_HASHES = 63


def growth_proof(log: Log, old: int) -> str:
    """The proof that the log only grew from this many leaves to the newest checkpoint. Raises Refused."""
    if not log.newest:
        raise Refused("no checkpoint is signed yet")
    size = body_of(note_of(log.newest).text).size
    if not 0 < old <= size:
        raise Refused(
            f"the newest checkpoint has {count(size, 'leaf', 'leaves')}; expected an older one, from 1 on"
        )
    lines = "".join(f"{b64encode(hash).decode()}\n" for hash in log.tree.consistency(old, size))
    return f"{BEGINS}{old}\n{lines}\n{log.newest}"


def is_growth(raw: bytes) -> bool:
    """Whether a file begins like a proof of growth."""
    return raw.startswith(BEGINS.encode())


def check_growth(text: str, kept: str, known: Iterable[Verifier]) -> tuple[Checkpoint, Checkpoint]:
    """The checkpoint that was kept and the newer one, which continues it. Raises BadNote."""
    head, _, newest = text.partition("\n\n")
    first, *lines = head.split("\n")
    keys = [*known]
    before, _ = checkpoint_of(kept, keys)
    after, _ = checkpoint_of(newest, keys)
    size = first.removeprefix(BEGINS)
    if not (size.isascii() and size.isdigit() and len(size) <= LONGEST) or len(lines) > MOST_HASHES:
        raise BadNote("it is no proof of growth: expected “old N”, hashes, and a checkpoint")
    try:
        proof = [strict_base64(line) for line in lines]
    except ValueError:
        proof = [b""]
    if any(len(hash) != SIZE for hash in proof):
        raise BadNote("it is no proof of growth: a hash is not as it should be")
    if before.origin != after.origin:
        raise BadNote(f"it is of “{after.origin}”, and what was kept of “{before.origin}”")
    if int(size) != before.size:
        raise BadNote(
            f"it begins at {count(int(size), 'leaf', 'leaves')}, and what was kept has {before.size}"
        )
    if not proves_growth(before.size, after.size, before.root, after.root, proof):
        raise BadNote(
            "it does not show that the log has only grown since what was kept: the proof or the log was changed"
        )
    return before, after
