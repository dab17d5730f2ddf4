"""The table for programs, as far as each viewer may see it; the table and the page's lists for people."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.kernel.board import groups_in_words
from domain.kernel.rulebook import Edition
from domain.kernel.ruleset import Viewer
from domain.kernel.values import named_fields
from domain.nullshapers.cards import BIOMES, KINDS
from domain.nullshapers.hidden import may_see, name_seen, sees_all, targets_seen
from domain.nullshapers.outline import STEPS, step_name
from domain.nullshapers.queue import Choice, Item
from domain.nullshapers.table import Table
from domain.nullshapers.view.board import AREAS, board, chance

SETS = frozenset({*AREAS, "lost_by", "passed", "standing_passes", "from", "attackers", "defenders"})
"""The keys whose lists are sets of names."""


def to_act(table: Table) -> tuple[str, ...]:
    """Who may act now: who must choose, who ends the step, who holds the chance."""
    if table.over:
        return ()
    if table.choice is not None:
        return (table.choice.by,)
    if table.battles:
        return table.players
    if table.nobody_acts:
        return (table.turn_player,)
    return () if table.chance is None else (table.chance,)


def view(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The state, section “State” of the page."""
    return {
        **named_fields(table, "over", "winner"),
        "to_act": list(to_act(table)),
        **named_fields(table, "turn", "turn_player", "phase", "step"),
        "chance": table.holds_chance(),
        "passed": list(table.passed),
        "standing_passes": [player for player in table.players if player in table.standing],
        "queue": [_item(table, item, viewer) for item in table.queue],
        "choice": None if table.choice is None else _choice(table.choice, viewer),
        "zones": _zones(table, viewer),
        "energy": {
            player: {kind: table.energy[player][kind] for kind in KINDS} for player in table.players
        },
        "sectors": dict(table.sectors),
        "biomes": {biome: {"lost_by": list(table.lost[biome])} for biome in BIOMES},
        "cards": {id: _card(table, id) for id in sorted(table.cards) if may_see(table, viewer, id)},
        "attackers": sorted(table.attackers),
        "defenders": sorted(table.defenders),
        "against": {one: list(table.against[one]) for one in sorted(table.against)},
        "battles": list(table.battles),
        "converted": table.converted is not None,
        "anomaly_played": table.anomaly_played is not None,
    }


def _item(table: Table, item: Item, viewer: Viewer) -> dict[str, Any]:
    what = {"action": item.action} if item.action else {"card": item.card}
    if item.skill:
        what = {"skill": f"{item.card}/{item.skill}"}
    targets = targets_seen(table, viewer, item)
    shown: dict[str, Any] = {"entry": item.name, **what, "by": item.by, "targets": targets}
    to = item.to and {targets[item.targets.index(name)]: to for name, to in item.to.items()}
    extras = {"option": item.option, "x": item.x, "to": to, "biome": item.biome}
    shown |= {key: value for key, value in extras.items() if value is not None}
    if item.against is not None:
        shown["against"] = {
            name_seen(table, viewer, item, attacker): [
                name_seen(table, viewer, item, agent) for agent in agents
            ]
            for attacker, agents in item.against.items()
        }
    if item.marked is not None:
        shown["cancelled"] = True
    return shown


def _choice(choice: Choice, viewer: Viewer) -> dict[str, Any]:
    hidden = choice.kind == "discard" and viewer != choice.by and not sees_all(viewer)
    least = {} if choice.least is None else {"least": choice.least}
    return {
        "by": choice.by,
        "kind": choice.kind,
        "skill": f"{choice.card}/{choice.skill}" if choice.skill else None,
        "number": choice.number,
        **least,
        **({"agent": choice.card} if choice.kind == "defenders" else {}),
        "from": len(choice.choices) if hidden else list(choice.choices),
    }


def _zones(table: Table, viewer: Viewer) -> dict[str, Any]:
    zones: dict[str, dict[str, Any]] = {
        player: {"hand": [], "deck": None, **{area: [] for area in AREAS[1:]}}
        for player in table.players
    }
    for id, card in sorted(table.cards.items()):
        if card.zone in AREAS:
            zones[card.whose][card.zone].append(id)
    for player, areas in zones.items():
        deck = table.decks[player]
        areas["deck"] = None if deck is None else len(deck)
        if viewer != player and not sees_all(viewer):
            areas["hand"] = len(areas["hand"])
    return zones


def _card(table: Table, id: str) -> dict[str, Any]:
    card = table.cards[id]
    attached = {"attached_to": table.attached.get(id)}
    battle = {"battle": "reported" if table.changes_battles(id) else None}
    shown = named_fields(card, "damage", "locked") | attached | named_fields(card, "mode", "speed")
    return shown | battle


def in_words(table: Table, viewer: Viewer) -> Iterable[str]:
    yield f"Turn {table.turn} of {table.turn_player}, {step_name(table.step)}."
    yield chance(table)
    shown = (group for group in board(table, viewer) if group.pieces or group.title not in BIOMES)
    yield from groups_in_words(shown)


def printed_lines(edition: Edition) -> Iterator[str]:
    """The outline of the turn, the effects and reactions."""
    yield "The turn (P1)"
    width = max(len(step.name) for step in STEPS)
    for step in STEPS:
        window = "window" if step.window else "nobody acts"
        window += f" only if {step.only_where}" if step.only_where else ""
        began = f"; {step.beginning} ({', '.join(step.rules)})" if step.beginning else ""
        yield f"  {step.name.ljust(width)}  {step.phase.replace('_', ' ')}: {window}{began}"
    for title, table in (
        ("Effects", "effects"),
        ("What skills react to", "when"),
    ):
        yield ""
        yield title
        rows = edition.tables[table]
        assert isinstance(rows, dict)
        for word, meaning in rows.items():
            yield f"  {word}: {meaning}"
