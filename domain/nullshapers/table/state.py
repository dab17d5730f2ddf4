"""The table of Nullshapers, and the questions the rules ask it."""

from collections.abc import Iterator, Mapping

from domain.kernel.rulebook import Law
from domain.kernel.values import Value
from domain.nullshapers.law.cards import BIOMES, PLANET, Part, Printed, Text
from domain.nullshapers.law.outline import NOBODY_ACTS, PHASE, PRIMARY

FULL = 2
"""How many players have passed when both have."""

PRIVATE = frozenset({"hand", "deck"})
"""The zones whose cards not everybody sees."""


class Card(Value):
    """Where a card is, how it stands, and since which entry."""

    zone: str
    """A zone of the set-up, or `queue`."""
    whose: str
    """On the planet its controller, elsewhere whose area it is, in the queue who declared it."""
    mode: str = "initial"
    speed: int | None = None
    damage: int = 0
    locked: bool = False
    fresh: bool = False
    departures: int = 0
    """How often it has left the planet: a target named before is another object (M13)."""
    since: int = 0
    """The entry that brought it where it is."""
    locked_since: int = 0
    speed_since: int = 0

    @property
    def on_the_planet(self) -> bool:
        return self.zone in PLANET


NOTHING: Mapping[str, int] = {}


class Item(Value):
    """An action in the queue, with all that was declared of it."""

    name: str
    since: int
    """The entry that put it there."""
    by: str
    speed: int
    """As which speed it is answered (N6)."""
    card: str | None = None
    """The card played, or whose skill it is."""
    skill: str | None = None
    action: str | None = None
    reactive: bool = False
    targets: tuple[str, ...] = ()
    departures: tuple[int, ...] = ()
    """How often each target that is a card had left the planet when it was named."""
    stood: tuple[str, ...] = ()
    """Where each agent of a battle action stood when it was declared."""
    option: str | None = None
    x: int | None = None
    biome: str | None = None
    to: Mapping[str, str] | None = None
    departed: int = 0
    """How often the card whose skill it is had left the planet (M14)."""
    paid: Mapping[str, int] = NOTHING
    locked_for_it: bool = False
    ruled: bool = False
    """A judge made it legal."""
    marked: int | None = None
    """The entry that cancelled it, where it keeps its place (E17)."""

    @property
    def is_card(self) -> bool:
        return self.card is not None and self.skill is None


class Trigger(Value):
    """A reactive skill that has reacted and has to enter the queue."""

    card: str
    skill: str
    by: str
    departed: int
    since: int


class Choice(Value):
    """What one player must choose before anything else happens."""

    by: str
    kind: str
    number: int
    choices: tuple[str, ...]
    since: int
    card: str | None = None
    skill: str | None = None


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
    chance: str | None
    energy: Mapping[str, Mapping[str, int]]
    sectors: Mapping[str, int]
    lost: Mapping[str, tuple[str, ...]]
    """Biome → who has lost it, in seat order."""
    decks: Mapping[str, tuple[str, ...] | None]
    cards: Mapping[str, Card]
    attached: Mapping[str, str]
    """Card → the card it is attached to."""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    converted: int | None = None
    """The entry of this turn's conversion."""
    anomaly_played: int | None = None
    passed: tuple[str, ...] = ()
    chance_since: int = 0
    queue: tuple[Item, ...] = ()
    """From the bottom to the top."""
    choice: Choice | None = None
    collapses: tuple[str, ...] = ()
    """Who could not draw and still has to lose a biome for it (W3), once for each drawing."""
    triggers: tuple[Trigger, ...] = ()
    entered: bool = False
    """Skills have entered and the chance is to be given (T8)."""
    executed: bool = False
    """Nothing has entered the queue since an execution (M3)."""
    beginning: bool = False
    """No window of this step has opened yet."""
    declared: Mapping[str, int] = {}
    """Battle action, slash, player → the entry that declared it in this step (T4)."""
    acted: int | None = None
    """The entry with which the turn player converted, played an anomaly or made energy (M21)."""
    started: int | None = None
    """The entry with which his opponent started something after he declined (M20)."""
    reported: int = -1
    """The entry of the newest report."""
    ruled: int = -1
    """The entry at which a judge lets happen what is open (M23)."""
    past: Mapping[int, tuple[str, ...]] = {}
    """Every name the queue has known, by the hundreds of their entries."""
    over: bool = False
    winner: str | None = None

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
        first, second = self.players
        return second if player == first else first

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
        """The cards of this area, by the alphabet."""
        return tuple(
            sorted(
                id for id, card in self.cards.items() if card.zone == zone and card.whose == player
            )
        )

    def on_planet(self) -> Iterator[str]:
        return (id for id, card in self.cards.items() if card.zone in PLANET)

    def text(self, item: Item) -> Text:
        """What an action of the queue says: a card's own text, or a skill's."""
        assert item.card is not None
        printed = self.printed[item.card]
        return printed.text if item.skill is None else printed.skills[item.skill]

    def part(self, item: Item) -> Part:
        return self.text(item).part(item.option)

    def knows_action(self, name: str) -> bool:
        """Whether the queue has ever known an action of this name."""
        digits = name[1:].rstrip("abcdefghijklmnopqrstuvwxyz")
        if name[:1] != "q" or not digits.isdecimal():
            return False
        return name in self.past.get(int(digits) // HUNDRED, ())

    def knows(self, name: str) -> bool:
        """Whether a target of this name exists in this game, or has existed."""
        return (
            name in self.cards
            or name in self.sectors
            or name in self.lost
            or name in self.players
            or self.knows_action(name)
        )


HUNDRED = 100


def called(item: Item) -> str:
    """An action as a sentence names it."""
    if item.action is not None:
        return f"the {'defence' if item.action == 'defend' else item.action} {item.name}"
    what = f"“{item.card}/{item.skill}”" if item.skill else f"“{item.card}”"
    return f"{what} ({item.name})"


def begun(item: Item) -> str:
    """The same at the beginning of a sentence."""
    name = called(item)
    return name if item.action is None else f"T{name[1:]}"
