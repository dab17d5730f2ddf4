"""Going over many games: what came of each, and nothing else, is kept."""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from application.desk.batch.examining import audits, replays, verifies
from application.desk.batch.going_over import Outcome, Tally, digest_of, go_over, sources_of
from application.desk.batch.journal import BadJournal, Journal, NoJournal
from application.desk.batch.pinned import BadPins, PinFile, PinWriter, pins
from application.desk.batch.sources import Source
from application.desk.policy import policy_for
from application.records.records import open_record, record_from
from domain.kernel.history import Game
from tests import archive

GAMES = 18


def no_store() -> Any:
    raise AssertionError("no game of a store is asked for")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    archive.write(folder, archive.games(GAMES, 8))
    return folder


@pytest.fixture
def only_what_comes() -> Iterator[None]:
    """What is there already is not gone through each time: in a long run that is much."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def games_alive() -> int:
    gc.collect()
    return sum(type(one) is Game for one in gc.get_objects())


@pytest.mark.usefixtures("only_what_comes")
@pytest.mark.parametrize("kind", ["replay", "audit", "verify", "pin"])
def test_no_game_stays_in_memory(folder: Path, tmp_path: Path, kind: str) -> None:
    pinning = PinWriter(tmp_path / "pinned")
    looks = {
        "replay": replays(no_store, {}, strict=False),
        "audit": audits(no_store, lambda game: policy_for(game.ruleset.name), whole=True),
        "verify": verifies(no_store),
        "pin": pins(no_store, pinning),
    }
    try:
        found = go_over(list(sources_of([str(folder)])), looks[kind], Tally(), NoJournal())
        next(found)
        before = games_alive()
        rest = [*found]
    finally:
        pinning.give_up()
    assert len(rest) == GAMES - 1
    assert games_alive() <= before + 1, "the newest may still be at hand"


def test_a_fault_in_one_game_never_stops_the_rest(folder: Path) -> None:
    def look(source: Source) -> Outcome:
        if source.short.startswith("0003"):
            raise ZeroDivisionError("division by zero")
        return Outcome(source.name, "agrees", "1 entry", digest=source.name)

    tally = Tally()
    found = list(go_over(list(sources_of([str(folder)])), look, tally, NoJournal()))
    assert len(found) == GAMES
    (fallen,) = tally.fell_out
    assert fallen.said == "a fault of umpire itself: ZeroDivisionError: division by zero"


def test_a_folder_is_its_records_and_sealed_files_in_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b.yaml", "a/c.json", "a/d.sealed", "notes.txt", ".hidden/e.yaml", ".f.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [one.short for one in sources_of([str(tmp_path)])] == [
        "a/c.json",
        "a/d.sealed",
        "b.yaml",
    ]
    assert [one.is_file for one in sources_of(["zife-mafu-77", "gone.yaml"])] == [False, True]


RECORD: dict[str, Any] = {
    "record": 1,
    "ruleset": "voidsiege",
    "players": ["ana", "ben"],
    "setup": {
        "points": {"ana": 3, "ben": 3},
        "units": {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}},
    },
}
STEP = {"by": "ana", "do": "declare", "unit": "a1", "command": "move"}


def digest(**changed: Any) -> str:
    record = record_from({**RECORD, "steps": [STEP], **changed})
    return digest_of(open_record(record), [noted.said for noted in record.steps])


def test_the_digest_is_that_of_the_game_and_not_of_how_it_is_written_down() -> None:
    same = digest()
    assert digest(names={"ana": "Ana"}, about={"table": 7}) == same
    assert digest(edition="2025.1") == same
    assert digest(steps=[{**STEP, "at": "2026-11-21T18:04:00Z", "expect": "illegal"}]) == same
    assert digest(steps=[]) != same
    assert digest(steps=[{**STEP, "command": "run"}]) != same
    assert digest(readings={"C1": "snap_fire"}) != same


def test_a_journal_of_another_task_is_not_believed(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("record: 1")
    source, path = Source(str(tmp_path / "a.yaml"), is_file=True), tmp_path / "journal"
    first = Journal(path, "replay")
    first.note(source, {"name": "a"})
    first.close()
    for task, known in (("replay", {"name": "a"}), ("audit", None)):
        again = Journal(path, task)
        assert again.notes_on(source) == known
        again.close()
    with pytest.raises(BadJournal, match="is no journal of umpire"):
        Journal(tmp_path / "a.yaml", "replay")


def test_a_pinned_game_without_its_rulings_is_told_before_anything_is_compared(
    tmp_path: Path,
) -> None:
    file = tmp_path / "pins"
    file.write_text('{"pinned": "umpire pinned rulings 1"}\n{"name": "1.yaml"}\n', encoding="utf-8")
    with pytest.raises(BadPins, match="from byte 38 on cannot be read"):
        PinFile(file)
