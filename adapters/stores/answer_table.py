"""The table of standing answers, beside the log: a row for each seat that has set one."""

from adapters.stores.seat_tables import Tables
from adapters.stores.sqlite_rows import SqliteRows
from application.ledger.ledger import Ledger
from application.ledger.store import Store

TAKEN_AWAY = ""
"""The id of one that was taken away: its row stays, so that copies of the store hear of it."""


class AnswerTable:
    """The standing answers of a store."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def put(self, game: str, player: str, id: str, content: str) -> None:
        self.tables.run(
            "INSERT INTO umpire_standing_answers (game, player, id, ended, content) "
            "VALUES (?, ?, ?, 0, ?) ON CONFLICT (game, player) DO UPDATE "
            "SET id = excluded.id, ended = 0, content = excluded.content",
            [(game, player, id, content)],
        )

    def row(self, game: str, player: str) -> str | None:
        rows = self.tables.rows(
            "SELECT content FROM umpire_standing_answers WHERE game = ? AND player = ? AND id <> ?",
            (game, player, TAKEN_AWAY),
        )
        return str(rows[0][0]) if rows else None

    def rows(self) -> list[str]:
        rows = self.tables.rows("SELECT content FROM umpire_standing_answers WHERE ended = 0")
        return [str(content) for (content,) in rows]

    def given_in(self, game: str) -> list[str]:
        rows = self.tables.rows(
            "SELECT content FROM umpire_standing_answers WHERE ended = 0 AND game = ?", (game,)
        )
        return [str(content) for (content,) in rows]

    def end(self, game: str, player: str, id: str, content: str) -> None:
        self.tables.run(
            "UPDATE umpire_standing_answers SET ended = 1, content = ? "
            "WHERE game = ? AND player = ? AND id = ?",
            [(content, game, player, id)],
        )

    def take_away(self, game: str, player: str) -> None:
        self.tables.run(
            "UPDATE umpire_standing_answers SET id = ?, ended = 1 WHERE game = ? AND player = ?",
            [(TAKEN_AWAY, game, player)],
        )


def may_have_answers(store: Store, game: str) -> bool:
    """Whether a seat of this game may have set one. A file is asked over the connection that is open.

    Raises StoreProblem.
    """
    rows = store.rows if isinstance(store, Ledger) else None
    return not isinstance(rows, SqliteRows) or rows.has_standing_answers(game)
