"""`umpire wrong` and `umpire defects`: the judge's ruling stands, the authors get a test."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from adapters.cli.published import FOLDER, file_name

WRONG = ("wrong", 3, "--should", "legal", "--because", "Ana read it out: she may")


@pytest.fixture
def game(umpire: Any) -> str:
    """A game of Zoë and Ben in which entry 3 was refused."""
    opened = umpire("new", "voidsiege", "--players", "Zoë,Ben")
    assert opened.exit_code == 0, opened.output
    for step in (("Zoë", "a1", "run"), ("Ben", "decline"), ("Zoë", "a2", "run")):
        umpire("step", *step)
    return str(opened.stdout.splitlines()[-1])


def test_the_ruling_stands_and_the_record_is_kept(umpire: Any, game: str) -> None:
    told = umpire(*WRONG)
    assert told.exit_code == 0, told.output
    entries = json.loads(umpire("log", "--json").stdout)["entries"]
    assert entries[-1]["said"]["defect"] is True
    assert "For the authors: defect " in told.stdout
    listed = umpire("defects").stdout
    assert listed.startswith("open ") and f"{game}, entry 3" in listed


def test_the_records_fail_as_tests_and_name_nobody(umpire: Any, game: str) -> None:
    umpire(*WRONG)
    assert umpire("defects", "-o", "kept").stdout == "1 in kept.\n"
    (file,) = Path("kept").iterdir()
    text = file.read_text(encoding="utf-8")
    assert not any(name in text for name in ("Zoë", "Ben", "Ana", game))
    assert umpire("replay", file).exit_code == 1
    (shown,) = json.loads(umpire("defects", "--json").stdout)["defects"]
    assert umpire("defects", shown["id"]).stdout == text


def test_what_a_program_reads_is_as_published(umpire: Any, game: str) -> None:
    ruled = json.loads(umpire(*WRONG, "--json").stdout)
    assert ruled["game"] == game
    for words in (("defects",), ("defects", ruled["defect"]["id"]), ("defects", "-o", "kept")):
        found = json.loads(umpire(*words, "--json").stdout)
        schema = json.loads((FOLDER / file_name("defects")).read_text(encoding="utf-8"))
        jsonschema_rs.validate(schema, found)
    assert found["records"] == [next(Path("kept").iterdir()).name]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("wrong", 1, "--should", "legal", "--because", "x"), "entry 1 was ruled legal"),
        (("wrong", 99, "--should", "legal", "--because", "x"), "there is no entry 99"),
        (("wrong", 3, "--should", "nice", "--because", "x"), "“nice”"),
        (("wrong", 3, "--because", "x"), "--should"),
        (("defects", "zzz"), "there is no defect “zzz”"),
        (("defects", "--ruleset", "chess"), "chess"),
        (("defects", "-o", "taken"), "taken"),
    ],
)
@pytest.mark.usefixtures("game")
def test_bad_input_is_one_sentence_and_nothing_is_kept(
    umpire: Any, words: tuple[Any, ...], says: str
) -> None:
    Path("taken").write_text("")
    told = umpire(*words)
    assert (told.exit_code, told.stdout) == (2, "")
    assert says in told.stderr and "Traceback" not in told.stderr
    assert len(json.loads(umpire("log", "--json").stdout)["entries"]) == 3
    assert umpire("defects").stdout == "No judge has said so of any ruling in this store.\n"
    assert umpire("defects", "-o", "kept").stdout == "There is none to write into kept.\n"


def test_settled_and_open_are_asked_for(umpire: Any, game: str) -> None:
    umpire(*WRONG)
    assert game in umpire("defects", "--open").stdout
    assert game not in umpire("defects", "--settled").stdout
    assert game in umpire("defects", "--ruleset", "voidsiege").stdout
    assert game not in umpire("defects", "--ruleset", "nullshapers").stdout


def test_a_copy_of_the_store_has_them(umpire: Any, game: str) -> None:
    umpire(*WRONG)
    umpire("db", "copy", "games.umpire", "other.umpire")
    umpire("backup-db", "third.umpire")
    for copy in ("other.umpire", "third.umpire"):
        assert umpire("defects", "--db", copy).stdout == umpire("defects").stdout
    assert game in umpire("defects").stdout
