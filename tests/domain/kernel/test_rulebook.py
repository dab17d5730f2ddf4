"""Editions: what they know, how they are called, and which reading they prefer."""

import pytest

from domain.kernel.faults import RulesetFault
from domain.kernel.rulebook import Law, Settled, Source, edition
from domain.kernel.ruling import Grounds, legal_ruling, sentence
from domain.kernel.values import changed
from tests.toy import RULESET

EDITION = RULESET.editions[0]


def test_an_edition_says_what_it_is() -> None:
    assert (EDITION.id, EDITION.ruleset) == ("1", "toy")
    assert (EDITION.title, EDITION.published) == ("Toy", "2025-01-01")
    assert [EDITION.knows(one) for one in ("N1", "G1", "Q1", "N9")] == [True, True, True, False]


def test_an_edition_keeps_what_it_is_made_of() -> None:
    rule, question = EDITION.rules["N1"], EDITION.questions["Q1"]
    settled, source = Settled("Q9", "May one shout?", "One may."), Source("Rules", "All of them.")
    made = edition(
        "2",
        "toy",
        "Toy, mended",
        "2026-01-01",
        (rule,),
        (question,),
        {"most": 9},
        (settled,),
        {"rain": "It is not of the game."},
        (source,),
    )
    assert (made.id, made.ruleset, made.title) == ("2", "toy", "Toy, mended")
    assert (made.published, made.tables, made.sources) == ("2026-01-01", {"most": 9}, (source,))
    assert (made.settled, made.never) == ({"Q9": settled}, {"rain": "It is not of the game."})
    assert ([*made.rules][-1], made.questions) == ("N1", {"Q1": question})
    plain = edition("3", "toy", "Toy", "2026-01-01", (rule,), ())
    assert (plain.tables, plain.settled, plain.never, plain.sources) == ({}, {}, {}, ())


def test_a_rule_and_a_question_have_titles_and_what_is_unknown_its_number() -> None:
    assert EDITION.title_of("N3") == "One to three"
    assert EDITION.title_of("Q1") == "Zero"
    assert EDITION.title_of("N9") == "N9"


def test_an_edition_may_prefer_another_reading_than_the_first() -> None:
    preferring = changed(EDITION, defaults={"Q1": "yes"})

    assert (EDITION.reading("Q1"), preferring.reading("Q1")) == ("no", "yes")
    assert preferring.reading("Q2") == "may"
    assert Law(preferring)["Q1"] == "yes"
    assert Law(preferring, {"Q1": "open"})["Q1"] == "open"


def test_a_sentence_ends_as_it_ends_or_with_a_full_stop() -> None:
    told = [sentence(text) for text in ("so", "so.", "so?", "so!")]
    assert told == ["so.", "so.", "so?", "so!"]


def test_grounds_without_a_reason_add_rules_alone() -> None:
    ruling = legal_ruling((Grounds(("N3",), ""),), EDITION.basis)
    assert (ruling.cites, ruling.reason) == (("N3",), "")

    ruling = legal_ruling((Grounds(("N3",), "one"), Grounds(("N1", "N3"), "")), EDITION.basis)
    assert (ruling.cites, ruling.reason) == (("N3", "N1"), "one.")


@pytest.mark.parametrize(
    ("question", "reading", "sentence"),
    [
        ("Q9", "no", "toy: there is no question “Q9”; expected “Q1” or “Q2”"),
        ("Q1", "nobody", "toy: “nobody” is no reading of Q1; expected “no”, “yes” or “open”"),
        (
            "Q3",
            "no",
            'toy: the question Q3 has no readings: what depends on it is `undetermined(…, "Q3")`',
        ),
    ],
)
def test_a_question_or_a_reading_that_is_not_there_is_named(
    question: str, reading: str, sentence: str
) -> None:
    with pytest.raises(RulesetFault) as why:
        Law(EDITION).is_(question, reading)
    assert str(why.value) == sentence


def test_a_reading_is_compared_with_the_one_in_force() -> None:
    law = Law(EDITION, {"Q1": "yes"})
    assert [law.is_("Q1", one) for one in ("no", "yes", "open")] == [False, True, False]
