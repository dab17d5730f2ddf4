"""“umpire standing-answer”: set, looked at, ended; it speaks as soon as a step was taken."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result
from jsonschema_rs import Draft202012Validator

from adapters.cli.published import schema

Run = Callable[..., Result]


@pytest.fixture
def run(umpire: Run) -> Callable[[str], Result]:
    assert umpire("new", "voidsiege").exit_code == 0

    def typed(line: str) -> Result:
        return umpire(*line.split(" "))

    return typed


def log(run: Any) -> list[tuple[str, str, bool]]:
    entries = json.loads(run("log --json").stdout)["entries"]
    return [
        (one["said"]["by"], one["said"]["do"], one.get("standing_answer", False)) for one in entries
    ]


def test_it_is_said_as_soon_as_it_is_asked_for_and_the_ruling_says_what_it_was(run: Any) -> None:
    set_so = run("standing-answer --by ben --until round")
    assert set_so.stdout.startswith(
        "“decline” is said for ben since entry 0, until this round ends."
    )
    taken = run("ana a1 move").stdout
    assert "legal 2. ben lets it go unanswered" in taken
    assert "A standing answer: it was said as its player had asked." in taken
    run("ana move a1")
    assert log(run) == [
        ("ana", "declare", False),
        ("ben", "decline", True),
        ("ana", "move", False),
    ]


def test_it_ends_when_something_is_aimed_at_and_says_why(run: Any) -> None:
    run("standing-answer --by ben --until round --unless b1")
    run("ana a1 shoot b1")
    ended = run("standing-answer --by ben").stdout
    assert ended == "It has ended with entry 1: something was aimed at b1.\n"
    assert len(log(run)) == 1


def test_with_whatever_it_goes_on_until_it_is_ended(run: Any) -> None:
    run("standing-answer --by ben --until round --whatever")
    run("ana a1 shoot b1")
    assert len(log(run)) == 2
    assert run("standing-answer --by ben --end").stdout.startswith("Nothing is said for ben;")
    run("ana shoot a1")
    run("ben b1 move")
    run("ana decline")
    run("ben move b1")
    run("ana a2 move")
    assert [by for by, do, _ in log(run) if do == "decline"] == ["ben", "ana"]


def test_a_line_of_a_stream_is_answered_too(run: Any, umpire: Run) -> None:
    run("standing-answer --by ben --until round")
    lines = umpire("step", "-", input="ana a1 move\nana move a1\n").stdout.splitlines()
    assert [line.split(". ")[:2] for line in lines] == [
        ["legal 1", "ana gives “a1” Move"],
        ["legal 2", "ben lets it go unanswered"],
        ["legal 3", "ana moves “a1”"],
    ]


def test_a_program_is_told_how_it_stands(run: Any) -> None:
    found = json.loads(run("standing-answer --by ben --until round --json").stdout)
    Draft202012Validator(schema("standing-answer")).validate(found)
    assert (found["player"], found["answer"]["until"]) == ("ben", "round")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "say with --by whose answer it is: ana or ben."),
        ("--by kim", "say with --by whose answer it is: ana or ben."),
        ("--by ben --until turn", "--until: it is nothing that is under way; expected round."),
        ("--by ben --until round --unless a1", "expected b1, b2."),
        (
            "--by ben --unless b1",
            "say --until, with --unless or --whatever if need be, or --end alone.",
        ),
        ("--by ben --until round --end", "or --end alone."),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(run: Any, typed: str, sentence: str) -> None:
    found = run(f"standing-answer {typed}".strip())
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.splitlines()[0].endswith(sentence)
