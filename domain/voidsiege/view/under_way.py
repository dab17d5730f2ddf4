"""What is under way, in parts: done, due, and still to come; the board and the picture show the same ones."""

from collections.abc import Iterator

from domain.kernel.values import Value
from domain.voidsiege.commands import spoken_name
from domain.voidsiege.table import Table


class Part(Value):
    """A part of what is under way."""

    unit: str
    step: str
    """Of the queue: `move`, `target`, `shoot` or `melee`."""
    whose: str
    state: str
    """`done`, `failed`, `due`, `vain` or `waits`."""
    since: int
    """The entry that declared it; of what is done with, the one that ended it."""
    is_due: bool = False
    fell: int | None = None
    """The entry with which its target was lost, where it is in vain."""

    @property
    def words(self) -> str:
        return f"{self.unit} {DOES[self.step]}"


DOES = {"move": "moves", "target": "takes aim", "shoot": "shoots", "melee": "fights"}


def parts_done(table: Table) -> Iterator[Part]:
    """In the order in which they were."""
    orders = [order for order in (table.acting, table.reaction) if order is not None]
    done = [(entry, order, step) for order in orders for step, entry in order.done.items()]
    for entry, order, step in sorted(done, key=lambda part: part[0]):
        state = "failed" if step in order.failed else "done"
        yield Part(order.unit, step, order.player, state, entry)


def parts_due(table: Table) -> Iterator[Part]:
    """What is still to be done, the next one first."""
    for item in table.queue:
        is_due, vain = item in table.due, table.is_in_vain(item)
        state = "vain" if vain else "due" if is_due else "waits"
        fell = table.units[table.aim_of(item) or ""].destroyed if vain else None
        owner = table.units[item.unit].owner
        yield Part(item.unit, item.step, owner, state, item.entry, is_due, fell)


def command_under_way(table: Table) -> str:
    """The command in words: Assault as a Charge of “a1” at “b1”."""
    acting = table.under_way
    charge = " as a Charge" if acting.charge else ""
    at = f" at “{acting.target}”" if acting.target is not None else ""
    return f"{spoken_name(acting.command)}{charge} of “{acting.unit}”{at}"
