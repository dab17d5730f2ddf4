"""What the API promises of events: the shapes of its answers."""

from typing import Annotated, Any

from application.answer import Answer, Meta


class Accepted(Answer):
    """It is kept."""

    done: bool
    call: Annotated[int | None, Meta(description="Of somebody who called: the number of the call.")]


class ResultsEntered(Answer):
    """The results of a list stand."""

    done: bool
    tables: Annotated[int, Meta(description="How many have their result by the list.")]


class HallTable(Answer):
    """A table at a glance."""

    table: int
    players: list[str]
    game: str | None
    waits_for: Annotated[list[str], Meta(description="Who is to act.")]
    since: Annotated[str | None, Meta(description="UTC.")]
    call: dict[str, Any] | None
    owed: Annotated[int, Meta(description="Seconds that it plays longer than the round.")]
    penalties: list[str]
    out: Annotated[list[str], Meta(description="Who has left, or was put out of the event.")]
    disputed: bool
    finished: str


class HallNow(Answer):
    """A round, table by table."""

    event: str
    round: int
    left: Annotated[int, Meta(description="Seconds; below zero when it is overdue.")]
    runs: bool
    tables: list[HallTable]


class Call(Answer):
    """A call with all that became of it."""

    call: int
    round: int
    table: int
    open: bool
    statements: dict[str, str | None]
    verdict: str | None
    told: Annotated[list[str], Meta(description="What happened, a sentence each.")]
    alike: Annotated[list[str], Meta(description="Calls under the same rules.")]
