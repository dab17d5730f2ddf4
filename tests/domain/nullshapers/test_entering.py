"""Skills that enter and collapses: what is chosen, in which words, and how it is called (A3, E13, W3)."""

from tests.domain.nullshapers.tables import (
    AGENT,
    QUAKE,
    SCRY,
    Card,
    ana,
    ben,
    both_pass,
    hand,
    on,
    reactive,
    refused,
    table,
)

CARDS = {
    "quake": hand("ana", QUAKE),
    "medic": on("ana", AGENT),
    "beta": on("ben", AGENT),
}
DRAIN = {"do": "draw", "amount": 1}
LOST = {"M40": "sector_only", "M11": "three"}


def test_a_choice_of_targets_at_a_declaration() -> None:
    """A3, E13: while it is waited for nobody holds the chance; it names the entry that caused it."""
    bell = reactive("amplify", {"do": "lock"}, {"what": "agent"})
    story = table({**CARDS, "bell": on("ana", bell), "gamma": on("ben", AGENT)})
    story.when(**ana("play", card="quake", targets=["b1"])).then_legal("A3", "E13")
    assert 1 in story.entry.ruling.because
    story.then_state(chance=None, to_act=["ana"])
    assert story.game.view()["choice"]["from"] == ["bell", "beta", "gamma", "medic"]
    found = refused(story, **ben("choose", targets=["who", "nobody"]))
    assert found == (
        "G1 G2",
        "there is nothing named “who” in this game; there is nothing named “nobody” in this game; "
        "it is ana's choice.",
        (1,),
    )
    found = refused(story, **ana("choose", targets=["who"]))
    assert found == ("G1", "there is nothing named “who” in this game.", ())
    assert refused(story, **ben("choose", targets=["beta"]))[:2] == ("G2", "it is ana's choice.")
    story.when(**ana("concede")).then_state(over=True, choice=None, chance=None)


def test_two_targets_are_told() -> None:
    """A3, E13: as they enter, by the alphabet."""
    bell = reactive("amplify", {"do": "lock"}, {"what": "agent", "number": 2, "whose": "enemy"})
    story = table({**CARDS, "bell": on("ana", bell), "zeta": on("ben", AGENT)})
    story.when(**ana("play", card="quake", targets=["b1"])).then_reason(
        "“bell/amplify” of ana enters the queue as q1a, aiming at beta and zeta."
    )


def test_more_skills_than_letters() -> None:
    """They enter as a, b, c …, and after z as aa, ab, …"""
    clock = reactive("start_of_attack", {"do": "report", "text": "tick"})
    cards = {f"c{n:02}": on("ana", clock) for n in range(54)}
    story = both_pass(table(cards, {"M47": "order_of_cause"}, step="advance"))
    names = [item["entry"] for item in story.game.view()["queue"]]
    assert [names[n] for n in (0, 25, 26, 27, 51, 52, 53)] == [
        "q2a", "q2z", "q2aa", "q2ab", "q2az", "q2ba", "q2bb",
    ]  # fmt: skip
    assert len(set(names)) == 54


def test_each_of_two_collapses_takes_a_biome() -> None:
    """W3: one for each drawing; under M40 sector_only only among the biomes that are still theirs."""
    scry = {"scry": hand("ana", {**SCRY, "effects": [DRAIN, DRAIN]})}
    setup: Card = {"decks": {"ana": []}, "biomes": {"b2": {"lost_by": ["ben"]}}}
    story = table(scry, LOST, **setup).when(**ana("play", card="scry"))
    both_pass(story, "ben").then_legal("W3").then_state(choice={"from": ["b1", "b2", "b3"]})
    story.when(**ana("choose", targets=["b2"])).then_legal("W3")
    story.then_state(choice={"from": ["b1", "b3"]}, chance=None)
    story.when(**ana("choose", targets=["b1"])).then_state(choice=None, chance="ana", over=False)
    for left in ([], ["b3"]):
        gone = {biome: {"lost_by": ["ana"]} for biome in ("b1", "b2", "b3") if biome not in left}
        story = table(scry, LOST, **{**setup, "biomes": gone})
        both_pass(story.when(**ana("play", card="scry")), "ben").then_state(winner="ben")
