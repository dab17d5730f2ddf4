"""Two stores that differ in what ben hides: whoever may not know it is told alike by every command and tool.

A list is redacted before it is filtered, counted, sorted or cut to a page: else what is left out of an
answer tells what its lines do not.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest

from adapters.cli import cli
from adapters.cli.store.answers import Answers, CannotAnswer
from adapters.cli.store.assistant import TOOLS
from adapters.stores.ledgers import sqlite_ledger
from adapters.wiring import umpire_on
from application.game.umpire import Umpire
from application.records.records import record_from
from application.rulesets import ruleset
from tests.adapters.commands import umpire
from tests.adapters.web.test_noninterference import HERE, NAMES, NOBODY, STEPS, THERE, WORLDS

GAME = "kadu-mire-10"
ALIKE = tuple({"by": "ben", "do": "play", "card": card} for card in (HERE, THERE, NOBODY))
"""Ben's plays that are refused for other reasons in each world, and look alike to everybody else."""
RULES = tuple(ruleset("nullshapers").edition().rules)
VERDICTS = ("", "legal", "illegal", "undetermined")
STEP = {"by": "ana", "do": "play", "card": HERE}
FEW = 4
"""One in so many entries is asked about again in another way; ana tries each name in nine shapes of step."""


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return worlds_in(tmp_path_factory.mktemp("worlds"))


def worlds_in(folder: Path) -> tuple[Path, Path]:
    """A store for each world: the same game under the same id, at the same times."""
    paths = []
    for n, world in enumerate(WORLDS):
        path = folder / f"world-{n}.umpire"
        ledger = sqlite_ledger(path)
        at = iter(range(1_700_000_000_000_000, 1_800_000_000_000_000, 1_000_000))
        rules = Umpire(ledger, lambda at=at: next(at), salt=lambda: "s" * 22)  # type: ignore[misc]
        rules.open(record_from(world).opening, GAME)
        for by, said in STEPS:
            rules.step(GAME, {"by": by, **said})
        for said in ALIKE:
            rules.step(GAME, said)
        ledger.close()
        paths.append(path)
    return paths[0], paths[1]


def length(path: Path) -> int:
    with closing(umpire_on(str(path)).store) as store:
        return len(store.load(GAME).written.log)


def tool_questions(viewer: str, last: int) -> dict[str, list[dict[str, Any]]]:
    """Tool → what is asked of it."""
    entries = range(1, last + 1)
    return {
        "rulesets": [{}],
        "rules": [{"ruleset": "nullshapers", "id": "P1"}],
        "options": [
            {"game": GAME},
            {"game": GAME, "player": "ana"},
            {"game": GAME, "player": "ben"},
        ],
        "why": [{"game": GAME, "entry": n} for n in entries[::FEW]],
        "when": [
            {"game": GAME, "step": {**STEP, "by": by, "card": name}}
            for by in ("ana", "ben")
            for name in NAMES
        ],
        "precedents": [
            {"rule": rule, "verdict": verdict} for rule in (*RULES, "Z99") for verdict in VERDICTS
        ],
        "replay": [{"record": "record: 1"}],
    }


def answered(answers: Answers, tool: str, given: dict[str, Any]) -> object:
    try:
        return getattr(answers, tool)(**given).model_dump()
    except CannotAnswer as why:
        return str(why)


@pytest.mark.parametrize("viewer", ["ana", "spectator"])
@pytest.mark.parametrize("tool", TOOLS)
def test_an_assistant_is_told_alike(stores: tuple[Path, Path], tool: str, viewer: str) -> None:
    last = length(stores[0])
    told = []
    for path in stores:
        rules = umpire_on(str(path))
        answers = Answers(lambda rules=rules: rules, viewer, frozenset({GAME}))  # type: ignore[misc]
        told.append(
            [answered(answers, tool, given) for given in tool_questions(viewer, last)[tool]]
        )
        rules.store.close()
    for given, one, two in zip(tool_questions(viewer, last)[tool], *told, strict=True):
        assert one == two, given


LOOKS: dict[str, Callable[[int], list[tuple[object, ...]]]] = {
    "show": lambda last: [("show", GAME), *(("show", GAME, "--at", n) for n in range(last))],
    "log": lambda _: [("log", GAME), ("log", GAME, "--all"), ("log", GAME, "--last", 4)],
    "options": lambda _: [
        *(("options", name) for name in NAMES),
        *(("options", GAME, name) for name in NAMES),
        ("options", GAME, "--for", "ana"),
        ("options", GAME),
    ],
    "why": lambda last: [
        *(("why", GAME, n) for n in range(1, last + 1)),
        *(("why", GAME, "--if", f"by=ana do=play card={name}") for name in NAMES),
        *(("why", name) for name in NAMES),
    ],
    "diff": lambda last: [("diff", GAME, n - 1, n) for n in range(1, last + 1)],
    "fork": lambda last: [
        *(("fork", GAME, "--at", n) for n in range(last, -1, -FEW)),
        ("fork", GAME, "--dry", "pass"),
    ],
    "sheet": lambda last: [("sheet", GAME, n) for n in range(1, last + 1, FEW)],
    "packet": lambda last: [
        ("packet", GAME, n, "--at", at, "-o", "-")
        for n, at in ((1, 1), (2, last // 2), *((n, last) for n in range(last, 0, -FEW)))
    ],
    "knowledge": lambda last: [("knowledge", GAME, "--at", n) for n in range(last + 1)],
}
"""Command that looks as somebody (--as) → what is asked of it. What a sheet, a packet or a tool says of an
entry `why` says of every one."""


def looking_commands() -> Iterator[str]:
    """The commands that look at a game as somebody."""
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        if any(one.name == "viewer" and "--as" in one.opts for one in command.params):
            yield name


def plain(text: str) -> str:
    """Without the ids of forks, which are new each time, and digests, which nobody guesses from."""
    text = re.sub(r"[\w-]{43}|\b[ep]\d+:[a-z2-7-]{32}", "DIGEST", text)
    text = re.sub(r"[a-z]{4}-[a-z]{4}-\d\d", "GAME", text)
    # The id of a fork may happen to be like a word that was asked for.
    return text.replace("; did you mean “GAME”?", ".")


@pytest.mark.parametrize("viewer", ["ana", "spectator"])
@pytest.mark.parametrize("command", sorted(LOOKS))
def test_a_command_tells_alike(stores: tuple[Path, Path], command: str, viewer: str) -> None:
    """Each question as JSON; the last of them as text too, which is printed from the same answer."""
    asked = LOOKS[command](length(stores[0]))
    for words in (*((*words, "--json") for words in asked), asked[-1]):
        one, two = (umpire("--db", path, *words, "--as", viewer) for path in stores)
        assert (one.exit_code, plain(one.output)) == (two.exit_code, plain(two.output)), words


def test_every_command_that_looks_as_somebody_is_asked() -> None:
    assert {*looking_commands()} - {"mcp"} == {*LOOKS}


def test_a_judge_is_told_what_differs(stores: tuple[Path, Path]) -> None:
    """Else the worlds would not differ where they are compared."""
    one, two = (umpire("--db", path, "log", GAME, "--as", "judge").stdout for path in stores)
    assert one != two
