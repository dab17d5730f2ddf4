"""Declaring: the card, what is named, what is paid, and the action in the queue (D, K2, K3)."""

from collections.abc import Mapping

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, grounds, illegal, requires, undetermined
from domain.nullshapers.law.cards import PLANET, Text, spoken_zone
from domain.nullshapers.play import moves
from domain.nullshapers.play.aiming import Declaration, text_of
from domain.nullshapers.play.costs import (
    FREE,
    Cost,
    cost_of,
    enough,
    exact,
    in_words,
    missed,
    taken,
    unpaid_types,
)
from domain.nullshapers.play.lightspeed import targets_as_fast
from domain.nullshapers.play.targets import as_constants
from domain.nullshapers.play.timing import SPEED_RULE, readings_of_time, speed_of
from domain.nullshapers.table.events import ActionDeclared, CardLocked, EnergyPaid
from domain.nullshapers.table.hidden import is_private
from domain.nullshapers.table.state import Table, entries
from domain.nullshapers.table.steps import Activate, Play

FIFTEEN = 15


@requires("D8", "A2")
def the_card_is_in_hand_and_no_anomaly(table: Table, step: Play) -> Refusal | None:
    reasons, cites = [], []
    card = table.cards[step.card]
    if card.zone != "hand":
        reasons.append(
            f"“{step.card}” is not in {step.by}'s hand: it is in {spoken_zone(card.zone)}"
        )
        cites.append("D8")
    if card.mode == "anomaly":
        reasons.append(f"“{step.card}” is an anomaly, and an anomaly is never queued")
        cites.append("A2")
    since = entries(
        (
            card.since if card.zone != "hand" else 0,
            card.mode_since if card.mode == "anomaly" else 0,
        )
    )
    return illegal("; ".join(reasons), *cites, since=since) if reasons else None


@requires("D8", "A3")
def the_skill_can_be_activated(table: Table, step: Activate) -> Refusal | None:
    card = table.cards[step.card]
    reactive = text_of(table, step).kind == "reactive"
    if card.zone in PLANET and card.mode != "anomaly" and not reactive:
        return None
    reasons, cites = [], []
    if not card.on_the_planet:
        reasons.append(f"“{step.card}” is not on the planet: it is in {spoken_zone(card.zone)}")
        cites.append("D8")
    elif card.mode == "anomaly":
        reasons.append(f"“{step.card}” is an anomaly, and its skills sleep")
        cites.append("D8")
    if reactive:
        reasons.append(f"“{step.skill}” is a reactive skill: it enters the queue by itself")
        cites.append("A3")
    since = (0 if card.on_the_planet else card.since, card.mode_since)
    return illegal("; ".join(reasons), *cites, since=entries(since))


@requires("P7")
def a_biome_is_named_only_for_an_agent_in_the_attack_step(
    table: Table, step: Play
) -> Refusal | None:
    biome = step.biome
    if biome is None:
        return None
    reasons, since = [], []
    if table.printed[step.card].type != "agent":
        reasons.append(f"“{step.card}” is no agent")
    if table.step != "attack" or step.by != table.turn_player:
        reasons.append("only the turn player names a sector to arrive in, and in the attack step")
        since.append(table.step_since if table.step != "attack" else table.turn_since)
    if not table.stands(biome, step.by):
        reasons.append(f"{step.by}'s sector in {biome} is lost")
        since.append(table.gone_since(f"{biome}.{step.by}"))
    if not reasons:
        return None
    return illegal("; ".join(reasons), since=entries(since), biome=biome)


@requires("D5", "M31")
def x_is_picked_where_the_cost_has_one(table: Table, step: Declaration) -> Refusal | None:
    text = text_of(table, step)
    if not text.x:
        return None if step.x is None else illegal(f"“{step.card}” has no X in its cost", "D5")
    if step.x is None:
        return illegal(f"“{step.card}” has X in its cost, and none is picked", "D5")
    if step.x < 0:
        return illegal(f"X is a whole number from 0 up, not {step.x}", "D5", x=step.x)
    if step.x > FIFTEEN and table.law["M31"] == "fifteen":
        return illegal(f"X is 15 at most, not {step.x}", "D5", "M31", x=step.x)
    return None


@requires("D9", "D6", "D7", "D5", "K2", "K4", "A7", "M38")
def the_whole_cost_can_be_paid(table: Table, step: Declaration) -> Refusal | None:
    text = text_of(table, step)
    cost = cost_of(table, text, step.x, step.targets)
    if cost is FREE and step.pay is None and not text.lock:
        return None
    reasons, cites = [], []
    since: list[int] = []
    if text.lock and (unlockable := _cannot_lock(table, step.card)):
        reasons.append(unlockable)
        cites.append("D9")
        since.append(table.cards[step.card].locked_since or table.cards[step.card].since)
    energy = table.energy[step.by]
    untyped = unpaid_types(cost, energy if step.pay is None else step.pay)
    if untyped:
        source = f"{step.by} has" if step.pay is None else "the payment named has"
        reasons.append(f"the cost has more {' and '.join(untyped)} than {source}")
        cites.append("D6")
    if not (enough(cost, energy) if step.pay is None else exact(cost, step.pay, energy)):
        reasons.append(f"the whole cost is {cost.total}, and {_offered(step, energy)}")
        cites.extend(("D7", "D5") if text.x else ("D7",))
    if not cites:
        return None
    if cost.walls and ("D6" in cites or "D7" in cites):
        cites.append("K2")
        reasons.append(f"a firewall is part of it: {', '.join(cost.walls)}")
    for one in missed(table, step.by, cost, step.pay):
        since.append(one.since)
        cites.extend(one.rules)
        if one.rules and one.amounts:
            lost = f"{in_words(one.amounts)} of {step.by}'s was lost with the end of a step"
            reasons.append(f"{lost}, in entry {one.since}")
    return illegal("; ".join(reasons), *dict.fromkeys(cites), since=entries(since), cost=cost.total)


def _offered(step: Declaration, energy: Mapping[str, int]) -> str:
    if step.pay is not None:
        return f"what is named is {in_words(step.pay)}; {step.by} has {in_words(energy)}"
    return f"{step.by} has {in_words(energy)}"


def _cannot_lock(table: Table, name: str) -> str | None:
    """Why this card cannot lock for a cost (D9, K4)."""
    card = table.cards[name]
    if card.locked:
        return f"“{name}” is locked already"
    if card.fresh and table.is_agent(name) and not table.printed[name].ready:
        return f"“{name}” is fresh: it arrived this turn, and cannot lock"
    return None


@requires("M44", "K3")
def no_target_is_just_as_fast(table: Table, step: Declaration) -> Refusal | None:
    """Equal speed against Lightspeed is an open question; it comes last."""
    if table.no_card_among(step.targets) or table.law["M44"] != "undetermined":
        return None
    as_fast = targets_as_fast(table, step)
    if not as_fast:
        return None
    return undetermined(
        f"“{as_fast[0]}” has Lightspeed and is just as fast; the rulebook does not say whether equal "
        "speed may name it",
        since=entries(table.cards[name].speed_since for name in (*as_fast, step.card)),
    )


def declare(table: Table, step: Declaration) -> Happening:
    """D1: into the queue with targets, option and X, and paid, all at once."""
    text = text_of(table, step)
    speed = speed_of(table, step)
    skill = step.skill if isinstance(step, Activate) else None
    what = f"activates “{step.card}/{skill}”" if skill else f"plays “{step.card}”"
    yield grounds(
        f"{step.by} {what} at Speed {speed}{_aimed(table, step)}",
        "A1",
        SPEED_RULE[speed],
        *(("N1",) if table.queue else ()),
        *readings_of_time(table, speed),
        *_readings_of_targets(table, step, text),
        since=(table.queue[-1].since,) if table.queue else (),
    )
    table = yield from moves.standing_passes_end(table)
    if skill is None and _is_taken_up_first(table, step.card):
        table = yield from moves.goes(table, step.card, "hand", step.by, ("A1",))
    table = yield ActionDeclared(
        f"q{step.entry}",
        step.by,
        step.card,
        skill,
        targets=step.targets,
        option=step.option if text.options else None,
        x=step.x if text.x else None,
        biome=step.biome if isinstance(step, Play) else None,
        speed=speed,
        ruled=step.forced,
        rules=("D1", *(("N2", "N6") if table.queue else ()), *(("N5",) if table.passed else ())),
    )
    cost = cost_of(table, text, step.x if text.x else None, step.targets)
    if cost is FREE and not text.lock:
        return table
    return (yield from _paid(table, step, text, cost))


def _readings_of_targets(table: Table, step: Declaration, text: Text) -> tuple[str, ...]:
    if table.no_card_among(step.targets):
        return ()
    just_as_fast = table.law["M44"] != "undetermined" and targets_as_fast(table, step)
    part = text.part(step.option)
    return (*as_constants(table, part, step.targets), *(("M44",) if just_as_fast else ()))


def _in_kinds(pay: Mapping[str, int]) -> Mapping[str, int]:
    return {kind: number for kind, number in pay.items() if number}


def _is_taken_up_first(table: Table, name: str) -> bool:
    """A judge may let a card be played from elsewhere; it leaves what it stands or lies in."""
    card = table.cards[name]
    return card.on_the_planet or card.zone == "deck"


def _aimed(table: Table, step: Declaration) -> str:
    named = ("a card" if is_private(table, name) else name for name in step.targets)
    return f", aiming at {', '.join(named)}" if step.targets else ""


def _paid(table: Table, step: Declaration, text: Text, cost: Cost) -> Happening:
    energy = table.energy[step.by]
    named = step.pay is not None and exact(cost, step.pay, energy)
    paid = _in_kinds(step.pay) if named and step.pay else taken(cost, energy)
    if paid:
        rules = ("D7", *(("K2",) if cost.walls else ()))
        table = yield EnergyPaid(step.by, paid, f"q{step.entry}", rules)
    if text.lock and not table.cards[step.card].locked and table.cards[step.card].on_the_planet:
        if table.cards[step.card].fresh and table.printed[step.card].ready:
            yield grounds("", "K4")
        table = yield CardLocked(step.card, f"q{step.entry}", ("D9",))
    return table
