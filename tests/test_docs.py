"""What the README says is so: its commands, what they print, the files it names."""

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from adapters.cli import COMMANDS, cli
from adapters.web.settings import WebSettings
from application.records.records import record_of
from application.records.replay import replay

ROOT = Path(__file__).parents[1]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
PAGES = sorted(path for path in ROOT.glob("**/*.md") if ".venv" not in path.parts)
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = FENCED.findall(README)
ID = re.compile(r"\b[a-z]{4}-[a-z]{4}-\d\d\b")


def commands_told(page: Path) -> list[tuple[str, list[str]]]:
    """Every `$ umpire …` of a page with the lines it is said to print."""
    told: list[tuple[str, list[str]]] = []
    for kind, text in FENCED.findall(page.read_text(encoding="utf-8")):
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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_of_a_page_print_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "games.umpire"))
    monkeypatch.chdir(tmp_path)
    ids: dict[str, str] = {}
    for line, told in commands_told(page):
        program, *words = [ids.get(word, word) for word in words_of(line)]
        assert program == "umpire", line
        result = CliRunner().invoke(cli, words)
        printed = result.stdout.splitlines()
        if words[0] in ("new", "import", "fork"):
            ids[told[-1]] = printed[-1]
        for written, real in ids.items():
            printed = [row.replace(real, written) for row in printed]
        assert as_told(told, printed), "\n".join([f"$ {line}", *printed, result.stderr])


def shell_lines() -> list[tuple[str, str]]:
    """Page and line of every `umpire …` in a block for shells, and in the units of systemd."""
    units = sorted((ROOT / "adapters/running").glob("*.service"))
    texts = [(unit, unit.read_text(encoding="utf-8")) for unit in units]
    for page in PAGES:
        blocks = FENCED.findall(page.read_text(encoding="utf-8"))
        texts += [(page, text) for kind, text in blocks if kind == "sh"]
    found = []
    for page, text in texts:
        # What a shell puts in there is one word.
        plain = re.sub(r"\$\([^)]*\)", "X", text)
        found += [
            (str(page.relative_to(ROOT)), command.strip().rstrip("'"))
            for command in re.findall(r"(?:^|[ /;&])umpire ([a-z][^#;&|\n]*)", plain, re.M)
            if command.split(maxsplit=1)[0] in COMMANDS
        ]
    return found


@pytest.mark.parametrize(("page", "line"), shell_lines())
def test_the_commands_for_shells_are_ones_that_there_are(page: str, line: str) -> None:
    """They are not run, but read as the program reads them."""
    context = click.Context(cli, info_name="umpire")
    command, words = cli.get_command(context, line.split(maxsplit=1)[0]), words_of(line)[1:]
    while isinstance(command, click.Group):
        context = click.Context(command, parent=context)
        command, words = command.get_command(context, words[0]), words[1:]
    assert command is not None, (page, line)
    command.make_context(command.name, words, parent=context)


def test_the_readme_s_records_replay_as_they_note() -> None:
    records = [text for kind, text in BLOCKS if kind == "yaml" and text.startswith("record:")]
    assert records
    for text in records:
        assert not replay(record_of(text, "README.md")).mismatches


def test_the_demo_prints_what_the_readme_shows_of_it() -> None:
    printed = CliRunner().invoke(cli, ["demo"]).stdout
    (shown,) = [text for kind, text in BLOCKS if not kind and text.startswith("illegal")]
    assert shown in printed


def test_every_setting_of_a_server_stands_on_the_page_for_operators() -> None:
    page = (ROOT / "adapters/RUNNING.md").read_text(encoding="utf-8")
    table = page.partition("## Settings")[2]
    told = {name.removeprefix("UMPIRE_").lower() for name in re.findall(r"`(UMPIRE_\w+)`", table)}
    assert told == WebSettings.model_fields.keys() - {"numbers"} | {"db"}


def test_the_files_the_readme_names_are_there() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        linked = re.findall(r"\]\(([^)#]+)[^)]*\)", text) + re.findall(r'<img src="([^"]+)"', text)
        for target in linked:
            assert target.startswith("http") or (page.parent / target).exists(), (page, target)
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
    """Every command with what it does, as the program itself says it."""
    rows = []
    for name in COMMANDS:
        command = cli.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        rows.append(f"| `umpire {name}` | {command.get_short_help_str(150)} |")
    return "\n".join(["| command | what it does |", "| --- | --- |", *rows]) + "\n"


def room_table() -> str:
    """The commands by the rooms they are in."""
    rooms: dict[str, list[str]] = {}
    for name, where in COMMANDS.items():
        rooms.setdefault(where.split(".")[2], []).append(f"`{name}`")
    rows = [f"| {room} | {', '.join(names)} |" for room, names in rooms.items()]
    return "\n".join(["| about | commands |", "| --- | --- |", *rows]) + "\n"


WRITTEN = {
    ROOT / "adapters/README.md": ("commands", command_table),
    ROOT / "README.md": ("rooms", room_table),
}
"""Page → the mark around a table, and what stands there."""


def parts(page: Path, mark: str) -> tuple[str, str, str]:
    before, rest = page.read_text(encoding="utf-8").split(f"<!-- {mark} -->\n")
    table, after = rest.split(f"<!-- /{mark} -->")
    return f"{before}<!-- {mark} -->\n", table, f"<!-- /{mark} -->{after}"


def test_the_first_page_is_short() -> None:
    assert len(README.splitlines()) <= 200


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_tables_of_commands_are_the_program_s(page: Path) -> None:
    """Written anew by `python -m tests.test_docs`."""
    mark, table = WRITTEN[page]
    assert parts(page, mark)[1] == table()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_says_what_it_is_for(name: str) -> None:
    command = cli.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None and command.help
    for option in command.params:
        assert not isinstance(option, click.Option) or option.help, f"{name} {option.name}"


if __name__ == "__main__":
    for page, (mark, table) in WRITTEN.items():
        before, _, after = parts(page, mark)
        page.write_text(before + table() + after, encoding="utf-8")
