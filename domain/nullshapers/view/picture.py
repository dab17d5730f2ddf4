"""The table as its page draws it: three lanes, the queue as a stack, hands and what lies beside."""

from collections.abc import Iterator, Mapping

from domain.kernel.board import Due, Mark, Words, along, nearest_last
from domain.kernel.ruleset import Viewer
from domain.kernel.values import Value
from domain.nullshapers.cards import BIOMES, KINDS, Effect, Target, Text
from domain.nullshapers.chapters.costs import in_words, price_in_words
from domain.nullshapers.hidden import may_see
from domain.nullshapers.outline import STEPS
from domain.nullshapers.outline import step_name as spoken_step
from domain.nullshapers.queue import Item
from domain.nullshapers.table import Table
from domain.nullshapers.view.board import Queued, marks_of, queue_seen


class Card(Value):
    """A card as its viewer sees it."""

    id: str
    name: str
    kind: str
    cost: str
    speed: int | None
    stats: str
    """Attack and defense of an agent, as 2/3."""
    lines: tuple[str, ...]
    """Keywords, then what its texts do."""
    marks: tuple[Mark, ...]
    fights: str
    """`attacks`, `defends`, or empty."""


class Sector(Value):
    """A player's sector of a biome."""

    player: str
    name: str
    durability: int
    lost: bool
    cards: tuple[Card, ...]


class Lane(Value):
    """A biome, with the sectors of both players."""

    biome: str
    sectors: tuple[Sector, ...]
    """The viewer's own last."""


class Area(Value):
    """Cards of a player that lie together."""

    title: str
    number: int | None
    """How many there are; null where nobody knows."""
    cards: tuple[Card, ...]
    """Those that the viewer may see."""
    listed: bool = True
    """Whether these are all: nobody may have said what else lies in a deck."""


class Side(Value):
    """What a player has beside the lanes."""

    player: str
    energy: Mapping[str, int]
    """By kind, where there is any."""
    staging: Area
    hand: Area
    beside: tuple[Area, ...]
    """Deck, cache, archive."""
    passes: bool
    """They pass by themselves until the step ends."""


class Picture(Value):
    """The whole table."""

    turn: int
    turn_player: str
    step: str
    due: Due
    steps: tuple[tuple[str, str], ...]
    """The steps of the turn, each `passed`, `here` or `ahead`."""
    queue: tuple[Queued, ...]
    """What resolves next comes first."""
    lanes: tuple[Lane, ...]
    sides: tuple[Side, ...]
    """The viewer's own last."""

    @property
    def says_where(self) -> Words:
        """The same as `where`, for a page to say it."""
        step = next(name for name, state in self.steps if state == "here")
        values = {"n": self.turn, "player": self.turn_player, "step": step}
        return Words("turn.step", values)

    @property
    def where(self) -> str:
        """The turn and its step, as a heading."""
        return f"Turn {self.turn} of {self.turn_player}, {self.step}"


def picture(table: Table, near: Viewer, viewer: Viewer) -> Picture:
    """The table with the viewer's own areas last: they are nearest to them."""
    sides = nearest_last(table.players, near)
    steps = along([step.name for step in STEPS], table.step)
    return Picture(
        table.turn,
        table.turn_player,
        spoken_step(table.step),
        due(table, viewer),
        tuple((name.replace("_", " "), state) for name, state in steps),
        queue_seen(table, viewer),
        tuple(Lane(biome, _sectors(table, biome, sides, viewer)) for biome in BIOMES),
        tuple(_side(table, player, viewer) for player in sides),
    )


def due(table: Table, viewer: Viewer) -> Due:
    """Whom the table waits for, and for what, as far as the viewer may know."""
    if table.over:
        return Due((), Words("won" if table.winner else "draw", {"winner": table.winner or ""}))
    step = {"step": table.step.replace("_", " ")}
    if table.choice is not None:
        return Due((table.choice.by,), Words(f"choose.{table.choice.kind}"))
    if table.battles:
        return Due(table.players, Words("battles", {"biome": table.battles[0]}))
    if table.nobody_acts:
        return Due((table.turn_player,), Words("end", step))
    who = () if table.chance is None else (table.chance,)
    top = table.top
    if top is not None:
        return Due(who, _answer(table, top, viewer), Words("answers"))
    if table.passed:
        return Due(who, Words("start", {"by": table.passed[0]} | step), Words("ends"))
    return Due(who, Words("act", step))


def _answer(table: Table, top: Item, viewer: Viewer) -> Words:
    if top.action is not None:
        return Words(f"answer.{top.action}", {"by": top.by})
    seen = queue_seen(table, viewer)[0]
    values = {"by": top.by, "card": seen.words}
    if len(seen.targets) != 1 or "." in seen.targets[0]:
        return Words("answer", values)
    return Words("answer.at", values | {"target": seen.targets[0]})


def _sectors(table: Table, biome: str, sides: list[str], viewer: Viewer) -> tuple[Sector, ...]:
    return tuple(
        Sector(
            player,
            f"{biome}.{player}",
            table.sectors[f"{biome}.{player}"],
            not table.stands(biome, player),
            _cards(table, biome, player, viewer),
        )
        for player in sides
    )


def _cards(table: Table, zone: str, player: str, viewer: Viewer) -> tuple[Card, ...]:
    return tuple(
        card_of(table, id) for id in table.in_zone(zone, player) if may_see(table, viewer, id)
    )


def _side(table: Table, player: str, viewer: Viewer) -> Side:
    deck = table.decks[player]
    known = len(table.in_zone("deck", player)) if deck is None else len(deck)
    beside = (
        Area("deck", None if deck is None and not known else known, (), deck is not None),
        *(_area(table, zone, player, viewer) for zone in ("cache", "archive")),
    )
    energy: dict[str, int] = {kind: n for kind in KINDS if (n := table.energy[player][kind])}
    hand, staging = (_area(table, zone, player, viewer) for zone in ("hand", "staging"))
    return Side(player, energy, staging, hand, beside, player in table.standing)


def _area(table: Table, zone: str, player: str, viewer: Viewer) -> Area:
    cards = table.in_zone(zone, player)
    return Area(zone, len(cards), _cards(table, zone, player, viewer))


def card_of(table: Table, id: str) -> Card:
    """A card as everybody sees it who may see it at all."""
    printed, card = table.printed[id], table.cards[id]
    anomaly = table.is_anomaly(id)
    agent = printed.type == "agent" and not anomaly
    fights = "attacks" if id in table.attackers else "defends" if id in table.defenders else ""
    return Card(
        id,
        printed.name,
        "anomaly" if anomaly else printed.type,
        price_in_words(printed.text, "lock"),
        card.speed,
        f"{printed.attack}/{printed.defense}" if agent else "",
        tuple(_lines(table, id)),
        tuple(marks_of(table, id)),
        fights,
    )


def _lines(table: Table, id: str) -> Iterator[str]:
    printed = table.printed[id]
    if table.is_anomaly(id):
        made = in_words(printed.makes) if printed.makes else ""
        yield f"Lock it for {made}" if made else "Lock it for its energy"
        return
    flags = ("ready", "secure", "lightspeed", "unanswerable")
    keywords = [name for name in flags if getattr(printed, name)]
    keywords += [f"encrypt ({printed.encrypt})"] if printed.encrypt else []
    keywords += [f"firewall ({in_words(printed.firewall)})"] if printed.firewall else []
    if keywords:
        yield ", ".join(keywords)
    yield from _text("", printed.text)
    for name, skill in printed.skills.items():
        yield from _text(name, skill)


def _text(name: str, text: Text) -> Iterator[str]:
    parts = {"": text.own} if not text.options else text.options
    head = [name] if name else []
    head += [f"when {text.when.replace('_', ' ')}"] if text.when else []
    head += [f"Speed {text.speed}"] if name and text.speed else []
    head += [price] if name and (price := price_in_words(text, "lock")) else []
    for option, part in parts.items():
        does = "; ".join(map(_does, part.effects))
        aims = ", ".join(map(_wish, part.groups))
        words = " → ".join(filter(None, (aims, does)))
        before = ", ".join((*head, *([option] if option else [])))
        if words or head:
            yield f"{before}: {words}" if before and words else before or words


def _does(effect: Effect) -> str:
    if effect.do == "report":
        return effect.text
    amount = f" {effect.amount}" if effect.amount else ""
    more = " ".join(filter(None, (effect.kind, effect.biome or "")))
    return f"{effect.do.replace('_', ' ')}{amount} {more}".strip()


def _wish(target: Target) -> str:
    many = "" if target.least == target.most == 1 else f"{target.least} to {target.most or 'any'} "
    whose = f"{target.whose} " if target.whose else ""
    return f"{many}{whose}{target.what}"
