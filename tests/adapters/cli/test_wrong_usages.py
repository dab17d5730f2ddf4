"""Wrong usages of the commands for files and folders: one sentence each, exit code 2, nothing kept."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adapters.cli import cli

RECORD = Path(__file__).parents[2] / "conformance" / "voidsiege" / "29-run-then-rally.yaml"

WRONG = [
    ("replay", "expected a FILE, a FOLDER, a GAME, or --all"),
    ("replay nothing.yaml", "nothing.yaml: cannot be opened: No such file or directory"),
    ("replay nowhere", "there is no game “nowhere” in this store"),
    ("replay empty", "there is no game in empty; expected records or sealed files"),
    ("replay broken.yaml", "broken.yaml: line 2"),
    ("replay binary.json", "binary.json: "),
    ("replay changed.sealed", "changed.sealed: "),
    ("replay few --at 1", "--at is for one game, not for several"),
    ("replay few --pin", "--pin goes with --expect FILE"),
    ("replay few --expect pins --strict", "--expect pins every ruling as it is"),
    ("replay few --expect pins --resume done", "--expect pins every ruling as it is"),
    ("replay few --expect broken.yaml", "broken.yaml holds no pinned rulings"),
    ("replay few --resume broken.yaml", "broken.yaml is no journal of umpire"),
    ("replay few --resume no/such/place", "no/such/place: No such file or directory"),
    ("replay few --expect no/such/place", "No such file or directory"),
    ("replay few --reading C1", "“C1” is no reading; expected ID=VALUE"),
    ("replay a.yaml --at 99", "there is no entry 99"),
    ("replay --all --db gone.umpire", "there is no store"),
    ("import", "Missing argument 'FILE|FOLDER...'"),
    ("import nothing.yaml", "nothing.yaml: cannot be opened"),
    ("import broken.yaml", "broken.yaml: line 2"),
    ("import empty", "there is no game in empty"),
    ("import changed.sealed", "changed.sealed: "),
    ("audit", "expected a GAME, a FILE, a FOLDER, or --all"),
    ("audit few --entry 1", "--entry is for one game, not for several"),
    ("audit empty", "there is no game in empty"),
    ("audit a.yaml --entry 99", "a.yaml: there is no entry 99"),
    ("audit nowhere", "there is no game “nowhere”"),
    ("verify", "expected a GAME, a sealed FILE, a FOLDER, or --all"),
    ("verify few --slip AAAA-BBBB-CCCC-DDDD", "--slip and --signed-by belong to a sealed file"),
    ("verify few --signed-by key.pub", "--slip and --signed-by belong to a sealed file"),
    ("verify empty", "there is no game in empty"),
    ("seal", "expected a GAME with -o FILE, or --new-key FILE"),
    ("seal few", "expected -o FILE"),
    ("seal few -o a.yaml", "a.yaml is a file; several games are sealed into a folder"),
    ("seal a.yaml -o game.sealed", "game.sealed exists already; expected a new file"),
    ("seal game.sealed -o again.sealed", "game.sealed is sealed already"),
    ("seal few -o many --key nokey.pem", "nokey.pem"),
    ("seal empty -o many", "there is no game in empty"),
    ("compare few", "say what to compare with"),
    ("compare few --all --reading C1=snap_fire", "expected records or games to compare, or --all"),
    ("compare few --reading C1=so", "C1: no reading “so”"),
    ("backup a.yaml --to 1 --leave --because so", "a.yaml is a file, and a file is only read"),
    ("backup game.sealed --to 99", "there is no entry 99"),
    ("fork a.yaml --at 99", "there is no entry 99"),
    ("sheet a.yaml 5", "name the page to write with -o FILE"),
    ("diff game.sealed 0 99", "no entry 99"),
    ("show changed.sealed", "changed.sealed: "),
    ("precedents --like a.yaml", "is no entry of a game; expected GAME:ENTRY"),
    ("precedents --like a.yaml:99", "there is no ruling on entry 99"),
    ("schema nonsense", "there is no command “nonsense”"),
    ("mcp --what", "No such option"),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store, a record, a sealed file, a folder of records, and what is broken."""
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "games.umpire"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "few").mkdir()
    for path in (tmp_path / "a.yaml", tmp_path / "few" / "a.yaml", tmp_path / "few" / "b.yaml"):
        path.write_bytes(RECORD.read_bytes())
    (tmp_path / "broken.yaml").write_text("record: 1\n players: [ana")
    (tmp_path / "binary.json").write_bytes(b"\x00\xff\xfe")
    for words in ("import a.yaml", "seal a.yaml -o game.sealed"):
        assert CliRunner().invoke(cli, words.split(" ")).exit_code == 0
    raw = bytearray((tmp_path / "game.sealed").read_bytes())
    raw[-40] ^= 1
    (tmp_path / "changed.sealed").write_bytes(raw)
    return tmp_path


def kept(place: Path) -> dict[str, Any]:
    """Every file with what is in it, and the games of the store; its log of changes may come and go."""
    files = {
        str(path): path.read_bytes()
        for path in place.rglob("*")
        if path.is_file() and "games.umpire" not in path.name
    }
    return {**files, "games": CliRunner().invoke(cli, ["games", "--json"]).stdout}


@pytest.mark.parametrize(("typed", "sentence"), WRONG, ids=[typed for typed, _ in WRONG])
def test_a_wrong_usage_is_one_sentence_and_keeps_nothing(
    place: Path, typed: str, sentence: str
) -> None:
    before = kept(place)
    told = CliRunner().invoke(cli, typed.split(" "))
    assert (told.exit_code, told.stdout) == (2, ""), told.output
    (line,) = told.stderr.splitlines()
    assert line.startswith("umpire: ") and sentence in line, line
    assert "Traceback" not in line and ".." not in line.replace("...", "")
    assert kept(place) == before


def test_there_are_at_least_forty() -> None:
    assert len(WRONG) >= 40
