"""Targets: what a text may name (D2, K1), and whether it is still valid when it executes (E6)."""

from domain.kernel.wording import list_in_words
from domain.nullshapers.cards import BIOMES, CACHE_TARGETS, CONSTANTS, PLANET, Part, Target
from domain.nullshapers.hidden import quoted_name
from domain.nullshapers.queue import Item
from domain.nullshapers.table import Table

DECIDES = ("E6",)


CACHE = frozenset({"cache"})


Why = tuple[str, int]
"""What is wrong with a name, and the entry that made it so; 0 if no entry did."""


def as_actions(table: Table, part: Part, names: tuple[str, ...]) -> tuple[str, ...]:
    """The targets by the names that are kept: an action in the queue may be named by its card."""
    if "action" not in [group.what for group in part.groups]:
        return names
    targets = ((name, part.groups[part.group_at(at)]) for at, name in enumerate(names))
    return tuple(
        _action_of(table, name) if group.what == "action" else name for name, group in targets
    )


def _action_of(table: Table, name: str) -> str:
    """The action in the queue that is this card or a skill of it; the name itself if not exactly one is."""
    actions = _actions_of(table, name)
    return actions[0].name if len(actions) == 1 else name


def _actions_of(table: Table, card: str) -> list[Item]:
    return [item for item in table.queue if item.card == card]


def why_unmet(table: Table, target: Target, name: str, by: str) -> Why | None:
    """Why a text of the player `by` cannot name this as such a target; None if it can."""
    what = target.what
    if what in CACHE_TARGETS:
        return _why_card_unmet(table, target, name, by)
    if what == "sector":
        return _why_sector_unmet(table, target, name, by)
    if what == "biome":
        if name not in table.lost:
            return f"“{name}” is no biome", 0
        return None if table.biome_stands(name) else (f"{name} is lost", table.gone_since(name))
    if what == "player":
        if name not in table.players:
            return f"“{name}” is no player", 0
        return _why_wrong_side(target, name, by, name)
    item = table.item(name)
    if item is None:
        several = _actions_of(table, name)
        if several:
            which = list_in_words((item.name for item in several), "or")
            why = f"several actions in the queue are “{name}” or a skill of it: say {which}"
            return why, several[-1].since
        return f"“{name}” is no action in the queue", table.left_with(name)
    return _why_wrong_side(target, item.by, by, name)


def _why_card_unmet(table: Table, target: Target, name: str, by: str) -> Why | None:
    card = table.cards.get(name)
    where = "in a cache" if target.in_a_cache else "on the planet"
    if card is None:
        return f"“{name}” is no card {where}", 0
    if card.zone not in (CACHE if target.in_a_cache else PLANET):
        return f"“{name}” is no card {where}", card.since
    if not is_a(table, name, target.what):
        return f"“{name}” is no {target.what}", card.mode_since
    if target.in_a_cache:
        return _why_wrong_side(target, card.whose, by, name)
    if target.locked is not None and card.locked is not target.locked:
        locked = "locked" if card.locked else "unlocked"
        since = f" since entry {card.locked_since}" if card.locked_since else ""
        return f"“{name}” is {locked}{since}", card.locked_since
    if target.zone is not None and (card.zone == "staging") != (target.zone == "staging"):
        where = "staging" if target.zone == "staging" else "a sector"
        return f"“{name}” does not stand in {where}", card.since
    if target.biome is not None and card.zone != target.biome:
        return f"“{name}” does not stand in {target.biome}", card.since
    return _why_wrong_side(target, card.whose, by, name)


def _why_sector_unmet(table: Table, target: Target, name: str, by: str) -> Why | None:
    if name not in table.sectors:
        return f"“{name}” is no sector", 0
    biome, owner = name.split(".", 1)
    if target.biome is not None and biome != target.biome:
        return f"“{name}” is no sector of {target.biome}", 0
    if not table.stands(biome, owner):
        return f"“{name}” is lost", table.gone_since(name)
    return _why_wrong_side(target, owner, by, name)


def _why_wrong_side(target: Target, whose: str, by: str, name: str) -> Why | None:
    """Why this is not on the side that the text wants: one's own, or the enemy's."""
    if target.whose is None or (whose == by) == (target.whose == "own"):
        return None
    wanted = "one's own" if target.whose == "own" else "the enemy's"
    return f"“{name}” is {whose}'s, and the text wants {wanted}", 0


def is_a(table: Table, card: str, what: str) -> bool:
    """Whether a card is what a text calls it: an agent, a constant … (of an anomaly M28 says)."""
    if what == "card":
        return True
    anomaly = table.cards[card].mode == "anomaly"
    if what == "anomaly":
        return anomaly
    if what == "constant":
        if anomaly:
            return table.law["M28"] == "constant"
        return table.printed[card].type in CONSTANTS
    return not anomaly and table.printed[card].type == what


def as_constants(table: Table, part: Part, names: tuple[str, ...]) -> tuple[str, ...]:
    """M28, if it is by that reading that anomalies are named where the text wants constants."""
    if table.law["M28"] != "constant":
        return ()
    anomalies = any(
        target is not None
        and target.what == "constant"
        and name in table.cards
        and table.is_anomaly(name)
        for name, target in ((name, part.target_at(at)) for at, name in enumerate(names))
    )
    return ("M28",) if anomalies else ()


def why_encrypted(table: Table, name: str) -> Why | None:
    """Why Encrypt keeps this card from being a target (K1); None if it does not."""
    printed = table.in_play(name)
    if printed is None or not printed.encrypt:
        return None
    condition, card = printed.encrypt, table.cards[name]
    if condition == "always":
        return f"“{name}” is encrypted", 0
    if card.locked == (condition == "locked"):
        return f"“{name}” is encrypted while it is {condition}", card.locked_since
    return None


def legal_targets(
    table: Table, target: Target, by: str, named: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Every name that a text of the player `by` may name as such a target and has not `named`, sorted."""
    return tuple(
        name
        for name in _names(table, target)
        if name not in named
        and why_unmet(table, target, name, by) is None
        and why_encrypted(table, name) is None
    )


def _names(table: Table, target: Target) -> list[str]:
    what = target.what
    if what in CACHE_TARGETS:
        zones = CACHE if target.in_a_cache else PLANET
        return sorted(id for id, card in table.cards.items() if card.zone in zones)
    if what == "biome":
        return list(BIOMES)
    if what == "sector":
        return sorted(table.sectors)
    if what == "player":
        return sorted(table.players)
    return sorted(item.name for item in table.queue)


def is_there(table: Table, name: str, target: Target | None) -> bool:
    """Whether what was named is still where the text wants it: an earlier effect may have taken it away."""
    card = table.cards.get(name)
    if card is not None:
        return card.zone in (CACHE if target is not None and target.in_a_cache else PLANET)
    if name in table.sectors:
        return table.sector_stands(name)
    if name in table.lost:
        return table.biome_stands(name)
    return name in table.players or table.item(name) is not None


def another_object(table: Table, item: Item, at: int) -> bool:
    """Whether the target card has left the planet, or the cache, since it was named (M13)."""
    card = table.cards.get(item.targets[at])
    return card is not None and card.departures != item.departures[at]


def why_invalid(
    table: Table, item: Item, at: int, wanted: Target | None
) -> tuple[str | None, tuple[str, ...]]:
    """Why the target at this place is not valid any more (E6), None if it is, and by which readings."""
    name = item.targets[at]
    another = another_object(table, item, at)
    if not is_there(table, name, wanted):
        named = f"“{name}”" if another else quoted_name(table, name)
        return f"{named} is not there any more", ()
    if another and table.law["M13"] == "new_object":
        left = "the cache" if wanted is not None and wanted.in_a_cache else "the planet"
        return f"“{name}” left {left} and came back: it is another object", ("M13",)
    if not item.ruled and wanted is not None:
        failing = why_unmet(table, wanted, name, item.by) or why_encrypted(table, name)
        if failing is not None:
            return failing[0], ()
    return None, ("M13",) if another else ()
