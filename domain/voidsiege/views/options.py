"""The steps a player might think of now; whether each is legal only `decide` says."""

from collections.abc import Iterator, Sequence

from domain.kernel.ruleset import Ask, Candidate
from domain.kernel.shapes.candidates import bounded
from domain.kernel.steps import Said
from domain.voidsiege.law.commands import COMMANDS
from domain.voidsiege.play.restrictions import WILL
from domain.voidsiege.table.state import Table, Unit
from domain.voidsiege.table.under_way import Acting, Item


@bounded
def candidates(table: Table, player: str) -> Iterator[Candidate]:
    own = table.living_of(player)
    if table.acting is not None:
        yield from _in_a_command(table, table.acting, player, own)
    yield from _removals(table, player, own)
    yield from _declarations(table, player, own)
    if table.acting is None:
        yield Candidate.of(player, "unable")
    yield from _reports(table, player)


def _in_a_command(
    table: Table, acting: Acting, player: str, own: list[Unit]
) -> Iterator[Candidate]:
    if acting.player != player:
        yield Candidate.of(player, "decline")
        for unit in own:
            for command in COMMANDS:
                yield Candidate.of(player, "react", unit=unit.name, command=command)
    for item in table.queue:
        if table.units[item.unit].owner == player:
            yield from _carrying_out(table, item, player)
    if acting.player == player and acting.charge:
        yield from _targets(table, player)


def _carrying_out(table: Table, item: Item, player: str) -> Iterator[Candidate]:
    if item.step == "target":
        yield from _targets(table, player)
        return
    asks = {}
    if item.step != "move":
        names = tuple(unit.name for unit in table.living)
        asks = {"destroyed": Ask("names", "units that fell to it, if any", choices=names)}
    yield Candidate.of(player, item.step, unit=item.unit, **asks)
    between = table.came_between if item.step == "melee" else None
    if between is not None and table.units[between].destroyed is None:
        yield Candidate.of(player, "melee", unit=item.unit, target=between, **asks)
    for because in ("reaction", "own"):
        yield Candidate.of(player, item.step, unit=item.unit, completed=False, because=because)


def _targets(table: Table, player: str) -> Iterator[Candidate]:
    for enemy in table.enemies_of(player):
        yield Candidate.of(player, "target", target=enemy.name)


def _declarations(table: Table, player: str, own: list[Unit]) -> Iterator[Candidate]:
    """Every command for every unit; then the Charges, which are many."""
    enemies = [unit.name for unit in table.enemies_of(player)]
    commands = list(COMMANDS) if table.acting is None else ["move"]
    for unit in own:
        for command in commands:
            for target in _aims(table, command, enemies):
                aimed = {} if target is None else {"target": target}
                yield Candidate.of(player, "declare", unit=unit.name, command=command, **aimed)
    for unit in own:
        for command in commands:
            if table.row(command).moves and command != "intervene":
                for target in enemies:
                    said = {"unit": unit.name, "command": command, "charge": True}
                    yield Candidate.of(player, "declare", **said, target=target)


def _aims(table: Table, command: str, enemies: list[str]) -> Sequence[str | None]:
    """What a declaration may name: its target, none, or either where C20 binds one named early."""
    target = table.row(command).target
    if target == "declared":
        return enemies
    early = target == "after_move" and table.law["C20"] == "binding"
    return [None, *enemies] if early else [None]


def _removals(table: Table, player: str, own: list[Unit]) -> Iterator[Candidate]:
    for unit in own:
        rules = sorted(unit.abilities & {WILL, *table.removals})
        for restriction in sorted(unit.held):
            said = {"unit": unit.name, "restriction": restriction}
            for rule in rules:
                yield Candidate.of(player, "remove_restriction", **said, rule=rule)


def _reports(table: Table, player: str) -> Iterator[Candidate]:
    for unit in table.living:
        yield Candidate.of(player, "report", fact="destroyed", unit=unit.name)
        arriving = not unit.is_arriving
        yield Candidate.of(player, "report", fact="arriving", unit=unit.name, value=arriving)
        if table.reinforced:
            near = table.near_objective(unit.name) is None
            yield Candidate.of(player, "report", fact="near_objective", unit=unit.name, value=near)
    if table.scenario == 1:
        for who in table.players:
            said = {"player": who, "value": table.holds_objective(who) is None}
            yield Candidate.of(player, "report", fact="controls_objective", **said)


def going_on(table: Table) -> Said | None:
    """The plainest step that lets the game go on: decline, carry out what is due, move a unit."""
    if table.over:
        return None
    if table.window is not None:
        return {"by": table.window.player, "do": "decline"}
    if table.due:
        return _carry_on(table, table.due[0])
    player = table.go.player
    bond = table.bonds.get(player)
    able = table.living_of(player)
    if not able:
        return {"by": player, "do": "unable"}
    unit = bond.unit if bond else able[0].name
    return {"by": player, "do": "declare", "unit": unit, "command": "move"}


def _carry_on(table: Table, item: Item) -> Said:
    owner = table.units[item.unit].owner
    said = {"by": owner, "do": item.step, "unit": item.unit}
    not_done = {"completed": False, "because": "own"}
    if item.step != "target":
        return {**said, **not_done} if table.is_in_vain(item) else said
    for unit in table.enemies_of(owner):
        if not unit.is_arriving:
            return {"by": owner, "do": "target", "target": unit.name}
    return {**said, "do": "shoot", **not_done}
