"""A judge's ruling against an earlier one on a like situation is said first, and asks for a reason."""

import json
from typing import Any

import pytest


@pytest.fixture
def umpire(umpire: Any) -> Any:
    """The command on a store with two games in the same situation, the first ruled on by a judge."""
    for _ in range(2):
        umpire("new", "voidsiege")
        umpire("step", "ana", "a1", "overrun")
    first = json.loads(umpire("games", "--json").stdout)["games"][1]["game"]
    ruled = umpire("overrule", first, 1, "illegal", "--because", "no such command here")
    assert ruled.stdout.startswith("legal 2."), ruled.output
    return umpire


def log(umpire: Any) -> list[Any]:
    return list(json.loads(umpire("log", "--json").stdout)["entries"])


LEGAL = ("overrule", 1, "legal", "--because", "the table knows it")


def test_a_ruling_that_departs_says_from_what_and_is_not_kept(umpire: Any) -> None:
    for words in (LEGAL, ("step", "judge", "overrule", 1, "legal", "the table knows it")):
        told = umpire(*words)
        assert told.exit_code == 2 and told.stdout == "", told.output
        (sentence,) = told.stderr.splitlines()
        assert "In a like situation a judge ruled otherwise: " in sentence
        assert "ruled it illegal in entry 2 on " in sentence
        assert "“no such command here”" in sentence and "--departing" in sentence
    assert len(log(umpire)) == 1


def test_a_ruling_as_the_earlier_one_needs_no_more_words(umpire: Any) -> None:
    ruled = umpire("overrule", 1, "illegal", "--because", "as before")
    assert ruled.stdout.startswith("legal 2."), ruled.output
    assert "departs" not in log(umpire)[-1]["said"]["because"]


def test_the_reason_to_depart_stands_in_the_log(umpire: Any) -> None:
    umpire(*LEGAL, "--departing", "the organiser has filled the row in")
    said = log(umpire)[-1]["said"]
    assert said["because"].startswith("the table knows it (departs from ")
    assert said["because"].endswith("entry 1: the organiser has filled the row in)")


def test_what_is_ruled_in_a_branch_binds_nobody(umpire: Any) -> None:
    """Whoever forks a game, a player too, holds its judge's seat."""
    umpire("fork", "--at", 0)
    umpire("step", "ana", "a1", "overrun")
    assert umpire(*LEGAL, "--departing", "so it is in mine").stdout.startswith("legal 2.")
    umpire("new", "voidsiege")
    umpire("step", "ana", "a1", "overrun")
    ruled = umpire("overrule", 1, "illegal", "--because", "as the judge ruled")
    assert ruled.stdout.startswith("legal 2."), ruled.output


def test_precedents_show_the_judge_s_reason_and_when(umpire: Any) -> None:
    told = umpire("precedents", "--overruled").stdout
    assert "The judge ruled it illegal in entry 2 on " in told and "“no such command here”" in told
    (found,) = json.loads(umpire("precedents", "--overruled", "--json").stdout)["precedents"]
    assert found["judged"]["because"] == "no such command here"
    assert found["judged"]["entry"] == 2 and found["judged"]["by"] == "judge"


def test_what_would_not_stand_anyway_is_not_asked_about(umpire: Any) -> None:
    ruled = umpire("overrule", 9, "legal", "--because", "by mistake")
    assert (ruled.exit_code, ruled.stdout) == (2, "")
    assert "there is no entry 9 in this game" in ruled.stderr
