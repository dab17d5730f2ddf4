"""Chapter T: what may be declared when, by its speed and its step (also A5, A9).

The other halves of T8: at which speed a skill enters is in reacting, in which order in turn.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from domain.kernel.ruling import Refusal, entries, illegal, requires, requires_all
from domain.kernel.values import changed
from domain.nullshapers.chapters.naming import Activate, BattleAction, OfACard, Play
from domain.nullshapers.fields import anomaly_in_hand, card_in_hand
from domain.nullshapers.outline import BATTLE, step_name
from domain.nullshapers.queue import Declared, Item, name_of
from domain.nullshapers.table import Table

DECIDES = ("A5", "A9", "T1", "T2", "T3", "T4", "T7", "T8")


class Advance(BattleAction):
    """Send agents from staging to sectors (P6)."""


class Attack(BattleAction):
    """Attack with agents in sectors (P7)."""


class Convert(OfACard):
    """Turn a card in hand into an anomaly (A8)."""

    card: Annotated[str, card_in_hand]


class Anomaly(OfACard):
    """Put an anomaly from the hand into staging (A2)."""

    card: Annotated[str, anomaly_in_hand]


SPEED_RULE = {1: "T1", 2: "T2", 3: "T3"}


SPEED_2, SPEED_3 = 2, 3


@requires("T6", "M21")
def the_turn_player_has_taken_no_action_instead(table: Table, step: Any) -> Refusal | None:
    """M21 `action`: a player who has converted, played an anomaly or made energy has not declined."""
    if (
        table.acted is None
        or table.queue
        or step.by == table.turn_player
        or table.law["M21"] != "action"
    ):
        return None
    action = f"an action in entry {table.acted}"
    why = f"{table.turn_player} has taken {action}, and so has not declined to"
    return illegal(why, since=table.acted)


@requires_all("A5", "A9", "M4")
def it_is_the_time_to_convert(table: Table, step: Convert) -> Iterator[Refusal]:
    return _beside_the_queue(table, step, table.converted, "converted a card")


@requires_all("A5", "A9", "M4")
def it_is_the_time_for_an_anomaly(table: Table, step: Anomaly) -> Iterator[Refusal]:
    return _beside_the_queue(table, step, table.anomaly_played, "played an anomaly")


def _beside_the_queue(
    table: Table, step: Convert | Anomaly, used: int | None, what: str
) -> Iterator[Refusal]:
    """Why not now (A5, A9); `used`: the entry that did `what` in this turn already, 0 for the set-up."""
    if step.by != table.turn_player:
        yield illegal(f"it is {table.turn_player}'s turn", "A5", since=(table.turn_since))
    if not table.in_primary:
        since = entries(table.step_since)
        yield illegal(f"{step_name(table.step)} is no primary phase", "A5", since=since)
    if used is not None and step.by == table.turn_player:
        when = f", in entry {used}" if used else ""
        why = f"{step.by} has {what} this turn already{when}"
        yield illegal(why, "A5", since=(used))
    if table.queue and table.law["M4"] == "empty_queue":
        since = entries(table.queue[-1].since)
        yield illegal("actions wait in the queue", "A9", "M4", since=since)


@requires_all("T4", "T7", "M45", "M46")
def it_is_the_time_for_this_battle_action(table: Table, step: BattleAction) -> Iterator[Refusal]:
    why_not = _why_not_in_this_step(table, step)
    if why_not:
        since = table.step_since if table.step != kind_of(step) else table.turn_since
        yield illegal(why_not, "T4", since=(since))
    for before in _declarations_that_count(table, step)[-1:]:
        why = f"{step.by} has declared that in this step already, in entry {before.since}"
        yield illegal(why, "M45", since=(before.since))
    top = table.top
    if top is not None and (isinstance(step, Attack) or table.law["M46"] == "empty_queue"):
        rules = ("T7",) if isinstance(step, Attack) else ("T7", "M46")
        why = f"{name_of(top)} waits, and {_words_of(step)} is no answer"
        yield illegal(why, *rules, since=(top.since))


def kind_of(step: BattleAction) -> str:
    """The kind of battle action: `advance`, `attack` or `defend`."""
    return type(step).__name__.lower()


def declared_before(table: Table, step: BattleAction) -> tuple[Declared, ...]:
    """This player's earlier declarations of this kind in the present step."""
    return table.declared.get(f"{kind_of(step)}/{step.by}", ())


def _declarations_that_count(table: Table, step: BattleAction) -> tuple[Declared, ...]:
    """The earlier declarations that, by M45, rule out another one."""
    reading = table.law["M45"]
    if reading == "no_limit":
        return ()
    before = declared_before(table, step)
    return tuple(declared for declared in before if reading == "once" or not declared.cancelled)


def _words_of(step: BattleAction) -> str:
    return {"Advance": "an advance", "Attack": "an attack"}.get(type(step).__name__, "a defence")


def _why_not_in_this_step(table: Table, step: BattleAction) -> str | None:
    """Why this battle action is not for this step or player (T4)."""
    kind = kind_of(step)
    if table.step != kind:
        return f"this is {step_name(table.step)}, not the {kind} step"
    whose = table.turn_player if isinstance(step, Attack) else table.opponent
    if isinstance(step, Advance) or step.by == whose:
        return None
    return f"only {whose} may {kind} in {table.turn_player}'s turn"


def speed_of(table: Table, step: Play | Activate) -> int:
    """The present speed of the card or of the skill; a reactive skill has none of its own."""
    if isinstance(step, Play):
        # Only an anomaly has none: where one is played all the same, it counts as the slowest.
        return table.cards[step.card].speed or 1
    return table.printed[step.card].skills[step.skill].speed or SPEED_3


@requires("T1", "T2", "T8", "M7")
def its_speed_allows_it_now(table: Table, step: Play | Activate) -> Refusal | None:
    speed = speed_of(table, step)
    if speed == 1:
        return _speed_1(table, step)
    return _speed_2(table) if speed == SPEED_2 else None


@requires("T2", "T8", "M7", "M46")
def it_answers_as_speed_2(table: Table, _step: BattleAction) -> Refusal | None:
    """M46 `as_answer`: an advance or a defence that answers counts as Speed 2."""
    refusal = _speed_2(table)
    return refusal and changed(refusal, cites=(*refusal.cites, "M46"))


def _speed_1(table: Table, step: Play | Activate) -> Refusal | None:
    if step.by != table.turn_player:
        why = f"Speed 1 is for one's own turn, and it is {table.turn_player}'s"
        return illegal(why, "T1", since=(table.turn_since), speed=1)
    if not table.in_primary:
        why = f"Speed 1 needs a primary phase; this is {step_name(table.step)}"
        return illegal(why, "T1", since=(table.step_since), speed=1)
    executed = table.nothing_entered_since_execution and table.law["M3"] == "after_execution"
    top = None if executed else table.top
    if top is None:
        return None
    waits = f"{name_of(top)} waits in the queue since entry {top.since}"
    why = f"Speed 1 is never an answer, and {waits}"
    return illegal(why, "T1", since=(top.since), speed=1)


def _speed_2(table: Table) -> Refusal | None:
    top = table.top
    at_speed_3 = top if top is not None and top.speed >= SPEED_3 else None
    if not table.in_primary and table.step not in BATTLE:
        reason = f"Speed 2 needs a primary or battle phase; this is {step_name(table.step)}"
        if at_speed_3 is None or not at_speed_3.reactive:
            return illegal(reason, "T2", since=(table.step_since), speed=2)
        return _too_slow_for(table, at_speed_3, f"{reason}; ", table.step_since)
    return None if at_speed_3 is None else _too_slow_for(table, at_speed_3)


def _too_slow_for(table: Table, top: Item, besides: str = "", since: int = 0) -> Refusal:
    cites = ("T2", *(("T8",) if top.reactive else ()))
    return illegal(
        f"{besides}Speed 2 answers Speed 1 and 2, and {name_of(top)} on top counts as Speed 3",
        *cites,
        *(("M7",) if top.reactive and table.law["M7"] != "speed_3" else ()),
        since=(since, top.since),
        speed=2,
        top=top.name,
    )


def readings_of_time(table: Table, speed: int) -> tuple[str, ...]:
    """The readings this declaration rests on: M2 (who is not asked again), and those of T1 and T2."""
    if not table.passed and not table.queue:
        return ()
    not_again = ("M2",) if table.passed and table.law["M2"] == "until_execution" else ()
    return (*not_again, *_readings_that_allow(speed, table.top))


def _readings_that_allow(speed: int, top: Item | None) -> tuple[str, ...]:
    """The readings without which this speed could not answer the top of the queue."""
    if top is None:
        return ()
    if speed == 1:
        return ("M3",)
    slow = top.reactive and top.speed < SPEED_3
    return ("M7",) if speed < SPEED_3 and slow else ()
