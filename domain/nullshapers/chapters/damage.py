"""The damage of a battle: who strikes whom, and what is left to the table (P9, P13, P14).

When the damage step begins, and again once an order of defenders has been said (M48).
"""

from collections.abc import Iterator, Mapping

from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.values import Event, Value, changed, cites, stored_as
from domain.kernel.wording import list_in_words
from domain.nullshapers.cards import BIOMES
from domain.nullshapers.chapters.moves import card_takes_damage, durability_changes
from domain.nullshapers.chapters.winning import ChoiceAsked, sectors_at_zero_are_lost
from domain.nullshapers.table import Table

DECIDES = ("P9", "P13", "P14")


@stored_as("nullshapers/battle_owed/v1")
class BattleOwed(Event):
    """The battle of a biome is left to the table, and has to be reported."""

    SAYS = "The battle in {biome} is left to the table, and has to be reported."
    biome: str
    rules: tuple[RuleId, ...] = cites("P13")

    def after(self, table: Table, entry: int) -> Table:
        battles = tuple(biome for biome in BIOMES if biome in (*table.battles, self.biome))
        return changed(table, battles=battles, left_to_table=entry)


class Blows(Value):
    """What agents of one range deal at once."""

    to_defenders: tuple[tuple[str, int], ...]
    """In the order in which it happens."""
    to_attackers: tuple[tuple[str, int], ...]
    to_sectors: Mapping[str, int]
    ordered: tuple[str, ...] = ()
    """The attackers that struck two defenders or more (M48)."""
    falling: frozenset[str] = frozenset()
    """The defenders with an attack that this range terminates (M49)."""


@requires("P13")
def no_battle_is_owed(table: Table, _step: object) -> Refusal | None:
    if not table.battles:
        return None
    first = f"what came of the battle in {list_in_words(table.battles)} has to be reported first"
    return illegal(first, since=table.left_to_table)


def battles_are_fought(table: Table) -> Happening:
    """P9, P13, P14: orders that are still to be said, then the blows, then what the table has to report."""
    owed = _left_to_the_table(table)
    if table.law["M48"] == "attacker_orders":
        for attacker in sorted(table.attackers):
            left = table.cards[attacker].zone in owed or attacker in table.ordered
            if len(table.against.get(attacker, ())) > 1 and not left:
                return (yield from _order_is_asked(table, attacker))
    for reach in ("ranged", "melee"):
        table = yield from _strike(table, reach, owed)
    for biome in owed:
        yield grounds(f"The battle in {biome} is left to the table: it has to be reported", "P13")
        table = yield BattleOwed(biome)
    return table


def _left_to_the_table(table: Table) -> tuple[str, ...]:
    """The biomes with an attacker in whose battle a card does what only the table sees (P13)."""
    places: set[str] = set()
    for card in table.on_planet():
        if table.changes_battles(card) and not table.is_anomaly(card):
            places.update(_where_it_counts(table, card))
    return tuple(biome for biome in BIOMES if biome in places and table.attackers_in(biome))


def _where_it_counts(table: Table, card: str) -> tuple[str, ...]:
    """Where it fights, or what it is attached to; everywhere, if it is neither an agent nor attached."""
    host = table.attached.get(card)
    if host is None and not table.is_agent(card):
        return BIOMES
    fighting = {*table.attackers, *table.defenders}
    return tuple(table.cards[name].zone for name in (card, host) if name in fighting)


def _order_is_asked(table: Table, attacker: str) -> Happening:
    """M48: the turn player says in which order the defenders of an attacker are damaged."""
    defenders = tuple(sorted(table.against[attacker]))
    player = table.turn_player
    rules = ("P14", "M48")
    yield grounds(f"{player} says in which order “{attacker}” damages its defenders", *rules)
    number = len(defenders)
    return (yield ChoiceAsked(player, "defenders", number, defenders, attacker, rules=rules))


def _strike(table: Table, reach: str, owed: tuple[str, ...]) -> Happening:
    """The agents of this range strike at once; under M49 `attackers_first` the attackers before the others."""
    first = table.law["M49"] == "attackers_first"
    blows = _blows(table, reach, owed)
    if blows.to_defenders or blows.to_attackers:
        yield grounds(f"The {reach} agents strike", "P14")
    said = table.law["M48"] == "attacker_orders"
    order = f"that {table.turn_player} has said" if said else "in which they became its defenders"
    for attacker in blows.ordered:
        yield grounds(f"“{attacker}” damages its defenders in the order {order}", "M48")
    back = "does not strike back" if first else "strikes back all the same"
    for defender in sorted(blows.falling):
        yield grounds(f"An attacker of its own range terminates “{defender}”, and it {back}", "M49")
    table = yield from _blows_land(table, blows.to_defenders)
    landing = _blows(table, reach, owed) if first else blows
    table = yield from _blows_land(table, landing.to_attackers)
    for sector, amount in blows.to_sectors.items():
        why = f"{sector} loses {amount} to {reach} attackers against which nobody defends"
        yield grounds(why, "P9")
        table = yield from durability_changes(table, sector, -amount, ("P9",))
    return (yield from sectors_at_zero_are_lost(table, tuple(blows.to_sectors)))


def _blows_land(table: Table, blows: tuple[tuple[str, int], ...]) -> Happening:
    for agent, amount in blows:
        if table.cards[agent].on_the_planet and not table.over:
            table = yield from card_takes_damage(table, agent, amount, ("P14",))
    return table


def _blows(table: Table, reach: str, owed: tuple[str, ...]) -> Blows:
    """What every agent of this range deals, worked out on the table as it stands."""
    fighting = [
        attacker for attacker in sorted(table.attackers) if table.cards[attacker].zone not in owed
    ]
    striking = [attacker for attacker in fighting if _deals(table, attacker, reach)]
    to_defenders = tuple(
        blow
        for attacker in striking
        for blow in _in_their_order(table, table.against.get(attacker, ()), attacker)
    )
    back = {attacker: _dealt_back(table, attacker, reach) for attacker in fighting}
    return Blows(
        to_defenders,
        tuple((attacker, amount) for attacker, amount in back.items() if amount),
        _to_sectors(table, [attacker for attacker in striking if attacker not in table.against]),
        tuple(attacker for attacker in striking if len(table.against.get(attacker, ())) > 1),
        frozenset(
            defender
            for defender, amount in to_defenders
            if amount >= _terminates(table, defender) and _deals(table, defender, reach)
        ),
    )


def _deals(table: Table, agent: str, reach: str) -> int:
    """What this agent deals when those of this range strike; nothing if it is of another."""
    return _strength(table, agent) if table.printed[agent].range == reach else 0


def _strength(table: Table, agent: str) -> int:
    """How much an agent deals: with an attack of 0 or less nothing."""
    return max(0, table.printed[agent].attack)


def _dealt_back(table: Table, attacker: str, reach: str) -> int:
    return sum(_deals(table, defender, reach) for defender in table.against.get(attacker, ()))


def _to_sectors(table: Table, attackers: list[str]) -> Mapping[str, int]:
    """What these, against whom nobody defends, deal to the sectors that stand, in their order."""
    dealt: dict[str, int] = {}
    for biome in BIOMES:
        for player in (table.opponent, table.turn_player):
            there = (attacker for attacker in attackers if table.cards[attacker].zone == biome)
            against = [
                attacker for attacker in there if table.other(table.cards[attacker].whose) == player
            ]
            if against and table.stands(biome, player):
                dealt[f"{biome}.{player}"] = sum(_strength(table, attacker) for attacker in against)
    return dealt


def _in_their_order(
    table: Table, defenders: tuple[str, ...], attacker: str
) -> Iterator[tuple[str, int]]:
    """P14: each as much as terminates it before the next, the last one the rest."""
    if not defenders:
        return
    attack = _strength(table, attacker)
    *most, last = defenders
    for defender in most:
        amount = min(attack, _terminates(table, defender))
        if amount:
            yield defender, amount
        attack -= amount
    if attack:
        yield last, attack


def _terminates(table: Table, agent: str) -> int:
    """How much more damage terminates this agent; at least 1."""
    return max(1, table.printed[agent].defense - table.cards[agent].damage)
