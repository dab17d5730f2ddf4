"""What a browser holds of a table already does not come again, and nothing is lost by that."""

from adapters.web.pages.parts import without_held

TEXT = '<b data-part="aaaaaaaa"><i data-part="bbbbbbbb">1</i><!--/--><u>2</u></b><!--/--> 3'


def test_a_part_that_is_held_leaves_a_gap_with_all_that_is_in_it() -> None:
    assert without_held(TEXT, {"aaaaaaaa"}) == '<i data-part="aaaaaaaa"></i> 3'


def test_a_part_that_is_new_leaves_out_the_parts_in_it_that_are_held() -> None:
    whole = '<b data-part="aaaaaaaa"><i data-part="bbbbbbbb"></i><u>2</u></b> 3'
    assert without_held(TEXT, {"bbbbbbbb"}) == whole


def test_whoever_holds_nothing_gets_all_of_it() -> None:
    assert without_held(TEXT, ()) == TEXT.replace("<!--/-->", "")


def test_what_somebody_wrote_ends_no_part() -> None:
    """It is escaped before it stands in a page."""
    said = '<b data-part="aaaaaaaa">&lt;!--/--&gt;</b><!--/-->'
    assert without_held(said, ()) == said.removesuffix("<!--/-->")
