"""Judge, undo and reports (section “Judge, undo” of the page)."""

import pytest

from domain.kernel.steps import JUDGE
from tests.domain.nullshapers.tables import (
    AGENT,
    ANA_PASSES,
    BEN_PASSES,
    BLADE,
    FORK,
    JOLT,
    MEDIC,
    OVERLOAD,
    QUAKE,
    RECALL,
    RIFT,
    SENTRY,
    ana,
    ben,
    hand,
    on,
    table,
)

CARDS = {
    "scout": hand("ana", AGENT),
    "quake": hand("ana", QUAKE),
    "jolt": hand("ana", JOLT),
    "fork": hand("ana", FORK),
    "overload": hand("ana", OVERLOAD),
    "medic": on("ana", MEDIC),
    "rift": on("ana", RIFT, locked=True),
    "alpha": on("ana", AGENT),
    "recall": hand("ben", RECALL),
    "beta": on("ben", AGENT),
}


def test_made_legal_it_happens_as_its_own_entry_says() -> None:
    """Under the number of its own entry, paid as far as the energy goes."""
    (
        table(CARDS, energy={"ana": {"void": 3}})
        .when(**ana("play", card="quake", targets=["b1"])).when(**BEN_PASSES)
        .when(**ana("play", card="scout")).then_illegal("T1")
        .overrule(3, "legal").then_legal("G5")
        .then_state(
            queue=[
                {"entry": "q1", "card": "quake", "by": "ana", "targets": ["b1"]},
                {"entry": "q3", "card": "scout", "by": "ana", "targets": []},
            ],
            energy__ana__void=0, chance="ben",
        )
    )  # fmt: skip


def test_targets_of_a_step_made_legal_are_only_asked_for_being_there() -> None:
    """What it names is kept as named."""
    (
        table(CARDS)
        .when(**ana("play", card="jolt", targets=["b1"])).then_illegal("D2").overrule(1, "legal")
        .then_legal("G5")
        .when(**BEN_PASSES).when(**ANA_PASSES).then_legal("E11").then_state(zones__ana__cache=["jolt"])
    )  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        ana("play", card="ghost"),
        ana("play", card="recall", targets=["beta"]),
        ana("play", card="fork", targets=["beta"]),
        ana("play", card="overload", targets=["b1.ben"]),
        ana("choose", targets=["b1"]),
        ana("dance"),
        ana("undo"),
    ],
)
def test_what_has_nothing_to_act_on_cannot_be_made_legal(said: dict[str, object]) -> None:
    """G1."""
    table(CARDS).when(**said).then_illegal().overrule(1, "legal").then_illegal("G1")


def test_a_card_in_the_queue_cannot_be_played_again() -> None:
    """G1."""
    (
        table(CARDS).when(**ana("play", card="scout")).when(**BEN_PASSES)
        .when(**ana("play", card="scout")).then_illegal("D8").overrule(3, "legal").then_illegal("G1")
    )  # fmt: skip


def test_a_card_made_playable_leaves_the_deck() -> None:
    """The engine does not see that deck, so its player may have drawn it."""
    lying = {
        one: hand("ana", card) | {"zone": "deck"} for one, card in (("top", JOLT), ("low", AGENT))
    }
    story = table({**CARDS, **lying})
    story.when(**ana("play", card="top", targets=["beta"])).then_illegal("D8").overrule(1, "legal")
    story.when(**BEN_PASSES).when(**ANA_PASSES).then_legal("E11")
    story.then_state(zones__ana__deck=None, zones__ana__cache=["top"])


def test_in_refresh_only_the_end_of_the_step_is_made_legal() -> None:
    """The step then ends."""
    (
        table(CARDS, step="refresh")
        .when(**ana("play", card="scout")).then_illegal("T5").overrule(1, "legal").then_illegal("G1")
        .when(**ben("next")).then_illegal("T5").overrule(3, "legal").then_legal("G5")
        .then_state(step="draw", chance="ana")
    )  # fmt: skip


def test_a_pass_made_legal_counts_for_who_said_it() -> None:
    (
        table(CARDS).when(**ana("play", card="scout"))
        .when(**ANA_PASSES).then_illegal("N3", "N4").overrule(2, "legal").then_legal("G5")
        .then_state(passed=["ana"], chance="ben")
    )  # fmt: skip


@pytest.mark.parametrize(
    ("said", "after"),
    [
        (ana("energy", card="rift"), {"energy.ana.chaos": 1}),
        (ana("convert", card="alpha"), {"cards.alpha.mode": "anomaly"}),
        (ana("anomaly", card="scout"), {"zones.ana.staging": ["alpha", "medic", "rift", "scout"]}),
        (ana("advance", agents={"alpha": "b1"}), {"queue.0.action": "advance"}),
        (ana("activate", card="medic", skill="patch"), {"queue.0.skill": "medic/patch"}),
    ],
)
def test_other_steps_made_legal(said: dict[str, object], after: dict[str, object]) -> None:
    """Each as far as it can."""
    table(CARDS).when(**said).then_illegal().overrule(1, "legal").then_legal("G5").then_state(after)


def test_undo_and_rewind_put_the_whole_state_back() -> None:
    """Names of queue actions are never used twice."""
    (
        table(CARDS).when(**ana("play", card="scout")).when(**ana("undo")).then_legal("G4")
        .then_state(queue=[], energy__ana__void=10, chance="ana")
        .when(**ana("play", card="quake", targets=["b1"])).when(**BEN_PASSES).rewind(3)
        .then_state(passed=[], chance="ben")
        .then_state(queue=[{"entry": "q3", "card": "quake", "by": "ana", "targets": ["b1"]}])
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fact", "after"),
    [
        ({"fact": "damage", "card": "alpha", "amount": 1}, {"cards.alpha.damage": 1}),
        ({"fact": "lock", "card": "alpha"}, {"cards.alpha.locked": True}),
        ({"fact": "unlock", "card": "rift"}, {"cards.rift.locked": False}),
        ({"fact": "move", "card": "scout", "to": "b2"}, {"zones.ana.b2": ["scout"]}),
        ({"fact": "move", "card": "beta", "to": "deck"}, {"zones.ben.staging": []}),
        ({"fact": "speed", "card": "alpha", "speed": 2}, {"cards.alpha.speed": 2}),
        (
            {"fact": "energy", "player": "ben", "kind": "void", "amount": -20},
            {"energy.ben.void": 0},
        ),
        ({"fact": "energy", "player": "ben", "kind": "dark", "amount": 2}, {"energy.ben.dark": 2}),
        ({"fact": "durability", "sector": "b1.ana", "amount": -3}, {"sectors": {"b1.ana": 7}}),
        ({"fact": "lose_biome", "player": "ana", "biome": "b2"}, {"biomes.b2.lost_by": ["ana"]}),
        ({"fact": "other", "text": "the weather turns"}, {"chance": "ana"}),
    ],
)
def test_reports_need_no_chance(fact: dict[str, object], after: dict[str, object]) -> None:
    table(CARDS).when(by=JUDGE, do="report", **fact).then_legal().then_state(
        {"chance": "ana", **after}
    )


@pytest.mark.parametrize(
    "fact",
    [
        {"fact": "meteor"},
        {"fact": "damage", "card": "scout", "amount": 1},
        {"fact": "damage", "card": "alpha", "amount": -1},
        {"fact": "damage", "card": "alpha"},
        {"fact": "move", "card": "ghost", "to": "hand"},
        {"fact": "move", "card": "alpha", "to": "b4"},
        {"fact": "speed", "card": "rift", "speed": 2},
        {"fact": "speed", "card": "alpha", "speed": 4},
        {"fact": "attach", "card": "alpha", "to": "scout"},
        {"fact": "energy", "player": "carl", "kind": "void", "amount": 1},
        {"fact": "energy", "player": "ana", "kind": "mud", "amount": 1},
        {"fact": "durability", "sector": "b1", "amount": 1},
    ],
)
def test_what_cannot_be_reported(fact: dict[str, object]) -> None:
    """G1."""
    table(CARDS).when(**ana("report", **fact)).then_illegal("G1")


def test_gear_is_attached_by_report() -> None:
    (
        table({**CARDS, "blade": on("ana", BLADE)})
        .when(**ana("report", fact="attach", card="blade", to="alpha")).then_legal()
        .then_state(cards__blade__attached_to="alpha")
        .when(**ana("report", fact="attach", card="blade", to=None)).then_legal()
        .then_state(cards__blade__attached_to=None)
    )  # fmt: skip


def test_a_reported_despawn_lets_its_skill_enter() -> None:
    (
        table({**CARDS, "sentry": on("ben", SENTRY)}).when(**ANA_PASSES)
        .when(**ben("report", fact="move", card="sentry", to="cache")).then_legal("A3", "E13")
        .then_state(chance="ana", passed=[])
    )  # fmt: skip
