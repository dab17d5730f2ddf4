"""Where standing answers are kept: one of each seat, beside the log, so that none is lost unsaid."""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from application.game.standing_answers.answer import Ending, StandingAnswer
from domain.kernel.values import changed

Row = Sequence[Any]
write_json = msgspec.json.Encoder().encode
read_json = msgspec.json.Decoder(StandingAnswer).decode


class AnswerRows(Protocol):
    """The rows: game, player, id, whether it has ended, and all of it as JSON. May raise StoreProblem."""

    def put(self, game: str, player: str, id: str, content: str) -> None: ...
    def row(self, game: str, player: str) -> str | None: ...
    def rows(self) -> Sequence[str]: ...
    def given_in(self, game: str) -> Sequence[str]: ...
    def end(self, game: str, player: str, id: str, content: str) -> None: ...
    def take_away(self, game: str, player: str) -> None: ...


class StandingAnswers:
    """What every seat has said for itself beforehand. Safe to call from several threads."""

    def __init__(self, rows: AnswerRows) -> None:
        self.rows = rows

    def give(self, answer: StandingAnswer) -> None:
        """Keeps it in place of what this seat said before; durable on return."""
        self.rows.put(answer.game, answer.player, answer.id, _content_of(answer))

    def of(self, game: str, player: str) -> StandingAnswer | None:
        """What this seat has said, ended or not; none where it has said nothing, or took it away."""
        found = self.rows.row(game, player)
        return None if found is None else read_json(found)

    def not_ended(self) -> list[StandingAnswer]:
        """All that have not ended, as far as that was noted."""
        return [read_json(one) for one in self.rows.rows()]

    def given_in(self, game: str) -> list[StandingAnswer]:
        """Those of one game."""
        return [read_json(one) for one in self.rows.given_in(game)]

    def end(self, answer: StandingAnswer, ended: Ending) -> None:
        """Notes why it has ended, for its player to read; a newer one of theirs is left alone."""
        content = _content_of(changed(answer, ended=ended))
        self.rows.end(answer.game, answer.player, answer.id, content)

    def take_away(self, game: str, player: str) -> None:
        """There is none of this seat any more, nor a word of why it ended."""
        self.rows.take_away(game, player)


def _content_of(answer: StandingAnswer) -> str:
    return write_json(answer).decode()
