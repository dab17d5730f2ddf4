"""Rounds begin, stand still and end; their tables get results."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from domain.kernel.ruling import Check, Refusal, illegal, requires
from domain.kernel.values import Value, changed, stored_as
from domain.kernel.wording import list_in_words
from domain.tournament.command import Command, Fits, Refused, TournamentEvent, ask
from domain.tournament.context import Cipher, Context, Games
from domain.tournament.people import People, a_judge, the_head_judge_decides, who_runs_it

LONGEST = 24 * 60
MOST_POINTS = 1_000_000
GAME, PLAYERS = "game", "players"
"""Who enters a result that the game itself says, or that its players agree on."""
TableKey = tuple[int, int]
"""The key of a table: its round and its number."""


class Round(Value):
    """A round. All times are microseconds since 1970, UTC."""

    number: int
    minutes: int = 0
    started: int | None = None
    pauses: tuple[tuple[int, int | None], ...] = ()
    """The spans in which the clock was stopped; the last may have no end yet."""
    ended: int | None = None


class Place(Value):
    """Who sits where at a table."""

    seat: str
    """The seat, as the table's game names it."""
    player: str
    """The player's number."""


class GameHead(Value):
    """How far a game had come: its newest row."""

    table: int
    """The number of the table."""
    game: str
    """The game's id."""
    row: int
    """The number of its newest row."""
    digest: str
    """The digest of that row."""


class TableEnded(TournamentEvent):
    """How a table ended, whoever says so."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""

    def after(self, event: Any, _at: int) -> Any:
        return event.with_table(self.round, self.table, result=self, reopened=False)


@stored_as("event/result_entered/v1")
class ResultEntered(TableEnded):
    """How a table ended. A later one takes the place of an earlier one."""

    by: str
    """The judge who entered it; `organiser`; or `game`, where the game itself says so."""
    points: dict[str, int]
    """Player → points, in the order of their seats."""
    winner: str | None = None
    """The player who won; null for a draw."""
    head: GameHead | None = None
    """Where the game stood; null for a bye."""


@stored_as("event/result_agreed/v1")
class ResultAgreed(TableEnded):
    """All players of a table say that it ended so."""

    points: dict[str, int]
    """Player → points, in the order of their seats."""
    winner: str | None = None
    """The player who won; null for a draw."""
    head: GameHead | None = None
    """Where the game stood."""

    by: ClassVar[str] = PLAYERS


@stored_as("event/result_corrected/v1")
class ResultCorrected(TableEnded):
    """A result that was entered wrongly is this; it may come after the round's end."""

    by: str
    """The head judge."""
    because: Cipher
    """Why, under the head judge's key."""
    points: dict[str, int]
    """Player → points, in the order of their seats."""
    winner: str | None = None
    """The player who won; null for a draw."""
    head: GameHead | None = None
    """Where the game stood; null for a bye."""


AnyResult = ResultEntered | ResultAgreed | ResultCorrected


@stored_as("event/result_reported/v1")
class ResultReported(TournamentEvent):
    """A player says how their table ended. A later one takes the place of an earlier one."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    by: str
    """The player."""
    points: dict[str, int]
    """Player → points; empty where they said none."""
    winner: str | None = None
    """The player who won; null for a draw."""

    def after(self, event: Any, _at: int) -> Any:
        before = event.tables[self.round, self.table].reported
        return event.with_table(self.round, self.table, reported={**before, self.by: self})


class Score(Value):
    """How a table ended, as somebody has it."""

    winner: str | None
    """None for a draw."""
    points: Mapping[str, int]
    """Player → points; empty where nothing is said of them."""

    def agrees(self, other: "Score | AnyResult | ResultReported") -> bool:
        """Whether both can be true: points are compared where both say some."""
        said = bool(self.points and other.points)
        return self.winner == other.winner and (not said or self.points == other.points)


class Table(Value):
    """A table of a round."""

    round: int
    number: int
    places: tuple[Place, ...]
    game: str
    """Empty for a bye."""
    ruleset: str
    result: AnyResult | None = None
    reopened: bool = False
    """Whether a judge lets it play on although it has a result, or its round is over."""
    reported: Mapping[str, ResultReported] = {}
    """Player → how it ended, as they have said since it was opened."""

    @property
    def key(self) -> TableKey:
        return self.round, self.number

    @property
    def players(self) -> tuple[str, ...]:
        """The numbers of the players, in turn order."""
        return tuple(place.player for place in self.places)

    @property
    def has_its_result(self) -> bool:
        """Whether a result stands, and nobody let the table play on."""
        return self.result is not None and not self.reopened

    def player_at(self, seat: str) -> str:
        """The player at this seat. Raises KeyError for no such seat."""
        return {place.seat: place.player for place in self.places}[seat]

    def seat_of(self, player: str) -> str:
        """The seat of this player. Raises KeyError where they are not at this table."""
        return {place.player: place.seat for place in self.places}[player]


class Exchanged(Value):
    """Two players of a round changed places."""

    players: frozenset[str]
    by: str
    because: Cipher


class Rounds(People):
    """An event, as far as its people, rounds and tables."""

    rounds: Mapping[int, Round] = {}
    tables: Mapping[TableKey, Table] = {}
    unpaired: Mapping[TableKey, int] = {}
    """How often this table was paired and taken apart again."""
    exchanged: Mapping[int, Exchanged] = {}
    """Round → its newest exchange of two players."""

    def of_round(self, number: int) -> Iterator[Table]:
        """The tables of this round, by their numbers."""
        return (self.tables[key] for key in sorted(self.tables) if key[0] == number)

    def table(self, round: int, number: int) -> Table:
        """The table of this number. Raises Refused where there is none."""
        table = self.tables.get((round, number))
        if table is None:
            raise Refused(f"there is no table {number} in round {round}")
        return table

    @property
    def paired(self) -> tuple[str, ...]:
        """The players who sit at a table or have a bye in some round; none whose pairing was taken back."""
        paired = {player for table in self.tables.values() for player in table.players}
        return tuple(player for player in self.people if player in paired)

    def newest_table(self, player: str) -> Table | None:
        """The table with a game at which this player was paired last; None before the first."""
        theirs = (table for table in self.tables.values() if player in table.players and table.game)
        return max(theirs, key=lambda table: table.round, default=None)

    def round(self, number: int) -> Round:
        """The round of this number. Raises Refused where no table is paired in it."""
        paired = self.rounds.get(number)
        if paired is None:
            raise Refused(f"no table is paired in round {number}")
        return paired

    def with_round(self, number: int, **fields: Any) -> "Rounds":
        running = changed(self.rounds[number], **fields)
        return changed(self, rounds={**self.rounds, number: running})

    def with_table(self, round: int, number: int, **fields: Any) -> "Rounds":
        key = round, number
        return changed(self, tables={**self.tables, key: changed(self.tables[key], **fields)})


def why_closed(event: Rounds, table: Table) -> str:
    """Why no more is played at a table, in words; empty where it is open."""
    if table.reopened:
        return ""
    if event.rounds[table.round].ended is not None:
        return f"round {table.round} is over"
    return f"table {table.number} has its result" if table.result is not None else ""


a_round = Fits("the number of a round", Rounds.round)


class OfTable(Command):
    """A command that is about a table."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""

    def at(self, event: Rounds) -> Table:
        """The table that it is about. Raises Refused where there is none."""
        return event.table(self.round, self.table)


@requires("R1")
def the_round_has_not_begun(event: Rounds, command: Any) -> Refusal | None:
    if event.round(command.round).started is None:
        return None
    return illegal(f"round {command.round} has begun already")


@requires("R1")
def the_round_has_begun(event: Rounds, command: Any) -> Refusal | None:
    if event.round(command.round).started is not None:
        return None
    return illegal(f"round {command.round} has not begun")


@requires("R1")
def the_round_is_not_over(event: Rounds, command: Any) -> Refusal | None:
    if event.round(command.round).ended is None:
        return None
    return illegal(f"round {command.round} is over")


def stands(round: Round) -> bool:
    """Whether the clock of a round stands in a pause."""
    return bool(round.pauses) and round.pauses[-1][1] is None


@requires("R1")
def the_clock_runs(event: Rounds, command: Any) -> Refusal | None:
    if not stands(event.round(command.round)):
        return None
    return illegal(f"the clock of round {command.round} stands already")


@requires("R1")
def the_clock_stands(event: Rounds, command: Any) -> Refusal | None:
    if stands(event.round(command.round)):
        return None
    return illegal(f"the clock of round {command.round} runs")


@stored_as("event/round_started/v1")
class RoundStarted(TournamentEvent):
    """A round has begun."""

    round: int
    """The number of the round."""
    minutes: int
    """How long it lasts."""

    def after(self, event: Rounds, at: int) -> Rounds:
        return event.with_round(self.round, minutes=self.minutes, started=at)


@requires("R1")
def it_lasts_at_most_a_day(_event: Rounds, command: "Start") -> Refusal | None:
    if 0 < command.minutes <= LONGEST:
        return None
    return illegal(f"{command.minutes} minutes: expected 1 to {LONGEST}")


class Start(Command, tag="start"):
    """The clock of a round begins to run."""

    WHO = who_runs_it
    CHECKS = (the_round_has_not_begun, it_lasts_at_most_a_day)

    round: Annotated[int, a_round]
    minutes: int
    """How long it lasts."""

    def happens(self, _event: Rounds, _context: Context) -> Iterator[TournamentEvent]:
        yield RoundStarted(self.round, self.minutes)


@stored_as("event/round_paused/v1")
class RoundPaused(TournamentEvent):
    """The clock of the round stands."""

    round: int
    """The number of the round."""
    by: str
    """The judge who stopped it."""
    because: Cipher
    """Their reason, under their key."""

    def after(self, event: Rounds, at: int) -> Rounds:
        pauses = (*event.rounds[self.round].pauses, (at, None))
        return event.with_round(self.round, pauses=pauses)


class Pause(Command, tag="pause"):
    """A judge stops the clock of the round."""

    WHO = a_judge
    CHECKS = (the_round_has_begun, the_round_is_not_over, the_clock_runs)

    round: Annotated[int, a_round]
    because: str

    def happens(self, _event: Rounds, context: Context) -> Iterator[TournamentEvent]:
        hidden = context.words.hide(self.by, self.because, "the reason")
        yield RoundPaused(self.round, self.by, hidden)


@stored_as("event/round_resumed/v1")
class RoundResumed(TournamentEvent):
    """The clock of the round runs again."""

    round: int
    """The number of the round."""
    by: str
    """The judge who let it run."""

    def after(self, event: Rounds, at: int) -> Rounds:
        *before, (since, _) = event.rounds[self.round].pauses
        return event.with_round(self.round, pauses=(*before, (since, at)))


class Resume(Command, tag="resume"):
    """A judge lets the clock of the round run again."""

    WHO = a_judge
    CHECKS = (the_round_has_begun, the_round_is_not_over, the_clock_stands)

    round: Annotated[int, a_round]

    def happens(self, _event: Rounds, _context: Context) -> Iterator[TournamentEvent]:
        yield RoundResumed(self.round, self.by)


@stored_as("event/round_ended/v1")
class RoundEnded(TournamentEvent):
    """A round is over; this is where its games stood."""

    round: int
    """The number of the round."""
    heads: tuple[GameHead, ...]
    """Every game of the round."""

    def after(self, event: Rounds, at: int) -> Rounds:
        return event.with_round(self.round, ended=at)


def check_has_results(round: int, missing: Sequence[int]) -> None:
    """Raises Refused where tables of a round have no result."""
    if len(missing) == 1:
        raise Refused(f"table {missing[0]} of round {round} has no result yet", "R2")
    if missing:
        tables = f"{len(missing)} tables of round {round}"
        raise Refused(f"{tables} have no result yet, {spans(missing)}", "R2")


def spans(numbers: Sequence[int]) -> str:
    """`1 to 4, 7 and 9`, of numbers in their order."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for first, *_, last in ([*run, run[-1]] for run in runs):
        several = last - first > 1
        parts += [f"{first} to {last}"] if several else map(str, range(first, last + 1))
    return list_in_words(parts)


class End(Command, tag="end"):
    """A round is over: where every game of it stands is written down.

    Where nobody has entered a result and the game has a winner, the game says it.
    """

    WHO = who_runs_it
    CHECKS = (the_round_has_begun, the_round_is_not_over)

    round: Annotated[int, a_round]

    def happens(self, event: Rounds, context: Context) -> Iterator[TournamentEvent]:
        waiting = [table for table in event.of_round(self.round) if table.game and not table.result]
        scores = [(table, score_of_game(table, context.games)) for table in waiting]
        check_has_results(
            self.round, [table.number for table, score in scores if not (score and score.winner)]
        )
        for table, score in scores:
            assert score is not None
            yield result_entered(table, GAME, score, context.games)
        heads = (head(table, context.games) for table in event.of_round(self.round) if table.game)
        yield RoundEnded(self.round, tuple(heads))


def head(table: Table, games: Games) -> GameHead:
    """Where the table's game stands."""
    return GameHead(table.number, table.game, *games.head_of(table.game))


def score_of_game(table: Table, games: Games) -> Score | None:
    """How the table's game says that it ended; None while it goes on."""
    outcome = games.outcome(table.game)
    if outcome is None:
        return None
    seated = [place for place in table.places if place.seat in outcome.points]
    winner = table.player_at(outcome.winner) if outcome.winner else None
    return Score(winner, {place.player: outcome.points[place.seat] for place in seated})


def result_entered(table: Table, by: str, score: Score, games: Games) -> ResultEntered:
    """The result of a table with this score, and where its game stands."""
    points = {player: score.points.get(player, 0) for player in table.players}
    at = head(table, games) if table.game else None
    return ResultEntered(*table.key, by, points, score.winner, at)


@requires("R3")
def results_are_open(event: Rounds, command: OfTable) -> Refusal | None:
    if event.round(command.round).ended is None:
        return None
    return illegal(f"round {command.round} is over; its results stand")


@requires("R4")
def the_player_sits_there(event: Rounds, command: Any) -> Refusal | None:
    if command.player in command.at(event).players:
        return None
    return illegal(f"“{command.player}” does not sit at table {command.table}")


@requires("R4")
def they_sit_at_the_table(event: Rounds, command: "Result") -> Refusal | None:
    table = command.at(event)
    named = (*command.points, *([] if command.winner is None else [command.winner]))
    strangers = [player for player in named if player not in table.players]
    if not strangers:
        return None
    sit = ", ".join(table.players)
    return illegal(f"“{strangers[0]}” does not sit at table {table.number}; expected {sit}")


@requires("R3")
def the_points_are_plausible(_event: Rounds, command: "Result") -> Refusal | None:
    if all(abs(points) <= MOST_POINTS for points in command.points.values()):
        return None
    return illegal(f"points: expected whole numbers up to {MOST_POINTS}")


@requires("R3")
def no_other_result_stands(event: Rounds, command: "Result") -> Refusal | None:
    table = command.at(event)
    if not table.has_its_result or command.is_repeated(event):
        return None
    return illegal(f"table {table.number} has another result already: the head judge corrects it")


class Result(OfTable, tag="result"):
    """How a table ended, as a judge or the organiser says; nobody has won without a winner.

    What stands already is corrected by the head judge, with a reason.
    """

    WHO = who_runs_it
    CHECKS: ClassVar[tuple[Check, ...]] = (
        results_are_open,
        the_round_has_begun,
        they_sit_at_the_table,
        the_points_are_plausible,
        no_other_result_stands,
    )

    points: dict[str, int] = {}  # noqa: RUF012 - msgspec makes a new one each time
    """Player → points, by number or name; whoever is left out has none."""
    winner: Annotated[str | None, Fits("a player of the table", is_person=True)] = None

    def is_repeated(self, event: Rounds, _context: Context | None = None) -> bool:
        table = self.at(event)
        if table.result is None or not table.has_its_result:
            return False
        said = {player: self.points.get(player, 0) for player in table.players if self.points}
        return Score(self.winner, said).agrees(table.result)

    def happens(self, event: Rounds, context: Context) -> Iterator[TournamentEvent]:
        table, score = self.at(event), Score(self.winner, self.points)
        yield result_entered(table, self.by, score, context.games)


@requires("R3")
def there_is_a_result(event: Rounds, command: OfTable) -> Refusal | None:
    if command.at(event).result is not None:
        return None
    return illegal(f"table {command.table} of round {command.round} has no result to correct")


class Correct(Result, tag="correct"):
    """The head judge corrects a result, also when the round is over."""

    WHO = a_judge
    CHECKS = (
        the_head_judge_decides,
        there_is_a_result,
        they_sit_at_the_table,
        the_points_are_plausible,
    )

    because: str = ""

    def is_repeated(self, _event: Rounds, _context: Context | None = None) -> bool:
        return False

    def happens(self, event: Rounds, context: Context) -> Iterator[TournamentEvent]:
        table, before = self.at(event), self.at(event).result
        for entered in super().happens(event, context):
            assert isinstance(entered, ResultEntered) and before is not None
            same = (entered.points, entered.winner) == (before.points, before.winner)
            if same and table.has_its_result:
                return
            hidden = context.words.hide(self.by, self.because, "the reason")
            yield ResultCorrected(
                *table.key, self.by, hidden, entered.points, entered.winner, entered.head
            )


class ResultOfGame(OfTable, tag="result_of_game"):
    """How a table ended, as its game says: its winner, and its victory points where it counts them."""

    CHECKS = (results_are_open, the_round_has_begun)

    def happens(self, event: Rounds, context: Context) -> Iterator[TournamentEvent]:
        table = self.at(event)
        score = score_of_game(table, context.games)
        if score is None:
            raise Refused(
                f"table {table.number} is not finished: say who won, or that nobody has", "R3"
            )
        said = Result(self.round, self.table, {**score.points}, score.winner, by=GAME)
        ask(no_other_result_stands, event, said)
        if not said.is_repeated(event):
            yield from said.happens(event, context)


@stored_as("event/table_reopened/v1")
class TableReopened(TournamentEvent):
    """A table plays on although it had its result, or its round was over."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    by: str
    """The judge."""
    because: Cipher
    """Why, under the judge's key."""

    def after(self, event: Rounds, _at: int) -> Rounds:
        return event.with_table(self.round, self.table, reopened=True, reported={})


class Reopen(OfTable, tag="reopen"):
    """A judge lets a table play on, until its next result."""

    WHO = a_judge

    because: str

    def happens(self, event: Rounds, context: Context) -> Iterator[TournamentEvent]:
        if why_closed(event, self.at(event)):
            hidden = context.words.hide(self.by, self.because, "the reason")
            yield TableReopened(self.round, self.table, self.by, hidden)
