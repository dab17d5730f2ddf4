"""The dice of a gust: rolled, one perhaps rolled again, and kept."""

from collections.abc import Iterable
from typing import Annotated, Any

from domain.kernel.fields import WORDS, Suggested, one_of
from domain.kernel.prompting.prompts import Ask
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, all_of, grounds, illegal, requires
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, stored_as
from domain.kernel.wording import count, list_in_words
from tests.examples.lanterns.chapters.mirrors import loses
from tests.examples.lanterns.chapters.stack import ItemLeft
from tests.examples.lanterns.rulebook import DICE, LIGHTEST
from tests.examples.lanterns.table import Rolling, Rules, Table

DECIDES = ("E4", "E5")
FACES = range(1, 7)


@one_of("what the dice show")
def faces_of_all() -> Iterable[Any]:
    return (Suggested([1] * DICE, Ask("dice", "the dice", DICE)),)


@one_of("one of the dice", WORDS, "Which die?")
def which_die() -> Iterable[int]:
    return range(1, DICE + 1)


@one_of("what it shows", WORDS, "What does it show?")
def face_of_one() -> Iterable[int]:
    return FACES


class Roll(Step):
    dice: Annotated[tuple[int, ...], faces_of_all]


class Again(Step):
    die: Annotated[int, which_die]
    """Which of them, from 1 on."""
    face: Annotated[int, face_of_one]


class Keep(Step):
    """Leave the dice as they lie."""


@stored_as("lanterns/dice_awaited/v1")
class DiceAwaited(Event):
    """The dice of a gust are to be rolled."""

    card: str
    rules: Rules = cites("E4")

    def after(self, table: Table, _entry: int) -> Table:
        item = table.on_the_stack(self.card)
        assert item is not None
        return changed(table, rolling=Rolling(item))


@stored_as("lanterns/dice_rolled/v1")
class DiceRolled(Event):
    """Dice lie on the table."""

    REVEALS = True
    by: str
    dice: tuple[int, ...]
    """Their faces."""
    rules: Rules = cites("E4")

    def after(self, table: Table, _entry: int) -> Table:
        assert table.rolling is not None
        return changed(table, rolling=changed(table.rolling, dice=self.dice))


@stored_as("lanterns/die_rolled_again/v1")
class DieRolledAgain(Event):
    """One die was rolled again for a coin."""

    REVEALS = True
    by: str
    die: int
    """Which of them, from 1 on."""
    face: int
    """What it shows now."""
    rules: Rules = cites("E5")

    def after(self, table: Table, _entry: int) -> Table:
        assert table.rolling is not None
        dice = list(table.rolling.dice)
        dice[self.die - 1] = self.face
        rolling = changed(table.rolling, dice=tuple(dice), again=True)
        return changed(table.with_coins(self.by, -1), rolling=rolling)


@requires("E4")
def a_gust_waits_for_them(table: Table, step: Roll | Again | Keep) -> Refusal | None:
    if table.rolling is None:
        return illegal("no dice are being rolled")
    gust = table.rolling.item
    return None if gust.by == step.by else illegal(f"the dice are {gust.by}'s", since=gust)


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
    yield grounds(f"{count(hits, 'hit')} on {item.target}", "E4", since=item)
    if hits:
        table = yield from loses(table, item.target, hits, "E4")
    return table


ROLL_IF = (a_gust_waits_for_them, these_are_its_dice)
KEEP_IF = (a_gust_waits_for_them, the_dice_are_rolled)
AGAIN_IF = (*KEEP_IF, one_is_rolled_again)
ROLL = Procedure(Roll, roll, ROLL_IF, acts_on=all_of(*ROLL_IF))
AGAIN = Procedure(Again, again, AGAIN_IF, acts_on=all_of(*AGAIN_IF))
KEEP = Procedure(Keep, keep, KEEP_IF, acts_on=all_of(*KEEP_IF))
