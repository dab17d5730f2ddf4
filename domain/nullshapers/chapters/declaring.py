"""Declaring: the card, what is named, what is paid, and the action in the queue (A1, D1, D8, N1).

Who answers has to be able to take that action at all: the checks are the same (N2). What is answered
is the top of the queue (N6), and then both are asked again (N5).
"""

from collections.abc import Iterator, Mapping

from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import (
    Check,
    Grounds,
    Refusal,
    all_of,
    entries,
    grounds,
    illegal,
    requires,
    requires_all,
    undetermined,
)
from domain.kernel.steps import Step
from domain.kernel.values import Event, changed, cites, stored_as
from domain.kernel.wording import list_in_words
from domain.nullshapers.cards import Text
from domain.nullshapers.chapters.aiming import (
    Declaration,
    an_option_is_picked_where_there_are_some,
    option_and_x_are_said,
    targets_as_fast,
    targets_of,
    the_targets_are_as_the_text_wants_them,
)
from domain.nullshapers.chapters.answering import MAY_ACT, somebody_acts, the_top_can_be_answered
from domain.nullshapers.chapters.battle import ActionDeclared
from domain.nullshapers.chapters.costs import (
    FREE,
    Cost,
    cost_of,
    default_payment,
    is_exact,
    the_whole_cost_can_be_paid,
    x_is_picked_where_the_cost_has_one,
)
from domain.nullshapers.chapters.moves import CardLocked, card_goes, standing_passes_end
from domain.nullshapers.chapters.naming import (
    Activate,
    Play,
    it_is_not_in_the_queue,
    not_in_hand,
    not_on_the_planet,
    the_card_exists_and_is_theirs,
    the_skill_exists_and_is_theirs,
)
from domain.nullshapers.chapters.targets import as_constants
from domain.nullshapers.chapters.timing import (
    SPEED_RULE,
    its_speed_allows_it_now,
    readings_of_time,
    speed_of,
    the_turn_player_has_taken_no_action_instead,
)
from domain.nullshapers.hidden import is_private
from domain.nullshapers.queue import Spent
from domain.nullshapers.table import Table

DECIDES = ("A1", "D1", "D8", "N1")


@stored_as("nullshapers/energy_paid/v1")
class EnergyPaid(Event):
    """A cost is paid."""

    SAYS = "{player} pays energy: {paid}."

    player: str
    paid: Mapping[str, int]
    """Kind of energy and number."""
    entry: str
    """For which action."""
    rules: tuple[RuleId, ...] = cites("D7")

    def after(self, table: Table, entry: int) -> Table:
        top = changed(table.queue[-1], paid=self.paid)
        energy = table.plus(self.player, self.paid, -1)
        spent = table.with_spent(self.player, Spent(entry, self.paid))
        return changed(table, queue=(*table.queue[:-1], top), energy=energy, spent=spent)


@requires_all("D8", "A2")
def the_card_is_in_hand_and_no_anomaly(table: Table, step: Play) -> Iterator[Refusal]:
    card = table.cards[step.card]
    if elsewhere := not_in_hand(table, step.card, step.by):
        yield illegal(elsewhere, "D8", since=card.since)
    if card.mode == "anomaly":
        why = f"“{step.card}” is an anomaly, and an anomaly is never queued"
        yield illegal(why, "A2", since=(card.mode_since))


@requires_all("D8", "A3")
def the_skill_can_be_activated(table: Table, step: Activate) -> Iterator[Refusal]:
    card = table.cards[step.card]
    if elsewhere := not_on_the_planet(table, step.card):
        yield illegal(elsewhere, "D8", since=(card.since, card.mode_since))
    elif card.mode == "anomaly":
        why = f"“{step.card}” is an anomaly, and its skills sleep"
        yield illegal(why, "D8", since=(card.mode_since))
    if step.text(table).kind == "reactive":
        why = f"“{step.skill}” is a reactive skill: it enters the queue by itself"
        yield illegal(why, "A3", since=(card.mode_since))


@requires_all("P7")
def a_biome_is_named_only_for_an_agent_in_the_attack_step(
    table: Table, step: Play
) -> Iterator[Refusal]:
    biome = step.biome
    if biome is None:
        return
    if table.printed[step.card].type != "agent":
        yield illegal(f"“{step.card}” is no agent", biome=biome)
    if table.step != "attack" or step.by != table.turn_player:
        since = table.step_since if table.step != "attack" else table.turn_since
        why = "only the turn player names a sector to arrive in, and in the attack step"
        yield illegal(why, since=(since), biome=biome)
    if not table.stands(biome, step.by):
        why = f"{step.by}'s sector in {biome} is lost"
        yield illegal(why, since=entries(table.gone_since(f"{biome}.{step.by}")), biome=biome)


@requires("M44", "K3")
def no_target_is_just_as_fast(table: Table, step: Declaration) -> Refusal | None:
    """Equal speed against Lightspeed is an open question (M44), so this check comes last."""
    if table.no_card_among(step.targets) or table.law["M44"] != "undetermined":
        return None
    as_fast = targets_as_fast(table, step)
    if not as_fast:
        return None
    return undetermined(
        f"“{as_fast[0]}” has Lightspeed and is just as fast; the rulebook does not say whether equal "
        "speed may name it",
        since=entries(*(table.cards[name].speed_since for name in (*as_fast, step.card))),
    )


def declare(table: Table, step: Declaration) -> Happening:
    """D1: the action enters the queue with its targets, option and X, and is paid, all at once."""
    text = step.text(table)
    speed = speed_of(table, step)
    skill = step.skill if isinstance(step, Activate) else None
    targets = targets_of(table, step)
    yield _grounds_of_declaring(table, step, text, targets, speed)
    table = yield from standing_passes_end(table)
    if skill is None and _must_go_to_hand_first(table, step.card):
        table = yield from card_goes(table, step.card, "hand", step.by, ("D8",))
    table = yield ActionDeclared(
        f"q{step.entry}",
        step.by,
        step.card,
        skill,
        targets=targets,
        option=step.option if text.options else None,
        x=step.x if text.x else None,
        biome=step.biome if isinstance(step, Play) else None,
        speed=speed,
        ruled=step.forced,
    )
    cost = cost_of(table, text, step.x if text.x else None, targets)
    if cost is FREE and not text.lock:
        return table
    return (yield from _pay(table, step, text, cost))


def _grounds_of_declaring(
    table: Table, step: Declaration, text: Text, targets: tuple[str, ...], speed: int
) -> Grounds:
    """What is declared, and the rules and readings that allow it now."""
    plays = f"plays “{step.card}”"
    what = plays if isinstance(step, Play) else f"activates “{step.card}/{step.skill}”"
    return grounds(
        f"{step.by} {what} at Speed {speed}{_aim(table, targets)}",
        "A1",
        SPEED_RULE[speed],
        *(("A11",) if text.part(step.option).groups and not step.targets else ()),
        *(("N1",) if table.queue else ()),
        *readings_of_time(table, speed),
        *_readings_of_targets(table, step, text, targets),
        since=table.queue[-1].since if table.queue else (),
    )


def _readings_of_targets(
    table: Table, step: Declaration, text: Text, targets: tuple[str, ...]
) -> tuple[str, ...]:
    """The readings by which these may be named: M40 what is left of a biome, M28 anomalies, M44 equal speed."""
    if table.no_card_among(targets):
        return ("M40",) if any(map(table.is_left_of_biome, targets)) else ()
    just_as_fast = table.law["M44"] != "undetermined" and targets_as_fast(table, step)
    part = text.part(step.option)
    return (*as_constants(table, part, targets), *(("M44",) if just_as_fast else ()))


def _must_go_to_hand_first(table: Table, name: str) -> bool:
    """Whether a card that is played goes to its player's hand first: from the planet or a deck.

    D8 lets nobody play it from there, but a judge may. Entering the queue only changes its zone; what
    leaving the planet (E16) or a deck brings about has to happen before.
    """
    card = table.cards[name]
    return card.on_the_planet or card.zone == "deck"


def _aim(table: Table, targets: tuple[str, ...]) -> str:
    """The targets in words; hidden cards are not named."""
    named = ("a card" if is_private(table, name) else name for name in targets)
    return f", aiming at {list_in_words(named)}" if targets else ""


def _pay(table: Table, step: Declaration, text: Text, cost: Cost) -> Happening:
    """The energy goes, as named if that pays the cost (D7), and the card locks if its text says so (D9)."""
    energy = table.energy[step.by]
    paid = default_payment(cost, energy)
    # A payment that is let happen may not fit: then it is taken as if none were named.
    if step.pay and is_exact(cost, step.pay, energy):
        paid = {kind: number for kind, number in step.pay.items() if number}
    if paid:
        table = yield EnergyPaid(step.by, paid, f"q{step.entry}")
    if text.lock and not table.cards[step.card].locked and table.cards[step.card].on_the_planet:
        if table.cards[step.card].fresh and table.printed[step.card].ready:
            yield grounds("", "K4")
        table = yield CardLocked(step.card, f"q{step.entry}", ("D9",))
    return table


NOW = (*MAY_ACT, the_turn_player_has_taken_no_action_instead)


AIMED = (
    the_top_can_be_answered,
    its_speed_allows_it_now,
    an_option_is_picked_where_there_are_some,
    the_targets_are_as_the_text_wants_them,
)


PAID = (x_is_picked_where_the_cost_has_one, the_whole_cost_can_be_paid, no_target_is_just_as_fast)


def _declaration(step: type[Step], names: Check, *checks: Check) -> Procedure:
    """The procedure of a declaration: its names first, then whether anybody may act, then its checks."""
    can_happen = all_of(somebody_acts, names, it_is_not_in_the_queue, option_and_x_are_said)
    return Procedure(step, declare, (names, *NOW, *checks), can_happen)


PLAY = _declaration(
    Play,
    the_card_exists_and_is_theirs,
    the_card_is_in_hand_and_no_anomaly,
    *AIMED,
    a_biome_is_named_only_for_an_agent_in_the_attack_step,
    *PAID,
)


ACTIVATE = _declaration(
    Activate, the_skill_exists_and_is_theirs, the_skill_can_be_activated, *AIMED, *PAID
)
