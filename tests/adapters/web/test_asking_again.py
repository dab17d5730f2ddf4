"""A request to take something back, over HTTP: withdrawn by who asked, and not made a third time."""

from typing import Any

from tests.adapters.servers import opened

MOVE = {"do": "declare", "unit": "a1", "command": "move"}
UNDO = {"do": "undo"}


def test_nobody_is_asked_a_third_time_about_one_entry(client: Any) -> None:
    """The refusal is no entry; the page's button says why; another entry may be asked about."""
    game = opened(client)
    game.step("ana", MOVE)
    game.step("ben", {"do": "decline"})
    for answers, said in (("ana", {"do": "withdraw"}), ("ben", {"do": "object"})):
        assert game.step("ana", UNDO).json()["verdict"] == "legal"
        assert game.step(answers, said).json()["cites"] == ["G4"]

    refused = game.step("ana", UNDO)

    assert refused.status_code == 422
    assert "nobody is asked a third time" in refused.json()["detail"]
    assert len(game.log()) == 6
    page = game.client.get(
        f"/games/{game.id}/now", headers={"cookie": f"umpire-{game.id}={game.tokens['ana']}"}
    )
    assert "ben has been asked twice" in page.text
    assert "Ask to take back" not in page.text

    game.step("ana", {"do": "move", "unit": "a1"})
    game.step("ben", {"do": "declare", "unit": "b1", "command": "move"})
    assert game.step("ana", UNDO).json()["verdict"] == "legal"
