"""The stack: cards are laid on it, all pass, its top takes effect."""

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.shapes.checks import all_of
from domain.kernel.shapes.lasting import ending
from tests.examples.lanterns.effects import takes_effect
from tests.examples.lanterns.events import CardLaid, ChancePassed, ItemLeft, RoundEnded, VeilEnded
from tests.examples.lanterns.state import Table, in_game
from tests.examples.lanterns.steps import Lay, Pass

DECIDES = ("C1", "C2", "C3", "C4")


@requires("C1")
def it_is_their_chance(table: Table, step: Lay | Pass) -> Refusal | None:
    if table.window is None or table.rolling is not None:
        return illegal("nobody has the chance to lay a card now")
    if table.window.chance == step.by:
        return None
    since = tuple(item.entry for item in table.stack[-1:])
    return illegal(f"it is the chance of {table.window.chance}", since=since)


@requires("G2")
def the_card_is_in_their_hand(table: Table, step: Lay) -> Refusal | None:
    if step.card in table.hands[step.by]:
        return None
    since = (table.laid[step.card],) if step.card in table.laid else ()
    return illegal(f"“{step.card}” is not in the hand of {step.by}", since=since)


@requires("C2", "G1", "W1")
def it_aims_at_what_it_can(table: Table, step: Lay) -> Refusal | None:
    kind = table.cards[step.card]
    if kind == "veil":
        return illegal("a veil aims at nothing", "C2") if step.target else None
    if step.target is None:
        return illegal(f"a {kind} aims at something", "C2", "G1")
    if kind == "snuff":
        found = table.on_the_stack(step.target)
        aims = found is not None and found.kind != "mirror"
        return None if aims else illegal(f"“{step.target}” is no card on the stack", "C2", "G1")
    if step.target not in table.players or step.target == step.by:
        return illegal(f"a {kind} aims at another player", "C2", "G1")
    return illegal(f"{step.target} is out", "W1") if step.target in table.out else None


def lay(table: Table, step: Lay) -> Happening:
    table = yield CardLaid(step.by, step.card, step.target)
    at = f" at {step.target}" if step.target else ""
    yield grounds(f"{step.by} lays “{step.card}”, a {table.cards[step.card]}{at}", "C1", "C2")
    return table


def pass_(table: Table, step: Pass) -> Happening:
    table = yield ChancePassed(step.by)
    yield grounds(f"{step.by} passes", "C1")
    return table


def all_have_passed(table: Table) -> Happening:
    """C3: the top of the stack; C4: the round."""
    if not table.stack:
        for player in ending(table.veils, table.round):
            table = yield VeilEnded(player)
        table = yield RoundEnded()
        yield grounds("all have passed, and the round is over", "C4")
        return table
    top = table.stack[-1]
    yield grounds(f"all have passed: “{top.name}” takes effect", "C3", since=(top.entry,))
    return (yield from takes_effect(table, top))


def falls(table: Table, player: str) -> Happening:
    """W1: what a player has on the stack goes with them."""
    for item in table.stack:
        if item.by == player:
            table = yield ItemLeft(item.name, ("W1",))
    return table


def everybody_passed(table: Table) -> bool:
    return table.window is not None and table.window.all_have(in_game(table))


LAID = (it_is_their_chance, the_card_is_in_their_hand, it_aims_at_what_it_can)
LAY = Procedure(Lay, lay, LAID, acts_on=all_of(*LAID))
PASS = Procedure(Pass, pass_, (it_is_their_chance,), acts_on=it_is_their_chance)
