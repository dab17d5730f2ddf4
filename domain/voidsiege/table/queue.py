"""The queue: what a command puts into it, where a reaction enters it, what leaves it."""

from domain.kernel.values import changed
from domain.voidsiege.table import events as e
from domain.voidsiege.table.state import Table
from domain.voidsiege.table.under_way import Acting, Item


def queue_of_command(table: Table, event: e.CommandDeclared, entry: int) -> tuple[Item, ...]:
    """The queue of a command as it is declared."""
    steps = table.commands[event.command].steps
    if event.target is not None:
        steps = tuple([step for step in steps if step != "target"])
    if event.charge:
        steps = (*steps, "melee")
    return tuple([Item(event.unit, step, entry) for step in steps])


def with_reaction(table: Table, event: e.Reacted, entry: int) -> tuple[Item, ...]:
    """The queue with the reacting unit's steps in it (T8, T10, T12, C2, C3)."""
    acting, queue = table.under_way, list(table.queue)
    row = table.commands[event.command]
    own_move = Item(acting.unit, "move", acting.entry)
    if row.moves:
        behind = not acting.charge and own_move in queue
        place = queue.index(own_move) + 1 if behind else 0
        queue.insert(place, Item(event.unit, "move", entry))
    if row.shoots:
        place = _place_of_shot(table, acting, queue, row.moves)
        queue.insert(place, Item(event.unit, "shoot", entry))
    return tuple(queue)


def _place_of_shot(table: Table, acting: Acting, queue: list[Item], moves: bool) -> int:
    at = {item.step: n for n, item in enumerate(queue) if item.unit == acting.unit}
    first = table.law["C3" if acting.charge else "C2"] == "before_move"
    if "move" in at and first and (acting.charge or not moves):
        return at["move"]
    # Only the melee comes after the acting unit's own shot.
    return at.get("melee", len(queue))


def without_step(queue: tuple[Item, ...], unit: str, step: str) -> tuple[Item, ...]:
    return tuple([item for item in queue if item.unit != unit or item.step != step])


def still_to_be_shot(table: Table, fallen: str) -> tuple[Item, ...]:
    """The queue, the shots at this unit that are due marked: they stay (T12, E8)."""
    if not table.shot_is_due:
        return table.queue
    due = [item for item in table.due if table.aim_of(item) == fallen]
    return tuple([changed(item, was_due=True) if item in due else item for item in table.queue])
