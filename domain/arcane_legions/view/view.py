"""The table as state, in words for people, and as a board."""

from collections.abc import Iterator
from typing import Any

from domain.arcane_legions.facts import Adjacencies, Fact, adjacent_pairs, ranges_by_side
from domain.arcane_legions.orders import Order
from domain.arcane_legions.outline import row_in_words
from domain.arcane_legions.table import Table, Trigger
from domain.arcane_legions.units import ICONS, ORDER_TYPES, Unit
from domain.arcane_legions.view.chances import chance
from domain.arcane_legions.waiting import to_act
from domain.arcane_legions.wording import points
from domain.kernel.board import Group, Mark, Piece
from domain.kernel.rulebook import RuleId
from domain.kernel.values import named_fields
from domain.kernel.wording import list_in_words, names_by_owner


def view(table: Table, _viewer: str) -> dict[str, Any]:
    """The state as records have it, JSON values only; the same for every viewer, since nothing is hidden."""
    pairs = [([*pair], fact) for pair, fact in adjacent_pairs(table.adjacent)]
    ranges = [([*filter(None, line)], fact) for line, fact in ranges_by_side(table.in_range)]
    return {
        **named_fields(table, "over", "winner"),
        "to_act": list(to_act(table)),
        **named_fields(table, "turn", "active"),
        "position": list(table.position),
        "order_points": dict(table.order_points),
        "victory_points": dict(table.victory_points),
        "movement_points": next((order.movement for order in table.orders if order.movement), 0),
        "triggers": {p: [trigger.id for trigger in table.hand(p)] for p in table.players},
        "units": {unit.id: _unit(unit) for unit in table.units.values()},
        "announced": [[trigger.id, trigger.row] for trigger in table.announced],
        "adjacent": [pair for pair, fact in pairs if table.counts(fact)],
        "in_range": [line for line, fact in ranges if table.counts(fact)],
        "moved_since": {
            "adjacent": [pair for pair, fact in pairs if fact.marked],
            "in_range": [line for line, fact in ranges if fact.marked],
        },
        "outstanding": dict(table.outstanding),
        "terrain": dict(table.terrain),
    }


def _unit(unit: Unit) -> dict[str, Any]:
    return {
        "owner": unit.owner,
        "figures": len(unit.standing),
        "orders_given": {order: unit.orders_given(order) for order in ORDER_TYPES},
        "pushed": unit.pushed is not None,
        "destroyed": not unit.standing,
        "ready": {icon: unit.ready(icon) for icon in ICONS},
        "abilities": list(unit.card.abilities),
        "grey": list(unit.card.grey),
        "standing": dict(unit.standing),
        "damage": dict(unit.damage),
    }


def in_words(table: Table, _viewer: str) -> Iterator[str]:
    """The table in sentences: the position, orders, triggers, players, units, terrain."""
    yield f"Turn {table.turn}, {table.active}'s; at “{table.where}”."
    yield chance(table)
    for order, row in table.orders_with_rows():
        kept = f"; it will not be given, since entry {order.kept}" if order.kept else ""
        yield f"Carried out: {order.name}, since entry {order.since}, at “{row_in_words(row)}”{kept}."
    for trigger in table.triggers_in_hand():
        yield f"In {trigger.owner}'s hand: {_trigger(trigger)}."
    for trigger in table.announced:
        at = row_in_words(trigger.row)
        yield f"To arise at “{at}”: {_trigger(trigger)}, {trigger.owner}'s."
    for player in table.players:
        yield f"{player}: {_points(table, player)}."
    for unit in table.units.values():
        if not _is_plain(unit):
            told = "; ".join(_unit_in_words(unit))
            yield f"{unit.id} ({unit.owner}, {unit.card.base}): {told}."
    plain = ((unit.owner, unit.id) for unit in table.units.values() if _is_plain(unit))
    for player, names in names_by_owner(plain).items():
        yield f"Whole and without an order: {names} of {player}."
    near = [*_pairs(table, table.adjacent)]
    if near:
        yield f"Next to each other: {'; '.join(near)}."
    reach = [*_shots(table)]
    if reach:
        yield f"In range: {'; '.join(reach)}."
    for terrain, holder in table.terrain.items():
        yield f"{terrain}: held by {holder or 'nobody'}."


def _trigger(trigger: Trigger) -> str:
    return f"“{trigger.id}” of {trigger.source}, {_since(trigger.since)}"


def _since(entry: int) -> str:
    return f"since entry {entry}" if entry else "since the set-up"


def _points(table: Table, player: str) -> str:
    scored = points(table.victory_points[player], "victory point")
    out = ", out of the game" if table.is_out(player) else ""
    held = points(table.order_points[player])
    return f"{held}, {scored} of {table.victory_target}{out}"


def _is_plain(unit: Unit) -> bool:
    """Whether there is nothing to say of the unit that its card does not say."""
    whole = len(unit.standing) == len(unit.card.figures) and not any(unit.damage.values())
    return whole and not unit.orders and unit.pushed is None


def _unit_in_words(unit: Unit) -> Iterator[str]:
    if not unit.standing:
        yield f"left the battlefield {_since(unit.left or 0)}"
        return
    yield from _counts(unit)
    for figure, damage in unit.damage.items():
        left = unit.hit_points_left(figure)
        yield f"{figure} has {left} of {damage + left} hit points"
    for mark in _orders_and_push(unit):
        yield f"{mark.word} {_since(mark.since or 0)}"


def _pairs(table: Table, facts: Adjacencies) -> Iterator[str]:
    """`a1 and b1`, each pair once, with what was reported of it."""
    for unit, others in facts.items():
        for other, fact in others.items():
            if unit < other or unit not in facts.get(other, {}):
                yield from _fact_in_words(table, f"{unit} and {other}", fact)


def _shots(table: Table) -> Iterator[str]:
    """`a3 → the front of b3`, with what was reported of it."""
    for unit, others in table.in_range.items():
        for other, sides in others.items():
            for side, fact in sides.items():
                yield from _fact_in_words(
                    table, f"{unit} → {f'the {side} of ' if side else ''}{other}", fact
                )


def _fact_in_words(table: Table, words: str, fact: Fact) -> Iterator[str]:
    for mark in _fact(table, words, fact):
        yield f"{mark.word}, {_since(mark.since)}" if mark.since else mark.word


def _marks(table: Table, unit: Unit) -> Iterator[Mark]:
    """Orders and push of this turn, and what was reported of the unit."""
    yield from _orders_and_push(unit)
    for other, fact in table.adjacent.get(unit.id, {}).items():
        yield from _fact(table, f"next to {other}", fact)
    for other, sides in table.in_range.get(unit.id, {}).items():
        for side, fact in sides.items():
            yield from _fact(table, f"in range: {f'the {side} of ' if side else ''}{other}", fact)


def _orders_and_push(unit: Unit) -> Iterator[Mark]:
    turn = "until the turn ends"
    for order, given in unit.orders.items():
        for entry in given:
            yield Mark(f"{order} order given", entry, ("O10",), turn, binds=True)
    if unit.pushed is not None:
        yield Mark("pushed", unit.pushed, ("U3",), turn, binds=True)


def _fact(table: Table, words: str, fact: Fact) -> Iterator[Mark]:
    """What was reported and holds; if a unit has moved since, that too (F2)."""
    if not fact.holds:
        return
    known = (
        f"{fact.by} said so" if fact.entry else "",
        f"moved in entry {fact.moved}" if fact.moved else "",
        "" if table.counts(fact) else "counts no longer",
    )
    notes = "; ".join(filter(None, known))
    rules = ("F2", "A22") if fact.moved else ("F1",)
    yield Mark(f"{words} ({notes})" if notes else words, fact.entry, rules)


def board(table: Table, _viewer: str) -> tuple[Group, ...]:
    """The order being carried out, triggers in hand and to come, each player's units, the terrain."""
    return (
        *_orders_under_way(table),
        *hands_of_triggers(table),
        *announced_triggers(table),
        *(_army(table, player) for player in table.players),
        *_ground(table),
    )


def _orders_under_way(table: Table) -> Iterator[Group]:
    if table.orders:
        pieces = tuple(
            Piece(order.unit, order.name, f"at {row_in_words(row)}", _marks_of_order(order))
            for order, row in table.orders_with_rows()
        )
        yield Group("Carried out", None, pieces, f"at {table.where}", ordered=True)


def _marks_of_order(order: Order) -> tuple[Mark, ...]:
    """When it was picked; and that an effect keeps it from being given (O12)."""
    kept = (Mark("will not be given", order.kept, ("O12",), binds=True),) if order.kept else ()
    return (Mark("picked", order.since), *kept)


def hands_of_triggers(table: Table) -> Iterator[Group]:
    """The triggers in each hand that holds any."""
    for player in filter(table.hand, table.players):
        raised = (_piece(trigger, "raised", "X1", binds=True) for trigger in table.hand(player))
        yield Group(f"{player}'s triggers", player, tuple(raised))


def announced_triggers(table: Table) -> Iterator[Group]:
    """The triggers that have not arisen yet (X9), if there are any."""
    if table.announced:
        said = ((trigger, f"at {row_in_words(trigger.row)}") for trigger in table.announced)
        pieces = tuple(_piece(trigger, word, "X9") for trigger, word in said)
        yield Group("Triggers still to arise", None, pieces, ordered=True)


def _piece(trigger: Trigger, word: str, rule: RuleId, *, binds: bool = False) -> Piece:
    return Piece(
        trigger.id,
        trigger.id,
        f"of {trigger.source}",
        (Mark(word, trigger.since, (rule,), binds=binds),),
    )


def _army(table: Table, player: str) -> Group:
    pieces = tuple(
        Piece(
            unit.id,
            f"{unit.id}, {unit.card.base}",
            "; ".join(_counts(unit)),
            marks_of(table, unit),
            gone=not unit.standing,
        )
        for unit in table.units_of(player)
    )
    return Group(f"{player}'s units", player, pieces, _points(table, player))


def _counts(unit: Unit) -> Iterator[str]:
    """What people look for on a unit: figures, icons ready, abilities, grey sides."""
    yield f"{len(unit.standing)} of {points(len(unit.card.figures), 'figure')}"
    ready = ((unit.ready(icon), icon) for icon in ("attack", "ranged", "defence", "movement"))
    icons = list_in_words(f"{n} {icon}" for n, icon in ready if n)
    if icons:
        yield f"ready: {icons}"
    if unit.card.abilities:
        yield f"abilities: {list_in_words(unit.card.abilities)}"
    if unit.card.grey:
        yield f"grey: {list_in_words(unit.card.grey)}"


def marks_of(table: Table, unit: Unit) -> tuple[Mark, ...]:
    """Damage to place on the unit, orders, push, facts, and the damage of its figures."""
    hurt = tuple(Mark(f"{figure}: {n} damage", rules=("K7",)) for figure, n in unit.damage.items())
    due = table.outstanding.get(unit.id)
    placed = (Mark(f"{due} damage to place", rules=("K7",), binds=True),) if due else ()
    return (*placed, *_marks(table, unit), *hurt)


def _ground(table: Table) -> Iterator[Group]:
    if table.terrain:
        pieces = tuple(
            Piece(name, name, f"held by {holder or 'nobody'}")
            for name, holder in table.terrain.items()
        )
        yield Group("Control terrain", None, pieces)
