"""Battle: what was declared happens, undefended attackers strike, agents go back (K5, P9, P10).

Which agents may advance, attack and defend is in battle_actions (P6 to P8), when in timing (T4).
"""

from itertools import product

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Grounds, grounds
from domain.nullshapers.law.cards import BIOMES
from domain.nullshapers.play import moves
from domain.nullshapers.play.targets import another_object
from domain.nullshapers.play.timing import declared_before, kind_of, readings_of_time
from domain.nullshapers.play.winning import sectors_at_zero_are_lost
from domain.nullshapers.table.events_queue import ActionDeclared, ActionExecuted, TargetDropped
from domain.nullshapers.table.events_table import (
    AgentsAdvanced,
    AttackersChosen,
    CardMoved,
    DefendersChosen,
)
from domain.nullshapers.table.hidden import quoted_name
from domain.nullshapers.table.queue import Item, with_capital
from domain.nullshapers.table.state import Table
from domain.nullshapers.table.steps import BattleAction

DECIDES = ("K5", "P9", "P10")

SPEED = 2
"""The speed that a battle action has for those who answer it."""


def declare_battle_action(table: Table, step: BattleAction) -> Happening:
    """Advance, attack or defend (T4): all the agents are one action in the queue."""
    kind, top = kind_of(step), table.top
    agents = tuple(sorted(step.agents))
    yield _grounds_of_declaring(table, step, agents)
    table = yield from moves.standing_passes_end(table)
    table = yield ActionDeclared(
        f"q{step.entry}",
        step.by,
        None,
        action=kind,
        targets=agents,
        to=step.agents,
        speed=SPEED,
        ruled=step.forced,
        rules=("D1", "T4", *(("T7",) if top is None or step.forced else ("N2", "N6"))),
    )
    if kind == "attack" and table.law["M37"] == "on_declaration":
        yield grounds("The attackers lock as they are declared", "M37")
        table = yield from _attackers_lock(table, agents)
    return table


def _grounds_of_declaring(table: Table, step: BattleAction, agents: tuple[str, ...]) -> Grounds:
    """What is declared, and the rules that allow it now."""
    kind, top = kind_of(step), table.top
    named = ", ".join(f"{quoted_name(table, agent)} in {step.agents[agent]}" for agent in agents)
    ready = kind == "attack" and any(
        table.cards[agent].fresh and table.printed[agent].ready for agent in agents
    )
    staged = any(table.cards[agent].zone == "staging" for agent in agents)
    from_staging = staged and table.law["M29"] == "from_staging"
    return grounds(
        f"{step.by} declares the {'defence' if kind == 'defend' else kind}: {named}",
        "A1",
        "T4",
        *(("N1", "M46") if top is not None else ()),
        *(("M45",) if declared_before(table, step) else ()),
        *readings_of_time(table, SPEED),
        *(("K4",) if ready else ()),
        *(("M29",) if kind == "defend" and from_staging else ()),
        since=(top.since,) if top is not None else (),
    )


def _attackers_lock(table: Table, agents: tuple[str, ...]) -> Happening:
    """P7: the attackers lock, but for those with Secure (K5)."""
    for agent in agents:
        printed = table.awake(agent)
        if printed is not None and printed.secure:
            yield grounds("", "K5")
        else:
            table = yield from moves.card_locks(table, agent, ("P7",))
    return table


def battle_action_executes(table: Table, item: Item) -> Happening:
    """The agents are looked at again like targets (E6); the valid ones do what was declared."""
    found = {agent: _why_it_takes_no_part(table, item, at) for at, agent in enumerate(item.targets)}
    valid = tuple(agent for agent, because in found.items() if because is None)
    if any(_came_back(table, item, at) for at in range(len(item.targets))):
        yield grounds("", "M13")
    if not valid:
        because = "; ".join(reason for reason in found.values() if reason)
        return (yield from moves.cancel(table, item, because, "E8", since=(item.since,)))
    why = f"{with_capital(item)}, declared in entry {item.since}, executes"
    yield grounds(why, "E6", since=(item.since,))
    for agent, reason in found.items():
        if reason is not None:
            yield grounds(f"{reason}, and takes no part", "E7")
            table = yield TargetDropped(item.name, agent, reason)
    table = yield ActionExecuted(item.name, item.by)
    assert item.action is not None
    return (yield from HAPPENS_OF[item.action](table, item, valid))


def _came_back(table: Table, item: Item, at: int) -> bool:
    """Whether this agent has left the planet since it was declared, and is there again (M13)."""
    return another_object(table, item, at) and table.cards[item.targets[at]].on_the_planet


def _why_it_takes_no_part(table: Table, item: Item, at: int) -> str | None:
    """Why this agent is no longer part of the action; None when it is."""
    agent = item.targets[at]
    card = table.cards[agent]
    if not card.on_the_planet:
        named = f"“{agent}”" if another_object(table, item, at) else quoted_name(table, agent)
        return f"{named} is not on the planet any more"
    if table.law["M13"] == "new_object" and another_object(table, item, at):
        return f"“{agent}” left the planet and came back: it is another object"
    assert item.to is not None
    biome = item.to[agent]
    card_goes = item.action == "advance" or item.stood[at] == "staging"
    if card_goes and not table.stands(biome, card.whose):
        return f"the sector in {biome} for “{agent}” is lost"
    if item.ruled:
        return None
    if card.zone != item.stood[at] and not (
        card_goes and item.action == "defend" and card.zone == biome
    ):
        return f"“{agent}” is no longer where it stood"
    locks_first = item.action == "attack" and table.law["M37"] == "on_declaration"
    if item.action != "advance" and card.locked and not locks_first:
        return f"“{agent}” is locked since entry {card.locked_since}"
    return None


def _advances(_table: Table, item: Item, agents: tuple[str, ...]) -> Happening:
    assert item.to is not None
    return (yield AgentsAdvanced(item.name, {agent: item.to[agent] for agent in agents}))


def _attacks(table: Table, item: Item, agents: tuple[str, ...]) -> Happening:
    table = yield AttackersChosen(item.name, agents)
    if table.law["M37"] == "on_execution":
        table = yield from _attackers_lock(table, agents)
    return table


def _defends(table: Table, item: Item, agents: tuple[str, ...]) -> Happening:
    assert item.to is not None
    to = {agent: item.to[agent] for agent in agents if table.cards[agent].zone == "staging"}
    if to and table.law["M29"] == "from_staging":
        yield grounds("", "M29")
    return (yield DefendersChosen(item.name, agents, to or None))


HAPPENS_OF = {"advance": _advances, "attack": _attacks, "defend": _defends}


def is_contested(table: Table) -> bool:
    """Whether attackers and defenders stand in the same biome."""
    zones = {table.cards[agent].zone for agent in table.attackers}
    return any(table.cards[agent].zone in zones for agent in table.defenders)


def undefended_attackers_strike(table: Table) -> Happening:
    """P9: ranged before melee, in every biome that nobody defends; nobody answers this."""
    defended = {table.cards[agent].zone for agent in table.defenders}
    for reach in ("ranged", "melee"):
        hit = []
        for biome, enemy in product(BIOMES, (table.opponent, table.turn_player)):
            attack = _attack_in(table, biome, reach, table.other(enemy))
            if attack and biome not in defended and table.stands(biome, enemy):
                sector = f"{biome}.{enemy}"
                why = f"{sector} is undefended and loses {attack} to {reach} attackers"
                yield grounds(why, "P9")
                table = yield from moves.durability_changes(table, sector, -attack, ("P9",))
                hit.append(sector)
        table = yield from sectors_at_zero_are_lost(table, tuple(hit))
    return table


def _attack_in(table: Table, biome: str, reach: str, player: str) -> int:
    """The attack of this player's attackers there; a judge may have let the opponent attack, too."""
    return sum(
        table.printed[agent].attack
        for agent in table.attackers
        if table.cards[agent].zone == biome
        and table.cards[agent].whose == player
        and table.printed[agent].range == reach
    )


def agents_go_back(table: Table) -> Happening:
    """P10: from the sectors to staging, at the end of the damage step."""
    for agent in sorted(table.on_planet()):
        card = table.cards[agent]
        if card.zone in BIOMES and table.is_agent(agent):
            table = yield CardMoved(agent, "staging", card.whose, rules=("P10",))
    return table
