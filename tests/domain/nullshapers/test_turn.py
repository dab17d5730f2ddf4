"""The turn and its steps, battle (P1 to P11, K5, M20, M29, M37, M38)."""

from typing import Any

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    JOLT,
    PIN,
    QUAKE,
    RICH,
    ana,
    ben,
    hand,
    on,
    reactive,
    table,
)
from tests.spec import Story

SCENERY = {
    "alpha": on("ana", AGENT, "b1"),
    "brute": on("ana", AGENT, attack=4, defense=4),
    "archer": on("ana", AGENT, "b2", attack=3, range="ranged"),
    "beta": on("ben", AGENT, "b1"),
    "delta": on("ben", AGENT),
    "pin": hand("ben", PIN),
}


def at(step: str, readings: dict[str, str] | None = None, **more: Any) -> Story:
    return table({**SCENERY, **more}, readings, step=step)


def both_pass(story: Story, first: str = "ana") -> Story:
    second = "ben" if first == "ana" else "ana"
    return story.when(by=first, do="pass").when(by=second, do="pass")


def test_the_outline_of_the_turn() -> None:
    """P1: step after step, then the other player's turn; refresh and reset pass by themselves."""
    story = table({}, step="draw")
    steps = []
    for _ in range(8):
        steps.append(story.game.view()["step"])
        both_pass(story, story.game.view()["turn_player"]).happened("StepBegan", "P1")
    assert steps == [
        "draw", "maintenance", "first_primary", "advance", "attack", "defend", "second_primary", "draw",
    ]  # fmt: skip
    story.then_state(turn=2, turn_player="ben", step="maintenance", phase="start")


def test_the_turn_players_cards_are_refreshed() -> None:
    """P2: the turn player's cards unlock, not the other's."""
    story = table(
        {"alpha": on("ana", AGENT, locked=True), "beta": on("ben", AGENT, locked=True)},
        step="second_primary",
    )
    both_pass(story).happened("CardUnlocked", "P2")
    story.then_state(cards__alpha__locked=True, cards__beta__locked=False)


def test_two_cards_are_drawn() -> None:
    """P3: two cards, in turn 1 only one."""
    deck = {f"c{n}": {**AGENT, "owner": "ben", "zone": "deck"} for n in range(3)}
    story = table(deck, step="second_primary", decks={"ben": ["c2", "c0", "c1"]})
    both_pass(story).happened("CardsDrawn", "P3").then_state(zones__ben__hand=["c0", "c2"])


def test_start_of_turn_skills() -> None:
    """P4: they enter as the maintenance step begins, of both players."""
    story = table({"clock": on("ben", reactive("start_of_turn"))}, step="draw")
    both_pass(story).happened("StepBegan", "P1").then_legal("A3")
    story.then_state(step="maintenance", chance="ana")


def test_speeds_of_the_steps() -> None:
    """P5: in draw and maintenance only Speed 3."""
    story = table({"quake": hand("ana", QUAKE)}, step="first_primary")
    both_pass(story).happened("StepBegan", "P1")
    table({"quake": hand("ana", QUAKE)}, step="draw").when(
        **ana("play", card="quake", targets=["b1"])
    ).then_illegal("T2")


def test_agents_advance_from_staging_to_a_biome() -> None:
    """P6: agents from staging, each to the biome named; not without its sector, D2."""
    (
        table(SCENERY, step="advance", biomes={"b3": {"lost_by": ["ana"]}})
        .when(**ana("advance", agents={"alpha": "b2"})).then_illegal("P6")
        .when(**ana("advance", agents={"brute": "b3"})).then_illegal("D2")
        .when(**ana("advance", agents={})).then_illegal("G1")
        .when(**ana("advance", agents={"brute": "b2"})).then_legal("A1", "T4")
        .when(**BEN_PASSES).when(**ANA_PASSES).happened("AgentsAdvanced", "P6")
        .then_state(zones__ana__b2=["archer", "brute"])
    )  # fmt: skip


def test_unlocked_agents_attack_and_lock() -> None:
    """P7, D9: unlocked agents in their sectors; they lock when the attack executes."""
    (
        at("attack", tired=on("ana", AGENT, "b3", locked=True), newbie=on("ana", AGENT, "b3", fresh=True))
        .when(**ana("attack", agents={"brute": "b1"})).then_illegal("P7")
        .when(**ana("attack", agents={"tired": "b3"})).then_illegal("P7", "D9")
        .when(**ana("attack", agents={"newbie": "b3"})).then_illegal("P7", "D9")
        .when(**ana("attack", agents={"alpha": "b1", "archer": "b2"})).then_legal("A1", "T4")
        .then_state(cards__alpha__locked=False)
        .when(**BEN_PASSES).when(**ANA_PASSES).then_legal("E6")
        .then_state(attackers=["alpha", "archer"], cards__alpha__locked=True)
    )  # fmt: skip


def test_secure_and_ready() -> None:
    """K5, K4: Secure does not lock when attacking, Ready may when fresh."""
    (
        at(
            "attack",
            calm=on("ana", {**AGENT, "keywords": {"secure": True}}, "b3", fresh=True),
            quick=on("ana", {**AGENT, "keywords": {"ready": True}}, "b3", fresh=True),
        )
        .when(**ana("attack", agents={"calm": "b3", "quick": "b3"})).then_legal("K4")
        .when(**BEN_PASSES).when(**ANA_PASSES).then_legal("K5")
        .then_state(cards__calm__locked=False, cards__quick__locked=True)
    )  # fmt: skip


def test_arriving_in_a_sector() -> None:
    """P7: an agent that the turn player plays in the attack step."""
    raider = {"raider": hand("ana", AGENT, speed=2), "quake": hand("ana", QUAKE)}
    (
        at("attack", **raider)
        .when(**ana("play", card="quake", targets=["b1"], biome="b1")).then_illegal("P7")
        .when(**ana("play", card="raider", biome="b4")).then_illegal("G1")
        .when(**ana("play", card="raider", biome="b3")).then_legal()
        .when(**BEN_PASSES).when(**ANA_PASSES).then_state(zones__ana__b3=["raider"])
    )  # fmt: skip
    table({**raider}).when(**ana("play", card="raider", biome="b3")).then_illegal("P7")


def test_unlocked_agents_defend_and_do_not_lock() -> None:
    """P8, M29 in_sector: unlocked agents in their sectors, and they do not lock."""
    (
        at("defend", tired=on("ben", AGENT, "b1", locked=True)).when(**ANA_PASSES)
        .when(**ben("defend", agents={"tired": "b1"})).then_illegal("P8")
        .when(**ben("defend", agents={"delta": "b1"})).then_illegal("P8")
        .when(**ben("defend", agents={"beta": "b1"})).then_legal("A1", "T4")
        .when(**ANA_PASSES).when(**BEN_PASSES).happened("DefendersChosen", "P8")
        .then_state(defenders=["beta"], cards__beta__locked=False)
    )  # fmt: skip


def test_defending_from_staging() -> None:
    """M29 from_staging: the agent goes to the sector of the biome named."""
    (
        at("defend", {"M29": "from_staging"}).when(**ANA_PASSES)
        .when(**ben("defend", agents={"delta": "b2"})).then_legal("M29")
        .when(**ANA_PASSES).when(**BEN_PASSES).then_legal("M29")
        .then_state(defenders=["delta"], zones__ben__b2=["delta"])
    )  # fmt: skip


def striking(**setup: Any) -> Story:
    laid = {**SCENERY, "knight": on("ana", AGENT, "b2")}
    return table(laid, step="defend", attackers=["alpha", "archer", "knight"], **setup)


def test_undefended_attackers_strike_the_sector() -> None:
    """P9: ranged ones before melee ones; who is defended against strikes no sector."""
    both_pass(striking(defenders=["beta"])).then_legal("P9", "P14").then_state(
        step="second_primary", sectors={"b2.ben": 5, "b1.ben": 10}, zones__ben__cache=["beta"]
    )


def test_ranged_attackers_end_it_before_melee_ones_strike() -> None:
    """P9, W1: a sector that has fallen is not struck again."""
    both_pass(striking(sectors={"b2.ben": 3})).then_legal("P9", "W1").then_state(
        sectors={"b2.ben": 0}, biomes__b2__lost_by=["ben"]
    )


def test_agents_go_back() -> None:
    """P10: from the sectors to staging; an uncontested damage step ends by itself."""
    both_pass(striking()).happened("CardMoved", "P10").then_state(
        step="second_primary",
        attackers=[],
        zones__ana__staging=["alpha", "archer", "brute", "knight"],
    )


def test_the_hand_is_reset_to_seven_and_damage_wears_off() -> None:
    """P11, T5: down to seven; damage and changes of speed wear off."""
    cards = {f"c{n}": hand("ana", AGENT) for n in range(9)}
    cards["hurt"] = on("ben", AGENT, damage=1)
    story = table(cards, step="second_primary").when(
        **ana("report", fact="speed", card="hurt", speed=3)
    )
    (
        both_pass(story).then_legal("P11")
        .when(**BEN_PASSES).then_illegal("P11", "T5")
        .when(**ana("choose", targets=["c0"])).then_illegal("P11")
        .when(**ana("choose", targets=["c0", "c3"])).then_legal("P11").happened("CardDamaged", "P11")
        .then_state(turn=2, step="draw", cards__hurt__damage=0, cards__hurt__speed=1)
        .then_state(zones__ana__cache=["c0", "c3"])
    )  # fmt: skip


def test_the_cards_unlock_and_are_no_longer_fresh_next_turn() -> None:
    """P1, P2: nothing is fresh when the turn begins."""
    story = table({"newbie": on("ben", AGENT, fresh=True)}, step="second_primary")
    both_pass(story)
    assert story.state.cards["newbie"].fresh is False


def started_by_ben(**readings: str) -> Story:
    cards = {**SCENERY, "jolt": hand("ben", JOLT)}
    story = table(cards, readings).when(**ANA_PASSES)
    return both_pass(story.when(**ben("play", card="jolt", targets=["alpha"])))


def test_a_new_window_after_the_other_started_something() -> None:
    """M20 new_window."""
    started_by_ben().then_state(step="first_primary", chance="ana", passed=[])


def test_the_step_ends_after_the_other_started_something() -> None:
    """M20 step_ends."""
    started_by_ben(M20="step_ends").then_legal("M20").then_state(step="advance")


def attacked_and_locked(**readings: str) -> Story:
    story = at("attack", readings).when(**ana("attack", agents={"alpha": "b1"}))
    story.when(**ben("play", card="pin", targets=["alpha"]))
    return both_pass(both_pass(story))


def test_an_attacker_that_was_locked_before_is_dropped() -> None:
    """M37 on_execution, E8."""
    attacked_and_locked().then_legal("E8", "E10").then_state(attackers=[])


def test_an_attacker_locks_when_declared() -> None:
    """M37 on_declaration: that it is locked is then no reason to drop it."""
    story = at("attack", {"M37": "on_declaration"}).when(**ana("attack", agents={"alpha": "b1"}))
    story.then_legal("M37").then_state(cards__alpha__locked=True)
    attacked_and_locked(M37="on_declaration").then_state(attackers=["alpha"])


def test_energy_goes_with_the_step() -> None:
    """M38 step."""
    both_pass(table({}, step="draw")).then_state(energy__ana__void=0)


def test_energy_goes_with_the_phase() -> None:
    """M38 phase."""
    story = table({}, {"M38": "phase"}, energy=RICH, step="draw")
    both_pass(story).then_legal("M38").then_state(energy__ana__void=10)
    both_pass(story).then_state(energy__ana__void=0, step="first_primary")


def test_a_defended_biome_opens_a_window_in_the_damage_step() -> None:
    """P12: what is reported in it happens as well."""
    story = table(
        {"alpha": on("ana", AGENT, "b1"), "wall": on("ben", {**AGENT, "defense": 9}, "b1")},
        step="defend",
        attackers=["alpha"],
        defenders=["wall"],
    )
    both_pass(story).then_legal("E18").then_state(step="second_primary")
    story = table(
        {
            "alpha": on("ana", AGENT, "b1"),
            "wall": on("ben", {**AGENT, "attack": 1, "defense": 9}, "b1"),
        },
        step="defend",
        attackers=["alpha"],
        defenders=["wall"],
    )
    both_pass(story).then_state(step="damage", chance="ana")
    story.when(**ben("report", fact="damage", card="alpha", amount=1)).then_legal("E18")
    both_pass(story).then_state(step="second_primary", zones__ana__cache=["alpha"])
