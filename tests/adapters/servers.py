"""Servers for tests: one in this process, or one in a process of its own that may be killed."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from adapters.web.server import app_on, config_for, listening_socket
from adapters.web.settings import WebSettings
from tests.adapters.forked import Forked

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds that a client waits for an answer: nothing fails because the machine is busy."""
VOIDSIEGE: dict[str, Any] = {
    "record": 1,
    "ruleset": "voidsiege",
    "players": ["ana", "ben"],
    "setup": {
        "points": {"ana": 9, "ben": 9},
        "units": {"a1": {"owner": "ana"}, "a2": {"owner": "ana"}, "b1": {"owner": "ben"}},
    },
}


@dataclass
class Game:
    """A game opened over HTTP, and whoever has a seat in it."""

    id: str
    tokens: dict[str, str]
    client: httpx.Client

    def path(self, rest: str = "") -> str:
        return f"/api/games/{self.id}{rest}"

    def as_(self, seat: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[seat]}"}

    def step(self, seat: str, said: Mapping[str, Any], **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(
            self.path("/steps"), json=dict(said), headers={**self.as_(seat), **named}
        )

    def get(self, seat: str, what: str, **query: Any) -> httpx.Response:
        asked = {name.rstrip("_"): value for name, value in query.items()}
        return self.client.get(self.path(f"/{what}"), params=asked, headers=self.as_(seat))

    def state(self, seat: str = "judge", **query: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.get(seat, "state", **query).json()
        return found

    def log(self, seat: str = "judge", **query: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get(seat, "log", **query).json()["entries"]
        return found


def opened(client: httpx.Client, record: Mapping[str, Any] = VOIDSIEGE, **headers: str) -> Game:
    """A game of this record, opened."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = client.post("/api/games", json=dict(record), headers=named)
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return Game(found["game"], found["tokens"], client)


class Client(httpx.Client):
    """A client that knows the application it talks to."""

    app: FastAPI


@contextmanager
def inside(db: Path | str, **settings: Any) -> Iterator[Client]:
    """A client of a server in a thread of this process."""
    chosen = WebSettings(**{"port": 0, **settings})
    app = app_on(chosen, str(db))
    app.state.context.rulings.write = lambda _lines: None
    place = listening_socket(chosen)
    server = uvicorn.Server(config_for(chosen, app))
    running = threading.Thread(target=server.run, args=([place],))
    running.start()
    try:
        with Client(
            base_url=f"http://127.0.0.1:{place.getsockname()[1]}", timeout=PATIENCE
        ) as client:
            client.app = app
            yield client
    finally:
        server.should_exit = True
        app.state.context.feeds.close_soon()
        running.join()


@dataclass
class Server:
    """A server in a process of its own."""

    db: str
    settings: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    port: int = 0
    forked: bool = False
    """Whether it has imported everything already; else its settings may say what is imported."""
    running: "subprocess.Popen[bytes] | Forked" = field(init=False)

    def __post_init__(self) -> None:
        self.log = Path(tempfile.mkdtemp()) / "log"
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it, at the port it had before."""
        words = ["serve", "--port", str(self.port), *self.options]
        environment = {**os.environ, "UMPIRE_DB": self.db, **self.settings}
        before = len(self.lines())
        if self.forked:
            self.running = Forked(words, environment, self.log)
        else:
            self.running = self._begun(words, environment)
        for _ in range(2400):
            found = re.search(r"listens on http://[\d.]+:(\d+)", "".join(self.lines()[before:]))
            if found:
                self.port = int(found[1])
                break
            assert self.running.poll() is None, f"the server did not start: {self.lines()}"
            sleep(0.05)
        self._answers()

    def _begun(self, words: list[str], environment: dict[str, str]) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-c", "from adapters.cli import main; main()", *words]
        with self.log.open("a") as log:
            return subprocess.Popen(
                command, cwd=ROOT, env=environment, stderr=log, start_new_session=True
            )

    def _answers(self) -> httpx.Response:
        for _ in range(400):
            with suppress(httpx.TransportError):
                return httpx.get(f"{self.url}/health").raise_for_status()
            sleep(0.02)
        raise AssertionError(self.lines())

    def kill(self) -> None:
        """As a power cut would, its workers too."""
        os.killpg(self.running.pid, signal.SIGKILL)
        self.running.wait()

    def stop(self, seconds: float = 15) -> int:
        self.running.terminate()
        return self.running.wait(seconds)

    def lines(self) -> list[str]:
        """What it has logged so far."""
        return self.log.read_text().splitlines() if self.log.exists() else []

    def fault(self) -> str:
        """What it has logged from the first trace of a fault on; empty without one."""
        lines = self.lines()
        traces = (n for n, line in enumerate(lines) if "Traceback" in line or "trace" in line)
        return "\n".join(lines[next(traces, len(lines)) :])


@contextmanager
def serving(db: Path | str, *options: str, **settings: Any) -> Iterator[Server]:
    """A server that is gone at the end."""
    named = {f"UMPIRE_{name.upper()}": str(value) for name, value in settings.items()}
    server = Server(str(db), named, options, forked="--workers" not in options)
    try:
        yield server
    finally:
        if server.running.poll() is None:
            server.kill()
