"""The table of Lanterns for programs, people and eyes; what may be thought of; what is hidden."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.kernel.board import Group, Mark, Piece
from domain.kernel.hiding import Hiding
from domain.kernel.prompting.declining import Declining
from domain.kernel.ruleset import Ask, Candidate
from domain.kernel.shapes.telling import groups_in_words
from domain.kernel.steps import JUDGE, Said
from domain.kernel.wording import count, list_in_words
from tests.examples.lanterns.events import BidMade, BidsShown, DiceRolled, DieRolledAgain
from tests.examples.lanterns.rulebook import DICE
from tests.examples.lanterns.state import Item, Table, in_game, to_act


def view(table: Table, viewer: str) -> dict[str, Any]:
    rolling = table.rolling
    return {
        "over": table.over,
        "winner": table.winner,
        "to_act": [*to_act(table)],
        "round": table.round,
        "led": table.led,
        "bids": table.bids.seen_by(viewer),
        "chance": table.window and table.window.chance,
        "passed": [*table.window.passed] if table.window else [],
        "stack": [{"card": one.name, "by": one.by, "target": one.target} for one in table.stack],
        "dice": None if rolling is None else [*rolling.dice],
        "lights": dict(table.lights),
        "coins": dict(table.coins),
        "veiled": {player: veil.through for player, veil in table.veils.items()},
        "hands": {
            player: sorted(hand) if viewer in (player, JUDGE) else len(hand)
            for player, hand in table.hands.items()
        },
        "out": [*table.out],
    }


def chance(table: Table) -> str:
    if table.over:
        return f"{table.winner} has won." if table.winner else "Nobody has won."
    who = list_in_words(to_act(table))
    if table.rolling is not None:
        return (
            f"{who} rolls the dice." if not table.rolling.dice else f"{who} keeps or rolls again."
        )
    return f"{who} may lay a card or pass." if table.window else f"Bids are waited for: {who}."


def board(table: Table, viewer: str) -> tuple[Group, ...]:
    stack = tuple(_item(one) for one in reversed(table.stack))
    hands = (_hand(table, player, viewer) for player in table.players)
    return (Group("the stack", pieces=stack, ordered=True), *hands)


def _item(item: Item) -> Piece:
    at = f"at {item.target}" if item.target else ""
    return Piece(item.name, f"{item.name}, {item.kind}", at, (Mark("laid", item.entry, ("C1",)),))


def _hand(table: Table, player: str, viewer: str) -> Group:
    shown = table.hands[player] if viewer in (player, JUDGE) else ()
    has = f"{count(table.lights[player], 'light')}, {count(table.coins[player], 'coin')}"
    cards = count(len(table.hands[player]), "card")
    pieces = tuple(Piece(card, f"{card}, {table.cards[card]}") for card in shown)
    return Group("hand", player, pieces, f"{has}, {cards}")


def in_words(table: Table, viewer: str) -> Iterator[str]:
    yield f"Round {table.round}; {table.led} led last. {chance(table)}"
    yield from groups_in_words(board(table, viewer))


def candidates(table: Table, player: str) -> Iterator[Candidate]:
    for amount in range(table.coins[player] + 1):
        yield Candidate.of(player, "bid", amount=amount)
    for card in table.hands[player]:
        for target in _targets(table, player, card):
            aimed = {} if target is None else {"target": target}
            yield Candidate.of(player, "lay", card=card, **aimed)
    yield Candidate.of(player, "pass")
    yield Candidate.of(player, "roll", dice=Ask("dice", "the dice", DICE))
    for die in range(1, DICE + 1):
        face = Ask("number", "what it shows", choices=tuple("123456"))
        yield Candidate.of(player, "again", die=die, face=face)
    yield Candidate.of(player, "keep")
    for other in in_game(table):
        yield Candidate.of(player, "report", fact="lights", player=other, change=-1)


def _targets(table: Table, player: str, card: str) -> Iterable[str | None]:
    kind = table.cards[card]
    if kind == "veil":
        return (None,)
    if kind == "snuff":
        return [item.name for item in table.stack if item.kind != "mirror"]
    return [other for other in in_game(table) if other != player]


def going_on(table: Table) -> Said | None:
    if table.over:
        return None
    by = to_act(table)[0]
    if table.rolling is not None:
        rolled = {"do": "keep"} if table.rolling.dice else {"do": "roll", "dice": [1] * DICE}
        return {"by": by, **rolled}
    return {"by": by, "do": "pass"} if table.window else {"by": by, "do": "bid", "amount": 0}


def _sees(table: Table, viewer: str, card: str) -> bool:
    return card in table.laid or card in table.hands.get(viewer, ())


def _exists(table: Table, viewer: str, name: str) -> bool:
    if name in table.cards:
        return viewer == JUDGE or _sees(table, viewer, name)
    return name in table.players or table.on_the_stack(name) is not None


def reveals(event: object, _before: Table) -> bool:
    return isinstance(event, BidsShown | DiceRolled | DieRolledAgain)


HIDING = Hiding(
    names=lambda table: table.cards,
    sees=_sees,
    exists=_exists,
    step_name_fields=("card", "target"),
    guarded_fields=("card", "target"),
    plain_fields=frozenset({"dice", "die", "face", "fact", "player", "change", "amount"}),
    event_name_fields=("card", "target"),
    secret_step_fields={"bid": ("amount",)},
    secret_event_fields={BidMade: ("amount",)},
)


def _spans(table: Table) -> dict[str, Any]:
    return {**({"stack": table.stack[0].name} if table.stack else {}), "round": table.round}


DECLINING = Declining(
    "pass",
    spans=_spans,
    own=lambda table, player: [player, *(one.name for one in table.stack if one.by == player)],
    aims=lambda table: ((one.by, one.target, one.name) for one in table.stack if one.target),
)
