"""The table: its state, the questions that the rules ask of it, and the changes that several chapters make."""

from collections.abc import Iterator, Mapping
from string import ascii_lowercase
from typing import Any

from domain.kernel.blocks.passing import Passing
from domain.kernel.blocks.seats import next_seat
from domain.kernel.rulebook import Law
from domain.kernel.values import Value, changed
from domain.nullshapers.cards import BIOMES, PLANET, Part, Printed, Text
from domain.nullshapers.outline import NOBODY_ACTS, PHASE, PRIMARY
from domain.nullshapers.queue import Choice, Declared, Item, Owed, Spent, Trigger


class Card(Value):
    """Where a card is, how it stands, and since which entry."""

    zone: str
    """A zone of the set-up, or `queue`."""
    whose: str
    """On the planet its controller, elsewhere whose area it is, in the queue who declared it."""
    mode: str = "initial"
    """`initial`, or `anomaly` once it is converted."""
    speed: int | None = None
    damage: int = 0
    locked: bool = False
    changes_battles: bool = False
    """Whether it was reported that only the table sees what it does to a battle (P13)."""
    fresh: bool = False
    """Whether it came onto the planet in this turn."""
    departures: int = 0
    """How often it has left the planet or a cache: a target named before is another object (M13)."""
    since: int = 0
    """The entry that brought it where it is."""
    locked_since: int = 0
    speed_since: int = 0
    mode_since: int = 0
    fights_since: int = 0
    """The entry that made it an attacker or a defender."""
    arrived: int = 0
    """Its place in the order in which cards came onto the planet (M47, E16)."""

    @property
    def on_the_planet(self) -> bool:
        return self.zone in PLANET


class Table(Value):
    """Everything a ruling depends on."""

    law: Law
    players: tuple[str, ...]
    printed: Mapping[str, Printed]
    reacting: Mapping[str, tuple[tuple[str, str], ...]]
    """What a skill reacts to → every card and skill printed with it."""
    turn: int
    turn_player: str
    step: str
    window: Passing | None
    """Whose chance it is, and who has passed; None until the chance is given."""
    energy: Mapping[str, Mapping[str, int]]
    """Player → type → energy."""
    sectors: Mapping[str, int]
    """Sector, as “b1.ana” → durability."""
    lost: Mapping[str, tuple[str, ...]]
    """Biome → the players who have lost it, in seat order."""
    decks: Mapping[str, tuple[str, ...] | None]
    """Player → their deck from the top; None if nobody has listed it."""
    cards: Mapping[str, Card]
    attached: Mapping[str, str]
    """Card → the card it is attached to."""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    against: Mapping[str, tuple[str, ...]] = {}
    """Attacker → those that defend against it, the first damaged first (P15)."""
    battles: tuple[str, ...] = ()
    """The biomes whose battle is owed: it has to be reported (P13)."""
    ordered: tuple[str, ...] = ()
    """The attackers of which it has been said in which order they damage their defenders (M48)."""
    left_to_table: int | None = None
    """The entry with which battles of this step were left to the table, to be reported (P13)."""
    converted: int | None = None
    """The entry with which the turn player converted a card in this turn."""
    anomaly_played: int | None = None
    """The entry with which they played an anomaly in this turn."""
    passed_since: Mapping[str, int] = {}
    """Player → the entry of their newest pass."""
    chance_since: int = 0
    queue: tuple[Item, ...] = ()
    """From the bottom to the top."""
    choice: Choice | None = None
    chosen_since: int = 0
    """The entry of the newest choice."""
    owed: tuple[Owed, ...] = ()
    """What players still have to lose or to discard, in the order in which it came about."""
    triggers: tuple[Trigger, ...] = ()
    entered: bool = False
    """Whether skills have entered and somebody has to be asked for that (T8)."""
    nothing_entered_since_execution: bool = False
    """Whether nothing has entered the queue since an execution (M3)."""
    beginning: bool = False
    """Whether no window of this step has opened yet."""
    declared: Mapping[str, tuple[Declared, ...]] = {}
    """Kind and player, as “attack/ana” → the battle actions that they have declared in this step (M45)."""
    standing: Mapping[str, int] = {}
    """Player who passes until the step ends → the entry with which they said so (N7)."""
    arrivals: int = 0
    """The place of the next card that comes onto the planet, in the order of arriving."""
    acted: int | None = None
    """The entry with which the turn player converted, played an anomaly or made energy (M21)."""
    started: int | None = None
    """The entry with which the opponent started something after they declined (M20)."""
    reported: int = -1
    """The entry of the newest report."""
    ruled: int = -1
    """The entry of the newest step that a judge let happen: what is open in it happens too (M23)."""
    left: Mapping[int, Mapping[str, int]] = {}
    """Action that has left the queue → the entry with which it did; by hundreds, so that less is copied."""
    step_since: int = 0
    turn_since: int = 0
    lost_since: Mapping[str, int] = {}
    """Sector of a loser → the entry with which its biome was lost."""
    spent: Mapping[str, tuple[Spent, ...]] = {}
    """Player → where energy went this turn, oldest first; what went before a loss is forgotten."""
    over: bool = False
    winner: str | None = None

    @property
    def chance(self) -> str | None:
        return None if self.window is None else self.window.chance

    @property
    def passed(self) -> tuple[str, ...]:
        return () if self.window is None else self.window.passed

    @property
    def phase(self) -> str:
        return PHASE[self.step]

    @property
    def in_primary(self) -> bool:
        return self.step in PRIMARY

    @property
    def nobody_acts(self) -> bool:
        return self.step in NOBODY_ACTS

    @property
    def opponent(self) -> str:
        """The player whose turn it is not."""
        return self.other(self.turn_player)

    def other(self, player: str) -> str:
        return next_seat(self.players, player)

    @property
    def top(self) -> Item | None:
        return self.queue[-1] if self.queue else None

    def item(self, name: str) -> Item | None:
        return next((item for item in reversed(self.queue) if item.name == name), None)

    def holds_chance(self) -> str | None:
        """Who may declare or pass now; nobody while something else is waited for."""
        if self.over or self.choice is not None or self.nobody_acts or self.battles:
            return None
        return self.chance

    def changes_battles(self, card: str) -> bool:
        """Whether only the table sees what this card does to a battle (P13)."""
        return self.printed[card].changes_battles or self.cards[card].changes_battles

    def attackers_in(self, biome: str) -> tuple[str, ...]:
        """The attackers that stand there, by the alphabet."""
        return tuple(
            sorted(attacker for attacker in self.attackers if self.cards[attacker].zone == biome)
        )

    def defends_against(self, agent: str) -> str | None:
        """The attacker that this agent defends against; None for nobody."""
        return next((attacker for attacker, those in self.against.items() if agent in those), None)

    def is_anomaly(self, card: str) -> bool:
        return self.cards[card].mode == "anomaly"

    def is_agent(self, card: str) -> bool:
        return self.printed[card].type == "agent" and self.cards[card].mode != "anomaly"

    def awake(self, card: str) -> Printed | None:
        """The card with its skills and keywords; None in anomaly mode, where they sleep."""
        return None if self.cards[card].mode == "anomaly" else self.printed[card]

    def in_play(self, name: str) -> Printed | None:
        """The card of this name with its keywords, if it is on the planet and awake."""
        there = name in self.cards and self.cards[name].on_the_planet
        return self.awake(name) if there else None

    def no_card_among(self, names: tuple[str, ...]) -> bool:
        return self.cards.keys().isdisjoint(names)

    def stands(self, biome: str, player: str) -> bool:
        """Whether this player's sector of the biome is still in the match."""
        lost = self.lost[biome]
        if not lost:
            return True
        return self.law["M40"] == "sector_only" and player not in lost

    def is_left_of_biome(self, name: str) -> bool:
        """Whether this is a biome, or a sector of one, of which only the other sector is lost (M40)."""
        biome = name.partition(".")[0]
        return bool(self.lost.get(biome)) and self.biome_stands(biome)

    def biome_stands(self, biome: str) -> bool:
        lost = self.lost[biome]
        return not lost or (self.law["M40"] == "sector_only" and len(lost) < len(self.players))

    def sector_stands(self, sector: str) -> bool:
        biome, player = sector.split(".", 1)
        return self.stands(biome, player)

    def standing_biomes(self, player: str) -> tuple[str, ...]:
        return tuple(biome for biome in BIOMES if self.stands(biome, player))

    def in_zone(self, zone: str, player: str) -> tuple[str, ...]:
        """The cards of this zone of the player, in alphabetical order."""
        cards = self.cards.items()
        there = [id for id, card in cards if card.zone == zone and card.whose == player]
        return tuple(sorted(there))

    def on_planet(self) -> Iterator[str]:
        return (id for id, card in self.cards.items() if card.zone in PLANET)

    def text(self, item: Item) -> Text:
        """What an action of the queue says: a card's own text, or a skill's."""
        assert item.card is not None
        printed = self.printed[item.card]
        return printed.text if item.skill is None else printed.skills[item.skill]

    def part(self, item: Item) -> Part:
        return self.text(item).part(item.option)

    def left_with(self, name: str) -> int:
        """The entry with which this action left the queue; 0 if it has not, or there was none."""
        number = number_of(name)
        return 0 if number is None else self.left.get(number // HUNDRED, {}).get(name, 0)

    def gone_since(self, name: str) -> int:
        """The entry with which a biome or sector that does not stand was lost; 0 of the set-up."""
        biome = name.partition(".")[0]
        with_it = (
            since for sector, since in self.lost_since.items() if sector.startswith(f"{biome}.")
        )
        return self.lost_since.get(name, 0) or max(with_it, default=0)

    def knows(self, name: str) -> bool:
        """Whether a target of this name exists in this game, or has existed."""
        return (
            name in self.cards
            or name in self.sectors
            or name in self.lost
            or name in self.players
            or self.left_with(name) > 0
            or self.item(name) is not None
        )

    def departures(self, names: tuple[str, ...]) -> tuple[int, ...]:
        cards = self.cards
        return tuple([cards[name].departures if name in cards else 0 for name in names])

    def still_passed(self) -> tuple[str, ...]:
        """Who is not asked again once something has entered (M2)."""
        return self.passed if self.law["M2"] == "until_execution" else ()

    def with_spent(self, player: str, spent: Spent) -> Mapping[str, tuple[Spent, ...]]:
        before = () if spent.rules else self.spent.get(player, ())
        return {**self.spent, player: (*before, spent)}

    def plus(
        self, player: str, amounts: Mapping[str, int], sign: int
    ) -> Mapping[str, Mapping[str, int]]:
        own = dict(self.energy[player])
        for kind, amount in amounts.items():
            own[kind] += sign * amount
        return {**self.energy, player: own}

    def last_to_act(self, player: str, entry: int) -> int | None:
        return entry if player == self.turn_player and not self.queue else self.acted

    def without_changed_battles(self) -> "Table":
        """Without what was reported of cards that change battles: it holds until the reset step (P13)."""
        cards = {
            id: changed(card, changes_battles=False) if card.changes_battles else card
            for id, card in self.cards.items()
        }
        return changed(self, cards=cards)

    def card_with(self, card: str, **fields: Any) -> Mapping[str, Card]:
        return {**self.cards, card: changed(self.cards[card], **fields)}

    def reactions(
        self, when: str, since: int, card: str | None = None, by: str | None = None
    ) -> tuple[Trigger, ...]:
        """Skills on the planet that react to this, of this card or player only if named.

        Where the cause is one, the card comes first that came onto the planet first (M47).
        """
        triggers = []
        for id, skill in self.reacting.get(when, ()):
            if card is not None and id != card:
                continue
            lying = self.cards[id]
            if (
                lying.zone in PLANET
                and lying.mode != "anomaly"
                and (by is None or lying.whose == by)
            ):
                triggers.append(Trigger(id, skill, lying.whose, lying.departures, since))
        return tuple(sorted(triggers, key=lambda trigger: self.cards[trigger.card].arrived))

    def move(
        self,
        card: str,
        to: str,
        player: str,
        entry: int,
        fresh: bool = False,
        executed: bool = False,
    ) -> "Table":
        """The self with this card elsewhere; what it loses by leaving the planet, and who reacts."""
        before = self.cards[card]
        leaves = before.zone in PLANET and to not in PLANET
        moving: dict[str, Any] = {"zone": to, "whose": player, "since": entry}
        fields = self.left_behind(card, to, player)
        if leaves:
            moving |= {"damage": 0, "locked": False, "fresh": False, "changes_battles": False}
        if leaves or before.zone == "cache" != to:
            moving["departures"] = before.departures + 1
        if before.zone not in PLANET and to in PLANET:
            moving |= {"fresh": fresh, "locked": False, "arrived": self.arrivals}
            fields["arrivals"] = self.arrivals + 1
        fields["cards"] = self.card_with(card, **moving)
        after = changed(self, **fields)
        if self.over:
            return after
        # Asked of the table as it was: what has left the planet is not found to react.
        reacting = self.reactions("despawn", entry, card=card) if leaves and to == "cache" else ()
        if executed:
            reacting = after.reactions("deploy", entry, card=card)
        return changed(after, triggers=after.triggers + reacting) if reacting else after

    def left_behind(self, card: str, to: str, player: str) -> dict[str, Any]:
        """What changes where the card was: its deck, its fight and, if it leaves the planet, attachments."""
        zone = self.cards[card].zone
        fields: dict[str, Any] = {}
        if zone != to and (self.attackers or self.defenders):
            fields["attackers"] = tuple(attacker for attacker in self.attackers if attacker != card)
            fields["defenders"] = tuple(defender for defender in self.defenders if defender != card)
            fields["against"] = without_fighter(self.against, card)
        if zone in PLANET and to not in PLANET:
            fields["attached"] = {
                attached: host
                for attached, host in self.attached.items()
                if card not in (attached, host)
            }
        if "deck" in (zone, to):
            fields["decks"] = self.changed_decks(card, zone, to, player)
        return fields

    def changed_decks(
        self, card: str, zone: str, to: str, player: str
    ) -> Mapping[str, tuple[str, ...] | None]:
        decks = dict(self.decks)
        if zone == "deck":
            owner = self.cards[card].whose
            deck = decks[owner]
            decks[owner] = None if deck is None else tuple(name for name in deck if name != card)
        if to == "deck":
            deck = decks[player]
            decks[player] = None if deck is None else (*deck, card)
        return decks

    def paid_off(self, player: str, kind: str) -> tuple[Owed, ...]:
        """What is owed without the first of this kind that this player owes."""
        owed = self.owed
        at = next(
            (n for n, due in enumerate(owed) if (due.player, due.kind) == (player, kind)), None
        )
        return owed if at is None else owed[:at] + owed[at + 1 :]

    def without_action(self, name: str, entry: int) -> "Table":
        """Once an action has left the queue; its name is kept with the entry with which it did."""
        at = (number_of(name) or 0) // HUNDRED
        return changed(
            self,
            left={**self.left, at: {**self.left.get(at, {}), name: entry}},
            queue=tuple([item for item in self.queue if item.name != name]),
            window=None,
            nothing_entered_since_execution=True,
        )


def without_fighter(
    against: Mapping[str, tuple[str, ...]], card: str
) -> Mapping[str, tuple[str, ...]]:
    """Who defends against whom once this one is out of the battle: against it nobody defends any more."""
    left = {
        attacker: tuple(defender for defender in defenders if defender != card)
        for attacker, defenders in against.items()
        if attacker != card
    }
    return {attacker: defenders for attacker, defenders in left.items() if defenders}


def number_of(name: str) -> int | None:
    """The number in the name of an action of the queue, as 7 in “q7a”; None of anything else."""
    if not name.startswith("q"):
        return None
    digits = name[1:].rstrip(ascii_lowercase)
    return int(digits) if digits.isdecimal() and digits.isascii() else None


HUNDRED = 100
