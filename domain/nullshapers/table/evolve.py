"""What each event makes of the table; those of the queue and the chance."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.evolves import Evolves
from domain.kernel.shapes.passing import Passing
from domain.kernel.shapes.seats import next_seat
from domain.kernel.values import changed, made_of
from domain.nullshapers.law.cards import AMPLIFIERS
from domain.nullshapers.law.outline import AFTER, PHASE
from domain.nullshapers.table import events_queue as e
from domain.nullshapers.table.evolve_table import card_with, move, reactions
from domain.nullshapers.table.evolve_table import evolves as on_the_table
from domain.nullshapers.table.evolve_waiting import evolves as in_waiting
from domain.nullshapers.table.evolve_waiting import owed_no_more
from domain.nullshapers.table.queue import Declared, Item, Spent, Trigger, place_of
from domain.nullshapers.table.state import Table, hundred_of

evolves = Evolves(on_the_table, in_waiting)


def _departures(table: Table, names: tuple[str, ...]) -> tuple[int, ...]:
    cards = table.cards
    return tuple([cards[name].departures if name in cards else 0 for name in names])


def _still_passed(table: Table) -> tuple[str, ...]:
    """Who is not asked again once something has entered (M2)."""
    return table.passed if table.law["M2"] == "until_execution" else ()


@evolves(e.ActionDeclared)
def after_action_declared(table: Table, event: e.ActionDeclared, entry: int) -> Table:
    passed = _still_passed(table)
    asked = [player for player in table.players if player not in passed]
    fields: dict[str, Any] = {
        "queue": (*table.queue, _new_item(table, event, entry)),
        "window": Passing(next_seat(table.players, event.by, asked), passed),
        "chance_since": entry,
        "nothing_entered_since_execution": False,
    }
    if event.skill is None:
        fields["triggers"] = table.triggers + _declared_reactions(table, event, entry)
        if event.card is not None:
            card = event.card
            fields["cards"] = card_with(table, card, zone="queue", since=entry)
    if event.action is not None:
        kind, declared = f"{event.action}/{event.by}", Declared(event.entry, entry)
        before = table.declared.get(kind, ())
        fields["declared"] = {**table.declared, kind: (*before, declared)}
    if not table.queue and event.by != table.turn_player and table.turn_player in table.passed:
        fields["started"] = entry
    return changed(table, **fields)


def _new_item(table: Table, event: e.ActionDeclared, entry: int) -> Item:
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
        departures=_departures(table, event.targets),
        stood=tuple(table.cards[agent].zone for agent in event.targets) if event.to else (),
        option=event.option,
        x=event.x,
        biome=event.biome,
        to=event.to,
        departed=table.cards[event.card].departures if event.card is not None else 0,
        ruled=event.ruled,
    )


def _declared_reactions(table: Table, event: e.ActionDeclared, entry: int) -> tuple[Trigger, ...]:
    if event.action == "attack":
        initiating = reactions(table, "initiate", entry)
        return tuple(one for one in initiating if one.card in event.targets)
    if event.card is not None and table.printed[event.card].type in AMPLIFIERS:
        return reactions(table, "amplify", entry, by=event.by)
    return ()


@evolves(e.EnergyPaid)
def after_energy_paid(table: Table, event: e.EnergyPaid, entry: int) -> Table:
    top = changed(table.queue[-1], paid=event.paid)
    energy = _plus(table, event.player, event.paid, -1)
    spent = _with_spent(table, event.player, Spent(entry, event.paid))
    return changed(table, queue=(*table.queue[:-1], top), energy=energy, spent=spent)


def _with_spent(table: Table, player: str, one: Spent) -> Mapping[str, tuple[Spent, ...]]:
    before = () if one.rules else table.spent.get(player, ())
    return {**table.spent, player: (*before, one)}


def _plus(
    table: Table, player: str, amounts: Mapping[str, int], sign: int
) -> Mapping[str, Mapping[str, int]]:
    own = dict(table.energy[player])
    for kind, amount in amounts.items():
        own[kind] += sign * amount
    return {**table.energy, player: own}


@evolves(e.Passed)
def after_passed(table: Table, event: e.Passed, entry: int) -> Table:
    return changed(
        table,
        window=Passing(event.player, table.passed).passes(table.players, table.players),
        passed_since={**table.passed_since, event.player: entry},
        chance_since=entry,
        ruled=entry if event.ruled else table.ruled,
    )


def _last_to_act(table: Table, player: str, entry: int) -> int | None:
    return entry if player == table.turn_player and not table.queue else table.acted


@evolves(e.CardConverted)
def after_card_converted(table: Table, event: e.CardConverted, entry: int) -> Table:
    cards = card_with(table, event.card, mode="anomaly", mode_since=entry)
    used = entry if event.player == table.turn_player else table.converted
    return changed(
        table, cards=cards, converted=used, acted=_last_to_act(table, event.player, entry)
    )


@evolves(e.AnomalyPlayed)
def after_anomaly_played(table: Table, event: e.AnomalyPlayed, entry: int) -> Table:
    used = entry if event.player == table.turn_player else table.anomaly_played
    moved = move(table, event.card, "staging", event.player, entry, fresh=True)
    return changed(moved, anomaly_played=used, acted=_last_to_act(table, event.player, entry))


@evolves(e.EnergyMade)
def after_energy_made(table: Table, event: e.EnergyMade, entry: int) -> Table:
    energy = _plus(table, event.player, event.made, 1)
    acted = table.acted if event.card is None else _last_to_act(table, event.player, entry)
    return changed(table, energy=energy, acted=acted)


@evolves(e.EnergyLost)
def after_energy_lost(table: Table, event: e.EnergyLost, entry: int) -> Table:
    in_the_phase = PHASE[AFTER[table.step]] == table.phase
    rules = (("A7", "M38") if in_the_phase else ("A7",)) if "A7" in event.rules else ()
    spent = _with_spent(table, event.player, Spent(entry, event.lost, rules))
    return changed(table, energy=_plus(table, event.player, event.lost, -1), spent=spent)


def _without(table: Table, name: str) -> tuple[Item, ...]:
    queue = table.queue
    if queue and queue[-1].name == name:
        return queue[:-1]
    return tuple(item for item in queue if item.name != name)


@evolves(e.ActionExecuted)
def after_action_executed(
    table: Table, event: e.ActionExecuted | e.ActionCancelled, entry: int
) -> Table:
    at = hundred_of(event.entry)
    return changed(
        table,
        left={**table.left, at: {**table.left.get(at, {}), event.entry: entry}},
        queue=_without(table, event.entry),
        window=None,
        nothing_entered_since_execution=True,
    )


@evolves(e.ActionCancelled)
def after_action_cancelled(table: Table, event: e.ActionCancelled, entry: int) -> Table:
    """A battle action that was cancelled need not count (M45)."""
    after = after_action_executed(table, event, entry)
    declared = {
        kind: tuple(
            changed(one, cancelled=True) if one.name == event.entry else one for one in before
        )
        for kind, before in table.declared.items()
    }
    return changed(after, declared=declared) if declared else after


@evolves(e.ActionMarked)
def after_action_marked(table: Table, event: e.ActionMarked, entry: int) -> Table:
    queue = tuple(
        changed(item, marked=entry) if item.name == event.entry else item for item in table.queue
    )
    return changed(table, queue=queue)


@evolves(e.CostGivenBack)
def after_cost_given_back(table: Table, event: e.CostGivenBack, _entry: int) -> Table:
    energy = _plus(table, event.player, event.energy, 1)
    if event.unlocked is None:
        return changed(table, energy=energy)
    return changed(table, energy=energy, cards=card_with(table, event.unlocked, locked=False))


@evolves(e.SkillEntered)
def after_skill_entered(table: Table, event: e.SkillEntered, entry: int) -> Table:
    trigger = table.triggers[place_of(table.triggers, event.card, event.skill)]
    item = made_of(
        Item,
        event,
        name=event.entry,
        since=entry,
        reactive=True,
        departures=_departures(table, event.targets),
        departed=trigger.departed,
    )
    return changed(
        owed_no_more(table, event.card, event.skill),
        queue=(*table.queue, item),
        window=table.window and Passing(table.window.chance, _still_passed(table)),
        entered=True,
        nothing_entered_since_execution=False,
    )


WITH_THE_CHANCE: Mapping[str, Mapping[str, Any]] = {
    "open": {"acted": None, "started": None, "entered": False},
    "entered": {"entered": False},
}
"""What else changes, by what the chance is given after."""


@evolves(e.ChanceGiven)
def after_chance_given(table: Table, event: e.ChanceGiven, entry: int) -> Table:
    also = WITH_THE_CHANCE.get(event.kind, {})
    window = Passing(event.player, () if event.kind == "open" else table.passed)
    return changed(table, window=window, chance_since=entry, beginning=False, owed=(), **also)


@evolves(e.FactReported)
def after_fact_reported(table: Table, event: e.FactReported, entry: int) -> Table:
    after = changed(table, reported=entry, ruled=entry if event.ruled else table.ruled)
    if event.card is None or event.skill is None or table.over:
        return after
    card = table.cards[event.card]
    reacting = Trigger(event.card, event.skill, card.whose, card.departures, entry)
    return changed(after, triggers=(*after.triggers, reacting))
