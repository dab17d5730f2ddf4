"""The table, and the questions that the rules ask of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.kernel.rulebook import Law
from domain.kernel.values import quickly_made
from domain.voidsiege.law.commands import Command


@quickly_made
@dataclass(frozen=True, slots=True)
class Fact:
    """What was reported, on whose word."""

    value: bool
    by: str
    entry: int


@quickly_made
@dataclass(frozen=True, slots=True)
class Held:
    """A restriction that a unit holds, and where it comes from."""

    entry: int
    """Where it arrived; 0 for the set-up."""
    declared: int = 0
    """Where the command or reaction was declared that applied it."""
    command: str = ""
    reaction: bool = False


@quickly_made
@dataclass(frozen=True)
class Unit:
    """A unit of the table."""

    name: str
    owner: str
    abilities: frozenset[str] = frozenset()
    held: Mapping[str, Held] = field(default_factory=dict)
    destroyed: int | None = None
    """The entry that reported it."""
    arriving: Fact | None = None
    near_objective: Fact | None = None

    @property
    def is_arriving(self) -> bool:
        return self.arriving is not None and self.arriving.value


@quickly_made
@dataclass(frozen=True, slots=True)
class Item:
    """A step that is declared and still has to be carried out."""

    unit: str
    step: str
    """`move`, `target`, `shoot` or `melee`."""
    entry: int
    """Where it was declared."""


@quickly_made
@dataclass(frozen=True)
class Acting:
    """The command under way."""

    unit: str
    player: str
    command: str
    charge: bool
    target: str | None
    entry: int
    remarked: bool = False
    """A target was named early that binds nobody (C20)."""
    spoils: bool = False
    """It took the round's last command point."""
    failed: Mapping[str, str] = field(default_factory=dict)
    """Step → `reaction` or `own`, for what was not carried out."""
    window: str = ""
    """The newest window it opened, open still or not."""
    declined: int | None = None
    """The entry at which the opponent declined that window."""


@quickly_made
@dataclass(frozen=True)
class Reaction:
    """The reaction to the command under way."""

    unit: str
    player: str
    command: str
    target: str
    entry: int
    before_move: bool = False
    """It was made while the acting unit had still to move."""
    failed: Mapping[str, str] = field(default_factory=dict)


@quickly_made
@dataclass(frozen=True, slots=True)
class OpenWindow:
    """The opponent is asked, and has not answered yet."""

    name: str
    player: str
    entry: int


@quickly_made
@dataclass(frozen=True, slots=True)
class Bond:
    """Will of the Masters was used: the player's next activation is this unit's (E15)."""

    unit: str
    entry: int


@quickly_made
@dataclass(frozen=True, slots=True)
class Go:
    """Whose go it is, and why."""

    player: str
    entry: int = 0
    after_reaction: bool = False
    """The last go was a command that was reacted to."""


@quickly_made
@dataclass(frozen=True)
class Table:
    """Everything a ruling may depend on."""

    law: Law
    players: tuple[str, ...]
    full_points: Mapping[str, int]
    """What each player has at the beginning of a round."""
    rounds: int | None
    scenario: int | None
    commands: Mapping[str, Command]
    units: Mapping[str, Unit]
    points: Mapping[str, int]
    left: Mapping[str, int]
    """How many units each player has left."""
    go: Go
    round: int = 1
    acting: Acting | None = None
    reaction: Reaction | None = None
    window: OpenWindow | None = None
    queue: tuple[Item, ...] = ()
    bonds: Mapping[str, Bond] = field(default_factory=dict)
    """By player."""
    controls: Mapping[str, Fact] = field(default_factory=dict)
    """Who was reported to control an objective."""
    over: bool = False
    winner: str | None = None
    ended: int | None = None

    def opponent(self, player: str) -> str:
        first, second = self.players
        return second if player == first else first

    @property
    def under_way(self) -> Acting:
        """The command under way, where there must be one."""
        assert self.acting is not None
        return self.acting

    def row(self, command: str | None) -> Command:
        """The command's row of the table; KeyError for a word that is no command."""
        assert command is not None
        return self.commands[command]

    def stands(self, unit: str, step: str) -> Item | None:
        """The item of the queue that asks this of this unit."""
        for item in self.queue:
            if item.unit == unit and item.step == step:
                return item
        return None

    @property
    def due(self) -> tuple[Item, ...]:
        """What may be carried out now: the first item, and with a shot the other unit's next to it."""
        queue = self.queue
        if self.window is not None or not queue:
            return ()
        exchange = len(queue) > 1 and queue[0].step == queue[1].step == "shoot"
        return queue[:2] if exchange else queue[:1]

    @property
    def shot_is_due(self) -> bool:
        due = self.due
        return bool(due) and due[0].step == "shoot"

    @property
    def acting_unit_still_moves(self) -> bool:
        return self.acting is not None and self.stands(self.acting.unit, "move") is not None

    @property
    def command_is_done(self) -> bool:
        return self.acting is not None and self.window is None and not self.queue

    @property
    def phase(self) -> str:
        """`reaction`, `movement`, `targeting`, `resolution` or `idle`."""
        if self.window is not None:
            return "reaction"
        return PHASES[self.queue[0].step] if self.queue else "idle"

    @property
    def answers_next(self) -> tuple[str, ...]:
        """Who may act now, in seat order."""
        if self.over:
            return ()
        if self.window is not None:
            return (self.window.player,)
        if not self.queue:
            return (self.go.player,)
        owners = {self.units[item.unit].owner for item in self.due}
        return tuple(player for player in self.players if player in owners)

    @property
    def annihilates(self) -> bool:
        """Whether a player without units has lost (P18, E10)."""
        return self.scenario != NO_ANNIHILATION

    @property
    def reinforced(self) -> bool:
        """Whether Reinforced Defenses is played (P15)."""
        return self.scenario in (4, 6)

    def near_objective(self, unit: str) -> Fact | None:
        """The report that this unit is near an objective, where that matters (P15)."""
        fact = self.units[unit].near_objective if self.reinforced else None
        return fact if fact is not None and fact.value else None

    def holds_objective(self, player: str) -> Fact | None:
        """The report that this player controls an objective, where that matters (P14)."""
        fact = self.controls.get(player) if self.scenario == 1 else None
        return fact if fact is not None and fact.value else None


NO_ANNIHILATION = 3
PHASES = {
    "move": "movement",
    "target": "targeting",
    "shoot": "resolution",
    "melee": "resolution",
}
