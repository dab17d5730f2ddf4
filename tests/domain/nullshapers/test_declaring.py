"""Declaring: targets, options, X, payment (D1 to D9, K1 to K4, M28, M31, M44)."""

import pytest

from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    FORK,
    JOLT,
    MEDIC,
    OVERLOAD,
    PIN,
    PLATING,
    QUAKE,
    RIFT,
    SWEEP,
    ana,
    hand,
    on,
    table,
)

ENEMIES = {"beta": on("ben", AGENT), "gamma": on("ben", AGENT)}


@pytest.mark.parametrize("targets", [[], ["beta"], ["beta", "beta"], ["beta", "b1"]])
def test_exactly_as_many_different_targets_as_the_text_wants(targets: list[str]) -> None:
    """D2."""
    (
        table({**ENEMIES, "sweep": hand("ana", SWEEP)})
        .when(**ana("play", card="sweep", targets=targets)).then_illegal("D2")
        .when(**ana("play", card="sweep", targets=["beta", "gamma"])).then_legal()
    )  # fmt: skip


def test_a_modification_needs_its_target() -> None:
    """D3, D2: of the kind it modifies."""
    (
        table({**ENEMIES, "plating": hand("ana", PLATING), "alpha": on("ana", AGENT)})
        .when(**ana("play", card="plating")).then_illegal("D2", "D3")
        .when(**ana("play", card="plating", targets=["beta"])).then_illegal("D2", "D3")
        .when(**ana("play", card="plating", targets=["alpha"])).then_legal("A1")
    )  # fmt: skip


@pytest.mark.parametrize("option", [{}, {"option": "c"}])
def test_an_option_is_picked_when_declared(option: dict[str, str]) -> None:
    """D4: one of those there are."""
    story = table({**ENEMIES, "fork": hand("ana", FORK), "pin": hand("ana", PIN)})
    (
        story
        .when(**ana("play", card="fork", targets=["beta"], **option)).then_illegal("D4")
        .when(**ana("play", card="pin", targets=["beta"], option="a")).then_illegal("D4")
        .when(**ana("play", card="fork", targets=["beta"], option="a")).then_legal()
    )  # fmt: skip


def overload(readings: dict[str, str] | None = None, **energy: int):  # type: ignore[no-untyped-def]
    cards = {"overload": hand("ana", OVERLOAD), "quake": hand("ana", QUAKE)}
    return table(cards, readings, energy={"ana": energy})


def test_x_is_a_whole_number_from_0_up() -> None:
    """D5: picked when declared, and only where the cost has one."""
    (
        overload(chaos=1, void=30)
        .when(**ana("play", card="overload", targets=["b1.ben"])).then_illegal("D5")
        .when(**ana("play", card="overload", targets=["b1.ben"], x=-1)).then_illegal("D5")
        .when(**ana("play", card="quake", targets=["b1"], x=1)).then_illegal("D5")
        .when(**ana("play", card="overload", targets=["b1.ben"], x=0)).then_legal()
    )  # fmt: skip


def test_x_without_a_limit() -> None:
    """M31 no_limit."""
    overload(chaos=1, void=30).when(
        **ana("play", card="overload", targets=["b1.ben"], x=16)
    ).then_legal()


def test_x_up_to_fifteen() -> None:
    """M31 fifteen."""
    (
        overload({"M31": "fifteen"}, chaos=1, void=30)
        .when(**ana("play", card="overload", targets=["b1.ben"], x=16)).then_illegal("D5", "M31")
        .when(**ana("play", card="overload", targets=["b1.ben"], x=15)).then_legal()
    )  # fmt: skip


def test_a_typed_symbol_is_paid_in_its_kind() -> None:
    """D6: and X with any energy."""
    (
        overload(light=3)
        .when(**ana("play", card="overload", targets=["b1.ben"], x=0)).then_illegal("D6")
    )  # fmt: skip


def test_the_whole_cost_is_paid() -> None:
    """D7, with D5 where X is part of it."""
    (
        overload(chaos=1, light=1)
        .when(**ana("play", card="overload", targets=["b1.ben"], x=2)).then_illegal("D7", "D5")
        .when(**ana("play", card="overload", targets=["b1.ben"], x=1)).then_legal()
        .then_state(energy__ana__chaos=0, energy__ana__light=0)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("pay", "rule"),
    [
        ({"light": 3}, "D6"),
        ({"chaos": 1, "light": 1}, "D7"),
        ({"chaos": 1, "storm": 2}, "D7"),
        ({"chaos": 4, "light": -1}, "D7"),
    ],
)
def test_a_named_payment_is_exact(pay: dict[str, int], rule: str) -> None:
    """D6, D7: with the symbols in their kind, and no more than is there."""
    (
        overload(void=1, light=2, chaos=3)
        .when(**ana("play", card="overload", targets=["b1.ben"], x=2, pay=pay)).then_illegal(rule)
        .when(**ana("play", card="overload", targets=["b1.ben"], x=2, pay={"chaos": 2, "light": 1}))
        .then_legal().then_state(energy__ana__void=1, energy__ana__light=1, energy__ana__chaos=1)
    )  # fmt: skip


def test_an_unnamed_payment_is_taken_in_a_fixed_order() -> None:
    """D6: void first, then light."""
    (
        overload(void=1, light=2, chaos=3)
        .when(**ana("play", card="quake", targets=["b1"]))
        .then_state(energy__ana__void=0, energy__ana__light=1, energy__ana__chaos=3)
    )  # fmt: skip


def test_from_the_own_hand_and_the_own_planet() -> None:
    """D8."""
    (
        table({"alpha": on("ana", AGENT), "medic": hand("ana", MEDIC), "theirs": hand("ben", AGENT)})
        .when(**ana("play", card="alpha")).then_illegal("D8")
        .when(**ana("activate", card="medic", skill="ping", targets=["ben"])).then_illegal("D8")
        .when(**ana("play", card="theirs")).then_illegal("G2", "D8")
    )  # fmt: skip


def test_an_anomalys_skills_sleep() -> None:
    """D8: in anomaly mode a card has none."""
    (
        table({"medic": on("ana", MEDIC, mode="anomaly")})
        .when(**ana("activate", card="medic", skill="ping", targets=["ben"])).then_illegal("D8")
    )  # fmt: skip


def test_to_lock_for_a_cost() -> None:
    """D9, K4: unlocked and, but for Ready, not fresh."""
    cards = {
        "medic": on("ana", MEDIC, fresh=True),
        "tired": on("ana", MEDIC, locked=True),
        "quick": on("ana", {**MEDIC, "keywords": {"ready": True}}, fresh=True),
    }
    patch = {"skill": "patch", "targets": ["b1.ana"]}
    (
        table(cards)
        .when(**ana("activate", card="medic", **patch)).then_illegal("D9")
        .when(**ana("activate", card="tired", **patch)).then_illegal("D9")
        .when(**ana("activate", card="quick", **patch)).then_legal("K4")
        .then_state(cards__quick__locked=True)
    )  # fmt: skip


def test_an_encrypted_card_is_no_target() -> None:
    """K1: no valid target while its condition holds."""
    cards = {
        "jolt": hand("ana", JOLT),
        "cloak": on("ben", {**AGENT, "keywords": {"encrypt": "locked"}}, locked=True),
        "open": on("ben", {**AGENT, "keywords": {"encrypt": "locked"}}),
        "ghost": on("ben", {**AGENT, "keywords": {"encrypt": "always"}}),
    }
    (
        table(cards)
        .when(**ana("play", card="jolt", targets=["cloak"])).then_illegal("D2", "K1")
        .when(**ana("play", card="jolt", targets=["ghost"])).then_illegal("D2", "K1")
        .when(**ana("play", card="jolt", targets=["open"])).then_legal()
    )  # fmt: skip


def test_a_firewall_is_paid_in_addition() -> None:
    """K2: who names it pays this in addition."""
    wall = on("ben", {**AGENT, "keywords": {"firewall": {"chaos": 1, "void": 2}}})
    cards = {"jolt": hand("ana", JOLT), "wall": wall}
    (
        table(cards, energy={"ana": {"void": 4}})
        .when(**ana("play", card="jolt", targets=["wall"])).then_illegal("D6", "K2")
    )  # fmt: skip
    (
        table(cards, energy={"ana": {"void": 2, "chaos": 1}})
        .when(**ana("play", card="jolt", targets=["wall"])).then_illegal("D7", "K2")
    )  # fmt: skip
    (
        table(cards, energy={"ana": {"void": 3, "chaos": 1}})
        .when(**ana("play", card="jolt", targets=["wall"])).then_legal()
        .then_state(energy__ana__void=0, energy__ana__chaos=0)
    )  # fmt: skip


FAST = {
    "slow": on("ben", {**AGENT, "keywords": {"lightspeed": True}}),
    "flash": on("ben", {**AGENT, "speed": 2, "keywords": {"lightspeed": True}}),
    "comet": on("ben", {**AGENT, "speed": 3, "keywords": {"lightspeed": True}}),
    "stun": hand("ana", {**PIN, "speed": 2}),
}


def test_a_slower_action_cannot_name_lightspeed() -> None:
    """K3: a slower action cannot name it."""
    (
        table(FAST)
        .when(**ana("play", card="stun", targets=["comet"])).then_illegal("D2", "K3")
        .when(**ana("play", card="stun", targets=["slow"])).then_legal()
    )  # fmt: skip


def test_lightspeed_against_equal_speed_is_open() -> None:
    """M44 undetermined: a judge may make it legal."""
    (
        table(FAST)
        .when(**ana("play", card="stun", targets=["flash"])).then_undetermined("M44", "K3")
        .overrule(1, "legal").then_legal("G5").then_state(zones__ana__hand=[])
    )  # fmt: skip


def test_lightspeed_stops_equal_speed() -> None:
    """M44 stops."""
    (
        table(FAST, {"M44": "stops"})
        .when(**ana("play", card="stun", targets=["flash"])).then_illegal("D2", "K3", "M44")
    )  # fmt: skip


def test_lightspeed_does_not_stop_equal_speed() -> None:
    """M44 does_not_stop."""
    (
        table(FAST, {"M44": "does_not_stop"})
        .when(**ana("play", card="stun", targets=["flash"])).then_legal("M44").then_basis("reading")
    )  # fmt: skip


GRIND = {"grind": hand("ana", {**PIN, "target": {"what": "constant"}}), "rift": on("ben", RIFT)}


def test_an_anomaly_is_no_constant() -> None:
    """M28 not_constant."""
    table(GRIND).when(**ana("play", card="grind", targets=["rift"])).then_illegal("D2")


def test_an_anomaly_named_as_a_constant() -> None:
    """M28 constant."""
    (
        table(GRIND, {"M28": "constant"})
        .when(**ana("play", card="grind", targets=["rift"])).then_legal("M28")
        .when(**BEN_PASSES).when(**ANA_PASSES).then_state(cards__rift__locked=True)
    )  # fmt: skip
