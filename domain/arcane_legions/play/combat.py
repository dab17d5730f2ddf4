"""Chapter K, its dice: rolls, adjustments and hits, at C.f to C.h and R.h to R.j (K2 to K6, K8)."""

from collections.abc import Iterable, Mapping
from typing import Any

from domain.arcane_legions.play.judging import (
    an_owner_of_the_two_units_says_it,
    at_its_row,
    procedure_of,
)
from domain.arcane_legions.play.raising import at_the_next_row
from domain.arcane_legions.play.rows import dice_lost_to_obstacles
from domain.arcane_legions.table.events_combat import (
    DiceAdjusted,
    DiceRolled,
    HitsScored,
    ObstaclesFound,
)
from domain.arcane_legions.table.orders import Dice, Fight
from domain.arcane_legions.table.state import Table
from domain.arcane_legions.table.steps import Adjust, Hits, Roll
from domain.arcane_legions.table.units import Unit
from domain.arcane_legions.table.wording import dice, points
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires, undetermined
from domain.kernel.steps import said_in
from domain.kernel.values import changed, made_of, named_fields
from domain.kernel.wording import list_in_words

DECIDES = ("K2", "K3", "K4", "K5", "K6", "K8")

SIX = 6
OBSTACLES = ("units_between", "hindering", "melee")


@requires("G1")
def each_die_shows_one_to_six(table: Table, step: Roll | Adjust) -> Refusal | None:
    dice = (*(step.attack or ()), *(step.defence or ()))
    no_die = next((die for die in dice if not 1 <= die <= SIX), None)
    if no_die is None:
        return None
    return illegal(f"a die shows 1 to 6, not {no_die}", since=entries(table.order.since))


def dice_to_roll(counted: Dice, change: Mapping[str, int]) -> tuple[int, int, int]:
    """How many dice are to be rolled, the declared change included, but never fewer than none.

    Attack dice if each kind of obstacle takes one, attack dice if each obstacle does (A18), defence dice.
    """
    more = change.get("attack", 0)
    once = max(0, counted.attack - counted.once + more)
    each = max(0, counted.attack - counted.each + more)
    return once, each, max(0, counted.defence + change.get("defence", 0))


@requires("G1")
def obstacles_lie_before_a_shot_only(table: Table, step: Roll) -> Refusal | None:
    """What lies in the way is said with a shot, at R.h, not at C.f."""
    said = _obstacles(step)
    if table.order.type == "ranged" or not said:
        return None
    reason = f"“roll” at {table.row} does not know “{next(iter(said))}”: it belongs to a shot (R.h)"
    return illegal(reason, since=entries(table.order.since))


def _obstacles(step: Roll) -> dict[str, Any]:
    """The fields of the roll that say what lies in the way."""
    return {name: value for name, value in said_in(step).items() if name in OBSTACLES}


def _with_obstacles_found(fight: Fight, step: Roll) -> Fight:
    """The fight with the obstacles said in the roll; the other ones stay as said with the target (K3)."""
    said = _obstacles(step)
    if not said:
        return fight
    found = changed(fight, **said)
    assert found.dice is not None
    once, each = dice_lost_to_obstacles(found.units_between, found.hindering, found.melee)
    return changed(found, dice=changed(found.dice, once=once, each=each))


@requires("K2", "K3", "A18")
def the_dice_are_as_many_as_counted(table: Table, step: Roll) -> Refusal | None:
    fight = _with_obstacles_found(table.fight, step)
    assert fight.dice is not None
    once, each, defence = dice_to_roll(fight.dice, step.change)
    said, reading = len(step.attack), table.law["A18"]
    fits = {"open": {once, each}, "once": {once}, "each": {each}}[reading]
    if said not in fits:
        return _wrong_attack(table, said, fits, decided=reading != "open" and once != each)
    if len(step.defence) != defence:
        reason = f"the defender rolls {dice(defence, 'defence')}, not {len(step.defence)}"
        since = _entries_behind_dice(table)
        return illegal(reason, "K2", since=since, counted=defence, said=len(step.defence))
    if len(fits) > 1:
        return _one_of_two_numbers(table, fight, once, each)
    return None


def _wrong_attack(table: Table, said: int, fits: set[int], *, decided: bool) -> Refusal:
    """Refuses so many attack dice; `fits`: the right numbers; `decided`: whether A18 decides between two."""
    ranged: tuple[RuleId, ...] = ("K2", "K3") if table.order.type == "ranged" else ("K2",)
    cites = (*ranged, "A18") if decided else ranged
    *fewer, most = sorted(fits)
    counted = " or ".join((*map(str, fewer), dice(most, "attack")))
    reason = f"the attacker rolls {counted}, not {said}"
    return illegal(reason, *cites, since=_entries_behind_dice(table), said=said)


def _entries_behind_dice(table: Table) -> tuple[int, ...]:
    """The entries that made the dice as many as they are: of the order, its target, and the icons ready."""
    order, counted = table.order, table.fight.dice
    return entries(order.since, order.aimed, *(counted.since if counted else ()))


def _one_of_two_numbers(table: Table, fight: Fight, once: int, each: int) -> Refusal:
    """A18 open: the roll has one of two numbers of attack dice, and no rule settles which."""
    kinds = ((fight.units_between, "unit"), (fight.hindering, "hindering terrain"))
    lie = list_in_words(points(number, kind) for number, kind in kinds if number)
    reason = (
        f"{lie} lie in the way: that leaves {dice(once, 'attack')} or {each}, and no rule settles "
        "which"
    )
    return undetermined(reason, "A18", since=_entries_behind_dice(table), once=once, each=each)


def criticals(attacker: Unit, attack: Iterable[int]) -> int:
    """How many criticals these dice score (K4): full sets of three sixes, of two for a deadly unit."""
    return list(attack).count(SIX) // (2 if attacker.has("deadly") else 3)


def roll(table: Table, step: Roll) -> Happening:
    row, attack, defence = table.row, step.attack, step.defence
    scored = criticals(table.acting_unit(), attack)
    more = f"; {points(scored, 'critical')}" if scored else ""
    are = "is" if len(attack) + len(defence) == 1 else "are"
    rolled = f"{dice(len(attack), 'attack')} and {dice(len(defence), 'defence')}"
    yield grounds(f"{rolled} {are} rolled{more}", row)
    fight = table.fight
    found = _with_obstacles_found(fight, step)
    if found != fight and found.dice is not None:
        lost = named_fields(found.dice, "once", "each")
        yield made_of(ObstaclesFound, found, **lost, rules=("R.e", "R.f", "K3"))
    return (yield DiceRolled(attack, defence, scored, (row, "K4")))


ROLL = procedure_of(
    Roll,
    roll,
    when=at_its_row("roll"),
    checks=(
        an_owner_of_the_two_units_says_it,
        obstacles_lie_before_a_shot_only,
        each_die_shows_one_to_six,
        the_dice_are_as_many_as_counted,
    ),
    acts_on=(obstacles_lie_before_a_shot_only, each_die_shows_one_to_six),
)


@requires("G1")
def something_is_adjusted(_table: Table, step: Adjust) -> Refusal | None:
    if step.attack is None and step.defence is None:
        return illegal("“adjust” needs “attack” or “defence”, the dice as they lie now")
    return None


@requires("K5")
def as_many_dice_as_before(table: Table, step: Adjust) -> Refusal | None:
    fight = table.fight
    for name, before, now in (
        ("attack", fight.attack, step.attack),
        ("defence", fight.defence, step.defence),
    ):
        if now is not None and len(now) != len(before):
            was = f"{dice(len(before), name)} {'was' if len(before) == 1 else 'were'} rolled"
            reason = f"{was}, and cannot become {len(now)}"
            return illegal(reason, since=entries(table.order.rolled))
    return None


def adjust(table: Table, step: Adjust) -> Happening:
    fight, row = table.fight, table.row
    attack = fight.attack if step.attack is None else step.attack
    defence = fight.defence if step.defence is None else step.defence
    yield grounds("the dice lie as said now", row)
    return (yield DiceAdjusted(attack, defence, (row, "K5")))


ADJUST = procedure_of(
    Adjust,
    adjust,
    names=(something_is_adjusted,),
    when=at_its_row("adjust"),
    checks=(an_owner_of_the_two_units_says_it, each_die_shows_one_to_six, as_many_dice_as_before),
    acts_on=(each_die_shows_one_to_six,),
)


@requires("K8")
def a_shot_hits_only_the_defender(table: Table, step: Hits) -> Refusal | None:
    if table.order.type != "ranged":
        return None
    if not step.defender and not step.change.get("defender", 0):
        return None
    reason = "in ranged combat the defender scores no hits, and the shooter takes no damage"
    return illegal(reason, since=entries(table.order.since))


@requires("K6", "A13")
def no_more_hits_than_dice(table: Table, step: Hits) -> Refusal | None:
    fight = table.fight
    recounted = criticals(table.acting_unit(), fight.attack)
    by_reading = {"as_scored": fight.criticals, "recounted": recounted}
    counted = by_reading[table.law["A13"]]
    most = len(fight.attack) + counted
    if step.attacker > most:
        score = f"{dice(len(fight.attack), 'attack')} and {points(counted, 'critical')} score"
        reason = f"{score} at most {points(most, 'hit')}, not {step.attacker}"
        decided = step.attacker <= len(fight.attack) + max(by_reading.values())
        cites = ("K6", "A13") if decided else ("K6",)
        return illegal(reason, *cites, since=entries(table.order.rolled, table.order.adjusted))
    if step.defender > len(fight.defence):
        most = len(fight.defence)
        scores = f"{dice(most, 'defence')} {'scores' if most == 1 else 'score'}"
        reason = f"{scores} at most {points(most, 'hit')}, not {step.defender}"
        return illegal(reason, "K6", since=entries(table.order.rolled))
    return None


def score_hits(table: Table, step: Hits) -> Happening:
    row, fight, attacker = table.row, table.fight, table.order.unit
    on_defender = max(0, step.attacker + step.change.get("attacker", 0))
    on_attacker = max(0, step.defender + step.change.get("defender", 0))
    damage = {attacker: on_attacker, fight.target: on_defender}
    deals = f"{on_defender} damage on {fight.target}, {on_attacker} on {attacker}"
    yield grounds(f"{points(step.attacker, 'hit')} against {step.defender}: {deals}", row)
    return (yield HitsScored(step.attacker, step.defender, damage, (row, "K6", "K7")))


HITS = procedure_of(
    Hits,
    score_hits,
    when=at_its_row("hits"),
    checks=(
        an_owner_of_the_two_units_says_it,
        a_shot_hits_only_the_defender,
        no_more_hits_than_dice,
    ),
    triggers_arise=at_the_next_row,
)
