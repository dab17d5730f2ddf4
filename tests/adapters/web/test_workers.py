"""`umpire serve --workers 2`: several processes on one socket, and their parent."""

import io
import os
import signal
import socket
from pathlib import Path

import httpx
import psutil
import pytest
import segno

from adapters.web.server import listening_socket, tell_where
from adapters.web.settings import WebSettings
from tests.adapters.servers import serving

LONG = 60


def test_workers_end_with_their_parent_and_their_port_is_free(tmp_path: Path) -> None:
    with serving(tmp_path / "games.umpire", "--workers", "2") as server:
        children = psutil.Process(server.running.pid).children(recursive=True)
        os.kill(server.running.pid, signal.SIGKILL)
        server.running.wait()
        _, left = psutil.wait_procs(children, LONG)
        for one in left:
            one.kill()
        assert not left
        server.start()
        assert httpx.get(f"{server.url}/ready", timeout=LONG).status_code == 200


def test_nobody_gets_in_before_a_worker_is_ready() -> None:
    with listening_socket(WebSettings(port=0, workers=2)) as place:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(place.getsockname(), LONG)


def test_a_port_that_is_taken_is_told_in_one_sentence() -> None:
    with listening_socket(WebSettings(port=0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="cannot listen: Address already in use"):
            listening_socket(WebSettings(port=port, workers=2))


@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_shows_the_address_for_phones_as_a_code(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = WebSettings(host="0.0.0.0", port=0, public_url="https://umpire.example")
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    with listening_socket(settings) as place:
        tell_where(settings, place)
    code = io.StringIO()
    segno.make("https://umpire.example").terminal(out=code, compact=True)
    assert (code.getvalue() in capsys.readouterr().err) is terminal
