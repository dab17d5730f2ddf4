"""The table of Nullshapers, and the questions the rules ask it."""

from collections.abc import Iterator, Mapping
from string import ascii_lowercase

from domain.kernel.rulebook import Law
from domain.kernel.shapes.passing import Passing
from domain.kernel.shapes.seats import next_seat
from domain.kernel.values import Value
from domain.nullshapers.law.cards import BIOMES, PLANET, Part, Printed, Text
from domain.nullshapers.law.outline import NOBODY_ACTS, PHASE, PRIMARY
from domain.nullshapers.table.queue import Choice, Declared, Item, Owed, Spent, Trigger


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
    """Action that has left the queue → the entry with which it did, by hundreds (`hundred_of`)."""
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
        if self.over or self.choice is not None or self.nobody_acts:
            return None
        return self.chance

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
        return self.left.get(hundred_of(name), {}).get(name, 0) if is_of_the_queue(name) else 0

    def gone_since(self, name: str) -> int:
        """The entry with which a biome or sector that does not stand was lost; 0 of the set-up."""
        biome = name.partition(".")[0]
        with_it = (since for one, since in self.lost_since.items() if one.startswith(f"{biome}."))
        return self.lost_since.get(name, 0) or max(with_it, default=0)

    def knows(self, name: str) -> bool:
        """Whether a target of this name exists in this game, or has existed."""
        named = (self.cards, self.sectors, self.lost, self.players)
        if any(name in known for known in named):
            return True
        return self.left_with(name) > 0 or self.item(name) is not None


def is_of_the_queue(name: str) -> bool:
    """Whether it is q, a number, and letters for a reactive skill."""
    digits = name[1:].rstrip(ascii_lowercase)
    return name[:1] == "q" and digits.isdecimal() and digits.isascii()


def hundred_of(name: str) -> int:
    """The hundred under which this name is kept, so that a change copies no more than a hundred names."""
    return int(name[1:].rstrip(ascii_lowercase)) // HUNDRED


HUNDRED = 100
