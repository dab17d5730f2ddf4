"""What happens to the log of an event, or to the log of a store without one."""

from typing import Any, ClassVar

from domain.kernel.values import Value, changed, stored_as
from domain.tournament.command import TournamentEvent


class LogEvent(TournamentEvent):
    """It is about the log alone, and may come when the event is closed."""

    AFTER_CLOSING: ClassVar[bool] = True

    def after(self, event: Any, _at: int) -> Any:
        return event


@stored_as("event/log_key_set/v1")
class LogKeySet(LogEvent):
    """The public key of the log is this from now on."""

    key: str
    """As a verifier writes it: name, id and key."""

    def after(self, event: Any, _at: int) -> Any:
        return changed(event, key=self.key)


class NotedHead(Value):
    """How far a stream had come."""

    id: str
    """The game, or an event with `event:` before its name."""
    row: int
    """The number of its newest row."""
    digest: str
    """The digest of that row."""


@stored_as("event/heads_noted/v1")
class HeadsNoted(LogEvent):
    """In the log of a store: how far its games had come."""

    AFTER_CLOSING: ClassVar[bool] = False

    heads: tuple[NotedHead, ...]
    """Every game that has gone on since it was noted last."""


@stored_as("event/checkpoint_signed/v1")
class CheckpointSigned(LogEvent):
    """A checkpoint of the log was signed."""

    size: int
    """How many leaves it speaks of."""
    note: str
    """The checkpoint, as a signed note."""


@stored_as("event/checkpoint_cosigned/v1")
class CheckpointCosigned(LogEvent):
    """Somebody else has signed a checkpoint too."""

    size: int
    """Of which checkpoint: how many leaves it speaks of."""
    key: str
    """Their public key, as a verifier writes it."""
    line: str
    """Their signature, as it stands under the note."""


@stored_as("event/phone_cosigned/v1")
class PhoneCosigned(LogEvent):
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
EVENTS: tuple[type[TournamentEvent], ...] = (
    LogKeySet,
    HeadsNoted,
    CheckpointSigned,
    CheckpointCosigned,
    PhoneCosigned,
)
