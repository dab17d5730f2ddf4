"""The three complete records of the page."""

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    JOLT,
    QUAKE,
    RECALL,
    SENTRY,
    ana,
    ben,
    hand,
    on,
    table,
)


def test_a_plain_answer() -> None:
    """Last in, first executed."""
    cards = {"scout": hand("ana", AGENT), "alpha": on("ana", AGENT), "jolt": hand("ben", JOLT)}
    (
        table(cards, energy={"ana": {"void": 2}, "ben": {"void": 1}})
        .when(**ana("play", card="scout")).then_legal("A1", "T1")
        .when(**ANA_PASSES).then_illegal("N3", "N4")
        .when(**ben("play", card="jolt", targets=["alpha"])).then_legal("A1", "T3", "N1")
        .when(**ANA_PASSES).then_legal("N3")
        .when(**BEN_PASSES).then_legal("N3", "E1", "E2", "E11", "E18")
        .when(**ANA_PASSES).then_legal("N3")
        .when(**BEN_PASSES).then_legal("N3", "E1", "E2", "E11")
        .then_state(
            queue=[], chance="ana", step="first_primary",
            zones={"ana": {"hand": [], "staging": ["scout"], "cache": ["alpha"]},
                   "ben": {"hand": [], "cache": ["jolt"]}},
            energy={"ana": {"void": 0}, "ben": {"void": 0}},
        )
    )  # fmt: skip


def test_a_cancelled_action() -> None:
    """The only target is gone."""
    cards = {"jolt": hand("ana", JOLT), "recall": hand("ben", RECALL), "beta": on("ben", AGENT)}
    (
        table(cards, energy={"ana": {"void": 1}, "ben": {"void": 1}})
        .when(**ana("play", card="jolt", targets=["beta"])).then_legal("A1", "T3")
        .when(**ben("play", card="recall", targets=["beta"])).then_legal("A1", "T3", "N1")
        .when(**ANA_PASSES).then_legal("N3")
        .when(**BEN_PASSES).then_legal("N3", "E1", "E2", "E11")
        .when(**ANA_PASSES).then_legal("N3")
        .when(**BEN_PASSES).then_legal("N3", "E1", "E2", "E8", "E9")
        .then_state(
            queue=[],
            zones={"ana": {"hand": [], "cache": ["jolt"]},
                   "ben": {"hand": ["beta"], "staging": [], "cache": ["recall"]}},
            energy={"ana": {"void": 0}},
        )
    )  # fmt: skip


def test_a_reactive_skill() -> None:
    """It enters after the execution that caused it, above what waits."""
    cards = {
        "scout": hand("ana", AGENT),
        "jolt": hand("ana", JOLT),
        "quake": hand("ana", QUAKE),
        "sentry": on("ben", SENTRY),
    }
    (
        table(cards)
        .when(**ana("play", card="scout")).then_legal("A1", "T1")
        .when(**BEN_PASSES).then_legal("N3")
        .when(**ana("play", card="jolt", targets=["sentry"])).then_legal("A1", "T3", "N1")
        .when(**BEN_PASSES).then_legal("N3")
        .when(**ANA_PASSES).then_legal("N3", "E1", "E2", "E11", "E18", "A3", "E13")
        .when(**ana("play", card="quake", targets=["b1"])).then_illegal("T2", "T8")
        .when(**ANA_PASSES).then_legal("N3")
        .when(**BEN_PASSES).then_legal("N3", "E1", "E2", "E6")
        .then_state(
            queue=[{"entry": "q1", "card": "scout", "by": "ana", "targets": []}], chance="ana",
            sectors={"b2.ana": 8},
            zones={"ana": {"hand": ["quake"], "cache": ["jolt"]}, "ben": {"cache": ["sentry"]}},
        )
    )  # fmt: skip
