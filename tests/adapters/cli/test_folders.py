"""A folder of games, some of them broken, as an organiser goes over it."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests import archive

ROOT = Path(__file__).parents[3]
GAMES, STEPS = 24, 8
BREAKS = (
    "record: 1\nruleset: voidsiege\n players: [ana",
    '{"record": 1, "ruleset": "voidsiege", "players": ["ana", "ben"], "setup": {"units": 3}}',
    "",
)
"""Not YAML, no set-up, nothing."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Generated games of the three rulesets, three broken ones, one of them twice."""
    folder = tmp_path_factory.mktemp("archive") / "games"
    (folder / "club").mkdir(parents=True)
    first, *_ = archive.write(folder, archive.games(GAMES, STEPS))
    (folder / "club" / "again.json").write_bytes(first.read_bytes())
    for n, text in enumerate(BREAKS):
        (folder / "club" / f"broken-{n}.yaml").write_text(text)
    return folder


@pytest.fixture
def umpire(umpire: Any, tmp_path: Path, written: Path) -> Any:
    """The command beside a folder “games” and a store of its own."""
    (tmp_path / "games").symlink_to(written)
    return umpire


def table(told: Result) -> dict[str, int]:
    """The table at the end: outcome → games."""
    rows = told.stdout.split("\n\n")[1].splitlines()
    return {row.rsplit("  ", 1)[0].strip(): int(row.rsplit("  ", 1)[1]) for row in rows}


def lines(told: Result) -> list[str]:
    """The lines of the games."""
    return told.stdout.split("\n\n")[0].splitlines()


def counted(told: Result) -> dict[str, int]:
    found: dict[str, int] = json.loads(told.stdout)["summary"]["outcomes"]
    return found


EVERY = GAMES + 1
ALL = EVERY + len(BREAKS)


@pytest.mark.parametrize(
    "words",
    [
        ["replay", "games"],
        ["audit", "games"],
        ["verify", "games"],
        ["import", "games"],
        ["seal", "games", "-o", "sealed"],
    ],
    ids=lambda words: words[0],
)
def test_a_line_for_each_game_and_a_table_at_the_end(umpire: Any, words: Sequence[str]) -> None:
    told = umpire(*words)
    assert told.exit_code == 1
    assert len(lines(told)) == ALL
    found = table(told)
    assert (found["games"], found["broken"]) == (ALL, len(BREAKS))
    fallen = told.stdout.split("Fell out:\n")[1].split("\n\n")[0].splitlines()
    for n in range(len(BREAKS)):
        assert any(f"games/club/broken-{n}.yaml: " in line for line in fallen)
    assert "games/0000-voidsiege.json is games/club/again.json" in told.stdout or (
        "games/club/again.json is games/0000-voidsiege.json" in told.stdout
    )
    assert told.stderr == ""


@pytest.mark.parametrize("command", ["replay", "audit", "verify"])
def test_what_was_broken_off_is_taken_up_again(
    umpire: Any, tmp_path: Path, written: Path, command: str
) -> None:
    whole = umpire(command, "games", "--resume", "journal")
    assert len(lines(whole)) == ALL
    kept = (tmp_path / "journal").read_text().splitlines(keepends=True)
    (tmp_path / "journal").write_text("".join(kept[:11]) + kept[11][:20])
    again = umpire(command, "games", "--resume", "journal")
    assert again.exit_code == 1
    assert len(lines(again)) == ALL - 10
    assert table(again) == table(whole)
    assert again.stdout.split("Fell out:")[1] == whole.stdout.split("Fell out:")[1]


def test_a_file_that_changed_since_is_gone_over_again(umpire: Any, tmp_path: Path) -> None:
    games = sorted((tmp_path / "games").glob("*.json"))[:3]
    copied = [tmp_path / "few" / path.name for path in games]
    (tmp_path / "few").mkdir()
    for path, copy in zip(games, copied, strict=True):
        copy.write_bytes(path.read_bytes())
    umpire("replay", "few", "--resume", "journal")
    copied[1].write_text("{}")
    told = umpire("replay", "few", "--resume", "journal")
    assert [line.split(":")[0] for line in lines(told)] == [f"broken  few/{copied[1].name}"]
    assert table(told)["games"] == len(copied)


def test_a_folder_is_imported_once_however_often_it_is_tried(umpire: Any) -> None:
    first = table(umpire("import", "games"))
    assert (first["imported"], first["there already"]) == (GAMES, 1)
    again = umpire("import", "games")
    assert (table(again)["there already"], again.exit_code) == (EVERY, 1)
    assert len(json.loads(umpire("games", "--json").stdout)["games"]) == GAMES
    assert table(umpire("verify", "--all", "games"))["holds"] == GAMES


def test_what_was_broken_off_while_a_game_was_opened_is_finished_under_its_id(
    umpire: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from application.game.umpire import Umpire

    opens, opened = Umpire.open, []

    def open_some(self: Umpire, *given: Any) -> str:
        if len(opened) == 5:
            raise KeyboardInterrupt
        opened.append(opens(self, *given))
        return opened[-1]

    with monkeypatch.context() as patch:
        patch.setattr(Umpire, "open", open_some)
        assert umpire("import", "games").exit_code != 0
    told = table(umpire("import", "games"))
    assert (told["imported"], told["there already"]) == (GAMES - 5, 5 + 1)


def test_sealed_files_are_imported_row_for_row(umpire: Any, tmp_path: Path) -> None:
    umpire("seal", "games", "-o", "sealed")
    told = umpire("import", "sealed")
    assert (told.exit_code, table(told)["imported"]) == (0, EVERY)
    assert table(umpire("import", "sealed")) == {"there already": EVERY, "games": EVERY}
    slips = {one["details"]["slip"] for one in games_of(umpire("verify", "sealed", "--json"))}
    listed = [one["game"] for one in json.loads(umpire("games", "--json").stdout)["games"]]
    again = [
        json.loads(umpire("seal", game, "-o", f"{n}.sealed", "--json").stdout)["slip"]
        for n, game in enumerate(listed)
    ]
    assert set(again) == slips


def test_a_sealed_game_that_went_on_since_is_not_called_another_one(umpire: Any) -> None:
    """The shorter one was taken in; of two of one game neither is a forgery."""
    id = umpire("new", "voidsiege").stdout.split()[-1]
    for file in ("short.sealed", "long.sealed"):
        umpire("step", id, "ana", "do=note", "text=hm")
        umpire("seal", id, "-o", file)
    assert umpire("import", "short.sealed", "--db", "other").exit_code == 0
    told = umpire("import", "long.sealed", "--db", "other")
    assert told.exit_code == 2
    assert f"it goes on where “{id}” ends in the store" in told.stderr


def games_of(told: Result) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(told.stdout)["games"]
    return found


def test_sealing_again_keeps_what_is_there(umpire: Any, tmp_path: Path) -> None:
    umpire("seal", "games", "-o", "sealed")
    before = {path.name: path.read_bytes() for path in (tmp_path / "sealed").iterdir()}
    (tmp_path / "sealed" / "0003-voidsiege.sealed").unlink()
    told = table(umpire("seal", "games", "-o", "sealed"))
    assert (told["sealed"], told["there already"]) == (1, GAMES)
    assert {path.name: path.read_bytes() for path in (tmp_path / "sealed").iterdir()} == before


def test_a_sealed_file_that_was_changed_falls_out(umpire: Any, tmp_path: Path) -> None:
    umpire("seal", "games", "-o", "sealed")
    changed = tmp_path / "sealed" / "0003-voidsiege.sealed"
    raw = bytearray(changed.read_bytes())
    raw[-40] ^= 1
    changed.write_bytes(raw)
    told = umpire("verify", "sealed")
    assert told.exit_code == 1
    assert table(told) == {"holds": GAMES, "does not hold": 1, "games": EVERY}
    assert "does not hold: sealed/0003-voidsiege.sealed: " in told.stdout
    assert table(umpire("import", "sealed"))["broken"] == 1


def test_compare_goes_over_the_rest_and_says_what_it_could_not(umpire: Any) -> None:
    told = umpire("compare", "games", "--reading", "C1=snap_fire")
    assert told.exit_code == 1
    assert f"{EVERY} games compared, {len(BREAKS)} could not be." in told.stdout
    firsts = [line.split("  ")[0] for line in told.stdout.splitlines() if "  games/" in line]
    assert (
        len([one for one in firsts if one in ("changed", "as before", "ends otherwise")]) == EVERY
    )


def test_a_comparison_that_was_broken_off_goes_on(umpire: Any, tmp_path: Path) -> None:
    asked = ("compare", "games", "--reading", "C1=snap_fire", "--resume", "journal", "--jobs", 1)
    whole = umpire(*asked)
    kept = (tmp_path / "journal").read_text().splitlines(keepends=True)
    assert len(kept) == 1 + ALL
    (tmp_path / "journal").write_text("".join(kept[:11]))
    again = umpire(*asked)
    assert (again.exit_code, again.stdout) == (whole.exit_code, whole.stdout)
    assert len((tmp_path / "journal").read_text().splitlines()) == 1 + ALL
    assert "The same game twice:\n  games/club/again.json is " in whole.stdout or (
        "The same game twice:\n  games/0000-voidsiege.json is games/club/again.json" in whole.stdout
    )


@pytest.mark.parametrize(
    "words",
    [("replay",), ("audit",), ("import",), ("coverage",), ("compare", "--reading", "C1=wait")],
)
def test_what_is_no_file_in_a_folder_is_named_and_waits_for_nobody(
    umpire: Any, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "odd").mkdir()
    os.mkfifo(tmp_path / "odd" / "pipe.yaml")
    (tmp_path / "odd" / "gone.yaml").symlink_to("nowhere.yaml")
    (tmp_path / "odd" / "game.yaml").write_bytes(
        next((tmp_path / "games").glob("*-voidsiege.*")).read_bytes()
    )
    told = umpire(words[0], "odd", *words[1:])
    assert "gone.yaml: a link that leads nowhere; expected a file at nowhere.yaml." in told.output
    assert "pipe.yaml: no file but a pipe" in told.output


def test_games_are_compared_and_replayed_by_the_beginning_of_their_ids(umpire: Any) -> None:
    begun = umpire("new", "voidsiege").stdout.split()[-1][:4]
    assert umpire("compare", begun, "--reading", "C1=snap_fire").exit_code == 0
    assert umpire("replay", begun).exit_code == 0
    umpire("step", begun, "ana", "a1", "run")
    assert umpire("precedents", "--like", f"{begun}:1").exit_code == 0


def test_on_a_terminal_a_bar_says_how_far_it_is_and_a_pipe_gets_the_lines_alone(
    umpire: Any, tmp_path: Path
) -> None:
    screen, terminal = os.openpty()
    run = [sys.executable, "-c", "from adapters.cli import main; main()", "replay", "games"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    with subprocess.Popen(
        run, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=terminal, text=True
    ) as running:
        os.close(terminal)
        shown = b"".join(iter(lambda: _read(screen), b""))
        assert running.stdout is not None
        told = running.stdout.read()
    os.close(screen)
    assert b"Games" in shown and f"{ALL}/{ALL}".encode() in shown
    assert told == umpire("replay", "games").stdout


def _read(screen: int) -> bytes:
    """What the terminal shows next; nothing once the program has let go of it."""
    try:
        return os.read(screen, 4096)
    except OSError:
        return b""


def test_the_same_as_json_is_one_value(umpire: Any) -> None:
    found = json.loads(umpire("replay", "games", "--json").stdout)
    assert list(found) == ["games", "summary"]
    assert len(found["games"]) == found["summary"]["games"] == ALL
    assert {one["outcome"] for one in found["games"]} == set(found["summary"]["outcomes"])
    assert [one["name"] for one in found["games"] if one["fell_out"]] == [
        one["name"] for one in found["summary"]["fell_out"]
    ]


def test_pinned_rulings_are_the_same_the_next_time(umpire: Any, tmp_path: Path) -> None:
    pinned = umpire("replay", "games", "--expect", "pinned")
    assert "The rulings are pinned in pinned." in pinned.stdout
    again = umpire("replay", "games", "--expect", "pinned")
    assert table(again) == {"as pinned": EVERY, "broken": len(BREAKS), "games": ALL}


def test_rulings_are_pinned_in_no_device_and_where_a_link_leads(
    umpire: Any, tmp_path: Path
) -> None:
    """A device would be gone, and a pipe is waited for: whoever may, had a file in the place of /dev/null."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    for place, what in ((pipe, "no file but a pipe"), (tmp_path / "games", "a folder")):
        for anew in ((), ("--pin",)):
            told = umpire("replay", "games", "--expect", str(place), *anew)
            assert told.exit_code == 2
            assert f"{place}: {what}" in told.stderr
    assert pipe.is_fifo()
    link.symlink_to("pinned")
    umpire("replay", "games", "--expect", str(link))
    assert link.is_symlink()
    assert (tmp_path / "pinned").is_file()


def test_what_is_ruled_otherwise_than_pinned_is_told_by_rule(umpire: Any, tmp_path: Path) -> None:
    umpire("replay", "games", "--expect", "pinned", "--json")
    head, *pinned = (tmp_path / "pinned").read_text().splitlines(keepends=True)
    changed = 0
    for n, line in enumerate(pinned):
        game = json.loads(line)
        places = [at for at, ruling in enumerate(game["rulings"]) if ruling == "illegal G1"]
        if places:
            game["rulings"][places[0]] = "legal"
            changed += 1
            pinned[n] = f"{json.dumps(game)}\n"
    assert changed
    (tmp_path / "pinned").write_text("".join([head, *pinned]))
    told = umpire("replay", "games", "--expect", "pinned")
    assert told.exit_code == 1
    assert table(told)["changed"] == changed
    by_rule = told.stdout.split("Ruled otherwise than pinned, by rule:\n")[1].splitlines()
    assert all(" G1  " in line for line in by_rule)
    found = json.loads(umpire("replay", "games", "--expect", "pinned", "--json").stdout)
    assert {one["rule"] for one in found["by_rule"]} == {"G1"}
    assert sum(one["rulings"] for one in found["by_rule"]) == changed
    assert umpire("replay", "games", "--expect", "pinned", "--pin").exit_code == 1
    assert "changed" not in table(umpire("replay", "games", "--expect", "pinned"))


def test_a_game_that_is_gone_new_or_another_one_is_told(umpire: Any, tmp_path: Path) -> None:
    few = tmp_path / "few"
    few.mkdir()
    games = sorted((tmp_path / "games").glob("*.json"))
    for n, path in enumerate(games[:3]):
        (few / f"{n}.json").write_bytes(path.read_bytes())
    assert umpire("replay", "few", "--expect", "pinned").exit_code == 0
    (few / "0.json").rename(few / "9.json")
    (few / "1.json").write_bytes(games[5].read_bytes())
    told = umpire("replay", "few", "--expect", "pinned")
    assert told.exit_code == 1
    assert table(told) == {"replaced": 1, "as pinned": 1, "new": 1, "games": 3}
    assert told.stdout.endswith("Pinned, and no longer among them:\n  few/0.json\n")


def test_a_store_that_moved_knows_what_it_took_in(umpire: Any, tmp_path: Path) -> None:
    folder = tmp_path / "few"
    folder.mkdir()
    archive.write(folder, archive.games(2, STEPS))
    assert table(umpire("import", "few")) == {"imported": 2, "games": 2}
    assert umpire("db", "copy", "games.umpire", "moved.umpire").exit_code == 0
    assert table(umpire("--db", "moved.umpire", "import", "few")) == {
        "there already": 2,
        "games": 2,
    }


@pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
def test_each_kind_of_store_takes_a_folder_in_once(umpire: Any, store: str, tmp_path: Path) -> None:
    few = tmp_path / "few"
    few.mkdir()
    for path in sorted((tmp_path / "games").glob("*.json"))[:4]:
        (few / path.name).write_bytes(path.read_bytes())
    assert table(umpire("--db", store, "import", "few"))["imported"] == 4
    assert table(umpire("--db", store, "import", "few")) == {"there already": 4, "games": 4}


def test_rulings_that_somebody_took_out_of_the_pins_are_missed(umpire: Any, tmp_path: Path) -> None:
    (tmp_path / "few").mkdir()
    archive.write(tmp_path / "few", archive.games(1, STEPS))
    assert umpire("replay", "few", "--expect", "pins").exit_code == 0
    head, line = (tmp_path / "pins").read_text().splitlines()
    game = json.loads(line)
    kept = len(game["rulings"])
    game["rulings"].pop()
    (tmp_path / "pins").write_text(f"{head}\n{json.dumps(game)}\n")
    told = umpire("replay", "few", "--expect", "pins")
    assert told.exit_code == 1
    assert f"{kept - 1} ruling" in told.stdout and "fault" not in told.stdout + told.stderr
    (tmp_path / "pins").write_text(f"{head}\n{json.dumps({**game, 'rulings': 3})}\n")
    told = umpire("replay", "few", "--expect", "pins")
    assert "cannot be read" in told.stderr and "fault" not in told.stderr
