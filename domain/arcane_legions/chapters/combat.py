"""Chapter K, its dice: rolls, adjustments and hits, at C.f to C.h and R.h to R.j (K2 to K6, K8)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from domain.arcane_legions.chapters.judging import (
    an_owner_of_the_two_units_says_it,
    at_its_row,
    procedure_of,
)
from domain.arcane_legions.chapters.raising import Raising, at_the_next_row
from domain.arcane_legions.chapters.rows import dice_lost_to_obstacles
from domain.arcane_legions.chapters.sides import (
    dice_lost_to_grey,
    refusal_of_another_side,
    refusal_of_unnamed_side,
    sides_to_hit,
    sides_to_name,
)
from domain.arcane_legions.fields import (
    a_side,
    change_of,
    count_of,
    hindering_terrain,
    is_in_melee,
    none_of_it,
    units_in_the_way,
)
from domain.arcane_legions.orders import Dice, Fight
from domain.arcane_legions.table import Table
from domain.arcane_legions.units import Side, Unit
from domain.arcane_legions.wording import dice, points
from domain.kernel.fields import UNSAID, StepFields, one_of
from domain.kernel.prompting.prompts import Ask
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires, undetermined
from domain.kernel.steps import NAMED, Step, said_in
from domain.kernel.values import (
    Event,
    changed,
    field,
    made_of,
    named_fields,
    stored_as,
)
from domain.kernel.wording import list_in_words

DECIDES = ("K2", "K3", "K4", "K5", "K6", "K8")


def _dice(name: str, number: int | None) -> Iterable[Any]:
    return ([],) if number == 0 else (Ask("dice", f"{name} dice", number),)


@one_of("the attack dice", asks="The attack dice as they lie?")
def attack_dice(table: Table, said: StepFields) -> Iterable[Any]:
    """So many as A18 counts, with the sides and the obstacles that are said."""
    fight = _with_all_said(table, said)
    once, each, _ = dice_to_roll(fight.dice or Dice(0, 0), {})
    return _dice("attack", attack_dice_that_fit(table, once, each)[-1])


@one_of("the defence dice", asks="The defence dice as they lie?")
def defence_dice(table: Table, said: StepFields) -> Iterable[Any]:
    fight = _with_all_said(table, said)
    return _dice("defence", dice_to_roll(fight.dice or Dice(0, 0), {})[2])


def _own_side(table: Table, _said: StepFields) -> Iterable[Any]:
    """It is asked for if it makes a difference and was not said before (K10)."""
    return (UNSAID,) if table.fight.own_side else sides_to_name(table.acting_unit(), asked=True)


def _side_hit(table: Table, _said: StepFields) -> Iterable[Any]:
    fight = table.fight
    if fight.side:
        return (UNSAID,)
    return sides_to_hit(table, table.acting_unit(), table.units[fight.target], asked=True)


def sides_left(table: Table) -> bool:
    """Whether a side has still to be said with the roll."""
    return any(UNSAID not in which(table, {}) for which in (_own_side, _side_hit))


own_side_at_last = a_side("the side of the attacker", _own_side, form=False)
side_hit_at_last = a_side("the side of the target", _side_hit, form=False)


@one_of("the attack dice", asks="The attack dice as they lie?")
def attack_dice_lying(table: Table) -> Iterable[Any]:
    return _dice("attack", len(table.fight.attack))


@one_of("the defence dice", asks="The defence dice as they lie?")
def defence_dice_lying(table: Table) -> Iterable[Any]:
    return _dice("defence", len(table.fight.defence))


@one_of(
    "hits of the attacker",
    asks=lambda table: f"How many hits does {table.order.unit} score?",
    form=True,
)
def hits_of_attacker(table: Table) -> Iterable[int]:
    return range(len(table.fight.attack) + table.fight.criticals + 1)


@one_of(
    "hits of the defender",
    asks=lambda table: f"How many hits does {table.fight.target} score?",
    form=True,
)
def hits_of_defender(table: Table) -> Iterable[int]:
    return (0,) if table.order.type == "ranged" else range(len(table.fight.defence) + 1)


class Roll(Raising, kw_only=True):
    """The dice as they were rolled; sides not said before; of a shot, also what lies in the way."""

    own_side: Annotated[Side | None, NAMED, own_side_at_last] = field(default=None, name="from")
    side: Annotated[Side | None, side_hit_at_last] = None
    attack: Annotated[tuple[int, ...], attack_dice]
    defence: Annotated[tuple[int, ...], defence_dice]
    change: Annotated[Mapping[str, int], change_of("attack", "defence"), none_of_it] = {}
    units_between: Annotated[int | None, count_of("units_between"), units_in_the_way] = None
    hindering: Annotated[int | None, count_of("hindering"), hindering_terrain] = None
    melee: Annotated[bool | None, is_in_melee] = None


class Adjust(Step):
    """The dice as they lie after a reroll or an adjustment."""

    attack: Annotated[tuple[int, ...] | None, attack_dice_lying] = None
    defence: Annotated[tuple[int, ...] | None, defence_dice_lying] = None


class Hits(Raising):
    """The hits scored by each unit, and declared changes of the damage that comes of them."""

    attacker: Annotated[int, count_of("attacker"), hits_of_attacker]
    defender: Annotated[int, count_of("defender"), hits_of_defender]
    change: Annotated[Mapping[str, int], change_of("attacker", "defender"), none_of_it] = {}


@stored_as("arcane-legions/sides_said/v1")
class SidesSaid(Event):
    """Sides are said with the roll; the dice are those that they leave."""

    side: str
    """The side of the target; empty if none was said."""
    own_side: str
    """The side of the attacker, likewise."""
    attack: int
    """Attack dice, before obstacles take any away."""
    defence: int
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        """The dice are rolled in the same entry, and counted no more."""
        return table.with_fight(side=self.side, own_side=self.own_side)


@stored_as("arcane-legions/obstacles_found/v1")
class ObstaclesFound(Event):
    """What lies in the way of a shot is said with the roll; it counts instead of what was said before."""

    units_between: int
    hindering: int
    melee: bool
    once: int
    """Attack dice lost to obstacles if each kind counts once."""
    each: int
    """Attack dice lost to obstacles if each obstacle counts."""
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        """It took its dice from the roll of the same entry, and is asked for no more."""
        return table


@stored_as("arcane-legions/dice_rolled/v1")
class DiceRolled(Event):
    """The dice are rolled, criticals scored."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    criticals: int
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        table = table.with_fight(**named_fields(self, "attack", "defence", "criticals"))
        return changed(table.with_order(rolled=entry), done=True)


@stored_as("arcane-legions/dice_adjusted/v1")
class DiceAdjusted(Event):
    """The dice lie differently after a reroll or an adjustment."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        table = table.with_fight(attack=self.attack, defence=self.defence)
        return table.with_order(adjusted=entry)


@stored_as("arcane-legions/hits_scored/v1")
class HitsScored(Event):
    """The hits of both units are said."""

    SAYS = "{attacker} hits of the attacker and {defender} of the defender are scored."

    attacker: int
    defender: int
    damage: Mapping[str, int]
    """Unit → damage that comes of them."""
    rules: tuple[RuleId, ...]

    def after(self, table: Table, _entry: int) -> Table:
        return changed(table.with_fight(damage=dict(self.damage)), done=True)


SIX = 6


OBSTACLES = ("units_between", "hindering", "melee")


@requires("G1")
def each_die_shows_one_to_six(table: Table, step: Roll | Adjust) -> Refusal | None:
    dice = (*(step.attack or ()), *(step.defence or ()))
    no_die = next((die for die in dice if not 1 <= die <= SIX), None)
    if no_die is None:
        return None
    return illegal(f"a die shows 1 to 6, not {no_die}", since=(table.order.since))


def dice_to_roll(counted: Dice, change: Mapping[str, int]) -> tuple[int, int, int]:
    """How many dice are to be rolled, the declared change included, but never fewer than none.

    Attack dice if each kind of obstacle takes one, attack dice if each obstacle does (A18), defence dice.
    """
    more = change.get("attack", 0)
    once = max(0, counted.attack - counted.once + more)
    each = max(0, counted.attack - counted.each + more)
    return once, each, max(0, counted.defence + change.get("defence", 0))


def attack_dice_that_fit(table: Table, once: int, each: int) -> list[int]:
    """How many attack dice may be rolled by A18, the fewest first: two numbers while it is open."""
    by_reading = {"open": {once, each}, "once": {once}, "each": {each}}
    return sorted(by_reading[table.law["A18"]])


@requires("G1")
def obstacles_lie_before_a_shot_only(table: Table, step: Roll) -> Refusal | None:
    """What lies in the way is said with a shot, at R.h, not at C.f."""
    said = _obstacles(said_in(step))
    if table.order.type == "ranged" or not said:
        return None
    reason = f"“roll” does not know “{next(iter(said))}” here: it belongs to a shot"
    return illegal(reason, since=(table.order.since))


def _obstacles(said: StepFields) -> dict[str, Any]:
    """The fields of a roll that say what lies in the way."""
    return {name: value for name, value in said.items() if name in OBSTACLES}


def _with_obstacles_found(fight: Fight, said: Mapping[str, Any]) -> Fight:
    """The fight with the obstacles said in the roll; the other ones stay as said with the target (K3)."""
    if not said or fight.dice is None:
        return fight
    with_obstacles = changed(fight, **said)
    assert with_obstacles.dice is not None
    once, each = dice_lost_to_obstacles(
        with_obstacles.units_between, with_obstacles.hindering, with_obstacles.melee
    )
    return changed(with_obstacles, dice=changed(with_obstacles.dice, once=once, each=each))


def _with_sides(table: Table, fight: Fight, said: StepFields) -> Fight:
    """The fight with the sides said in the roll, where none was said before (K10), and its dice so."""
    own_side, side = fight.own_side or said.get("from", ""), fight.side or said.get("side", "")
    if fight.dice is None or (own_side, side) == (fight.own_side, fight.side):
        return fight
    attacker, defender = table.acting_unit(), table.units[fight.target]
    lost = dice_lost_to_grey(attacker, own_side) - dice_lost_to_grey(attacker, fight.own_side)
    of_defence = dice_lost_to_grey(defender, side) - dice_lost_to_grey(defender, fight.side)
    dice = changed(
        fight.dice, attack=fight.dice.attack - lost, defence=fight.dice.defence - of_defence
    )
    return changed(fight, own_side=own_side, side=side, dice=dice)


def _with_all_said(table: Table, said: StepFields) -> Fight:
    """The fight with what is said in the roll, or has been said of it so far."""
    return _with_obstacles_found(_with_sides(table, table.fight, said), _obstacles(said))


@requires("K10")
def a_side_said_before_stands(table: Table, step: Roll) -> Refusal | None:
    return refusal_of_another_side(table, {"side": step.side, "from": step.own_side})


@requires("K2", "K10")
def the_sides_are_named_by_now(table: Table, step: Roll) -> Refusal | None:
    fight = _with_sides(table, table.fight, said_in(step))
    target = table.units[fight.target]
    return refusal_of_unnamed_side(table, target, fight.side, fight.own_side, "K2")


@requires("K2", "K3", "A18")
def the_dice_are_as_many_as_counted(table: Table, step: Roll) -> Refusal | None:
    fight = _with_all_said(table, said_in(step))
    assert fight.dice is not None
    once, each, defence = dice_to_roll(fight.dice, step.change)
    said, fits = len(step.attack), attack_dice_that_fit(table, once, each)
    if said not in fits:
        return _wrong_attack(table, said, fits, decided=len(fits) == 1 and once != each)
    if len(step.defence) != defence:
        reason = f"the defender rolls {dice(defence, 'defence')}, not {len(step.defence)}"
        since = _entries_behind_dice(table)
        return illegal(reason, "K2", since=since, counted=defence, said=len(step.defence))
    if len(fits) > 1:
        return _one_of_two_numbers(table, fight, once, each)
    return None


def _wrong_attack(table: Table, said: int, fits: Sequence[int], *, decided: bool) -> Refusal:
    """Refuses so many attack dice; `fits`: the right numbers; `decided`: whether A18 decides between two."""
    ranged: tuple[RuleId, ...] = ("K2", "K3") if table.order.type == "ranged" else ("K2",)
    cites = (*ranged, "A18") if decided else ranged
    *fewer, most = fits
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
    said = said_in(step)
    fight = _with_sides(table, table.fight, said)
    if fight != table.fight and fight.dice is not None:
        counted = named_fields(fight.dice, "attack", "defence")
        yield grounds(_sides_in_words(table, fight))
        yield made_of(SidesSaid, fight, **counted, rules=(row, "K2", "K10"))
    with_obstacles = _with_obstacles_found(fight, _obstacles(said))
    if with_obstacles != fight and with_obstacles.dice is not None:
        lost = named_fields(with_obstacles.dice, "once", "each")
        yield made_of(ObstaclesFound, with_obstacles, **lost, rules=("R.e", "R.f", "K3"))
    return (yield DiceRolled(attack, defence, scored, (row, "K4")))


def _sides_in_words(table: Table, fight: Fight) -> str:
    """The sides that are said with the roll: “a1 attacks from its left”."""
    own = fight.own_side != table.fight.own_side
    told = (
        f"{table.order.unit} attacks from its {fight.own_side}" if own else "",
        f"{fight.target} is attacked on its {fight.side}" if fight.side != table.fight.side else "",
    )
    return list_in_words(filter(None, told))


ROLL = procedure_of(
    Roll,
    roll,
    when=at_its_row("roll"),
    checks=(
        an_owner_of_the_two_units_says_it,
        obstacles_lie_before_a_shot_only,
        each_die_shows_one_to_six,
        a_side_said_before_stands,
        the_sides_are_named_by_now,
        the_dice_are_as_many_as_counted,
    ),
    acts_on=(obstacles_lie_before_a_shot_only, each_die_shows_one_to_six),
    of_facts=True,
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
            return illegal(reason, since=(table.order.rolled))
    return None


def adjust(table: Table, step: Adjust) -> Happening:
    fight, row = table.fight, table.row
    attack = fight.attack if step.attack is None else step.attack
    defence = fight.defence if step.defence is None else step.defence
    yield grounds("The dice lie as said now", row)
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
    return illegal(reason, since=(table.order.since))


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
        # A13 has a part in this only where its other reading would let so many hits pass.
        decided = step.attacker <= len(fight.attack) + max(by_reading.values())
        cites = ("K6", "A13") if decided else ("K6",)
        return illegal(reason, *cites, since=(table.order.rolled, table.order.adjusted))
    if step.defender > len(fight.defence):
        most = len(fight.defence)
        scores = f"{dice(most, 'defence')} {'scores' if most == 1 else 'score'}"
        reason = f"{scores} at most {points(most, 'hit')}, not {step.defender}"
        return illegal(reason, "K6", since=(table.order.rolled))
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
