"""`umpire chance`: two terminals make dice for which neither has to trust the other."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.commands import refused


@pytest.fixture(autouse=True)
def kept_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder, in which secrets are kept until they are revealed."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "umpire" / "chance"


def terminal(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "adapters.cli", "chance", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)


def said(umpire: Any, game: str) -> list[dict[str, Any]]:
    return [entry["said"] for entry in json.loads(umpire("log", game, "--json").stdout)["entries"]]


def test_two_terminals_make_dice_together(umpire: Any, game: str, kept_in: Path) -> None:
    both = [terminal(game, "3d6", "--as", player) for player in ("ana", "ben")]
    told = [one.communicate(timeout=60) for one in both]
    assert [one.returncode for one in both] == [0, 0], told
    assert told[0][0] == told[1][0]
    assert told[0][0].startswith("3d6 comes to ")
    assert [one["do"] for one in said(umpire, game)] == ["commit", "commit", "reveal", "reveal"]
    assert not [*kept_in.iterdir()]
    found = json.loads(umpire("chance", game, "--json").stdout)
    assert found["chance"] is None and len(found["dice"]["values"]) == 3
    assert "Not reported yet" in umpire("chance", game).stdout
    told = " ".join(umpire("verify", game).stdout.split())
    assert "chance made together: 1, it follows from what was revealed" in told


def test_a_secret_choice_is_nowhere_before_all_have_chosen(
    umpire: Any, game: str, kept_in: Path
) -> None:
    one = umpire("chance", game, "choice", "--choose", "left flank", "--as", "ana", "--wait", "0")
    assert (one.exit_code, "ben has to commit" in one.stderr) == (2, True)
    (kept,) = kept_in.iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    assert "left" not in umpire("log", game, "--json").stdout
    assert "ben has to commit" in umpire("chance", game).stdout
    both = [
        terminal(game, "--as", "ana"),
        terminal(game, "choice", "--choose", "right", "--as", "ben"),
    ]
    told = [one.communicate(timeout=60) for one in both]
    assert told[0][0] == told[1][0] == "ana chose “left flank”; ben chose “right”.\n"


def test_who_does_not_reveal_is_named(umpire: Any, game: str, kept_in: Path) -> None:
    ben = terminal(game, "2d6", "--as", "ben", "--wait", "0")
    ben.communicate(timeout=60)
    ana = umpire("chance", game, "2d6", "--as", "ana", "--wait", "0.1")
    assert (ana.exit_code, ana.stdout) == (2, "")
    assert "ben has to reveal. The same command goes on" in ana.stderr
    for file in kept_in.iterdir():
        file.unlink()
    assert "is not on this machine" in refused(umpire("chance", game, "--as", "ben"))
    umpire("step", game, "by=judge do=set_aside because='ben is silent'")
    assert "Nothing is being made together" in umpire("chance", game).stdout


def test_the_newest_game_is_meant_where_none_is_said(umpire: Any, game: str) -> None:
    found = umpire("chance", "2d6", "--as", "ana", "--wait", "0")
    assert "ben has to commit" in found.stderr
    assert [one["to"] for one in said(umpire, game)] == ["2d6"]


WRONG = [
    (("3d6",), "say with --as which player you are: ana, ben"),
    (("3d6", "--as", "zoe"), "say with --as which player you are"),
    (("--as", "ana"), "say what is made: dice such as 3d6"),
    (("choice", "--as", "ana"), "say with --choose what you choose"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG)
def test_what_is_missing_is_said(
    umpire: Any, game: str, words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refused(umpire("chance", game, *words))
    assert said(umpire, game) == []


def test_words_that_are_no_dice_are_refused_by_the_rule(
    umpire: Any, game: str, kept_in: Path
) -> None:
    found = umpire("chance", game, "0d6", "--as", "ana")
    assert found.exit_code == 1
    assert "“to” is dice such as 3d6" in " ".join(found.output.split())
    assert not kept_in.exists()
