"""How the steps of VoidSiege are put before people, the most pressing first."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from domain.kernel.fields import StepFields
from domain.kernel.offers import Hint
from domain.kernel.steps import Said
from domain.voidsiege.commands import spoken_name
from domain.voidsiege.table import Item, Table

GIVEN_UP = {"completed": False, "because": "own"}


def _answers(table: Table, player: str) -> bool:
    return table.acting is not None and table.acting.player != player


def _is_asked(table: Table, player: str) -> Iterable[StepFields]:
    return [{}] if table.window is not None and table.window.player == player else []


def _owes(step: str) -> Callable[[Table, str], Iterator[StepFields]]:
    """How such a step begins that is due now; given up, where it is in vain."""

    def due(table: Table, player: str) -> Iterator[StepFields]:
        for item in table.due:
            if item.step == step and table.units[item.unit].owner == player:
                yield _as_it_is_done(table, item)

    return due


def _as_it_is_done(table: Table, item: Item) -> StepFields:
    if item.step == "target":
        return {}
    return {"unit": item.unit, **(GIVEN_UP if table.is_in_vain(item) else {})}


def _names_a_target(table: Table, player: str) -> bool:
    acting = table.acting
    if acting is None or acting.player != player:
        return False
    return acting.charge or table.item_asking(acting.unit, "target") is not None


def _owes_a_shot(table: Table, player: str) -> Iterator[StepFields]:
    """A shot is given up, too, where every unit that could be its target is arriving."""
    yield from _owes("shoot")(table, player)
    for item in table.due:
        if item.step == "target" and all(unit.is_arriving for unit in table.enemies_of(player)):
            yield {"unit": item.unit, **GIVEN_UP}


NOT_DONE = {None: "", "own": ": not carried out", "reaction": ": the reaction made it impossible"}


def _carried_out(verb: str) -> Callable[[StepFields], str]:
    return lambda said: f"{verb} {said['unit']}{NOT_DONE[said.get('because')]}"


def _given(said: StepFields) -> str:
    return spoken_name(said["command"]) + (" as a Charge" if said.get("charge") else "")


def _removed(said: StepFields) -> str:
    return f"lose {spoken_name(said['restriction'])} by {spoken_name(said['rule'])}"


def _is_is_not(no_longer: str, now: str) -> Callable[[StepFields], str]:
    return lambda said: now if said["value"] else no_longer


HINTS: Mapping[str, Hint] = {
    "decline": Hint("Decline", _answers, _is_asked),
    "react": Hint(lambda said: f"answer with {_given(said)}", _answers),
    "move": Hint(_carried_out("Move"), due=_owes("move")),
    "shoot": Hint(_carried_out("Shoot with"), due=_owes_a_shot),
    "melee": Hint(_carried_out("Fight with"), due=_owes("melee")),
    "target": Hint("Aim at {target}", _names_a_target, _owes("target")),
    "remove_restriction": Hint(_removed),
    "declare": Hint(_given),
    "unable": Hint("I can give no command", lambda table: table.acting is None),
    "report destroyed": Hint("was destroyed", aside=True),
    "report arriving": Hint(_is_is_not("has arrived", "is arriving"), aside=True),
    "report near_objective": Hint(
        _is_is_not("is no longer near an objective", "is near an objective"),
        lambda table: table.reinforced,
        aside=True,
    ),
    "report controls_objective": Hint(
        "Report an objective", lambda table: table.scenario == 1, aside=True
    ),
}


def going_on(table: Table) -> Said | None:
    """The plainest step that lets the game go on: decline, carry out what is due, move a unit."""
    if table.over:
        return None
    if table.window is not None:
        return {"by": table.window.player, "do": "decline"}
    if table.due:
        return _carried_on(table, table.due[0])
    player, own = table.go.player, table.living_of(table.go.player)
    if not own:
        return {"by": player, "do": "unable"}
    bond = table.bonds.get(player)
    unit = bond.unit if bond else own[0].name
    return {"by": player, "do": "declare", "unit": unit, "command": "move"}


def _carried_on(table: Table, item: Item) -> Said:
    owner = table.units[item.unit].owner
    if item.step != "target":
        return {"by": owner, "do": item.step, **_as_it_is_done(table, item)}
    for unit in table.enemies_of(owner):
        if not unit.is_arriving:
            return {"by": owner, "do": "target", "target": unit.name}
    return {"by": owner, "do": "shoot", "unit": item.unit, **GIVEN_UP}


SAYS: Mapping[str, str] = {
    "declare": "gives “{unit}” {command:word}[ as a Charge|charge][ at “{target}”]",
    "react": "answers with {command:word} of “{unit}”[ as a Charge|charge][ at “{target}”]",
    "decline": "lets it go unanswered",
    "move": "moves “{unit}”[, and it could not be done|!completed][ (because: {because:word})]",
    "shoot": "shoots with “{unit}”[, and it could not be done|!completed]"
    "[ (because: {because:word})][; destroyed: {destroyed}]",
    "melee": "fights with “{unit}”[ against “{target}”][, and it could not be done|!completed]"
    "[ (because: {because:word})][; destroyed: {destroyed}]",
    "target": "aims at “{target}”",
    "unable": "can give no command",
    "remove_restriction": "takes {restriction:word} off “{unit}” by {rule:word}",
    "report destroyed": "reports that “{unit}” is destroyed",
    "report arriving": "reports that “{unit}” [is arriving|value][has arrived|!value]",
    "report near_objective": "reports that “{unit}” [is near|value][is no longer near|!value] an objective",
    "report controls_objective": "reports that {player} "
    "[controls|value][no longer controls|!value] an objective",
}
"""How steps are told."""
