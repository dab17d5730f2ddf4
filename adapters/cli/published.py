"""What `--json` prints, by command: the published schemas are written from the answers themselves.

`python -m adapters.cli.published` writes adapters/cli/schemas. An answer may gain fields and stays of its
version; where a field goes, or comes to mean another thing, the version goes up.
"""

import json
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import defstruct

from application.answer import Answer, Meta, schemas
from application.desk.audit import Audit
from application.desk.backup import Advice, Remedied
from application.desk.batch.comparison import Compared
from application.desk.batch.going_over import Batch
from application.desk.batch.importing import Imported
from application.desk.batch.pinned import AgainstPins
from application.desk.defects import Defect, Defects, RuledWrong
from application.desk.explain import Explanation
from application.desk.fork import StoredFork, WhatIf
from application.desk.knowledge import Knowledge
from application.desk.packet import Packet
from application.desk.precedents import Precedents
from application.desk.ruling_sheet import Sheet
from application.event.log.proving import CheckResult
from application.event.log.whole_store import StoreHeld
from application.event.standings import Standing
from application.event.told import (
    EventLog,
    EventsListed,
    Proposed,
    ToldCall,
    ToldClock,
    ToldOffence,
    ToldTable,
    ToldTables,
)
from application.game.difference import Difference
from application.game.listing import GamesLookedInto
from application.game.log import Log
from application.game.open_chance import OpenChance
from application.game.options import OptionsListed
from application.game.redaction import Shown
from application.game.standing_answers.offering import OwnAnswer
from application.game.table_parts import TableParts
from application.lab.coverage import RecordsMet
from application.lab.difference.pairs import PairFound
from application.lab.difference.readings import ToldApart
from application.lab.exploration.account import Explored
from application.lab.exploration.proofs import Proved
from application.law.lawbook import NeverRuled, Rulebook, RulesFound, Shelf, ToldQuestion, ToldRule
from application.law.step_account import StepForms
from application.records.exports import RecordAsJson
from application.records.replay_account import Replayed
from application.seal.receipt import Redone, TakenStep
from application.seal.seal import NewKey, SealedFile

FOLDER = Path(__file__).parent / "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILE = Annotated[str | None, Meta(description="Where it was written; null where it was printed.")]


class Told(Answer):
    """What the command says to people, line by line."""

    command: str
    said: list[str]
    exit: int


class Wrong(Answer):
    kind: Literal["usage", "unusable", "missing_extra", "fault"]
    said: str
    exit: int


class Error(Answer):
    """Why a command could not do its work: one line on standard error; nothing is printed."""

    error: Wrong


Kind = type[Any]


def of_game(kind: Kind) -> Kind:
    """The answer with the game that it is about before its own fields."""
    return _with(kind, kind.__name__, game=str)


def with_fields(**fields: Any) -> Kind:
    """What a command says to people, with these fields beside it."""
    return _with(Told, "Told", **fields)


def act(*names: str, **fields: Any) -> Kind:
    """What was entered into the log of an event: facts of these names."""
    fact: Any = Literal[names] if names else str
    kind = defstruct("Fact", [("fact", Annotated[fact, Meta(description="Its stored name.")])])
    return with_fields(event=str, facts=list[kind], **fields)  # type: ignore[valid-type]


def _with(kind: Kind, name: str, /, **fields: Any) -> Kind:
    more = [*fields.items()]
    made = defstruct(name, more, bases=(kind,), frozen=True, kw_only=True)
    made.__doc__ = kind.__doc__
    return made


JUDGE = {"judge": Annotated[str, Meta(description="Their number.")]}
TOKEN = {"token": Annotated[str | None, Meta(description="With --token.")]}
SIGNED = {
    "note": Annotated[str, Meta(description="The checkpoint, a signed note.")],
    "key": Annotated[str, Meta(description="The public key that signed, as a verifier writes it.")],
    "file": FILE,
}


@cache
def published() -> dict[str, tuple[int, tuple[Kind, ...]]]:
    """Command → its version, and the answers of which it prints one."""
    first = {
        "replay": (Replayed, AgainstPins, Batch),
        "import": (Imported, Batch),
        "games": (GamesLookedInto,),
        **dict.fromkeys(STEPS, (TakenStep,)),
        "correct": (TakenStep, TableParts),
        "chance": (OpenChance,),
        "redo": (Redone,),
        "standing-answer": (_with(OwnAnswer, "StandingAnswer", player=str),),
        "options": (OptionsListed,),
        "show": (Shown,),
        "log": (Log,),
        "verify": (StoreHeld, SealedFile, Batch, Told),
        "export": (RecordAsJson,),
        "seal": (SealedFile, NewKey, Batch),
        "why": (of_game(Explanation),),
        "diff": (of_game(Difference),),
        "fork": (StoredFork, WhatIf),
        "knowledge": (of_game(Knowledge),),
        "packet": (Packet,),
        "precedents": (Precedents,),
        "wrong": (RuledWrong,),
        "defects": (Defects, Defect, with_fields(folder=str, records=list[str])),
        "sheet": (Sheet,),
        "audit": (of_game(Audit), Batch),
        "backup": (
            of_game(Advice),
            Remedied,
        ),
        "compare": (Compared,),
        "coverage": (RecordsMet,),
        "explore": (Explored,),
        "demo": (with_fields(ruleset=str, replay=Replayed),),
        "new": (with_fields(game=str),),
        "new-ruleset": (with_fields(ruleset=str, files=list[str]),),
        "appeal": (with_fields(game=str, entry=int, about=int),),
        "shrink": (with_fields(game=str, entry=int, record=RecordAsJson, left=str),),
        "differ": (
            with_fields(
                record=RecordAsJson | None,
                apart=list[ToldApart] | None,
                pairs=list[PairFound] | None,
            ),
        ),
        "prove": (with_fields(proved=list[Proved]),),
        "checkpoint": (
            with_fields(
                note=str | None, key=str | None, file=FILE, examined=list[CheckResult] | None
            ),
        ),
        "db copy": (with_fields(games=int, rows=int, there_already=int, seats=int),),
        "db init": (with_fields(store=str),),
        "backup-db": (with_fields(file=str),),
        **{f"event {name}": (kind,) for name, kind in EVENT.items()},
        TOLD: (Told,),
        ERROR: (Error,),
    }
    of_rules = (
        *(Shelf, Rulebook, ToldRule, ToldQuestion),
        *(RulesFound, NeverRuled, StepForms, Answer),
    )
    return {**{name: (1, kinds) for name, kinds in first.items()}, "rules": (2, of_rules)}


STEPS = ("step", "undo", "consent", "object", "withdraw", "rewind", "overrule", "played")
EVENT: dict[str, Kind] = {
    "new": act(name=str),
    "policy": act("event/policy_set/v1"),
    "judge": act("event/judge_appointed/v1", **JUDGE, **TOKEN),
    "relieve": act("event/judge_relieved/v1", **JUDGE),
    "pair": act(
        "event/players_entered/v1", "event/tables_paired/v1", tables=int, games=int, byes=int
    ),
    "codes": act(file=FILE, players=int),
    "links": act(file=FILE, tables=int),
    "start": act("event/round_started/v1"),
    "pause": act("event/round_paused/v1"),
    "resume": act("event/round_resumed/v1"),
    "end": act("event/round_ended/v1", "event/result_entered/v1"),
    "result": act("event/result_entered/v1"),
    "correct": act("event/result_corrected/v1"),
    "reopen": act("event/table_reopened/v1"),
    "unpair": act("event/round_unpaired/v1"),
    "exchange": act("event/players_exchanged/v1"),
    "drop": act("event/player_dropped/v1"),
    "take-back": act("event/player_taken_back/v1"),
    "rename": act("event/name_corrected/v1"),
    "report": act(
        "event/result_reported/v1",
        "event/result_agreed/v1",
        "event/result_entered/v1",
        "event/call_made/v1",
        "event/call_made/v2",
    ),
    "results": act(file=FILE, results=list[ToldTable]),
    "standings": act(file=FILE, standings=list[Standing]),
    "call": act("event/call_made/v1", "event/call_made/v2", "event/statement_given/v1"),
    "say": act("event/statement_given/v1"),
    "waive": act("event/statement_waived/v1"),
    "take": act("event/call_taken/v1"),
    "rule": act("event/call_ruled/v1"),
    "seen": act("event/departure_noted/v1"),
    "withdraw": act("event/call_withdrawn/v1"),
    "appeal": act("event/ruling_appealed/v1", "event/ruling_appealed/v2"),
    "decide": act("event/appeal_decided/v1"),
    "calls": act(calls=list[ToldCall]),
    "offence": act("event/offence_given/v1", proposed=Proposed | None),
    "contest": act("event/offence_appealed/v1"),
    "settle": act("event/offence_decided/v1"),
    "offences": act(offences=list[ToldOffence]),
    "time": act("event/time_given/v1"),
    "clocks": act("event/clocks_set/v1"),
    "clock": act(round=int, seconds=float | None, clocks=list[ToldClock]),
    "adjust": act("event/clock_adjusted/v1"),
    "flag": act("event/flag_ruled/v1"),
    "checkpoint": act("event/log_key_set/v1", "event/checkpoint_signed/v1", **SIGNED),
    "cosign": act("event/checkpoint_cosigned/v1", **SIGNED),
    "growth": act(
        file=FILE,
        proof=Annotated[str, Meta(description="As witnesses are asked: c2sp.org/tlog-witness.")],
    ),
    "slip": act(file=FILE, slip=str, promised=Annotated[str, Meta(description="In a sentence.")]),
    "examine": act(examined=list[CheckResult]),
    "close": act("event/closed/v1"),
    "forget": act("event/people_forgotten/v1", forgotten=int),
    "cases": act(folder=str, cases=int),
    "list": EventsListed,
    "tables": ToldTables,
    "log": EventLog,
}
"""The commands of an event, by what they enter or show."""
TOLD, ERROR = "told", "error"
"""What commands that speak to people have in common, and what stands on standard error."""


def file_name(command: str) -> str:
    """`event-list.v1.json`."""
    return f"{command.replace(' ', '-')}.v{published()[command][0]}.json"


def schema(command: str) -> dict[str, Any]:
    """The JSON Schema of what a command prints with --json."""
    version, kinds = published()[command]
    heading = {
        "$schema": DIALECT,
        "$id": f"urn:umpire:cli:{command.replace(' ', '-')}:{version}",
        "version": version,
        "title": command if command in (TOLD, ERROR) else f"umpire {command} --json",
    }
    shapes, parts = schemas(kinds)
    whole = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
    return {**heading, **whole, "$defs": parts}


def schema_file(command: str) -> str:
    """The file of a schema."""
    return json.dumps(schema(command), ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Writes every schema; those of older versions stay."""
    for command in published():
        (FOLDER / file_name(command)).write_text(schema_file(command), encoding="utf-8")


if __name__ == "__main__":
    main()
