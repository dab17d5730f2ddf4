"""Checkpoints are signed and cosigned, slips are written, and a store is held against them."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from unicodedata import normalize

from application.answer import Answer
from application.event.log.checkpoint import Checkpoint, body_of, checkpoint_of, sign_checkpoint
from application.event.log.log_events import (
    CheckpointCosigned,
    CheckpointSigned,
    Cosigned,
    HeadsNoted,
    LogKeySet,
    NotedHead,
    PhoneCosigned,
)
from application.event.log.signed_note import (
    COSIGNS,
    MOST_SIGNATURES,
    BadNote,
    Signer,
    Verifier,
    note_of,
    signature_of,
    verifier_of,
)
from application.event.log.slip import Slip, slip_for
from application.event.log.tree_log import Log
from application.event.repository import STORE, Repository
from application.ledger.public_heads import is_public_form, public_head, salt_of
from application.ledger.store import Damaged
from application.ledger.streams import EVENT, rows_after
from domain.kernel.wording import count
from domain.tournament.clocks import SECOND
from domain.tournament.command import Refused, TournamentEvent
from domain.tournament.people import ORGANISER
from domain.tournament.tournament import Tournament

PATIENCE = 10 * 60
"""Seconds by which the clock of a device that cosigns may be wrong."""
ORIGINS = ("umpire.event/", "umpire.store")
"""How the names of logs begin."""
MOST_BEFORE_A_PLAYER, MOST_BEFORE_A_JUDGE = 40, 56
"""How many may have cosigned a checkpoint before a player, and before a judge: the other places are kept."""
HEAD = re.compile(r"(?:^| )(?P<game>\S+) row (?P<row>\d+) (?P<digest>[\w-]{43})$")


def origin_of(event: str) -> str:
    """The name of an event's log, and of the key that signs it."""
    return f"umpire.event/{event}" if event != STORE else "umpire.store"


def head_in(leaf: str) -> tuple[str, int, str] | None:
    """The game, row and digest that a leaf promises; None where it speaks of no game."""
    match = HEAD.search(leaf)
    return (match["game"], int(match["row"]), match["digest"]) if match else None


def checkpoint(repository: Repository, event: str, signer: Signer) -> str:
    """Signs the log as it stands; signed twice it is the same. Raises Refused."""
    repository.keep(event, lambda _event, _at: _sign(repository.proofs(event), signer))
    return repository.proofs(event).newest


def _sign(log: Log, signer: Signer) -> Iterator[TournamentEvent]:
    key = str(signer.verifier)
    if not log.leaves:
        raise Refused("there is nothing to sign yet")
    if log.keys and log.keys[-1] != key:
        raise Refused(f"this log is signed with another key: {log.keys[-1]}")
    for size, note in log.checkpoints.items():
        why = against(log, body_of(note_of(note).text))
        if why:
            raise Refused(
                f"no more is signed: the checkpoint of {_leaves(size)} does not hold ({why})"
            )
    if not log.keys:
        yield LogKeySet(key)
    if len(log.tree) not in log.checkpoints:
        yield CheckpointSigned(len(log.tree), str(sign_checkpoint(log.tree, signer)))


def cosign(repository: Repository, event: str, signer: Signer, at: int) -> str:
    """Signs the newest checkpoint too, at a time in seconds; it is given back. Raises Refused."""
    key = str(signer.cosigner)

    def happens(now: Tournament, _at: int) -> Iterator[TournamentEvent]:
        log = repository.proofs(event)
        size = _size_to_cosign(log)
        by = _judges_by_key(now).get(key, ORGANISER)
        if _may_cosign(now, log.cosigned.get(size, ()), by, key):
            text = note_of(log.checkpoints[size]).text
            yield CheckpointCosigned(size, key, str(signer.cosign(text, at)))

    repository.keep(event, happens)
    return repository.proofs(event).newest


def keep_cosignature(repository: Repository, event: str, by: str, key: str, line: str) -> None:
    """Keeps what the device of a judge or a player signed: the newest checkpoint, and now. Raises Refused."""

    def happens(now: Tournament, at: int) -> Iterator[TournamentEvent]:
        log = repository.proofs(event)
        size = _size_to_cosign(log)
        if _may_cosign(now, log.cosigned.get(size, ()), by, key):
            signed = _check_cosignature(log.checkpoints[size], key, line, at)
            yield PhoneCosigned(by, size, key, signed)

    repository.keep(event, happens)


def _size_to_cosign(log: Log) -> int:
    """The size of the newest checkpoint. Raises Refused where none is signed."""
    if not log.checkpoints:
        raise Refused("there is no checkpoint to cosign yet")
    return list(log.checkpoints)[-1]


def _may_cosign(event: Tournament, kept: Sequence[Cosigned], by: str, key: str) -> bool:
    """Whether somebody's signature comes to those that are kept; not where it is there already.

    Raises Refused: a person cosigns a checkpoint once, and what players leave is kept for judges and
    the command. The organiser keeps the signatures of as many witnesses as there is room for.
    """
    if any(cosigned.key == key for cosigned in kept):
        return False
    name = normalize("NFKC", key.partition("+")[0]).casefold()
    if name.startswith(ORIGINS):
        raise Refused(f"“{name[:60]}” is the name of a log: nobody cosigns under it")
    if by != ORGANISER and by in (cosigner_in(event, cosigned) for cosigned in kept):
        raise Refused(f"{by} has cosigned it already, with another key")
    most = MOST_BEFORE_A_JUDGE if by in event.judges else MOST_BEFORE_A_PLAYER
    if len(kept) >= (MOST_SIGNATURES - 1 if by == ORGANISER else most):
        raise Refused(
            f"{len(kept)} have cosigned it already, which is as many as there is room for"
        )
    return True


def cosigner_in(event: Tournament, cosigned: Cosigned) -> str:
    """The number of who cosigned; empty where the command did it with a key that is no judge's."""
    return (
        cosigned.by
        if isinstance(cosigned, PhoneCosigned)
        else _judges_by_key(event).get(cosigned.key, "")
    )


def _judges_by_key(event: Tournament) -> dict[str, str]:
    return {judge.key: judge.id for judge in event.judges.values() if judge.key}


def phone_name(key: bytes) -> str:
    """The name under which a device signs: of its own key, so that nobody chooses one."""
    return f"phone-{key[:4].hex()}"


def _check_cosignature(checkpoint: str, key: str, line: str, at: int) -> str:
    """The line, if this key signed the checkpoint at about this time. Raises Refused."""
    try:
        verifier, signature = verifier_of(key), signature_of(line)
        text = note_of(checkpoint).text
    except BadNote as why:
        raise Refused(str(why)) from None
    named = (signature.name, signature.id) == (verifier.name, verifier.id)
    if verifier.kind != COSIGNS or not named or not verifier.holds(text, signature.raw):
        raise Refused("that is no cosignature of the newest checkpoint: sign it again")
    if verifier.name != phone_name(verifier.key):
        raise Refused(f"a phone signs under the name {phone_name(verifier.key)}, made of its key")
    seconds = int.from_bytes(signature.raw[:8], "big")
    if abs(seconds - at // SECOND) > PATIENCE:
        raise Refused("the clock of the device that signed is wrong by more than 10 minutes")
    return str(signature)


def _leaves(number: int) -> str:
    return count(number, "leaf", "leaves")


def note_heads(repository: Repository) -> int:
    """Notes in the log of a store how far each game has come; returns how many came further since."""
    ledger = repository.ledger
    # Without its own log: each note in that would be one more thing to note.
    ids = [id for id, _ in reversed(ledger.rows.openings()) if id != EVENT + STORE]
    noted = repository.proofs(STORE).heads
    heads = [
        NotedHead(id, *head) for id in ids if (head := public_head(ledger, id)) != noted.get(id)
    ]
    if heads:
        repository.keep(STORE, lambda _event, _at: [HeadsNoted(tuple(heads))])
    return len(heads)


def slip_of_table(repository: Repository, event: str, round: int, table: int) -> Slip:
    """The slip of a table's result, under the first checkpoint that has it. Raises Refused."""
    repository.event(event).table(round, table)
    log = repository.proofs(event)
    place = log.place_of(f"result r{round} t{table} ")
    if place is None:
        raise Refused(f"table {table} of round {round} has no result yet")
    size = next((size for size in log.checkpoints if size > place), None)
    if size is None:
        raise Refused("its result is in no checkpoint yet: sign one first")
    note = note_of(log.checkpoint(size))
    return slip_for(log.leaves, log.tree, place, note, size)


class CheckResult(Answer):
    """One thing that was checked: a link, a checkpoint, a cosignature, a game."""

    holds: bool
    what: str
    """One sentence."""

    def in_words(self) -> str:
        return f"{'holds' if self.holds else 'does not hold'}: {self.what}"


def examine(
    repository: Repository,
    event: str,
    checkpoints: Collection[str] = (),
    known: Collection[Verifier] = (),
) -> Iterator[CheckResult]:
    """A log against its rows, its checkpoints, those that somebody kept, and its games.

    Without known keys the log's own are taken: then a store in which key and all was put anew is
    told from the right one by checkpoints that somebody kept, and by nothing else.
    """
    try:
        log = repository.proofs(event)
    except Damaged as why:
        yield CheckResult(False, str(why))
        return
    keys = [*known] or [verifier_of(key) for key in log.keys]
    yield CheckResult(True, f"every link of the log holds, and it has {_leaves(len(log.leaves))}")
    for size in log.checkpoints:
        yield _examine(log, log.checkpoint(size), keys, "its own checkpoint")
    yield from _cosignatures(repository, event, log)
    for text in checkpoints:
        yield _examine(log, text, keys, "the checkpoint at hand")
    yield from _games(repository, log.leaves)


def _cosignatures(repository: Repository, event: str, log: Log) -> Iterator[CheckResult]:
    """Each that the log keeps, and whose it is where a judge's own key made it."""
    now = repository.event(event)
    for size, cosigned in log.cosigned.items():
        for signed in cosigned:
            by, name = cosigner_in(now, signed), signed.key.partition("+")[0]
            told = by if isinstance(signed, PhoneCosigned) else f"{by}, as {name}" if by else name
            holds = _is_cosigned(log.checkpoints.get(size, ""), signed)
            how = "holds" if holds else "does not hold"
            yield CheckResult(holds, f"the cosignature of {told} at {_leaves(size)} {how}")


def _is_cosigned(checkpoint: str, cosigned: Cosigned) -> bool:
    try:
        signature = signature_of(cosigned.line.rstrip("\n"))
        return verifier_of(cosigned.key).holds(note_of(checkpoint).text, signature.raw)
    except BadNote:
        return False


def _examine(log: Log, text: str, keys: Iterable[Verifier], what: str) -> CheckResult:
    try:
        checkpoint, _ = checkpoint_of(text, keys)
    except BadNote as why:
        return CheckResult(False, f"{what}: {why}")
    why_not = against(log, checkpoint)
    if why_not:
        return CheckResult(False, f"{what} of {_leaves(checkpoint.size)} does not hold: {why_not}")
    return CheckResult(True, f"{what} of {_leaves(checkpoint.size)} holds")


def against(log: Log, checkpoint: Checkpoint) -> str:
    """Why the log is not what the checkpoint says; empty where it is."""
    if checkpoint.size > len(log.tree):
        return f"the log was cut short, to {_leaves(len(log.tree))}"
    if log.tree.root(checkpoint.size) != checkpoint.root:
        return "what it speaks of was changed"
    return ""


def _games(repository: Repository, leaves: Iterable[str]) -> Iterator[CheckResult]:
    """Whether every game stands where a leaf says it stood."""
    promised: dict[str, list[tuple[int, str]]] = {}
    for leaf in leaves:
        head = head_in(leaf)
        if head:
            promised.setdefault(head[0], []).append(head[1:])
    holds = 0
    for game, heads in promised.items():
        why = _game_differs(repository, game, heads)
        if why:
            yield CheckResult(False, why)
        else:
            holds += 1
    if promised:
        games = "1 game stands" if holds == 1 else f"{holds} games stand"
        yield CheckResult(holds == len(promised), f"{games} where the log says, of {len(promised)}")


def _game_differs(repository: Repository, game: str, heads: Iterable[tuple[int, str]]) -> str:
    try:
        digests = [row.digest for row in rows_after(repository.ledger.rows, game)]
        salt = salt_of(repository.ledger, game)
    except Damaged as why:
        return str(why)
    if not digests:
        return f"“{game}” is missing"
    for row, digest in heads:
        if row > len(digests):
            return f"“{game}” was cut short: the log knows row {row}, the last is {len(digests)}"
        if not is_public_form(digest, digests[row - 1], salt):
            return f"“{game}” is another one than the log knows at row {row}"
    return ""
