"""How a failed command ends: one sentence and an exit code, as JSON if asked for."""

import json
import os
import re
import sys
import traceback
from contextlib import suppress
from typing import Literal, NamedTuple, NoReturn

import click

from domain.kernel.ruling import sentence

UNUSABLE, FAULT = 2, 70
EXTRAS = {
    "psycopg": "postgres",
    "psycopg_pool": "postgres",
    "mcp": "mcp",
    "mcp_types": "mcp",
}
"""Package → the extra that brings it."""

LONG = re.compile(r"([^\s“”]{80})[^\s“”]{200,}([^\s“”]{20})")
"""Matches a word of such length that nobody would find the sentence around it; its ends are shown."""

Kind = Literal["usage", "unusable", "missing_extra", "fault"]


class Ending(NamedTuple):
    """Why a command ends, for people and programs."""

    kind: Kind
    """`usage`: the command line is wrong. `unusable`: something that it names cannot be used."""
    said: str
    code: int


def end(why: Exception, *, as_json: bool) -> NoReturn:
    """Prints why on standard error and exits; as JSON in one line: {"error": {…}}."""
    from adapters.cli.output import plain

    ending = ending_of(why)
    ending = ending._replace(said=LONG.sub(r"\1…\2", ending.said))
    if as_json:
        told = {"kind": ending.kind, "said": ending.said, "exit": ending.code}
        say_why(json.dumps({"error": told}, ensure_ascii=False))
    else:
        say_why(f"umpire: {plain(ending.said)}")
    sys.exit(ending.code)


def say_why(text: str) -> None:
    """Prints on standard error; where nothing can be written there, the exit code alone says it."""
    with suppress(OSError):
        click.echo(text, err=True)


def ending_of(why: Exception) -> Ending:
    """The sentence and the exit code for an exception."""
    if isinstance(why, click.UsageError):
        command = why.ctx.command_path if why.ctx else "umpire"
        from adapters.cli.wrong_usage import usage_sentence

        said = f"{_sentence(usage_sentence(why))} See {command} --help."
        return Ending("usage", said, why.exit_code)
    if isinstance(why, click.ClickException):
        return Ending("unusable", sentence(why.format_message()), UNUSABLE)
    if isinstance(why, ModuleNotFoundError):
        extra = EXTRAS.get((why.name or "").partition(".")[0])
        if extra is not None:
            return Ending("missing_extra", missing(extra), UNUSABLE)
    return _of_a_use_case(why)


def _sentence(text: str) -> str:
    """The text on one line, ending in one punctuation mark."""
    return sentence(" ".join(text.split()).rstrip(","))


def missing(extra: str) -> str:
    """The sentence that says which extra to install."""
    return f"this needs the extra “{extra}”, which is not installed; in the checkout: pip install '.[{extra}]'"


def _of_a_use_case(why: Exception) -> Ending:
    from application.event.log.signed_note import BadNote
    from application.game.checked_step import NotAStep
    from application.game.umpire import TakesNoMore
    from application.ledger.store import StoreProblem
    from application.named_file import CannotRead
    from application.new_file import ExistsAlready
    from application.records.records import BadRecord
    from application.seal.signing import BadKey
    from domain.kernel.faults import RulesetFault
    from domain.kernel.ruleset import SetupError
    from domain.tournament.book import RULES
    from domain.tournament.command import Refused

    if isinstance(why, Refused) and why.cites:
        rules = ", ".join(f"{rule} {RULES[rule]}" if rule in RULES else rule for rule in why.cites)
        return Ending("unusable", sentence(f"{str(why).rstrip('.')} ({rules})"), UNUSABLE)
    if isinstance(
        why,
        BadRecord
        | CannotRead
        | ExistsAlready
        | StoreProblem
        | NotAStep
        | TakesNoMore
        | SetupError
        | Refused
        | BadNote
        | BadKey,
    ):
        return Ending("unusable", _sentence(str(why)), UNUSABLE)
    if isinstance(why, OSError):
        where = why.filename or "the output could not be written"
        return Ending("unusable", f"{where}: {why.strerror or why}.", UNUSABLE)
    place = _place_in_a_ruleset(why)
    if isinstance(why, RulesetFault):
        there = f" ({place.partition(': ')[2]})" if place else ""
        return Ending("fault", f"the ruleset is at fault: {why}{there}{_trace(why, place)}", FAULT)
    first = str(why).splitlines()[0] if str(why) else "no more is known"
    if place:
        told = (
            f"the ruleset is at fault: {place}: {type(why).__name__}: {first}; "
            "UMPIRE_DEBUG=1 tells the way there"
        )
    else:
        told = f"a fault of umpire itself: {type(why).__name__}: {first}"
    return Ending("fault", f"{told}{_trace(why, place)}", FAULT)


def _place_in_a_ruleset(why: BaseException | None) -> str:
    """Where in a ruleset it happened, or what it came from; empty where none had a part in it."""
    from application.rulesets import place_in_a_ruleset

    while why is not None:
        place = place_in_a_ruleset(why.__traceback__)
        if place:
            return place
        why = why.__cause__
    return ""


def _trace(why: Exception, place: str) -> str:
    """With UMPIRE_DEBUG=1: where in a ruleset it happened, and the way there, for its author; else empty."""
    if os.environ.get("UMPIRE_DEBUG") != "1":
        return ""
    told = "".join(traceback.format_exception(why))
    return f"\n{f'in {place}' if place else 'in no ruleset'}\n{told}"
