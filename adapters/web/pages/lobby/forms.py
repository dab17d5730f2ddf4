"""The forms that open games: whether the sender may, and the record that a form makes."""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request

from adapters.digits import number_in
from adapters.web.context import Context, context_of
from adapters.web.pages.lobby.armies import example_setup, seats_of, setup_of
from adapters.web.pages.lobby.players import called_names, names_in, seats_for
from adapters.web.pages.render import refuse_other_sites
from adapters.web.responses import Problem
from adapters.web.texts.catalogue import text
from application.game.openings import IdempotentRequest
from application.records.notation import values
from application.records.records import BadRecord
from application.rulesets import FOLDERS

MOST_DIGITS = 5
UNKNOWN = (2, 6)
"""How few and how many names are read for a ruleset that is not there."""


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form whose sender may open games."""

    fields: dict[str, str]
    caller: str
    """A digest that names the organiser's key; empty where none is set."""
    idempotent: IdempotentRequest
    """Identifies the request: sent again unchanged, by Back or by reloading, it opens no second game."""


class MayNotOpen(Exception):
    """The sender may not open games; `fields` are what they filled in, to be shown again."""

    def __init__(self, fields: dict[str, str], why: str) -> None:
        super().__init__(why)
        self.fields = fields


async def form_from_opener(request: Request) -> tuple[Context, Form]:
    """The form in the request. Raises MayNotOpen if its sender may not open games, and Problem."""
    context = context_of(request)
    refuse_other_sites(request)
    caller = None if context.settings.keys else context.operator(request)
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if caller is None and len(raw) > context.settings.most_step:
            # Without a key nobody makes us hold much; a form cut off here is not shown again as if whole.
            caller = _caller(context, request, _fields(raw), whole=False)
    fields = _fields(raw)
    if caller is None:
        caller = _caller(context, request, fields)
    fields.pop("key", "")
    once = fields.pop("once", "")
    said = json.dumps([request.url.path, fields], sort_keys=True)
    key = f"{once}:{sha256(said.encode()).hexdigest()[:16]}" if once else ""
    return context, Form(fields, caller, IdempotentRequest(request.url.path, caller, key, said))


def _caller(context: Context, request: Request, fields: dict[str, str], whole: bool = True) -> str:
    try:
        return context.operator(request, fields.get("key", ""))
    except Problem as why:
        if why.kind != "who":
            raise
        reason = text("start.key.wrong" if fields.pop("key", "") else "start.key.none")
        raise MayNotOpen(fields if whole else {}, reason) from None


def _fields(raw: bytearray) -> dict[str, str]:
    try:
        return dict(parse_qsl(raw.decode(), keep_blank_values=True, max_num_fields=40))
    except ValueError:
        raise Problem(400, "unreadable", "it cannot be read", "the form") from None


def record_in(form: dict[str, str]) -> Any:
    """The record that a form makes: its set-up is text, by hand or the example. Raises BadRecord, Unclear."""
    said = values(form["setup"]) if form.get("setup", "").strip() else None
    if isinstance(said, dict) and "record" in said:
        return said
    name = form.get("ruleset", "")
    names = names_in(form, *(seats_of(name) if name in FOLDERS else UNKNOWN))
    _check_names(names)
    seats = seats_for(names)
    setup = said.get("setup", said) if isinstance(said, dict) else said
    if setup is None and name in FOLDERS:
        setup = _setup(name, form, seats)
    return {
        "record": 1,
        "ruleset": name,
        "mode": form.get("mode", "casual"),
        "players": seats,
        "names": called_names(names, seats),
        "about": _about(form),
        "setup": setup,
        **_edition(form),
    }


def _check_names(names: list[str]) -> None:
    for n, name in enumerate(names):
        if not name:
            raise BadRecord("A player has no name; expected one for each.")
        if name.casefold() in (other.casefold() for other in names[:n]):
            raise BadRecord(f"“{name}” is there twice; expected another name for each player.")


def _setup(name: str, form: dict[str, str], seats: list[str]) -> dict[str, Any]:
    if form.get("table_by") == "hand":
        return setup_of(name, form_content(form), seats)
    return {} if by_seat(form) else example_setup(name, seats)


def by_seat(form: dict[str, str]) -> bool:
    """Whether each player is to lay out their own side, once they have their link."""
    return form.get("table_by") == "seats" and not form.get("setup", "").strip()


def form_content(form: dict[str, str]) -> Any:
    """What was filled in for a set-up by hand. Raises BadRecord."""
    try:
        return json.loads(form.get("laid", ""))
    except ValueError:
        raise BadRecord("The set-up by hand needs JavaScript; write it as text instead.") from None


def _edition(form: dict[str, str]) -> dict[str, Any]:
    """`edition`: an organiser's own, from the page pasted into the form; empty without one."""
    return {"edition": values(form["edition"])} if form.get("edition", "").strip() else {}


def _about(form: dict[str, str]) -> dict[str, Any]:
    about = {field: _number(form.get(field, "").strip()) for field in ("event", "round", "table")}
    return {field: value for field, value in about.items() if value != ""}


def _number(text: str) -> Any:
    number = number_in(text, MOST_DIGITS)
    return text if number is None else number
