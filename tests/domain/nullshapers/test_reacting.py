"""Reactive skills, choices and collapses (A3, E13, E14, W3, M18, M19)."""

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    ECHO,
    JOLT,
    QUAKE,
    SCRY,
    SENTRY,
    SWEEP,
    ana,
    ben,
    hand,
    on,
    reactive,
    table,
)
from tests.spec import Story

BLAST = {**SWEEP, "effects": [{"do": "damage", "amount": 2}]}
TRAPPER = reactive("despawn", {"do": "damage", "amount": 2}, {"what": "agent", "whose": "enemy"})


def blast(readings: dict[str, str] | None = None, **more: object) -> Story:
    """ana blasts one card of each player."""
    cards = {"blast": hand("ana", BLAST), "echo": on("ana", ECHO), "echo2": on("ben", ECHO), **more}
    return (
        table(cards, readings)  # type: ignore[arg-type]
        .when(**ana("play", card="blast", targets=["echo2", "echo"]))
        .when(**BEN_PASSES).when(**ANA_PASSES)
    )  # fmt: skip


def names(story: Story) -> list[str]:
    return [item["skill"] for item in story.game.view()["queue"]]


def test_skills_enter_when_the_execution_has_finished() -> None:
    """E13, A3: before anybody acts; the turn player's first, E14 and M18 turn_player_first."""
    story = (
        blast()
        .then_legal("E13", "A3")
        .happened("SkillEntered", "A3", "E13")
        .then_state(chance="ana")
    )
    assert names(story) == ["echo/despawn", "echo2/despawn"]


def test_the_turn_players_enter_last() -> None:
    """M18 turn_player_last."""
    story = blast({"M18": "turn_player_last"}).then_legal("M18")
    assert names(story) == ["echo2/despawn", "echo/despawn"]


def sentry_falls(**readings: str) -> Story:
    """b2 is lost, and Sentry's skill wants its enemy sector."""
    cards = {"jolt": hand("ana", JOLT), "sentry": on("ben", SENTRY)}
    return (
        table(cards, readings, biomes={"b2": {"lost_by": ["ana"]}})
        .when(**ana("play", card="jolt", targets=["sentry"])).when(**BEN_PASSES).when(**ANA_PASSES)
    )  # fmt: skip


def test_without_enough_targets_a_skill_stays_out() -> None:
    """M19 stays_out."""
    sentry_falls().then_legal("M19").happened("SkillStayedOut", "M19").then_state(queue=[])


def test_without_enough_targets_a_skill_enters_and_is_cancelled() -> None:
    """M19 enters, E8."""
    (
        sentry_falls(M19="enters").then_legal("M19", "A3")
        .then_state(queue=[{"entry": "q3a", "skill": "sentry/despawn", "by": "ben", "targets": []}])
        .when(**ANA_PASSES).when(**BEN_PASSES).then_legal("E8", "E10")
    )  # fmt: skip


def test_a_choice_of_targets() -> None:
    """E13, A3: while its controller chooses nobody does anything else."""
    story = blast(echo2=on("ben", TRAPPER), alpha=on("ana", AGENT), gamma=on("ana", AGENT))
    (
        story.then_state(chance=None, to_act=["ben"], choice={
            "by": "ben", "kind": "targets", "skill": "echo2/despawn", "number": 1,
            "from": ["alpha", "gamma"],
        })
        .when(**ANA_PASSES).then_illegal("E13", "A3").then_since(3)
        .when(**ana("choose", targets=["alpha"])).then_illegal("G2")
        .when(**ben("choose", targets=["nobody"])).then_illegal("G1")
        .when(**ben("choose", targets=["echo"])).then_illegal("D2")
        .when(**ben("choose", targets=["gamma"])).then_legal("A3").then_state(chance="ana", choice=None)
        .when(**ben("choose", targets=["gamma"])).then_illegal("E13")
    )  # fmt: skip


def test_a_collapse_is_chosen() -> None:
    """W3: who cannot draw picks a biome and loses it."""
    (
        table({"scry": hand("ana", SCRY)}, decks={"ana": []})
        .when(**ana("play", card="scry")).when(**BEN_PASSES).when(**ANA_PASSES).then_legal("W3")
        .then_state(choice={
            "by": "ana", "kind": "biome", "skill": None, "number": 1, "from": ["b1", "b2", "b3"],
        })
        .when(**BEN_PASSES).then_illegal("W3")
        .when(**ana("choose", targets=["b1", "b2"])).then_illegal("W3")
        .when(**ana("choose", targets=["b2"])).then_legal("W3").then_state(chance="ana")
        .then_state(biomes__b2__lost_by=["ana"])
    )  # fmt: skip


def test_a_skill_reacts_to_its_card_arriving_by_executing() -> None:
    """A3: a skill that reacts to its card arriving by executing; not to a report."""
    deploy = reactive(
        "deploy",
        {"do": "durability", "amount": -1},
        {"what": "sector", "biome": "b1", "whose": "enemy"},
    )
    (
        table({"scout": hand("ana", deploy), "quake": hand("ben", QUAKE)})
        .when(**ana("play", card="scout")).when(**BEN_PASSES).when(**ANA_PASSES).then_legal("A3")
        .then_state(queue=[{"entry": "q3a", "skill": "scout/deploy", "by": "ana", "targets": ["b1.ben"]}])
    )  # fmt: skip
    (
        table({"scout": hand("ana", deploy)})
        .when(**ana("report", fact="move", card="scout", to="staging")).then_state(queue=[])
    )  # fmt: skip
