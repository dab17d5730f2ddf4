"""Line 1 of the checks: what is named exists (G1) and is the player's own (G2); words that do not fit."""

from typing import Any

import pytest

from tests.domain.nullshapers.tables import (
    AGENT,
    JOLT,
    MEDIC,
    RIFT,
    ana,
    hand,
    on,
    refused,
    table,
)

CARDS = {
    "scout": hand("ana", AGENT),
    "jolt": hand("ana", JOLT),
    "alpha": on("ana", AGENT),
    "theirs": on("ben", AGENT, "cache"),
    "beta": on("ben", MEDIC),
    "rift": on("ben", RIFT),
}
NO_GHOST = "there is no card “ghost” in this game"
NO_B4 = "there is no biome “b4”: they are b1, b2 and b3"


@pytest.mark.parametrize(
    ("said", "rules", "reason"),
    [
        (ana("play", card="ghost"), "G1", NO_GHOST),
        (ana("play", card="theirs"), "G2 D8", "“theirs” is ben's"),
        (
            ana("play", card="theirs", targets=["who", "b1"], biome="b4"),
            "G1 G2 D8",
            f"there is nothing named “who” in this game; {NO_B4}; “theirs” is ben's",
        ),
        (ana("play", card="scout", biome="b4"), "G1", NO_B4),
        (ana("activate", card="ghost", skill="ping"), "G1", NO_GHOST),
        (ana("activate", card="beta", skill="ping", targets=["ana"]), "G2 D8", "“beta” is ben's"),
        (
            ana("activate", card="beta", skill="sing", targets=["who"]),
            "G1 G2 D8",
            "there is nothing named “who” in this game; “beta” has no skill “sing”; “beta” is ben's",
        ),
        (ana("advance", agents={"ghost": "b1"}), "G1", NO_GHOST),
        (ana("advance", agents={"beta": "b1"}), "G2", "“beta” is ben's"),
        (
            ana("attack", agents={"ghost": "b4", "beta": "b1", "alpha": "b2"}),
            "G1 G2",
            f"{NO_GHOST}; {NO_B4}; “beta” is ben's",
        ),
        (ana("convert", card="ghost"), "G1", NO_GHOST),
        (ana("convert", card="theirs"), "G2 A8", "“theirs” is ben's"),
        (ana("anomaly", card="ghost"), "G1", NO_GHOST),
        (ana("anomaly", card="rift"), "G2 D8", "“rift” is ben's"),
        (ana("energy", card="ghost"), "G1", NO_GHOST),
        (ana("energy", card="rift"), "G2 A6", "“rift” is ben's"),
    ],
)
def test_what_does_not_exist_or_is_anothers(said: dict[str, Any], rules: str, reason: str) -> None:
    """G1, and G2 with the rule of the step."""
    assert refused(table(CARDS), **said) == (rules, f"{reason}.", ())


PAY = "“pay” is a mapping of energy kinds to whole numbers, not"
AGENTS = "“agents” is a mapping of at least one agent to a biome, not"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (ana("play", card="jolt", pay=3), f"{PAY} 3"),
        (ana("play", card="jolt", pay={"mud": 1}), f'{PAY} {{"mud": 1}}'),
        (ana("play", card="jolt", pay={"void": "one"}), f'{PAY} {{"void": "one"}}'),
        (ana("play", card="jolt", pay={"void": True}), f'{PAY} {{"void": true}}'),
        (ana("advance", agents={}), f"{AGENTS} {{}}"),
        (ana("advance", agents=["alpha"]), f'{AGENTS} ["alpha"]'),
        (ana("advance", agents={"alpha": 1}), f'{AGENTS} {{"alpha": 1}}'),
        (ana("advance", agents={1: "b1"}), f'{AGENTS} {{"1": "b1"}}'),
        (ana("report", fact="speed", card="alpha", speed=4), "“speed” is 1, 2 or 3, not 4"),
        (ana("report", fact="speed", card="alpha", speed=True), "“speed” is 1, 2 or 3, not true"),
        (
            ana("report", fact="damage", card="alpha", amount=-1),
            "“amount” is a whole number from 0 up, not -1",
        ),
        (ana("report", fact="attach", card="alpha", to=3), "“to” is a card or null, not 3"),
        (
            ana("report", fact="battle", biome="b1", damage={"alpha": -1}),
            '“damage” is a mapping of agents or sectors to numbers from 0 up, not {"alpha": -1}',
        ),
    ],
)
def test_what_is_of_the_wrong_kind(said: dict[str, Any], reason: str) -> None:
    """G1, with what was expected."""
    assert refused(table(CARDS), **said) == ("G1", f"{reason}.", ())


@pytest.mark.parametrize("kind", ["light", "storm", "dark", "chaos", "growth", "void"])
def test_every_kind_of_energy_pays(kind: str) -> None:
    """D6: a void symbol."""
    story = table(CARDS, energy={"ana": {kind: 1}})
    story.when(**ana("play", card="jolt", targets=["beta"], pay={kind: 1})).then_legal("T3")
    story.then_state({f"energy.ana.{kind}": 0})
