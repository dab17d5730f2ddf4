"""What `--json` prints is what the published schemas say, errors too."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import jsonschema_rs
import pytest
from click.testing import Result

from adapters.cli import COMMANDS, cli
from adapters.cli.json_output import WITHOUT
from adapters.cli.published import ERROR, FOLDER, TOLD, file_name, schema_file
from adapters.cli.published import published as every

RECORDS = Path(__file__).parents[2] / "conformance"
RECORD = RECORDS / "voidsiege" / "29-run-then-rally.yaml"
"""Entry 5 is a Rally that the restriction of entry 4 forbids."""
RALLY = "by=ana do=declare unit=a1 command=rally"
Run = Callable[..., Result]


@pytest.fixture
def umpire(umpire: Any, tmp_path: Path) -> Run:
    (tmp_path / "few").mkdir()
    (tmp_path / "few" / "a.yaml").write_bytes(RECORD.read_bytes())
    umpire("seal", "--new-key", "log.pem")
    (tmp_path / "few" / "b.yaml").write_text("record: 1\n players:")
    return umpire


@pytest.fixture
def game(umpire: Run) -> str:
    return umpire("import", RECORD).stdout.split()[-1]


def published(command: str) -> dict[str, Any]:
    name = file_name(command if command in every() else TOLD)
    found: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return found


def commands() -> list[tuple[str, click.Command]]:
    found = []
    for name in COMMANDS:
        command = cli.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        if isinstance(command, click.Group):
            context = click.Context(command)
            for one in command.list_commands(context):
                part = command.get_command(context, one)
                assert part is not None
                found.append((f"{name} {one}", part))
        else:
            found.append((name, command))
    return found


@pytest.mark.parametrize(("name", "command"), commands(), ids=str)
def test_every_command_can_tell_a_program(name: str, command: click.Command) -> None:
    options = {one for parameter in command.params for one in parameter.opts}
    assert "--json" in options or name in WITHOUT
    assert name in every() or name in WITHOUT


@pytest.mark.parametrize("command", every())
def test_what_is_published_is_what_the_answers_are(command: str) -> None:
    """Written anew by `python -m adapters.cli.published`; a change for programs is a new version."""
    assert (FOLDER / file_name(command)).read_text(encoding="utf-8") == schema_file(command)
    names = {name for name, _ in commands()}
    assert command in names or command in (TOLD, ERROR)


TYPED = [
    "replay few/a.yaml",
    "replay few",
    "replay few --expect pinned",
    "replay few/a.yaml --expect pinned",
    "import few/a.yaml",
    "import few",
    "games",
    "show GAME",
    "log GAME",
    "options GAME",
    "step GAME by=ana do=note text=hm",
    "undo GAME --by ana",
    "rewind GAME 1 --because so",
    "overrule GAME 5 legal --because so",
    "played GAME 5 --because so",
    "correct GAME",
    "chance GAME",
    "correct GAME points.ana=1 --because so",
    "rules voidsiege --steps",
    "rules voidsiege --setup",
    "rules --search queue",
    "games --last 1",
    "verify GAME",
    "verify --all",
    "verify few",
    "export GAME",
    "seal GAME -o one.sealed",
    "seal few -o many",
    "seal --new-key key.pem",
    "rules",
    "rules voidsiege",
    "rules voidsiege T4",
    "rules voidsiege C1",
    "why GAME --entry 5",
    "why GAME --if RALLY --at 4",
    "diff GAME 0 4",
    "fork GAME --at 4",
    "fork GAME --at 4 --dry RALLY",
    "knowledge GAME",
    "precedents --rule S1",
    "wrong GAME 5 --should legal --because so",
    "wrong GAME 1 --should illegal --because so",
    "defects",
    "defects -o defects",
    "sheet GAME 5",
    "packet GAME 5",
    "audit GAME",
    "audit few",
    "backup GAME --to 1",
    "backup GAME --to 1 --confirm --because so",
    "compare few --reading C1=snap_fire",
    "coverage few",
    "explore voidsiege --most 5",
    "event new Open --ruleset voidsiege --id open",
    "event list",
    "event tables open",
    "event log open",
    "event judge open Kim",
    "appeal GAME 5 hm --by ana --on fact",
    "shrink GAME 5",
    "new --ruleset voidsiege --example",
    "demo",
    "new-ruleset tafl",
    "differ voidsiege C8=free C8=free --most 1",
    "differ voidsiege C1=snap_fire --most 300",
    "differ --all voidsiege --most 1",
    "checkpoint --key log.pem",
    "checkpoint --key log.pem -o store.note",
    "db init",
    "db copy games.umpire other.umpire",
    "backup-db copy.umpire",
    "verify --page check.html",
]


@pytest.mark.parametrize("typed", TYPED)
def test_a_command_prints_what_its_schema_says(umpire: Run, game: str, typed: str) -> None:
    if typed.startswith("event ") and "new" not in typed:
        umpire("event", "new", "Open", "--ruleset", "voidsiege", "--id", "open")
    meant = {"GAME": game, "RALLY": RALLY}
    words = [meant.get(word, word) for word in typed.split(" ")]
    told = umpire(*words, "--json")
    assert told.exit_code in (0, 1), told.output
    name = " ".join(words[:2]) if words[0] in ("event", "db") else words[0]
    jsonschema_rs.validate(published(name), json.loads(told.stdout))


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("show nowhere", "unusable"),
        ("replay nothing.yaml", "unusable"),
        ("show --at x", "usage"),
        ("rules voidsiege Z99", "usage"),
        ("games --db no/such/folder/games.umpire", "unusable"),
        ("verify few/b.yaml --slip X --all", "usage"),
        ("new --ruleset chess --players ana,ben", "unusable"),
    ],
)
def test_an_error_is_one_line_of_json_on_standard_error(
    umpire: Run, game: str, typed: str, kind: str
) -> None:
    told = umpire(*typed.split(" "), "--json")
    assert (told.exit_code, told.stdout) == (2, "")
    (line,) = told.stderr.splitlines()
    found = json.loads(line)
    jsonschema_rs.validate(published("error"), found)
    assert (found["error"]["kind"], found["error"]["exit"]) == (kind, 2)


def test_the_schemas_are_printed_and_listed(umpire: Run) -> None:
    listed = dict(line.rsplit(" ", 1) for line in umpire("schema").stdout.splitlines())
    assert listed["show"] == "1" and listed["error"] == "1"
    assert json.loads(umpire("schema", "show").stdout) == published("show")
    assert json.loads(umpire("schema", "event", "log").stdout) == published("event log")
    assert json.loads(umpire("schema", "event", "call").stdout) == published("event call")
    refused = umpire("schema", "nonsense")
    assert refused.exit_code == 2 and "there is no command “nonsense”" in refused.stderr


def test_a_step_names_its_game_and_a_moment_is_called_when(umpire: Run, game: str) -> None:
    step = json.loads(umpire("step", game, "by=ana", "do=note", "text=x", "--json").stdout)
    assert (step["game"], step["n"]) == (game, 6)
    sheet = json.loads(umpire("sheet", game, 5, "--json").stdout)
    (precedent,) = json.loads(umpire("precedents", "--rule", "S1", "--most", 1, "--json").stdout)[
        "precedents"
    ]
    assert sheet["when"] == precedent["when"]
    assert sheet["ruling"]["at"] == 4


def test_what_ends_with_1_ends_so_as_json_too(umpire: Run) -> None:
    told = umpire("differ", "voidsiege", "C8=free", "C8=free", "--most", 1, "--json")
    found = json.loads(told.stdout)
    assert told.exit_code == found["exit"] == 1
    assert found["command"] == "differ" and found["said"][0].startswith("None")
