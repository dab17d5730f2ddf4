"""An act as it was sent: which kinds a judge and a player may send, and how one is read."""

from typing import Any

import msgspec

from application.event.acts.act import Act
from application.event.acts.of_rounds import Adjust, End, Flag, Pause, Result, Resume, Start, Time
from application.event.acts.on_the_floor import (
    Appeal,
    Call,
    Contest,
    Decide,
    NoteDeparture,
    NoteElsewhere,
    Offend,
    Rule,
    Say,
    Settle,
    Take,
    Waive,
    Withdraw,
)
from application.event.state import Refused
from domain.kernel.values import prepared

JudgeAct = (
    Call | Waive | Take | Withdraw | Rule | NoteDeparture | NoteElsewhere | Decide | Offend | Settle
    | Time | Adjust | Flag | Start | Pause | Resume | End | Result
)  # fmt: skip
PlayerAct = Call | Say | Withdraw | Appeal | Contest


def act_of(content: Any, kinds: Any) -> Act:
    """The act that this JSON value is, one of `kinds`: JudgeAct or PlayerAct. Raises Refused."""
    try:
        found: Act = msgspec.convert(content, prepared(kinds))
    except msgspec.ValidationError as why:
        raise Refused(_complaint(str(why))) from None
    return found


def _complaint(why: str) -> str:
    """What the library complains of, in our words."""
    what, _, where = why.partition(" - at ")
    field = where.strip("`").removeprefix("$").lstrip(".")
    what = what.replace("`", "“", 1).replace("`", "”", 1)
    what = what.replace("Object missing required field ", "it is missing: ")
    return f"{field}: {what}" if field else what
