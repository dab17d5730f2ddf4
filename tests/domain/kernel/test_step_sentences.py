"""A step is told in a sentence: nothing that was said is left out, no name or bracket of ours is in it."""

import re
from typing import Any

import pytest

from domain.kernel.ruleset import Procedure, nothing
from domain.kernel.step_sentences import Mention, step_parts, step_sentence
from domain.kernel.steps import Step
from domain.kernel.values import changed
from tests import toy
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


SAYS = {
    "give": "gives “{unit}” {command:word}[ at “{target}”][, not charging|!charge]",
    "give run": "lets “{unit}” run",
    "give charge": "has “{unit}” charge[ at “{target}”][ at nobody|-target]",
    "give not ready": "gives “{unit}” nothing",
    "lay": "lays {cards:to}[ and draws {draws}]",
    "report lost": "reports “{unit}” lost[ for good|for_good]",
    "go": "goes[ with {mate}] to {where}”",
}
KINDS = {kind.partition(" ")[0]: Procedure(Step, nothing) for kind in SAYS}
OURS = changed(
    toy.RULESET, says=SAYS, spoken=str.upper, procedures={**toy.RULESET.procedures, **KINDS}
)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"do": "give", "unit": "a1", "command": "run"}, "gives “a1” RUN"),
        ({"do": "give", "unit": "a1", "command": "run", "target": "b1"}, "gives “a1” RUN at “b1”"),
        ({"do": "give", "unit": "a1", "command": "run", "charge": False},
         "gives “a1” RUN, not charging"),
        ({"do": "give", "unit": "“X1”", "command": 3}, "gives “X1” 3"),
        ({"do": "give", "command": "run"}, "gives “something” RUN"),
        ({"do": "give", "unit": "a1", "charge": True, "target": "b1"},
         "has “a1” charge at “b1”"),
        ({"do": "give", "unit": "a1", "charge": True}, "has “a1” charge at nobody"),
        ({"do": "give", "unit": "a1", "charge": 3}, "has “a1” charge at nobody, charge 3"),
        ({"do": "give", "unit": "a1", "run": "", "charge": True}, "has “a1” charge at nobody, run “”"),
        ({"do": "give", "unit": "a1", "ready": False}, "gives “a1” nothing"),
        ({"do": "give", "unit": "a1", "ready": False, "fast": 1}, "gives “a1” nothing, fast 1"),
        ({"do": "lay", "cards": {"c1": "b1", "c2": None}}, "lays c1 to b1 and c2 to nobody"),
        ({"do": "lay", "cards": {}, "draws": 2}, "lays nothing and draws 2"),
        ({"do": "lay", "cards": ["c1", "c2"], "draws": 0}, "lays c1 and c2 and draws 0"),
        ({"do": "report", "fact": "lost", "unit": "a1"}, "reports “a1” lost"),
        ({"do": "report", "fact": "lost", "unit": "a1", "for_good": True},
         "reports “a1” lost for good"),
        ({"do": "report", "fact": "lost", "unit": "a1", "for_good": False},
         "reports “a1” lost"),
        ({"do": "report", "fact": "won"}, "says: report, fact won"),
        ({"do": "go", "where": "b1"}, "goes to b1”"),
        ({"do": "go", "mate": "a2"}, "goes with a2 to something”"),
        ({"do": "hum", "at": "12:00", "played": True}, "says: hum"),
        ({"do": 3}, "says: 3"),
        ({"do": "hum", "aloud": True, "well_meant": False, "each": [True, False], "of": []},
         "says: hum, aloud, not well meant, each yes and no, of nothing"),
        ({"do": "hum", "song": "the sea", "bars": {"a": 1, "b": {}}, "to": None},
         "says: hum, song “the sea”, bars a 1 and b nothing, to nobody"),
    ],
)  # fmt: skip
def test_a_sentence_says_what_is_there_and_then_what_it_has_no_place_for(
    said: dict[str, Any], sentence: str
) -> None:
    """The sentence of the most particular kind; in brackets only what is so."""
    assert step_sentence(OURS, {"by": "ana", **said}) == sentence


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ({"do": "give", "unit": "a1", "command": "run", "fast": 1},
         ["gives ", Mention("a1", quoted=True), " ", "", Mention("run", "word"), ""]),
        ({"do": "give", "unit": "a1"}, []),
        ({"do": "hum"}, []),
    ],
)  # fmt: skip
def test_in_brief_a_step_is_told_whole_or_not_at_all(said: dict[str, Any], parts: Any) -> None:
    """Where the most particular sentence has not all that it names, a plainer one may."""
    sentences = {
        **SAYS,
        "give fast": "hurries “{unit}”[ at “{target}”] to {where}",
        "any": "says: {do}",
    }
    told = step_parts({"by": "ana", **said}, sentences.get, brief=True)
    assert [part for part in told if part] == [part for part in parts if part]
