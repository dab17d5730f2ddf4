"""The tables of earlier rulings, which follow the log: a row for each, and one for each rule it cites."""

from collections.abc import Sequence
from typing import Any

from adapters.stores.following_table import FollowingTable

LAYOUT = (
    "CREATE TABLE IF NOT EXISTS umpire_rulings (game TEXT NOT NULL, n BIGINT NOT NULL, "
    "ruleset TEXT NOT NULL, edition TEXT NOT NULL, verdict TEXT NOT NULL, overruled TEXT NOT NULL, "
    "does TEXT NOT NULL, situation TEXT NOT NULL, cites TEXT NOT NULL, said TEXT NOT NULL, "
    "reason TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (game, n))",
    "CREATE INDEX IF NOT EXISTS umpire_rulings_alike ON umpire_rulings (ruleset, does, situation)",
    "CREATE TABLE IF NOT EXISTS umpire_rulings_by_rule (rule TEXT NOT NULL, game TEXT NOT NULL, "
    "n BIGINT NOT NULL, PRIMARY KEY (rule, game, n))",
    "CREATE TABLE IF NOT EXISTS umpire_rulings_read (id BIGINT PRIMARY KEY, upto BIGINT NOT NULL)",
)
COLUMNS = "game, n, ruleset, edition, verdict, overruled, does, situation, cites, said, reason, at"
OF_R = ", ".join(f"r.{name}" for name in COLUMNS.split(", "))
Row = Sequence[Any]
"""The columns of a ruling, in the order of COLUMNS."""


class RulingTable(FollowingTable):
    """Rulings of all games of a store; thrown away, they are filled again from the log."""

    LAYOUT = LAYOUT
    MARK = "umpire_rulings_read"

    def empty(self) -> None:
        for table in ("umpire_rulings_read", "umpire_rulings_by_rule", "umpire_rulings"):
            self.tables.run(f"DELETE FROM {table}", [()])  # noqa: S608 - our own names

    def newest_of(self, game: str) -> int:
        """The newest entry of the game that has a row; 0 where none has."""
        rows = self.tables.rows("SELECT MAX(n) FROM umpire_rulings WHERE game = ?", (game,))
        return rows[0][0] or 0

    def put(self, rows: Sequence[Row]) -> None:
        """Adds the rulings; of those that are there, whether they were overruled is written anew."""
        self.tables.run(
            "INSERT INTO umpire_rulings_by_rule (rule, game, n) VALUES (?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            [(rule, row[0], row[1]) for row in rows for rule in row[8].split()],
        )
        self.tables.run(
            f"INSERT INTO umpire_rulings ({COLUMNS}) "  # noqa: S608
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (game, n) DO UPDATE SET overruled = excluded.overruled",
            rows,
        )

    def row(self, game: str, n: int) -> Row | None:
        rows = self.tables.rows(
            f"SELECT {COLUMNS} FROM umpire_rulings WHERE game = ? AND n = ?",  # noqa: S608
            (game, n),
        )
        return rows[0] if rows else None

    def found(
        self, most: int, rule: str = "", overruled: bool | None = None, **equal: str
    ) -> list[Any]:
        """The newest rulings that cite the rule and whose columns are equal to these, if not empty."""
        given = {"b.rule": rule, **{f"r.{name}": value for name, value in equal.items()}}
        asked = {column: value for column, value in given.items() if value}
        conditions = [f"{column} = ?" for column in asked]
        if overruled is not None:
            conditions.append("r.overruled <> ''" if overruled else "r.overruled = ''")
        where = f"WHERE {' AND '.join(conditions)} " if conditions else ""
        joined = "JOIN umpire_rulings_by_rule b ON b.game = r.game AND b.n = r.n " if rule else ""
        return self.tables.rows(
            f"SELECT {OF_R} FROM umpire_rulings r {joined}{where}"  # noqa: S608 - our own words
            "ORDER BY r.at DESC, r.game, r.n DESC LIMIT ?",
            (*asked.values(), most),
        )
