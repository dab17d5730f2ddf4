"""The table for eyes: the queue with its top first, each player's areas, and whose chance it is."""

from collections.abc import Iterator, Mapping

from domain.kernel.board import Group, Mark, Piece
from domain.kernel.ruleset import Viewer
from domain.kernel.values import Value
from domain.kernel.wording import list_in_words
from domain.nullshapers.cards import BIOMES, spoken_cards
from domain.nullshapers.chapters.choosing import choice_in_words
from domain.nullshapers.chapters.costs import in_words as energy_in_words
from domain.nullshapers.hidden import may_see, sees_all, targets_seen
from domain.nullshapers.outline import step_name
from domain.nullshapers.queue import Item, name_of
from domain.nullshapers.table import Table

AREAS = ("hand", "staging", *BIOMES, "cache", "archive")


def chance(table: Table) -> str:
    """Whose chance it is and what for, in one sentence; then who passes by themselves (N7)."""
    passing = (
        f"{player} passes by themselves until the step ends (since entry {table.standing[player]})."
        for player in table.players
        if player in table.standing
    )
    return " ".join((_chance(table), *passing))


def _chance(table: Table) -> str:
    if table.over:
        return f"The match is over: {table.winner or 'nobody'} has won."
    if table.choice is not None:
        return f"{choice_in_words(table.choice)}."
    if table.battles:
        where = list_in_words(table.battles)
        since = f" (since entry {table.left_to_table})"
        return f"What came of the battle in {where} has to be reported by somebody{since}."
    if table.nobody_acts:
        return f"{table.turn_player} ends {step_name(table.step)}, in which nobody acts."
    since = f" (since entry {table.chance_since})" if table.chance_since else ""
    top = table.top
    if top is not None:
        return f"{table.chance} may answer {name_of(top)} of {top.by}, or pass{since}."
    if table.passed:
        may = f"{table.chance} may start something, or end {step_name(table.step)}"
        return f"{table.passed[0]} has declined: {may}{since}."
    return f"{table.chance} may act in {step_name(table.step)}, or decline{since}."


class Queued(Value):
    """An action that waits in the queue, as its viewer sees it."""

    name: str
    by: str
    title: str
    """With its name: the attack q7."""
    words: str
    """What it is called at the table, with what was picked."""
    speed: int
    targets: tuple[str, ...]
    """By the names with which they are typed."""
    aims: tuple[str, ...]
    """The same by their names; an action with its place in the queue where another is called so."""
    acts: bool
    """Whether it is done with its targets, as an attack is with its agents, and not to them."""
    card: str
    """The card played, or whose skill it is; empty for a battle action."""
    picked: tuple[str, ...]
    """The option and X, in words."""
    cancelled: int | None
    """The entry that cancelled it, if it keeps its place all the same (E17)."""
    since: int


def queue_seen(table: Table, viewer: Viewer) -> tuple[Queued, ...]:
    """The queue, with what resolves next first."""
    called = {item.name: _name_of_item(table, item) for item in table.queue}
    return tuple(_queued_item(table, item, called, viewer) for item in reversed(table.queue))


def _queued_item(table: Table, item: Item, called: Mapping[str, str], viewer: Viewer) -> Queued:
    targets = tuple(targets_seen(table, viewer, item))
    option = () if item.option is None else (item.option,)
    x = () if item.x is None else (f"X = {item.x}",)
    return Queued(
        item.name,
        item.by,
        name_of(item),
        ", ".join((called[item.name], *option, *x)),
        item.speed,
        targets,
        tuple(_aim(table, target, called) for target in targets),
        item.action is not None,
        item.card or "",
        (*(f"option {one}" for one in option), *x),
        item.marked,
        item.since,
    )


def _name_of_item(table: Table, item: Item) -> str:
    """An attack, a skill and whose it is, or the card."""
    name = table.printed[item.card].name if item.card is not None else ""
    return item.action or (f"{item.skill} of {name}" if item.skill else name)


def _aim(table: Table, target: str, called: Mapping[str, str]) -> str:
    if target not in called:
        return table.printed[target].name if target in table.printed else target
    places = [item.name for item in reversed(table.queue) if called[item.name] == called[target]]
    place = len(table.queue) - [item.name for item in table.queue].index(target)
    return f"{called[target]} ({place})" if len(places) > 1 else called[target]


def board(table: Table, viewer: Viewer) -> tuple[Group, ...]:
    """The queue while something waits in it, then each player's areas."""
    queued = tuple(map(_queue_piece, queue_seen(table, viewer)))
    queue = (Group("Queue", None, queued, ordered=True),)
    sides = tuple(group for player in table.players for group in _side(table, player, viewer))
    return (*queue, *sides) if table.queue else sides


def _queue_piece(queued: Queued) -> Piece:
    aims = (f"aims at {', '.join(queued.targets)}",) if queued.targets else ()
    marks = [Mark("waits", queued.since, ("E2",), "until it executes")]
    if queued.cancelled is not None:
        marks.append(
            Mark("cancelled", queued.cancelled, ("E17",), "until it would execute", binds=True)
        )
    note = "; ".join((f"{queued.by}, Speed {queued.speed}", *aims, *queued.picked))
    return Piece(queued.name, queued.title, note, tuple(marks))


def _side(table: Table, player: str, viewer: Viewer) -> Iterator[Group]:
    deck = table.decks[player]
    size = "deck not known" if deck is None else f"{len(deck)} in the deck"
    sectors = ", ".join(_durability(table, biome, player) for biome in BIOMES)
    note = f"{size}; energy: {energy_in_words(table.energy[player])}; sectors: {sectors}"
    yield Group(player, player, (), note)
    for area in AREAS:
        cards = table.in_zone(area, player)
        if area == "hand" and viewer != player and not sees_all(viewer):
            yield Group("hand", player, (), spoken_cards(len(cards)))
            continue
        note = _durability(table, area, player) if area in BIOMES else ""
        if cards or area in BIOMES:
            pieces = tuple(_piece(table, card) for card in cards if may_see(table, viewer, card))
            yield Group(area, player, pieces, note)


def _durability(table: Table, biome: str, player: str) -> str:
    lost = "" if table.stands(biome, player) else ", lost"
    return f"{biome} at {table.sectors[f'{biome}.{player}']}{lost}"


def _piece(table: Table, card: str) -> Piece:
    printed = table.printed[card]
    kind = "anomaly" if table.is_anomaly(card) else printed.type
    speed = table.cards[card].speed
    note = kind if speed is None else f"{kind}, Speed {speed}"
    if printed.type == "agent" and kind == "agent":
        note += f", {printed.attack}/{printed.defense}"
    return Piece(card, printed.name, note, tuple(marks_of(table, card)))


def marks_of(table: Table, card: str) -> Iterator[Mark]:
    there = table.cards[card]
    if there.locked:
        yield Mark("locked", there.locked_since, ("D9",), "until it unlocks", binds=True)
    if there.fresh:
        yield Mark("fresh", there.since, ("T9", "D9"), "until the turn ends", binds=True)
    if there.damage:
        yield Mark(f"damage {there.damage}", None, ("E18",), "until the reset step")
    if there.speed != table.printed[card].text.speed:
        yield Mark(f"Speed {there.speed}", there.speed_since, ("P11",), "until the reset step")
    if card in table.attached:
        yield Mark(f"attached to {table.attached[card]}", None, ("E11",))
    if card in table.attackers:
        yield Mark("attacks", None, ("P7",), "until the damage step ends")
    if card in table.defenders:
        against = table.defends_against(card)
        words = f"defends against {against}" if against else "defends"
        yield Mark(words, None, ("P8", "P15"), "until the damage step ends")
    if table.changes_battles(card) and not table.is_anomaly(card):
        yield Mark("its battle is reported", None, ("P13",))
