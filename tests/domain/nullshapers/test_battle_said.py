"""What is said of battles, what a judge lets happen, and what waits for a report (P13, P15, M48)."""

from typing import Any

import pytest

from application.game.choices import prompt_at
from application.records.short_steps import step_on_line
from domain.kernel.ruleset import SetupError
from domain.kernel.steps import JUDGE
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    BLADE,
    ECHO,
    JOLT,
    MEDIC,
    NULLIFY,
    PLATING,
    QUAKE,
    RIFT,
    Card,
    ana,
    ben,
    both_pass,
    hand,
    on,
    refused,
    table,
)
from tests.spec import Story


def agent(attack: int, defense: int, **more: Any) -> Card:
    return {**AGENT, "attack": attack, "defense": defense, **more}


SLOW = agent(1, 9)
TWO = {"alpha": on("ana", SLOW, "b1"), "gamma": on("ana", SLOW, "b1")}
FREE = {"delta": on("ben", SLOW, "b1"), "echo": on("ben", SLOW, "b1")}


def defending(more: dict[str, Card] | None = None, **setup: Any) -> Story:
    """Alpha and Gamma attack in b1; Ben holds the chance in the defend step."""
    cards = {**TWO, **FREE, **(more or {})}
    setup = {"attackers": ["alpha", "gamma"], "step": "defend", **setup}
    return table(cards, **setup).when(**ANA_PASSES)


def test_since_when_somebody_attacks_elsewhere_or_several_do() -> None:
    """P15: since the attack was executed."""
    cards = {"alpha": on("ana", SLOW, "b1"), "delta": on("ben", SLOW, "b1")}
    cards |= {name: on("ana", SLOW, "b2") for name in ("gamma", "mu")}
    story = table({**cards, "echo": on("ben", SLOW, "b2")}, step="attack")
    attack = ana("attack", agents={"alpha": "b1", "gamma": "b2", "mu": "b2"})
    both_pass(both_pass(story.when(**attack), "ben")).when(**ANA_PASSES)
    said = ben("defend", agents={"delta": "b1"}, against={"gamma": ["delta"]})
    assert refused(story, **said) == ("P15", "“gamma” does not attack in b1.", (3,))
    assert refused(story, **ben("defend", agents={"echo": "b2"}))[2] == (3,)


def against_whom(story: Story) -> Any:
    return story.game.view()["against"]


@pytest.mark.parametrize(
    ("agents", "against", "rules", "reason"),
    [
        (
            ["delta"],
            None,
            "P15",
            "several attack in b1: it has to be said against whom “delta” defends, “alpha” or “gamma”.",
        ),
        (
            ["delta"],
            {"alpha": ["delta", "echo"]},
            "P15",
            "“echo” is none of the agents that are to defend.",
        ),
        (["delta"], {"echo": ["delta"]}, "P15", "“echo” does not attack in b1."),
        (
            ["delta"],
            {"alpha": ["delta"], "gamma": ["delta"]},
            "P15",
            "“delta” defends against one attacker only, and is named twice.",
        ),
        (
            ["delta", "tired"],
            {"alpha": ["delta"]},
            "P8 P15",
            "“tired” is locked, and a locked agent does not defend; several attack in b1: it has to be "
            "said against whom “tired” defends, “alpha” or “gamma”.",
        ),
    ],
)
def test_against_whom_is_said_wrongly(
    agents: list[str], against: dict[str, list[str]] | None, rules: str, reason: str
) -> None:
    """P15: it stands on one line with what else the agents fail."""
    story = defending({"tired": on("ben", SLOW, "b1", locked=True)})
    said = {"agents": dict.fromkeys(agents, "b1")} | ({"against": against} if against else {})
    assert refused(story, **ben("defend", **said)) == (rules, reason, ())


def test_against_whom_agents_defend_is_told_in_a_sentence() -> None:
    story = defending().when(**ben("defend", agents={"delta": "b1"}, against={"alpha": ["delta"]}))
    story.then_legal("A1", "T4").then_reason("“delta” in b1; “delta” against “alpha”.")


@pytest.mark.parametrize("against", [{}, {"alpha": []}, {"alpha": "delta"}, ["alpha"], 3])
def test_against_is_attackers_with_lists_of_agents(against: Any) -> None:
    """G1: neither it nor a list in it is empty."""
    said = ben("defend", agents={"delta": "b1"}, against=against)
    rules, reason, _ = refused(defending(), **said)
    assert rules == "G1"
    assert "a mapping of at least one attacker to a list of at least one agent" in reason


def test_a_hidden_card_in_against_or_in_a_battle_is_nothing() -> None:
    """G1: the same words as for a name that is nothing in this game."""
    for name in ("jolt", "zz9"):
        story = defending({"jolt": hand("ana", JOLT)})
        said = ben("defend", agents={"delta": "b1"}, against={name: ["delta"]})
        story.when(**said).then_illegal("G1")
        assert story.entry.ruling.cites == ("G1",)
        said = ben("report", fact="battle", biome="b1", damage={name: 1})
        story.when(**said).then_illegal("G1")
        told = [
            story.game.ruleset.entry_seen(story.game.log[n], "ben", story.state, story.state)
            for n in (-2, -1)
        ]
        there = f"there is no card “{name}” in this game."
        assert [(one.ruling.reason, one.ruling.because) for one in told] == [(there, ())] * 2


def test_what_a_judge_lets_defend_defends_against_nobody() -> None:
    """P15: who is named twice, or not at all where several attack, or against an agent that is not there."""
    for against in (None, {"alpha": ["delta"], "gamma": ["delta"]}, {"echo": ["delta"]}):
        more = {"against": against} if against else {}
        story = (
            defending().when(**ben("defend", agents={"delta": "b1"}, **more)).then_illegal("P15")
        )
        story.overrule(2, "legal").then_legal("G5")
        both_pass(story).then_state(defenders=["delta"])
        assert against_whom(story) == {}
    story = defending(attackers=["alpha"])
    story.when(**ben("defend", agents={"delta": "b2"})).then_illegal("P8").overrule(2, "legal")
    assert against_whom(both_pass(story)) == {"alpha": ["delta"]}
    story = defending().when(**ben("defend", agents={"delta": "b1"}, against={"alpha": ["echo"]}))
    assert against_whom(both_pass(story.overrule(2, "legal"))) == {}


def test_an_agent_does_not_defend_against_itself() -> None:
    """P15: a judge let it attack and defend."""
    story = table({"alpha": on("ana", SLOW, "b1")}, step="defend", attackers=["alpha"])
    story.when(**ana("defend", agents={"alpha": "b1"})).then_illegal("T4").overrule(1, "legal")
    both_pass(story, "ben").then_state(defenders=["alpha"], attackers=["alpha"])
    assert against_whom(story) == {}


def test_who_became_a_defender_first_is_damaged_first() -> None:
    """M48 defender_orders: of one declaration as it says, then the others by the alphabet."""
    more = {"abe": on("ben", SLOW, "b1"), "zed": on("ben", SLOW, "b1")}
    story = defending(more, attackers=["alpha"])
    both_pass(story.when(**ben("defend", agents={"zed": "b1"})))
    story.when(**ANA_PASSES)
    agents = dict.fromkeys(("abe", "delta", "echo"), "b1")
    both_pass(story.when(**ben("defend", agents=agents, against={"alpha": ["echo"]})))
    story.then_state(against={"alpha": ["zed", "echo", "abe", "delta"]})
    story.when(**ana("report", fact="move", card="echo", to="staging"))
    story.then_state(against={"alpha": ["zed", "abe", "delta"]}, defenders=["abe", "delta", "zed"])


def test_who_defends_already_goes_on_against_the_same_attacker() -> None:
    """P15, M46 as_answer: the second declaration executes first."""
    story = defending(readings={"M46": "as_answer"})
    story.when(**ben("defend", agents={"delta": "b1"}, against={"alpha": ["delta"]}))
    story.when(**ANA_PASSES)
    said = ben("defend", agents={"delta": "b1"}, against={"gamma": ["delta"]})
    both_pass(story.when(**said).then_legal("M45", "M46"))
    both_pass(story).then_state(queue=[])
    assert against_whom(story) == {"gamma": ["delta"]}


def owed(**more: Any) -> Story:
    """The battle in b1 changes as only the table sees; it is owed."""
    cards = {"alpha": on("ana", {**SLOW, "battle": "reported"}, "b1"), **more.pop("cards", {})}
    setup = {"attackers": ["alpha"], "step": "defend", **more}
    return both_pass(table(cards, **setup)).then_legal("P13")


BATTLE = {"fact": "battle", "biome": "b1"}


def test_nobody_goes_on_before_an_owed_battle_is_reported() -> None:
    """P13: neither does a judge let anybody; since when, and what has to come first."""
    cards = {"quake": hand("ana", QUAKE), "rift": on("ana", RIFT), "card": hand("ana", AGENT)}
    story = owed(cards=cards).then_state(chance=None, to_act=["ana", "ben"], passed=[])
    reason = "what came of the battle in b1 has to be reported first."
    for said in (
        ana("pass"),
        ben("pass", until="step_end"),
        ana("next"),
        ana("play", card="quake", targets=["b1"]),
        ana("convert", card="card"),
        ana("energy", card="rift"),
        ben("attack", agents={"alpha": "b1"}),
    ):
        rules, why, since = refused(story, **said)
        assert (rules, why) == ("P13", reason) or rules == "G2"
        assert since in ((2,), ())
        story.overrule(story.game.length, "legal").then_illegal("G1")
    story.when(**ana("choose", targets=[])).then_illegal("E13")
    story.when(**ana("note", text="wait")).then_legal()
    story.when(by=JUDGE, do="report", **BATTLE, damage={}).then_legal("P13")
    story.then_state(battles=[], chance="ana", step="damage")


def test_a_battle_that_is_not_owed_is_not_reported() -> None:
    """P13: nor made legal, nor owed any more when the match is over."""
    story = defending().when(**ben("report", **BATTLE, damage={})).then_illegal("P13")
    story.overrule(2, "legal").then_illegal("G1")
    story = owed().when(**ben("report", **BATTLE, damage={}))
    assert refused(story, **ben("report", **BATTLE, damage={})) == (
        "P13", "no battle in b1 waits to be reported.", (2,),
    )  # fmt: skip
    story = owed().when(**ben("concede")).then_legal("W4").then_state(over=True, battles=[])
    story.when(by=JUDGE, do="report", **BATTLE, damage={}).then_illegal("P13")


def test_while_a_choice_is_waited_for_no_battle_is_reported() -> None:
    """P13, M48 attacker_orders: both are said."""
    cards = {**FREE, "alpha": on("ana", SLOW, "b1")}
    setup = {"attackers": ["alpha"], "defenders": ["delta", "echo"], "step": "defend"}
    story = both_pass(table(cards, {"M48": "attacker_orders"}, **setup)).then_legal("P14", "M48")
    story.when(**ana("report", **BATTLE, damage={})).then_illegal("P13", "P14", "M48")
    story.when(**ana("report", fact="other", text="hm")).then_illegal("P14", "M48")


def test_only_what_is_not_owed_is_put_in_order() -> None:
    """M48 attacker_orders: attacker by attacker by the alphabet, but in an owed battle."""
    cards = {
        **TWO,
        "omega": on("ana", {**SLOW, "battle": "reported"}, "b2"),
        **{id: on("ben", SLOW, "b1") for id in ("abe", "bea", "cyd", "dan")},
        **{id: on("ben", SLOW, "b2") for id in ("eve", "fay")},
    }
    setup = {
        "attackers": ["omega", "gamma", "alpha"],
        "defenders": ["abe", "bea", "cyd", "dan", "eve", "fay"],
        "against": {"gamma": ["abe", "bea"], "alpha": ["dan", "cyd"]},
    }
    story = both_pass(table(cards, {"M48": "attacker_orders"}, step="defend", **setup))
    story.then_state(choice__agent="alpha", battles=[])
    story.when(**ana("choose", targets=["cyd", "dan"])).then_state(choice__agent="gamma")
    story.when(**ana("choose", targets=["bea", "abe"])).then_legal("P14", "M48", "P13")
    story.then_state(
        choice=None,
        battles=["b2"],
        against={"alpha": ["cyd", "dan"], "gamma": ["bea", "abe"], "omega": ["eve", "fay"]},
        cards__cyd__damage=1,
        cards__dan__damage=0,
    )


def test_all_waits_for_the_last_battle() -> None:
    """P13: who has won, and the skills that reacted; then there is a window (P12)."""
    cards = {
        "omega": on("ana", SLOW, "b2"),
        "echo": on("ben", ECHO, "b1"),
        "relic": on("ben", {**BLADE, "battle": "reported"}),
    }
    setup = {"attackers": ["alpha", "omega"], "biomes": {"b3": {"lost_by": ["ben"]}}}
    story = owed(cards=cards, **setup).then_state(battles=["b1", "b2"])
    story.when(**ana("report", **BATTLE, damage={"echo": 2, "b1.ben": 9})).then_legal("P13", "E18")
    story.then_state(over=False, battles=["b2"], queue=[], zones__ben__cache=["echo"])
    story.when(**ana("report", fact="damage", card="omega", amount=1)).then_state(queue=[])
    said = ana("report", fact="battle", biome="b2", damage={"b2.ben": 1})
    story.when(**said).then_legal("P13", "A3", "E13").then_state(battles=[], chance="ana")
    story = owed(cards=cards, **setup, sectors={"b1.ben": 1})
    story.when(**ana("report", **BATTLE, damage={"b1.ben": 1})).then_legal("W1")
    story.then_state(over=False, biomes__b1__lost_by=["ben"])
    said = ana("report", fact="battle", biome="b2", damage={})
    story.when(**said).then_legal("W2", "E15").then_state(over=True, winner="ana")


def test_what_a_reported_battle_does_rests_on_it() -> None:
    """P13: damage to agents and sectors; E18 and W1 as ever."""
    story = owed(cards={"echo": on("ben", AGENT, "b1")}, sectors={"b1.ben": 1})
    story.when(**ben("report", **BATTLE, damage={"echo": 2, "alpha": 1, "b1.ben": 1}))
    happened = [(type(one).__name__, one.rules) for one in story.entry.events]
    assert happened[:5] == [
        ("FactReported", ("P13",)),
        ("CardDamaged", ("P13",)),
        ("CardDamaged", ("P13",)),
        ("CardTerminated", ("E18",)),
        ("DurabilityChanged", ("P13",)),
    ]
    assert [one for one in happened if one[0] == "BiomeLost"] == [("BiomeLost", ("W1",))]


REPORTED = {"battle": "reported"}


@pytest.mark.parametrize(
    ("cards", "battles"),
    [
        ({"blade": on("ana", {**BLADE, **REPORTED}, attached_to="alpha")}, ["b1"]),
        ({"plating": on("ben", {**PLATING, **REPORTED}, attached_to="delta")}, ["b1"]),
        ({"blade": on("ana", {**BLADE, **REPORTED}, attached_to="idle")}, []),
        ({"echo": on("ben", {**SLOW, **REPORTED}, "b1")}, []),
        ({"echo": on("ben", {**SLOW, **REPORTED}, attached_to="alpha")}, ["b1"]),
        ({"blade": on("ana", {**BLADE, **REPORTED})}, ["b1", "b2"]),
        ({"blade": on("ana", {**BLADE, **REPORTED}, mode="anomaly")}, []),
        ({"blade": hand("ana", {**BLADE, **REPORTED})}, []),
    ],
)
def test_which_battles_are_left_to_the_table(cards: dict[str, Card], battles: list[str]) -> None:
    """P13: where the card fights, or what it is attached to; all of them if it is neither."""
    others = {"idle": on("ana", SLOW), "gamma": on("ana", SLOW, "b2"), "alpha": TWO["alpha"]}
    setup = {"attackers": ["alpha", "gamma"], "defenders": ["delta"], "step": "defend"}
    both_pass(table({**others, **FREE, **cards}, **setup)).then_state(battles=battles)


def test_how_long_a_card_is_reported_to_change_its_battle() -> None:
    """P13: until it leaves the planet, or the reset step is over."""
    story = table({"alpha": on("ana", SLOW), "jolt": hand("ana", JOLT)}, step="second_primary")
    story.when(**ana("report", fact="leave_battle", card="jolt")).then_illegal("G1")
    for way in ("hand", "staging"):
        story.when(**ana("report", fact="leave_battle", card="alpha")).then_legal()
        story.then_state(cards__alpha__battle="reported")
        story.when(**ana("report", fact="move", card="alpha", to=way))
        story.then_state(cards__alpha__battle=None if way == "hand" else "reported")
        story.when(**ana("report", fact="move", card="alpha", to="staging"))
    both_pass(story).then_state(turn=2, cards__alpha__battle=None)


def test_an_action_is_named_by_its_card_once() -> None:
    """D2: neither under two names nor by one name for two groups; K3 concerns cards alone."""
    two = {**NULLIFY, "target": None, "targets": [{"what": "action"}, {"what": "action", "max": 2}]}
    two.pop("target")
    agent_and_action = {**two, "targets": [{"what": "agent"}, {"what": "action"}]}
    agent_and_action["effects"] = [{"do": "damage", "amount": 1}]
    cards = {
        "medic": on("ana", {**MEDIC, "speed": 3, "keywords": {"lightspeed": True}}),
        "quake": hand("ana", QUAKE),
        "both": hand("ben", two),
        "mixed": hand("ben", agent_and_action),
        "nullify": hand("ben", {**NULLIFY, "speed": 2}),
    }
    story = table(cards).when(**ana("play", card="quake", targets=["b1"])).when(**BEN_PASSES)
    story.when(**ana("activate", card="medic", skill="patch", targets=["b1.ana"]))
    story.when(**ben("play", card="both", targets=["q1", "quake"])).then_illegal("D2")
    story.when(**ben("play", card="both", targets=["quake", "quake"])).then_illegal("D2")
    story.when(**ben("play", card="mixed", targets=["medic", "medic"])).then_illegal("D2")
    story.when(**ben("play", card="nullify", targets=["medic"])).then_legal("A1", "T2")
    assert story.game.view()["queue"][-1]["targets"] == ["q3"]
    assert story.entry.ruling.reason == "ben plays “nullify” at Speed 2, aiming at q3."


def test_of_several_actions_of_a_card_the_name_must_say_which() -> None:
    """D2: and the reason says so."""
    cards = {"medic": on("ana", MEDIC), "nullify": hand("ben", NULLIFY)}
    story = table(cards).when(**ana("activate", card="medic", skill="ping", targets=["ben"]))
    story.when(**BEN_PASSES).when(**ana("activate", card="medic", skill="ping", targets=["ana"]))
    assert refused(story, **ben("play", card="nullify", targets=["medic"])) == (
        "D2", "several actions in the queue are “medic” or a skill of it: say q1 or q3.", (3,),
    )  # fmt: skip


def test_a_set_up_says_who_defends_against_whom() -> None:
    """P15: each once, in its attacker's biome, and whoever stands where several attack."""
    cards = {**TWO, **FREE, "omega": on("ana", SLOW, "b2")}
    setup = {"attackers": ["alpha", "gamma", "omega"], "defenders": ["echo", "delta"]}
    said = {"gamma": ["delta"], "alpha": ["echo"]}
    table(cards, **setup, against=said).then_state(against=said)
    for against, why in (
        ({}, "setup.against: say against which of alpha, gamma “echo” defends"),
        ({"delta": ["echo"]}, "setup.against"),
        ({"omega": ["echo"], "alpha": ["delta"]}, "setup.against.omega"),
        ({"alpha": ["echo", "delta", "echo"]}, "“echo” defends against one attacker only"),
        ({"alpha": ["echo", "gamma"]}, "setup.against.alpha"),
    ):
        with pytest.raises(SetupError, match=why):
            table(cards, **setup, against=against)


def test_a_table_on_which_somebody_defends_against_nobody_is_no_set_up() -> None:
    setup = {"attackers": ["alpha", "gamma"], "defenders": ["delta"], "step": "defend"}
    story = table({**TWO, **FREE}, **setup, against={"gamma": ["delta"]})
    story.when(**ana("report", fact="move", card="gamma", to="staging"))
    game = story.game
    with pytest.raises(SetupError, match="“delta” defends against nobody where somebody attacks"):
        game.ruleset.setup_seen(game.opening.setup, game.now.state, "judge")


def test_against_whom_is_tapped_and_typed() -> None:
    game = defending().game
    taps = ("@delta", "do=defend agents={'delta': 'b1'}", "/enough", "@gamma", "@delta")
    said = {"agents": {"delta": "b1"}, "against": {"gamma": ["delta"]}}
    assert prompt_at(game, "ben", taps) == {"do": "defend", **said}
    assert step_on_line(game, "ben defend delta gamma") == ben("defend", **said)
    one = defending(attackers=["alpha"]).game
    taps = ("@delta", "do=defend agents={'delta': 'b1'}", "@echo", "@alpha", "@echo", "@delta")
    agents = {"delta": "b1", "echo": "b1"}
    ordered = {"agents": agents, "against": {"alpha": ["echo", "delta"]}}
    assert prompt_at(one, "ben", taps) == {"do": "defend", **ordered}
    assert prompt_at(one, "ben", (*taps[:3], "/enough")) == {"do": "defend", "agents": agents}
    for line, against in (
        ("against alpha delta gamma echo", {"alpha": ["delta"], "gamma": ["echo"]}),
        ("against gamma delta alpha echo", {"gamma": ["delta"], "alpha": ["echo"]}),
        ("against gamma echo delta", {"gamma": ["echo", "delta"]}),
    ):
        typed = step_on_line(game, f"ben defend delta echo {line}")
        assert typed == ben("defend", agents=agents, against=against)
    assert step_on_line(game, "ben defend echo delta gamma")["against"] == {
        "gamma": ["echo", "delta"]
    }


def test_that_nobody_was_hurt_is_tapped_and_typed() -> None:
    game = owed().game
    first = prompt_at(game, "ana", ()).answers[0]  # type: ignore[union-attr]
    assert (first.words, first.main) == ("Report the battle in b1", True)
    said = {"do": "report", **BATTLE, "damage": {}}
    assert prompt_at(game, "ana", (first.key, "/enough")) == said
    assert step_on_line(game, "ana battle b1 damage={}") == {"by": "ana", **said}
