"""A step is read: each field as its kind of step has it, and a sentence where it cannot be."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

import pytest

from domain.kernel.faults import RulesetFault
from domain.kernel.steps import (
    Step,
    Unreadable,
    fitting,
    quoted_value,
    reader,
    reader_by,
    said_in,
    speaker,
)


class Say(Step):
    words: str
    times: int | None = None
    counts: Mapping[str, int] = {}
    anything: Any = None
    loud: bool = False
    tone: Literal["high", "low"] = "high"
    ears: tuple[str, ...] = ()
    pitch: Annotated[int, "in half tones"] = 0
    mood: Literal["glad", "sad"] | None = None
    to: Literal["all"] | str = "all"


class Wait(Step):
    pass


def as_shouted(value: Any) -> str:
    return str(value).upper()


class Shout(Step, kw_only=True):
    often: bool = False
    words: Annotated[str, as_shouted]


SAYS = {"by": "ana", "do": "say", "words": "hm"}


def test_what_is_left_out_has_its_default() -> None:
    said = reader(Say)(SAYS, 7)

    assert said == Say(words="hm", by="ana", entry=7)
    assert said.forced is False
    assert reader(Wait)({"by": "ben", "do": "wait"}) == Wait(by="ben")


def test_what_is_given_is_read_as_it_was_said() -> None:
    more = {"times": 2, "counts": {"a1": 3}, "anything": ["as", "it", "is"], "loud": True}
    assert reader(Say)({**SAYS, "mood": "sad", "to": "ben"}).to == "ben"  # type: ignore[attr-defined]
    said = reader(Say)({**SAYS, **more}, 1, True)

    assert said == Say("hm", 2, {"a1": 3}, ["as", "it", "is"], True, by="ana", entry=1, forced=True)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"words": 3}, "“words” is a word, not 3"),
        ({"words": False}, "“words” is a word, not false"),
        ({"words": None}, "“words” is a word, not nothing"),
        ({"times": True}, "“times” is a whole number, not true"),
        ({"tone": "shrill"}, "“tone” is one of high, low, not “shrill”"),
        ({"tone": ["high"]}, '“tone” is one of high, low, not ["high"]'),
        ({"pitch": "high"}, "“pitch” is a whole number, not “high”"),
        ({"mood": "odd"}, "“mood” is one of glad, sad, not “odd”"),
        ({"to": 3}, "“to” is a word, not 3"),
        ({"ears": "ben"}, "“ears” is a list, not “ben”"),
        ({"ears": ["ben", 3]}, "“ears” is a word, not 3"),
        ({"times": "x" * 58}, f"“times” is a whole number, not “{'x' * 58}”"),
        ({"times": "x" * 59}, f"“times” is a whole number, not “{'x' * 56}…"),
        ({"counts": ["a1"]}, '“counts” is a mapping of names, not ["a1"]'),
        ({"counts": {"a1": "three"}}, "“counts” is a whole number, not “three”"),
        ({"counts": {"a1": [True, None]}}, "“counts” is a whole number, not [true, null]"),
        ({"times": "1" * 20}, f"“times” is a whole number of at most 15 digits, not “{'1' * 20}”"),
        ({"loud": "yes"}, "“loud” is true or false, not “yes”"),
        (
            {"tune": "la"},
            "“say” does not know “tune”: it takes words, times, counts, anything, loud, tone, "
            "ears, pitch, mood, to",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_the_field_and_what_was_expected(
    given: Any, sentence: Any
) -> None:
    """G1."""
    with pytest.raises(Unreadable) as why:
        reader(Say)({**SAYS, **given}, 1)
    assert str(why.value) == sentence


def test_a_field_that_is_needed_is_named() -> None:
    with pytest.raises(Unreadable) as why:
        reader(Say)({"by": "ana", "do": "say"}, 1)
    assert str(why.value) == "“say” needs “words”"
    with pytest.raises(Unreadable) as why:
        reader(Shout)({"by": "ana", "do": "shout"})
    assert str(why.value) == "“shout” needs “words”", "the other may be left out"


def test_what_fits_a_field_may_be_said_in_words() -> None:
    read = fitting("pitch", "a half tone", lambda value: value in (1, 2))
    assert read(2) == 2
    with pytest.raises(Unreadable, match="“pitch” is a half tone, not 3"):
        read(3)


def test_a_step_says_what_was_read_and_nothing_of_what_is_not_there() -> None:
    assert said_in(Shout(by="ana", words="HM", entry=3)) == {"often": False, "words": "HM"}
    assert "times" not in said_in(Say("hm", by="ana"))


def test_a_field_may_have_a_reader_of_its_own() -> None:
    said = {"by": "ana", "do": "shout", "words": "hm", "often": True}
    assert reader(Shout)(said) == Shout(by="ana", often=True, words="HM")


def test_a_value_as_long_as_a_sentence_can_hold_is_shown_whole() -> None:
    assert quoted_value("x" * 58) == f"“{'x' * 58}”"
    assert quoted_value("x" * 59) == f"“{'x' * 56}…"
    assert quoted_value(["Zoë", date(2026, 1, 2)]) == '["Zoë", "2026-01-02"]'
    assert (quoted_value(None), quoted_value(True), quoted_value(False)) == (
        "nothing",
        "true",
        "false",
    )


@pytest.mark.parametrize("kind", [float, int | bool, tuple[float, ...], Mapping[str, float]])
def test_a_field_that_nothing_said_could_fit_is_a_fault(kind: Any) -> None:
    class Measure(Step):
        inches: kind

    with pytest.raises(RulesetFault, match="the field “inches” of "):
        reader(Measure)


def test_fields_may_depend_on_a_word() -> None:
    read = reader_by("fact", {"said": Say, "waited": Wait})

    assert read({**SAYS, "fact": "said"}, 4) == Say("hm", by="ana", entry=4)
    assert read({"by": "ana", "do": "report", "fact": "waited"}, 4, True).forced
    assert read({"by": "ana", "do": "report", "fact": "waited"}) == Wait(by="ana")
    with pytest.raises(Unreadable, match="“fact” is one of said, waited, not “sung”"):
        read({"by": "ana", "do": "report", "fact": "sung"}, 4)


def test_a_sentence_begins_with_a_player_or_with_the_judge() -> None:
    assert [speaker(by) for by in ("ana", "judge")] == ["ana", "the judge"]
