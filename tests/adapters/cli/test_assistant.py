"""The assistant's door, over standard input and output as an assistant opens it.

Whoever only collects tests need not import the library.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from click.testing import CliRunner

from adapters.cli import cli
from adapters.cli.store.answers import Answers
from adapters.cli.store.assistant import serving
from adapters.wiring import require_store, umpire_on
from application.rulesets import rulesets

ROOT = Path(__file__).parents[3]
RECORDS = ROOT / "tests" / "conformance"
RALLY = RECORDS / "voidsiege" / "29-run-then-rally.yaml"
"""Entry 5 is a Rally that the restriction of entry 4 forbids."""
HIDDEN = RECORDS / "nullshapers" / "03-two-answers-in-a-row.yaml"


@pytest.fixture
def store(tmp_path: Path) -> dict[str, str]:
    """A store with two games, by what they are."""
    path = str(tmp_path / "games.umpire")
    games = {
        name: CliRunner().invoke(cli, ["--db", path, "import", str(file)]).stdout.split()[-1]
        for name, file in (("rally", RALLY), ("hidden", HIDDEN))
    }
    return {"db": path, **games}


@asynccontextmanager
async def over_stdio(store: dict[str, str], viewer: str) -> AsyncIterator[Any]:
    """A conversation as an assistant has it, with a process of its own."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    seat = () if viewer in ("judge", "spectator") else ("--game", store["hidden"])
    command = ["-m", "adapters.cli", "mcp", "--db", store["db"], "--as", viewer, *seat]
    server = StdioServerParameters(
        command=sys.executable, args=command, cwd=ROOT, env={**os.environ}
    )
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        yield session


@asynccontextmanager
async def in_memory(store: dict[str, str], viewer: str) -> AsyncIterator[Any]:
    """The same without a process of its own."""
    from mcp.client import Client

    umpire = umpire_on(store["db"])
    try:
        async with Client(
            serving(Answers(lambda: umpire, viewer, frozenset({store["hidden"]})))
        ) as client:
            yield client
    finally:
        umpire.store.close()


def talk(
    store: dict[str, str],
    says: Callable[[Any], Awaitable[Any]],
    viewer: str = "spectator",
    door: Any = in_memory,
) -> Any:
    async def conversation() -> Any:
        async with door(store, viewer) as session:
            return await says(session)

    return anyio.run(conversation)


def asked(store: dict[str, str], tool: str, viewer: str = "spectator", **given: Any) -> Any:
    """The answer of a tool."""
    answer = talk(store, lambda session: session.call_tool(tool, given), viewer)
    assert not answer.is_error, answer
    return answer.structured_content


def refused(store: dict[str, str], tool: str, viewer: str = "spectator", **given: Any) -> str:
    answer = talk(store, lambda session: session.call_tool(tool, given), viewer)
    assert answer.is_error
    return str(answer.content[0].text)


def sentences(answer: Any) -> Iterator[dict[str, Any]]:
    yield from answer["sentences"]
    for ruling in answer["rulings"]:
        yield from ruling["sentences"]


def test_every_tool_only_reads(store: dict[str, str]) -> None:
    listed = talk(store, lambda session: session.list_tools(), door=over_stdio)
    names = {tool.name for tool in listed.tools}
    assert names == {"rulesets", "rules", "options", "why", "when", "precedents", "replay"}
    assert all(tool.annotations.read_only_hint for tool in listed.tools)
    assert all(tool.description for tool in listed.tools)


def test_every_sentence_names_rules_that_are_there_and_nothing_is_written(
    store: dict[str, str],
) -> None:
    folder = Path(store["db"]).parent
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    rally = {"by": "ana", "do": "declare", "unit": "a1", "command": "rally"}

    async def converse(session: Any) -> list[Any]:
        calls: list[tuple[str, dict[str, Any]]] = [
            ("rules", {"ruleset": "voidsiege", "id": "s1"}),
            ("rules", {"ruleset": "arcane-legions", "words": "order"}),
            ("options", {"game": store["rally"]}),
            ("why", {"game": store["rally"], "entry": 5}),
            ("when", {"game": store["rally"], "step": rally, "at": 4}),
            ("precedents", {"rule": "S1"}),
            ("replay", {"record": RALLY.read_text(encoding="utf-8")}),
        ]
        answers = [await session.call_tool(tool, given) for tool, given in calls]
        assert not any(answer.is_error for answer in answers)
        return [answer.structured_content for answer in answers]

    known = {one.name: {*one.edition().rules, *one.edition().questions} for one in rulesets()}
    for answer in talk(store, converse, "judge", over_stdio):
        told = list(sentences(answer))
        assert told
        for sentence in told:
            assert sentence["text"] and sentence["rules"]
            assert set(sentence["rules"]) <= known[answer["ruleset"]], sentence
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_why_and_when_say_what_the_desk_says(store: dict[str, str]) -> None:
    why = asked(store, "why", game=store["rally"], entry=5)
    (ruling,) = why["rulings"]
    assert ruling["verdict"] == "illegal"
    assert {rule for one in ruling["sentences"] for rule in one["rules"]} >= {"S1", "S5"}
    rally = {"by": "ana", "do": "declare", "unit": "a1", "command": "rally"}
    when = asked(store, "when", "judge", game=store["rally"], step=rally, at=4)
    in_words = asked(store, "when", "judge", game=store["rally"], step="ana a1 rally", at=4)
    assert in_words["rulings"][0]["step"] == when["rulings"][0]["step"]
    assert "is nothing in this game" in refused(
        store, "when", game=store["rally"], step="ana a1 rly"
    )
    texts = [one["text"] for one in when["rulings"][0]["sentences"]]
    assert "It is legal from round 2 on." in texts


def test_precedents_name_the_game_and_the_entry(store: dict[str, str]) -> None:
    found = asked(store, "precedents", rule="S5", verdict="illegal")["rulings"]
    assert asked(store, "precedents", rule="s5", verdict="illegal")["rulings"] == found
    assert [(one["game"], one["entry"]) for one in found] == [(store["rally"], 5)]


def test_a_record_is_ruled_on_and_not_kept(store: dict[str, str]) -> None:
    rulings = asked(store, "replay", record=RALLY.read_text(encoding="utf-8"))["rulings"]
    assert [one["verdict"] for one in rulings][-1] == "illegal"
    games = CliRunner().invoke(cli, ["--db", store["db"], "games", "--json"]).stdout
    assert len(json.loads(games)["games"]) == 2


def test_a_spectator_s_assistant_is_told_nothing_that_is_hidden(store: dict[str, str]) -> None:
    hidden = store["hidden"]
    assert "not spectator's to see" in refused(store, "options", game=hidden)
    step = {"by": "ana", "do": "pass"}
    assert "a step of spectator's own only" in refused(store, "when", game=hidden, step=step)
    uncovered = asked(store, "why", game=hidden, entry=2)["rulings"][0]["sentences"]
    assert uncovered[0]["text"] == "ben plays “jolt” at Speed 3, aiming at alpha."
    (covered,) = asked(store, "why", game=hidden, entry=3)["rulings"]
    assert (covered["verdict"], covered["sentences"]) == ("illegal", [])
    assert covered["step"] == {"by": "ben", "do": "play"}
    judged = asked(store, "why", "judge", game=hidden, entry=3)["rulings"][0]
    assert judged["sentences"]


def test_a_seat_is_that_of_the_games_it_was_given_for(store: dict[str, str]) -> None:
    """Whoever is called ben in another game is somebody else: there one looks on."""
    other = CliRunner().invoke(cli, ["--db", store["db"], "import", str(HIDDEN)]).stdout.split()[-1]
    own = asked(store, "why", "ben", game=store["hidden"], entry=3)["rulings"][0]
    assert own["sentences"] and own["step"] != {"by": "ben", "do": "play"}
    seen = asked(store, "why", "ben", game=other, entry=3)["rulings"][0]
    assert (seen["step"], seen["sentences"]) == ({"by": "ben", "do": "play"}, [])
    step = {"by": "ben", "do": "pass"}
    assert "a step of spectator's own only" in refused(store, "when", "ben", game=other, step=step)


def test_it_is_said_where_a_player_sits(store: dict[str, str]) -> None:
    def told(*words: str) -> str:
        found = CliRunner().invoke(cli, ["--db", store["db"], "mcp", *words])
        assert found.exit_code == 2
        return str(found.stderr)

    assert "say with --game in which games ana sits, once for each" in told("--as", "ana")
    assert "spectator has no seat" in told("--game", store["hidden"])
    assert "“zoe” is nobody here" in told("--as", "zoe", "--game", store["hidden"])
    assert "there is no game “nowhere”" in told("--as", "ana", "--game", "nowhere")


@pytest.mark.parametrize(
    ("tool", "given", "sentence"),
    [
        ("why", {"game": "nowhere", "entry": 1}, "there is no game “nowhere”"),
        ("rules", {"ruleset": "chess", "id": "T1"}, "no ruleset “chess”"),
        ("rules", {"ruleset": "voidsiege", "id": "Z99"}, "has no rule “Z99”"),
        ("rules", {"ruleset": "voidsiege"}, "give either the id of a rule"),
        ("precedents", {"rule": "Z99"}, "no ruleset has a rule “Z99”"),
        ("precedents", {"rule": "S1", "ruleset": "voidsige"}, "no ruleset “voidsige”"),
        ("precedents", {"rule": "S1", "verdict": "ilegal"}, "no verdict “ilegal”; expected one of"),
        ("precedents", {"rule": "V1", "ruleset": "voidsiege"}, "voidsiege has no rule “V1”"),
        ("replay", {"record": "record: 1\n players"}, "the record: "),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(
    store: dict[str, str], tool: str, given: dict[str, Any], sentence: str
) -> None:
    told = refused(store, tool, **given)
    assert sentence in told and "Traceback" not in told


@pytest.mark.parametrize(
    ("tool", "given", "sentence"),
    [
        ("why", {"game": "x", "entry": "five"}, "why: “entry” is a whole number, not “five”."),
        ("why", {"game": "x", "entry": True}, "why: “entry” is a whole number, not true."),
        ("why", {"game": "x"}, "“why” needs “entry”, a whole number."),
        ("options", {"game": None}, "options: “game” is text, not nothing."),
        (
            "when",
            {"game": "x", "step": [1]},
            "when: “step” is a mapping of names or text, not [1].",
        ),
        (
            "why",
            {"game": "x", "entri": 5},
            "“why” does not know “entri”: it takes game, entry; did you mean “entry”?",
        ),
        ("rulesets", {"all": True}, "“rulesets” does not know “all”: it takes nothing."),
        (
            "wy",
            {},
            "there is no tool “wy”; expected one of rulesets, rules, options, why, when, "
            "precedents, replay; did you mean “why”?",
        ),
    ],
)
def test_arguments_that_do_not_fit_are_told_in_our_words(
    store: dict[str, str], tool: str, given: dict[str, Any], sentence: str
) -> None:
    assert refused(store, tool, **given) == sentence


def test_without_its_store_a_search_says_so(tmp_path: Path) -> None:
    def opens() -> Any:
        require_store(str(tmp_path / "none.umpire"))

    async def asks() -> Any:
        from mcp.client import Client

        async with Client(serving(Answers(opens, "judge"))) as client:
            return await client.call_tool("precedents", {"rule": "S1"})

    answer = anyio.run(asks)
    assert answer.is_error and answer.content[0].text.startswith("there is no store ")


def test_ctrl_c_ends_it_though_it_waits_for_its_input(store: dict[str, str]) -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-03-26",
            "capabilities": {},
            "clientInfo": {"name": "somebody", "version": "1"},
        },
    }
    with subprocess.Popen(
        [sys.executable, "-m", "adapters.cli", "mcp", "--db", store["db"]],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as running:
        assert running.stdin is not None and running.stdout is not None
        running.stdin.write(json.dumps(hello).encode() + b"\n")
        running.stdin.flush()
        assert running.stdout.readline()
        running.send_signal(signal.SIGINT)
        try:
            assert running.wait(15) == -signal.SIGINT
        finally:
            running.kill()


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    monkeypatch.delitem(sys.modules, "adapters.cli.store.assistant_server", raising=False)
    told = CliRunner().invoke(cli, ["mcp"])
    assert told.exit_code == 2
    assert told.stderr == (
        "umpire: this needs the extra “mcp”, which is not installed; in the checkout: pip install '.[mcp]'\n"
    )
