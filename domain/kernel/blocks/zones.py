"""Cards in zones: which card lies where, whose it is, since which entry, and who knows it.

    zones: Zones                                                            a field of the table
    Zones({"deck": NOBODY, "hand": OWNER, "discard": ALL}).laid_out("deck", {"ana": {"oak1": "oak"}})
    changed(table, zones=table.zones.moved(event.card, "hand", event.by, entry))

From it follow what is hidden from whom (`hiding_of`), what may stand in a field (`card_in`, `card_names`),
the check that a card is where it has to be (`lies_in_their`), the view and the groups of the board.
What a zone means, and when a card moves, is the ruleset's.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Literal

from domain.kernel.board import Group, Piece
from domain.kernel.fields import Names, OneOf, one_of
from domain.kernel.hiding import HIDDEN, Hiding
from domain.kernel.rulebook import RuleId
from domain.kernel.ruling import Check, Refusal, illegal, requires
from domain.kernel.steps import JUDGE
from domain.kernel.table_part import TablePart
from domain.kernel.values import Value, changed
from domain.kernel.wording import count

Knows = Literal["all", "owner", "nobody"]
"""Who knows which cards lie in a zone."""
ALL: Knows = "all"
OWNER: Knows = "owner"
NOBODY: Knows = "nobody"


class Card(Value):
    """A card, and where it lies; as `since=` it names the entry that brought it there."""

    kind: str
    """What it is: its name in the rulebook."""
    zone: str
    whose: str
    since: int = 0
    """The entry that brought it there; 0 for the set-up."""
    shown: bool = False
    """Whether all know which card it is, wherever it lies."""

    def lies_in(self, zone: str, whose: str | None = None) -> bool:
        """Whether it lies in this zone, of this player or of any."""
        return self.zone == zone and whose in (None, self.whose)


class Zones(Value):
    """All cards, in the order in which they came where they are: the top of a deck is its first."""

    known_to: Mapping[str, Knows]
    """Every zone, with who knows what lies in it."""
    cards: Mapping[str, Card] = {}

    def laid_out(self, zone: str, of_each: Mapping[str, Mapping[str, str]]) -> "Zones":
        """With the cards of a set-up in this zone: player → card → its kind."""
        more = {
            name: Card(kind, zone, player, shown=self.known_to[zone] == ALL)
            for player, cards in of_each.items()
            for name, kind in cards.items()
        }
        return changed(self, cards={**self.cards, **more})

    def moved(self, name: str, zone: str, whose: str, entry: int) -> "Zones":
        """With the card in another zone, behind those that lie there; what all have seen they go on knowing."""
        card = self.cards[name]
        shown = card.shown or self.known_to[zone] == ALL
        others = {other: one for other, one in self.cards.items() if other != name}
        return changed(self, cards={**others, name: Card(card.kind, zone, whose, entry, shown)})

    def all_moved(self, names: Iterable[str], zone: str, whose: str, entry: int) -> "Zones":
        """With these cards in another zone, in this order."""
        after = self
        for name in names:
            after = after.moved(name, zone, whose, entry)
        return after

    def laid_anew(self, zone: str, whose: str, names: Iterable[str], entry: int) -> "Zones":
        """With these cards in this zone, in this order; those that lay there go on lying since they came."""
        after = self
        for name in names:
            since = self.cards[name].since if self.lies(name, zone, whose) else entry
            after = after.moved(name, zone, whose, since)
        return after

    def parts(self, field: str, words: Collection[str]) -> dict[tuple[str, ...], TablePart]:
        """How each zone is put right, by the word that a set-up with these words has for it.

        `field`: the field of the table that holds these zones.
        """
        return {_word_of(zone, words): _pile(field, zone) for zone in self.known_to}

    def with_shown(self, name: str) -> "Zones":
        """With all knowing which card it is; it stays where it lies."""
        return changed(self, cards={**self.cards, name: changed(self.cards[name], shown=True)})

    def shuffled(self, zone: str, whose: str) -> "Zones":
        """With nobody knowing any more which card is which there, and in no order that tells it."""
        there = self.lying(zone, whose)
        others = {name: card for name, card in self.cards.items() if name not in there}
        mixed = {name: changed(self.cards[name], shown=False) for name in sorted(there)}
        return changed(self, cards={**others, **mixed})

    def lying(self, zone: str, whose: str | None = None) -> tuple[str, ...]:
        """The cards of this zone, of one player or of all."""
        return tuple(name for name, card in self.cards.items() if card.lies_in(zone, whose))

    def lies(self, name: str, zone: str, whose: str | None = None) -> bool:
        """Whether there is such a card, and it lies there."""
        card = self.cards.get(name)
        return card is not None and card.lies_in(zone, whose)

    def top(self, zone: str, whose: str) -> str | None:
        """The first card of this zone, such as the next one of a deck."""
        return next(iter(self.lying(zone, whose)), None)

    def sees(self, viewer: str, name: str) -> bool:
        """Whether this viewer may know which card it is."""
        card = self.cards[name]
        return card.shown or self._open_to(viewer, card.zone, card.whose)

    def _open_to(self, viewer: str, zone: str, whose: str) -> bool:
        """Whether this viewer knows everything that lies there."""
        knows = self.known_to[zone]
        return viewer == JUDGE or knows == ALL or (knows == OWNER and viewer == whose)

    def seen(self, viewer: str, zone: str, whose: str) -> tuple[str, ...]:
        """The cards there that this viewer may know."""
        return tuple(name for name in self.lying(zone, whose) if self.sees(viewer, name))

    def of_each(self, viewer: str, zone: str, players: Iterable[str]) -> dict[str, Any]:
        """Player → the cards that the viewer sees there, HIDDEN for others; how many, if they see none.

        What only its owner knows, such as a hand, has no order.
        """
        return {player: self._in_view(viewer, zone, player) for player in players}

    def _in_view(self, viewer: str, zone: str, whose: str) -> list[str] | int:
        there = self.lying(zone, whose)
        seen = [name for name in there if self.sees(viewer, name)]
        if not seen and not self._open_to(viewer, zone, whose):
            return len(there)
        if self.known_to[zone] == OWNER:
            return sorted(seen) + [HIDDEN] * (len(there) - len(seen))
        return [name if name in seen else HIDDEN for name in there]

    def in_view(self, viewer: str) -> dict[str, Any]:
        """Zone → player → what the viewer sees there: for a view by default."""
        owners = sorted({card.whose for card in self.cards.values()})
        return {zone: self.of_each(viewer, zone, owners) for zone in self.known_to}

    def group(self, viewer: str, zone: str, whose: str, note: str = "") -> Group:
        """A player's zone on the board: the cards that the viewer sees, and how many there are."""
        pieces = tuple(
            Piece(name, f"{name}, {self.cards[name].kind}")
            for name in self.seen(viewer, zone, whose)
        )
        number = count(len(self.lying(zone, whose)), "card")
        return Group(zone, whose, pieces, f"{note}, {number}" if note else number)

    def groups(self, viewer: str, players: Sequence[str]) -> tuple[Group, ...]:
        """Each zone of each player: for a board by default."""
        return tuple(
            self.group(viewer, zone, player) for player in players for zone in self.known_to
        )


def _word_of(zone: str, words: Collection[str]) -> tuple[str, ...]:
    """`hands` for a hand, where the set-up says so; else as the zone is called."""
    return (f"{zone}s" if zone not in words and f"{zone}s" in words else zone, "*")


def _pile(field: str, zone: str) -> TablePart:
    """A zone of each player, as the names of the cards that lie there."""

    def put(table: Any, path: tuple[str, ...], names: Any, entry: int) -> Any:
        zones: Zones = getattr(table, field)
        return changed(table, **{field: zones.laid_anew(zone, path[-1], names, entry)})

    def held(table: Any, path: tuple[str, ...]) -> list[str]:
        # Of somebody who does not play `lying` would only say that nothing lies there.
        if path[-1] not in table.players:
            raise KeyError(path[-1])
        return [*getattr(table, field).lying(zone, path[-1])]

    return TablePart(put, held, tuple[str, ...], pile=True)


Of = Callable[[Any], Zones]
"""Table → its zones."""
OF: Of = attrgetter("zones")


def card_names(of: Of = OF) -> Names:
    """The cards that somebody may know, as names that stand in fields."""
    return Names(
        lambda table, viewer: (name for name in of(table).cards if of(table).sees(viewer, name)),
        are_pieces=True,
    )


def card_in(zone: str, names: Names, of: Of = OF) -> OneOf:
    """What may stand in a field: a card in this zone of one's own, as far as one knows which lie there."""
    fits = one_of(f"a card of one's own {zone}", names, "Which card?")
    return fits(lambda table, player: of(table).seen(player, zone, player))


def lies_in_their(zone: str, *rules: RuleId, of: Of = OF) -> Check:
    """The check that the step's `card` lies in this zone of its player."""

    @requires(*rules)
    def the_card_lies_in_their_zone(table: Any, step: Any) -> Refusal | None:
        zones = of(table)
        if zones.lies(step.card, zone, step.by):
            return None
        why = f"“{step.card}” is not in the {zone} of {step.by}"
        return illegal(why, since=zones.cards.get(step.card))

    return the_card_lies_in_their_zone


def hiding_of(
    fields: tuple[str, ...],
    plain: Iterable[str],
    is_other_name: Callable[[Any, str], bool] = lambda _table, _name: False,
    of: Of = OF,
    **more: Any,
) -> Hiding:
    """What is hidden from whom: a card that its zone does not show them, and that was never shown.

    `fields`: those of steps and events that hold names of cards, and perhaps other names, but nothing else;
    `plain`: the fields of steps that never hold one; `is_other_name`: whether (table, word) names anything
    else than a card or a player; `more`: what else a Hiding may have.
    """

    def exists(table: Any, viewer: str, name: str) -> bool:
        zones = of(table)
        if name in zones.cards:
            return zones.sees(viewer, name)
        return name in table.players or is_other_name(table, name)

    return Hiding(
        names=lambda table: of(table).cards,
        sees=lambda table, viewer, name: of(table).sees(viewer, name),
        exists=exists,
        step_name_fields=fields,
        guarded_fields=fields,
        plain_fields=frozenset(plain),
        event_name_fields=fields,
        **more,
    )
