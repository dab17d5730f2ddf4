"""Which game of the store was taken in from which record: a row for each, beside the log."""

from adapters.stores.laid_out_table import LaidOutTable
from application.game.opening import new_id

NEW_IMPORT = "INSERT INTO umpire_imports (digest, game) VALUES (?, ?) ON CONFLICT DO NOTHING"


class ImportTable(LaidOutTable):
    """The ids of games that were taken in, by the digest of what was played.

    The id is noted before the game is opened: what was broken off in between gets the same one.
    """

    LAYOUT = (
        "CREATE TABLE IF NOT EXISTS umpire_imports (digest TEXT PRIMARY KEY, game TEXT NOT NULL)",
    )

    def id_for(self, digest: str) -> tuple[str, bool]:
        known = self._id_given_for(digest)
        if known:
            return known, False
        fresh = self.tables.run(NEW_IMPORT, [(digest, new_id())])
        return self._id_given_for(digest), fresh == 1

    def _id_given_for(self, digest: str) -> str:
        """The id that was given out for it; empty where none was."""
        rows = self.tables.rows("SELECT game FROM umpire_imports WHERE digest = ?", (digest,))
        return str(rows[0][0]) if rows else ""

    def another_id(self, digest: str) -> str:
        game = new_id()
        self.tables.run("UPDATE umpire_imports SET game = ? WHERE digest = ?", [(game, digest)])
        return game
