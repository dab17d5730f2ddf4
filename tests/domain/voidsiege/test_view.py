"""The table in words: what matters of it, and no list of units of which there is nothing to say."""

from domain.voidsiege import RULESET
from tests.armies import ARMIES
from tests.spec import given


def test_of_units_that_nothing_restricts_only_the_names_are_told() -> None:
    story = given("voidsiege", ARMIES["voidsiege"]())
    story.when(by="ana", do="declare", unit="a4", command="rally").then_legal()
    story.when(by="ben", do="report", fact="destroyed", unit="b2").then_legal()
    words = list(RULESET.in_words(story.state, "judge"))
    assert "“b2” of ben is destroyed since entry 2." in words
    assert "Nothing restricts b1 and b3–b12 of ben." in words
    assert len(words) < 8
