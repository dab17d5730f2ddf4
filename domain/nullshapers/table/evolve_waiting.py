"""What events make of what is still to be settled: skills to enter, choices, discards, standing passes."""

from typing import Any

from domain.kernel.evolves import Evolves
from domain.kernel.values import changed, made_of
from domain.nullshapers.table import events_queue as e
from domain.nullshapers.table.evolve_table import paid_off
from domain.nullshapers.table.queue import Choice, Owed, Trigger, place_of
from domain.nullshapers.table.state import Table

evolves = Evolves()


def owed_no_more(table: Table, card: str, skill: str) -> Table:
    """Without the first of those triggers that are owed for this skill."""
    at = place_of(table.triggers, card, skill)
    return changed(table, triggers=table.triggers[:at] + table.triggers[at + 1 :])


@evolves(e.SkillStayedOut)
def after_skill_stayed_out(table: Table, event: e.SkillStayedOut, _entry: int) -> Table:
    return owed_no_more(table, event.card, event.skill)


@evolves(e.DiscardOwed)
def after_discard_owed(table: Table, event: e.DiscardOwed, entry: int) -> Table:
    owed = Owed(event.player, "discard", event.number, entry)
    return changed(table, owed=(*table.owed, owed))


@evolves(e.ChoiceAsked)
def after_choice_asked(table: Table, event: e.ChoiceAsked, entry: int) -> Table:
    return changed(table, choice=made_of(Choice, event, by=event.player, since=entry))


@evolves(e.ChoiceMade)
def after_choice_made(table: Table, event: e.ChoiceMade, entry: int) -> Table:
    fields: dict[str, Any] = {}
    if event.kind in ("targets", "option"):
        fields["triggers"] = _with_choice(table, event.chosen)
    elif event.kind == "order":
        fields["triggers"] = _in_chosen_order(table, event.player, event.chosen)
    elif event.kind == "discard":
        fields["owed"] = paid_off(table, event.player, "discard")
    ruled = entry if event.ruled else table.ruled
    return changed(table, choice=None, chosen_since=entry, ruled=ruled, **fields)


def _with_choice(table: Table, chosen: tuple[str, ...]) -> tuple[Trigger, ...]:
    """The skill that waits has what was chosen for it, and what it had been given before."""
    choice = table.choice
    assert choice is not None
    if choice.kind == "targets":
        targets = (*choice.named, *chosen)
        has: dict[str, Any] = {"option": choice.option, "given": choice.group, "targets": targets}
    else:
        has = {"option": chosen[0]}
    found, at = table.triggers, place_of(table.triggers, choice.card, choice.skill)
    return (*found[:at], changed(found[at], **has), *found[at + 1 :])


def _in_chosen_order(table: Table, player: str, chosen: tuple[str, ...]) -> tuple[Trigger, ...]:
    """A player's skills in the order in which they want them to enter (M47)."""
    own = sorted(
        (changed(one, placed=True) for one in table.triggers if one.by == player),
        key=lambda one: chosen.index(one.name),
    )
    return (*own, *(one for one in table.triggers if one.by != player))


@evolves(e.StandingPassGiven)
def after_standing_pass_given(table: Table, event: e.StandingPassGiven, entry: int) -> Table:
    return changed(table, standing={**table.standing, event.player: entry})


evolves.sets(e.StandingPassesEnded, standing={})
