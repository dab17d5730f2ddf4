"""How the steps of Arcane Legions are put before people, the most pressing first."""

from collections.abc import Callable, Iterable, Mapping

from domain.arcane_legions.chapters.combat import (
    OBSTACLES,
    attack_dice_that_fit,
    dice_to_roll,
    sides_left,
)
from domain.arcane_legions.chapters.costs import price_in_words
from domain.arcane_legions.chapters.damage import room_for_damage, who_places
from domain.arcane_legions.orders import Dice
from domain.arcane_legions.outline import ROWS
from domain.arcane_legions.table import Table
from domain.arcane_legions.waiting import player_deciding, to_act
from domain.kernel.fields import StepFields
from domain.kernel.offers import Hint
from domain.kernel.steps import Said

ORDERS = {"close": "Close combat", "ranged": "Shoot", "move": "Move", "regroup": "Regroup"}


def _waited_for(do: str) -> Callable[[Table], bool]:
    """Whether the row on top waits for this step, as the page says."""
    return lambda table: do in ROWS[table.row].waits


def _due(do: str) -> Callable[[Table, str], Iterable[StepFields]]:
    """It is due while the row waits for it and nothing else comes first."""

    def due(table: Table, player: str) -> Iterable[StepFields]:
        waits = table.outstanding or table.hands or player not in to_act(table)
        return [] if waits or do not in ROWS[table.row].waits else [{}]

    return due


def _at_the_row(do: str, words: str | Callable[..., str], *, plainly: bool = False) -> Hint:
    """A step that its row waits for; `plainly`: it is what is usually done there."""
    return Hint(words, _waited_for(do), _due(do) if plainly else None)


def _order(said: StepFields) -> str:
    return str(said.get("special") or ORDERS.get(said["order"], said["order"]))


def _damage_due(table: Table, player: str) -> Iterable[StepFields]:
    return [{"unit": id} for id in table.outstanding if who_places(table, id) == player]


def _damage(table: Table, said: StepFields) -> str:
    return f"Place {table.outstanding[said['unit']]} damage on {said['unit']}"


def _triggers_due(table: Table, player: str) -> Iterable[StepFields]:
    return [{"trigger": trigger.id} for trigger in table.hand(player)]


def _targets_due(table: Table) -> Iterable[StepFields]:
    if not _waited_for("target")(table):
        return []
    order, owner = table.order, table.acting_unit().owner
    found = table.on_battlefield
    return [{"unit": unit.id} for unit in found if order.type == "special" or unit.owner != owner]


def _special_target(table: Table) -> bool:
    return _waited_for("target")(table) and table.order.type == "special"


def _pays(table: Table, _said: StepFields) -> str:
    return f"Pay {price_in_words(table)}"


def _rolls(table: Table, _said: StepFields) -> str:
    """Without numbers while they depend on a side that is still to be said."""
    if sides_left(table):
        return "Roll the dice"
    once, each, defence = dice_to_roll(table.fight.dice or Dice(0, 0), {})
    fits = map(str, attack_dice_that_fit(table, once, each))
    return f"Roll {' or '.join(fits)} and {defence}"


def _fights(table: Table) -> bool:
    return table.order.fight is not None and not table.order.rolled


def _rolls_due(table: Table, player: str) -> Iterable[StepFields]:
    return _due("roll")(table, player) if _fights(table) else []


def _dice_are_rolled(table: Table) -> bool:
    fight = table.order.fight
    return fight is not None and bool(fight.attack or fight.defence or table.order.rolled)


def _hits_due(table: Table, player: str) -> Iterable[StepFields]:
    return _due("hits")(table, player) if _dice_are_rolled(table) else []


def _moves_on(table: Table, player: str) -> Iterable[StepFields]:
    return _due("step")(table, player) if table.order.movement else []


def _stops(table: Table, player: str) -> Iterable[StepFields]:
    return [] if table.order.movement else _due("stop")(table, player)


def _turns(table: Table) -> bool:
    """Where there are points left, or a side costs none."""
    if not _waited_for("turn")(table):
        return False
    return bool(table.order.movement) or 0 in table.acting_unit().card.costs.values()


def _report(words: str) -> Hint:
    return Hint(words, aside=True, form=True)


OUTCOME = frozenset({"damage", "return", "victory_points", "order_points"})
SHOT = frozenset({*OBSTACLES, "blocking"})

HINTS: Mapping[str, Hint] = {
    "damage": Hint(_damage, lambda table: bool(table.outstanding), _damage_due),
    "resolve": Hint(
        "Resolve {trigger}",
        due=_triggers_due,
        menu="What comes of it?",
        in_menu=OUTCOME | {"not_given"},
    ),
    "end_orders": _at_the_row("end_orders", "End the orders"),
    "order": Hint(_order, lambda table: not table.orders),
    "pay": _at_the_row("pay", _pays, plainly=True),
    "no_pay": _at_the_row("no_pay", "Do not pay: end the order"),
    "target": Hint(
        "Target {unit}",
        _waited_for("target"),
        _targets_due,
        menu="What lies in the way?",
        in_menu=SHOT,
        skips=frozenset({"units", "what"}),
    ),
    "target/what": Hint(
        "Something else is the target",
        _special_target,
        skips=frozenset({"unit", "side", "from", "units", *SHOT}),
    ),
    "no_target": _at_the_row("no_target", "No target: end the order"),
    "roll": Hint(_rolls, _fights, _rolls_due, skips=frozenset(OBSTACLES)),
    "roll/found": Hint(
        "Roll, and say what lies in the way",
        lambda table: _fights(table) and table.order.type == "ranged",
        menu="What lies in the way?",
        in_menu=frozenset(OBSTACLES),
    ),
    "adjust": Hint("Adjust the dice", _dice_are_rolled),
    "hits": Hint("Say the hits", _dice_are_rolled, _hits_due),
    "breakaway": _at_the_row("breakaway", "Attack it as it breaks away"),
    "decline": _at_the_row("decline", "No breakaway attack", plainly=True),
    "step": Hint(
        lambda table, _said: f"Step ({table.order.movement} left)", _waited_for("step"), _moves_on
    ),
    "turn": Hint("Turn", _turns),
    "stop": Hint("Stop", _waited_for("stop"), _stops),
    "done": _at_the_row("done", "Regroup no further", plainly=True),
    "face": _at_the_row("face", "Change the facing"),
    "reposition": _at_the_row("reposition", "Put figures on other slots"),
    "effect": Hint(
        lambda table, _said: f"{table.order.name} has its effect",
        _waited_for("effect"),
        _due("effect"),
        menu="What comes of it?",
        in_menu=OUTCOME,
    ),
    "report adjacent": _report("stands next to …"),
    "report apart": _report("no longer stands next to …"),
    "report in_range": _report("has in range …"),
    "report out_of_range": _report("no longer has in range …"),
    "report moved": _report("has moved"),
    "report destroyed": _report("left the battlefield"),
    "report controls": Hint(
        "Report control terrain", lambda table: bool(table.terrain), aside=True
    ),
    "trigger": Hint("A trigger comes of it", aside=True),
}


SAID_OF_DICE = frozenset({"roll", "adjust", "hits", "damage"})
PLAINEST: Mapping[str, str] = {
    id: [*row.waits][-1] for id, row in ROWS.items() if not SAID_OF_DICE.issuperset(row.waits)
}
"""Row → the last step that it waits for: the one with which as little as possible happens there."""


def going_on(table: Table) -> Said | None:
    """The plainest step that lets the game go on; none where only dice or hits do."""
    if table.over:
        return None
    if table.outstanding:
        return _first_figures(table)
    if table.hands:
        player = table.emptying()
        return {"by": player, "do": "resolve", "trigger": table.hand(player)[0].id}
    do = PLAINEST.get(table.row)
    return {"by": player_deciding(table), "do": do} if do else None


def _first_figures(table: Table) -> Said:
    """Outstanding damage, placed on figures in the order in which they stand."""
    id, number = next(iter(table.outstanding.items()))
    figures = list(room_for_damage(table.units[id], number)[:number])
    return {"by": who_places(table, id), "do": "damage", "unit": id, "figures": figures}


SAYS: Mapping[str, str] = {
    "order": "picks a {order:word} order for {unit}[, {special}]",
    "end_orders": "gives no more orders",
    "target": "targets[ {unit}][ {units}][ {what}][, its {side:word}][ from the {from:word}]"
    "[ in a melee|melee][, as the blocking unit|blocking]",
    "no_target": "chooses no target",
    "pay": "pays {points}[, pushing {figure}][, changed by {change}]",
    "no_pay": "pays nothing",
    "roll": "rolls[ {attack} for the attack][ and {defence} for the defence|attack]"
    "[ {defence} for the defence|-attack][, at its {side:word}]"
    "[ from the {from:word}][ in a melee|melee][, changed by {change}]",
    "adjust": "lays the dice anew[, the attack {attack}][, the defence {defence}]",
    "hits": "counts {attacker} hits of the attacker and {defender} of the defender"
    "[, damage changed by {change}]",
    "damage": "places the damage of {unit} on {figures}",
    "breakaway": "attacks with {unit} as it breaks away[, its {side:word}][ from the {from:word}]",
    "decline": "makes no more breakaway attacks",
    "step": "takes a step[ by the {side:word}] for {cost}",
    "turn": "turns[ by the {side:word}][ onto the {onto:word}] for {cost}",
    "stop": "moves no further",
    "reposition": "puts figures on other slots: {moves}",
    "face": "turns the unit by {degrees} degrees",
    "done": "regroups no further",
    "effect": "says what comes of the special order[: damage {damage}][, back: {return}]"
    "[, victory points {victory_points}][, order points {order_points}]",
    "trigger": "raises the trigger {id} of {source} for {owner}[, for the row {row}]",
    "resolve": "resolves the trigger {trigger}[, and the order is not given|not_given]"
    "[, damage {damage}][, back: {return}][, victory points {victory_points}]"
    "[, order points {order_points}]",
    "report adjacent": "reports that {units} are adjacent",
    "report apart": "reports that {units} are adjacent no longer",
    "report in_range": "reports that {unit} has [the {side:word} of ]{target} in range",
    "report out_of_range": "reports that {unit} has [the {side:word} of ]{target} in range no longer",
    "report moved": "reports that {unit} has moved",
    "report destroyed": "reports that {unit} is destroyed[, to the credit of {credit}]",
    "report controls": "reports that [{player}][nobody|-player] holds {terrain}",
    "concede": "gives up",
}
"""How steps are told."""
