"""A log as it stands: its leaves, the tree over them, and what was signed of it."""

from dataclasses import dataclass, field

from application.event.log.leaves import leaves_of
from application.event.log.log_events import (
    CheckpointCosigned,
    CheckpointSigned,
    Cosigned,
    HeadsNoted,
    LogKeySet,
    PhoneCosigned,
)
from application.event.log.merkle import Tree
from application.event.log.signed_note import MOST_SIGNATURES
from application.event.registry import StoredEvent


@dataclass
class Log:
    """The leaves of a log and their tree, fed with events in their order."""

    leaves: list[str] = field(default_factory=list)
    tree: Tree = field(default_factory=Tree)
    keys: list[str] = field(default_factory=list)
    """The public keys it was signed with, oldest first."""
    checkpoints: dict[int, str] = field(default_factory=dict)
    """Size → the checkpoint signed there, without cosignatures; oldest first."""
    cosigned: dict[int, list[Cosigned]] = field(default_factory=dict)
    heads: dict[str, tuple[int, str]] = field(default_factory=dict)
    """In the log of a store: game → row and digest, as they were noted last."""

    def take(self, happened: StoredEvent) -> None:
        """The next event."""
        event = happened.event
        for leaf in leaves_of([happened]):
            self.leaves.append(leaf)
            self.tree.append(leaf.encode())
        match event:
            case LogKeySet():
                self.keys.append(event.key)
            case CheckpointSigned():
                self.checkpoints[event.size] = event.note
            case CheckpointCosigned() | PhoneCosigned():
                self.cosigned.setdefault(event.size, []).append(event)
            case HeadsNoted():
                self.heads |= {
                    noted_head.id: (noted_head.row, noted_head.digest) for noted_head in event.heads
                }

    @property
    def newest(self) -> str:
        """The newest checkpoint with its cosignatures; empty while none is signed."""
        if not self.checkpoints:
            return ""
        size = list(self.checkpoints)[-1]
        return self.checkpoint(size)

    def checkpoint(self, size: int) -> str:
        """The checkpoint at this size with its cosignatures. KeyError where none was signed.

        Of more cosignatures than a note holds, which older versions kept, it has the first.
        """
        lines = (one.line for one in self.cosigned.get(size, ())[: MOST_SIGNATURES - 1])
        return self.checkpoints[size] + "".join(lines)

    def place_of(self, beginning: str) -> int | None:
        """The last leaf that begins so; None where none does."""
        for place in range(len(self.leaves) - 1, -1, -1):
            if self.leaves[place].startswith(beginning):
                return place
        return None
