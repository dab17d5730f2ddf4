"""Time: what may be declared when, by its speed and its step (T, A5, A9)."""

from typing import Any

from domain.kernel.ruling import Refusal, illegal, requires
from domain.nullshapers.law.outline import BATTLE, spoken
from domain.nullshapers.table.state import Item, Table, called
from domain.nullshapers.table.steps import (
    Activate,
    Advance,
    Anomaly,
    Attack,
    BattleAction,
    Convert,
    Play,
)

SPEED_RULE = {1: "T1", 2: "T2", 3: "T3"}
SLOWEST_TO_ANSWER = 3
STEP_OF = {"Advance": "advance", "Attack": "attack", "Defend": "defend"}


@requires("T6", "M21")
def the_turn_player_has_taken_no_action_instead(table: Table, step: Any) -> Refusal | None:
    """M21 `action`: who has converted, played an anomaly or made energy has not declined."""
    if (
        table.acted is None
        or table.queue
        or step.by == table.turn_player
        or table.law["M21"] != "action"
    ):
        return None
    return illegal(
        f"{table.turn_player} has taken an action in entry {table.acted}, and so has not declined to",
        since=(table.acted,),
    )


@requires("A5", "A9", "M4")
def it_is_the_time_to_convert(table: Table, step: Convert) -> Refusal | None:
    return _beside_the_queue(table, step, table.converted, "converted a card")


@requires("A5", "A9", "M4")
def it_is_the_time_for_an_anomaly(table: Table, step: Anomaly) -> Refusal | None:
    return _beside_the_queue(table, step, table.anomaly_played, "played an anomaly")


def _beside_the_queue(
    table: Table, step: Convert | Anomaly, used: int | None, what: str
) -> Refusal | None:
    reasons, cites = [], []
    if step.by != table.turn_player:
        reasons.append(f"it is {table.turn_player}'s turn")
    if not table.in_primary:
        reasons.append(f"{spoken(table.step)} is no primary phase")
    if used is not None and step.by == table.turn_player:
        reasons.append(f"{step.by} has {what} this turn already{_in(used)}")
    if reasons:
        cites.append("A5")
    if table.queue and table.law["M4"] == "empty_queue":
        reasons.append("actions wait in the queue")
        cites.extend(("A9", "M4"))
    if not reasons:
        return None
    return illegal("; ".join(reasons), *cites, since=(used,) if used else ())


def _in(entry: int) -> str:
    return f", in entry {entry}" if entry else ""


@requires("T4", "T7")
def it_is_the_time_for_this_battle_action(table: Table, step: BattleAction) -> Refusal | None:
    reasons = _out_of_its_step(table, step)
    cites = ["T4"] if reasons else []
    since = []
    before = table.declared.get(f"{STEP_OF[type(step).__name__]}/{step.by}")
    if before is not None and not reasons:
        cites.append("T4")
        since.append(before)
        reasons.append(f"{step.by} has declared that in this step already, in entry {before}")
    if table.queue:
        cites.append("T7")
        since.append(table.queue[-1].since)
        reasons.append(f"{called(table.queue[-1])} waits, and a battle action is no answer")
    return illegal("; ".join(reasons), *cites, since=tuple(since)) if reasons else None


def _out_of_its_step(table: Table, step: BattleAction) -> list[str]:
    kind = STEP_OF[type(step).__name__]
    if table.step != kind:
        return [f"this is {spoken(table.step)}, not the {kind} step"]
    if isinstance(step, Advance):
        return []
    whose = table.turn_player if isinstance(step, Attack) else table.opponent
    if step.by == whose:
        return []
    return [f"only {whose} may {kind} in {table.turn_player}'s turn"]


def speed_of(table: Table, step: Play | Activate) -> int:
    """The present speed of the card, or that of the skill; a reactive one has none of its own."""
    if isinstance(step, Play):
        return table.cards[step.card].speed or 1
    return table.printed[step.card].skills[step.skill].speed or SLOWEST_TO_ANSWER


@requires("T1", "T2", "T8", "M7")
def its_speed_allows_it_now(table: Table, step: Play | Activate) -> Refusal | None:
    speed = speed_of(table, step)
    if speed == 1:
        return _speed_1(table, step)
    return _speed_2(table) if speed == SLOWEST_TO_ANSWER - 1 else None


def _speed_1(table: Table, step: Play | Activate) -> Refusal | None:
    if step.by != table.turn_player:
        return illegal(
            f"Speed 1 is for one's own turn, and it is {table.turn_player}'s", "T1", speed=1
        )
    if not table.in_primary:
        return illegal(
            f"Speed 1 needs a primary phase; this is {spoken(table.step)}", "T1", speed=1
        )
    if not table.queue or (table.executed and table.law["M3"] == "after_execution"):
        return None
    top = table.queue[-1]
    return illegal(
        f"Speed 1 is never an answer, and {called(top)} waits in the queue since entry {top.since}",
        "T1",
        since=(top.since,),
        speed=1,
    )


def _speed_2(table: Table) -> Refusal | None:
    top = table.top
    at_speed_3 = top if top is not None and top.speed >= SLOWEST_TO_ANSWER else None
    if not table.in_primary and table.step not in BATTLE:
        reason = f"Speed 2 needs a primary or battle phase; this is {spoken(table.step)}"
        if at_speed_3 is None or not at_speed_3.reactive:
            return illegal(reason, "T2", speed=2)
        return _too_slow_for(table, at_speed_3, f"{reason}; ")
    return None if at_speed_3 is None else _too_slow_for(table, at_speed_3)


def _too_slow_for(table: Table, top: Item, besides: str = "") -> Refusal:
    cites = ("T2", *(("T8",) if top.reactive else ()))
    return illegal(
        f"{besides}Speed 2 answers Speed 1 and 2, and {called(top)} on top counts as Speed 3",
        *cites,
        *(("M7",) if top.reactive and table.law["M7"] != "speed_3" else ()),
        since=(top.since,),
        speed=2,
        top=top.name,
    )


def readings_of_time(table: Table, speed: int) -> tuple[str, ...]:
    """The readings that this declaration rests on: who is not asked again (M2), and T1 and T2."""
    if not table.passed and not table.queue:
        return ()
    return (*_not_asked_again(table), *_readings_that_allow(speed, table.top))


def _not_asked_again(table: Table) -> tuple[str, ...]:
    return ("M2",) if table.passed and table.law["M2"] == "until_execution" else ()


def _readings_that_allow(speed: int, top: Item | None) -> tuple[str, ...]:
    """The readings without which this speed could not answer the top."""
    if top is None:
        return ()
    if speed == 1:
        return ("M3",)
    slow = top.reactive and top.speed < SLOWEST_TO_ANSWER
    return ("M7",) if speed < SLOWEST_TO_ANSWER and slow else ()
