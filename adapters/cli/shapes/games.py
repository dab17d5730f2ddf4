"""Shapes of the commands of a game, of the store, and of the law."""

from typing import Any, Literal

from pydantic import Field, RootModel

from adapters.cli.shapes.parts import (
    CITES,
    SAID,
    WHEN,
    Basis,
    Many,
    Rule,
    Ruling,
    Shape,
    State,
    Verdict,
)


class Mismatch(Shape):
    """Where the replay differs from the record: an entry, or a place of the state (`n` is null)."""

    n: int | None
    expected: Any


class Replayed(Shape):
    """A replay, as the page of the record format has it."""

    record: Literal[1]
    ruleset: str
    edition: str
    readings: dict[str, str]
    steps: list[Ruling]
    first_illegal: int | None
    mismatches: list[Mismatch]
    state: State


class ByRule(Shape):
    ruleset: str
    rule: str
    rulings: int
    games: list[str]


class Expected(Many):
    """With `--expect`: what is ruled otherwise than it was pinned."""

    by_rule: list[ByRule]
    gone: list[str] = Field(description="Pinned, and no longer among them.")


class Replay(RootModel[Replayed | Expected | Many]):
    pass


class ImportedOne(Shape):
    game: str
    entries: int
    verdicts: dict[str, int]
    there_already: bool


class Import(RootModel[ImportedOne | Many]):
    pass


LOOKED_INTO = (
    "How it stands; null where the game cannot be read, or more are listed than looked into."
)


class Listed(Shape):
    game: str
    ruleset: str
    players: list[str]
    names: dict[str, str]
    about: dict[str, Any]
    opened: str = Field(description=WHEN)
    origin: str | None
    entries: int | None = Field(description=LOOKED_INTO)
    to_act: list[str] | None
    over: bool | None


class Games(Shape):
    games: list[Listed]


class Ruled(Ruling):
    """A step that was put before the rules and kept."""

    game: str
    because: list[int] = Field(description="The entries that made the situation.")
    when: str = Field(description=WHEN)
    receipt: str = Field(description="What the store promised; “umpire verify --receipt” reads it.")


class Redone(Shape):
    """What was taken back, taken again."""

    game: str
    steps: list[Ruled]


class AnswerEnded(Shape):
    why: Literal["span", "aimed", "undone", "judge", "over", "out", "seat", "full"]
    entry: int | None = Field(description="The entry that ended it.")
    what: str = Field(description="The word of the span; the name that was aimed at.")


class AnswerGiven(Shape):
    do: str
    until: str
    unless: list[str] | None = Field(description="It ends when one is aimed at; null: anything.")
    since: int
    ended: AnswerEnded | None


class AnswerOffered(Shape):
    do: str
    until: list[str]
    unless: list[str]
    due: bool = Field(description="Whether it is asked for just now.")


class StandingAnswer(Shape):
    """A player's standing answer, and what may be set."""

    game: str
    player: str
    entry: int
    answer: AnswerGiven | None
    offer: AnswerOffered | None = Field(
        description="Null where nothing is let go by, or it is over."
    )


class Show(Shape):
    game: str
    names: dict[str, str]
    about: dict[str, Any]
    entry: int
    state: State


class Entry(Ruling):
    said: dict[str, Any] = Field(description=SAID)
    because: list[int]
    facts: dict[str, Any]
    when: str = Field(description=WHEN)
    written: str = Field(description=WHEN)
    overruled: Any
    played: int | None
    standing_answer: bool = Field(
        False, description="Said by the server, as the player had asked; left out where it was not."
    )
    standing: bool
    undone: bool


class Log(Shape):
    game: str
    names: dict[str, str]
    about: dict[str, Any]
    entries: list[Entry]


class Option(Shape):
    player: str
    step: dict[str, Any] = Field(description=SAID)
    asks: dict[str, Any]
    verdict: Verdict
    basis: Basis
    cites: list[str] = Field(description=CITES)
    reason: str
    because: list[int]


class Options(Shape):
    game: str
    entry: int
    options: list[Option]
    page: int
    more: bool


class Record(Shape):
    """A game record, format 1."""

    record: Literal[1]
    ruleset: str
    players: list[str]
    steps: list[dict[str, Any]]


class Held(Shape):
    game: str
    holds: bool
    entries: int
    entry: int | None
    because: str
    head: str


class Stored(Shape):
    """Stored games."""

    games: list[Held]


class Sealed(Shape):
    """A sealed file."""

    file: str
    game: str | None
    holds: bool
    entry: int | None
    because: str


class Verify(RootModel[Stored | Sealed | Many]):
    pass


class Key(Shape):
    key: str
    public: str
    fingerprint: str


class Seal(RootModel[Sealed | Key | Many]):
    pass


class Shelved(Shape):
    ruleset: str
    title: str
    editions: list[str]


class Shelf(Shape):
    rulesets: list[Shelved]


class Rulebook(Shape):
    ruleset: str
    title: str
    edition: str
    published: str
    editions: list[str]
    rules: list[Rule]
    questions: list[Rule]
    settled: list[Shape]
    never: dict[str, str] = Field(description="What is never ruled on → why, and how it comes in.")
    sources: dict[str, str] = Field(description="Title of a text → what it is.")
    links: dict[str, list[str]] = Field(
        description="Rule → the open questions about it; question → the rules that it touches."
    )


class Rules(RootModel[Shelf | Rulebook | Rule | Shape]):
    pass
