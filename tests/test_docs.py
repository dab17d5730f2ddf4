"""What the README says is so: its commands, what they print, the files it names."""

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from adapters.cli import COMMANDS, cli
from application.records.records import record_of
from application.records.replay import replay

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.M | re.S)
ID = re.compile(r"\b[a-z]{4}-[a-z]{4}-\d\d\b")
BEGIN, END = "<!-- commands -->\n", "<!-- /commands -->"


def commands_told() -> list[tuple[str, list[str]]]:
    """Every `$ umpire …` of the README with the lines it is said to print."""
    told: list[tuple[str, list[str]]] = []
    for kind, text in BLOCKS:
        for line in text.splitlines() if kind == "console" else ():
            if line.startswith("$ "):
                told.append((line[2:], []))
            else:
                told[-1][1].append(line)
    return told


def words_of(line: str) -> list[str]:
    import shlex

    return shlex.split(line)


def as_told(told: list[str], printed: list[str]) -> bool:
    """Whether it printed what is told; `…` alone on a line, or at its end, leaves out the rest."""
    for n, line in enumerate(told):
        if line == "…":
            return n == len(told) - 1
        if n >= len(printed):
            return False
        if not (printed[n].startswith(line[:-1]) if line.endswith("…") else printed[n] == line):
            return False
    return len(printed) == len(told)


def test_the_readme_s_commands_print_what_it_says(tmp_path, monkeypatch):
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "games.umpire"))
    monkeypatch.chdir(tmp_path)
    ids: dict[str, str] = {}
    for line, told in commands_told():
        program, *words = [ids.get(word, word) for word in words_of(line)]
        assert program == "umpire", line
        result = CliRunner().invoke(cli, words)
        printed = result.stdout.splitlines()
        if words[0] in ("new", "import", "fork"):
            ids[told[-1]] = printed[-1]
        for written, real in ids.items():
            printed = [row.replace(real, written) for row in printed]
        assert as_told(told, printed), "\n".join([f"$ {line}", *printed, result.stderr])


def test_the_readme_s_records_replay_as_they_note():
    records = [text for kind, text in BLOCKS if kind == "yaml" and text.startswith("record:")]
    assert records
    for text in records:
        assert not replay(record_of(text, "README.md")).mismatches


def test_the_demo_prints_what_the_readme_shows_of_it():
    printed = CliRunner().invoke(cli, ["demo"]).stdout
    (shown,) = [text for kind, text in BLOCKS if not kind and text.startswith("illegal")]
    assert shown in printed


def test_the_files_the_readme_names_are_there():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("http") or (ROOT / target).exists(), target
    (tree,) = [text for kind, text in BLOCKS if not kind and text.startswith("domain/")]
    folders: list[str] = []
    places = 0
    for line in tree.splitlines():
        found = re.match(r"( {0,4})([\w/]+(?:/|\.py))( |$)", line)
        if found:
            depth = len(found[1]) // 2
            folders = [*folders[:depth], found[2]]
            path = ROOT.joinpath(*folders)
            assert path.is_dir() if found[2].endswith("/") else path.is_file(), path
            places += 1
        inside = ROOT.joinpath(*(one for one in folders if one.endswith("/")))
        for name in re.findall(r"\b\w+\.py\b", line):
            assert (inside / name).is_file(), inside / name
    assert places > 20


def command_table() -> str:
    """The table of commands as the program itself tells it."""
    rows = []
    for name in COMMANDS:
        command = cli.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        rows.append(f"| `umpire {name}` | {command.get_short_help_str(150)} |")
    return "\n".join(["| command | what it does |", "| --- | --- |", *rows]) + "\n"


def test_the_readme_s_table_of_commands_is_the_program_s():
    """Written anew by `python -m tests.test_docs`."""
    assert README.split(BEGIN)[1].split(END)[0] == command_table()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_says_what_it_is_for(name):
    command = cli.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None and command.help
    for option in command.params:
        assert not isinstance(option, click.Option) or option.help, f"{name} {option.name}"


if __name__ == "__main__":
    before, rest = README.split(BEGIN)
    after = rest.split(END)[1]
    text = f"{before}{BEGIN}{command_table()}{END}{after}"
    (ROOT / "README.md").write_text(text, encoding="utf-8")
