"""The address under which other phones reach this server."""

import socket
from ipaddress import ip_address

import segno
from starlette.requests import Request

from adapters.web.responses import Problem
from adapters.web.settings import WebSettings

ELSEWHERE = ("192.0.2.1", 9)
"""A reserved address (TEST-NET-1); connecting a UDP socket to it sends nothing."""
LONGEST = 260
"""Most characters of a host's name and port; the QR code of a link holds some 2,000 in all."""


def public_address(request: Request, settings: WebSettings) -> tuple[str, bool]:
    """The base URL of links, without a slash at the end, and whether other phones can reach it.

    The operator's setting; else the request's own host, or this machine's network address if that
    host is loopback. Raises Problem if the Host header is too long to be one.
    """
    if settings.public_url:
        return settings.public_url.rstrip("/"), True
    host = request.headers.get("host", "")
    if len(host) > LONGEST:
        raise Problem(400, "unreadable", "it is no address of ours", "Host")
    own = f"{request.url.scheme}://{host}"
    if not _only_here(host):
        return own, True
    address = None if settings.on_loopback else address_in_the_room()
    if address is None:
        return own, False
    _, colon, port = host.rpartition(":")
    return f"{request.url.scheme}://{address}{colon}{port}", True


def qr_code(url: str, scale: int) -> str:
    """The URL as a QR code, in SVG; `scale` is the size of one module."""
    drawn: str = segno.make(url, error="m").svg_inline(scale=scale, border=2, omitsize=True)
    return drawn


def _only_here(host: str) -> bool:
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    try:
        return ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name.lower() in ("localhost", "")


def address_in_the_room() -> str | None:
    """This machine's IPv4 address in its network; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            # Nothing is sent: the system only says which way it would take.
            way.connect(ELSEWHERE)
        except OSError:
            return None
        address = str(way.getsockname()[0])
    return None if ip_address(address).is_loopback else address
