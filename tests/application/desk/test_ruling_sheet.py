"""The ruling sheet, and what is attached to a ruling."""

from typing import Any

import pytest

from adapters.sheet_page import page, text_lines
from application.desk.explain import CannotExplain
from application.desk.ruling_sheet import SaidAtTable, sheet
from application.desk.statements import CannotAttach, attaching, attachment_in, attachments
from application.game.live_game import LiveGame
from application.game.umpire import Umpire
from application.ledger.fingerprints import slip
from domain.kernel.steps import JUDGE


def attach(
    umpire: Umpire, live: LiveGame, by: str, kind: Any, text: str, on: Any = None, name: str = ""
) -> int:
    return umpire.step(live.id, attaching(live.game, 5, by, kind, text, on, name)).entry.n


def test_everything_about_one_ruling_is_on_it(umpire: Any, live: Any) -> None:
    umpire.step(live.id, {"by": "ben", "do": "note", "text": "I saw it <b>run</b>"})
    attach(umpire, live, "ana", "statement", "It only moved.")
    attach(umpire, live, "ana", "appeal", "It moved, it did not run.", "fact")
    attach(umpire, live, JUDGE, "final ruling", "Both players said Run.", "fact", "Kim Lee")
    attach(umpire, live, JUDGE, "final ruling", "S1 reads as printed.", "law", "Kim Lee")
    undo = {"do": "rewind", "to": 3, "because": "agreed by both"}
    umpire.step(live.id, {"by": JUDGE, **undo})
    made = sheet(live, 5)
    assert made.ruling.cites == ("S1", "S5")
    assert made.judge == "Kim Lee"
    assert made.digest == live.digests[5]
    assert made.short_digest == f"e5:{slip(made.digest).lower()}"
    assert [one.because for one in made.remedies] == ["agreed by both"]
    html = page(made)
    for words in (
        "turn-9",
        "ana gives “a1” Rally",
        "S5 Rally",
        "Restrictions, opening",
        "“a1” of ana holds run since entry 4",
        "It only moved.",
        "It moved, it did not run.",
        "Both players said Run.",
        "Judge: Kim Lee",
        made.digest,
        "agreed by both",
    ):
        assert words in html, words


def test_whatever_was_said_is_escaped_and_nothing_is_fetched(umpire: Any, live: Any) -> None:
    umpire.step(live.id, {"by": "ben", "do": "note", "text": "<script>alert(1)</script>"})
    attach(umpire, live, "ana", "statement", '"><img src=x onerror=alert(2)>')
    html = page(sheet(live, 5, judge="<i>Kim</i>"))
    for tag in ("<script", "<img", "<i>", "http:", "https:", "src=", "url("):
        assert tag not in html.replace("src=x onerror", ""), tag


def test_law_and_fact_are_told_apart(umpire: Any, live: Any) -> None:
    attach(umpire, live, "ana", "appeal", "wrong rule", "law")
    attach(umpire, live, "ana", "appeal", "wrong unit", "fact")
    assert [(one.on, one.text) for one in attachments(live.game, 5)] == [
        ("law", "wrong rule"),
        ("fact", "wrong unit"),
    ]
    assert [one.entry for one in attachments(live.game, 5)] == [6, 7]
    assert not list(attachments(live.game, 4))


def test_who_may_attach_what(live: Any) -> None:
    """Only a judge rules finally, only a player appeals."""
    for by, kind, on, sentence in (
        ("ana", "final ruling", "law", "only the judge"),
        (JUDGE, "appeal", "law", "a player appeals"),
        ("ana", "appeal", None, "on fact or on law"),
    ):
        with pytest.raises(CannotAttach, match=sentence):
            attaching(live.game, 5, by, kind, "so it is", on)
    with pytest.raises(CannotAttach, match="no entry 9"):
        attaching(live.game, 9, "ana", "statement", "so it is")
    with pytest.raises(CannotAttach, match="needs words"):
        attaching(live.game, 5, "ana", "statement", " ")
    with pytest.raises(CannotAttach, match="no colon"):
        attaching(live.game, 5, "ana", "statement", "so it is", name="a: b")


def test_a_note_that_only_pretends_is_a_statement(umpire: Any, live: Any) -> None:
    """A player who writes “final ruling 5 (law): …” has made a statement."""
    note = {"by": "ana", "do": "note", "text": "final ruling 5 (law): I win"}
    found = attachment_in(umpire.step(live.id, note).entry)
    assert found is not None and found.kind == "statement"
    assert (
        attachment_in(umpire.step(live.id, {"by": "ana", "do": "note", "text": "hm"}).entry) is None
    )


def test_an_overruled_entry_shows_its_remedy(umpire: Any, live: Any) -> None:
    allow = {"do": "overrule", "entry": 5, "verdict": "legal", "because": "the marker was wrong"}
    umpire.step(live.id, {"by": JUDGE, **allow})
    made = sheet(live, 5)
    assert [one.entry for one in made.remedies] == [6]
    assert "overruled it in entry 6" in page(made)


def test_going_back_to_where_a_refused_entry_had_changed_nothing_is_its_remedy(
    umpire: Any, live: Any
) -> None:
    umpire.step(live.id, {"by": "ana", "do": "declare", "unit": "a2", "command": "move"})
    umpire.step(live.id, {"by": JUDGE, "do": "rewind", "to": 5, "because": "she had not moved"})
    assert [one.because for one in sheet(live, 5).remedies] == ["she had not moved"]
    assert not sheet(live, 4).remedies
    assert "None is on record." in page(sheet(live, 4))


def test_leaving_the_game_as_it_is_is_a_remedy_and_no_statement(umpire: Any, live: Any) -> None:
    umpire.step(live.id, {"by": JUDGE, "do": "note", "text": "accepted state: too late to go back"})
    made = sheet(live, 5)
    assert [one.because for one in made.remedies] == ["too late to go back"]
    assert made.remarks == ()


def test_the_text_of_a_sheet_has_its_statements_in_one_place(umpire: Any, live: Any) -> None:
    umpire.step(live.id, {"by": "ben", "do": "note", "text": "I saw it run"})
    attach(umpire, live, "ana", "statement", "It only moved.")
    heard = SaidAtTable("10:00:00 UTC: Call 1, Ben: It ran.", True)
    made = SaidAtTable("09:59:00 UTC: Call 1: Ben calls a judge.", False)
    told = [*text_lines(sheet(live, 5, at_event=(made, heard)))]
    at = told.index("Statements")
    assert told[at + 1 : at + 5] == [
        "  ana, entry 7: It only moved.",
        "  ben, entry 6: I saw it run",
        "  10:00:00 UTC: Call 1, Ben: It ran.",
        "Remedy: none is on record.",
    ]
    assert told[told.index("At the event") + 1] == f"  {made.sentence}"


def test_there_is_no_such_entry(live: Any) -> None:
    with pytest.raises(CannotExplain, match="no entry 6"):
        sheet(live, 6)
