"""Steps in words over HTTP, read as the command and the page read them."""

from typing import Any

import pytest

from tests.adapters.servers import Game, opened


@pytest.fixture
def game(client: Any) -> Game:
    return opened(client)


def said(game: Game, seat: str, text: Any, **more: Any) -> Any:
    return game.step(seat, {"said": text, **more})


def test_a_step_is_said_as_the_command_reads_it(game: Game) -> None:
    ruled = said(game, "ana", "a1 assault charge b1").json()
    assert (ruled["n"], ruled["verdict"], ruled["do"]) == (1, "legal", "declare")
    assert said(game, "ben", "ben decline").json()["verdict"] == "legal"
    assert said(game, "judge", "note the clock was stopped").json()["by"] == "judge"
    assert game.log()[0]["said"] == {
        "by": "ana",
        "do": "declare",
        "unit": "a1",
        "command": "assault",
        "charge": True,
        "target": "b1",
    }


def test_a_number_is_that_of_the_legal_options(game: Game) -> None:
    options = game.get("ana", "options").json()["options"]
    legal = [one["step"] for one in options if one["verdict"] == "legal"]
    assert said(game, "ana", "2").json()["verdict"] == "legal"
    assert game.log()[0]["said"] == legal[1]


@pytest.mark.parametrize(
    ("content", "status", "where"),
    [
        ({"said": "a1 dance"}, 422, "said"),
        ({"said": "ben decline"}, 422, "said"),
        ({"said": "{by: ben, do: decline}"}, 422, "said"),
        ({"said": "note " + "a" * 500}, 422, "said"),
        ({"said": ""}, 422, "said"),
        ({"said": 3}, 422, "do"),
        ({"said": "a1 move", "unit": "a1"}, 422, "do"),
        ({"said": "a1 move", "by": "ben"}, 403, "by"),
        ({"said": "a1 move", "expected_entry": 7}, 409, "expected_entry"),
    ],
)
def test_words_that_say_no_step_of_this_seat_keep_nothing(
    game: Game, content: dict[str, Any], status: int, where: str
) -> None:
    answer = game.step("ana", content)
    assert (answer.status_code, answer.json()["where"]) == (status, where)
    assert game.log() == []


def test_the_same_words_under_the_same_key_get_the_first_ruling(game: Game) -> None:
    """Though they would mean something else by now, or nothing."""
    first = game.step("ana", {"said": "1"}, idempotency_key="k")
    again = game.step("ana", {"said": "1"}, idempotency_key="k")
    assert (again.status_code, again.json()) == (200, first.json())
    assert len(game.log()) == 1


def test_why_is_asked_in_words(game: Game) -> None:
    def why(seat: str, **content: Any) -> Any:
        return game.client.post(game.path("/why"), json=content, headers=game.as_(seat))

    assert why("ana", said="a1 run").json()["verdict"] == "legal"
    assert why("judge", said="ben b1 move").json()["said"]["by"] == "ben"
    said(game, "ana", "a1 run")
    assert why("ana", said="a1 run", at=0).json()["at"] == 0
    assert why("ana", said="ben decline").status_code == 422
    assert why("spectator", said="a1 run").status_code == 403
