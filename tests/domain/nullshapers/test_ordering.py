"""Several skills at once, options and groups of reactive skills, reported causes (M47, M19, T5)."""

from typing import Any

import pytest

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    JOLT,
    PLATING,
    QUAKE,
    RIFT,
    SWEEP,
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
from tests.spec import Story

START = reactive("start_of_attack")
B1_ENEMY = {"what": "sector", "whose": "enemy", "biome": "b1"}
BLAST = {**SWEEP, "effects": [{"do": "damage", "amount": 2}]}


def started(cards: dict[str, Card], **readings: str) -> Story:
    """The attack step has begun, and the skills react to it."""
    return both_pass(table(cards, readings, step="advance"))


def names(story: Story) -> list[str]:
    return [item["skill"] for item in story.game.view()["queue"]]


def test_a_player_orders_his_own() -> None:
    """M47 controller_orders: what is named first enters first; E14."""
    story = started({"z": on("ana", START), "a": on("ana", START)}).then_legal("M47", "E14")
    story.then_state(chance=None, to_act=["ana"], choice={
        "by": "ana", "kind": "order", "skill": None, "number": 2,
        "from": ["a/start_of_attack", "z/start_of_attack"],
    })  # fmt: skip
    assert "least" not in story.game.view()["choice"]
    found = refused(story, **BEN_PASSES)
    assert found == ("E14 M47", "ana has to choose in which order their skills enter first.", (2,))
    z, a = "z/start_of_attack", "a/start_of_attack"
    for targets in ([z], [z, z], [z, "b1"], [z, a, a]):
        story.when(**ana("choose", targets=targets)).then_illegal("E14", "M47")
    story.when(**ana("choose", option=z)).then_illegal("E14", "M47")
    story.when(**ana("choose", targets=[z, "a/song"])).then_illegal("G1")
    story.when(**ben("choose", targets=[z, a])).then_illegal("G2")
    n = story.game.length + 1
    story.when(**ana("choose", targets=[z, a])).then_legal("E14", "M47", "A3", "E13")
    assert [item["entry"] for item in story.game.view()["queue"]] == [f"q{n}a", f"q{n}b"]
    assert names(story) == [z, a]


def test_the_second_player_is_asked_when_those_of_the_first_have_entered() -> None:
    """E14, M18 turn_player_first."""
    cards = {f"{by}{n}": on(by, START) for by in ("ana", "ben") for n in (1, 2)}
    story = started(cards).then_state(to_act=["ana"])
    story.when(**ana("choose", targets=["ana2/start_of_attack", "ana1/start_of_attack"]))
    story.then_legal("M47").then_state(to_act=["ben"])
    assert len(names(story)) == 2
    story.when(**ben("choose", targets=["ben1/start_of_attack", "ben2/start_of_attack"]))
    assert [name[:4] for name in names(story)] == ["ana2", "ana1", "ben1", "ben2"]
    started(cards, M18="turn_player_last").then_state(to_act=["ben"])


def test_one_skill_is_not_ordered() -> None:
    """Nor one of each player."""
    story = started({"z": on("ana", START), "a": on("ben", START)}).then_state(choice=None)
    assert "M47" not in story.entry.ruling.cites


def test_an_order_is_asked_whether_they_find_targets_or_not() -> None:
    """M47, M19: all of them stay out afterwards."""
    lost = reactive("start_of_attack", {"do": "durability", "amount": -1}, B1_ENEMY)
    cards = {"z": on("ana", lost), "a": on("ana", lost)}
    story = table(cards, step="advance", biomes={"b1": {"lost_by": ["ben"]}})
    both_pass(story).then_legal("M47")
    story.when(**ana("choose", targets=["z/start_of_attack", "a/start_of_attack"]))
    story.then_legal("M19", "M47").then_state(queue=[], choice=None, chance="ana", step="attack")


def test_by_who_was_there_first() -> None:
    """M47 order_of_cause: of one and the same cause; those of the set-up first, in its order."""
    cards = {"z": on("ana", START), "late": hand("ana", START), "a": on("ana", START)}
    story = table(cards, {"M47": "order_of_cause"})
    both_pass(story.when(**ana("play", card="late")), "ben")
    both_pass(both_pass(story)).then_legal("M47").then_state(step="attack", choice=None)
    assert [name[0] for name in names(story)] == ["z", "a", "l"]


def test_skills_of_one_card_in_its_own_order() -> None:
    """M47 order_of_cause."""
    skills = dict.fromkeys(("second", "first"), START["skills"]["start_of_attack"])
    story = started({"c": on("ana", {**AGENT, "skills": skills})}, M47="order_of_cause")
    assert names(story) == ["c/second", "c/first"]


def test_by_what_they_react_to() -> None:
    """M47 order_of_cause: what happened first comes first, whoever was there first."""
    echo = reactive("despawn")
    cards = {"a": on("ana", echo), "b": on("ana", echo), "blast": hand("ana", BLAST)}
    story = table(cards, {"M47": "order_of_cause"})
    both_pass(story.when(**ana("play", card="blast", targets=["b", "a"])), "ben").then_legal("M47")
    assert names(story) == ["b/despawn", "a/despawn"]


def test_modifications_go_in_the_order_in_which_they_came() -> None:
    """E16: not by the alphabet."""
    cards = {
        "host": on("ana", AGENT),
        "z": on("ana", PLATING, attached_to="host"),
        "a": on("ana", PLATING, attached_to="host"),
        "jolt": hand("ana", JOLT),
    }
    story = both_pass(table(cards).when(**ana("play", card="jolt", targets=["host"])), "ben")
    gone = [e.card for e in story.entry.events if type(e).__name__ == "CardTerminated"]
    assert gone == ["host", "z", "a"]


def herald(**text: Any) -> Card:
    return {**AGENT, "skills": {"triumph": {"kind": "reactive", "when": "reported", **text}}}


MEND = {
    "target": {"what": "sector", "whose": "own"},
    "effects": [{"do": "durability", "amount": 1}],
}
FOE = {"target": {"what": "software"}, "effects": [{"do": "lock"}]}
READ = {"effects": [{"do": "draw", "amount": 1}]}
REACTS = {"fact": "skill_reacts", "card": "herald", "skill": "triumph"}


def reported(card: Card, **readings: str) -> Story:
    cards = {"herald": on("ana", card), "beta": on("ben", AGENT), "gamma": on("ben", AGENT)}
    return table(cards, readings).when(**ben("report", **REACTS)).then_legal()


def test_a_cause_that_only_the_table_sees() -> None:
    """A3, E13: the skill enters when it is reported."""
    story = reported(herald(**READ)).then_legal("A3", "E13").then_state(chance="ana")
    story.then_reason("ben reports that “herald/triumph” reacts")
    assert names(story) == ["herald/triumph"]


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        ({"card": "herald", "skill": "song"}, "“herald” has no skill “song”"),
        ({"card": "herald", "skill": "despawn"}, "“despawn” reacts to nothing reported"),
        ({"card": "slept", "skill": "triumph"}, "“slept” is an anomaly, and its skills sleep"),
        ({"card": "held", "skill": "triumph"}, "“held” is not on the planet"),
    ],
)
def test_what_is_no_reported_cause(fact: dict[str, str], reason: str) -> None:
    """G1."""
    card = herald(**READ)
    card["skills"]["despawn"] = reactive("despawn")["skills"]["despawn"]
    cards = {
        "herald": on("ana", card),
        "slept": on("ana", card, mode="anomaly"),
        "held": hand("ana", card),
    }
    found = refused(table(cards), **ana("report", **{"fact": "skill_reacts", **fact}))
    assert found == ("G1", f"{reason}.", ())


def test_an_option_is_chosen() -> None:
    """A3, D4: then its targets; where only one finds targets enough it is taken."""
    story = reported(herald(options={"mend": MEND, "read": READ, "foe": FOE}))
    story.then_state(choice={"by": "ana", "kind": "option", "skill": "herald/triumph", "number": 1,
                             "from": ["mend", "read"]})  # fmt: skip
    story.when(**BEN_PASSES).then_illegal("E13", "A3")
    for wrong in ({"option": "foe"}, {"targets": ["b1.ana"]}):
        story.when(**ana("choose", **wrong)).then_illegal("D4")
    for wrong in ({"option": "mend", "targets": ["b1.ana"]}, {}):
        story.when(**ana("choose", **wrong)).then_illegal("G1")
    story.when(**ana("choose", option="mend")).then_legal("A3")
    story.then_state(choice={"kind": "targets", "from": ["b1.ana", "b2.ana", "b3.ana"]})
    story.when(**ana("choose", option="mend")).then_illegal("D2")
    story.when(**ana("choose", targets=["b2.ana"])).then_legal("A3", "E13")
    (item,) = story.game.view()["queue"]
    assert (item["option"], item["targets"]) == ("mend", ["b2.ana"])
    both_pass(story).then_state(sectors={"b2.ana": 11})
    (item,) = reported(herald(options={"foe": FOE, "read": READ})).game.view()["queue"]
    assert item["option"] == "read"


def test_no_option_finds_targets_enough() -> None:
    """M19 stays_out; under M19 enters every option counts, and one without targets is cancelled (E8)."""
    reported(herald(options={"foe": FOE})).then_legal("M19").then_state(queue=[], chance="ana")
    story = reported(herald(options={"foe": FOE, "read": READ}), M19="enters")
    story.then_state(choice={"kind": "option", "from": ["foe", "read"]})
    story.when(**ana("choose", option="foe")).then_legal("M19", "A3")
    assert story.game.view()["queue"][0]["targets"] == []
    both_pass(story).then_legal("E8", "E10", "M19").then_basis("reading")


AGENTS = {"what": "agent"}
LOCK = [{"do": "lock"}]


def test_between_the_least_and_the_most() -> None:
    """D2: `least` stands in the choice only where fewer than `number` may be named."""
    story = reported(herald(target={**AGENTS, "max": 2}, effects=LOCK))
    story.then_state(choice={"number": 2, "least": 1, "from": ["beta", "gamma", "herald"]})
    story.when(**ana("choose", targets=[])).then_illegal("D2").then_reason("1 to 2")
    story.when(**ana("choose", targets=["herald"])).then_legal("A3")
    story = reported(herald(target={**AGENTS, "min": 0}, effects=LOCK))
    story.then_state(choice={"number": 3, "least": 0})
    story.when(**ana("choose", targets=[])).then_legal("A3")
    assert story.game.view()["queue"][0]["targets"] == []
    both_pass(story).then_legal("E6")


def test_exactly_the_least_is_taken_without_asking() -> None:
    """By the alphabet; nothing where the text may name none."""
    story = reported(herald(target={**AGENTS, "count": 3}, effects=LOCK)).then_state(choice=None)
    assert story.game.view()["queue"][0]["targets"] == ["beta", "gamma", "herald"]
    story = reported(herald(target={"what": "software", "min": 0}, effects=LOCK))
    both_pass(story).then_legal("E6").then_state(queue=[])


def test_group_by_group() -> None:
    """Of those not yet named; what was given before is not asked again."""
    text = {"targets": [{**AGENTS, "whose": "own"}, AGENTS, {**AGENTS, "min": 0}],
            "effects": [{"do": "lock", "group": 2}]}  # fmt: skip
    story = reported(herald(**text)).then_state(choice={"number": 1, "from": ["beta", "gamma"]})
    story.when(**ana("choose", targets=["gamma"])).then_legal("A3")
    story.then_state(choice={"number": 1, "least": 0, "from": ["beta"]})
    story.when(**ana("choose", targets=[])).then_legal("A3", "E13")
    assert story.game.view()["queue"][0]["targets"] == ["herald", "gamma"]
    both_pass(story).then_state(cards__gamma__locked=True, cards__herald__locked=False)


def test_the_first_group_leaves_too_few_for_the_second() -> None:
    """M19: no target at all."""
    text = {"targets": [{**AGENTS, "count": 2}, {**AGENTS, "count": 2}], "effects": LOCK}
    for reading, queue in (("stays_out", []), ("enters", [("q2a", [])])):
        story = reported(herald(**text), M19=reading)
        story.when(**ana("choose", targets=["beta", "gamma"])).then_legal("M19")
        found = [(item["entry"], item["targets"]) for item in story.game.view()["queue"]]
        assert found == queue


@pytest.mark.parametrize("step", ["refresh", "reset"])
def test_in_refresh_and_reset_no_skill_enters(step: str) -> None:
    """T5: it stays out; nobody is asked for an order."""
    skills = {name: herald(**READ)["skills"]["triumph"] for name in ("a", "b")}
    echo = reactive("despawn")
    cards = {"herald": on("ana", {**AGENT, "skills": skills}), "echo": on("ana", echo)}
    story = table(cards, step=step).when(
        **ana("report", fact="skill_reacts", card="herald", skill="a")
    )
    story.then_legal("T5").happened("SkillStayedOut", "T5").then_state(queue=[], chance=None)
    story.when(**ana("report", fact="move", card="echo", to="cache")).then_legal("T5")
    story.when(**ana("next")).then_legal().then_state(queue=[])


def test_reported_reasons_leave_the_chance_where_nothing_enters() -> None:
    """It and the passes stay."""
    story = table({"quake": hand("ana", QUAKE), "herald": on("ana", herald(**FOE))})
    story.when(**ana("play", card="quake", targets=["b1"])).when(**BEN_PASSES)
    story.when(**ana("report", **REACTS)).then_legal("M19").then_state(passed=["ben"], chance="ana")
    story.when(**ANA_PASSES).then_legal("E11")


def test_a_skill_that_finds_too_few_is_not_asked_about() -> None:
    """M19: its first group would have a choice, its second has none; under `enters` it has no target."""
    targets = [{"what": "agent", "whose": "own"}, {"what": "agent", "whose": "enemy"}]
    both = {"kind": "reactive", "when": "amplify", "targets": targets, "effects": LOCK}
    cards = {"quake": hand("ana", QUAKE), "alpha": on("ana", AGENT)}
    cards["trap"] = on("ana", {**AGENT, "skills": {"both": both}})
    for reading, entered in (("stays_out", []), ("enters", ["q1a"])):
        story = table(cards, {"M19": reading}).when(**ana("play", card="quake", targets=["b1"]))
        story.then_legal("M19").then_state(choice=None)
        assert [item["entry"] for item in story.game.view()["queue"][1:]] == entered


def test_what_enters_is_told_with_its_option_and_its_targets() -> None:
    """A3, D4; M28 constant for an anomaly among them, A11 where none is named."""
    mend = {"target": {"what": "constant", "min": 0}, "effects": LOCK}
    skill = {"kind": "reactive", "when": "amplify", "options": {"mend": mend}}
    cards = {"quake": hand("ana", QUAKE), "rift": on("ben", RIFT)}
    cards["fork"] = on("ana", {**AGENT, "skills": {"amp": skill}})
    enters = "“fork/amp” of ana enters the queue as q2a with the option mend"
    for targets, rule, aim in (([], "A11", ""), (["rift"], "M28", ", aiming at rift")):
        story = table(cards, {"M28": "constant"})
        story.when(**ana("play", card="quake", targets=["b1"]))
        story.when(**ana("choose", targets=targets)).then_legal("A3", "E13", rule)
        story.then_reason(f"{enters}{aim}.")
        assert not {"A11", "M28"} - {rule} & {*story.entry.ruling.cites}


def test_since_when_a_skill_sleeps() -> None:
    """G1: since its card was converted."""
    story = table({"slept": hand("ana", herald(**READ))}).when(**ana("convert", card="slept"))
    story.when(**ana("anomaly", card="slept")).then_legal()
    found = refused(story, **ana("report", fact="skill_reacts", card="slept", skill="triumph"))
    assert found == ("G1", "“slept” is an anomaly, and its skills sleep.", (1,))
