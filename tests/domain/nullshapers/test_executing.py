"""Execution and cancelling (E1 to E12, E15 to E18, M12 to M17)."""

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    BLADE,
    FORK,
    JOLT,
    MEDIC,
    NULLIFY,
    PLATING,
    QUAKE,
    RECALL,
    SCRY,
    SEVER,
    SWEEP,
    ana,
    ben,
    hand,
    on,
    table,
)
from tests.spec import Story

CARDS = {
    "scout": hand("ana", AGENT),
    "jolt": hand("ana", JOLT),
    "quake": hand("ana", QUAKE),
    "sweep": hand("ana", SWEEP),
    "alpha": on("ana", AGENT),
    "medic": on("ana", MEDIC),
    "recall": hand("ben", RECALL),
    "nullify": hand("ben", NULLIFY),
    "jolt2": hand("ben", JOLT),
    "beta": on("ben", AGENT),
    "gamma": on("ben", AGENT),
}


def executes(story: Story, first: str = "ana") -> Story:
    """Both pass, and the top executes."""
    second = "ben" if first == "ana" else "ana"
    return story.when(by=first, do="pass").when(by=second, do="pass")


def test_last_in_first_executed() -> None:
    """E1, E2, E3: when both have passed, and then both may act again."""
    story = table(CARDS).when(**ana("play", card="quake", targets=["b1"]))
    story.when(**ben("play", card="jolt2", targets=["alpha"]))
    executes(story).then_legal("E1", "E2", "E11", "E18").then_state(
        queue=[{"entry": "q1", "card": "quake", "by": "ana", "targets": ["b1"]}],
        chance="ana",
        passed=[],
    )
    executes(story).then_legal("E1", "E2").then_state(queue=[], sectors={"b1.ana": 9})


def test_a_step_ends_only_on_an_empty_queue() -> None:
    """E5: nobody ends it while something waits."""
    story = table(CARDS).when(**ana("play", card="scout"))
    story.when(**ana("next")).then_illegal("E5").then_since(1)
    story.when(**ben("next")).then_illegal("E5")
    executes(story, "ben")
    executes(story).then_legal("E5").then_state(step="advance")


def test_targets_are_looked_at_when_it_executes() -> None:
    """E6, E7: what has become invalid is not affected, the other is."""
    story = table(CARDS).when(**ana("play", card="sweep", targets=["beta", "gamma"]))
    story.when(**ben("play", card="recall", targets=["beta"]))
    executes(story)
    executes(story).then_legal("E7", "E11").happened("TargetDropped", "E7")
    story.then_state(cards__gamma__locked=True, cards__beta__locked=False)


def test_a_skill_executes() -> None:
    """E6."""
    story = table(CARDS).when(**ana("activate", card="medic", skill="patch", targets=["b1.ana"]))
    executes(story, "ben").then_legal("E6").then_state(sectors={"b1.ana": 11})


def test_without_a_valid_target_it_is_cancelled() -> None:
    """E8, E9, E12: the card goes to the cache, and what was paid stays paid."""
    story = table(CARDS).when(**ana("play", card="jolt", targets=["beta"]))
    story.when(**ben("play", card="recall", targets=["beta"]))
    executes(story)
    executes(story).then_legal("E8", "E9").happened("ActionCancelled", "E8")
    story.then_state(zones__ana__cache=["jolt"], energy__ana__void=9)


def test_a_cancelled_skill_does_nothing() -> None:
    """E10, M15 at_once: taken out of the queue wherever it stands."""
    story = table(CARDS).when(**ana("activate", card="medic", skill="patch", targets=["b1.ana"]))
    story.when(**ben("play", card="nullify", targets=["q1"]))
    executes(story).then_legal("E10").then_state(queue=[], sectors={"b1.ana": 10})


def test_where_cards_go() -> None:
    """E11: an event to the cache, a constant to staging, a modification on its host."""
    story = table({**CARDS, "plating": hand("ana", PLATING)})
    executes(story.when(**ana("play", card="plating", targets=["alpha"])), "ben").then_legal("E11")
    executes(story.when(**ana("play", card="scout")), "ben").then_legal("E11")
    executes(story.when(**ana("play", card="quake", targets=["b2"])), "ben").then_legal("E11")
    story.then_state(
        zones__ana__staging=["alpha", "medic", "plating", "scout"],
        zones__ana__cache=["quake"],
        cards__plating__attached_to="alpha",
    )


def test_the_winner_is_looked_for_on_an_empty_queue() -> None:
    """E15, W2: two biomes are lost while something waits, and nobody has won yet."""
    story = table({**CARDS, "sever": hand("ana", SEVER)}, biomes={"b3": {"lost_by": ["ben"]}}).when(
        **ana("play", card="quake", targets=["b2"])
    )
    story.when(**BEN_PASSES).when(**ana("play", card="sever", targets=["b1"]))
    executes(story, "ben").then_legal("W1").then_state(over=False)
    executes(story).then_legal("W2", "E15").then_state(over=True, winner="ana", passed=[])


def test_modifications_go_with_their_host() -> None:
    """E16: and gear stays."""
    cards = {
        **CARDS,
        "plating": on("ana", PLATING, attached_to="alpha"),
        "blade": on("ana", BLADE, attached_to="alpha"),
    }
    story = table(cards).when(**ANA_PASSES).when(**ben("play", card="recall", targets=["alpha"]))
    executes(story).then_legal("E16").then_state(
        zones__ana__staging=["blade", "medic"],
        zones__ana__cache=["plating"],
        cards__blade__attached_to=None,
    )


def test_a_modification_in_anomaly_mode_stays() -> None:
    """E16: it is an anomaly and nothing else."""
    cards = {**CARDS, "plating": on("ana", PLATING, attached_to="alpha", mode="anomaly")}
    story = table(cards).when(**ANA_PASSES).when(**ben("play", card="recall", targets=["alpha"]))
    executes(story).then_legal("E11").then_state(
        zones__ana__staging=["medic", "plating"],
        zones__ana__cache=[],
        cards__plating__attached_to=None,
    )


def test_as_much_damage_as_defense() -> None:
    """E18."""
    story = table({**CARDS, "wall": on("ben", AGENT, defense=3)})
    executes(story.when(**ana("play", card="jolt", targets=["wall"])), "ben")
    story.then_state(cards__wall__damage=2)
    story.when(**ana("report", fact="damage", card="wall", amount=1)).then_legal("E18")
    story.then_state(zones__ben__cache=["wall"], cards__wall__damage=0)


def cancelled_by_nullify(**readings: str) -> Story:
    story = table({**CARDS, "fork": hand("ana", FORK)}, readings).when(**ana("play", card="scout"))
    story.when(**ben("play", card="nullify", targets=["q1"]))
    return executes(story)


def test_a_cancelled_action_keeps_its_place() -> None:
    """E17, M15 deferred: it can still be answered, and is cancelled when it would execute."""
    story = cancelled_by_nullify(M15="deferred").then_legal("E17", "M15")
    story.then_state(
        queue=[{"entry": "q1", "card": "scout", "by": "ana", "targets": [], "cancelled": True}]
    )
    story.when(**ana("play", card="fork", targets=["b1.ana"], option="b")).then_legal("N1")
    executes(story, "ben")
    executes(story).then_legal("E9", "M15").then_since(4).then_state(
        zones__ana__cache=["fork", "scout"]
    )


def test_a_deferred_action_may_be_cancelled_again() -> None:
    """E17: until then it can be named, marked or not."""
    story = table({**CARDS, "nullify2": CARDS["nullify"]}, {"M15": "deferred"})
    story.when(**ana("play", card="scout")).when(**ben("play", card="nullify", targets=["q1"]))
    executes(story).when(**ANA_PASSES).when(**ben("play", card="nullify2", targets=["q1"]))
    executes(story.then_legal("N1")).then_legal("E17", "M15").then_since(4)


def test_nothing_is_given_back() -> None:
    """M12 kept."""
    cancelled_by_nullify().then_state(energy__ana__void=8)


def test_what_was_paid_is_given_back() -> None:
    """M12 given_back: the energy, and a card locked for the cost."""
    cancelled_by_nullify(M12="given_back").then_legal("M12").then_state(energy__ana__void=10)
    story = table(CARDS, {"M12": "given_back"})
    story.when(**ana("activate", card="medic", skill="patch", targets=["b1.ana"]))
    story.when(**ben("play", card="nullify", targets=["q1"]))
    executes(story).then_legal("M12").then_state(cards__medic__locked=False)


def away_and_back(**readings: str) -> Story:
    """Jolt aims at beta, who goes to the hand and is reported back before it executes."""
    story = table(CARDS, readings).when(**ana("play", card="jolt", targets=["beta"]))
    story.when(**ben("play", card="recall", targets=["beta"]))
    executes(story).when(**ben("report", fact="move", card="beta", to="staging"))
    return executes(story)


def test_a_card_that_came_back_is_another_object() -> None:
    """M13 new_object."""
    away_and_back().then_legal("E8", "M13").then_state(zones__ben__staging=["beta", "gamma"])


def test_a_card_that_came_back_is_the_same_target() -> None:
    """M13 same_card."""
    away_and_back(M13="same_card").then_legal("E18", "M13").then_state(
        zones__ben__cache=["beta", "recall"]
    )


def without_its_card(**readings: str) -> Story:
    story = table(CARDS, readings)
    story.when(**ana("activate", card="medic", skill="patch", targets=["b1.ana"]))
    story.when(**ben("play", card="recall", targets=["medic"]))
    executes(story)
    return executes(story)


def test_a_skill_executes_without_its_card() -> None:
    """M14 executes."""
    without_its_card().then_legal("E6").then_state(sectors={"b1.ana": 11})


def test_a_skill_without_its_card_is_cancelled() -> None:
    """M14 cancelled."""
    without_its_card(M14="cancelled").then_legal("E10", "M14").then_state(sectors={"b1.ana": 10})


def ending_of_a_borrowed_card(**readings: str) -> Story:
    cards = {"jolt": hand("ana", JOLT), "lent": on("ben", AGENT, controller="ana")}
    story = table(cards, readings).when(**ana("play", card="jolt", targets=["lent"]))
    return executes(story, "ben")


def test_to_its_owners_cache() -> None:
    """M16 owner."""
    ending_of_a_borrowed_card().then_state(zones__ben__cache=["lent"])


def test_to_its_controllers_cache() -> None:
    """M16 controller."""
    ending_of_a_borrowed_card(M16="controller").then_legal("M16").then_state(
        zones__ana__cache=["jolt", "lent"]
    )


def drain(**readings: str) -> Story:
    cards = {
        "drain": hand("ana", {**JOLT, "effects": [*JOLT["effects"], *SCRY["effects"]]}),
        "top": {**AGENT, "owner": "ana", "zone": "deck"},
        "recall": hand("ben", RECALL),
        "beta": on("ben", AGENT),
    }
    story = table(cards, readings, decks={"ana": ["top"]})
    story.when(**ana("play", card="drain", targets=["beta"]))
    story.when(**ben("play", card="recall", targets=["beta"]))
    executes(story)
    return executes(story)


def test_without_a_target_all_of_it_is_cancelled() -> None:
    """M17 all_cancelled."""
    drain().then_legal("E8", "M17").then_state(zones__ana__deck=1)


def test_what_needs_no_target_happens() -> None:
    """M17 rest_happens."""
    drain(M17="rest_happens").then_legal("M17", "E11").then_state(zones__ana__hand=["top"])


def test_two_hundred_deep() -> None:
    """E2: however deep the queue is, the last in executes first."""
    cards = {f"{by}{n}": hand(by, FORK) for by in ("ana", "ben") for n in range(100)}
    story = table(cards, energy={"ana": {"void": 100}, "ben": {"void": 100}})
    for n in range(100):
        for by in ("ana", "ben"):
            story.when(
                by=by, do="play", card=f"{by}{n}", option="b", targets=["b1.ana"]
            ).then_legal()
    waiting = [item.name for item in story.state.queue]
    executed = []
    while story.state.queue:
        executes(story)
        executed += [event.entry for event in story.entry.events if hasattr(event, "entry")]
    assert executed == waiting[::-1]
    story.then_state(sectors={"b1.ana": 410})


def test_a_reading_is_cited_whichever_of_the_targets_it_lets_be() -> None:
    """M13 same_card: of two targets only the first has been away."""
    for targets in (["beta", "gamma"], ["gamma", "beta"]):
        story = table(CARDS, {"M13": "same_card"}).when(
            **ana("play", card="sweep", targets=targets)
        )
        for to in ("hand", "staging"):
            story.when(**ben("report", fact="move", card="beta", to=to))
        executes(story, "ben").then_legal("M13")
        story.then_state(cards={name: {"locked": True} for name in targets})
