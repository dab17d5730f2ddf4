"""Battle actions more than once, and as answers (M45, M46, T7); the window of the damage step (P12)."""

import pytest

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    ECHO,
    JOLT,
    NULLIFY,
    QUAKE,
    RECALL,
    ana,
    ben,
    both_pass,
    hand,
    on,
    reactive,
    refused,
    table,
)
from tests.spec import Story

TOUGH = {**AGENT, "attack": 0, "defense": 9}

CARDS = {
    "alpha": on("ana", AGENT),
    "gamma": on("ana", AGENT),
    "shade": on("ana", {**AGENT, "keywords": {"secure": True}}, "b3"),
    "beta": on("ben", AGENT, "b1"),
    "delta": on("ben", AGENT, "b1"),
    "quake": hand("ana", QUAKE),
    "jolt": hand("ana", JOLT),
    "recall": hand("ben", RECALL),
    "nullify": hand("ben", NULLIFY),
}
ADVANCE, AGAIN = ana("advance", agents={"alpha": "b1"}), ana("advance", agents={"gamma": "b2"})
DEFEND = ben("defend", agents={"delta": "b1"})


def at(step: str, **readings: str) -> Story:
    return table(CARDS, readings, step=step)


def advanced(**readings: str) -> Story:
    return both_pass(at("advance", **readings).when(**ADVANCE), "ben")


def cancelled(**readings: str) -> Story:
    """alpha has gone to the hand before its advance executed."""
    story = at("advance", **readings).when(**ADVANCE)
    both_pass(story.when(**ben("play", card="recall", targets=["alpha"])))
    return both_pass(story).then_legal("E8", "E10")


def test_as_often_as_one_likes() -> None:
    """M45 no_limit; the first one does not cite it."""
    story = at("advance").when(**ADVANCE).then_legal("A1", "T4")
    assert "M45" not in story.entry.ruling.cites
    both_pass(story, "ben").when(**AGAIN).then_legal("T4", "M45")
    both_pass(story, "ben").then_state(zones__ana={"staging": [], "b1": ["alpha"], "b2": ["gamma"]})


def test_once_even_if_it_was_cancelled() -> None:
    """M45 once: of each kind, by each player, in each step."""
    found = refused(advanced(M45="once"), **AGAIN)
    assert found == ("M45", "ana has declared that in this step already, in entry 1.", (1,))
    cancelled(M45="once").when(**AGAIN).then_illegal("M45").then_since(1)
    story = advanced(M45="once").when(**ANA_PASSES)
    story.when(**ben("advance", agents={"beta": "b1"})).then_illegal("P6")
    both_pass(both_pass(at("draw", M45="once"))).then_state(step="first_primary")
    cards = {"beta": on("ben", AGENT), "delta": on("ben", AGENT)}
    story = table(cards, {"M45": "once"}, step="advance").when(**ANA_PASSES)
    story.when(**ben("advance", agents={"beta": "b1"})).then_legal("T4")
    for first in (*["ana"] * 5, *["ben"] * 3):
        both_pass(story, first)
    story.then_state(turn=2, step="advance").when(**ben("advance", agents={"delta": "b1"}))
    assert "M45" not in story.then_legal("T4").entry.ruling.cites


def test_once_unless_it_was_cancelled() -> None:
    """M45 once_unless_cancelled: one that waits still counts, one that an effect marked does, too."""
    advanced(M45="once_unless_cancelled").when(**AGAIN).then_illegal("M45").then_since(1)
    cancelled(M45="once_unless_cancelled").when(**AGAIN).then_legal("M45")
    story = at("advance", M45="once_unless_cancelled", M46="as_answer").when(**ADVANCE)
    story.when(**BEN_PASSES).when(**AGAIN).then_illegal("M45")
    story = at("advance", M45="once_unless_cancelled", M46="as_answer", M15="deferred")
    story.when(**ADVANCE).when(**ben("play", card="nullify", targets=["q1"]))
    both_pass(story).then_legal("E17").when(**AGAIN).then_illegal("M45")


def test_a_new_step_counts_anew() -> None:
    """M45 once: so it does after an undo."""
    story = advanced(M45="once").when(**ana("undo")).when(**ben("undo"))
    story = at("advance", M45="once").when(**ADVANCE).when(**ana("undo")).when(**AGAIN)
    story.then_legal("T4")


def test_who_attacks_already_is_not_declared_again() -> None:
    """P7, M45: not locked, and yet; one that was only declared does not count."""
    story = at("attack").when(**ana("attack", agents={"shade": "b3"}))
    both_pass(story, "ben").then_state(attackers=["shade"])
    found = refused(story, **ana("attack", agents={"shade": "b3"}))
    assert found == ("P7 M45", "“shade” attacks already.", (3,))


def test_who_defends_already_is_not_declared_again() -> None:
    """P8, M45; and under M46 an agent of a defence that still waits may be declared twice."""
    story = at("defend").when(**ANA_PASSES).when(**DEFEND)
    both_pass(story).when(**ANA_PASSES)
    found = refused(story, **ben("defend", agents={"delta": "b1", "beta": "b1"}))
    assert found == ("P8 M45", "“delta” defends already.", (4,))
    story = at("defend", M46="as_answer").when(**ANA_PASSES).when(**DEFEND).when(**ANA_PASSES)
    story.when(**ben("defend", agents={"delta": "b1", "beta": "b1"})).then_legal("M46", "M45", "N1")
    both_pass(both_pass(story)).then_state(defenders=["beta", "delta"], queue=[])


def test_on_an_empty_queue() -> None:
    """T7, M46 empty_queue: an attack is never an answer, whatever M46 says."""
    story = at("defend").when(**ana("play", card="quake", targets=["b2"]))
    found = refused(story, **DEFEND)
    assert found == ("T7 M46", "“quake” (q1) waits, and a defence is no answer.", (1,))
    for readings in ({}, {"M46": "as_answer"}):
        story = at("attack", **readings).when(**ana("attack", agents={"shade": "b3"}))
        story.when(**BEN_PASSES)
        found = refused(story, **ana("attack", agents={"shade": "b3"}))
        assert found == ("T7", "the attack q1 waits, and an attack is no answer.", (1,))


def test_as_an_answer() -> None:
    """M46 as_answer: at Speed 2, in its step, and it is answered itself."""
    story = at("defend", M46="as_answer").when(**ana("play", card="quake", targets=["b2"]))
    story.when(**DEFEND).then_legal("A1", "T4", "N1", "M46").then_since(1)
    story.when(**ana("play", card="jolt", targets=["delta"])).then_legal("N1")
    found = refused(story, **ben("defend", agents={"beta": "b1"}))
    assert found == (
        "T2 M46", "Speed 2 answers Speed 1 and 2, and “jolt” (q3) on top counts as Speed 3.", (3,),
    )  # fmt: skip
    at("attack", M46="as_answer").when(**ana("play", card="quake", targets=["b2"])).when(
        **DEFEND
    ).then_illegal("T4")


def test_what_cannot_be_answered_is_not_answered_by_a_defence() -> None:
    """A11, N1; T8 where a skill is on top."""
    hush = {**QUAKE, "keywords": {"unanswerable": True}}
    story = table({**CARDS, "hush": hand("ana", hush)}, {"M46": "as_answer"}, step="defend")
    story.when(**ana("play", card="hush", targets=["b2"])).when(**DEFEND).then_illegal("A11", "N1")
    choir = {"choir": on("ana", reactive("amplify"))}
    story = table({**CARDS, **choir}, {"M46": "as_answer"}, step="defend")
    story.when(**ana("play", card="quake", targets=["b2"])).when(**ANA_PASSES)
    story.when(**DEFEND).then_illegal("T2", "T8", "M46")


def test_a_battle_action_rests_on_the_readings_of_its_time() -> None:
    """M2 until_execution: who has passed is not asked again. M7: what a skill counts as that it answers."""
    story = at("defend", M2="until_execution").when(**ANA_PASSES).when(**DEFEND)
    story.then_legal("T4", "M2").then_state(chance="ben", passed=["ana"])
    cards = {**CARDS, "echo": on("ben", ECHO)}
    for reading, answers in (("speed_2", True), ("speed_3", False)):
        story = table(cards, {"M46": "as_answer", "M7": reading}, step="advance")
        both_pass(story.when(**ana("play", card="jolt", targets=["echo"])), "ben")
        story.then_state(
            queue=[{"entry": "q3a", "skill": "echo/despawn", "by": "ben", "targets": []}]
        )
        story.when(**ADVANCE)
        story.then_legal("N1", "M46", "M7") if answers else story.then_illegal("T2", "T8", "M46")


def test_a_sector_that_is_lost_is_since_when_it_was_lost() -> None:
    """D2, M40: under `out` with the biome, whoever lost it."""
    for reading, loser in (("sector_only", "ana"), ("out", "ana"), ("out", "ben")):
        story = at("advance", M40=reading)
        story.when(**ben("report", fact="lose_biome", player=loser, biome="b1"))
        assert refused(story, **ADVANCE) == ("D2", "ana's sector in b1 is lost.", (1,))


FIGHT = {
    "alpha": on("ana", AGENT, "b1"),
    "gamma": on("ana", AGENT, "b2"),
    "delta": on("ben", TOUGH, "b1"),
    "jolt": hand("ana", JOLT),
    "jolt2": hand("ben", JOLT),
}


@pytest.mark.parametrize(("zone", "window"), [("b1", True), ("b3", False)])
def test_the_damage_step_has_a_window_where_they_meet(zone: str, window: bool) -> None:
    """P12: attackers and defenders in one biome; otherwise nobody acts, not even at Speed 3 (T3)."""
    cards = {**FIGHT, "delta": on("ben", TOUGH, zone)}
    story = table(cards, step="defend", attackers=["alpha", "gamma"], defenders=["delta"])
    both_pass(story).then_legal("P9", "E5")
    story.then_state(step="damage" if window else "second_primary", chance="ana")
    assert window != any("P12" in event.rules for event in story.entry.events)


def test_a_window_of_the_damage_step_stays_open() -> None:
    """P12: looked at once, after P9; it ends as any step does, also where a record begins in it."""
    free = hand("ana", {**JOLT, "cost": {}, "effects": [{"do": "terminate"}]})
    story = table({**FIGHT, "jolt": free}, step="defend", attackers=["alpha"], defenders=["delta"])
    both_pass(story).when(**ana("play", card="jolt", targets=["delta"])).then_legal("T3")
    both_pass(story, "ben").then_state(step="damage", defenders=[], chance="ana")
    both_pass(story).then_legal("E5").then_state(step="second_primary")
    table(FIGHT, step="damage").then_state(chance="ana").when(
        **ana("play", card="jolt", targets=["delta"])
    ).then_legal("T3")
