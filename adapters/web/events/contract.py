"""What the API promises of events: the shapes of its answers."""

from typing import Any

from pydantic import BaseModel, Field

from adapters.web.api.contract import Open


class Done(BaseModel):
    """It is kept."""

    done: bool
    call: int | None = Field(description="Of somebody who called: the number of the call.")


class HallTable(Open):
    """A table at a glance."""

    table: int
    players: list[str]
    game: str | None
    waits_for: list[str] = Field(description="Who is to act.")
    since: str | None = Field(description="UTC.")
    call: dict[str, Any] | None
    owed: int = Field(description="Seconds that it plays longer than the round.")
    penalties: list[str]
    disputed: bool
    finished: str


class HallNow(Open):
    """A round, table by table."""

    event: str
    round: int
    left: int = Field(description="Seconds; below zero when it is overdue.")
    runs: bool
    tables: list[HallTable]


class Call(Open):
    """A call with all that became of it."""

    call: int
    round: int
    table: int
    open: bool
    statements: dict[str, str | None]
    verdict: str | None
    told: list[str] = Field(description="What happened, a sentence each.")
    alike: list[str] = Field(description="Calls under the same rules.")
