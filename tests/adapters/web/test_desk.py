"""The judge's desk over HTTP: what the use cases say, as far as the asker may know it."""

from typing import Any

import httpx
import pytest

from application.records.records import record_from
from application.records.replay import replay
from application.seal.seal import examine
from tests.adapters.servers import Game

STEPS = (
    ("ana", {"do": "declare", "unit": "a1", "command": "assault"}),
    ("ben", {"do": "react", "unit": "b1", "command": "snap_fire"}),
    ("ana", {"do": "move", "unit": "a1"}),
    ("ana", {"do": "note", "text": "measured twice"}),
)


@pytest.fixture
def played(game: Game) -> Game:
    for seat, said in STEPS:
        assert game.step(seat, said).status_code == 200
    return game


def asked(game: Game, seat: str, what: str, **body: object) -> httpx.Response:
    return game.client.post(game.path(f"/{what}"), json=body, headers=game.as_(seat))


def test_why_an_entry_was_refused(played: Any) -> None:
    found = played.get("ben", "why", entry=2).json()
    assert found["verdict"] == "illegal"
    assert found["cites"]
    assert 1 in found["because"]
    assert played.get("ben", "why", entry=0).status_code == 404


def test_why_not_asks_and_enters_nothing(played: Any) -> None:
    found = asked(played, "ben", "why", step={"do": "declare", "unit": "b1", "command": "move"})
    assert found.json()["verdict"] == "illegal"
    assert found.json()["when"]
    assert asked(played, "ben", "why", step={"do": "note", "text": "x"}, at=99).status_code == 422
    assert len(played.log()) == 4


def test_a_difference_names_the_places_that_changed(played: Any) -> None:
    changes = played.get("ana", "diff", from_=0, to=1).json()["changes"]
    assert any("points" in change["path"] for change in changes)


def test_a_fork_is_a_game_of_its_own(played: Any) -> None:
    headers = {**played.as_("ana"), "idempotency-key": "what-if"}
    body = {"at": 1}
    one, two = (
        played.client.post(played.path("/fork"), json=body, headers=headers) for _ in range(2)
    )
    assert one.status_code == 201
    assert one.json() == two.json()
    forked = Game(one.json()["game"], one.json()["tokens"], played.client)
    assert forked.state() == played.state(at=1)
    assert forked.step("ben", {"do": "decline"}).json()["n"] == 2
    assert len(played.log()) == 4
    other = played.client.post(played.path("/fork"), json={"at": 2}, headers=headers)
    assert other.status_code == 422


def test_a_fork_may_be_drawn_again(played: Any) -> None:
    """True or false, and nothing else."""
    ana = played.as_("ana")
    assert (
        played.client.post(played.path("/fork"), json={"again": True}, headers=ana).status_code
        == 201
    )
    refused = played.client.post(played.path("/fork"), json={"again": "yes"}, headers=ana)
    assert (refused.status_code, refused.json()["what"]) == (422, "“again” is true or false")


def test_audit_and_backup(played: Any) -> None:
    assert played.get("judge", "audit").json()["point"]["entry"] == 2
    advice = played.get("judge", "backup", to=1).json()
    assert advice["grade"] in ("simple", "risky", "irreversible")
    assert advice["takes_back"]


@pytest.mark.parametrize("remedy", ["back", "leave", "newest_only"])
def test_who_agreed_to_a_remedy_is_noted_with_it(played: Any, remedy: str) -> None:
    content = {"to": 3, "because": "nobody saw it", "remedy": remedy, "agreed": ["ben"], "entry": 4}
    by_page = {**played.as_("judge"), "x-umpire": "page"}
    done = played.client.post(f"/games/{played.id}/remedy", json=content, headers=by_page)
    assert done.status_code == 200, done.text
    noted = played.log()[4]["said"]
    assert (noted["by"], noted["do"]) == ("ben", "note") and noted["text"].startswith("agreed: ")


def test_the_sheet_of_a_ruling(played: Any) -> None:
    found = played.get("judge", "sheet", entry=2)
    assert found.status_code == 200
    assert "illegal" in found.text


def test_the_record_replays_to_the_same(played: Any) -> None:
    record = played.get("ana", "record").json()
    again = replay(record_from(record))
    assert again.mismatches == ()
    assert again.game.view() == played.state()
    assert len(played.get("ana", "record", at=2).json()["steps"]) == 2


def test_the_seal_is_checked_without_the_store(played: Any) -> None:
    answer = played.get("ana", "seal")
    assert answer.headers["content-disposition"] == f'attachment; filename="{played.id}.sealed"'
    found = examine(answer.content)
    assert found.holds
    assert (found.game, found.entries) == (played.id, 4)
