"""What the shapes of several commands share."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Verdict = Literal["legal", "illegal", "undetermined"]
Basis = Literal["rule", "reading", "inferred"]

WHEN = "A moment, ISO 8601 in UTC."
N = "The number of the entry, from 1 on."
AT = "The entry after which the table is looked at; 0 is the set-up."
CITES = "Rules and open questions, by id, the one that decides first."
SAID = "A step as it was said."


class Shape(BaseModel):
    """An object with at least these fields."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)


class Followed(Shape):
    """Something that happened with a step, with the rules by which it did."""

    event: str
    rules: list[str]
    says: str


class Ruling(Shape):
    """The ruling on an entry."""

    n: int = Field(description=N)
    by: str
    do: Any = Field(description="What was attempted, as it was said.")
    verdict: Verdict
    basis: Basis
    cites: list[str] = Field(description=CITES)
    reason: str
    events: list[str] = Field(description="Stored names of what happened.")
    follows: list[Followed] = Field(
        description="What came of it, in its order, each with its rules."
    )


class State(Shape):
    """The table, as the page of its ruleset has it."""

    over: bool
    winner: Any
    to_act: list[str]


class Change(Shape):
    """A place of the state that is another one."""

    path: str
    words: str


class Rule(Shape):
    """A rule or an open question."""

    id: str
    title: str
    text: str
    source: str


class Outcome(Shape):
    """What came of one game."""

    name: str
    outcome: str
    said: str
    fell_out: bool
    digest: str = Field(description="Of the game as it was played; empty where it cannot be read.")
    details: dict[str, Any] = Field(description="What only this command has to say.")


class Fallen(Shape):
    name: str
    outcome: str
    said: str


class Same(Shape):
    name: str
    same_as: str


class Summary(Shape):
    """The table at the end."""

    games: int
    outcomes: dict[str, int]
    fell_out: list[Fallen]
    twice: list[Same] = Field(description="Games that are the same as one before them.")


class Many(Shape):
    """Several games, or a folder: an outcome for each, and the table at the end."""

    games: list[Outcome]
    summary: Summary


class Told(Shape):
    """What the command says to people, line by line."""

    command: str
    said: list[str]
    exit: int


class Wrong(Shape):
    kind: Literal["usage", "unusable", "missing_extra", "fault"]
    said: str
    exit: int


class Error(Shape):
    """Why a command could not do its work: one line on standard error; nothing is printed."""

    error: Wrong
