"""What the API promises: the shapes of its answers, for the OpenAPI document. Nothing is built from them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Verdict = Literal["legal", "illegal", "undetermined"]
Basis = Literal["rule", "reading", "inferred"]


class Open(BaseModel):
    """An object with at least these fields."""

    model_config = ConfigDict(extra="allow")


class Problem(Open):
    """What went wrong (RFC 9457): what, where, and what was expected."""

    type: str = Field(examples=["urn:umpire:problem:not-a-step"])
    title: str
    status: int
    detail: str
    what: str
    where: str
    expected: str


class Followed(BaseModel):
    """Something that happened with a step, with the rules by which it did."""

    event: str
    rules: list[str]
    says: str


class Ruling(Open):
    """The ruling on a step, as `umpire replay --json` shows it."""

    n: int = Field(description="The number of the entry.")
    by: str
    do: Any = Field(description="What was attempted, as it was said.")
    verdict: Verdict
    basis: Basis
    cites: list[str] = Field(description="Rules and open questions, by id.")
    reason: str
    events: list[str] = Field(description="Stored names of what happened.")
    follows: list[Followed] = Field(
        description="What came of it, in its order, each with its rules."
    )


class Overruled(BaseModel):
    """A judge's verdict that took the place of the first one."""

    verdict: Verdict
    entry: int


class Logged(Ruling):
    """An entry of the log: the ruling, what was said and when, and what became of it."""

    said: dict[str, Any]
    because: list[int] = Field(description="The entries that made the situation.")
    facts: dict[str, Any]
    when: str = Field(description="When it was taken, as was said, else when it was written. UTC.")
    written: str = Field(description="When it was written, UTC.")
    overruled: Overruled | None
    played: int | None = Field(
        description="The entry that says that it was played although it was refused: itself, or a "
        "judge's."
    )
    standing_answer: bool = Field(
        False,
        description="Whether the server said it, as the player had asked; left out where it did not.",
    )


class Standing(Logged):
    """An entry of the log, with whether it stands or was left behind."""

    standing: bool
    undone: bool


class MovedOn(Problem):
    """The game has entries that the sender had not seen."""

    entry: int = Field(default=0, description="The newest.")
    entries: list[Logged] = Field(
        default=[], description="Those after the one that was seen, the first 100."
    )
    next: str | None = Field(default=None, description="Where the log goes on.")


class Log(BaseModel):
    """A game's log."""

    game: str
    ruleset: str
    edition: str
    law: str = Field(
        description="The fingerprint of the law as the game was opened; empty for older games."
    )
    readings: dict[str, str]
    mode: Literal["casual", "tournament"]
    players: list[str]
    names: dict[str, str] = Field(description="What seats are called before people.")
    about: dict[str, Any] = Field(description="Event, round, table, title, date.")
    entry: int = Field(description="The newest entry.")
    claimed_by: str | None = Field(
        description="Whose report alone says that the game is over: nobody else has agreed yet."
    )
    entries: list[Standing]
    next: str | None = Field(description="The address of the next page of it.")


class State(Open):
    """The table, as the rulebook page of the ruleset has it."""

    over: bool
    winner: Any
    to_act: list[str]
    claimed_by: str = Field(
        "",
        description="Whose report alone says that it is over, until another player or a judge has "
        "agreed; left out where nobody's does.",
    )


class Opened(BaseModel):
    """A game that was opened: its tokens are shown this once."""

    game: str
    tokens: dict[str, str] = Field(description="One for each player, `spectator` and `judge`.")
    links: dict[str, str] = Field(description="The page of each, as a path of this server.")


class Listed(BaseModel):
    """A game of the store."""

    game: str
    ruleset: str
    players: list[str]
    names: dict[str, str] = Field(description="What seats are called before people.")
    about: dict[str, Any] = Field(description="Event, round, table, title, date.")
    opened: str = Field(description="When, UTC.")
    at: str = Field(description="The same as `opened`.", deprecated=True)
    origin: str


class Games(BaseModel):
    """The games of the store, newest first."""

    games: list[Listed]


class Ask(BaseModel):
    """A field that the player fills in: dice, a number, a text."""

    kind: str
    label: str
    count: int | None
    choices: list[str]


class Option(BaseModel):
    """A step a player might take now, with the ruling it would get."""

    player: str
    step: dict[str, Any]
    asks: dict[str, Ask]
    verdict: Verdict
    basis: Basis
    cites: list[str]
    reason: str
    because: list[int]


class Options(BaseModel):
    """What a player might do."""

    game: str
    entry: int
    player: str
    chance: str = Field(description="Whose chance it is and what for, in a sentence.")
    options: list[Option]
    page: int = Field(description="Which page of them this is, from 1 on.")
    more: bool = Field(description="Whether there is another page.")


class Look(BaseModel):
    """A look at what was hidden from others."""

    when: str = Field(description="UTC.")
    at: str = Field(description="The same as `when`.", deprecated=True)
    viewer: str
    what: str


class Looks(BaseModel):
    """Who looked at what was hidden, oldest first."""

    looks: list[Look]


class Held(BaseModel):
    """A token that was issued; never the token itself."""

    seat: str
    issued: str
    expires: str
    revoked: str | None


class Seats(BaseModel):
    """The tokens of a game."""

    seats: list[Held]


class Token(BaseModel):
    """A new token: shown this once."""

    seat: str
    token: str
    link: str


class Public(BaseModel):
    """Anybody may look, without a token."""

    public: bool
    link: str


class Revoked(BaseModel):
    """How many tokens ended."""

    seat: str
    revoked: int
