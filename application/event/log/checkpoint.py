"""Checkpoints (c2sp.org/tlog-checkpoint): how large a log is and what its root is, as a signed note."""

import re
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from application.event.log.merkle import SIZE, Tree
from application.event.log.signed_note import (
    BadNote,
    Note,
    Signer,
    Verifier,
    note_of,
    sign,
    strict_base64,
)

LINES = 3
NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a checkpoint says."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def checkpoint_of(text: str, known: Iterable[Verifier]) -> tuple[Checkpoint, Note]:
    """What a signed checkpoint says, once a known key of its log's name signed it. Raises BadNote."""
    note = note_of(text)
    checkpoint = body_of(note.text)
    log = [verifier.name for verifier in note.signed_by(known)]
    if checkpoint.origin not in log:
        raise BadNote(f"“{checkpoint.origin}” has not signed it, only {', '.join(log)}")
    return checkpoint, note


def body_of(text: str) -> Checkpoint:
    """The checkpoint that this text is, signed or not. Raises BadNote."""
    lines = text.split("\n")[:-1]
    if len(lines) != LINES or not all(lines):
        raise BadNote("it is no checkpoint: expected an origin, a size, and a root")
    origin, size, root = lines
    try:
        raw = strict_base64(root)
    except ValueError:
        raw = b""
    if not NUMBER.fullmatch(size) or len(raw) != SIZE:
        raise BadNote("it is no checkpoint: the size or the root is not as it should be")
    return Checkpoint(origin, int(size), raw)


def is_checkpoint(raw: bytes) -> bool:
    """Whether a file is a signed note that says how far a log is."""
    try:
        origin_in(raw.decode(errors="replace"))
    except BadNote:
        return False
    return True


def origin_in(text: str) -> str:
    """The name of the log that a checkpoint says it is of, whoever signed it. Raises BadNote."""
    return body_of(note_of(text).text).origin


def sign_checkpoint(tree: Tree, signer: Signer) -> Note:
    """A checkpoint of the whole tree; its origin is the signer's name."""
    return sign(Checkpoint(signer.name, len(tree), tree.root()).text, [signer])
