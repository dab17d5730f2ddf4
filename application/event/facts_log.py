"""What happens to the log of an event, or to the log of a store without one."""

from application.event.facts import Fact
from domain.kernel.values import Value


class LogKeySet(Fact):
    """The public key of the log is this from now on."""

    key: str
    """As a verifier writes it: name, id and key."""


class NotedHead(Value):
    """How far a stream had come."""

    id: str
    """The game, or an event with `event:` before its name."""
    row: int
    """The number of its newest row."""
    digest: str
    """The digest of that row."""


class HeadsNoted(Fact):
    """In the log of a store: how far its games had come."""

    heads: tuple[NotedHead, ...]
    """Every game that has gone on since it was noted last."""


class CheckpointSigned(Fact):
    """A checkpoint of the log was signed."""

    size: int
    """How many leaves it speaks of."""
    note: str
    """The checkpoint, as a signed note."""


class CheckpointCosigned(Fact):
    """Somebody else has signed a checkpoint too."""

    size: int
    """Of which checkpoint: how many leaves it speaks of."""
    key: str
    """Their public key, as a verifier writes it."""
    line: str
    """Their signature, as it stands under the note."""


class PhoneCosigned(Fact):
    """A judge or a player has signed a checkpoint too, with a device of their own."""

    by: str
    """Their number."""
    size: int
    """Of which checkpoint: how many leaves it speaks of."""
    key: str
    """The device's public key, as a verifier writes it."""
    line: str
    """Its signature, as it stands under the note."""


Cosigned = CheckpointCosigned | PhoneCosigned
