"""Actions: what is queued, what goes beside the queue (A1 to A11, M4, M21)."""

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    CHOIR,
    JOLT,
    MEDIC,
    QUAKE,
    RIFT,
    ana,
    ben,
    both_pass,
    hand,
    on,
    refused,
    table,
)

CARDS = {
    "scout": hand("ana", AGENT),
    "quake": hand("ana", QUAKE),
    "rift": hand("ana", RIFT),
    "well": on("ana", RIFT, makes={"void": 2}, fresh=True),
    "medic": on("ana", MEDIC),
    "jolt": hand("ben", JOLT),
}


def test_playing_a_card_is_queued() -> None:
    """A1, D1: a card that is played waits in the queue, paid for."""
    (
        table(CARDS)
        .when(**ana("play", card="scout")).then_legal("A1", "T1").happened("ActionDeclared", "D1")
        .then_state(
            queue=[{"entry": "q1", "card": "scout", "by": "ana", "targets": []}],
            chance="ben", energy__ana__void=8,
        )
    )  # fmt: skip


def test_activating_a_skill_is_queued() -> None:
    """A1: so does a skill; its card stays where it is."""
    (
        table(CARDS)
        .when(**ana("activate", card="medic", skill="ping", targets=["ben"])).then_legal("A1", "T3")
        .then_state(zones__ana__staging=["medic", "well"])
        .then_state(queue=[{"entry": "q1", "skill": "medic/ping", "by": "ana", "targets": ["ben"]}])
    )  # fmt: skip


def test_converting_and_anomalies_go_beside_the_queue() -> None:
    """A2, A5: neither waits, and the chance stays."""
    (
        table(CARDS)
        .when(**ana("convert", card="scout")).then_legal("A2", "A5").then_state(chance="ana", queue=[])
        .when(**ana("anomaly", card="scout")).then_legal("A2", "A5").then_state(chance="ana", queue=[])
        .then_state(cards__scout__mode="anomaly", converted=True, anomaly_played=True)
        .when(**ana("play", card="rift")).then_illegal("A2")
        .when(**ana("anomaly", card="rift")).then_illegal("A5").then_since(2)
    )  # fmt: skip


def test_nothing_else_is_put_down_as_an_anomaly() -> None:
    """A2: a card in initial mode is no anomaly."""
    table(CARDS).when(**ana("anomaly", card="quake")).then_illegal("A2")


def test_a_reactive_skill_is_never_activated() -> None:
    """A3: it enters the queue by itself."""
    (
        table({**CARDS, "choir": on("ana", CHOIR)})
        .when(**ana("activate", card="choir", skill="amplify")).then_illegal("A3")
        .when(**ana("play", card="quake", targets=["b1"])).then_legal("A3", "E13")
        .then_state(queue=[
            {"entry": "q2", "card": "quake", "by": "ana", "targets": ["b1"]},
            {"entry": "q2a", "skill": "choir/amplify", "by": "ana", "targets": []},
        ], chance="ana")
    )  # fmt: skip


def test_one_conversion_a_turn_by_the_turn_player_in_a_primary_phase() -> None:
    """A5: not by the other, not in another phase, not twice."""
    (
        table({**CARDS, "other": hand("ben", AGENT)})
        .when(**ana("convert", card="scout")).then_legal("A5")
        .when(**ana("convert", card="quake")).then_illegal("A5").then_since(1)
        .when(**ANA_PASSES)
        .when(**ben("convert", card="other")).then_illegal("A5")
        .when(**BEN_PASSES)
        .when(**ana("convert", card="quake")).then_illegal("A5")
    )  # fmt: skip


def test_energy_is_made_by_locking_an_anomaly() -> None:
    """A6: a fresh one may; it is neither an action nor an answer."""
    (
        table(CARDS, energy={})
        .when(**ana("energy", card="medic")).then_illegal("A6")
        .when(**ana("energy", card="well")).then_legal("A6")
        .then_state(chance="ana", energy__ana__void=2, cards__well__locked=True)
        .when(**ana("energy", card="well")).then_illegal("A6").then_since(2)
        .when(**ana("energy", card="rift")).then_illegal("A6")
    )  # fmt: skip


def test_an_anomaly_that_makes_nothing() -> None:
    """A6: none of any kind is nothing."""
    cards = {"husk": on("ana", RIFT, makes={"dark": 0})}
    (
        table(cards).when(**ana("energy", card="husk"))
        .then_illegal("A6").then_reason("makes no energy")
    )  # fmt: skip


def test_energy_left_over_is_lost_with_the_step() -> None:
    """A7: of both players."""
    (
        table(CARDS).when(**ANA_PASSES).when(**BEN_PASSES).happened("EnergyLost", "A7")
        .then_state(step="advance", energy__ana__void=0, energy__ben__void=0)
    )  # fmt: skip


def test_only_a_card_in_hand_and_in_initial_mode_is_converted() -> None:
    """A8."""
    (
        table(CARDS)
        .when(**ana("convert", card="rift")).then_illegal("A8")
        .when(**ana("convert", card="medic")).then_illegal("A8")
        .when(**ana("convert", card="jolt")).then_illegal("G2", "A8")
    )  # fmt: skip


def test_with_the_chance_one_converts_while_actions_wait() -> None:
    """M4 with_chance."""
    (
        table(CARDS).when(**ana("play", card="quake", targets=["b1"])).when(**BEN_PASSES)
        .when(**ana("convert", card="scout")).then_legal("A5").then_state(passed=["ben"])
    )  # fmt: skip


def test_on_an_empty_queue_only() -> None:
    """A9, M4 empty_queue: energy is not concerned."""
    (
        table(CARDS, {"M4": "empty_queue"})
        .when(**ana("play", card="quake", targets=["b1"])).when(**BEN_PASSES)
        .when(**ana("convert", card="scout")).then_illegal("A9", "M4").then_basis("reading")
        .when(**ana("anomaly", card="rift")).then_illegal("A9", "M4")
        .when(**ana("energy", card="well")).then_legal("A6")
    )  # fmt: skip


def test_conceding_needs_no_chance() -> None:
    """A10, W4: the other has won at once; the queue stays as it is."""
    (
        table(CARDS).when(**ana("play", card="scout"))
        .when(**ana("concede")).then_legal("A10", "W4")
        .then_state(over=True, winner="ben", chance=None, to_act=[])
        .then_state(queue=[{"entry": "q1", "card": "scout", "by": "ana", "targets": []}])
    )  # fmt: skip


def test_a_card_that_cannot_be_answered() -> None:
    """A11, N1: nobody adds anything above it; making energy is no answer."""
    hush = hand("ana", {**QUAKE, "keywords": {"unanswerable": True}})
    (
        table({**CARDS, "hush": hush, "alpha": on("ana", AGENT)})
        .when(**ana("play", card="hush", targets=["b1"]))
        .when(**ben("play", card="jolt", targets=["alpha"])).then_illegal("A11", "N1").then_since(1)
        .when(**BEN_PASSES).when(**ana("energy", card="well")).then_legal("A6")
    )  # fmt: skip


def test_making_energy_is_no_action() -> None:
    """M21 no_action: the opponent may start something all the same."""
    (
        table({**CARDS, "beta": on("ben", AGENT)})
        .when(**ana("energy", card="well")).when(**ANA_PASSES)
        .when(**ben("play", card="jolt", targets=["beta"])).then_legal()
    )  # fmt: skip


def test_making_energy_as_an_action() -> None:
    """M21 action: who has done it has not declined to act (T6)."""
    (
        table({**CARDS, "beta": on("ben", AGENT)}, {"M21": "action"})
        .when(**ana("energy", card="well")).when(**ANA_PASSES)
        .when(**ben("play", card="jolt", targets=["beta"])).then_illegal("T6", "M21").then_since(1)
        .when(**BEN_PASSES).then_legal("E5")
    )  # fmt: skip


def test_since_when_a_card_is_not_to_be_converted_or_put_down() -> None:
    """A8: since it was converted, in an earlier turn. D8: since it went elsewhere."""
    story = table({"jolt": hand("ana", JOLT)}, step="second_primary")
    both_pass(story.when(**ana("convert", card="jolt")).then_legal("A5"))
    for _ in range(7):
        both_pass(story, "ben")
    both_pass(both_pass(story)).then_state(turn=3, step="first_primary")
    found = refused(story, **ana("convert", card="jolt"))
    assert found == ("A8", "“jolt” is an anomaly already.", (1,))
    story.when(**ana("report", fact="move", card="jolt", to="cache"))
    found = refused(story, **ana("anomaly", card="jolt"))
    assert found[::2] == ("D8", (story.game.length - 1,))
