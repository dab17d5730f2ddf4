"""What may stand in the fields of several kinds of steps."""

from collections.abc import Iterable
from typing import Any, Literal, Protocol

from domain.kernel.fields import UNSAID, WORDS, Names, StepFields, one_of
from domain.voidsiege.table import Table

UNITS = Names(lambda table, _viewer: table.units, are_pieces=True)
COMMAND_WORDS = Names(lambda table, _viewer: table.commands, are_words=True)
RESTRICTIONS = Names(lambda table, _viewer: table.restriction_words, are_words=True)


@one_of("a unit of one's own", UNITS)
def own_unit(table: Table, player: str) -> Iterable[str]:
    return [unit.name for unit in table.living_of(player)]


@one_of("a unit of the opponent", UNITS, "At whom?")
def enemy_unit(table: Table, player: str) -> Iterable[str]:
    return [unit.name for unit in table.enemies_of(player)]


@one_of("a unit", UNITS)
def any_unit(table: Table, player: str) -> Iterable[str]:
    """One's own first."""
    units = sorted(table.living, key=lambda unit: unit.owner != player)
    return [unit.name for unit in units]


CommandWord = Literal[
    "move",
    "run",
    "shoot",
    "defend",
    "advance",
    "assault",
    "ditch",
    "rally",
    "intervene",
    "snap_fire",
    "overrun",
    "covering_fire",
    "charge",
]
"""The words of the rulebook. `charge` is understood, so that T3 can say that it is no command."""
RestrictionWord = Literal["run", "shoot", "defend"]
"""The restrictions of the rulebook."""


@one_of("a command", COMMAND_WORDS)
def any_command(table: Table) -> Iterable[str]:
    return table.commands


@one_of("whether it is a Charge", WORDS)
def as_a_charge(table: Table, player: str, said: StepFields) -> Iterable[Any]:
    can = table.row(said["command"]).could_charge and table.left[table.opponent(player)]
    return (UNSAID, True) if can else (UNSAID,)


class Aimed(Protocol):
    """A step that gives a unit a command: a declaration, or a reaction."""

    @property
    def by(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def command(self) -> str | None: ...
    @property
    def charge(self) -> bool: ...
    @property
    def target(self) -> str | None: ...
