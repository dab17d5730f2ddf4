"""A record that was uploaded keeps what it expects: the desk marks it, and an export gives it back."""

from adapters.wiring import ledger_on
from application.records.expectations import Expectations
from tests.adapters.servers import Client, inside
from tests.application.records.test_expectations import NOTED


def opened(client: Client, text: str) -> str:
    """The address of the desk of this record."""
    sent = client.post("/replay/open", data={"text": text}, follow_redirects=False)
    assert sent.status_code == 303, sent.text
    return str(sent.headers["location"])


def test_the_desk_marks_where_the_record_expects_another_ruling(store: str) -> None:
    with inside(store) as client:
        desk = opened(client, NOTED)
        page = client.get(f"{desk}?at=2").text
        assert "2 places differ from the record" in page
        assert "the record expects illegal, citing T11" in page
        assert "at the end the record expects phase: queue; it is idle" in page
        assert "citing T11" not in client.get(f"{desk}/at/3").text
        assert client.get(f"{desk}/export").text == NOTED


def test_a_game_that_came_from_no_record_differs_from_none(store: str) -> None:
    with inside(store) as client:
        desk = opened(client, NOTED.partition("steps:")[0])
        assert "from the record" not in client.get(desk).text
    assert Expectations(ledger_on(store)).of(desk.split("/")[2]) is None


def test_over_http_the_notes_are_given_back_as_far_as_is_asked_for(store: str) -> None:
    with inside(store) as client:
        desk = opened(client, NOTED)
        whole = client.get(f"/api{desk}/record").json()
        assert whole["steps"][1]["cites"] == ["T11"] and whole["expect_state"] == {"phase": "queue"}
        part = client.get(f"/api{desk}/record?at=2").json()
        assert part["steps"][1]["cites"] == ["T11"] and part["expect_state"]["round"] == 1
