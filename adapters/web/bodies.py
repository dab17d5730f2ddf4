"""What a request says: its body, its key, the entry its sender saw last."""

import re
from typing import Any

import msgspec
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request

from adapters.digits import number_in
from adapters.web.answers import Problem
from application.records.notation import Unclear, json_values

decode = msgspec.json.Decoder().decode
PLAIN = frozenset({str, int, bool, type(None)})
SMALL = 2**31
LONGEST = 9
"""Digits of a number in an address, a query or a cookie; Python itself reads no more than 4,300."""
KEY = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?")


class Number(IntegerConvertor):
    """A number in an address, as in `/entry/{n:number}`; a longer one is no address of ours."""

    regex = f"[0-9]{{1,{LONGEST}}}"


register_url_convertor("number", Number())


async def body_of(request: Request) -> bytes:
    """The body, whole. Raises Problem when it is no JSON by its header, too long, or too slow."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem(
            415, "wrong-type", f"the body is {shown_type(kind)}", "Content-Type", "application/json"
        )
    return await request.body()


async def json_in(request: Request) -> Any:
    """What the body says. Raises Problem."""
    return json_of(await body_of(request))


def shown_type(kind: str) -> str:
    return f"“{kind[:60]}”" if kind else "of no type that is said"


def json_of(body: bytes) -> Any:
    """What the body says, as a record in a file would be read. Raises Problem."""
    return flat_mapping(body) or values_of(body)


def flat_mapping(body: bytes) -> dict[str, Any] | None:
    """A flat mapping of words and small numbers, which most steps are, read fast; else none.

    As many colons as keys: none stands twice, and none is in a word.
    """
    try:
        found = decode(body)
    except (ValueError, RecursionError):
        return None
    if type(found) is not dict or body.count(b":") != len(found):
        return None
    for value in found.values():
        if type(value) not in PLAIN or (type(value) is int and abs(value) >= SMALL):
            return None
    return found


def values_of(body: bytes) -> Any:
    try:
        return json_values(body.decode())
    except (ValueError, Unclear) as why:
        raise Problem(400, "unreadable", str(why), "body", "JSON in UTF-8") from None


def key_of(request: Request) -> str:
    """The Idempotency-Key, empty without one. Raises Problem."""
    key = request.headers.get("idempotency-key", "")
    if key and not KEY.fullmatch(key):
        raise Problem(
            422,
            "wrong-field",
            "it cannot be used",
            "Idempotency-Key",
            "1 to 200 visible characters",
        )
    return key


def entry_number(value: Any, where: str) -> int | None:
    """A number of an entry; none when nothing is given. Raises Problem."""
    if value is None or (type(value) is int and value >= 0):
        return value
    number = number_in(value, LONGEST) if isinstance(value, str) else None
    if number is not None:
        return number
    raise Problem(422, "not-a-number", "it is no entry", where, "a number from 0 on")
