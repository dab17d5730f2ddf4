"""Results from many hands: both players' phones, and a list of the head judge's."""

from collections.abc import Iterator
from typing import Annotated

from domain.kernel.ruling import Refusal, illegal, requires
from domain.kernel.values import Value
from domain.tournament.book import book_of
from domain.tournament.calls import CallMade, CallOfKind, Calls
from domain.tournament.command import Command, Fits, Listed, Refused, TournamentEvent
from domain.tournament.context import Context
from domain.tournament.people import ORGANISER, the_head_judge_decides, who_runs_it
from domain.tournament.rounds import (
    GAME,
    PLAYERS,
    OfTable,
    Result,
    ResultAgreed,
    ResultReported,
    Score,
    Table,
    result_entered,
    results_are_open,
    score_of_game,
    the_points_are_plausible,
    the_round_has_begun,
    they_sit_at_the_table,
)

DISPUTE = "dispute"
"""The kind of the call that is made where players differ, in books that have it."""


@requires("R4")
def who_reports_sits_there(event: Calls, command: OfTable) -> Refusal | None:
    if command.by in command.at(event).players:
        return None
    return illegal(f"{command.by} does not sit at table {command.table}")


@requires("R3")
def there_is_no_result_yet(event: Calls, command: OfTable) -> Refusal | None:
    table = command.at(event)
    if not table.has_its_result:
        return None
    return illegal(f"table {command.table} has its result; a judge corrects it")


class ReportResult(OfTable, tag="report_result"):
    """A player says how their table ended: it stands once all say the same, or the game does.

    Where they differ a judge is called.
    """

    CHECKS = (
        results_are_open,
        the_round_has_begun,
        who_reports_sits_there,
        there_is_no_result_yet,
        they_sit_at_the_table,
        the_points_are_plausible,
    )

    points: dict[str, int] = {}  # noqa: RUF012 - msgspec makes a new one each time
    """Player → points, by number or name; empty where nothing is said of them."""
    winner: Annotated[str | None, Fits("a player of the table", is_person=True)] = None
    """Nobody for a draw."""

    def score_at(self, table: Table) -> Score:
        """How it ended, with the points of everybody who sits there where some are said."""
        said = {player: self.points.get(player, 0) for player in table.players if self.points}
        return Score(self.winner, said)

    def is_repeated(self, event: Calls, _context: Context) -> bool:
        # A phone that was cut off before the answer says it once more, and it may stand by then.
        table = self.at(event)
        before, result = table.reported.get(self.by), table.result
        if before is None or result is None or not table.has_its_result:
            return False
        score = self.score_at(table)
        same = (score.winner, score.points) == (before.winner, before.points)
        return same and score.agrees(result)

    def happens(self, event: Calls, context: Context) -> Iterator[TournamentEvent]:
        table = self.at(event)
        score = self.score_at(table)
        report = ResultReported(*table.key, self.by, {**score.points}, self.winner)
        if table.reported.get(self.by) != report:
            yield report
        others = [reported for by, reported in table.reported.items() if by != self.by]
        of_game = score_of_game(table, context.games)
        if of_game and of_game.winner and score.agrees(of_game):
            yield result_entered(table, GAME, of_game, context.games)
        elif any(not score.agrees(other) for other in others):
            yield from self.call_for_a_judge(event, table, context)
        elif len(others) == len(table.players) - 1:
            points = next((known.points for known in (report, *others) if known.points), {})
            entered = result_entered(table, PLAYERS, Score(self.winner, points), context.games)
            yield ResultAgreed(*table.key, entered.points, entered.winner, entered.head)

    def call_for_a_judge(
        self, event: Calls, table: Table, context: Context
    ) -> Iterator[TournamentEvent]:
        """A judge is called, unless one is already."""
        if event.open_call(table) is None:
            entry = context.games.newest_entry(table.game)
            made = len(event.calls) + 1, *table.key, self.by, entry
            kinds = book_of(event.book).call_kinds
            yield CallOfKind(*made, kind=DISPUTE) if DISPUTE in kinds else CallMade(*made)


class ResultListed(Value):
    """A table's result as a list has it."""

    round: int
    number: int
    table: Listed
    score: Score
    named: Listed
    """The winner's cell, or the table's."""


@requires("P3")
def the_organiser_or_the_head_judge_decides(event: Calls, command: Command) -> Refusal | None:
    return None if command.by == ORGANISER else the_head_judge_decides(event, command)


class EnterResults(Command, tag="results"):
    """The results of a list are entered, all of them or none."""

    WHO = who_runs_it
    CHECKS = (the_organiser_or_the_head_judge_decides,)

    results: tuple[ResultListed, ...]

    def happens(self, event: Calls, context: Context) -> Iterator[TournamentEvent]:
        for result_listed in self.results:
            said = Result(
                result_listed.round,
                result_listed.number,
                {**result_listed.score.points},
                result_listed.score.winner,
                by=self.by,
            )
            try:
                table = said.at(event)
            except Refused as why:
                raise result_listed.table.refusal(str(why)) from None
            # Asked here, and not by `decide`, so that a refusal names its place in the list.
            for check in Result.CHECKS:
                refusal = check(event, said)
                if refusal is not None:
                    raise result_listed.named.refusal(refusal.reason, *check.rules)
            if not table.has_its_result:
                yield from said.happens(event, context)
