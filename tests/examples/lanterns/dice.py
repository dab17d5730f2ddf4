"""The dice of a gust: rolled, one perhaps rolled again, and kept."""

from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, grounds, illegal, requires
from domain.kernel.shapes.checks import all_of
from domain.kernel.wording import count, list_in_words
from tests.examples.lanterns.effects import loses
from tests.examples.lanterns.events import DiceRolled, DieRolledAgain, ItemLeft
from tests.examples.lanterns.rulebook import DICE, LIGHTEST
from tests.examples.lanterns.state import Table
from tests.examples.lanterns.steps import Again, Keep, Roll

DECIDES = ("E4", "E5")
FACES = range(1, 7)


@requires("E4")
def a_gust_waits_for_them(table: Table, step: Roll | Again | Keep) -> Refusal | None:
    if table.rolling is None:
        return illegal("no dice are being rolled")
    by = table.rolling.item.by
    return (
        None
        if by == step.by
        else illegal(f"the dice are {by}'s", since=(table.rolling.item.entry,))
    )


@requires("E4", "G1")
def these_are_its_dice(table: Table, step: Roll) -> Refusal | None:
    if table.rolling is not None and table.rolling.dice:
        return illegal("the dice are rolled already", "E4")
    right = len(step.dice) == DICE and all(die in FACES for die in step.dice)
    return None if right else illegal(f"{DICE} dice show one to six each")


@requires("E4")
def the_dice_are_rolled(table: Table, _step: Again | Keep) -> Refusal | None:
    rolled = table.rolling is not None and table.rolling.dice
    return None if rolled else illegal("the dice are not rolled yet")


@requires("E5", "G1")
def one_is_rolled_again(table: Table, step: Again) -> Refusal | None:
    if not 1 <= step.die <= DICE or step.face not in FACES:
        return illegal(f"there are dice 1 to {DICE}, and they show one to six", "G1")
    if table.rolling is not None and table.rolling.again:
        return illegal("a die was rolled again already", "E5")
    return None if table.coins[step.by] else illegal(f"{step.by} has no coin", "E5")


def roll(table: Table, step: Roll) -> Happening:
    table = yield DiceRolled(step.by, step.dice)
    yield grounds(f"{step.by} rolls {list_in_words(map(str, step.dice))}", "E4")
    return table


def again(table: Table, step: Again) -> Happening:
    table = yield DieRolledAgain(step.by, step.die, step.face)
    yield grounds(f"{step.by} rolls die {step.die} again: {step.face}", "E5")
    return table


def keep(table: Table, step: Keep) -> Happening:
    assert table.rolling is not None
    item, dice = table.rolling.item, table.rolling.dice
    table = yield ItemLeft(item.name, ("E4",))
    hits = sum(die >= LIGHTEST for die in dice)
    assert item.target is not None
    yield grounds(f"{count(hits, 'hit')} on {item.target}", "E4", since=(item.entry,))
    if hits:
        table = yield from loses(table, item.target, hits, "E4")
    return table


ROLL_IF = (a_gust_waits_for_them, these_are_its_dice)
KEEP_IF = (a_gust_waits_for_them, the_dice_are_rolled)
AGAIN_IF = (*KEEP_IF, one_is_rolled_again)
ROLL = Procedure(Roll, roll, ROLL_IF, acts_on=all_of(*ROLL_IF))
AGAIN = Procedure(Again, again, AGAIN_IF, acts_on=all_of(*AGAIN_IF))
KEEP = Procedure(Keep, keep, KEEP_IF, acts_on=all_of(*KEEP_IF))
