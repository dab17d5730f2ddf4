"""Lost biomes and the end of the match (W1 to W4, M11, M23, M40)."""

from typing import Any

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    QUAKE,
    SEVER,
    ana,
    ben,
    hand,
    on,
    table,
)
from tests.spec import Story

QUAKES = {"quake": hand("ana", QUAKE), "sever": hand("ana", SEVER)}
LOST_BY_BEN = {"b3": {"lost_by": ["ben"]}}


def severed(readings: dict[str, str] | None = None, biome: str = "b1", **setup: Any) -> Story:
    """ana takes a biome from ben."""
    story = table(
        {**QUAKES, "beta": on("ben", AGENT, "b1"), "alpha": on("ana", AGENT, "b1")},
        readings,
        **setup,
    )
    story.when(**ana("play", card="sever", targets=[biome]))
    return story.when(**BEN_PASSES).when(**ANA_PASSES)


def test_a_sector_at_nought() -> None:
    """W1: its owner has lost that biome at once."""
    story = table(QUAKES, sectors={"b1.ben": 1}).when(**ana("play", card="quake", targets=["b1"]))
    story.when(**BEN_PASSES).when(**ANA_PASSES).then_legal("W1")
    story.then_state(biomes__b1__lost_by=["ben"], over=False, sectors={"b1.ana": 9})


def test_two_lost_biomes() -> None:
    """W2, E15, M11 two."""
    severed(biomes=LOST_BY_BEN).then_legal("W2", "E15").then_state(
        over=True, winner="ana", to_act=[]
    )


def test_one_lost_biome() -> None:
    """M11 one."""
    severed({"M11": "one"}).then_legal("W2", "M11").then_state(winner="ana")


def test_three_lost_biomes() -> None:
    """M11 three."""
    severed({"M11": "three"}, biomes=LOST_BY_BEN).then_legal("W1").then_state(over=False)


def test_a_collapse_with_one_biome_left() -> None:
    """W3: it is not asked for."""
    story = table(
        {}, step="second_primary", decks={"ben": []}, turn=3,
        biomes={"b1": {"lost_by": ["ana"]}, "b2": {"lost_by": ["ben"]}},
    )  # fmt: skip
    story.when(**ANA_PASSES).when(**BEN_PASSES).then_legal("W3", "W2").then_state(winner="ana")


def test_whoever_concedes_has_lost() -> None:
    """W4: even while something else is waited for."""
    table({}).when(**ben("concede")).then_legal("W4", "A10").then_state(winner="ana")


def both_lose(**readings: str) -> Story:
    story = table(
        QUAKES,
        readings,
        sectors={"b1.ana": 1, "b1.ben": 1},
        biomes={"b2": {"lost_by": ["ana"]}, "b3": {"lost_by": ["ben"]}},
    )
    story.when(**ana("play", card="quake", targets=["b1"]))
    return story.when(**BEN_PASSES).when(**ANA_PASSES)


def test_both_have_lost() -> None:
    """M23 undetermined, W2: nothing has happened; made legal by a judge, nobody has won."""
    story = both_lose().then_undetermined("M23", "W2").then_state(chance="ana", over=False)
    story.overrule(3, "legal").then_legal("G5").then_state(over=True, winner=None)
    story.then_state(biomes__b1__lost_by=["ana", "ben"])


def test_where_both_lose_it_may_be_a_draw() -> None:
    """M23 draw."""
    both_lose(M23="draw").then_legal("W2", "E15", "M23").then_state(over=True, winner=None)


def test_the_turn_player_loses() -> None:
    """M23 turn_player_loses."""
    both_lose(M23="turn_player_loses").then_legal("M23").then_state(winner="ben")


def test_a_lost_biome_is_out() -> None:
    """M40 out: agents of both go back, and nobody can name it any more."""
    story = severed().then_state(zones__ana__staging=["alpha"], zones__ben__staging=["beta"])
    story.when(**ana("play", card="quake", targets=["b1"])).then_illegal("D2")
    story.when(**ana("report", fact="durability", sector="b1.ana", amount=-1)).then_illegal("G1")


def test_only_the_losers_sector_is_out() -> None:
    """M40 sector_only."""
    story = severed({"M40": "sector_only"}).then_legal("M40")
    story.then_state(zones__ana__b1=["alpha"], zones__ben__staging=["beta"])
    story.when(**ana("play", card="quake", targets=["b1"])).then_legal()
    story.when(**BEN_PASSES).when(**ANA_PASSES).then_state(sectors={"b1.ana": 9, "b1.ben": 10})
