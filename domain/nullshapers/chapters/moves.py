"""What befalls cards and sectors: damage, termination, moving, drawing (E16, E18).

Also cancelling: what becomes of an action that does not happen (E9, E10, E12, E17).
"""

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Since, grounds
from domain.kernel.values import Event, changed, cites, stored_as
from domain.nullshapers.cards import PLANET, spoken_cards, spoken_zone
from domain.nullshapers.queue import Item, Owed, name_of, with_capital
from domain.nullshapers.table import Table

DECIDES = ("E9", "E10", "E16", "E17", "E18")


@stored_as("nullshapers/action_cancelled/v1")
class ActionCancelled(Event):
    """An action leaves the queue without effect."""

    SAYS = "The action {entry} of {by} leaves the queue without effect."

    entry: str
    by: str
    rules: tuple[RuleId, ...] = cites("E8")

    def after(self, table: Table, entry: int) -> Table:
        """A battle action that was cancelled need not count (M45)."""
        after = table.without_action(self.entry, entry)
        declared = {
            kind: tuple(
                changed(item, cancelled=True) if item.name == self.entry else item
                for item in before
            )
            for kind, before in table.declared.items()
        }
        return changed(after, declared=declared) if declared else after


@stored_as("nullshapers/action_marked/v1")
class ActionMarked(Event):
    """An action is cancelled by an effect and keeps its place until it would execute."""

    SAYS = "The action {entry} is cancelled, and keeps its place until it would execute."

    entry: str
    rules: tuple[RuleId, ...] = cites("E17")

    def after(self, table: Table, entry: int) -> Table:
        queue = tuple(
            changed(item, marked=entry) if item.name == self.entry else item for item in table.queue
        )
        return changed(table, queue=queue)


@stored_as("nullshapers/cost_given_back/v1")
class CostGivenBack(Event):
    """What was paid for a cancelled action goes back."""

    SAYS = "{player} gets back {energy}."

    player: str
    energy: Mapping[str, int]
    """Kind of energy and number."""
    unlocked: str | None = None
    """The card that was locked for the cost and unlocks."""
    rules: tuple[RuleId, ...] = cites("M12")

    def after(self, table: Table, _entry: int) -> Table:
        energy = table.plus(self.player, self.energy, 1)
        if self.unlocked is None:
            return changed(table, energy=energy)
        return changed(table, energy=energy, cards=table.card_with(self.unlocked, locked=False))


@stored_as("nullshapers/standing_passes_ended/v1")
class StandingPassesEnded(Event):
    """Nobody passes by themselves any more."""

    SAYS = "The standing passes of {players} have ended."
    TELLS_STEP = False

    players: tuple[str, ...]
    """Who did."""
    rules: tuple[RuleId, ...] = cites("N7")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, standing={})


@stored_as("nullshapers/card_moved/v1")
class CardMoved(Event):
    """A card goes from one place to another."""

    SAYS = "“{card}” goes to {event.area} of {player}."

    card: str
    to: str
    """The zone."""
    player: str
    """Whose area it is."""
    fresh: bool = False
    """It has arrived on the planet."""
    executed: bool = False
    """It has arrived by executing."""
    rules: tuple[RuleId, ...] = cites("E11")

    @property
    def area(self) -> str:
        return spoken_zone(self.to)

    def after(self, table: Table, entry: int) -> Table:
        return table.move(self.card, self.to, self.player, entry, self.fresh, self.executed)


@stored_as("nullshapers/card_damaged/v1")
class CardDamaged(Event):
    """A card takes damage, or its damage wears off."""

    SAYS = "“{card}” has {damage} damage."

    card: str
    amount: int
    damage: int
    """What it has now."""
    rules: tuple[RuleId, ...] = cites("E20")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, cards=table.card_with(self.card, damage=self.damage))


@stored_as("nullshapers/card_terminated/v1")
class CardTerminated(Event):
    """A card is terminated and goes to a cache."""

    SAYS = "“{card}” is terminated, and goes to the cache of {player}."

    card: str
    player: str
    """Whose cache."""
    rules: tuple[RuleId, ...] = cites("E18")

    def after(self, table: Table, entry: int) -> Table:
        return table.move(self.card, "cache", self.player, entry)


@stored_as("nullshapers/card_locked/v1")
class CardLocked(Event):
    """A card locks."""

    SAYS = "“{card}” locks."

    card: str
    cost_of: str | None = None
    """The action it locks for as a cost."""
    rules: tuple[RuleId, ...] = cites("E20")

    def after(self, table: Table, entry: int) -> Table:
        after = changed(table, cards=table.card_with(self.card, locked=True, locked_since=entry))
        if self.cost_of is None:
            return after
        return changed(
            after, queue=(*after.queue[:-1], changed(after.queue[-1], locked_for_it=True))
        )


@stored_as("nullshapers/card_unlocked/v1")
class CardUnlocked(Event):
    """A card unlocks."""

    SAYS = "“{card}” unlocks."

    card: str
    rules: tuple[RuleId, ...] = cites("E20")

    def after(self, table: Table, entry: int) -> Table:
        return changed(table, cards=table.card_with(self.card, locked=False, locked_since=entry))


@stored_as("nullshapers/durability_changed/v1")
class DurabilityChanged(Event):
    """The durability of a sector changes."""

    SAYS = "The durability of {sector} is {durability}."

    sector: str
    amount: int
    durability: int
    """What it is now."""
    rules: tuple[RuleId, ...] = cites("E20")

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table, sectors={**table.sectors, self.sector: self.durability})


@stored_as("nullshapers/cards_drawn/v1")
class CardsDrawn(Event):
    """A player draws."""

    SAYS = "{player} draws {number}."

    player: str
    number: int
    """How many he draws."""
    cards: tuple[str, ...] = ()
    """Those the record knows."""
    short: bool = False
    """He could not draw them all."""
    rules: tuple[RuleId, ...] = cites("P3")

    def after(self, table: Table, entry: int) -> Table:
        fields: dict[str, Any] = {}
        if self.cards:
            drawn = {id: changed(table.cards[id], zone="hand", since=entry) for id in self.cards}
            deck = table.decks[self.player] or ()
            fields["cards"] = {**table.cards, **drawn}
            fields["decks"] = {**table.decks, self.player: deck[len(self.cards) :]}
        if self.short:
            fields["owed"] = (*table.owed, Owed(self.player, "biome", 1, entry))
        return changed(table, **fields)


def standing_passes_end(table: Table) -> Happening:
    """N7: nobody passes by themselves any more; whoever would have is asked again."""
    if table.standing:
        players = tuple(player for player in table.players if player in table.standing)
        table = yield StandingPassesEnded(players)
    return table


def card_goes(
    table: Table, card: str, to: str, player: str, rules: tuple[str, ...], fresh: bool = False
) -> Happening:
    """A card moves; if it leaves the planet its modifications are terminated (E16). `fresh`: new this turn."""
    lost = _modifications(table, card) if to not in PLANET else []
    table = yield CardMoved(card, to, player, fresh, rules=rules)
    return (yield from _lose_their_host(table, lost, card))


def card_is_terminated(table: Table, card: str, rules: tuple[str, ...]) -> Happening:
    """A card on the planet goes to a cache, whose M16 says, and its modifications are terminated (E16)."""
    owner, controller = table.printed[card].owner, table.cards[card].whose
    whose = owner
    if owner != controller and table.law["M16"] == "controller":
        whose = controller
        yield grounds(f"“{card}” goes to the cache of {controller}, who controlled it", "M16")
    lost = _modifications(table, card)
    table = yield CardTerminated(card, whose, rules)
    return (yield from _lose_their_host(table, lost, card))


def _modifications(table: Table, host: str) -> list[str]:
    """The modifications attached to this card, in the order in which they came onto the planet."""
    modifications = [
        one
        for one, on in table.attached.items()
        if on == host and table.printed[one].is_modification and not table.is_anomaly(one)
    ]
    return sorted(modifications, key=lambda one: table.cards[one].arrived)


def _lose_their_host(table: Table, modifications: list[str], host: str) -> Happening:
    for modification in modifications:
        if not table.over and table.cards[modification].on_the_planet:
            yield grounds(
                f"“{modification}” was attached to “{host}” and is terminated with it", "E16"
            )
            table = yield from card_is_terminated(table, modification, ("E16",))
    return table


def card_takes_damage(table: Table, card: str, amount: int, rules: tuple[str, ...]) -> Happening:
    """So much damage more on a card, or less; an agent with as much as its defense is terminated (E18)."""
    damage = max(0, table.cards[card].damage + amount)
    if damage != table.cards[card].damage:
        table = yield CardDamaged(card, damage - table.cards[card].damage, damage, rules)
    defense = table.printed[card].defense
    if table.over or not table.is_agent(card) or damage < defense:
        return table
    yield grounds(f"“{card}” has {damage} damage and {defense} defense: it is terminated", "E18")
    return (yield from card_is_terminated(table, card, ("E18",)))


def card_locks(table: Table, card: str, rules: tuple[str, ...]) -> Happening:
    if not table.cards[card].locked:
        table = yield CardLocked(card, rules=rules)
    return table


def card_unlocks(table: Table, card: str, rules: tuple[str, ...]) -> Happening:
    if table.cards[card].locked:
        table = yield CardUnlocked(card, rules)
    return table


def durability_changes(table: Table, sector: str, amount: int, rules: tuple[str, ...]) -> Happening:
    if amount:
        table = yield DurabilityChanged(sector, amount, table.sectors[sector] + amount, rules)
    return table


def player_draws(table: Table, player: str, number: int, rules: tuple[str, ...]) -> Happening:
    """So many cards from the top of the deck, in one drawing, which can bring one collapse (W3)."""
    if number <= 0:
        return table
    deck = table.decks[player]
    taken = () if deck is None else deck[:number]
    short = deck is not None and len(deck) < number
    if short:
        yield grounds(f"{player} has to draw {number} and has only {len(taken)} to draw", "W3")
    drawn = number if deck is None else len(taken)
    if drawn:
        yield grounds(f"{player} draws {spoken_cards(drawn)}")
    return (yield CardsDrawn(player, number, taken, short, rules))


def cancel(item: Item, because: str, *cites: str, since: Since = ()) -> Happening:
    """An action leaves the queue without effect; a card goes to its owner's cache at once.

    `cites`: the rule by which it does, then the readings.
    """
    rule = "E9" if item.is_card else "E10"
    yield grounds(f"{with_capital(item)} is cancelled: {because}", *cites, rule, since=since)
    table = yield ActionCancelled(item.name, item.by, cites[:1])
    if item.is_card:
        assert item.card is not None
        owner = table.printed[item.card].owner
        whose = item.by if table.law["M16"] == "controller" else owner
        table = yield CardMoved(item.card, "cache", whose, rules=("E9",))
    return (yield from _give_back_what_was_paid(table, item))


def _give_back_what_was_paid(table: Table, item: Item) -> Happening:
    """M12: where the table reads it so, the energy comes back, and the card locked for it unlocks."""
    if table.law["M12"] == "kept" or not (item.paid or item.locked_for_it):
        return table
    unlocked = item.card if item.locked_for_it and its_card_never_left(table, item) else None
    if item.paid or unlocked:
        yield grounds(f"{item.by} gets back what was paid for {name_of(item)}", "M12")
        table = yield CostGivenBack(item.by, item.paid, unlocked)
    return table


def its_card_never_left(table: Table, item: Item) -> bool:
    """Whether the card of the action has been on the planet ever since it was declared."""
    assert item.card is not None
    card = table.cards[item.card]
    return card.on_the_planet and card.departures == item.departed


def effect_cancels(table: Table, item: Item) -> Happening:
    """The action leaves the queue at once, or keeps its place until it would execute, as M15 says (E17)."""
    if table.law["M15"] == "at_once":
        return (yield from cancel(item, "an effect takes it out of the queue", "E20"))
    if item.marked is not None:
        again = f"{with_capital(item)} was cancelled before, and keeps its place all the same"
        yield grounds(again, "E17", "M15", since=item.marked)
        return table
    until = "keeps its place until it would execute"
    yield grounds(f"{with_capital(item)} is cancelled, and {until}", "E17", "M15")
    return (yield ActionMarked(item.name))


Happens = Callable[[Table, Any], Happening]
"""What a step does: (table, step) → what happens."""


def ending_standing_passes_if_ruled(happens: Happens) -> Happens:
    """What a step does; if a judge lets it happen, standing passes end first (N7)."""

    def happening(table: Table, step: Any) -> Happening:
        return passes_end_first(table, step) if step.forced else happens(table, step)

    def passes_end_first(table: Table, step: Any) -> Happening:
        table = yield from standing_passes_end(table)
        return (yield from happens(table, step))

    return happening
