"""Targets: what a text may name (D2, K1), and whether it is still there (E6)."""

from domain.nullshapers.law.cards import BIOMES, CARD_TARGETS, CONSTANTS, PLANET, Target
from domain.nullshapers.table.state import Item, Table


def unmet(table: Table, target: Target, name: str, by: str) -> str | None:
    """How this name fails the text that `by` declares or controls; None when it meets it."""
    what = target.what
    if what in CARD_TARGETS:
        return _card_unmet(table, target, name, by)
    if what == "sector":
        return _sector_unmet(table, target, name, by)
    if what == "biome":
        if name not in table.lost:
            return f"“{name}” is no biome"
        return None if table.biome_stands(name) else f"{name} is lost"
    if what == "player":
        if name not in table.players:
            return f"“{name}” is no player"
        return _wrong_side(target, name, by, name)
    item = table.item(name)
    if item is None:
        return f"“{name}” is no action in the queue"
    return _wrong_side(target, item.by, by, name)


def _card_unmet(table: Table, target: Target, name: str, by: str) -> str | None:
    card = table.cards.get(name)
    if card is None or card.zone not in PLANET:
        return f"“{name}” is no card on the planet"
    if not is_a(table, name, target.what):
        return f"“{name}” is no {target.what}"
    if target.locked is not None and card.locked is not target.locked:
        return f"“{name}” is {'locked' if card.locked else 'unlocked'}{_since(card.locked_since)}"
    if target.zone is not None and (card.zone == "staging") != (target.zone == "staging"):
        return f"“{name}” does not stand in {'staging' if target.zone == 'staging' else 'a sector'}"
    if target.biome is not None and card.zone != target.biome:
        return f"“{name}” does not stand in {target.biome}"
    return _wrong_side(target, card.whose, by, name)


def _since(entry: int) -> str:
    return f" since entry {entry}" if entry else ""


def _sector_unmet(table: Table, target: Target, name: str, by: str) -> str | None:
    if name not in table.sectors:
        return f"“{name}” is no sector"
    biome, owner = name.split(".", 1)
    if target.biome is not None and biome != target.biome:
        return f"“{name}” is no sector of {target.biome}"
    if not table.stands(biome, owner):
        return f"“{name}” is lost"
    return _wrong_side(target, owner, by, name)


def _wrong_side(target: Target, whose: str, by: str, name: str) -> str | None:
    if target.whose is None or (whose == by) == (target.whose == "own"):
        return None
    return f"“{name}” is {whose}'s, and the text wants {_sides(target)}"


def _sides(target: Target) -> str:
    return "one's own" if target.whose == "own" else "the enemy's"


def is_a(table: Table, card: str, what: str) -> bool:
    """Whether a card is what a text calls so (M28)."""
    anomaly = table.cards[card].mode == "anomaly"
    if what == "anomaly":
        return anomaly
    if what == "constant":
        if anomaly:
            return table.law["M28"] == "constant"
        return table.printed[card].type in CONSTANTS
    return not anomaly and table.printed[card].type == what


def as_constants(table: Table, target: Target | None, names: tuple[str, ...]) -> tuple[str, ...]:
    """The reading by which a text that wants constants names anomalies (M28)."""
    if target is None or target.what != "constant" or table.law["M28"] != "constant":
        return ()
    anomalies = any(name in table.cards and table.is_anomaly(name) for name in names)
    return ("M28",) if anomalies else ()


def encrypted(table: Table, name: str) -> str | None:
    """Why Encrypt keeps this from being a valid target (K1); None when it does not."""
    if name not in table.cards:
        return None
    printed = table.awake(name)
    if printed is None or not printed.encrypt:
        return None
    condition = printed.encrypt
    locked = table.cards[name].locked
    if condition == "always":
        return f"“{name}” is encrypted"
    if locked == (condition == "locked"):
        return f"“{name}” is encrypted while it is {condition}"
    return None


def legal(table: Table, target: Target, by: str) -> tuple[str, ...]:
    """Every name that meets the text and is not encrypted, by the alphabet."""
    return tuple(
        name
        for name in _names(table, target.what)
        if unmet(table, target, name, by) is None and encrypted(table, name) is None
    )


def _names(table: Table, what: str) -> list[str]:
    if what in CARD_TARGETS:
        return sorted(table.on_planet())
    if what == "biome":
        return list(BIOMES)
    if what == "sector":
        return sorted(table.sectors)
    if what == "player":
        return sorted(table.players)
    return sorted(item.name for item in table.queue)


def there(table: Table, name: str) -> bool:
    """Whether a target is still there: an earlier effect may have taken it away."""
    card = table.cards.get(name)
    if card is not None:
        return card.zone in PLANET
    if name in table.sectors:
        return table.sector_stands(name)
    if name in table.lost:
        return table.biome_stands(name)
    return name in table.players or table.item(name) is not None


def another_object(table: Table, item: Item, at: int) -> bool:
    """Whether the target has left the planet since it was named, and come back (M13)."""
    card = table.cards.get(item.targets[at])
    return card is not None and card.departures != item.departures[at]


def invalid(
    table: Table, item: Item, at: int, wanted: Target | None
) -> tuple[str, tuple[str, ...]] | None:
    """Why a named target is no longer valid (E6), with the readings that say so; None when it is."""
    name = item.targets[at]
    if not there(table, name):
        return f"“{name}” is not there any more", ()
    if another_object(table, item, at) and table.law["M13"] == "new_object":
        return f"“{name}” left the planet and came back: it is another object", ("M13",)
    if item.ruled or wanted is None:
        return None
    failing = unmet(table, wanted, name, item.by) or encrypted(table, name)
    return None if failing is None else (failing, ())
