"""What a judge can make legal: whether there is something for a refused step to act on."""

from typing import Any

from domain.kernel.ruling import Check, Refusal, illegal
from domain.nullshapers.law.outline import spoken
from domain.nullshapers.play import choosing, naming
from domain.nullshapers.play.aiming import text_of
from domain.nullshapers.play.reports import what_is_reported_can_be
from domain.nullshapers.table.state import Table
from domain.nullshapers.table.steps import Activate, Play


def _somebody_acts(table: Table, step: Any) -> Refusal | None:
    """While a choice is waited for, and in refresh and reset, nothing of this kind happens."""
    waiting = choosing.nothing_else_is_waited_for(table, step)
    if waiting is not None:
        return waiting
    if table.nobody_acts:
        return illegal(f"nobody acts in {spoken(table.step)}")
    return None


def _all(*asks: Any) -> Check:
    """The first of these that finds nothing to act on refuses."""

    def there_is_something_to_act_on(table: Table, step: Any) -> Refusal | None:
        for ask in asks:
            refusal: Refusal | None = ask(table, step)
            if refusal is not None:
                return refusal
        return None

    return Check(("G1",), there_is_something_to_act_on)


def _outside_the_queue(table: Table, step: Any) -> Refusal | None:
    if table.cards[step.card].zone == "queue":
        return illegal(f"“{step.card}” is in the queue already")
    return None


def _option_and_x_are_said(table: Table, step: Play | Activate) -> Refusal | None:
    text = text_of(table, step)
    if text.options and step.option not in text.options:
        return illegal(f"one of the options {', '.join(text.options)} must be picked")
    if text.x and step.x is None:
        return illegal("X is not said")
    return None


PLAY = _all(
    _somebody_acts,
    naming.the_card_exists_and_is_his,
    _outside_the_queue,
    _option_and_x_are_said,
)
ACTIVATE = _all(
    _somebody_acts,
    naming.the_skill_exists_and_is_his,
    _outside_the_queue,
    _option_and_x_are_said,
)
BATTLE = _all(_somebody_acts, naming.the_agents_exist_and_are_his)
CONVERT = _all(_somebody_acts, naming.the_card_to_convert_is_his, _outside_the_queue)
ANOMALY = _all(_somebody_acts, naming.the_anomaly_exists_and_is_his, _outside_the_queue)
ENERGY = _all(_somebody_acts, naming.the_source_exists_and_is_his, _outside_the_queue)
PASS = _all(_somebody_acts)
NEXT = _all(choosing.nothing_else_is_waited_for)
CHOOSE = _all(
    choosing.names_exist_and_it_is_his_choice,
    choosing.a_choice_is_waited_for,
    choosing.it_is_one_of_the_answers,
)
REPORT = _all(choosing.nothing_else_is_waited_for, what_is_reported_can_be)
