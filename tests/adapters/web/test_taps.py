"""Steps chosen tap by tap over HTTP: who may, what is answered, and that nothing is kept by it."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from adapters.wiring import umpire_on
from application.records.records import record_from
from tests.adapters.servers import VOIDSIEGE, inside

PAGE = {"x-umpire": "page"}


@pytest.fixture
def seated(tmp_path: Path) -> Any:
    store = tmp_path / "games.umpire"
    umpire = umpire_on(str(store))
    game = umpire.open(record_from(VOIDSIEGE, "the record").opening)
    umpire.store.close()
    with inside(store) as client:
        tokens = client.app.state.context.seats.issue(game, ["ana", "ben", "spectator", "judge"])

        def ask(seat: str, what: str, content: Any) -> httpx.Response:
            head = {"authorization": f"Bearer {tokens[seat]}"} if seat else {}
            return client.post(f"/games/{game}/{what}", json=content, headers={**PAGE, **head})

        yield ask


def test_a_unit_that_is_tapped_has_its_commands_each_judged(seated: Any) -> None:
    """What is refused carries the rule and the step that was tried."""
    found = seated("ana", "choices", {"taps": ["@a1"]}).json()
    by_words = {one["words"]: one for one in found["choices"]}
    assert by_words["Move"]["verdict"] == "legal"
    assert by_words["Move"]["step"]["command"] == "move"
    assert by_words["Intervene"]["cites"] == ["E2"]
    assert by_words["fell"]["aside"]
    assert found["entry"] == 0


@pytest.mark.parametrize(("seat", "status"), [("", 401), ("spectator", 403), ("judge", 403)])
def test_only_players_choose(seated: Any, seat: str, status: int) -> None:
    for what, content in (("choices", {"taps": []}), ("typed", {"text": "a1 move"})):
        assert seated(seat, what, content).status_code == status


@pytest.mark.parametrize("taps", [["@nobody"], "a1", [3], [{"value": 1}], [{"other": 1}], None])
def test_taps_that_lead_nowhere_are_told_so(seated: Any, taps: Any) -> None:
    answer = seated("ana", "choices", {"taps": taps})
    assert answer.status_code == 409
    assert answer.json()["detail"]


def test_a_typed_step_is_judged_and_not_kept(seated: Any) -> None:
    """Whoever types it says it for themselves."""
    legal = seated("ana", "typed", {"text": "a1 move"}).json()
    assert (legal["verdict"], legal["step"]["by"]) == ("legal", "ana")
    early = seated("ben", "typed", {"text": "b1 move"}).json()
    assert (early["verdict"], early["step"]["by"]) == ("illegal", "ben")
    assert seated("ana", "choices", {"taps": []}).json()["entry"] == 0


def test_words_that_say_no_step_are_told_so(seated: Any) -> None:
    for text in ("", "dance", "{", "by=ben do=decline do=decline"):
        assert seated("ana", "typed", {"text": text}).status_code == 422


def test_a_judge_types_the_same_words_at_the_desk(seated: Any) -> None:
    """What was reported is said for themselves; what is asked about is anybody's."""
    asked = seated("judge", "whynot", {"step": "ana a1 run"})
    assert (asked.status_code, "legal" in asked.text) == (200, True)
    shown = seated("judge", "tried", {"step": "destroyed b1"})
    assert (shown.status_code, "destroyed" in shown.text) == (200, True)
    assert seated("judge", "say", {"step": "destroyed b1", "entry": 0}).status_code == 200
    assert seated("judge", "tried", {"step": "ana a1 run"}).status_code == 422
