"""What a shell completes: it asks the program itself."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adapters.cli import cli
from adapters.wiring import umpire_on

RECORDS = Path(__file__).parents[2] / "conformance"
CHARGE = RECORDS / "voidsiege" / "03-charge-then-intervene.yaml"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "games.umpire"))
    monkeypatch.chdir(tmp_path)
    made = "new --ruleset voidsiege --players ana,ben --unit a1=ana --unit b1=ben --points 3"
    return CliRunner().invoke(cli, made.split(" ")).stdout.split()[-1]


@pytest.fixture
def words(game: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What bash is given for a line, of which the last word is still being typed."""

    def asked(line: str) -> list[str]:
        typed = line.split(" ")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(typed) - 1))
        monkeypatch.setenv("_UMPIRE_COMPLETE", "bash_complete")
        told = CliRunner().invoke(cli, [], prog_name="umpire")
        assert told.exit_code == 0 and told.stderr == "", told.output
        rows = [row.partition(",") for row in told.stdout.splitlines()]
        return [word for kind, _, word in rows if kind == "plain"]

    return asked


def test_commands_and_their_options(words: Any) -> None:
    assert words("umpire prec") == ["precedents"]
    assert "--expect" in words("umpire replay --e")


def test_ids_of_games(words: Any, game: str) -> None:
    assert words(f"umpire show {game[:3]}") == [game]
    assert words(f"umpire verify {game[:3]}") == [game]
    assert game in words("umpire log ")


def test_the_words_of_a_step(words: Any, game: str) -> None:
    assert {"ana", "ben", game} <= set(words("umpire step "))
    assert set(words("umpire step ana a")) >= {"a1", "assault"}
    assert "a1" in words(f"umpire step {game} ana move ")
    assert words(f"umpire step {game} ana a1 zz") == []
    assert set(words("umpire an")) == {"ana"}
    assert set(words("umpire ana a")) >= {"a1", "assault"}


def test_no_name_is_completed_that_is_hidden_from_whoever_looks(words: Any, game: str) -> None:
    CliRunner().invoke(cli, ["new", "nullshapers", "--players", "ana,ben"])
    for command in ("options", "why"):
        assert words(f"umpire {command} --as ana ana q") == ["quake"]
        assert words(f"umpire {command} --as ben ana q") == []
        assert "quake" not in words(f"umpire {command} --as spectator ")


def test_seats_rulesets_rules_and_readings(words: Any, game: str) -> None:
    assert words(f"umpire show {game} --as sp") == ["spectator"]
    assert words("umpire new --ruleset arc") == ["arcane-legions"]
    assert "T14" in words("umpire rules voidsiege T1")
    assert "C1=snap_fire" in words("umpire replay --reading C1=")


def test_people_of_an_event_by_number_or_name_and_the_kinds_of_its_book(words: Any) -> None:
    for line in ("new Open --ruleset voidsiege", "judge open Kim", "judge open Lee"):
        assert CliRunner().invoke(cli, ["event", *line.split(" ")]).exit_code == 0
    assert words("umpire event take open 1 --by ") == ["j1", "j2"]
    assert words("umpire event take open 1 --by le") == ["j2"]
    assert "slow_play" in words("umpire event call open 1 1 --kind ")
    assert "illegal_action" in words("umpire event offence open 1 1 --kind ill")


def test_without_a_store_nothing_is_completed_and_nothing_is_made(
    words: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "gone.umpire"))
    assert words("umpire show ") == []
    assert not (tmp_path / "gone.umpire").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    monkeypatch.setenv("_UMPIRE_COMPLETE", f"{shell}_source")
    told = CliRunner().invoke(cli, [], prog_name="umpire")
    assert told.exit_code == 0 and "_UMPIRE_COMPLETE" in told.stdout


def test_completing_leaves_the_store_as_it_was(words: Any, game: str) -> None:
    words(f"umpire step {game} ana ")
    umpire = umpire_on()
    assert umpire.game(game).game.length == 0
    umpire.store.close()
