"""Stores standing answers, one for each seat, in tables beside the log."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from application.game.standing_answers.answer import Ending, StandingAnswer, ending, step_of
from application.ledger.stored_events import write_json
from domain.kernel.history import Game
from domain.kernel.values import changed

Row = Sequence[Any]
read_json = msgspec.json.Decoder(StandingAnswer).decode


class AnswerRows(Protocol):
    """The port to their rows: game, player, id, whether ended, the answer as JSON. May raise StoreProblem."""

    def put(self, game: str, player: str, id: str, content: str) -> None: ...
    def row(self, game: str, player: str) -> str | None: ...
    def rows(self) -> Sequence[str]: ...
    def given_in(self, game: str) -> Sequence[str]: ...
    def end(self, game: str, player: str, id: str, content: str) -> None: ...
    def take_away(self, game: str, player: str) -> None: ...


class StandingAnswers:
    """The standing answers of all seats. Safe to call from several threads."""

    def __init__(self, rows: AnswerRows) -> None:
        self.rows = rows

    def give(self, answer: StandingAnswer) -> None:
        """Stores it in place of the seat's earlier one; durable on return."""
        self.rows.put(answer.game, answer.player, answer.id, _content_of(answer))

    def of(self, game: str, player: str) -> StandingAnswer | None:
        """The seat's standing answer, ended or not; None where it has none."""
        raw = self.rows.row(game, player)
        return None if raw is None else read_json(raw)

    def not_ended(self) -> list[StandingAnswer]:
        """All of which no ending is noted."""
        return [read_json(row) for row in self.rows.rows()]

    def given_in(self, game: str) -> list[StandingAnswer]:
        """Those of one game of which no ending is noted."""
        return [read_json(raw) for raw in self.rows.given_in(game)]

    def end(self, answer: StandingAnswer, ended: Ending) -> None:
        """Notes why it has ended, for its player to read. A newer one of the seat is not touched."""
        content = _content_of(changed(answer, ended=ended))
        self.rows.end(answer.game, answer.player, answer.id, content)

    def due_in(
        self,
        game: Game,
        given: Iterable[StandingAnswer],
        also_ends: Callable[[StandingAnswer], Ending | None] = lambda _: None,
    ) -> StandingAnswer | None:
        """The one of these that is due now; None where none is. Those that have ended are noted so."""
        due = None
        for answer in given:
            ended = ending(game, answer) or also_ends(answer)
            if ended is not None:
                self.end(answer, ended)
            elif step_of(game, answer) is not None:
                due = answer
        return due

    def take_away(self, game: str, player: str) -> None:
        """Removes the seat's standing answer, with the note of why it ended."""
        self.rows.take_away(game, player)


def _content_of(answer: StandingAnswer) -> str:
    return write_json(answer).decode()
