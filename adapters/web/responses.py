"""Responses: JSON with the headers that every response carries, and problem documents (RFC 9457)."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

import msgspec
from starlette.responses import Response

from application.answer import Answer, Meta

API_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
ENTRY = "umpire-entry"
"""The header that says which entry a state, a log or a ruling is of."""
RECEIPT = "umpire-receipt"
"""The header with the receipt of a ruling."""
RAW_HEADERS = [(name.encode(), value.encode()) for name, value in API_HEADERS.items()]
JSON = (b"content-type", b"application/json")
NEWER = "only a newer umpire can take this game up; the operator was told"
encode = msgspec.json.Encoder().encode


class JsonResponse(Response):
    """A JSON response, encoded when it is made; bytes are sent as they are."""

    def __init__(
        self,
        content: Any,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        media_type: str = "application/json",
    ) -> None:
        self.status_code = status
        self.background = None
        self.body = content if isinstance(content, bytes) else encode(content)
        kind = JSON if media_type == "application/json" else (b"content-type", media_type.encode())
        self.raw_headers = [*RAW_HEADERS, kind, (b"content-length", b"%d" % len(self.body))]
        if headers:
            self.raw_headers += [(name.encode(), value.encode()) for name, value in headers.items()]


class ProblemDocument(Answer):
    """What went wrong (RFC 9457): what, where, and what was expected."""

    type: Annotated[str, Meta(examples=["urn:umpire:problem:not-a-step"])]
    title: str
    status: int
    detail: str
    what: str
    where: str
    expected: str


class Problem(Exception):
    """An error that is sent as a problem document: what is wrong, where, and what was expected.

    `kind` is a key of TITLES; `more` are further fields of the document.
    """

    def __init__(
        self,
        status: int,
        kind: str,
        what: str,
        where: str = "",
        expected: str = "",
        headers: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(what)
        self.status = status
        self.kind = kind
        self.what = what
        self.where = where
        self.expected = expected
        self.headers = headers
        self.more = more

    def sentence(self) -> str:
        detail = f"{self.where}: {self.what}" if self.where else self.what
        return f"{detail}; expected {self.expected}" if self.expected else detail

    def response(self) -> JsonResponse:
        document = ProblemDocument(
            f"urn:umpire:problem:{self.kind}",
            TITLES[self.kind],
            self.status,
            self.sentence(),
            self.what,
            self.where,
            self.expected,
        )
        content = {**document.as_json(), **self.more} if self.more else document
        return JsonResponse(content, self.status, self.headers, "application/problem+json")


@contextmanager
def as_problem(
    why: type[Exception] | tuple[type[Exception], ...],
    status: int,
    kind: str,
    where: str = "",
    expected: str = "",
) -> Iterator[None]:
    """What is raised for one of these reasons is a Problem that says it."""
    try:
        yield
    except why as raised:
        raise Problem(status, kind, str(raised), where, expected) from None


TITLES = {
    "unreadable": "The body cannot be read",
    "not-a-step": "This is no step",
    "not-an-opening": "No game can be opened from this",
    "wrong-field": "A field is not as it should be",
    "not-a-number": "A field is not as it should be",
    "who": "Who are you?",
    "not-yours": "That is not yours to do",
    "not-here": "There is no such thing here",
    "wrong-method": "That cannot be done here",
    "moved-on": "The game has moved on",
    "departs": "Like situations were ruled otherwise",
    "key-used": "The key was used for something else",
    "too-long": "The body is too long",
    "too-slow": "The body did not arrive in time",
    "wrong-type": "The body is not JSON",
    "closed": "The game is over for the event",
    "full": "The game holds as much as is kept of one",
    "too-many": "Too many at once",
    "store": "The store does not answer",
    "damaged": "The game's log is damaged",
    "fault": "A fault of ours",
}
