"""The table: its state, the questions that the rules ask of it, and the changes that several chapters make."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from domain.kernel.blocks.lasting import Lasting
from domain.kernel.blocks.seats import next_seat
from domain.kernel.rulebook import Law
from domain.kernel.values import Value, changed, without_item
from domain.voidsiege.commands import Command, restriction_words

WILL = "will_of_the_masters"
"""The special rule of the rulebook that removes a restriction (P16)."""
BETWEEN_WORDS = re.compile(r"[\s_-]")

Rules = tuple[str, ...]
"""The rules by which an event happened."""


def plain_name(rule: str) -> str:
    """The name of a special rule as names are compared: without capitals, spaces, hyphens, underscores."""
    return BETWEEN_WORDS.sub("", rule.casefold())


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


Order = TypeVar("Order", Acting, Reaction)


class Fact(Value):
    """What was reported, on whose word."""

    value: bool
    by: str
    entry: int


class Held(Lasting):
    """A restriction that a unit holds through a round, and where it comes from."""

    declared: int = 0
    """The entry that declared the command or reaction by which it arrived."""
    command: str = ""
    reaction: bool = False


class Unit(Value):
    """A unit of the table."""

    name: str
    owner: str
    abilities: frozenset[str] = frozenset()
    held: Mapping[str, Held] = {}
    lost: Mapping[str, int] = {}
    """Restriction → the entry with which the unit last ceased to hold it."""
    destroyed: int | None = None
    """The entry that reported it."""
    arriving: Fact | None = None
    near_objective: Fact | None = None

    @property
    def is_arriving(self) -> bool:
        return self.arriving is not None and self.arriving.value


class Bond(Value):
    """A restriction was removed: the player's next activation is this unit's (E15)."""

    unit: str
    entry: int
    rule: str
    """The special rule that removed it."""


class Go(Value):
    """Whose go it is, and why."""

    player: str
    given: int = 0
    """The entry of the last go: of its command, or of `unable`; 0 before the first."""
    reaction: int = 0
    """The entry of the reaction, if the last go was a command that was reacted to."""
    skipped: bool = False
    """It would be the other player's, who has no command point (E6)."""
    passed: int = 0
    """The entry with which the last go came to its end; 0 before the first."""

    @property
    def entry(self) -> int:
        """The entry since which no command is under way."""
        return self.passed


class Table(Value):
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
    reactions: Mapping[str, bool] = {}
    """What the table says of reactions that no page documents (U3)."""
    removals: frozenset[str] = frozenset()
    """The special rules that remove a restriction at this table (U4)."""
    spent: Mapping[str, tuple[int, ...]] = {}
    """By player: the entries of this round that took a command point."""
    round: int = 1
    acting: Acting | None = None
    reaction: Reaction | None = None
    window: OpenWindow | None = None
    queue: tuple[Item, ...] = ()
    bonds: Mapping[str, Bond] = {}
    """By player."""
    controls: Mapping[str, Fact] = {}
    """Who was reported to control an objective."""
    over: bool = False
    winner: str | None = None
    ended: int | None = None

    def opponent(self, player: str) -> str:
        return next_seat(self.players, player)

    @property
    def under_way(self) -> Acting:
        """The command under way, where there must be one."""
        assert self.acting is not None
        return self.acting

    @property
    def living(self) -> list[Unit]:
        """The units that were not destroyed."""
        return [unit for unit in self.units.values() if unit.destroyed is None]

    def living_of(self, player: str) -> list[Unit]:
        """Those of them that are this player's."""
        units = self.units.values()
        return [unit for unit in units if unit.owner == player and unit.destroyed is None]

    def enemies_of(self, player: str) -> list[Unit]:
        """The units that were not destroyed and are the opponent's."""
        units = self.units.values()
        return [unit for unit in units if unit.owner != player and unit.destroyed is None]

    def special_rule(self, name: str) -> str:
        """This special rule as umpire or the set-up spells it; one that removes nothing as it is written."""
        known = (rule for rule in (WILL, *self.removals) if plain_name(rule) == plain_name(name))
        return next(known, name)

    def row(self, command: str | None) -> Command:
        """The command's row of the table; KeyError for a word that is no command."""
        assert command is not None
        return self.commands[command]

    @property
    def restriction_words(self) -> tuple[str, ...]:
        """Every restriction that there is in this game."""
        return restriction_words(self.commands.values())

    def item_asking(self, unit: str, step: str) -> Item | None:
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
    def shots_are_exchanged(self) -> bool:
        """Whether both shots are due together (T12)."""
        return len(self.due) > 1

    def order_of(self, unit: str) -> Acting | Reaction:
        """The reaction, if it is this unit's; else the command under way."""
        reaction = self.reaction
        return reaction if reaction is not None and reaction.unit == unit else self.under_way

    def aim_of(self, item: Item) -> str | None:
        """The unit that a shot or melee of the queue is aimed at; None while it is not named."""
        return self.order_of(item.unit).target

    def is_in_vain(self, item: Item) -> bool:
        """Whether what it is aimed at was destroyed before it was due (E8)."""
        if item.step == "move" or item.was_due:
            return False
        aim = self.aim_of(item)
        return aim is not None and self.units[aim].destroyed is not None

    @property
    def came_between(self) -> str | None:
        """The unit that may be fought in place of the charged one (E18)."""
        acting, reaction = self.acting, self.reaction
        if acting is None or reaction is None or not reaction.has_carried_out("move"):
            return None
        return reaction.unit if reaction.unit != acting.target else None

    @property
    def acting_unit_still_moves(self) -> bool:
        return self.acting is not None and self.item_asking(self.acting.unit, "move") is not None

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
    def to_act(self) -> tuple[str, ...]:
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

    def without_bond(self, player: str, unit: str | None = None) -> Mapping[str, Bond]:
        """The bonds without that of this player, or without that to this unit only (E15)."""
        bond = self.bonds.get(player)
        if bond is None or unit not in (None, bond.unit):
            return self.bonds
        return without_item(self.bonds, player)

    def with_unit(self, name: str, **fields: Any) -> "Table":
        unit: Unit = changed(self.units[name], **fields)
        return changed(self, units={**self.units, name: unit})

    def with_steps_done(
        self, steps: Iterable[tuple[str, str]], entry: int, failed: str = ""
    ) -> "Table":
        """With what became of these steps of units; they have left the queue."""
        acting, reaction, queue = self.acting, self.reaction, self.queue
        for unit, step in steps:
            acting = self._with_step_done(acting, unit, step, entry, failed)
            reaction = self._with_step_done(reaction, unit, step, entry, failed)
            queue = without_step(queue, unit, step)
        return changed(self, acting=acting, reaction=reaction, queue=queue)

    def _with_step_done(
        self, order: Order | None, unit: str, step: str, entry: int, failed: str
    ) -> Order | None:
        """The command or reaction with what became of this step, if it is that of this unit."""
        if order is None:
            return None
        after = order
        # Noted with whichever shot comes first: after it the two are no longer due together.
        if isinstance(after, Reaction) and step == "shoot" and self.shots_are_exchanged:
            after = changed(after, exchanged=True)
        if order.unit != unit:
            return after
        after = changed(after, done={**order.done, step: entry})
        return changed(after, failed={**order.failed, step: failed}) if failed else after


def without_step(queue: tuple[Item, ...], unit: str, step: str) -> tuple[Item, ...]:
    return tuple([item for item in queue if item.unit != unit or item.step != step])


NO_ANNIHILATION = 3


PHASES = {"move": "movement", "target": "targeting", "shoot": "resolution", "melee": "resolution"}
