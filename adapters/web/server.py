"""The server: its socket, its workers, and a shutdown that still answers accepted requests."""

import contextlib
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import segno
import uvicorn
from fastapi import FastAPI

from adapters.web.app import application
from adapters.web.connections import Bounds, Config
from adapters.web.logs import server, to_stderr
from adapters.web.public_address import address_in_the_room
from adapters.web.settings import WebSettings
from adapters.wiring import VARIABLE, seats_on, umpire_on
from application.game.live_game import GameLimits
from application.lab.processes import end_with_parent
from application.ledger.ledger import Ledger
from application.ledger.store import StoreProblem
from application.rulesets import FOLDERS

if TYPE_CHECKING:
    from types import FrameType

    from uvicorn.supervisors import Multiprocess

BACKLOG = 2048
OWN_FILES = 128
"""File descriptors for the server itself: the store, a connection pool, logs."""
GONE = 60
"""Seconds after which a connection whose other end confirms nothing is dead."""
WANTED = 65_536
FEW = 512
"""Most connections of one remote address, behind which a whole venue may sit."""
STARTING = 60
"""Seconds that a worker may take to begin, and after which one that says nothing is ended."""
OVERHEAD = 64 * 1024
"""Bytes added to a body's limit for the overhead of chunked encoding."""


def serve(settings: WebSettings, db: str | None) -> None:
    """Serves until it is told to stop. Raises StoreProblem and BadKey before it listens, and OSError."""
    to_stderr()
    FOLDERS.look()
    app = app_on(settings, db)
    place = listening_socket(settings)
    if settings.workers == 1:
        tell_where(settings, place)
        tune_interpreter()
        Stoppable(config_for(settings, app)).run([place])
        return
    # Each worker opens its own. What stays open here, Python 3.13 waits for at the end: 5 seconds a thread.
    app.state.context.close_store()
    with TemporaryDirectory(prefix="umpire-") as numbers:
        tell_workers(settings, db, numbers)
        config = config_for(settings, "adapters.web.server:worker")
        workers(config, place, lambda: tell_where(settings, place)).run()


class Stoppable(uvicorn.Server):
    """A server that a second Ctrl-C ends at once; nobody is told where in its code that happened."""

    def handle_exit(self, sig: int, frame: "FrameType | None") -> None:
        super().handle_exit(sig, frame)
        if self.force_exit:
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)


def workers(config: Config, place: socket.socket, tell: Callable[[], None]) -> "Multiprocess":
    """The workers on this socket; `tell` is called once the first of them listens on it."""
    from uvicorn.supervisors import Multiprocess

    class Workers(Multiprocess):
        told = False

        def keep_subprocess_alive(self) -> None:
            super().keep_subprocess_alive()
            if not self.told and any(process.is_ready() for process in self.processes):
                self.told = True
                tell()

    return Workers(config, [place])


def tell_where(settings: WebSettings, place: socket.socket) -> None:
    """Logs where the server listens, and the address for phones."""
    host, port = place.getsockname()[:2]
    server.info("umpire listens on http://%s:%s", f"[{host}]" if ":" in host else host, port)
    _tell_phones(settings, port)


def _tell_phones(settings: WebSettings, port: int) -> None:
    """Logs the address that phones in the same network open, or that none can reach the server.

    A terminal shows it as a QR code too.
    """
    room = None if settings.on_loopback else address_in_the_room()
    there = settings.public_url or (f"http://{room}:{port}" if room else "")
    if there:
        server.info("phones open %s", there)
        if sys.stderr.isatty():
            segno.make(there).terminal(out=sys.stderr, compact=True)
    elif settings.on_loopback:
        server.info("phones do not get here: bind to the network with --host 0.0.0.0 for that")


def tune_interpreter() -> None:
    """Collects garbage seldom: live games are many small objects that stay, so it gains nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def app_on(settings: WebSettings, db: str | None) -> FastAPI:
    """The application on the store at this path or address. Raises StoreProblem."""
    umpire = umpire_on(db)
    umpire.most_live = settings.live_games
    umpire.limits = GameLimits(settings.most_entries, settings.most_said)
    assert isinstance(umpire.store, Ledger)
    seats = seats_on(db, settings.token_days, umpire.store)
    return application(umpire, seats, settings)


def tell_workers(settings: WebSettings, db: str | None, numbers: str) -> None:
    """Puts the settings into the environment, where the worker processes read them."""
    if db:
        os.environ[VARIABLE] = db
    os.environ["UMPIRE_NUMBERS"] = numbers
    for name in ("host", "port", "workers"):
        os.environ[f"UMPIRE_{name.upper()}"] = str(getattr(settings, name))


def worker() -> FastAPI:
    """The application of one worker, which ends with its parent."""
    to_stderr()
    end_with_parent()
    try:
        app = app_on(WebSettings(), None)
    except StoreProblem as why:
        # One that is started while the store is away: its parent starts another in its place.
        server.error("a worker does not start, and another is started: %s", why)
        raise SystemExit(1) from None
    tune_interpreter()
    return app


def config_for(settings: WebSettings, app: FastAPI | str) -> Config:
    return Config(
        app,
        bounds=bounds(settings),
        factory=isinstance(app, str),
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        access_log=False,
        log_config=None,
        backlog=BACKLOG,
        server_header=False,
        date_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=settings.shutdown,
        timeout_worker_healthcheck=STARTING,
        ws="none",
    )


def bounds(settings: WebSettings) -> Bounds:
    """The limits of connections; loopback has a higher one, as a proxy there stands for many clients."""
    each, most = settings.connections_per_address, max(OWN_FILES, many_files() - OWN_FILES)
    return Bounds(settings.most_form + OVERHEAD, settings.patience, most, each or FEW, each or most)


def listening_socket(settings: WebSettings) -> socket.socket:
    """The socket of the server. Several workers listen on it once they are ready. Raises OSError."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    place = socket.socket(family)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    _notice_who_is_gone(place)
    try:
        place.bind((settings.host, settings.port))
    except OSError as why:
        place.close()
        where = f"{settings.host} port {settings.port}"
        raise OSError(why.errno, f"cannot listen: {why.strerror}", where) from None
    if settings.workers == 1:
        place.listen(BACKLOG)
    place.set_inheritable(True)
    return place


def _notice_who_is_gone(place: socket.socket) -> None:
    """Turns on TCP keep-alive, so that the feed of a phone that lost its network ends after a while."""
    place.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", GONE), ("TCP_USER_TIMEOUT", GONE * 1000)):
        if hasattr(socket, name):
            place.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def many_files() -> int:
    """Raises the limit of open files, one for each listener, as far as allowed; gives the new limit."""
    if os.name != "posix":
        return WANTED
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if most == resource.RLIM_INFINITY else most
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return WANTED if now == resource.RLIM_INFINITY else min(now, WANTED)
