"""What came of a step, in sentences, each with the rules by which it happened."""

from pathlib import Path

import pytest

from application.game.follows import event_in_words, follows
from application.records.replay import replay
from domain.kernel.events import ChanceReported
from domain.kernel.values import Event
from tests.application.cases import RULESETS, played, record, records


class Thrown(Event):
    """Something was thrown. Far."""

    by: str
    far: bool = False
    at: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@pytest.mark.parametrize(
    "path", [p for one in RULESETS for p in records(one)], ids=lambda p: p.stem
)
def test_no_event_of_any_record_is_without_its_rule_and_its_sentence(path: Path) -> None:
    for entry in replay(record(path)).game.log:
        for one in follows(entry):
            assert one.rules, (entry.n, one)
            assert one.says.endswith("."), one
            assert "{" not in one.says, one


def test_an_event_without_a_sentence_of_its_own_says_its_docstring_and_fields() -> None:
    assert event_in_words(Thrown("ana")) == "Something was thrown: by ana."
    assert event_in_words(Thrown("ana", True, ("a", "b"))) == (
        "Something was thrown: by ana, far yes, at a and b."
    )


def test_dice_that_a_judge_reports_otherwise_are_not_said_to_be_those_made_together() -> None:
    said = event_in_words(ChanceReported(12)), event_in_words(ChanceReported(12, as_made=False))
    assert said == (
        "The dice are those made together in entry 12.",
        "The dice are other than those made together in entry 12.",
    )


def test_nothing_follows_from_a_remark() -> None:
    game = played("voidsiege", "69")
    notes = [one for one in game.log if one.said["do"] == "note"]
    assert all([*follows(one)] == [] for one in notes)
