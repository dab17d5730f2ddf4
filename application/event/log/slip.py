"""A slip: one leaf of a log with the proof that it is in it (c2sp.org/tlog-proof@v1).

It can be examined by anybody who knows the log's public key: without network and without the store.
What stands in `extra` is the leaf; the proof shows that it is the one.
"""

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from application.event.log.checkpoint import Checkpoint, checkpoint_of
from application.event.log.merkle import SIZE, Tree, proves_inclusion
from application.event.log.signed_note import BadNote, Note, Verifier, strict_base64

TITLE = "c2sp.org/tlog-proof@v1"
MOST_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Slip:
    """A leaf, where it stands in its log, and what proves it."""

    leaf: str
    index: int
    proof: tuple[bytes, ...]
    checkpoint: str
    """The signed checkpoint, whole."""

    def __str__(self) -> str:
        lines = [
            TITLE,
            f"extra {b64encode(self.leaf.encode()).decode()}",
            f"index {self.index}",
            *(b64encode(hash).decode() for hash in self.proof),
            "",
            self.checkpoint,
        ]
        return "\n".join(lines)

    def examine(self, known: Iterable[Verifier]) -> Checkpoint:
        """The checkpoint that the leaf is in, as a known key signed it. Raises BadNote."""
        checkpoint, _ = checkpoint_of(self.checkpoint, known)
        if not proves_inclusion(
            self.leaf.encode(), self.index, checkpoint.size, self.proof, checkpoint.root
        ):
            raise BadNote("what it promises is not in the log that was signed")
        return checkpoint


def slip_for(leaves: list[str], tree: Tree, index: int, note: Note, size: int) -> Slip:
    """The slip of a leaf, under a checkpoint of the tree at this size."""
    return Slip(leaves[index], index, tuple(tree.inclusion(index, size)), str(note))


def slip_of(raw: bytes) -> Slip:
    """The slip that this is. Raises BadNote."""
    try:
        text = raw[: MOST_BYTES + 1].decode()
    except UnicodeDecodeError:
        raise BadNote("it is no slip: it is no text in UTF-8") from None
    head, gap, checkpoint = text.partition("\n\n")
    lines = head.split("\n")
    if not gap or lines[0] != TITLE or len(raw) > MOST_BYTES:
        raise BadNote(f"it is no slip: expected “{TITLE}”, a proof, and a checkpoint")
    if len(lines) < 3 or not lines[1].startswith("extra ") or not lines[2].startswith("index "):  # noqa: PLR2004
        raise BadNote(
            "it is no slip of umpire's: expected “extra” and “index” below the first line"
        )
    index = lines[2].removeprefix("index ")
    if not (index.isascii() and index.isdigit() and str(int(index[:18])) == index):
        raise BadNote(f"“{index[:20]}” is no place in a log")
    try:
        leaf = strict_base64(lines[1].removeprefix("extra ")).decode()
        proof = tuple(map(strict_base64, lines[3:]))
    except ValueError:
        raise BadNote("it is no slip: a line of it is not as it was written") from None
    if any(len(hash) != SIZE for hash in proof):
        raise BadNote("it is no slip: a line of its proof is too short")
    return Slip(leaf, int(index), proof, checkpoint)
