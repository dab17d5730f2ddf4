"""Shapes of the commands that say something to people and give programs their fields beside it."""

from typing import Any, Literal

from pydantic import BaseModel, Field, create_model

from adapters.cli.shapes.games import Record, Replayed
from adapters.cli.shapes.parts import WHEN, Shape, Told

FILE = "Where it was written; null where it was printed."


class Demo(Told):
    ruleset: str
    replay: Replayed


class New(Told):
    game: str


class NewRuleset(Told):
    ruleset: str
    files: list[str]


class Appeal(Told):
    game: str
    entry: int = Field(description="The entry that it became.")
    about: int = Field(description="The entry that it is about.")


class Shrink(Told):
    game: str
    entry: int
    record: Record
    left: str = Field(description="How much is left, in a sentence.")


class ToldApart(Shape):
    ruleset: str
    told_apart: dict[str, int] = Field(description="Reading → in how many steps.")
    missing: list[str]


class PairFound(Shape):
    ruleset: str
    pair: str
    steps: int


class Differ(Told):
    """Of two laws `record`, with --all `apart`, with --pairs `pairs`; the others are null."""

    record: Record | None = Field(description="The shortest game; null where there is none.")
    apart: list[ToldApart] | None
    pairs: list[PairFound] | None


class Theorem(Shape):
    command: str = Field(description="What proves it again.")
    holds: bool
    whole: bool = Field(description="All tables were looked at, not only the nearest.")
    tables: int
    wrong: list[str]


class Prove(Told):
    proved: list[Theorem]


class Copied(Told):
    games: int
    rows: int
    there_already: int
    seats: int


class LaidOut(Told):
    store: str


class BackedUp(Told):
    file: str


class Fact(Shape):
    """Something that happened at an event, as its log has it."""

    fact: str = Field(description="Its stored name.")


class Act(Told):
    """What was entered into the log of the event."""

    event: str


def act(*names: str, **more: Any) -> type[BaseModel]:
    """The shape of a command that enters facts of these names."""
    fact: Any = Literal[names]
    one = create_model("Fact", __base__=Fact, fact=(fact, Field(description="Its stored name.")))
    return create_model("Act", __base__=Act, facts=(list[one], ...), **more)  # type: ignore[valid-type]


class Opened(Act):
    name: str


class Written(Act):
    file: str | None = Field(description=FILE)


class Links(Written):
    tables: int


class Result(Shape):
    round: int
    table: int
    game: str | None
    players: list[Any]
    result: Any


class Results(Written):
    results: list[Result]


class CallMade(Shape):
    call: int
    round: int
    table: int
    open: bool
    when: str = Field(description=WHEN)
    taken_by: str | None
    facts: list[Fact] = Field(description="The call, what was said, the ruling, the appeal.")


class Calls(Act):
    calls: list[CallMade]


class Proposed(Shape):
    player: str
    kind: str
    count: int
    penalty: str


class OffenceOf(Shape):
    offence: int
    player: str
    facts: list[Fact] = Field(description="The penalty, the appeal, the decision.")


class Offences(Act):
    offences: list[OffenceOf]


class ClockOf(Shape):
    seat: str
    seconds: float = Field(description="Left.")
    runs: bool
    ran_out: bool
    used_since: float | None = Field(description="Seconds, with --since.")


class Clock(Act):
    round: int
    seconds: float | None = Field(description="Left in the round; null before it has begun.")
    clocks: list[ClockOf]


class Slip(Written):
    slip: str
    promised: str = Field(description="In a sentence.")


class Growth(Written):
    proof: str = Field(description="As witnesses are asked: c2sp.org/tlog-witness.")


class Looked(Shape):
    holds: bool
    what: str


class Examined(Act):
    examined: list[Looked]


class StoreCheckpoint(Told):
    """Signed: `note` and `key`; held against what was signed: `examined`. The others are null."""

    note: str | None
    key: str | None
    file: str | None = Field(description=FILE)
    examined: list[Looked] | None


class Cases(Act):
    folder: str
    cases: int


JUDGE = {"judge": (str, Field(description="Their number."))}
TOKEN = {"token": (str | None, Field(description="With --token."))}
SIGNED = {
    "note": (str, Field(description="The checkpoint, a signed note.")),
    "key": (str, Field(description="The public key that signed, as a verifier writes it.")),
    "file": (str | None, Field(description=FILE)),
}
ACTS: dict[str, type[BaseModel]] = {
    "event new": Opened,
    "event policy": act("event/policy_set/v1"),
    "event judge": act("event/judge_appointed/v1", **JUDGE, **TOKEN),
    "event relieve": act("event/judge_relieved/v1", **JUDGE),
    "event pair": act(
        "event/players_entered/v1",
        "event/tables_paired/v1",
        tables=(int, ...),
        games=(int, ...),
        byes=(int, ...),
    ),
    "event links": Links,
    "event start": act("event/round_started/v1"),
    "event pause": act("event/round_paused/v1"),
    "event resume": act("event/round_resumed/v1"),
    "event end": act("event/round_ended/v1"),
    "event result": act("event/result_entered/v1"),
    "event results": Results,
    "event call": act("event/call_made/v1", "event/statement_given/v1"),
    "event say": act("event/statement_given/v1"),
    "event waive": act("event/statement_waived/v1"),
    "event take": act("event/call_taken/v1"),
    "event rule": act("event/call_ruled/v1"),
    "event seen": act("event/departure_noted/v1"),
    "event withdraw": act("event/call_withdrawn/v1"),
    "event appeal": act("event/ruling_appealed/v1"),
    "event decide": act("event/appeal_decided/v1"),
    "event calls": Calls,
    "event offence": act(
        "event/offence_given/v1",
        proposed=(Proposed | None, Field(description="Without --by: what the ladder has.")),
    ),
    "event contest": act("event/offence_appealed/v1"),
    "event settle": act("event/offence_decided/v1"),
    "event offences": Offences,
    "event time": act("event/time_given/v1"),
    "event clocks": act("event/clocks_set/v1"),
    "event clock": Clock,
    "event adjust": act("event/clock_adjusted/v1"),
    "event flag": act("event/flag_ruled/v1"),
    "event checkpoint": act("event/log_key_set/v1", "event/checkpoint_signed/v1", **SIGNED),
    "event cosign": act("event/checkpoint_cosigned/v1", **SIGNED),
    "event growth": Growth,
    "event slip": Slip,
    "event examine": Examined,
    "event close": act("event/closed/v1"),
    "event forget": act("event/people_forgotten/v1", forgotten=(int, ...)),
    "event cases": Cases,
}
"""The commands of an event, by what they enter or show."""
