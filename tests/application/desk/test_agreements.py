"""What a judge puts to the players, and what each answers on their own phone."""

from typing import Any

import pytest

from adapters.sheet_page import page
from application.desk.backup import BadBackup, proposal_note
from application.desk.policy import policy_for
from application.desk.ruling_sheet import sheet
from application.desk.statements import (
    answer_said,
    answers,
    attaching,
    attachment_in,
    open_proposal,
    put_to,
    takes_back,
)
from application.game.live_game import LiveGame
from application.game.umpire import Umpire
from domain.kernel.steps import JUDGE

POLICY = policy_for("voidsiege")


def final(umpire: Umpire, live: LiveGame, text: str = "It ran.") -> int:
    said = attaching(live.game, 5, JUDGE, "final ruling", text, "fact", "Kim Lee")
    return umpire.step(live.id, said).entry.n


def answer(umpire: Umpire, live: LiveGame, by: str, kind: Any, to: int) -> int:
    said = {"by": by, **answer_said(kind, to, "the final ruling on entry 5")}
    return umpire.step(live.id, said).entry.n


def waits(live: LiveGame) -> list[int]:
    """What waits for ana, and for ben; 0 where nothing does."""
    found = (put_to(live.game, player) for player in ("ana", "ben"))
    return [0 if one is None else one.entry for one in found]


def test_a_final_ruling_waits_for_each_player_until_they_have_answered(
    umpire: Umpire, live: LiveGame
) -> None:
    assert waits(live) == [0, 0]
    n = final(umpire, live)
    assert waits(live) == [n, n]
    answer(umpire, live, "ana", "agreed", n)
    assert waits(live) == [0, n]
    answer(umpire, live, "ben", "not agreed", n)
    assert waits(live) == [0, 0]
    assert [(one.by, one.agrees) for one in answers(live, n)] == [("ana", True), ("ben", False)]


def test_who_goes_on_is_not_asked_any_more(umpire: Umpire, live: LiveGame) -> None:
    """And a newer ruling on the same entry takes the place of the one before."""
    final(umpire, live)
    n = final(umpire, live, "It ran, after all.")
    assert waits(live) == [n, n]
    umpire.step(live.id, {"by": "ana", "do": "rally", "unit": "nobody"})
    assert waits(live) == [n, n], "what was refused goes on with nothing"
    assert umpire.step(live.id, {"by": "ana", "do": "concede"}).entry.happened
    assert waits(live) == [0, n]


def test_the_newest_answer_counts_and_stands_on_the_sheet_with_its_time(
    umpire: Umpire, live: LiveGame
) -> None:
    n = final(umpire, live)
    answer(umpire, live, "ben", "not agreed", n)
    last = answer(umpire, live, "ben", "agreed", n)
    made = sheet(live, 5)
    assert [one.entry for one in made.agreements] == [last]
    assert f"agrees with entry {n}: entry {last}, 20" in page(made)
    assert made.as_json()["agreements"][0]["agrees"] is True
    assert made.remarks == ()


def test_a_proposal_is_about_the_error_and_holds_until_somebody_goes_on(
    umpire: Umpire, live: LiveGame
) -> None:
    said = proposal_note(live.game, POLICY, 3, "back", "Both misread it.")
    assert said["text"] == (
        "proposal 4: go back to entry 3; taken back, last first: 4. Because: Both misread it."
    )
    n = umpire.step(live.id, said).entry.n
    found = open_proposal(live.game)
    assert found is not None and (found.entry, found.to) == (n, 4)
    assert takes_back(found) == (4,)
    answer(umpire, live, "ana", "agreed", n)
    assert waits(live) == [0, n]
    umpire.step(live.id, {"by": JUDGE, "do": "rewind", "to": 3, "because": "Both misread it."})
    assert open_proposal(live.game) is None
    assert waits(live) == [0, 0]
    assert [one.by for one in sheet(live, 4).agreements] == ["ana"]


def test_only_what_can_be_done_is_put_to_the_players(live: LiveGame) -> None:
    assert (
        "as it stands after entry 5"
        in proposal_note(live.game, POLICY, 3, "leave", "So be it.")["text"]
    )
    with pytest.raises(BadBackup, match="no fix “magic”"):
        proposal_note(live.game, POLICY, 3, "magic", "So be it.")


def test_players_cannot_propose_nor_a_judge_agree(umpire: Umpire, live: LiveGame) -> None:
    """Such words are statements."""
    for by, text in (("ana", "proposal 5: I win"), (JUDGE, "agreed 5: yes")):
        entry = umpire.step(live.id, {"by": by, "do": "note", "text": text}).entry
        note = attachment_in(entry)
        assert note is not None and note.kind == "statement"
