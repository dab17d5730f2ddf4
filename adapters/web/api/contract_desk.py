"""What the API promises besides games: the law, the judge's desk, the server itself."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from adapters.web.api.contract import Open, Verdict


class Rule(BaseModel):
    """A rule, in our words, with its source."""

    id: str
    title: str
    text: str
    source: str
    inferred: bool
    not_adjudicated: str


class Question(BaseModel):
    """What the rulebook leaves open, with each reading and what it changes; the one in force first named."""

    id: str
    title: str
    text: str
    readings: dict[str, str]
    default: str | None
    source: str


class Settled(BaseModel):
    """A question that the edition has answered: no table reads it otherwise."""

    id: str
    question: str
    answer: str


class Edition(BaseModel):
    """One dated state of a ruleset."""

    id: str
    title: str
    published: str


class Ruleset(BaseModel):
    """A published game as it is ruled here."""

    name: str
    title: str
    editions: list[Edition]


class Rulesets(BaseModel):
    """All rulesets."""

    rulesets: list[Ruleset]


class Rulebook(Edition):
    """An edition in full."""

    ruleset: str
    rules: list[Rule]
    questions: list[Question]
    printed: list[str]
    settled: list[Settled]
    never: dict[str, str] = Field(description="What is never ruled on → why, and how it comes in.")
    sources: dict[str, str] = Field(description="Title of a text → what it is.")
    links: dict[str, list[str]] = Field(
        description="Rule → the open questions about it; question → the rules that it touches."
    )


class Explanation(Open):
    """Why a ruling is as it is, and when a refused step becomes legal."""

    at: int = Field(description="The entry after which the step was judged.")
    verdict: Verdict
    cites: list[str]
    because: list[int] = Field(description="The entries that made the situation.")


class Difference(Open):
    """What changed on the table between two entries."""


class Forked(BaseModel):
    """A branch that is a game of its own, with the tokens of its seats."""

    game: str
    origin: str
    entries: int
    differs: list[int] = Field(description="Entries ruled otherwise than when they were written.")
    redacted: bool = Field(description="It begins with what its player knows.")
    tokens: dict[str, str]
    links: dict[str, str]


class Audit(Open):
    """The point of error, and every entry since."""

    begins_after: int
    point: Any
    faults: list[Any]
    since: list[Any]
    learned: dict[str, list[Any]]


class Advice(Open):
    """What going back would mean, and what else could be done."""

    to: int
    grade: str
    reasons: list[Any]
    sheet: list[Any]
    fixes: list[Any]


class Sheet(Open):
    """A ruling, with everything that belongs to it; `at_event`: calls, offences and time at its table."""


class Record(Open):
    """A game record, format 1."""

    record: Literal[1]
    ruleset: str
    players: list[str]
    steps: list[dict[str, Any]]


class Health(BaseModel):
    """The server is there."""

    status: Literal["ok"]
    version: str
