"""A file is played back by anybody; nothing of it stays on the server."""

from base64 import b64encode
from pathlib import Path

import pytest
from click.testing import CliRunner

from adapters.cli import cli
from adapters.web.body_limits import REPLAY
from adapters.web.limits import REPLAYS
from adapters.web.pages.lobby import replaying
from application.desk.batch.replayed import MOST_STEPS
from application.rulesets import FOLDERS
from tests.adapters.servers import inside
from tests.application.records.test_expectations import HEAD, NOTED

RECORDS = Path(__file__).parents[2] / "conformance"
OURS = {"x-umpire": "page"}


def test_every_moment_is_shown_and_what_differs(store: str) -> None:
    with inside(store) as client:
        page = client.post("/replay", data={"text": NOTED, "at": "2"}).text
        assert "The table after entry 2" in page and "2 places differ from the record" in page
        assert "the record expects illegal, citing T11" in page
        assert "1970" not in page, "a record without times has none"
        moments = client.post("/replay", json={"text": NOTED, "at": 3}, headers=OURS).json()
        assert sorted(moments["moments"]) == ["0", "1", "2", "3", "4"]
        assert client.get("/api/games").json() == {"games": []}


def test_a_record_that_agrees_says_so(store: str) -> None:
    agreeing = HEAD.replace("Z'}", "Z', cites: [T1]}")
    with inside(store) as client:
        told = "Every ruling is as the record expects."
        assert told in client.post("/replay", data={"text": agreeing}).text
        assert told not in client.post("/replay", data={"text": HEAD}).text


def test_nobody_needs_a_key_to_look_and_everybody_to_open(store: str) -> None:
    with inside(store, key="k" * 24) as client:
        assert client.post("/replay", data={"text": NOTED}).status_code == 200
        sent = client.post("/replay/open", data={"text": NOTED, "once": "x"})
        assert sent.status_code == 401 and NOTED.splitlines()[5] in sent.text, "nothing is lost"


def test_what_cannot_be_read_is_said_in_a_sentence(store: str) -> None:
    with inside(store) as client:
        sent = client.post("/replay", data={"text": "record: 7"})
        assert sent.status_code == 422 and "the record: “ruleset” is missing" in sent.text
        for content in (
            {"text": "!!python/object:os.system {}"},
            {"sealed": "AAAA"},
            {"sealed": "ä"},
        ):
            sent = client.post("/replay", json=content, headers=OURS)
            assert sent.status_code == 422, sent.text
            assert client.post("/replay", data=content).status_code == 422


def test_it_is_bounded(store: str) -> None:
    note = "  - {by: ana, do: note, text: a}\n"
    with inside(store) as client:
        sent = client.post("/replay", data={"text": HEAD + note * MOST_STEPS})
        assert sent.status_code == 422 and f"at most {MOST_STEPS} here" in sent.text
        assert client.post("/replay", data={"text": "a" * REPLAY}).status_code == 413
        asked = [client.post("/replay", data={}).status_code for _ in range(REPLAYS + 5)]
        assert asked[-1] == 429


def test_of_a_crowded_table_one_answer_brings_fewer_moments(
    store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "MOST_TOGETHER", 1)
    with inside(store) as client:
        sent = client.post("/replay", json={"text": NOTED, "at": 3}, headers=OURS)
        assert [*sent.json()["moments"]] == ["3"]


def test_a_sealed_game_is_played_back_too(store: str, tmp_path: Path) -> None:
    run = ["--db", str(store)]
    (tmp_path / "a.yaml").write_text(NOTED, encoding="utf-8")
    game = CliRunner().invoke(cli, [*run, "import", str(tmp_path / "a.yaml")]).stdout.split()[-1]
    CliRunner().invoke(cli, [*run, "seal", game, "-o", str(tmp_path / "a.sealed")])
    sealed = b64encode((tmp_path / "a.sealed").read_bytes()).decode()
    with inside(tmp_path / "other.umpire") as client:
        page = client.post("/replay", data={"sealed": sealed, "at": "4"}).text
        assert "The seal holds" in page and "The table after entry 4" in page
        broken = client.post("/replay", data={"sealed": sealed[:-8] + "AAAAAAA="})
        assert broken.status_code == 422 and "The sealed file: " in broken.text
        opened = client.post("/replay/open", data={"sealed": sealed}, follow_redirects=False)
        assert client.get(opened.headers["location"]).status_code == 200


def test_it_is_played_on_from_a_moment(store: str) -> None:
    """With a link for each seat; what the record expects of the steps that were taken is kept."""
    with inside(store) as client:
        sent = client.post(
            "/replay/open", data={"text": NOTED, "until": "2"}, follow_redirects=False
        )
        assert sent.headers["location"].endswith("/links")
        (game,) = client.get("/api/games").json()["games"]
        exported = CliRunner().invoke(cli, ["--db", str(store), "export", game["game"]]).stdout
        assert "expect: illegal, cites: [T11]}" in exported and "shoot" not in exported


@pytest.mark.parametrize("ruleset", FOLDERS)
def test_every_game_is_drawn(store: str, ruleset: str) -> None:
    """As its own picture, from the set-up to the end, in whole windows."""
    (record, *_) = sorted((RECORDS / ruleset).glob("*.yaml"), key=lambda path: -path.stat().st_size)
    with inside(store) as client:
        text = record.read_text("utf-8")
        page = client.post("/replay", data={"text": text, "at": "9999"}).text
        newest = int(page.partition('max="')[2].partition('"')[0])
        seen: set[str] = set()
        while len(seen) <= newest:
            sent = client.post("/replay", json={"text": text, "at": len(seen)}, headers=OURS)
            fresh = set(sent.json()["moments"])
            assert fresh - seen
            seen |= fresh
        assert "Every ruling is as the record expects." in page
