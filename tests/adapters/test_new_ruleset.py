"""`umpire new-ruleset`: what it writes plays at once, everywhere, and passes the kit."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adapters.cli import cli
from adapters.web.pages.lobby.armies import armies_in, setup_of
from application.law.scaffold import LONGEST, write_ruleset
from application.law.set_up_by_hand import roster_of
from application.rulesets import FOLDERS, ruleset
from tests.adapters.servers import inside, opened

ROOT = Path(__file__).parents[2]
NAME, MODULE, TITLE = "tide-pile", "tide_pile", "Tide Pile"
SETUP = {"hands": {"ana": {"a3": 3, "a9": 9}, "ben": {"b3": 3, "b7": 7}}}
Run = Callable[..., str]


PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new ruleset, installed as far as its entry point goes."""
    return installed_in(tmp_path_factory.mktemp("written"))


def installed_in(into: Path) -> Path:
    """The new ruleset, written there, with the entry point that installing it would make."""
    write_ruleset(NAME, into)
    about = into / NAME / f"umpire_{MODULE}-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: umpire-{NAME}\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text(f"[umpire.rulesets]\n{NAME} = {MODULE}\n")
    return into / NAME


@pytest.fixture
def installed(folder: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of a process in which the package is installed."""
    places = os.pathsep.join((str(folder), str(ROOT)))
    return {**os.environ, "PYTHONPATH": places, "UMPIRE_DB": str(tmp_path / "games.umpire")}


@pytest.fixture
def here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package is installed in this process; when the test ends, its name is free again."""
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setitem(FOLDERS, NAME, MODULE)
    yield
    for name in [one for one in sys.modules if one.partition(".")[0] == MODULE]:
        del sys.modules[name]


@pytest.fixture
def run(installed: dict[str, str], tmp_path: Path) -> Run:
    """A program in a process of its own, in which the package is installed; what it prints."""

    def run(*words: str, code: int = 0) -> str:
        found = subprocess.run(
            [sys.executable, "-m", *words],
            check=False,
            env=installed,
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert found.returncode == code, found.stdout + found.stderr
        return found.stderr if found.stderr and code else found.stdout

    return run


COMMANDS = """
import json, os, sys
from tests.adapters.commands import umpire
for line in sys.stdin:
    words, more = json.loads(line)
    os.environ.update(more)
    found = umpire(*words)
    print(json.dumps([found.exit_code, found.stdout, found.stderr]), flush=True)
"""


@pytest.fixture
def umpire(installed: dict[str, str], tmp_path: Path) -> Iterator[Run]:
    """One command after the other in one process in which the package is installed; what each prints."""
    with subprocess.Popen(
        [sys.executable, "-c", COMMANDS],
        env=installed,
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdin is not None and running.stdout is not None
        said, told = running.stdin, running.stdout

        def run(*words: str, code: int = 0, **more: str) -> str:
            said.write(f"{json.dumps((words, more))}\n")
            said.flush()
            exit_code, stdout, stderr = json.loads(told.readline())
            assert exit_code == code, stdout + stderr
            return str(stderr if stderr and code else stdout)

        yield run


def test_it_passes_the_kit_and_its_own_specs(run: Run, folder: Path) -> None:
    told = run("pytest", "-q", "-p", "no:cacheprovider", str(folder / "tests"))
    assert " passed" in told
    assert "failed" not in told


def test_one_whose_name_is_one_word_passes_them_where_it_was_made(tmp_path: Path) -> None:
    """In the checkout, where the package and its folder have one name; of the kit what reads files."""
    for name in ("adapters", "application", "domain", "event_schemas", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    write_ruleset("pebbles", tmp_path)
    about = tomllib.loads((tmp_path / "pebbles" / "pyproject.toml").read_text())
    # That it names the folder puts the folder itself on the path; else a finder comes too late.
    installed = tmp_path / "pebbles" / about["tool"]["setuptools"]["package-dir"][""]
    found = subprocess.run(
        [
            *PYTEST,
            "pebbles/tests",
            "-k",
            "a_rule or every_rule or event or forgotten or records or demo",
        ],
        check=False,
        env={**os.environ, "PYTHONPATH": str(installed)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert found.returncode == 0, found.stdout + found.stderr


FIELD = """
    aloud: Annotated[bool, one_of("aloud", WORDS)(lambda: (UNSAID, True))] = False
    \"\"\"Whether its name is called out.\"\"\"
"""
EVENT = """
@stored_as("tide-pile/card_taken/v1")
class CardTaken(Event):
    \"\"\"A player took the top of the pile.\"\"\"

    by: str
    \"\"\"Who took it.\"\"\"
    rules: tuple[str, ...] = cites("T1")

    def after(self, table: Table, _entry: int) -> Table:
        *below, top = table.pile
        hands = {**table.hands, self.by: (*table.hands[self.by], top)}
        return changed(table, pile=tuple(below), hands=hands)

"""
STEP = """
class Take(Step):
    \"\"\"Take the top of the pile.\"\"\"


@requires("T1")
def something_lies_there(table: Table, _step: Take) -> Refusal | None:
    return None if table.pile else illegal("nothing lies on the pile")


def take(table: Table, step: Take) -> Happening:
    table = yield CardTaken(step.by)
    yield grounds(f"{step.by} takes the top of the pile", "T1")
    return (yield TurnBegan(after(table, step.by)))


TAKE_IF = (it_is_their_turn, something_lies_there)
TAKE = Procedure(Take, take, TAKE_IF, acts_on=something_lies_there)
"""
PLACES = {
    "a field": [("chapters/turn.py", "    card: Annotated[str, card_in_hand]\n", FIELD)],
    "an event": [("chapters/turn.py", '\n@requires("T1")\n', EVENT)],
    "a kind of step": [
        ("chapters/turn.py", "PASS = Procedure(Pass, pass_, (it_is_their_turn,)", STEP),
        ("__init__.py", '"pass": PASS, ', '"take": TAKE, '),
        ("hints.py", '    "report hand"', '    "take": Hint("Take the top"),\n'),
    ],
}
"""What is new → where it is said: file, what stands there, what is added to it; imports are no places."""
IMPORTS = (
    ("__init__.py", "turn import PASS, PLAY", "turn import PASS, PLAY, TAKE"),
    ("chapters/turn.py", "fields import Names", "fields import UNSAID, WORDS, Names"),
)


def test_a_field_and_an_event_are_said_once_and_a_kind_of_step_in_three_places(
    tmp_path: Path,
) -> None:
    """In the guide's own words; all of it is offered, and the kit passes."""
    write_ruleset(NAME, tmp_path)
    package = tmp_path / NAME / MODULE
    for places in PLACES.values():
        for file, beside, added in places:
            path = package / file
            kept = path.read_text()
            assert beside in kept, (file, beside)
            both = beside + added if added == FIELD else added + beside
            path.write_text(kept.replace(beside, both, 1))
    for file, was, now in IMPORTS:
        path = package / file
        path.write_text(path.read_text().replace(was, now))
    assert [len(places) for places in PLACES.values()] == [1, 1, 3]
    known = os.pathsep.join((str(tmp_path / NAME), str(ROOT)))
    ask = [
        "from tide_pile import RULESET",
        "from tests.spec import opened",
        "from application.game.choices import judged_prompt",
        f"game = opened(RULESET, {SETUP}, ('ana', 'ben'))",
        "print([one.answer.words for one in judged_prompt(game, 'ana').choices])",
        "print([one.answer.words for one in judged_prompt(game, 'ana', ['@a3']).choices])",
    ]
    # What is hidden is told nobody: the kit asks that of the ruleset as it was written, above.
    kit = [*PYTEST, str(tmp_path / NAME / "tests"), "-k", "not hidden"]
    for command in (kit, [sys.executable, "-c", "\n".join(ask)]):
        found = subprocess.run(
            command,
            check=False,
            env={**os.environ, "PYTHONPATH": known},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.splitlines() == [
        "['Pass', 'Take the top', 'Report a hand', 'a3', 'a9', 'Say something else']",
        "['Lay it on the pile', 'Lay it on the pile, aloud']",
    ]


def test_it_plays_at_the_command_line(umpire: Run) -> None:
    assert f"{NAME}: Tide Pile, edition 2026.1" in umpire("rules")
    assert "T2 Higher" in umpire("rules", NAME)
    players = ("--players", "ana,ben,cem", "--example")
    game = umpire("new", "--ruleset", NAME, *players).splitlines()[-1]
    assert "legal 1. ana says: play, card a11" in umpire(
        "step", game, "by=ana", "do=play", "card=a11"
    )
    refused = umpire("step", game, "by=ben", "do=play", "card=a12")
    assert "illegal 2." in refused
    assert "“a12” is there, but ben does not see it" in refused
    assert "ana holds 2 cards." in umpire("show", game, "--as", "ben")
    assert "pass" in umpire("options", game, "--for", "ben")
    assert "a11" in umpire("why", game, "--entry", "1")
    anew = umpire("correct", game, "pile=", "hands.ana=a11,a12,a13", "--because", "it slid")
    assert "legal 3." in anew
    assert "ana holds 3 cards." in umpire("show", game, "--as", "ben")
    gone = umpire("correct", game, "hands.ana=a11", "--because", "where are they", code=2)
    assert "“a12” lies there; say where it goes too" in gone
    assert "holds" in umpire("verify", game)


def test_a_dispute_in_it_is_frozen_as_each_may_see_it(umpire: Run) -> None:
    players = ("--players", "ana,ben,cem", "--example")
    game = umpire("new", "--ruleset", NAME, *players).splitlines()[-1]
    umpire("step", game, "by=ana", "do=play", "card=a11")
    umpire("step", game, "by=ben", "do=play", "card=a12")

    def packet(viewer: str, *more: str) -> Any:
        return json.loads(umpire("packet", game, "2", "--as", viewer, "--json", *more))

    before = {viewer: packet(viewer) for viewer in ("judge", "ben")}
    assert "a13" in json.dumps(before["judge"]) and "a13" not in json.dumps(before["ben"])
    assert [one["player"] for one in before["judge"]["frozen"]["tables"]] == ["ana", "ben", "cem"]
    assert before["judge"]["frozen"]["knowledge"]["hides"]
    umpire("step", game, "by=ben", "do=pass")
    umpire("step", game, "by=cem", "do=pass")
    for viewer, told in before.items():
        assert packet(viewer, "--at", "2")["frozen"] == told["frozen"]
        assert packet(viewer, "--at", "2")["digest"] == told["digest"] != packet(viewer)["digest"]
    page = umpire("packet", game, "2", "--at", "2", "-o", "-")
    assert before["judge"]["digest"] in page


def test_its_entry_point_adds_it_to_every_list(run: Run, umpire: Run) -> None:
    """Demo, benchmarks, mutants."""
    told = umpire("demo", NAME)
    assert f"{TITLE}: two players" in told
    assert "illegal" in told
    assert "differs" not in told
    assert NAME in umpire("demo", "chess", code=2)
    played = run("tests.benchmarks.games")
    assert re.search(rf"^{NAME}: \d+ steps; then illegal: ", played, re.M), played
    mutants = run("tests.mutants", MODULE, "--list", code=1)
    assert re.search(rf"^{MODULE}.chapters.turn +\d+ not tried$", mutants, re.M), mutants


def test_its_table_is_set_up_by_hand_from_the_shape_of_its_set_ups(
    here: None, tmp_path: Path
) -> None:
    """What the form asks for makes the set-up again that it was filled from."""
    roster = roster_of(ruleset(NAME))
    assert (roster.pieces, roster.stand) == ("hands", "bare")
    assert [(one.at, one.kind, one.least) for one in roster.fields] == [("value", "number", 1)]
    laid = armies_in(NAME, SETUP, ["ana", "ben"])
    assert laid["armies"][0]["pieces"] == [
        {"name": "a3", "value": 3},
        {"name": "a9", "value": 9},
    ]
    assert setup_of(NAME, laid, ["ana", "ben"]) == SETUP
    form = {"ruleset": NAME, "first": "ana", "second": "ben", "table_by": "hand"}
    with inside(tmp_path / "games.umpire") as client:
        assert f'"{NAME}":{{"pieces":"hands"' in client.get("/").text
        answer = client.post("/start", data={**form, "laid": json.dumps(laid)})
        assert answer.status_code == 303, answer.text


def test_a_form_asks_for_words_and_for_what_each_player_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Lanterns: cards of four kinds in hands, lights and coins and mirrors of each player."""
    monkeypatch.setitem(FOLDERS, "lanterns", "tests.examples.lanterns")
    lanterns = ruleset("lanterns")
    roster = roster_of(lanterns)
    assert [*roster.fields[0].choices] == ["gust", "snuff", "spark", "veil"]
    assert roster.own_keys == ("lights", "coins", "mirrors")
    assert lanterns.example is not None
    setup = {**lanterns.example(("1", "2", "3")), "lights": {"1": 2}, "coins": {}, "mirrors": {}}
    laid = armies_in("lanterns", setup, ["1", "2", "3"])
    assert laid["armies"][0] == {
        "lights": 2,
        "pieces": [{"name": "spark1", "value": "spark"}, {"name": "snuff1", "value": "snuff"}],
    }
    assert setup_of("lanterns", laid, ["1", "2", "3"]) == setup


def test_it_plays_over_http_and_on_a_page_and_leaks_no_hand(here: None, tmp_path: Path) -> None:
    record = {"record": 1, "ruleset": NAME, "players": ["ana", "ben"], "setup": SETUP}
    with inside(tmp_path / "games.umpire") as client:
        game = opened(client, record)
        head = {**game.as_("ana"), "sec-fetch-site": "same-origin"}
        tapped = client.post(f"/games/{game.id}/choices", json={"taps": ["@a3"]}, headers=head)
        (lay,) = tapped.json()["choices"]
        assert (lay["words"], lay["verdict"]) == ("Lay it on the pile", "legal")
        assert game.step("ana", {"do": "play", "card": "a3"}).json()["verdict"] == "legal"
        told = [game.step("ben", {"do": "play", "card": card}).json() for card in ("a9", "zz")]
        assert told[0]["reason"] == "there is nothing named “a9” in this game."
        assert told[0]["reason"].replace("a9", "zz") == told[1]["reason"]
        pages = ("", "/now", "/entry/1", "/entry/2")
        form = {"ruleset": NAME, "first": "ana", "second": "ben", "third": "cem"}
        opened_by_form = client.post("/start", data=form)
        assert opened_by_form.status_code == 303, opened_by_form.text
        client.cookies.clear()
        mine, theirs = (
            [client.get(f"/games/{game.id}{one}", headers=game.as_(seat)) for one in pages]
            for seat in ("ana", "spectator")
        )
        theirs += [game.get("spectator", what) for what in ("state", "log")]
        assert {answer.status_code for answer in (*mine, *theirs)} == {200}
        assert "a9" in mine[0].text
        assert "a3" in theirs[0].text
        assert all("a9" not in answer.text for answer in theirs)


@pytest.fixture
def faulty(folder: Path) -> Iterator[None]:
    """A word of its code is wrong."""
    turn = folder / MODULE / "chapters" / "turn.py"
    kept = turn.read_text()
    turn.write_text(
        kept.replace("    top = table.top\n    equal", "    top = table.peak\n    equal")
    )
    yield
    turn.write_text(kept)


def test_a_fault_in_it_is_told_with_its_place(faulty: None, umpire: Run) -> None:
    """And with UMPIRE_DEBUG=1 the way there."""
    game = umpire("new", "--ruleset", NAME, "--example", "--players", "ana,ben").splitlines()[-1]
    words = ("step", game, "by=ana", "do=play", "card=a11")
    plain = umpire(*words, code=70)
    assert plain.startswith(f"umpire: the ruleset is at fault: {NAME}: chapters/turn.py, line ")
    assert ", in play: AttributeError: 'Table' object has no attribute 'peak'; " in plain
    told = umpire(*words, code=70, UMPIRE_DEBUG="1")
    assert f"in {NAME}: chapters/turn.py, line " in told
    assert ", in play" in told


@pytest.mark.parametrize("name", ["Iron", "iron_tide", "1st", "import", "../out", "a" * 99, ""])
def test_a_name_that_cannot_be_one_is_refused(name: str, tmp_path: Path) -> None:
    found = CliRunner().invoke(cli, ["new-ruleset", "--into", str(tmp_path), "--", name])
    assert found.exit_code == 2
    assert f"“{name}” cannot be the name of a ruleset" in str(found.stderr)
    assert len(name) > LONGEST or not [*tmp_path.iterdir()]


@pytest.mark.parametrize("name", ["domain", "json"])
def test_a_name_that_a_package_has_is_refused(name: str, tmp_path: Path) -> None:
    found = CliRunner().invoke(cli, ["new-ruleset", name, "--into", str(tmp_path)])
    assert (found.exit_code, [*tmp_path.iterdir()]) == (2, [])
    assert f"there is a Python package “{name}” already" in found.stderr


def test_its_tests_have_a_folder_of_their_own(tmp_path: Path) -> None:
    found = CliRunner().invoke(cli, ["new-ruleset", "tests", "--into", str(tmp_path)])
    assert (found.exit_code, [*tmp_path.iterdir()]) == (2, [])
    assert "“tests” is where a ruleset's own tests stand" in found.stderr


def test_what_is_there_already_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "pile").mkdir()
    found = CliRunner().invoke(cli, ["new-ruleset", "pile", "--into", str(tmp_path)])
    assert (found.exit_code, [*(tmp_path / "pile").iterdir()]) == (2, [])
    assert "is there already" in found.stderr
    taken = CliRunner().invoke(cli, ["new-ruleset", "voidsiege", "--into", str(tmp_path)])
    assert "there is a ruleset “voidsiege” already" in taken.stderr
