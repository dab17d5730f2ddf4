"""Shapes of the commands of the judge's desk, the lab, and an event."""

from typing import Any

from pydantic import Field, RootModel

from adapters.cli.shapes.parts import (
    AT,
    CITES,
    SAID,
    WHEN,
    Basis,
    Change,
    Many,
    N,
    Rule,
    Ruling,
    Same,
    Shape,
    State,
    Verdict,
)


class Explanation(Shape):
    """Why a ruling is as it is, and of a refused step when it becomes legal."""

    entry: int | None = Field(description="Null for a step that nobody has taken.")
    at: int = Field(description=AT)
    said: dict[str, Any] = Field(description=SAID)
    verdict: Verdict
    ruled: Verdict
    basis: Basis
    cites: list[str] = Field(description=CITES)
    reason: str
    fate: str
    because: list[int]
    causes: list[Any]
    rules: list[Rule]
    facts: dict[str, Any]


class Why(Explanation):
    game: str


class Diff(Shape):
    game: str
    from_: int = Field(alias="from", description=AT)
    to: int = Field(description=AT)
    changes: list[Change]


class Forked(Shape):
    game: str
    origin: str
    entries: int
    differs: list[int]
    redacted: bool


class WhatIf(Shape):
    """With `--dry`: nothing is kept."""

    at: int = Field(description=AT)
    steps: list[Ruling]
    state: State


class Fork(RootModel[Forked | WhatIf]):
    pass


class JudgesRuling(Shape):
    """In place of the ruling that the entry got."""

    entry: int
    verdict: Verdict
    by: str
    because: str
    when: str = Field(description=WHEN)


class Precedent(Shape):
    game: str
    entry: int
    ruleset: str
    edition: str
    verdict: Verdict
    overruled: str | None
    cites: list[str] = Field(description=CITES)
    said: dict[str, Any] = Field(description=SAID)
    reason: str
    situation: dict[str, Any]
    when: str = Field(description=WHEN)
    judged: JudgesRuling | None


class Precedents(Shape):
    precedents: list[Precedent]


class Remedy(Shape):
    entry: int
    what: str
    because: str
    when: str = Field(description=WHEN)


class Agreement(Shape):
    entry: int
    to: int = Field(description="The entry of the final ruling or proposal.")
    by: str
    agrees: bool
    text: str
    when: str = Field(description=WHEN)


class Sheet(Shape):
    """A ruling with everything that belongs to it."""

    game: str
    entry: int
    ruleset: str
    edition: str
    players: list[str]
    when: str = Field(description=WHEN)
    digest: str = Field(description="Of the entry's last row; empty for a game of no store.")
    situation: list[str]
    before: list[str]
    ruling: Explanation
    attached: list[Any]
    remedies: list[Remedy]
    agreements: list[Agreement] = Field(description="Each player's newest answer, in seat order.")
    at_event: list[str] = Field(description="Calls, offences and time at the table, in words.")


class Point(Shape):
    entry: int
    by: str
    step: str
    what: str
    error_class: str
    cites: list[str]
    reason: str


class Audited(Shape):
    game: str
    begins_after: int
    ends_with: int | None
    point: Point | None
    faults: list[Point]
    since: list[Any]
    learned: dict[str, list[Any]]


class Audit(RootModel[Audited | Many]):
    pass


class Advice(Shape):
    game: str
    to: int
    grade: str
    reasons: list[Any]
    takes_back: list[int]
    brings_back: list[int]
    sheet: list[Any]
    fixes: list[Any]
    learned: dict[str, list[Any]]


class Done(Shape):
    """With `--confirm`, `--leave` or `--fix`: the entries that were made."""

    game: str
    entries: list[Ruling]


class Backup(RootModel[Advice | Done]):
    pass


class ChangedRuling(Shape):
    n: int = Field(description=N)
    from_: Verdict = Field(alias="from")
    to: Verdict
    cites_from: list[str]
    cites_to: list[str]
    by: list[str] = Field(description="The rules that make the difference.")


class Compare(Shape):
    checked: int
    failed: list[Any]
    changed: list[ChangedRuling]
    results: list[Any]
    ends_otherwise: list[str]
    by_rule: dict[str, int]
    twice: list[Same] = Field(description="Games that are the same as one before them.")


class Coverage(Shape):
    rulesets: dict[str, Any]
    unread: list[str]


class Explore(Shape):
    edition: str
    table: str
    tables: int
    waiting: int
    finished: bool
    wrong: list[Any]
    met: list[str]
    not_met: Any


class Events(Shape):
    events: list[Any]


class Tables(Shape):
    event: str
    tables: list[Any]


class EventLog(Shape):
    event: str
    log: list[Any]
