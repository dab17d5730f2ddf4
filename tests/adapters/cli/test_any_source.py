"""A stored game, a record's file and a sealed file are looked at alike."""

import json
from pathlib import Path
from typing import Any

import pytest

from application.ledger.rows import Row, opening_rows
from application.records.records import open_record, read_record
from application.seal.sealed_file import sealed_bytes
from tests.adapters.commands import refused

RECORDS = Path(__file__).parents[2] / "conformance"
RECORD = RECORDS / "voidsiege" / "29-run-then-rally.yaml"
"""Entry 5 is a Rally that the restriction of entry 4 forbids."""
RALLY = "by=ana do=declare unit=a1 command=rally"


@pytest.fixture
def sources(umpire: Any) -> dict[str, str]:
    """The same game three times: in the store, as a record, sealed."""
    game = umpire("import", RECORD).stdout.splitlines()[-1]
    assert umpire("seal", game, "-o", "game.sealed").exit_code == 0
    return {"stored": game, "record": str(RECORD), "sealed": "game.sealed"}


@pytest.mark.parametrize(
    "words",
    [
        ["show", "GAME"],
        ["show", "GAME", "--at", "3"],
        ["why", "GAME", "--entry", "5"],
        ["why", "GAME", "--if", RALLY, "--at", "4"],
        ["diff", "GAME", "0", "4"],
        ["options", "GAME"],
        ["backup", "GAME", "--to", "1"],
        ["audit", "GAME"],
        ["fork", "GAME", "--at", "4", "--dry", RALLY],
        ["shrink", "GAME", "5"],
    ],
    ids=lambda words: words[0],
)
def test_it_tells_the_same_of_each(umpire: Any, sources: Any, words: Any) -> None:
    told = {
        kind: umpire(*(name if word == "GAME" else word for word in words))
        for kind, name in sources.items()
    }
    assert {kind: one.exit_code for kind, one in told.items()} == dict.fromkeys(sources, 0)
    assert len({one.stdout for one in told.values()}) == 1
    assert told["stored"].stdout


def test_the_log_of_each_holds_the_same_entries(umpire: Any, sources: Any) -> None:
    logs = {
        kind: json.loads(umpire("log", name, "--json").stdout)["entries"]
        for kind, name in sources.items()
    }
    assert logs["stored"] == logs["sealed"]
    undated = [{**entry, "when": "", "written": ""} for entry in logs["stored"]]
    assert [{**entry, "when": "", "written": ""} for entry in logs["record"]] == undated


def test_a_sheet_names_the_digest_of_a_game_that_was_kept(umpire: Any, sources: Any) -> None:
    found = {
        kind: json.loads(umpire("sheet", name, "5", "--json").stdout)
        for kind, name in sources.items()
    }
    assert found["stored"]["digest"] == found["sealed"]["digest"] != ""
    assert found["record"]["digest"] == ""
    assert "digest" not in umpire("sheet", sources["record"], "5", "-o", "-").stdout


def test_a_fork_of_a_file_is_a_game_of_the_store(umpire: Any, sources: Any) -> None:
    states = set()
    for name in sources.values():
        *_, new = umpire("fork", name, "--at", "4").stdout.splitlines()
        shown = umpire("show", new, "--json")
        assert shown.exit_code == 0, shown.output
        states.add(json.dumps(json.loads(shown.stdout)["state"]))
    assert len(states) == 1


def test_precedents_like_an_entry_of_a_file(umpire: Any, sources: Any) -> None:
    other = umpire("import", RECORD).stdout.splitlines()[-1]
    for kind, nearest in (("record", {sources["stored"], other}), ("sealed", {other})):
        found = umpire("precedents", "--like", f"{sources[kind]}:5", "--json")
        listed = [(one["game"], one["entry"]) for one in json.loads(found.stdout)["precedents"]]
        assert set(listed[: len(nearest)]) == {(game, 5) for game in nearest}
        assert "no ruling on entry 99" in refused(
            umpire("precedents", "--like", f"{sources[kind]}:99")
        )


def test_a_sealed_file_is_replayed_against_the_rulings_that_were_sealed(
    umpire: Any, sources: Any
) -> None:
    assert umpire("replay", sources["sealed"]).exit_code == 0
    assert umpire("replay", sources["stored"]).stdout == umpire("replay", sources["sealed"]).stdout
    assert "illegal 5. ana gives “a1” Rally" in (umpire("replay", sources["sealed"]).stdout)


def test_nothing_is_read_out_of_a_sealed_file_that_does_not_hold(
    umpire: Any, sources: Any, tmp_path: Path
) -> None:
    raw = bytearray((tmp_path / "game.sealed").read_bytes())
    raw[-40] ^= 1
    (tmp_path / "changed.sealed").write_bytes(raw)
    for words in ("show", "log", "options"):
        assert "changed.sealed: " in refused(umpire(words, "changed.sealed"))


def test_a_sealed_file_never_writes_into_the_log_of_an_event(umpire: Any, tmp_path: Path) -> None:
    opening = read_record(RECORD).opening
    rows, _ = opening_rows("event:open", opening, open_record(read_record(RECORD)).opened, 1)
    title = f"voidsiege {opening.edition} · ana, ben"
    raw = sealed_bytes("event:open", title, "", [Row(*row) for row in rows], None)
    (tmp_path / "trick.sealed").write_bytes(raw)
    assert umpire("verify", "trick.sealed").exit_code == 0
    assert "it is no game that a store can take in" in refused(umpire("import", "trick.sealed"))
    assert json.loads(umpire("event", "list", "--json").stdout) == {"events": []}


def test_a_file_is_only_read(umpire: Any, sources: Any) -> None:
    for kind in ("record", "sealed"):
        done = umpire("backup", sources[kind], "--to", "1", "--confirm", "--because", "so")
        assert "“umpire import” takes it in" in refused(done)
    assert "there is no such file" in refused(umpire("show", "gone.sealed"))
