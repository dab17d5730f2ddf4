"""A message posted to an address, all of it within one limit of time."""

import json
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from io import BufferedReader, RawIOBase
from socket import SOCK_STREAM, create_connection, getaddrinfo, socket
from time import monotonic
from typing import Any
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from adapters.web.logs import server

PATIENCE = 5
"""Seconds that a whole request may take, from connecting to the end of the answer."""

SecondsLeft = Callable[[], float]
"""How long a request may still take. Raises TimeoutError once that is nothing."""


def post(url: str, message: dict[str, Any]) -> None:
    """Posts JSON to a webhook. Failures are logged for the operator, without the address."""
    body = json.dumps(message).encode()
    try:
        made = Request(url, body, {"content-type": "application/json"})  # noqa: S310 - the operator's
        with build_opener(NoRedirects, TimedHandler).open(made, timeout=PATIENCE) as answer:
            answer.read(1024)
    except (OSError, ValueError, HTTPException) as why:
        what = message.get("game") or f"call {message.get('call')}"
        server.warning("nobody could be told of %s: %s", what, why)


class NoRedirects(HTTPRedirectHandler):
    """Follows no redirects."""

    def redirect_request(self, *_: Any) -> None:
        """Gives no new request, so that an allowed host cannot redirect to one that is not."""


class TimedReader(RawIOBase):
    """What comes through a socket.

    A timeout of the socket alone begins anew with each byte that a receiver lets drip.
    """

    def __init__(self, line: socket, left: SecondsLeft) -> None:
        self._line = line
        self._left = left
        self._file = line.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._line.settimeout(self._left())
        return self._file.readinto(buffer)

    def close(self) -> None:
        self._file.close()
        super().close()


class TimedLine:
    """A connected socket, as far as a connection uses it."""

    def __init__(self, line: socket, left: SecondsLeft) -> None:
        self._line = line
        self._left = left
        self.close = line.close

    def sendall(self, sent: bytes) -> None:
        self._line.settimeout(self._left())
        self._line.sendall(sent)

    def makefile(self, _mode: str) -> BufferedReader:
        return BufferedReader(TimedReader(self._line, self._left))


class TimedConnection(HTTPConnection):
    """A connection for one request, whose `timeout` is that of the whole request."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._end = monotonic() + (self.timeout or PATIENCE)
        self._create_connection = self._connect_in_time

    def connect(self) -> None:
        super().connect()
        self.sock: Any = TimedLine(self.sock, self._left)

    def _left(self) -> float:
        left = self._end - monotonic()
        if left <= 0:
            raise TimeoutError("it took too long")
        return left

    def _connect_in_time(self, address: tuple[str, int], *_: Any) -> socket:
        """A socket that leads to one of the host's addresses, each of which gets its share of the time."""
        host, port = address
        # Python gives each address the whole time, and a host may have many that do not answer.
        places = [str(info[4][0]) for info in getaddrinfo(host, port, type=SOCK_STREAM)]
        for others, place in zip(reversed(range(len(places))), places, strict=True):
            try:
                line = create_connection((place, port), self._left() / (others + 1))
            except OSError:
                if not others:
                    raise
            else:
                line.settimeout(self._left())
                return line
        raise OSError("it has no address")


class TimedSecureConnection(TimedConnection, HTTPSConnection):
    """The same over TLS."""


class TimedHandler(HTTPHandler, HTTPSHandler):
    """Opens addresses with timed connections."""

    def http_open(self, request: Request) -> HTTPResponse:
        return self.do_open(TimedConnection, request)

    def https_open(self, request: Request) -> HTTPResponse:
        return self.do_open(TimedSecureConnection, request)
