"""What events make of cards, sectors, the turn and the match."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.evolves import Evolves
from domain.kernel.values import changed, without_item
from domain.nullshapers.law.cards import PLANET
from domain.nullshapers.table import events_table as e
from domain.nullshapers.table.events_queue import TargetDropped, TextReported
from domain.nullshapers.table.queue import Owed, Spent, Trigger
from domain.nullshapers.table.state import Card, Table

evolves = Evolves()


def card_with(table: Table, card: str, **fields: Any) -> Mapping[str, Card]:
    return {**table.cards, card: changed(table.cards[card], **fields)}


def reactions(
    table: Table, when: str, since: int, card: str | None = None, by: str | None = None
) -> tuple[Trigger, ...]:
    """Skills on the planet that react to this, of this card or player only if named.

    Where the cause is one, the card comes first that came onto the planet first (M47).
    """
    found = []
    for id, skill in table.reacting.get(when, ()):
        if card is not None and id != card:
            continue
        one = table.cards[id]
        if one.zone in PLANET and one.mode != "anomaly" and (by is None or one.whose == by):
            found.append(Trigger(id, skill, one.whose, one.departures, since))
    return tuple(sorted(found, key=lambda one: table.cards[one.card].arrived))


evolves.sets(TargetDropped, TextReported, e.Conceded)


def move(
    table: Table,
    card: str,
    to: str,
    player: str,
    entry: int,
    fresh: bool = False,
    executed: bool = False,
) -> Table:
    """The table with this card elsewhere; what it loses by leaving the planet, and who reacts."""
    before = table.cards[card]
    leaves = before.zone in PLANET and to not in PLANET
    moving: dict[str, Any] = {"zone": to, "whose": player, "since": entry}
    fields = _left_behind(table, card, to, player)
    if leaves:
        moving |= {"damage": 0, "locked": False, "fresh": False}
    if leaves or before.zone == "cache" != to:
        moving["departures"] = before.departures + 1
    if before.zone not in PLANET and to in PLANET:
        moving |= {"fresh": fresh, "locked": False, "arrived": table.arrivals}
        fields["arrivals"] = table.arrivals + 1
    fields["cards"] = card_with(table, card, **moving)
    after = changed(table, **fields)
    if table.over:
        return after
    reacting = reactions(table, "despawn", entry, card=card) if leaves and to == "cache" else ()
    if executed:
        reacting = reactions(after, "deploy", entry, card=card)
    return changed(after, triggers=after.triggers + reacting) if reacting else after


def _left_behind(table: Table, card: str, to: str, player: str) -> dict[str, Any]:
    """What changes where the card was: its deck, its fight and, if it leaves the planet, attachments."""
    zone = table.cards[card].zone
    fields: dict[str, Any] = {}
    if zone != to:
        fields["attackers"] = tuple(one for one in table.attackers if one != card)
        fields["defenders"] = tuple(one for one in table.defenders if one != card)
    if zone in PLANET and to not in PLANET:
        fields["attached"] = {
            one: host for one, host in table.attached.items() if card not in (one, host)
        }
    if "deck" in (zone, to):
        fields["decks"] = _decks(table, card, zone, to, player)
    return fields


def _decks(
    table: Table, card: str, zone: str, to: str, player: str
) -> Mapping[str, tuple[str, ...] | None]:
    decks = dict(table.decks)
    if zone == "deck":
        owner = table.cards[card].whose
        deck = decks[owner]
        decks[owner] = None if deck is None else tuple(one for one in deck if one != card)
    if to == "deck":
        deck = decks[player]
        decks[player] = None if deck is None else (*deck, card)
    return decks


@evolves(e.CardMoved)
def after_card_moved(table: Table, event: e.CardMoved, entry: int) -> Table:
    return move(table, event.card, event.to, event.player, entry, event.fresh, event.executed)


@evolves(e.CardTerminated)
def after_card_terminated(table: Table, event: e.CardTerminated, entry: int) -> Table:
    return move(table, event.card, "cache", event.player, entry)


@evolves(e.CardAttached)
def after_card_attached(table: Table, event: e.CardAttached, _entry: int) -> Table:
    if event.to is None:
        return changed(table, attached=without_item(table.attached, event.card))
    return changed(table, attached={**table.attached, event.card: event.to})


@evolves(e.CardDamaged)
def after_card_damaged(table: Table, event: e.CardDamaged, _entry: int) -> Table:
    return changed(table, cards=card_with(table, event.card, damage=event.damage))


@evolves(e.CardLocked)
def after_card_locked(table: Table, event: e.CardLocked, entry: int) -> Table:
    after = changed(table, cards=card_with(table, event.card, locked=True, locked_since=entry))
    if event.cost_of is None:
        return after
    return changed(after, queue=(*after.queue[:-1], changed(after.queue[-1], locked_for_it=True)))


@evolves(e.CardUnlocked)
def after_card_unlocked(table: Table, event: e.CardUnlocked, entry: int) -> Table:
    return changed(table, cards=card_with(table, event.card, locked=False, locked_since=entry))


@evolves(e.SpeedChanged)
def after_speed_changed(table: Table, event: e.SpeedChanged, entry: int) -> Table:
    return changed(table, cards=card_with(table, event.card, speed=event.speed, speed_since=entry))


@evolves(e.DurabilityChanged)
def after_durability_changed(table: Table, event: e.DurabilityChanged, _entry: int) -> Table:
    return changed(table, sectors={**table.sectors, event.sector: event.durability})


@evolves(e.BiomeLost)
def after_biome_lost(table: Table, event: e.BiomeLost, entry: int) -> Table:
    losers = tuple(
        player
        for player in table.players
        if player == event.player or player in table.lost[event.biome]
    )
    owed = paid_off(table, event.player, "biome") if event.collapse else table.owed
    lost = {**table.lost, event.biome: losers}
    since = {**table.lost_since, f"{event.biome}.{event.player}": entry}
    return changed(table, lost=lost, owed=owed, lost_since=since)


def paid_off(table: Table, player: str, kind: str) -> tuple[Owed, ...]:
    """What is owed without the first of this kind that this player owes."""
    owed = table.owed
    at = next((n for n, one in enumerate(owed) if (one.player, one.kind) == (player, kind)), None)
    return owed if at is None else owed[:at] + owed[at + 1 :]


@evolves(e.CardsDrawn)
def after_cards_drawn(table: Table, event: e.CardsDrawn, entry: int) -> Table:
    fields: dict[str, Any] = {}
    if event.cards:
        drawn = {id: changed(table.cards[id], zone="hand", since=entry) for id in event.cards}
        deck = table.decks[event.player] or ()
        fields["cards"] = {**table.cards, **drawn}
        fields["decks"] = {**table.decks, event.player: deck[len(event.cards) :]}
    if event.short:
        fields["owed"] = (*table.owed, Owed(event.player, "biome", 1, entry))
    return changed(table, **fields)


@evolves(e.AgentsAdvanced)
def after_agents_advanced(table: Table, event: e.AgentsAdvanced, entry: int) -> Table:
    return _to_sectors(table, event.to, entry)


def _to_sectors(table: Table, to: Mapping[str, str], entry: int) -> Table:
    after = table
    for agent, biome in to.items():
        after = move(after, agent, biome, after.cards[agent].whose, entry)
    return after


@evolves(e.AttackersChosen)
def after_attackers_chosen(table: Table, event: e.AttackersChosen, entry: int) -> Table:
    return _fighting(table, "attackers", event.agents, entry)


def _fighting(table: Table, side: str, agents: tuple[str, ...], entry: int) -> Table:
    """With these agents among the `attackers` or the `defenders`."""
    new = [one for one in agents if one not in (*table.attackers, *table.defenders)]
    fighters = {one: changed(table.cards[one], fights_since=entry) for one in new}
    there = tuple(dict.fromkeys((*getattr(table, side), *agents)))
    return changed(table, cards={**table.cards, **fighters}, **{side: there})


@evolves(e.DefendersChosen)
def after_defenders_chosen(table: Table, event: e.DefendersChosen, entry: int) -> Table:
    return _fighting(_to_sectors(table, event.to or {}, entry), "defenders", event.agents, entry)


@evolves(e.StepEnded)
def after_step_ended(table: Table, event: e.StepEnded, entry: int) -> Table:
    after = changed(table, window=None, started=None, spent=_still_gone(table, entry))
    if event.step == "damage":
        return changed(after, attackers=(), defenders=())
    return after


def _still_gone(table: Table, entry: int) -> Mapping[str, tuple[Spent, ...]]:
    """What was lost with an earlier step would have been lost with this one (A7)."""
    return {
        player: (*gone, Spent(entry, {}, gone[0].rules))
        if gone and gone[0].rules and gone[-1].since != entry
        else gone
        for player, gone in table.spent.items()
    }


@evolves(e.StepBegan)
def after_step_began(table: Table, event: e.StepBegan, entry: int) -> Table:
    after = changed(table, step=event.step, beginning=True, declared={}, step_since=entry)
    when = {"maintenance": "start_of_turn", "attack": "start_of_attack"}.get(event.step)
    if when is None:
        return after
    return changed(after, triggers=after.triggers + reactions(after, when, entry))


@evolves(e.TurnBegan)
def after_turn_began(table: Table, event: e.TurnBegan, entry: int) -> Table:
    cards = {
        id: changed(card, fresh=False) if card.fresh else card for id, card in table.cards.items()
    }
    turn = {"turn": event.turn, "turn_player": event.player, "turn_since": entry}
    return changed(table, cards=cards, spent={}, converted=None, anomaly_played=None, **turn)


@evolves(e.MatchWon, e.MatchDrawn)
def after_match_ended(table: Table, event: e.MatchWon | e.MatchDrawn, _entry: int) -> Table:
    winner = event.winner if isinstance(event, e.MatchWon) else None
    window = table.window and table.window.after_acting()
    return changed(table, over=True, winner=winner, window=window, standing={}, choice=None)
