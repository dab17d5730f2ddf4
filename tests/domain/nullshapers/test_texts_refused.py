"""Effects, targets and skills of a set-up that are none: the sentence that says where."""

from typing import Any

import pytest

from tests.domain.nullshapers.test_setup_refused import CARDS, WHEN, refused

TEXT = "speed, cost, target, targets, options, effects"

SORTED = ", ".join(sorted(WHEN.split(", ")))


@pytest.mark.parametrize(
    ("what", "keys"),
    [
        ("biome", ["zone", "locked", "biome", "whose"]),
        ("sector", ["zone", "locked"]),
        ("player", ["zone", "locked", "biome"]),
        ("action", ["zone", "locked", "biome"]),
    ],
)
def test_a_requirement_that_does_not_apply(what: str, keys: list[str]) -> None:
    """Zone and lock are of cards, a biome of cards and sectors; a biome is nobody's."""
    said = {"zone": "staging", "locked": True, "biome": "b1", "whose": "own"}
    for key in keys:
        sentence = f".target.{key}: does not apply to a target of kind {what}"
        assert refused({"target": {"what": what, key: said[key]}}) == sentence


@pytest.mark.parametrize(
    ("effect", "sentence"),
    [
        ({"do": "damage"}, ": “amount” is missing for “damage”"),
        ({"do": "durability"}, ": “amount” is missing for “durability”"),
        ({"do": "to_biome"}, ": “biome” is missing for “to_biome”"),
        ({"do": "draw"}, ": “amount” is missing for “draw”"),
        ({"do": "report"}, ": “text” is missing for “report”"),
        (
            {"do": "damage", "amount": 1, "who": "self"},
            ": unknown key “who”; expected do, amount, group",
        ),
        (
            {"do": "draw", "amount": 1, "text": ""},
            ": unknown key “text”; expected do, amount, who, group",
        ),
        ({"do": "lock", "amount": 1}, ": unknown key “amount”; expected do, group"),
        ({"do": "draw", "amount": "many"}, ".amount: expected a whole number, found “many”"),
        ({"do": "draw", "amount": "x"}, ".amount: the cost has no X"),
        ({"do": "draw", "amount": "-x"}, ".amount: the cost has no X"),
        ({"do": "report", "text": 5}, ".text: expected a word, found 5"),
        ({"do": "to_biome", "biome": "b4"}, ".biome: expected one of b1, b2, b3, found “b4”"),
        (
            {"do": "draw", "amount": 1, "who": "carl"},
            ".who: expected one of opponent, self, target, found “carl”",
        ),
        (
            {"do": "lose_biome", "who": "target"},
            ".who: expected one of opponent, self, found “target”",
        ),
    ],
)
def test_what_is_no_effect(effect: dict[str, Any], sentence: str) -> None:
    assert refused({"effects": [{"do": "draw", "amount": 1}, effect]}) == f".effects[1]{sentence}"


@pytest.mark.parametrize(
    ("effect", "what", "wanted"),
    [
        ({"do": "damage", "amount": 1}, "biome", CARDS),
        ({"do": "lock"}, "sector", CARDS),
        ({"do": "unlock"}, "action", CARDS),
        ({"do": "to_hand"}, "player", CARDS),
        ({"do": "to_biome", "biome": "b1"}, "software", "agent, constant"),
        ({"do": "durability", "amount": 1}, "agent", "biome, sector"),
        ({"do": "lose_biome"}, "sector", "biome"),
        ({"do": "cancel"}, "agent", "action"),
        ({"do": "draw", "amount": 1, "who": "target"}, "agent", "player"),
    ],
)
def test_an_effect_acts_on_targets_of_its_kind(
    effect: dict[str, Any], what: str, wanted: str
) -> None:
    """And not on none."""
    sentence = f".effects[0]: “{effect['do']}” needs a target of kind {wanted}"
    assert refused({"target": {"what": what}, "effects": [effect]}) == sentence
    assert refused({"effects": [effect]}) == sentence


@pytest.mark.parametrize(
    ("skill", "sentence"),
    [
        (3, ": expected a mapping, found 3"),
        ({}, ": “kind” is missing"),
        ({"kind": "activated"}, ": “speed” is missing; expected 1, 2 or 3"),
        (
            {"kind": "activated", "speed": 1, "when": "deploy"},
            ": a skill of kind activated has no “when”",
        ),
        (
            {"kind": "activated", "speed": 1, "lock": "yes"},
            ".lock: expected true or false, found “yes”",
        ),
        ({"kind": "reactive"}, f": “when” is missing; expected {WHEN}"),
        ({"kind": "reactive", "when": "noon"}, f".when: expected one of {SORTED}, found “noon”"),
        *(
            (
                {"kind": "reactive", "when": "deploy", key: value},
                f": a skill of kind reactive has no “{key}”",
            )
            for key, value in (("speed", 1), ("cost", {}), ("lock", True))
        ),
    ],
)
def test_what_is_no_skill(skill: Any, sentence: str) -> None:
    """A reactive one has no speed, cost or lock."""
    assert refused({"skills": {"s": skill}}) == f".skills.s{sentence}"
    assert refused({"skills": []}) == ".skills: expected a mapping, found []"
