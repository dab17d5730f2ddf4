"""Declaring: the card, what is named, what is paid, and the action in the queue (D, K2, K3)."""

from collections.abc import Mapping

from domain.kernel.ruleset import Happening
from domain.kernel.ruling import Refusal, grounds, illegal, requires, undetermined
from domain.nullshapers.law.cards import PLANET, Target, Text, spoken_zone
from domain.nullshapers.play import moves
from domain.nullshapers.play.costs import (
    FREE,
    Cost,
    cost_of,
    enough,
    exact,
    in_words,
    taken,
    unpaid_types,
)
from domain.nullshapers.play.lightspeed import targets_as_fast, too_fast_for
from domain.nullshapers.play.targets import as_constants, encrypted, unmet
from domain.nullshapers.play.timing import SPEED_RULE, readings_of_time, speed_of
from domain.nullshapers.table.events import ActionDeclared, CardLocked, EnergyPaid
from domain.nullshapers.table.state import Table
from domain.nullshapers.table.steps import Activate, Play

FIFTEEN = 15

Declaration = Play | Activate


def text_of(table: Table, step: Declaration) -> Text:
    printed = table.printed[step.card]
    return printed.text if isinstance(step, Play) else printed.skills[step.skill]


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
    since = (card.since,) if card.zone != "hand" and card.since else ()
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
    return illegal("; ".join(reasons), *cites)


@requires("D4")
def an_option_is_picked_where_there_are_some(table: Table, step: Declaration) -> Refusal | None:
    options = text_of(table, step).options
    if step.option is None and not options:
        return None
    if not options:
        return illegal(f"“{step.card}” has no options to pick from")
    if step.option in options:
        return None
    said = "none is picked" if step.option is None else f"“{step.option}” is none of them"
    return illegal(f"one of the options {', '.join(options)} must be picked, and {said}")


@requires("D2", "D3", "K1", "K3", "M44")
def the_targets_are_as_the_text_wants_them(table: Table, step: Declaration) -> Refusal | None:
    text = text_of(table, step)
    target = text.part(step.option).target
    if target is None and not step.targets:
        return None
    reasons = _not_as_wanted(table, target, step)
    if not reasons and table.no_card_among(step.targets):
        return None
    cites: list[str] = []
    if reasons:
        cites.append("D2")
        if isinstance(step, Play) and table.printed[step.card].is_modification:
            cites.append("D3")
    hidden = [reason for name in step.targets if (reason := encrypted(table, name))]
    if hidden:
        cites.extend(("D2", "K1"))
    too_fast = too_fast_for(table, step)
    if too_fast:
        cites.extend(("D2", "K3"))
        if any(table.cards[name].speed == speed_of(table, step) for name in too_fast):
            cites.append("M44")
    if not cites:
        return None
    reasons += hidden
    reasons += [f"“{name}” has Lightspeed and is too fast for that" for name in too_fast]
    return illegal("; ".join(reasons), *dict.fromkeys(cites), targets=list(step.targets))


def _not_as_wanted(table: Table, target: Target | None, step: Declaration) -> list[str]:
    if target is None:
        return [f"“{step.card}” names no target"]
    reasons = []
    if len(step.targets) != target.number:
        wanted = f"{target.number} target{'s' if target.number != 1 else ''}"
        reasons.append(f"“{step.card}” names exactly {wanted}, and {_so_many(step.targets)} named")
    named = dict.fromkeys(step.targets)
    if len(named) != len(step.targets):
        reasons.append("a target is named twice")
    for name in named:
        failing = unmet(table, target, name, step.by)
        if failing is not None:
            reasons.append(failing)
    return reasons


def _so_many(targets: tuple[str, ...]) -> str:
    return {0: "none is", 1: "one is"}.get(len(targets), f"{len(targets)} are")


@requires("P7")
def a_biome_is_named_only_for_an_agent_in_the_attack_step(
    table: Table, step: Play
) -> Refusal | None:
    biome = step.biome
    if biome is None:
        return None
    reasons = []
    if table.printed[step.card].type != "agent":
        reasons.append(f"“{step.card}” is no agent")
    if table.step != "attack" or step.by != table.turn_player:
        reasons.append("only the turn player names a sector to arrive in, and in the attack step")
    if not table.stands(biome, step.by):
        reasons.append(f"{step.by}'s sector in {biome} is lost")
    return illegal("; ".join(reasons), biome=biome) if reasons else None


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


@requires("D9", "D6", "D7", "D5", "K2", "K4")
def the_whole_cost_can_be_paid(table: Table, step: Declaration) -> Refusal | None:
    text = text_of(table, step)
    cost = cost_of(table, text, step.x, step.targets)
    if cost is FREE and step.pay is None and not text.lock:
        return None
    reasons, cites = [], []
    since: tuple[int, ...] = ()
    if text.lock and (unlockable := _cannot_lock(table, step.card)):
        reasons.append(unlockable)
        cites.append("D9")
        since = (table.cards[step.card].locked_since or table.cards[step.card].since,)
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
    return illegal("; ".join(reasons), *cites, since=tuple(n for n in since if n), cost=cost.total)


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
        "speed may name it"
    )


def declare(table: Table, step: Declaration) -> Happening:
    """D1: into the queue with targets, option and X, and paid, all at once."""
    text = text_of(table, step)
    speed = speed_of(table, step)
    skill = step.skill if isinstance(step, Activate) else None
    what = f"activates “{step.card}/{skill}”" if skill else f"plays “{step.card}”"
    yield grounds(
        f"{step.by} {what} at Speed {speed}{_aimed(step)}",
        "A1",
        SPEED_RULE[speed],
        *(("N1",) if table.queue else ()),
        *readings_of_time(table, speed),
        *_readings_of_targets(table, step, text),
        since=(table.queue[-1].since,) if table.queue else (),
    )
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
    target = text.part(step.option).target
    return (*as_constants(table, target, step.targets), *(("M44",) if just_as_fast else ()))


def _in_kinds(pay: Mapping[str, int]) -> Mapping[str, int]:
    return {kind: number for kind, number in pay.items() if number}


def _is_taken_up_first(table: Table, name: str) -> bool:
    """A judge may let a card be played from elsewhere; it leaves what it stands or lies in."""
    card = table.cards[name]
    return card.on_the_planet or card.zone == "deck"


def _aimed(step: Declaration) -> str:
    return f", aiming at {', '.join(step.targets)}" if step.targets else ""


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
