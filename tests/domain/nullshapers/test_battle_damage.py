"""What agents deal in a battle, against whom they defend, what is left to the table (P13 to P15, M48, M49)."""

from typing import Any

import pytest

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    QUAKE,
    ana,
    ben,
    both_pass,
    hand,
    on,
    refused,
    table,
)
from tests.spec import Story


def agent(attack: int, defense: int, **more: Any) -> dict[str, Any]:
    return {**AGENT, "attack": attack, "defense": defense, **more}


def battle(
    attackers: dict[str, Any],
    defenders: dict[str, Any],
    readings: dict[str, str] | None = None,
    **more: Any,
) -> Story:
    """Ana attacks in b1, Ben defends there; the defend step is about to end."""
    cards = {id: on("ana", card, "b1") for id, card in attackers.items()}
    cards |= {id: on("ben", card, "b1") for id, card in defenders.items()}
    cards |= more.pop("more", {})
    named = {"attackers": [*attackers], "defenders": [*defenders]}
    return table(cards, readings, step="defend", **named, **more)


def damage_of(story: Story, *names: str) -> list[int]:
    return [story.game.view()["cards"][name]["damage"] for name in names]


def test_agents_deal_their_attack_to_one_another() -> None:
    """P14: nothing to the sector; one range strikes at once."""
    story = battle({"brute": agent(3, 5)}, {"wall": agent(2, 4)})
    both_pass(story).then_legal("P14").then_state(step="damage", sectors={"b1.ben": 10})
    assert damage_of(story, "brute", "wall") == [2, 3]
    rules = [event.rules for event in story.entry.events if type(event).__name__ == "CardDamaged"]
    assert rules == [("P14",), ("P14",)]


def test_ranged_agents_strike_before_melee_ones() -> None:
    """P9: who has fallen by then does not strike."""
    story = battle({"archer": agent(3, 2, range="ranged")}, {"wall": agent(9, 3)})
    both_pass(story).then_legal("P14", "E18").then_state(zones__ben__cache=["wall"])
    assert damage_of(story, "archer") == [0]


def test_each_defender_takes_what_terminates_it_and_the_last_one_the_rest() -> None:
    """P14, M48 defender_orders: they come in the order in which they became defenders."""
    weak = agent(0, 2)
    story = battle({"brute": agent(7, 9)}, {"zed": weak, "abe": weak, "last": agent(0, 9)})
    both_pass(story).then_legal("M48").then_state(zones__ben__cache=["abe", "zed"])
    assert damage_of(story, "last") == [3]
    story = battle({"brute": agent(3, 9)}, {"zed": agent(0, 2, damage=1), "abe": agent(0, 9)})
    both_pass(story).then_state(zones__ben__cache=["zed"])
    assert damage_of(story, "abe") == [2]


def test_at_least_one_damage_terminates() -> None:
    """P14: also an agent without defense, and one that has damage enough already."""
    defenders = {"abe": agent(0, 0), "bea": agent(0, 2, damage=3), "last": agent(0, 9)}
    both_pass(story := battle({"brute": agent(3, 9)}, defenders))
    story.then_state(zones__ben__cache=["abe", "bea"])
    assert damage_of(story, "last") == [1]
    both_pass(story := battle({"brute": agent(0, 9)}, {"abe": agent(0, 0), "last": agent(0, 9)}))
    story.then_state(zones__ben__cache=[])


@pytest.mark.parametrize(
    ("attacker", "defenders", "rules"),
    [
        (agent(3, 9), {"wall": agent(0, 9)}, {"P14"}),
        (agent(3, 9), {"wall": agent(0, 3)}, {"P14", "E18"}),
        (agent(3, 9), {"wall": agent(1, 3, range="ranged")}, {"P14", "E18"}),
        (agent(3, 9), {"wall": agent(1, 3)}, {"P14", "E18", "M49"}),
        (agent(3, 9), {"wall": agent(1, 9), "last": agent(0, 9)}, {"P14", "M48"}),
        (agent(0, 9), {"wall": agent(1, 9), "last": agent(0, 9)}, {"P14"}),
        (agent(0, 9), {"wall": agent(0, 9)}, set()),
        (agent(1, 9), {}, {"P9"}),
        (agent(0, 9), {}, set()),
    ],
)
def test_which_rules_of_battle_are_cited(attacker: Any, defenders: Any, rules: set[str]) -> None:
    """P9, P14, M48 where an order mattered, M49 where somebody fell who could have struck back."""
    cited = {*both_pass(battle({"brute": attacker}, defenders)).entry.ruling.cites}
    assert cited & {"P9", "P13", "P14", "E18", "M48", "M49"} == rules


def test_the_attacker_says_in_which_order() -> None:
    """M48 attacker_orders: as the damage step begins, with “choose”."""
    weak = agent(0, 2)
    story = battle({"brute": agent(2, 9)}, {"abe": weak, "zed": weak}, {"M48": "attacker_orders"})
    both_pass(story).then_legal("P14", "M48").then_state(
        step="damage",
        chance=None,
        to_act=["ana"],
        choice={"by": "ana", "kind": "defenders", "agent": "brute", "skill": None, "number": 2},
    )
    story.when(**ana("pass")).then_illegal("P14", "M48")
    story.when(**ana("choose", targets=["zed"])).then_illegal("P14", "M48")
    story.when(**ben("choose", targets=["zed", "abe"])).then_illegal("G2")
    story.when(**ana("choose", targets=["zed", "abe"])).then_legal("P14", "M48")
    story.then_state(zones__ben__cache=["zed"], against={"brute": ["abe"]}, choice=None)
    story = battle({"brute": agent(2, 9)}, {"abe": weak}, {"M48": "attacker_orders"})
    both_pass(story).then_state(choice=None, zones__ben__cache=["abe"])


def test_who_strikes_and_in_which_order_is_told() -> None:
    """P14, M48, M49, P13."""
    sides = {"brute": agent(4, 9)}, {"wall": agent(1, 3), "last": agent(0, 9)}
    struck = "The melee agents strike. “brute” damages its defenders in the order"
    falls = "An attacker of its own range terminates “wall”, and it"
    both_pass(story := battle(*sides)).then_reason(
        f"{struck} in which they became its defenders. {falls} strikes back all the same."
    )
    both_pass(story := battle(*sides, {"M49": "attackers_first"}))
    story.then_reason(f"{falls} does not strike back.")
    both_pass(story := battle(*sides, {"M48": "attacker_orders"}))
    story.then_reason("ana says in which order “brute” damages its defenders.")
    story.when(**ana("choose", targets=["last", "wall"])).then_reason(
        f"{struck} that ana has said."
    )
    owed().then_reason("The battle in b1 is left to the table: it has to be reported.")


@pytest.mark.parametrize(("reading", "taken"), [("at_once", 4), ("attackers_first", 0)])
def test_whether_who_falls_strikes_back(reading: str, taken: int) -> None:
    """M49 at_once, M49 attackers_first."""
    story = battle({"brute": agent(3, 9)}, {"wall": agent(4, 3)}, {"M49": reading})
    both_pass(story).then_legal("M49").then_state(zones__ben__cache=["wall"])
    assert damage_of(story, "brute") == [taken]


TWO = {"alpha": agent(2, 9), "gamma": agent(2, 9)}


def test_a_defender_is_against_one_attacker() -> None:
    """P15: the declaration says against which, where several attack in its biome."""
    free = {"delta": on("ben", agent(1, 9), "b1"), "echo": on("ben", agent(1, 9), "b1")}
    story = battle(TWO, {}, more=free).when(**ANA_PASSES)

    def defend(*agents: str, **against: list[str]) -> Story:
        more = {"against": against} if against else {}
        return story.when(**ben("defend", agents=dict.fromkeys(agents, "b1"), **more))

    defend("delta").then_illegal("P15")
    defend("delta", alpha=["echo"]).then_illegal("P15")
    defend("delta", alpha=["delta"], gamma=["delta"]).then_illegal("P15")
    defend("delta", echo=["delta"]).then_illegal("P15")
    defend("delta", nobody=["delta"]).then_illegal("G1")
    defend("delta", alpha=[]).then_illegal("G1")
    defend("delta", "echo", gamma=["echo", "delta"]).then_legal("A1", "T4")
    (item,) = story.game.view()["queue"]
    assert item["against"] == {"gamma": ["echo", "delta"]}
    both_pass(story, "ana").then_state(against={"gamma": ["echo", "delta"]})
    both_pass(story).then_legal("P9", "P14").then_state(sectors={"b1.ben": 8})
    assert damage_of(story, "alpha", "gamma", "echo", "delta") == [0, 2, 2, 0]


def test_against_an_attacker_that_has_gone_nobody_defends() -> None:
    """P15: and who defends goes on doing so."""
    story = battle(TWO, {"delta": agent(1, 9)}, against={"gamma": ["delta"]})
    story.when(**ana("report", fact="move", card="gamma", to="staging")).then_legal()
    story.then_state(defenders=["delta"])
    assert story.game.view()["against"] == {}
    both_pass(story).then_state(sectors={"b1.ben": 8})


def owed() -> Story:
    """A battle in which a card does what only the table sees."""
    story = battle(
        {"brute": agent(3, 5, battle="reported")},
        {"wall": agent(2, 4)},
        more={"quake": hand("ana", QUAKE)},
    )
    return both_pass(story).then_legal("P13")


def test_a_battle_left_to_the_table_is_waited_for() -> None:
    """P13, P12: nobody acts before it is reported; then there is a window."""
    story = owed().then_state(battles=["b1"], chance=None, to_act=["ana", "ben"], step="damage")
    assert damage_of(story, "brute", "wall") == [0, 0]
    for said in (ana("pass"), ben("pass"), ana("next"), ana("play", card="quake", targets=["b1"])):
        story.when(**said).then_illegal("P13")
    story.when(**ana("report", fact="battle", biome="b2", damage={})).then_illegal("P13")
    story.when(**ana("report", fact="battle", biome="b1", damage={"zz": 1})).then_illegal("G1")
    story.when(**ana("report", fact="battle", biome="b1", damage={"b2.ben": 1})).then_illegal("G1")
    taken = {"wall": 4, "b1.ben": 1}
    story.when(**ben("report", fact="battle", biome="b1", damage=taken)).then_legal("P13", "E18")
    story.then_state(battles=[], chance="ana", sectors={"b1.ben": 9}, zones__ben__cache=["wall"])
    both_pass(story).then_legal("E5").then_state(step="second_primary")


def test_a_card_is_reported_to_leave_battles_to_the_table() -> None:
    """P13, A12: until the reset step, or until it leaves the planet."""
    story = battle({"brute": agent(3, 5)}, {"wall": agent(0, 9)})
    story.when(**ana("report", fact="leave_battle", card="wall")).then_legal()
    story.then_state(cards__wall__battle="reported")
    both_pass(story).then_legal("P13").then_state(battles=["b1"])
    story.when(**ana("report", fact="battle", biome="b1", damage={})).then_legal("P13")
    both_pass(story)
    both_pass(story).then_state(turn=2, cards__wall__battle=None)


def test_where_no_such_card_fights_the_engine_deals() -> None:
    """P13: in staging an agent changes no battle; what is no agent, and not attached, changes all of them."""
    story = battle(
        {"brute": agent(3, 5)}, {}, more={"idle": on("ana", agent(0, 1, battle="reported"))}
    )
    both_pass(story).then_legal("P9").then_state(sectors={"b1.ben": 7})
    relic = {"type": "hardware", "speed": 1, "battle": "reported"}
    story = battle({"brute": agent(3, 5)}, {}, more={"relic": on("ben", relic)})
    both_pass(story).then_legal("P13").then_state(battles=["b1"], sectors={"b1.ben": 10})


def test_what_a_text_does_cites_its_rule() -> None:
    """E20."""
    story = battle({"brute": agent(3, 5)}, {}, more={"quake": hand("ana", QUAKE)})
    story.when(**ana("play", card="quake", targets=["b1"])).when(**BEN_PASSES).when(**ANA_PASSES)
    rules = {type(one).__name__: one.rules for one in story.entry.events}
    assert rules["DurabilityChanged"] == ("E20",)


def test_what_is_reported_of_a_battle_is_told_and_stands_there() -> None:
    """P13; G1, since when it does not."""
    said = {"fact": "battle", "biome": "b1"}
    owed().when(**ana("report", **said, damage={})).then_reason("b1: nobody took any damage.")
    owed().when(**ana("report", **said, damage={"wall": 0})).then_legal("P13")
    taken = {"wall": 1, "b1.ben": 2}
    owed().when(**ben("report", **said, damage=taken)).then_reason(
        "b1: 1 to “wall” and 2 to “b1.ben”."
    )
    story = owed().when(**ben("report", fact="move", card="wall", to="staging")).then_legal()
    assert refused(story, **ana("report", **said, damage={"wall": 1})) == (
        "G1", "“wall” is no agent and no sector that stands in b1.", (3,),
    )  # fmt: skip
