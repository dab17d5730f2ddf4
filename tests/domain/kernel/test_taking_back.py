"""What is asked, answered and refused when somebody takes something back (G4), in its exact words."""

from typing import Any

from tests.spec import given
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
