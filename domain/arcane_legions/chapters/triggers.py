"""Chapter X: a trigger goes into its owner's hand, and all hands are emptied before the sequence goes on."""

from domain.arcane_legions.chapters.judging import Resolve, behind_the_row, procedure_of
from domain.arcane_legions.chapters.keeping import (
    OrderKept,
    can_be_kept,
    the_order_can_be_kept,
)
from domain.arcane_legions.chapters.outcomes import (
    OUTCOME_CHECKS,
    outcome_happens,
    what_it_names_exists,
)
from domain.arcane_legions.chapters.raising import (
    RaiseTrigger,
    TriggerAnnounced,
    owner_and_source_exist,
    raised_triggers_arise,
    the_trigger_can_arise,
)
from domain.arcane_legions.chapters.sequence import TriggerArose, still_to_come
from domain.arcane_legions.outline import row_in_words
from domain.arcane_legions.table import Table, Trigger, row_meant
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Happening, Procedure
from domain.kernel.ruling import Refusal, entries, grounds, illegal, requires
from domain.kernel.values import Event, changed, stored_as
from domain.kernel.wording import list_in_words

DECIDES = ("X2", "X3", "X4", "X5", "X6", "X9")


@stored_as("arcane-legions/trigger_resolved/v1")
class TriggerResolved(Event):
    """A trigger is resolved and leaves the hand."""

    SAYS = "The trigger “{id}” of {owner} is resolved."

    id: str
    owner: str
    emptying: str
    """Whose hand was being emptied; that player goes on until it is empty."""
    rules: tuple[RuleId, ...]

    def after(self, table: Table, entry: int) -> Table:
        table = table.without_trigger(self.id, self.owner, entry)
        return changed(table, emptier=self.emptying if table.hands else "", since=entry)


@requires("X2", "X9")
def its_row_is_still_to_come(table: Table, step: RaiseTrigger) -> Refusal | None:
    if step.row is None or step.row in still_to_come(table):
        return None
    row = row_in_words(step.row)
    reason = f"“{row}” is not still to come: the sequence is at “{row_in_words(table.row)}”"
    return illegal(reason, "X2", "X9", since=behind_the_row(table))


def raise_trigger(table: Table, step: RaiseTrigger) -> Happening:
    """The trigger goes into its owner's hand (X5), or is announced for a row still to come (X9)."""
    if step.row is not None:
        at, rules = row_meant(table, step.row)
        will = f"“{step.id}” of {step.source} will arise at “{row_in_words(at)}”"
        yield grounds(will, "X5", "X9", *rules)
        announced = ("X5", at, "X9", *rules)
        return (yield TriggerAnnounced(step.id, step.owner, step.source, at, announced))
    yield grounds(
        f"“{step.id}” of {step.source} goes into {step.owner}'s hand; the sequence halts at "
        f"“{row_in_words(table.row)}” until it is resolved",
        "X5",
    )
    return (yield TriggerArose(step.id, step.owner, step.source, ("X5",)))


TRIGGER = Procedure(
    RaiseTrigger,
    raise_trigger,
    (owner_and_source_exist, the_trigger_can_arise, its_row_is_still_to_come),
)


def named_trigger(table: Table, step: Resolve) -> Trigger:
    """The trigger that the step resolves; `the_trigger_is_in_hand` has been asked before."""
    return next(trigger for trigger in table.triggers_in_hand() if trigger.id == step.trigger)


@requires("G1")
def the_trigger_is_in_hand(table: Table, step: Resolve) -> Refusal | None:
    if any(trigger.id == step.trigger for trigger in table.triggers_in_hand()):
        return None
    later = next((trigger for trigger in table.announced if trigger.id == step.trigger), None)
    if later:
        reason = f"“{later.id}” arises only at “{row_in_words(later.row)}”"
        return illegal(reason, since=(later.since))
    hands = list_in_words(trigger.id for trigger in table.triggers_in_hand()) or "none"
    reason = f"no trigger “{step.trigger}” is in hand; there is {hands}"
    since = entries(table.used.get(step.trigger), table.gone.get(step.trigger))
    return illegal(reason, since=since)


@requires("G2")
def its_owner_resolves_it(table: Table, step: Resolve) -> Refusal | None:
    trigger = named_trigger(table, step)
    if step.by == trigger.owner:
        return None
    reason = f"“{trigger.id}” is {trigger.owner}'s; {step.by} does not resolve it"
    return illegal(reason, since=(trigger.since))


@requires("X6")
def no_damage_is_outstanding(table: Table, _step: Resolve) -> Refusal | None:
    if not table.outstanding:
        return None
    there = list_in_words(f"{n} on {unit}" for unit, n in table.outstanding.items())
    reason = f"damage is still to be placed ({there}); triggers wait until it is"
    return illegal(reason, since=behind_the_row(table))


@requires("X3")
def it_is_this_players_turn_to_empty(table: Table, step: Resolve) -> Refusal | None:
    emptying = table.emptying()
    if step.by == emptying:
        return None
    hand = table.hand(emptying)
    names = list_in_words(trigger.id for trigger in hand)
    own = named_trigger(table, step)
    since = entries(*(trigger.since for trigger in hand), own.since)
    return illegal(f"{emptying} empties their own hand first: {names}", since=since)


def _is_something(step: Resolve) -> bool:
    """Whether the trigger is resolved to something: damage, figures that return, points, or an order kept."""
    points = step.victory_points or step.order_points
    return bool(step.damage or step.returns or points or step.not_given)


@requires("A14")
def its_source_lets_it_have_an_effect(table: Table, step: Resolve) -> Refusal | None:
    """Asked only where A14 says that a trigger whose source is gone has no effect."""
    source = table.units[named_trigger(table, step).source]
    if source.standing or table.law["A14"] == "has_effect" or not _is_something(step):
        return None
    when = f"in entry {source.left}" if source.left else "before the game began"
    reason = f"{source.id} left the battlefield {when}: “{step.trigger}” is resolved to nothing"
    return illegal(reason, since=(source.left))


def resolve(table: Table, step: Resolve) -> Happening:
    """The outcome happens and raises its triggers; only then the resolved one leaves the hand (X3)."""
    trigger, emptying = named_trigger(table, step), table.emptying()
    came = f" (raised in entry {trigger.since})" if trigger.since else ""
    what = "" if _is_something(step) else " to nothing"
    reason = f"{trigger.owner} resolves “{trigger.id}” of {trigger.source}{came}{what}"
    yield grounds(reason, "X3", since=(trigger.since))
    if not table.units[trigger.source].standing and (what == "" or table.law["A14"] == "no_effect"):
        yield grounds(f"{trigger.source} has left the battlefield", "A14")
    before = table
    table = yield from outcome_happens(table, step, trigger.owner)
    if step.not_given and can_be_kept(table):
        table = yield from _order_is_kept(table)
    table = yield from raised_triggers_arise(before, table, step, resolve, before.row)
    return (yield TriggerResolved(trigger.id, trigger.owner, emptying, ("X3", "X4")))


def _order_is_kept(table: Table) -> Happening:
    yield grounds(f"{table.order.name} will not be given", "O12")
    return (yield OrderKept(table.order.unit, table.order.type))


RESOLVE = procedure_of(
    Resolve,
    resolve,
    when=the_trigger_is_in_hand,
    checks=(
        its_owner_resolves_it,
        no_damage_is_outstanding,
        it_is_this_players_turn_to_empty,
        its_source_lets_it_have_an_effect,
        *OUTCOME_CHECKS,
        the_order_can_be_kept,
    ),
    acts_on=(what_it_names_exists,),
    triggers_arise=None,
    during_triggers=True,
)
