"""The law is read from a page as it stands; what cannot be read is said with its line."""

from pathlib import Path

import pytest

from domain.kernel.faults import RulesetFault
from domain.kernel.page import law_from, page_beside

PAGE = """# A game

| rule | title | text | source | note |
| --- | --- | --- | --- | --- |
| T1 | In turn | The players take turns. | page 1 | |
| E1 | Late | Who is late waits. | the edition | inferred |
| S7 | Values | They stay as they are. | page 2 | not adjudicated: nobody asks |

| question | title | text | source |
| --- | --- | --- | --- |
| C1 | Equal | May equal numbers be said? | page 3 |
| C1: no | | They may not. | |
| C1: yes | | They may. | |
| U1 | A gap | Nothing is known. | |

| settled | question | answer |
| --- | --- | --- |
| M8 | Is it answered? | It is. |

| never ruled on | why |
| --- | --- |
| distances | measured at the table |

| another | table |
| --- | --- |
| of | words |
"""


def test_rules_questions_and_what_is_settled_are_read_in_their_order() -> None:
    page = law_from(PAGE)
    assert [(one.id, one.inferred, one.not_adjudicated) for one in page.rules] == [
        ("T1", False, ""),
        ("E1", True, ""),
        ("S7", False, "nobody asks"),
    ]
    assert page.rules[0].text == "The players take turns."
    asked, gap = page.questions
    assert (asked.id, asked.source, dict(asked.readings)) == (
        "C1",
        "page 3",
        {"no": "They may not.", "yes": "They may."},
    )
    assert (gap.id, gap.readings) == ("U1", {})
    (settled,) = page.settled
    assert (settled.id, settled.question, settled.answer) == ("M8", "Is it answered?", "It is.")
    assert page.never == {"distances": "measured at the table"}
    assert page.tables["another"] == ({"another": "of", "table": "words"},)


SOURCES = """
| source | title | what |
| --- | --- | --- |
| turn | Turn Structure and Commands | a page, at hand whole |
| ours | this edition | no text says it |
"""
KEYS = {
    "page 1": "turn: step 2; ours: the detail",
    "the edition": "ours",
    "page 2": "turn",
    "page 3": "",
}


def with_sources(**otherwise: str) -> str:
    page = PAGE.replace("| inferred |", "| |")
    for was, key in {**KEYS, **otherwise}.items():
        page = page.replace(f"| {was} |", f"| {key} |")
    return page + SOURCES


def test_people_read_the_title_of_a_source_and_never_its_key() -> None:
    """What has no source but the edition itself is filled in by it."""
    page = law_from(with_sources())
    assert [(one.source, one.inferred) for one in page.rules] == [
        ("Turn Structure and Commands, step 2; this edition, the detail", False),
        ("this edition", True),
        ("Turn Structure and Commands", False),
    ]
    assert [one.title for one in page.sources] == ["Turn Structure and Commands", "this edition"]


def test_a_source_that_the_page_does_not_list_is_refused() -> None:
    with pytest.raises(RulesetFault, match="S7: “trun” is no source of this page; expected one of"):
        law_from(with_sources(**{"page 2": "trun"}))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("| page 1 | |", "| page 1 |", "line 5: a row of rules has 5 cells, and this one has 4"),
        ("| inferred |", "| guessed |", "line 6: E1 is noted as “guessed”; expected nothing, "),
        ("| of | words |", "| of |", "line 26: a row of anothers has 2 cells, and this one has 1"),
        ("| U1 |", "| C1 |", "line 14: there is a question C1 already"),
        ("| C1: no |", "| C2: no |", "line 12: “no” is a reading of C2, which comes before it"),
        (
            "| E1 |",
            "\n| E1 |",
            "line 7: there is no line of dashes below this one, .* an empty line",
        ),
        ("| M8 |", "\n| M8 |", "line 19: there is no line of dashes below this one"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(old: str, new: str, told: str) -> None:
    with pytest.raises(RulesetFault, match=told):
        law_from(PAGE.replace(old, new))


@pytest.mark.parametrize(
    ("table", "names", "told"),
    [
        ("step", ("of",), "the page: no table has a head that begins with “step”; it is missing"),
        ("another", ("for", "by"), "another “of”: expected for or by"),
        ("another", ("of", "by"), "the page: another “by” is missing in its table"),
        ("another", (), "the page, another “of”: expected no row more"),
    ],
)
def test_a_table_has_the_rows_that_the_ruleset_knows(
    table: str, names: tuple[str, ...], told: str
) -> None:
    page = law_from(PAGE)
    assert page.rows("another", ("of",)) == page.tables["another"]
    with pytest.raises(RulesetFault, match=told):
        page.rows(table, names)


def test_a_page_is_named_where_it_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "rulebook.md").write_text(PAGE.replace("| U1 |", "| C1 |"), "utf-8")
    with pytest.raises(RulesetFault, match=r"rulebook\.md, line 14"):
        page_beside(str(tmp_path / "rulebook.py"))
