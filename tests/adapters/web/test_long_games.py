"""A long game is looked at from the command and over HTTP without being opened for it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adapters.cli import cli
from adapters.wiring import umpire_on
from application.game.redaction import effective_viewer
from application.rulesets import FOLDERS
from domain.kernel.history import Game
from tests.adapters.servers import Game as Opened
from tests.adapters.servers import inside
from tests.benchmarks.games import opening, steps

LENGTH = 150
ASKED = (0, 1, 63, 64, 65, 127, 128, 140, LENGTH)


def played(store: str, name: str, id: str) -> Game:
    umpire = umpire_on(store)
    umpire.open(opening(name), id)
    umpire.steps(id, steps(name, LENGTH))
    umpire.store.close()
    return umpire.game(id, fresh=False).game


@pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
@pytest.mark.parametrize("name", FOLDERS)
def test_show_says_of_any_entry_what_the_open_game_says(store: str, name: str) -> None:
    id = f"long-{name}"
    game = played(store, name, id)
    for viewer in (*game.players, "judge", "spectator"):
        for n in ASKED:
            words = ["show", id, "--at", str(n), "--as", viewer, "--json", "--db", store]
            shown = CliRunner().invoke(cli, words)
            assert shown.exit_code == 0, shown.output
            expected = game.view(n, effective_viewer(game, viewer))
            told = json.loads(shown.stdout)
            assert (told["game"], told["entry"]) == (id, n)
            assert told["state"] == json.loads(json.dumps(expected))
    beyond = CliRunner().invoke(cli, ["show", id, "--at", str(LENGTH + 1), "--db", store])
    assert f"there is no entry {LENGTH + 1}; the newest is {LENGTH}" in beyond.stderr


@pytest.mark.parametrize("name", FOLDERS)
def test_the_state_over_http_does_not_open_a_game(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / "games.umpire")
    game = played(path, name, "long")
    with inside(path) as client:
        context = client.app.state.context
        viewers = (*game.players, "spectator", "judge")
        asked = Opened("long", context.seats.issue("long", viewers), client)
        for viewer in viewers:
            for n in ASKED:
                answer = asked.get(viewer, "state", at=n)
                assert answer.headers["umpire-entry"] == str(n)
                expected = game.view(n, effective_viewer(game, viewer))
                assert answer.json() == json.loads(json.dumps(expected))
            assert asked.get(viewer, "state", at=LENGTH + 1).status_code == 404
        assert not context.umpire.holds("long")
        assert asked.state() == json.loads(json.dumps(game.view()))
        assert len(asked.log()) == LENGTH
        assert context.umpire.holds("long")
        assert asked.state() == json.loads(json.dumps(game.view()))
