"""Battle: what was declared happens, who defends against whom, agents go back (K5, P10, P15).

Which agents may advance, attack and defend is in battle_actions (P6 to P8), when in timing (T4).
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from domain.kernel.blocks.passing import Passing
from domain.kernel.blocks.seats import next_seat
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Grounds, grounds
from domain.kernel.values import Event, changed, cites, stored_as
from domain.kernel.wording import list_in_words
from domain.nullshapers.cards import AMPLIFIERS, BIOMES
from domain.nullshapers.chapters.moves import (
    CardMoved,
    cancel,
    card_locks,
    standing_passes_end,
)
from domain.nullshapers.chapters.naming import BattleAction, Defend
from domain.nullshapers.chapters.targets import another_object
from domain.nullshapers.chapters.timing import declared_before, kind_of, readings_of_time
from domain.nullshapers.hidden import quoted_name
from domain.nullshapers.queue import Declared, Item, Trigger, with_capital
from domain.nullshapers.table import Table

DECIDES = ("K5", "P10", "P15")


@stored_as("nullshapers/action_declared/v2")
class ActionDeclared(Event):
    """An action enters the queue, with everything that was declared of it."""

    SAYS = "{by} declares {entry}."

    entry: str
    """Its name in the queue."""
    by: str
    """Who declared it."""
    card: str | None
    """The card played, or whose skill is activated; null for a battle action."""
    skill: str | None = None
    """The skill activated."""
    action: str | None = None
    """`advance`, `attack` or `defend`."""
    targets: tuple[str, ...] = ()
    """As named; agents by the alphabet."""
    option: str | None = None
    """The option picked (D4)."""
    x: int | None = None
    """X as picked (D5)."""
    biome: str | None = None
    """Where an agent is to arrive (P7)."""
    to: Mapping[str, str] | None = None
    """The biome meant for each agent of a battle action."""
    against: Mapping[str, tuple[str, ...]] | None = None
    """Attacker → those that are to defend against it, as it was said (P15)."""
    speed: int = 1
    """As which speed it is answered (N6)."""
    ruled: bool = False
    """A judge made it legal: its targets are only asked for being there."""
    rules: tuple[RuleId, ...] = cites("A1", "D1")

    def after(self, table: Table, entry: int) -> Table:
        passed = table.still_passed()
        asked = [player for player in table.players if player not in passed]
        fields: dict[str, Any] = {
            "queue": (*table.queue, _new_item(table, self, entry)),
            "window": Passing(next_seat(table.players, self.by, asked), passed),
            "chance_since": entry,
            "nothing_entered_since_execution": False,
        }
        if self.skill is None:
            fields["triggers"] = table.triggers + _declared_reactions(table, self, entry)
            if self.card is not None:
                card = self.card
                fields["cards"] = table.card_with(card, zone="queue", since=entry)
        if self.action is not None:
            kind, declared = f"{self.action}/{self.by}", Declared(self.entry, entry)
            before = table.declared.get(kind, ())
            fields["declared"] = {**table.declared, kind: (*before, declared)}
        if not table.queue and self.by != table.turn_player and table.turn_player in table.passed:
            fields["started"] = entry
        return changed(table, **fields)


@stored_as("nullshapers/action_executed/v1")
class ActionExecuted(Event):
    """The top of the queue is carried out."""

    SAYS = "The action {entry} of {by} executes."

    entry: str
    by: str
    rules: tuple[RuleId, ...] = cites("E2")

    def after(self, table: Table, entry: int) -> Table:
        return table.without_action(self.entry, entry)


@stored_as("nullshapers/target_dropped/v1")
class TargetDropped(Event):
    """A target has become invalid and is not affected."""

    SAYS = "“{target}” is not affected: {because}."

    entry: str
    """The action that named it."""
    target: str
    because: str
    """Why it is invalid."""
    rules: tuple[RuleId, ...] = cites("E7")

    def after(self, table: Table, _entry: int) -> Table:
        return table


@stored_as("nullshapers/agents_advanced/v1")
class AgentsAdvanced(Event):
    """Agents go from staging to sectors."""

    SAYS = "Agents advance: {to}."

    entry: str
    to: Mapping[str, str]
    """The biome of each."""
    rules: tuple[RuleId, ...] = cites("P6")

    def after(self, table: Table, entry: int) -> Table:
        return _to_sectors(table, self.to, entry)


@stored_as("nullshapers/attackers_chosen/v1")
class AttackersChosen(Event):
    """Agents become attackers."""

    SAYS = "Attackers: {agents}."

    entry: str
    agents: tuple[str, ...]
    rules: tuple[RuleId, ...] = cites("P7")

    def after(self, table: Table, entry: int) -> Table:
        return _fighting(table, "attackers", self.agents, entry)


@stored_as("nullshapers/defenders_chosen/v2")
class DefendersChosen(Event):
    """Agents become defenders."""

    SAYS = "Defenders: {agents}."

    entry: str
    agents: tuple[str, ...]
    to: Mapping[str, str] | None = None
    """The sectors that agents go to from staging."""
    against: Mapping[str, tuple[str, ...]] | None = None
    """Attacker → those that defend against it from now on; null where the first version did not say it."""
    rules: tuple[RuleId, ...] = cites("P8", "P15")

    def after(self, table: Table, entry: int) -> Table:
        there = _to_sectors(table, self.to or {}, entry)
        new = _against(there, self.agents, {}) if self.against is None else self.against
        behind = {
            attacker: (*table.against.get(attacker, ()), *those) for attacker, those in new.items()
        }
        after = _fighting(there, "defenders", self.agents, entry)
        return changed(after, against={**table.against, **behind})


def _against(
    table: Table, agents: tuple[str, ...], said: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Attacker → those of these agents that defend against it from now on (P15), in their order (M48).

    First those of whom it was said, then the others by the alphabet. Who defends already goes on
    doing so. Nobody is defended against by an agent whose attacker is not there, or that a judge
    let defend though it was named twice, or not at all where several attack.
    """
    new = [agent for agent in agents if agent not in table.defenders]
    named = [(attacker, agent) for attacker, those in said.items() for agent in those]
    times = Counter(agent for _, agent in named)
    pairs = [(attacker, agent) for attacker, agent in named if times[agent] == 1 and agent in new]
    for agent in sorted(agent for agent in new if agent not in times):
        there = [
            attacker
            for attacker in table.attackers_in(table.cards[agent].zone)
            if attacker != agent
        ]
        pairs += [(attacker, agent) for attacker in there if len(there) == 1]
    against: dict[str, tuple[str, ...]] = {}
    for attacker, agent in pairs:
        if attacker != agent and attacker in table.attackers_in(table.cards[agent].zone):
            against[attacker] = (*against.get(attacker, ()), agent)
    return against


def _new_item(table: Table, event: ActionDeclared, entry: int) -> Item:
    # Field by field: made_of takes a microsecond longer, 1.5 % of a ruling.
    return Item(
        name=event.entry,
        since=entry,
        by=event.by,
        speed=event.speed,
        card=event.card,
        skill=event.skill,
        action=event.action,
        targets=event.targets,
        departures=table.departures(event.targets),
        stood=tuple(table.cards[agent].zone for agent in event.targets) if event.to else (),
        option=event.option,
        x=event.x,
        biome=event.biome,
        to=event.to,
        against=event.against,
        departed=table.cards[event.card].departures if event.card is not None else 0,
        ruled=event.ruled,
    )


def _declared_reactions(table: Table, event: ActionDeclared, entry: int) -> tuple[Trigger, ...]:
    if event.action == "attack":
        initiating = table.reactions("initiate", entry)
        return tuple(trigger for trigger in initiating if trigger.card in event.targets)
    if event.card is not None and table.printed[event.card].type in AMPLIFIERS:
        return table.reactions("amplify", entry, by=event.by)
    return ()


def _to_sectors(table: Table, to: Mapping[str, str], entry: int) -> Table:
    after = table
    for agent, biome in to.items():
        after = after.move(agent, biome, after.cards[agent].whose, entry)
    return after


def _fighting(table: Table, side: str, agents: tuple[str, ...], entry: int) -> Table:
    """With these agents among the `attackers` or the `defenders`."""
    new = [agent for agent in agents if agent not in (*table.attackers, *table.defenders)]
    fighters = {agent: changed(table.cards[agent], fights_since=entry) for agent in new}
    there = tuple(dict.fromkeys((*getattr(table, side), *agents)))
    return changed(table, cards={**table.cards, **fighters}, **{side: there})


SPEED = 2
"""The speed that a battle action has for those who answer it."""


def declare_battle_action(table: Table, step: BattleAction) -> Happening:
    """Advance, attack or defend (T4): all the agents are one action in the queue."""
    kind = kind_of(step)
    agents = tuple(sorted(step.agents))
    yield _grounds_of_declaring(table, step, agents)
    table = yield from standing_passes_end(table)
    table = yield ActionDeclared(
        f"q{step.entry}",
        step.by,
        None,
        action=kind,
        targets=agents,
        to=step.agents,
        against=step.against if isinstance(step, Defend) else None,
        speed=SPEED,
        ruled=step.forced,
    )
    if kind == "attack" and table.law["M37"] == "on_declaration":
        yield grounds("The attackers lock as they are declared", "M37")
        table = yield from _attackers_lock(table, agents)
    return table


def _grounds_of_declaring(table: Table, step: BattleAction, agents: tuple[str, ...]) -> Grounds:
    """What is declared, and the rules that allow it now."""
    kind, top = kind_of(step), table.top
    named = ", ".join(f"{quoted_name(table, agent)} in {step.agents[agent]}" for agent in agents)
    against = step.against if isinstance(step, Defend) and step.against else {}
    for attacker, those in against.items():
        quoted = list_in_words(quoted_name(table, agent) for agent in those)
        named += f"; {quoted} against {quoted_name(table, attacker)}"
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
        since=top if top is not None else (),
    )


def _attackers_lock(table: Table, agents: tuple[str, ...]) -> Happening:
    """P7: the attackers lock, but for those with Secure (K5)."""
    for agent in agents:
        printed = table.awake(agent)
        if printed is not None and printed.secure:
            yield grounds("", "K5")
        else:
            table = yield from card_locks(table, agent, ("P7",))
    return table


def battle_action_executes(table: Table, item: Item) -> Happening:
    """The agents are looked at again like targets (E6); the valid ones do what was declared."""
    reasons = {
        agent: _why_it_takes_no_part(table, item, at) for at, agent in enumerate(item.targets)
    }
    valid = tuple(agent for agent, because in reasons.items() if because is None)
    if any(_came_back(table, item, at) for at in range(len(item.targets))):
        yield grounds("", "M13")
    if item.action == "attack" and any(table.cards[agent].locked for agent in valid):
        yield grounds("", "M37")
    if not valid:
        because = "; ".join(reason for reason in reasons.values() if reason)
        return (yield from cancel(item, because, "E8", since=item))
    why = f"{with_capital(item)}, declared in entry {item.since}, executes"
    yield grounds(why, "E6", since=item)
    for agent, reason in reasons.items():
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
    stood = card.zone if item.ruled else item.stood[at]
    card_goes = item.action == "advance" or stood == "staging"
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
    against = _against(_to_sectors(table, to, 0), agents, item.against or {})
    rules = ("P8", "P15") if against else ("P8",)
    return (yield DefendersChosen(item.name, agents, to or None, against, rules))


HAPPENS_OF = {"advance": _advances, "attack": _attacks, "defend": _defends}


def is_contested(table: Table) -> bool:
    """Whether attackers and defenders stand in the same biome."""
    zones = {table.cards[agent].zone for agent in table.attackers}
    return any(table.cards[agent].zone in zones for agent in table.defenders)


def agents_go_back(table: Table) -> Happening:
    """P10: from the sectors to staging, at the end of the damage step."""
    for agent in sorted(table.on_planet()):
        card = table.cards[agent]
        if card.zone in BIOMES and table.is_agent(agent):
            table = yield CardMoved(agent, "staging", card.whose, rules=("P10",))
    return table
