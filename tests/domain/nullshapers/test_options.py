"""What is offered: every step a player might think of, judged by the checks themselves."""

from typing import Any

from application.game.choices import prompt_at
from domain.kernel.prompting.prompts import Ask, Prompt
from domain.kernel.shared import options
from domain.kernel.steps import Said
from domain.nullshapers import RULESET
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    BLADE,
    CHOIR,
    FORK,
    JOLT,
    MEDIC,
    OVERLOAD,
    QUAKE,
    SCRY,
    SWEEP,
    ana,
    hand,
    on,
    reactive,
    table,
)
from tests.spec import Story

BLANK = {"type": "event", "speed": 2, "cost": {"void": 2}}


def offered(story: Story, player: str, do: str) -> dict[str, list[Said]]:
    """Verdict → the steps of this kind that get it."""
    found: dict[str, list[Said]] = {}
    for one in options(story.game, player):
        if one.candidate.said["do"] == do:
            found.setdefault(one.ruling.verdict, []).append(one.candidate.said)
    return found


def agents(story: Story, player: str, do: str) -> list[Any]:
    return [said["agents"] for said in offered(story, player, do)["legal"]]


def test_agents_advance_together_in_every_way() -> None:
    """T4: one advance a step, so that two agents must be offered as one action."""
    cards = {
        "alpha": on("ana", AGENT),
        "gamma": on("ana", AGENT),
        "new": on("ana", AGENT, fresh=True),
    }
    found = agents(table(cards, step="advance"), "ana", "advance")
    assert {"alpha": "b1", "gamma": "b3"} in found
    assert {"alpha": "b2"} in found
    assert len(found) == 9 + 6


def test_many_agents_advance_to_one_biome() -> None:
    """Those whose sector stands."""
    cards = {f"alpha{n}": on("ana", AGENT) for n in range(4)}
    story = table(cards, step="advance", biomes={"b1": {"lost_by": ["ben"]}})
    found = agents(story, "ana", "advance")
    assert [one for one in found if len(one) > 1] == [dict.fromkeys(cards, b) for b in ("b2", "b3")]


def test_only_who_is_ready_attacks_together() -> None:
    """D9: a fresh agent is offered alone, and refused."""
    cards = {
        **{name: on("ana", AGENT, "b1") for name in ("a", "b", "c")},
        "new": on("ana", AGENT, "b1", fresh=True),
    }
    story = table(cards, step="attack")
    assert agents(story, "ana", "attack")[:2] == [
        dict.fromkeys("abc", "b1"),
        dict.fromkeys("ab", "b1"),
    ]
    assert [said["agents"] for said in offered(story, "ana", "attack")["illegal"]] == [
        {"new": "b1"}
    ]


def test_fresh_agents_defend_together() -> None:
    """P8, and M29 from staging to each biome."""
    cards = {
        "d": on("ben", AGENT, "b2", fresh=True), "e": on("ben", AGENT, "b2"), "s": on("ben", AGENT),
    }  # fmt: skip
    story = table(cards, {"M29": "from_staging"}, step="defend").when(**ANA_PASSES)
    found = agents(story, "ben", "defend")
    assert found[0] == {"d": "b2", "e": "b2"}
    assert [one["s"] for one in found if "s" in one] == ["b1", "b2", "b3"]


def test_every_fact_can_be_reported() -> None:
    """Of either player, with what is to be filled in."""
    cards = {"alpha": on("ana", AGENT), "blade": on("ana", BLADE, attached_to="alpha")}
    story = table(cards)
    asked = {
        one.candidate.said["fact"]: set(one.candidate.asks)
        for one in options(story.game, "ben")
        if one.candidate.said["do"] == "report" and one.candidate.said.get("to", "") is not None
    }
    assert set(asked) == {
        "damage", "lock", "unlock", "move", "attach", "speed", "energy", "durability", "lose_biome",
        "leave_battle", "other",
    }  # fmt: skip
    assert asked["energy"] == {"player", "kind", "amount"}
    assert asked["lose_biome"] == {"player", "biome"}
    assert None in [said.get("to", "") for said in offered(story, "ben", "report")["legal"]]


def test_one_card_to_discard_is_said_so() -> None:
    """P11."""
    cards = {f"scout{n}": hand("ana", AGENT) for n in range(8)}
    story = table(cards, step="second_primary").when(**ANA_PASSES).when(**BEN_PASSES)
    story.when(**ana("pass")).then_illegal("P11", "T5")
    assert "ana has to choose 1 card to discard first" in story.game.log[-1].ruling.reason


def test_three_agents_in_every_way_and_four_to_one_biome() -> None:
    """M40 sector_only: to the biomes where the own sector stands; to another alone, which is refused."""
    cards = {f"a{n}": on("ana", AGENT) for n in range(3)}
    lost = {"b1": {"lost_by": ["ana"]}, "b2": {"lost_by": ["ben"]}}
    story = table(cards, {"M40": "sector_only"}, step="advance", biomes=lost)
    found = agents(story, "ana", "advance")
    assert len([one for one in found if len(one) == 3]) == 8
    assert {biome for one in found for biome in one.values()} == {"b2", "b3"}
    refused = offered(story, "ana", "advance")["illegal"]
    assert [said["agents"] for said in refused] == [{f"a{n}": "b1"} for n in range(3)]


def test_where_an_agent_may_arrive() -> None:
    """P7, M40 sector_only."""
    lost = {"b1": {"lost_by": ["ana"]}, "b2": {"lost_by": ["ben"]}}
    cards = {"quick": hand("ana", AGENT, speed=2)}
    story = table(cards, {"M40": "sector_only"}, step="attack", biomes=lost)
    found = offered(story, "ana", "play")
    assert [said.get("biome") for said in found.pop("legal")] == [None, "b2", "b3"]
    assert not found


def test_a_secure_or_ready_agent_attacks_with_others() -> None:
    """K4, K5: fresh, one of them is enough."""
    cards = {
        word: on("ana", {**AGENT, "keywords": {word: True}}, "b1", fresh=True)
        for word in ("ready", "secure")
    }
    found = agents(table(cards, step="attack"), "ana", "attack")
    assert found[0] == {"ready": "b1", "secure": "b1"}


def test_only_so_many_are_shown() -> None:
    """Groups, targets and steps: the rest can be typed."""
    cards = {f"a{n:02}": on("ana", AGENT, "b1") for n in range(6)}
    found = agents(table(cards, step="attack"), "ana", "attack")
    assert [len(one) for one in found] == [6, *[5] * 6, *[4] * 13, *[1] * 6]
    story = table({**cards, "sweep": hand("ana", SWEEP), "jolt": hand("ana", JOLT)})
    told = [said["targets"] for said in offered(story, "ana", "play")["legal"]]
    assert len(told) == 6 + 10
    many = {f"c{n:03}": hand("ana", AGENT) for n in range(301)}
    assert len(list(RULESET.offers.candidates(table(many).state, "ana"))) == 300


def test_targets_that_are_too_few() -> None:
    """They are asked for, out of those there are."""
    story = table({"sweep": hand("ana", SWEEP), "alpha": on("ana", AGENT)})
    (one,) = [
        one.candidate for one in options(story.game, "ana") if one.candidate.said["do"] == "play"
    ]
    (ask,) = one.asks.values()
    assert (ask.kind, ask.label, ask.count, ask.choices) == ("names", "2 × agent", 2, ("alpha",))


def test_everything_is_offered_to_who_asked() -> None:
    """Each step is said by its own player."""
    cards = {"alpha": on("ana", AGENT), "blade": on("ana", BLADE, attached_to="alpha")}
    for player in ("ana", "ben"):
        found = options(table(cards).game, player)
        assert {one.candidate.said["by"] for one in found} == {player}


def test_how_the_game_goes_on() -> None:
    """In a step without a window T ends it; else who holds the chance passes."""
    assert RULESET.plainest_step(table({}, step="reset").state) == {"by": "ana", "do": "next"}
    story = table({})
    assert RULESET.plainest_step(story.state) == {"by": "ana", "do": "pass"}
    assert RULESET.plainest_step(story.when(**ana("concede")).state) is None


def test_something_else_is_reported_in_words_of_ones_own() -> None:
    """The words are asked for once; what lies on the table is not offered in their place."""
    story = table({"alpha": on("ana", AGENT), "beta": on("ben", AGENT)})
    reports = [
        one.candidate
        for one in options(story.game, "ana")
        if one.candidate.said.get("fact") == "other"
    ]
    assert [one.asks["text"].kind for one in reports] == ["text"]
    assert "text" not in reports[0].said


def test_a_biome_that_can_be_lost_is_suggested() -> None:
    """What is lost already stays in the form, behind those that stand."""
    story = (
        table({}).when(**ana("report", fact="lose_biome", player="ana", biome="b1")).then_legal()
    )
    found = [said for said in offered(story, "ana", "report")["legal"] if "biome" in said]
    assert [said["biome"] for said in found if said["fact"] == "lose_biome"] == ["b2"]


def asked(story: Story, *taps: str) -> Prompt:
    found = prompt_at(story.game, "ana", taps)
    assert isinstance(found, Prompt)
    return found


def test_what_a_card_costs_is_said_where_it_is_played() -> None:
    """D4, D6, D9: with its option, X and the lock; what costs nothing is only played."""
    free, fork, medic = {**SCRY, "cost": {}}, FORK, MEDIC
    cards = {"quake": hand("ana", QUAKE), "over": hand("ana", OVERLOAD), "free": hand("ana", free)}
    story = table({**cards, "fork": hand("ana", fork), "medic": on("ana", medic)})
    for card, words in (
        ("quake", ["Play it for 2 void"]),
        ("over", ["Play it for 1 chaos, X"]),
        ("free", ["Play it"]),
        ("fork", ["Play it (a) for 1 void", "Play it (b) for 1 void"]),
        ("medic", ["Use patch for a lock", "Use ping for 1 void"]),
    ):
        answers = [answer.words for answer in asked(story, f"@{card}").answers]
        assert answers[: len(words)] == words


def choosing(story: Story, question: str, label: str, names: list[str]) -> None:
    """Ana is asked this, by taps and by a form."""
    prompt = asked(story, "do=choose")
    assert (prompt.words, [answer.key for answer in prompt.answers][-2:]) == (
        question,
        [f"@{name}" for name in names[-2:]],
    )
    (form,) = offered_forms(story)
    assert (form.label, form.choices) == (label, tuple(names))


def offered_forms(story: Story) -> list[Ask]:
    found = (one.candidate for one in options(story.game, "ana"))
    return [ask for one in found if one.said["do"] == "choose" for ask in one.asks.values()]


def test_a_choice_is_put_as_a_question() -> None:
    """E14, P11, M48, A3: what is asked for, and how many."""
    amplifies = {name: on("ana", CHOIR) for name in ("one", "two")}
    quake = ana("play", card="quake", targets=["b1"])
    story = table({**amplifies, "quake": hand("ana", QUAKE)}).when(**quake)
    names = ["one/amplify", "two/amplify"]
    choosing(story, "Which enters first?", "exactly 2, the first one enters first", names)
    held = {f"s{n}": hand("ana", AGENT) for n in range(9)}
    story = table(held, step="second_primary").when(**ANA_PASSES).when(**BEN_PASSES)
    choosing(story, "Which is discarded?", "exactly 2", [*held])
    fighting = {"alpha": on("ana", AGENT, "b1")} | {n: on("ben", AGENT, "b1") for n in "de"}
    sides: dict[str, Any] = {"attackers": ["alpha"], "defenders": ["d", "e"]}
    story = table(fighting, {"M48": "attacker_orders"}, step="defend", **sides)
    story.when(**ANA_PASSES).when(**BEN_PASSES)
    label = "exactly 2, the first one damaged first"
    choosing(story, "Which is damaged first?", label, ["d", "e"])
    pinning = reactive("amplify", {"do": "lock"}, {"what": "agent", "min": 0, "max": 2})
    cards = {"pin": on("ana", pinning), "beta": on("ben", AGENT), "quake": hand("ana", QUAKE)}
    story = table(cards).when(**quake)
    choosing(story, "Which?", "0 to 2", ["beta", "pin"])
    story.when(**ana("choose", targets=[])).then_legal("A3", "A11")
    story.then_reason("ana chooses no target.")


def test_an_option_is_chosen_by_its_name() -> None:
    """D4: nothing more is asked."""
    option = {"effects": [{"do": "draw", "amount": 1}]}
    skill = {"kind": "reactive", "when": "amplify", "options": {"a": option, "b": option}}
    cards = {"fork": on("ana", {**AGENT, "skills": {"echo": skill}}), "quake": hand("ana", QUAKE)}
    story = table(cards).when(**ana("play", card="quake", targets=["b1"]))
    assert [answer.words for answer in asked(story).answers[:2]] == ["a", "b"]
    assert prompt_at(story.game, "ana", ("do=choose option=a",)) == {"do": "choose", "option": "a"}


def test_targets_are_asked_for_one_by_one() -> None:
    """D2: of each group first those that meet it; whatever else lies on the planet is there to be refused."""
    enemy = {"what": "agent", "whose": "enemy", "count": 2}
    effects = [{"do": "lock"}]
    trade = {**BLANK, "targets": [{"what": "agent", "whose": "own"}, enemy], "effects": effects}
    agents = {n: on("ana" if n == "a" else "ben", AGENT) for n in "abcd"}
    story = table({**agents, "rail": on("ben", BLADE), "trade": hand("ana", trade)})
    taps = ["@trade", "do=play card=trade"]
    for tap, offered in (("@a", "abcd"), ("@c", "bcd"), ("@b", "bd")):
        prompt = asked(story, *taps)
        keys = [answer.key for answer in prompt.answers]
        assert (prompt.words, keys) == ("Which agent?", [*(f"@{n}" for n in offered), "@rail"])
        taps.append(tap)
    said = {"do": "play", "card": "trade", "targets": ["a", "c", "b"]}
    assert prompt_at(story.game, "ana", taps) == said
    (form,) = (
        one.candidate.asks["targets"]
        for one in options(table({"trade": hand("ana", trade), "b": on("ben", AGENT)}).game, "ana")
        if one.candidate.said["do"] == "play"
    )
    assert form.label == "1 × agent and 2 × agent"


def test_where_the_own_sector_stands_is_offered_first() -> None:
    """P6, M40 sector_only: to go elsewhere is there to be refused."""
    lost = {"b1": {"lost_by": ["ana"]}, "b2": {"lost_by": ["ben"]}}
    cards = {n: on("ana", AGENT) for n in "ab"}
    story = table(cards, {"M40": "sector_only"}, step="advance", biomes=lost)
    words = [answer.words for answer in asked(story, "@a").answers]
    assert words[:3] == ["Advance to b2", "Advance to b3", "Advance to b1"]


def test_against_whom_is_asked_where_it_makes_a_difference() -> None:
    """P15 where several attack, M48 where several defend."""
    fighting = {"d": on("ben", AGENT, "b1"), "e": on("ben", AGENT, "b1")}
    attackers = {n: on("ana", AGENT, "b1") for n in "gh"}
    first = "Against whom? Who is named first is damaged first."
    for names, defenders, words in (
        ("g", ("/enough",), None),
        ("g", ("@e",), first),
        ("gh", ("/enough",), "Against whom?"),
    ):
        there = {n: attackers[n] for n in names}
        story = table({**there, **fighting}, step="defend", attackers=[*names]).when(**ANA_PASSES)
        found = prompt_at(story.game, "ben", ("@d", "do=defend agents={'d': 'b1'}", *defenders))
        assert words == (found.words if isinstance(found, Prompt) else None)


def test_facts_are_offered_of_what_they_can_be_said_of() -> None:
    """P13, M40 sector_only, A3: sectors that stand, biomes that can be lost, skills that wait for a report."""
    silent = {"kind": "reactive", "when": "amplify", "effects": []}
    herald = {"wake": {**silent, "when": "reported"}, "amp": silent}
    story = table({"herald": on("ana", {**AGENT, "skills": herald})})
    words = [answer.words for answer in asked(story, "@herald").answers]
    assert "wake reacts" in words and "amp reacts" not in words
    lost = {"b1": {"lost_by": ["ana"]}, "b2": {"lost_by": ["ben"]}}
    story = table({}, {"M40": "sector_only"}, biomes=lost)
    for player, first in (("ana", "b2"), ("ben", "b1")):
        prompt = asked(story, "do=report fact=lose_biome", f"@{player}")
        assert prompt.answers[0].words == first
    strange = {"a": on("ana", {**AGENT, "battle": "reported"}, "b1"), "d": on("ben", AGENT, "b1")}
    lost = {"b1": {"lost_by": ["ben"]}}
    story = table(strange, {"M40": "sector_only"}, step="defend", attackers=["a"], biomes=lost)
    story.when(**ANA_PASSES).when(**BEN_PASSES).then_legal("P13")
    prompt = asked(story, "do=report fact=battle biome=b1")
    assert [answer.words for answer in prompt.answers] == ["Nobody", "a", "d", "b1.ana"]


def due(story: Story, player: str) -> list[str]:
    """What is put before this player as due now."""
    found = prompt_at(story.game, player, ())
    assert isinstance(found, Prompt)
    return [answer.words for answer in found.answers if answer.main]


def test_what_is_due_is_put_before_who_owes_it() -> None:
    """T6, T5, A3, P13: nobody else."""
    assert (due(table({}), "ana"), due(table({}), "ben")) == (["Pass"], [])
    reset = table({}, step="reset")
    assert due(reset, "ana") == ["Say that the reset step should end"]
    assert due(reset, "ben") == []
    option = {"effects": [{"do": "draw", "amount": 1}]}
    skill = {"kind": "reactive", "when": "amplify", "options": {"a": option, "b": option}}
    cards = {"fork": on("ana", {**AGENT, "skills": {"echo": skill}}), "quake": hand("ana", QUAKE)}
    story = table(cards).when(**ana("play", card="quake", targets=["b1"]))
    assert (due(story, "ana"), due(story, "ben")) == (["a", "b"], [])
    assert RULESET.plainest_step(story.state) == {"by": "ana", "do": "choose", "option": "a"}
    strange = {"a": on("ana", {**AGENT, "battle": "reported"}, "b1")}
    story = table(strange, step="defend", attackers=["a"]).when(**ANA_PASSES).when(**BEN_PASSES)
    assert due(story, "ana") == due(story, "ben") == ["Report the battle in b1"]
    nobody = {"by": "ana", "do": "report", "fact": "battle", "biome": "b1", "damage": {}}
    assert RULESET.plainest_step(story.state) == nobody


def test_a_battle_action_is_named_with_where_it_goes() -> None:
    """P6, P7: where an agent stands already nothing is said."""
    story = table({"alpha": on("ana", AGENT, "b2")}, step="attack")
    assert asked(story, "@alpha").answers[0].words == "Attack"
    story = table({"alpha": on("ana", AGENT)}, step="advance")
    assert asked(story, "@alpha").answers[0].words == "Advance to b1"
