"""Time and answering: speeds, steps, whose chance it is (T1 to T9, N1 to N6, M2, M3, M5 to M7)."""

import pytest

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    ECHO,
    JOLT,
    QUAKE,
    RECALL,
    SENTRY,
    ana,
    ben,
    hand,
    on,
    refused,
    table,
)
from tests.spec import Story

CARDS = {
    "scout": hand("ana", AGENT),
    "quake": hand("ana", QUAKE),
    "jolt": hand("ana", JOLT),
    "alpha": on("ana", AGENT),
    "scout2": hand("ben", AGENT),
    "quake2": hand("ben", QUAKE),
    "jolt2": hand("ben", JOLT),
    "beta": on("ben", AGENT),
}


def at(step: str, **readings: str) -> Story:
    return table(CARDS, readings, step=step)


def test_speed_1_is_for_the_own_primary_phase() -> None:
    """T1: not in another's turn, not in another phase, never as an answer."""
    (
        at("first_primary").when(**ANA_PASSES)
        .when(**ben("play", card="scout2")).then_illegal("T1")
        .when(**ben("play", card="quake2", targets=["b1"])).then_legal("T2")
        .when(**ana("play", card="scout")).then_illegal("T1").then_since(3)
    )  # fmt: skip
    at("attack").when(**ana("play", card="scout")).then_illegal("T1")


def test_speed_2_is_for_primary_and_battle_phases() -> None:
    """T2: any player's; it answers Speed 1 and 2, and P5 keeps it from draw and maintenance."""
    at("draw").when(**ana("play", card="quake", targets=["b1"])).then_illegal("T2")
    (
        at("defend")
        .when(**ana("play", card="quake", targets=["b1"])).then_legal("T2")
        .when(**ben("play", card="quake2", targets=["b1"])).then_legal("T2", "N1")
        .when(**ana("play", card="jolt", targets=["beta"])).then_legal("T3")
    )  # fmt: skip
    (
        at("first_primary")
        .when(**ana("play", card="jolt", targets=["beta"]))
        .when(**ben("play", card="quake2", targets=["b1"])).then_illegal("T2").then_since(1)
    )  # fmt: skip


@pytest.mark.parametrize("step", ["draw", "maintenance", "first_primary", "attack", "damage"])
def test_speed_3_at_any_time(step: str) -> None:
    """T3: and it answers anything."""
    (
        at(step).when(**ana("play", card="jolt", targets=["beta"])).then_legal("T3")
        .when(**ben("play", card="jolt2", targets=["alpha"])).then_legal("T3", "N1")
    )  # fmt: skip


def test_battle_actions_belong_to_their_step() -> None:
    """T4: to the player it belongs to; a second one cites M45 no_limit."""
    (
        at("first_primary").when(**ana("advance", agents={"alpha": "b1"})).then_illegal("T4")
    )  # fmt: skip
    (
        at("advance")
        .when(**ana("advance", agents={"alpha": "b1"})).then_legal("A1", "T4")
        .when(**BEN_PASSES).when(**ANA_PASSES)
        .when(**ana("advance", agents={"alpha": "b1"})).then_illegal("P6").then_since(3)
        .when(**ANA_PASSES).when(**ben("advance", agents={"beta": "b1"})).then_legal("T4")
    )  # fmt: skip
    at("defend").when(**ana("defend", agents={"alpha": "b1"})).then_illegal("T4")


@pytest.mark.parametrize("step", ["refresh", "reset"])
def test_in_refresh_and_reset_nobody_acts(step: str) -> None:
    """T5: not even at Speed 3; where a record begins there the turn player ends the step."""
    (
        at(step).then_state(chance=None, to_act=["ana"])
        .when(**ana("play", card="jolt", targets=["beta"])).then_illegal("T5")
        .when(**ANA_PASSES).then_illegal("T5")
        .when(**ben("next")).then_illegal("T5")
        .when(**ana("next")).then_legal("E5").then_state(step="draw")
    )  # fmt: skip


def test_the_turn_player_first() -> None:
    """T6: on an empty queue the opponent starts something only when the turn player has declined."""
    (
        at("first_primary")
        .when(**ben("play", card="quake2", targets=["b1"])).then_illegal("T6")
        .when(**ANA_PASSES).then_legal("T6")
        .when(**ben("play", card="quake2", targets=["b1"])).then_legal()
    )  # fmt: skip


def test_a_battle_action_is_no_answer() -> None:
    """T7."""
    (
        at("advance").when(**ana("play", card="quake", targets=["b1"]))
        .when(**ben("advance", agents={"beta": "b1"})).then_illegal("T7").then_since(1)
    )  # fmt: skip


def test_a_fresh_agent_cannot_advance() -> None:
    """T9."""
    (
        table({"newbie": on("ana", AGENT, fresh=True)}, step="advance")
        .when(**ana("advance", agents={"newbie": "b1"})).then_illegal("T9")
    )  # fmt: skip


def test_only_who_is_able_to_answers() -> None:
    """N2, N6: being on turn in the queue makes nothing else possible; the top is answered."""
    (
        table({**CARDS}, energy={"ana": {"void": 5}})
        .when(**ana("play", card="quake", targets=["b1"]))
        .when(**ben("play", card="jolt2", targets=["alpha"])).then_illegal("D7").when(**BEN_PASSES)
        .when(**ana("play", card="jolt", targets=["beta"])).happened("ActionDeclared", "A1", "D1")
    )  # fmt: skip


def test_an_action_is_answered_by_its_player_only_after_the_opponent() -> None:
    """N3, N4: the own action is answered only after the opponent has declined to."""
    (
        at("first_primary").when(**ana("play", card="quake", targets=["b1"]))
        .when(**ana("play", card="jolt", targets=["beta"])).then_illegal("N3", "N4").then_since(1)
        .when(**BEN_PASSES).then_legal("N3")
        .when(**ana("play", card="jolt", targets=["beta"])).then_legal("N1")
        .then_state(passed=[], chance="ben")
    )  # fmt: skip


def test_in_the_window_after_an_execution_one_answers_oneself() -> None:
    """N4, E3, E4: the turn player is first, also if the action on top is their own."""
    (
        at("first_primary").when(**ana("play", card="scout"))
        .when(**ben("play", card="quake2", targets=["b1"]))
        .when(**ANA_PASSES).when(**BEN_PASSES).happened("ChanceGiven", "E4")
        .when(**ana("play", card="jolt", targets=["beta"])).then_legal("N1")
    )  # fmt: skip


def test_a_pass_is_not_final() -> None:
    """N5, M2 reopened: what is added gives both a new chance."""
    (
        at("first_primary").when(**ana("play", card="quake", targets=["b1"])).when(**BEN_PASSES)
        .when(**ana("play", card="jolt", targets=["beta"]))
        .when(**ben("play", card="jolt2", targets=["alpha"])).then_legal()
    )  # fmt: skip


def test_who_has_passed_is_out_until_the_next_execution() -> None:
    """M2 until_execution: since he passed."""
    story = (
        at("first_primary", M2="until_execution")
        .when(**ana("play", card="quake", targets=["b1"])).when(**BEN_PASSES)
        .when(**ana("play", card="jolt", targets=["beta"])).then_legal("N1", "M2")
        .then_state(chance="ana", passed=["ben"])
    )  # fmt: skip
    assert refused(story, **ben("play", card="jolt2", targets=["alpha"])) == (
        "N3 M2",
        "ana holds the chance since entry 3, not ben; ben has passed and is not asked again before the "
        "next execution.",
        (3, 2),
    )
    story.when(**ANA_PASSES).then_legal("E1").then_state(passed=[], chance="ana")


def test_what_is_answered_is_the_top() -> None:
    """N6: Speed 2 on a queue whose top is Speed 1, whatever lay above it before."""
    (
        at("first_primary").when(**ana("play", card="scout"))
        .when(**ben("play", card="jolt2", targets=["alpha"]))
        .when(**ana("play", card="quake", targets=["b1"])).then_illegal("T2")
        .when(**ANA_PASSES).when(**BEN_PASSES)
        .when(**ana("play", card="quake", targets=["b1"])).then_legal("T2", "N1")
    )  # fmt: skip


def waiting_after_an_execution(**readings: str) -> Story:
    return (
        at("first_primary", **readings).when(**ana("play", card="quake", targets=["b1"]))
        .when(**ben("play", card="jolt2", targets=["alpha"]))
        .when(**ANA_PASSES).when(**BEN_PASSES)
    )  # fmt: skip


def test_speed_1_needs_an_empty_queue() -> None:
    """M3 empty_queue."""
    waiting_after_an_execution().when(**ana("play", card="scout")).then_illegal("T1").then_since(1)


def test_speed_1_after_an_execution() -> None:
    """M3 after_execution: as long as nothing has entered since."""
    (
        waiting_after_an_execution(M3="after_execution")
        .when(**ana("play", card="scout")).then_legal("T1", "M3")
    )  # fmt: skip
    (
        waiting_after_an_execution(M3="after_execution")
        .when(**ana("play", card="jolt", targets=["beta"])).when(**BEN_PASSES)
        .when(**ana("play", card="scout")).then_illegal("T1")
    )  # fmt: skip


def test_after_an_execution_the_turn_player_is_first() -> None:
    """M5 turn_player."""
    waiting_after_an_execution().then_state(chance="ana")


def test_after_an_execution_the_opponent_of_the_top_is_first() -> None:
    """M5 opponent_of_top."""
    waiting_after_an_execution(M5="opponent_of_top").then_legal("M5").then_state(chance="ben")


def with_a_skill_on_top(skill: dict, **readings: str) -> Story:  # type: ignore[type-arg]
    cards = {**CARDS, "watch": on("ana", skill), "recall": hand("ana", {**RECALL, "speed": 2})}
    return (
        table(cards, readings).when(**ana("play", card="jolt", targets=["watch"]))
        .when(**BEN_PASSES).when(**ANA_PASSES).then_legal("A3", "E13")
    )  # fmt: skip


def test_a_reactive_skill_is_answered_as_speed_3() -> None:
    """T8, M7 speed_3: and the turn player is asked first, M6 turn_player, also if it is their own."""
    (
        with_a_skill_on_top(ECHO).happened("ChanceGiven", "T8").then_state(chance="ana")
        .when(**ana("play", card="quake", targets=["b1"])).then_illegal("T2", "T8").then_since(3)
    )  # fmt: skip


def test_speed_2_in_the_maintenance_step_above_a_skill() -> None:
    """T2, T8: neither the time of it nor the answer."""
    cards = {**CARDS, "watch": on("ana", ECHO)}
    (
        table(cards, step="maintenance").when(**ana("play", card="jolt", targets=["watch"]))
        .when(**ana("play", card="quake", targets=["b1"])).then_illegal("N3")
        .when(**BEN_PASSES).when(**ANA_PASSES).then_legal("A3")
        .when(**ana("play", card="quake", targets=["b1"])).then_illegal("T2", "T8").then_since(4)
        .then_reason("this is the maintenance step; Speed 2 answers Speed 1 and 2")
    )  # fmt: skip


def test_a_reactive_skill_as_speed_2() -> None:
    """M7 speed_2."""
    (
        with_a_skill_on_top(ECHO, M7="speed_2")
        .when(**ana("play", card="quake", targets=["b1"])).then_legal("T2", "N1", "M7")
    )  # fmt: skip


def test_a_reactive_skill_as_fast_as_its_card() -> None:
    """M7 constant."""
    (
        with_a_skill_on_top(SENTRY, M7="constant")
        .when(**ana("play", card="quake", targets=["b1"])).then_legal("M7")
    )  # fmt: skip
    (
        with_a_skill_on_top({**SENTRY, "speed": 3}, M7="constant")
        .when(**ana("play", card="quake", targets=["b1"])).then_illegal("T2", "T8", "M7")
    )  # fmt: skip


def test_the_opponent_of_the_skills_controller_is_asked_first() -> None:
    """M6 opponent_of_controller."""
    with_a_skill_on_top(ECHO, M6="opponent_of_controller").then_legal("M6").then_state(chance="ben")


def test_too_slow_for_the_step_and_for_the_top() -> None:
    """T2, T8: since the step began, and since the skill entered."""
    cards = {"echo": on("ana", ECHO), "quake": hand("ana", QUAKE)}
    cards["jolt"] = hand("ana", {**JOLT, "cost": {}})
    story = table(cards, step="draw").when(**ANA_PASSES).when(**BEN_PASSES)
    story.when(**ana("play", card="jolt", targets=["echo"])).when(**BEN_PASSES).when(**ANA_PASSES)
    assert refused(story, **ana("play", card="quake", targets=["b1"])) == (
        "T2 T8",
        "Speed 2 needs a primary or battle phase; this is the maintenance step; Speed 2 answers Speed 1 "
        "and 2, and “echo/despawn” (q5a) on top counts as Speed 3.",
        (2, 5),
    )
