"""A server in a process that is forked from one which has imported it: it starts in a fifth of the time."""

import gc
import os
import sys
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path
from subprocess import TimeoutExpired

IMPORTED = (
    "adapters.web.server",
    "adapters.web.pages",
    "adapters.web.events.pages",
    "adapters.cli.store.serve",
    "adapters.stores.seat_tables",
    "adapters.stores.postgres",
    "application.event.repository",
    "uvicorn.loops.auto",
    "uvicorn.protocols.http.auto",
    "tests.adapters.forked",
)
FORKING = get_context("forkserver")
FORKING.set_forkserver_preload([*IMPORTED])


class Forked:
    """`umpire` with these words, told of as a Popen; what it logs goes to this file."""

    def __init__(self, words: list[str], environment: Mapping[str, str], log: Path) -> None:
        # What it starts itself would have to be imported anew: it is for servers of one worker.
        self._process = FORKING.Process(
            target=_umpire, args=(words, dict(environment), log), daemon=True
        )
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def terminate(self) -> None:
        self._process.terminate()

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutExpired("umpire", timeout or 0)
        return self._process.exitcode


def _umpire(words: list[str], environment: Mapping[str, str], log: Path) -> None:
    from adapters.cli import main

    os.setsid()
    gc.freeze()  # else the first collection copies all that was imported
    with log.open("a") as file:
        os.dup2(file.fileno(), 2)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["umpire", *words]
    main()
