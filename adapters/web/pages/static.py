"""The static files, read and compressed once; browsers check for changes by ETag."""

import gzip
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from adapters.web.pages.render import HERE, page_route, takes_gzip
from adapters.web.responses import API_HEADERS, Problem

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    whole: bytes
    compressed: bytes
    kind: str
    etag: str


@cache
def files() -> dict[str, File]:
    """Every static file, by its name."""
    folder = HERE.parent / "static"
    return {path.name: _file(path.read_bytes(), KINDS[path.suffix]) for path in folder.iterdir()}


def _file(whole: bytes, kind: str) -> File:
    # A weak one, as it is the same for both ways in which the file is sent.
    etag = f'W/"{sha256(whole).hexdigest()[:16]}"'
    return File(whole, gzip.compress(whole, 9, mtime=0), kind, etag)


@page_route
async def static(request: Request) -> Response:
    """A static file, or 304 if the browser has it already."""
    file = files().get(request.path_params.get("name", "umpire.svg"))
    if file is None:
        raise Problem(404, "not-here", "there is no such file", "static")
    headers = {
        **API_HEADERS,
        "cache-control": "no-cache",
        "cross-origin-resource-policy": "same-origin",
        "etag": file.etag,
        "vary": "accept-encoding",
    }
    # Proxies make of an ETag a weak one, or the other way round.
    known = request.headers.get("if-none-match", "").split(",")
    if file.etag.removeprefix("W/") in (tag.strip().removeprefix("W/") for tag in known):
        return Response(b"", 304, headers)
    if takes_gzip(request):
        packed = {**headers, "content-encoding": "gzip"}
        return Response(file.compressed, 200, packed, file.kind)
    return Response(file.whole, 200, headers, file.kind)
