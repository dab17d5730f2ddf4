"""A step is told in a sentence: nothing that was said is left out, no name or bracket of ours is in it."""

import re
from typing import Any

import pytest

from domain.kernel.step_sentences import step_sentence
from tests.application.cases import RULESETS, record, records
from tests.spec import named

ODD = re.compile(r"[\[\]{}]|\bNone\b|\bTrue\b|\bFalse\b|_|\b(\w\w+) \1\b|  | ,|,,")
"""What no sentence has: brackets, words of Python, underscores, the same word twice."""

WORD = re.compile(r"\w+")


@pytest.mark.parametrize(
    ("ruleset", "said", "sentence"),
    [
        (
            "voidsiege",
            {"do": "declare", "unit": "a1", "command": "assault", "charge": True, "target": "b1"},
            "gives “a1” Assault as a Charge at “b1”",
        ),
        (
            "voidsiege",
            {"do": "react", "unit": "k4", "command": "defend"},
            "answers with Defend of “k4”",
        ),
        ("voidsiege", {"do": "target", "target": "k6"}, "aims at “k6”"),
        ("voidsiege", {"do": "target", "target": "Grey Wolves"}, "aims at “Grey Wolves”"),
        (
            "voidsiege",
            {"do": "report", "fact": "destroyed", "unit": "r3"},
            "reports that “r3” is destroyed",
        ),
        (
            "voidsiege",
            {"do": "report", "fact": "arriving", "unit": "a1", "value": False},
            "reports that “a1” has arrived",
        ),
        ("voidsiege", {"do": "shoot", "unit": "a1", "destroyed": []}, "shoots with “a1”"),
        ("voidsiege", {"do": "fly", "unit": "a1"}, "says: fly, unit a1"),
        ("voidsiege", {"do": "decline", "loudly": True}, "lets it go unanswered, loudly"),
        ("arcane-legions", {"do": "target", "unit": "guard"}, "targets guard"),
        (
            "arcane-legions",
            {"do": "report", "fact": "controls", "terrain": "hill", "player": None},
            "reports that nobody holds hill",
        ),
        (
            "arcane-legions",
            {"do": "roll", "attack": [5], "defence": [6, 1]},
            "rolls 5 for the attack and 6 and 1 for the defence",
        ),
        ("arcane-legions", {"do": "roll", "attack": [], "defence": [6]}, "rolls 6 for the defence"),
        (
            "nullshapers",
            {"do": "advance", "agents": {"alpha": "b1", "beta": "b2"}},
            "advances alpha to b1 and beta to b2",
        ),
        ("nullshapers", {"do": "overrule", "entry": 3, "verdict": "legal"}, "rules entry 3 legal"),
        (
            "nullshapers",
            {"do": "overrule", "entry": 3, "verdict": "legal", "defect": True},
            "rules entry 3 legal, umpire being wrong",
        ),
    ],
)
def test_a_step_is_told_as_one_says_it(ruleset: str, said: Any, sentence: str) -> None:
    assert step_sentence(named(ruleset), said) == sentence


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_step_of_the_records_reads_well(ruleset: str) -> None:
    own = named(ruleset)
    for path in records(ruleset):
        for step in record(path).steps:
            told = step_sentence(own, step.said)
            named_words = {word for one in step.said.values() for word in WORD.findall(repr(one))}
            parts = ("x" if named_words & {*WORD.findall(one)} else one for one in told.split(" "))
            bare = re.sub(r"(\bx )+", "x ", " ".join(parts))
            assert not ODD.search(bare), (path.stem, told)
