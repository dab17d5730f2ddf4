"""The tables of defects, which follow the log: a row for each, and one for each time a judge said so."""

from adapters.stores.following_table import FollowingTable
from application.desk.defects import ClaimRow, DefectRow

LAYOUT = (
    "CREATE TABLE IF NOT EXISTS umpire_defects (id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, "
    "edition TEXT NOT NULL, rules TEXT NOT NULL, reason TEXT NOT NULL, verdict TEXT NOT NULL, "
    "expected TEXT NOT NULL, law TEXT NOT NULL, record TEXT NOT NULL, kept TEXT NOT NULL, "
    "game TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS umpire_defect_claims (game TEXT NOT NULL, entry BIGINT NOT NULL, "
    "about BIGINT NOT NULL, defect TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (game, entry))",
    "CREATE TABLE IF NOT EXISTS umpire_defects_read (id BIGINT PRIMARY KEY, upto BIGINT NOT NULL)",
)
DEFECT = "id, ruleset, edition, rules, reason, verdict, expected, law, record, kept, game"
"""The columns of a defect, in the order of its fields."""
CLAIM = "game, entry, about, defect, at"


class DefectTable(FollowingTable):
    """The defects of all games of a store."""

    LAYOUT = LAYOUT
    MARK = "umpire_defects_read"

    def newest_of(self, game: str) -> int:
        """The newest entry of the game that calls a ruling a defect; 0 where none is known."""
        rows = self.tables.rows(
            "SELECT MAX(entry) FROM umpire_defect_claims WHERE game = ?", (game,)
        )
        return rows[0][0] or 0

    def has(self, id: str) -> bool:
        return bool(self.tables.rows("SELECT 1 FROM umpire_defects WHERE id = ?", (id,)))

    def defects(self) -> list[DefectRow]:
        rows = self.tables.rows(f"SELECT {DEFECT} FROM umpire_defects ORDER BY id")  # noqa: S608
        return [DefectRow(*row) for row in rows]

    def claims(self) -> list[ClaimRow]:
        rows = self.tables.rows(f"SELECT {CLAIM} FROM umpire_defect_claims")  # noqa: S608
        return [ClaimRow(*row) for row in rows]

    def take_back(self, game: str, after: int, before: int) -> None:
        """A rewind took these entries back, and with them that a judge said so."""
        self.tables.run(
            "DELETE FROM umpire_defect_claims WHERE game = ? AND entry > ? AND entry < ?",
            [(game, after, before)],
        )

    def put(self, claim: ClaimRow, defect: DefectRow | None) -> None:
        """Adds the defect, if it is given, and then that a judge said so: half of it is done again."""
        if defect is not None:
            self.tables.run(
                f"INSERT INTO umpire_defects ({DEFECT}) "  # noqa: S608 - our own names
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [defect],
            )
        self.tables.run(
            f"INSERT INTO umpire_defect_claims ({CLAIM}) "  # noqa: S608
            "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [claim],
        )
