"""The command under way, the reaction to it, and what they still owe."""

from collections.abc import Mapping

from domain.kernel.values import Value


class Item(Value):
    """A step that is declared and still has to be carried out."""

    unit: str
    step: str
    """`move`, `target`, `shoot` or `melee`."""
    entry: int
    """Where it was declared."""
    was_due: bool = False
    """A shot that was due when its target fell, and may still be shot (T12)."""


class Acting(Value):
    """The command under way."""

    unit: str
    player: str
    command: str
    charge: bool
    target: str | None
    entry: int
    remarked: bool = False
    """A target was named that binds nobody (C20, E17)."""
    spoils: bool = False
    """It took the round's last command point."""
    done: Mapping[str, int] = {}
    """Step → the entry with which it left the queue, carried out or not."""
    failed: Mapping[str, str] = {}
    """Step → `reaction`, `own` or `fell`, for what was not carried out."""
    window: str = ""
    """The newest window it opened, open still or not."""
    unanswered: int | None = None
    """The entry with which that window closed without an answer."""
    passed_over: bool = False
    """Nobody declined it: play went on over it."""


class Reaction(Value):
    """The reaction to the command under way."""

    unit: str
    player: str
    command: str
    target: str
    entry: int
    before_move: bool = False
    """It was made while the acting unit had still to move."""
    done: Mapping[str, int] = {}
    """As that of the command."""
    failed: Mapping[str, str] = {}
    """As that of the command."""
    exchanged: bool = False
    """Its shot and the acting unit's were due together (T12)."""

    def has_carried_out(self, step: str) -> bool:
        return step in self.done and step not in self.failed


class OpenWindow(Value):
    """The opponent is asked, and has not answered yet."""

    name: str
    player: str
    entry: int
