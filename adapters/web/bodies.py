"""Reading requests: the body, the Idempotency-Key, the number of the entry last seen."""

import re
from json import JSONDecodeError
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request

from adapters.digits import number_in
from adapters.web.responses import Problem
from application.records.notation import NotFinite, Unclear, json_values

decode = msgspec.json.Decoder().decode
PLAIN = frozenset({str, int, bool, type(None)})
SMALL = 2**31
LONGEST = 9
"""Most digits of a number in a path, query or cookie; `int()` fails above 4,300."""
KEY = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?")


class Number(IntegerConvertor):
    """A number in a path, as in `/entry/{n:number}`; the route does not match a longer one."""

    regex = f"[0-9]{{1,{LONGEST}}}"


register_url_convertor("number", Number())


async def body_of(request: Request) -> bytes:
    """The whole body. Raises Problem if its Content-Type is not JSON, or it is too long or slow."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(
            415, "wrong-type", f"the body is {shown_type(kind)}", "Content-Type", "application/json"
        )
    return await request.body()


async def json_in(request: Request) -> Any:
    """The value of a JSON body. Raises Problem."""
    return json_of(await body_of(request))


async def mapping_in(request: Request, expected: str) -> dict[str, Any]:
    """The mapping that a JSON body is. Raises Problem, which names the `expected` one."""
    content = await json_in(request)
    if not isinstance(content, dict):
        raise Problem(422, "wrong-field", "it is no mapping", "body", expected)
    return content


async def form_in(request: Request) -> dict[str, str]:
    """The fields of a form of few and short values. Raises Problem if it is too long or slow."""
    return dict(parse_qsl((await request.body()).decode("latin-1")))


def shown_type(kind: str) -> str:
    return f"“{kind[:60]}”" if kind else "of no type that is said"


def json_of(body: bytes) -> Any:
    """The value of a JSON body, read as a record file would be. Raises Problem."""
    return flat_mapping(body) or values_of(body)


def flat_mapping(body: bytes) -> dict[str, Any] | None:
    """Reads a flat mapping of strings and small numbers fast, as most steps are; None for other bodies.

    With as many colons as keys, no key occurs twice and no string contains a colon.
    """
    try:
        content = decode(body)
    except (ValueError, RecursionError):
        return None
    if type(content) is not dict or body.count(b":") != len(content):
        return None
    for value in content.values():
        if type(value) not in PLAIN or (type(value) is int and abs(value) >= SMALL):
            return None
    return content


def values_of(body: bytes) -> Any:
    try:
        return json_values(body.decode())
    except NotFinite as why:
        raise Problem(422, "not-a-number", str(why), "body") from None
    except Unclear as why:
        raise Problem(400, "unreadable", str(why), "body") from None
    except UnicodeDecodeError:
        what = "it is not UTF-8 text"
    except JSONDecodeError as why:
        where = f"at line {why.lineno}, column {why.colno}"
        what = f"it is no JSON {where}" if body.strip() else "it is empty"
    raise Problem(400, "unreadable", what, "body", "JSON in UTF-8")


def key_of(request: Request) -> str:
    """The Idempotency-Key; empty if none was sent. Raises Problem."""
    key = request.headers.get("idempotency-key")
    if key is None:
        return ""
    if not KEY.fullmatch(key):
        raise Problem(
            422,
            "wrong-field",
            "it cannot be used",
            "Idempotency-Key",
            "1 to 200 visible characters",
        )
    return key


def page_number(value: str | None) -> int:
    """The page in the query, the first without one. Raises Problem."""
    page = 1 if value is None else number_in(value, LONGEST)
    if not page:
        raise Problem(422, "not-a-number", "it is no page", "page", "a number from 1 on")
    return page


def entry_number(value: Any, where: str) -> int | None:
    """An entry number from the request; None if none was sent. Raises Problem."""
    if value is None or (type(value) is int and value >= 0):
        return value
    number = number_in(value, LONGEST) if isinstance(value, str) else None
    if number is not None:
        return number
    raise Problem(422, "not-a-number", "it is no entry", where, "a number from 0 on")
