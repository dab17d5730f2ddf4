"""What is asked, answered and refused when somebody takes something back (G4), in its exact words."""

from typing import Any

from domain.kernel.events import UndoWithdrawn
from domain.kernel.shared import adjudicate
from domain.kernel.taking_back import asked_too_often
from tests.examples.lanterns import RULESET as LANTERNS
from tests.spec import Story, given
from tests.toy import RULESET


def test_each_word_about_taking_back_says_what_it_comes_to() -> None:
    told = given(RULESET, {"sticks": 20}, players=("ana", "ben", "cem"))

    def say(by: str, do: str, reason: str, *since: int, **more: Any) -> None:
        ruling = told.when(by=by, do=do, **more).entry.ruling
        assert (ruling.reason, ruling.because) == (reason, since)

    say("ana", "undo", "no entry of ana's stands that could be taken back.")
    say("ben", "consent", "there is no request to answer.")
    say("ben", "object", "there is no request to answer.")
    say("ben", "withdraw", "there is no request to withdraw.")
    told.when(by="ana", do="take", number=1)
    say("ana", "undo", "ana takes back entry 5: nobody has gone on since.")
    told.when(by="ana", do="take", number=1).when(by="ben", do="take", number=1)
    asks = "ana asks to take back entry 7; others have gone on since, so ben and cem must agree"
    say("ana", "undo", f"{asks}. Entry 8 goes with it.")
    say("ana", "consent", "ana is not the one to answer this request.", 9)
    say("ben", "withdraw", "the request is ana's, who alone withdraws it.", 9)
    say("ben", "consent", "ben agrees.")
    say("cem", "object", "cem does not agree; the game stands as it stood.")
    told.when(by="cem", do="take", number=1)
    say("ana", "undo", f"{asks}. Entries 8 and 14 go with it.")
    say("ana", "withdraw", "ana no longer asks to take back entry 7.")
    assert told.entry.events == (UndoWithdrawn("ana"),)
    told.when(by="ana", do="undo").when(by="ben", do="consent")
    say("cem", "consent", "all agree: entry 7 is taken back.")
    told.then_state(sticks=20)


def test_no_player_goes_back_behind_a_judge_or_a_concession() -> None:
    told = given(RULESET, {"sticks": 20}, players=("ana", "ben", "cem"))
    told.when(by="ana", do="take", number=1)
    behind = "which no player goes back behind: a judge may rewind."
    told.when(by="judge", do="report", fact="fallen", number=1).when(by="ana", do="undo")
    told.then_illegal("G4")
    reason = f"entry 1 came before entry 2, a judge's ruling, {behind}"
    assert (told.entry.ruling.reason, told.entry.ruling.because) == (reason, (2,))
    told.when(by="cem", do="concede").when(by="ana", do="undo")
    assert told.entry.ruling.reason == f"entry 1 came before entry 4, a concession, {behind}"


def test_in_a_tournament_a_judge_takes_back() -> None:
    told = given(RULESET, {"sticks": 20}, mode="tournament").when(by="ana", do="undo")
    assert told.entry.ruling.reason == (
        "in a tournament nothing is taken back by a player; a judge may rewind."
    )


def too_often(told: Story, **said: Any) -> str:
    return asked_too_often(told.game, adjudicate(told.game, said)[0])


def test_nobody_is_asked_a_third_time_to_let_one_entry_go() -> None:
    told = given(RULESET, {"sticks": 20}, players=("ana", "ben", "cem"))
    for by in ("ana", "ben", "cem"):
        told.when(by=by, do="take", number=1)
    for _ in range(2):
        assert too_often(told, by="ana", do="undo") == ""
        told.when(by="ana", do="undo").when(by="ben", do="object")
    assert too_often(told, by="ana", do="undo") == (
        "ben and cem have been asked twice to let entry 1 be taken back, in entries 4 and 6, and "
        "nobody is asked a third time: a judge may still take it back (G4)"
    )
    assert too_often(told, by="ben", do="undo") == "", "that is about another entry"
    assert too_often(told, by="ana", do="take", number=1) == ""
    assert too_often(told, by="ana", do="take", number=9) == ""


def test_nobody_is_asked_a_third_time_to_put_the_table_right_so() -> None:
    hands = {"ana": {"spark1": "spark"}, "ben": {"spark2": "spark"}}
    told = given(LANTERNS, {"hands": hands})
    one, other = (
        {"by": "ana", "do": "correct", "because": "so", "parts": {"coins": {"ana": n}}}
        for n in (1, 2)
    )
    for _ in range(2):
        assert too_often(told, **one) == ""
        told.when(**one).when(by="ben", do="object")
    assert too_often(told, **one) == (
        "ben has been asked twice to put the table right so, in entries 1 and 3, and nobody is asked "
        "a third time: a judge may still put it right (G7)"
    )
    assert too_often(told, **other) == too_often(told, **{**one, "by": "ben"}) == ""
