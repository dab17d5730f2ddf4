"""What a player of VoidSiege is asked tap by tap: the unit, then the command, then the target."""

from collections.abc import Iterator

from domain.kernel.prompting.prompts import (
    ENOUGH,
    NO,
    YES,
    Answer,
    Prompts,
    StepFields,
    name_in,
    pick,
    pick_field,
    pick_some,
    piece,
    word,
)
from domain.voidsiege.law.commands import CHARGE_CERTAIN, CHARGE_DOCUMENTED, COMMANDS, spoken
from domain.voidsiege.play.restrictions import WILL
from domain.voidsiege.table.state import Table, Unit
from domain.voidsiege.table.under_way import Item

DUE = {"move": "Move", "shoot": "Shoot with", "melee": "Fight with"}
CHARGES = {
    "documented": CHARGE_DOCUMENTED,
    "any_move": CHARGE_DOCUMENTED | {"run", "ditch", "overrun"},
    "advance_assault": CHARGE_CERTAIN,
}
"""C10: what may be a Charge."""
ASKS_AT_ONCE = "assault"
"""Nearly always a Charge: an enemy that is tapped then is its target. Other commands seldom are one."""
NOT_DONE = {
    "own": "not carried out",
    "reaction": "not carried out: the reaction made it impossible",
}


def prompts(table: Table, player: str) -> Prompts:
    """What may be done next, the most pressing first; then what that still needs."""
    tap: str = yield from pick({}, "What do you do?", *_first(table, player))
    do, _, unit = tap.partition("@")
    if do in ("decline", "unable"):
        return {"do": do}
    if do == "aim ":
        return {"do": "target", "target": unit}
    if do == "objective":
        return (yield from _objective(table))
    if do.strip() in DUE:
        return (yield from _carrying_out_prompts(table, player, do.strip(), unit, plainly=True))
    return (yield from _with_unit(table, player, table.units[unit]))


def _first(table: Table, player: str) -> Iterator[Answer]:
    acting = table.acting
    for item in table.due:
        if table.units[item.unit].owner != player:
            continue
        if item.step == "target":
            for enemy in table.enemies_of(player):
                yield Answer(f"aim @{enemy.name}", f"Aim at {enemy.name}", enemy.name)
        else:
            yield Answer(f"{item.step} @{item.unit}", _due(table, item), main=True)
    if acting is not None and acting.player != player:
        asked = table.window is not None and table.window.player == player
        yield Answer("decline", "Decline", main=asked)
    for unit in sorted(table.units.values(), key=lambda one: one.owner != player):
        yield piece(unit.name)
    if acting is None:
        yield Answer("unable", "I can give no command")
    if table.scenario == 1:
        yield Answer("objective", "Report an objective", aside=True)


def _due(table: Table, item: Item) -> str:
    if table.is_in_vain(item):
        what = "shoot at" if item.step == "shoot" else "fight"
        return f"{item.unit} has nobody to {what} any more"
    return f"{DUE[item.step]} {item.unit}"


def _with_unit(table: Table, player: str, unit: Unit) -> Prompts:
    """What may be done with a unit that was tapped."""
    answers = tuple(_of_unit(table, player, unit))
    key: str = yield from pick({}, f"What about {unit.name}?", *answers)
    kind, _, what = key.partition(" ")
    if kind == "target":
        return {"do": "target", "target": unit.name}
    if kind == "give":
        return (yield from _declare_prompts(table, player, unit.name, what))
    if kind == "charge":
        said: StepFields = {"do": "declare", "unit": unit.name, "command": what, "charge": True}
        enemies = _enemies(table, player)
        return (yield from pick_field(said, "target", "Whom does it charge?", *enemies))
    if kind == "answer":
        return {"do": "react", "unit": unit.name, "command": what}
    if kind == "do":
        return (yield from _carrying_out_prompts(table, player, what, unit.name))
    if kind == "remove":
        said = {"do": "remove_restriction", "unit": unit.name, "restriction": what}
        rules = sorted(unit.abilities | {WILL, *table.removals})
        answers = tuple(Answer(rule, spoken(rule)) for rule in rules)
        return {**said, "rule": (yield from pick(said, "By which rule?", *answers))}
    return (yield from _report_prompts(unit, what))


def _of_unit(table: Table, player: str, unit: Unit) -> Iterator[Answer]:
    acting, living = table.acting, unit.destroyed is None
    if unit.owner != player:
        if living and acting is not None and acting.player == player:
            yield Answer("target", "is the target", main=True)
    else:
        for item in table.queue:
            if item.unit == unit.name and item.step != "target":
                words = {"move": "has moved", "shoot": "shoots", "melee": "fights"}[item.step]
                yield Answer(f"do {item.step}", words, main=item in table.due)
        if living:
            yield from _commands(table, player)
            for restriction in sorted(unit.held):
                yield Answer(
                    f"remove {restriction}", f"lose {spoken(restriction)} by a special rule"
                )
    yield from _reports(table, unit)


def _commands(table: Table, player: str) -> Iterator[Answer]:
    acting = table.acting
    answers = acting is not None and acting.player != player
    for command in COMMANDS if answers else ():
        yield Answer(f"answer {command}", f"answer with {spoken(command)}")
    for command in COMMANDS if not answers or table.window is None else ("move",):
        yield Answer(f"give {command}", spoken(command))
        if command in CHARGES[table.law["C10"]] and command != ASKS_AT_ONCE:
            yield Answer(f"charge {command}", f"{spoken(command)} as a Charge")


def _reports(table: Table, unit: Unit) -> Iterator[Answer]:
    if unit.destroyed is None:
        yield Answer("report destroyed", "was destroyed", aside=True)
        arriving = unit.is_arriving
        yield Answer("report arriving", "has arrived" if arriving else "is arriving", aside=True)
        if table.reinforced:
            near = table.near_objective(unit.name) is not None
            yield Answer(
                "report near_objective", f"is {'no longer ' if near else ''}near an objective"
            )


def _declare_prompts(table: Table, player: str, unit: str, command: str) -> Prompts:
    """A command; with Assault an enemy that is tapped is whom it charges."""
    said = {"do": "declare", "unit": unit, "command": command}
    enemies = _enemies(table, player)
    if table.row(command).target == "declared":
        return (yield from pick_field(said, "target", "At whom?", *enemies))
    if command != ASKS_AT_ONCE:
        return said
    plain = Answer(ENOUGH, f"{spoken(command)}, no Charge", main=True)
    tap = yield from pick(said, "Whom does it charge?", plain, *enemies)
    return said if tap == ENOUGH else {**said, "charge": True, "target": name_in(tap)}


def _carrying_out_prompts(
    table: Table, player: str, step: str, unit: str, *, plainly: bool = False
) -> Prompts:
    """Whether the step that is due was carried out, and who fell; what is rare is asked last."""
    said: StepFields = {"do": step, "unit": unit}
    item = table.item_asking(unit, step)
    if plainly and item is not None and table.is_in_vain(item):
        return {**said, "completed": False, "because": "own"}
    if plainly and step == "move":
        return said
    done = Answer(ENOUGH, "carried out" if step == "move" else "nobody fell", main=True)
    fell = [] if step == "move" else _likely(table, player, item)
    several = [] if step == "move" else [Answer("several", "several fell")]
    between = table.came_between if step == "melee" else None
    instead = [] if between is None else [Answer("between", f"it fights {between} instead")]
    never = [Answer(f"not {why}", words) for why, words in NOT_DONE.items()]
    words = "How did it go?" if step == "move" else "Who fell?"
    tap = yield from pick(said, words, done, *map(piece, fell), *several, *instead, *never)
    if tap == "between":
        said = {**said, "target": between}
        tap = yield from pick(said, words, done, *map(piece, fell), *several)
    return (yield from _outcome(said, tap, fell))


def _outcome(said: StepFields, tap: str, fell: list[str]) -> Prompts:
    if tap == ENOUGH:
        return said
    if tap == "several":
        names = yield from pick_some(
            "Who fell?",
            lambda chosen: {**said, "destroyed": chosen},
            lambda chosen: [one for one in fell if one not in chosen],
            2,
            None,
        )
        return {**said, "destroyed": names}
    if tap.startswith("not "):
        return {**said, "completed": False, "because": tap.removeprefix("not ")}
    return {**said, "destroyed": [name_in(tap)]}


def _likely(table: Table, player: str, item: Item | None) -> list[str]:
    """The living, whom it is aimed at first, then the opponent's."""
    aim = None if item is None else table.aim_of(item)
    likely = sorted(table.living, key=lambda one: (one.name != aim, one.owner == player))
    return [unit.name for unit in likely]


def _report_prompts(unit: Unit, fact: str) -> Prompts:
    said: StepFields = {"do": "report", "fact": fact, "unit": unit.name}
    if fact == "destroyed":
        return said
    if fact == "arriving":
        return {**said, "value": not unit.is_arriving}
    return (yield from _whether_it_is_so(said))


def _objective(table: Table) -> Prompts:
    said: StepFields = {"do": "report", "fact": "controls_objective"}
    said = yield from pick_field(said, "player", "Who controls one?", *map(word, table.players))
    return (yield from _whether_it_is_so(said))


def _whether_it_is_so(said: StepFields) -> Prompts:
    key = yield from pick(said, "Is it so?", Answer(YES, "yes"), Answer(NO, "no longer"))
    return {**said, "value": key == YES}


def _enemies(table: Table, player: str) -> Iterator[Answer]:
    return (piece(enemy.name) for enemy in table.enemies_of(player))


def namable(table: Table, _viewer: str, field: str) -> Iterator[str]:
    if field == "player":
        yield from table.players
    elif field == "rule":
        yield from sorted(
            {WILL, *table.removals}.union(*(one.abilities for one in table.units.values()))
        )
    else:
        yield from table.units
