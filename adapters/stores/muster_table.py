"""The tables of musters, beside the log: games that wait for their sides, deleted when they open."""

from adapters.stores.seat_tables import Tables


class MusterTable:
    """The musters of a store, and the sides that were laid out for them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def add(self, game: str, content: str, at: int) -> None:
        self.tables.run(
            "INSERT INTO umpire_musters (game, content, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [(game, content, at)],
        )

    def muster(self, game: str, since: int) -> str | None:
        rows = self.tables.rows(
            "SELECT content FROM umpire_musters WHERE game = ? AND at > ?", (game, since)
        )
        return str(rows[0][0]) if rows else None

    def put_side(self, game: str, player: str, content: str) -> None:
        """One that comes after the game has opened is not kept: nobody would delete it."""
        self.tables.run(
            "INSERT INTO umpire_sides (game, player, content) SELECT CAST(? AS TEXT), "
            "CAST(? AS TEXT), CAST(? AS TEXT) WHERE EXISTS "
            "(SELECT 1 FROM umpire_musters WHERE game = ?) "
            "ON CONFLICT (game, player) DO UPDATE SET content = excluded.content",
            [(game, player, content, game)],
        )

    def sides(self, game: str) -> list[tuple[str, str]]:
        return [
            (str(player), str(content))
            for player, content in self.tables.rows(
                "SELECT player, content FROM umpire_sides WHERE game = ?", (game,)
            )
        ]

    def drop(self, game: str) -> None:
        # The muster first: cut off in between, its sides are found again by what deletes old ones.
        self.tables.run("DELETE FROM umpire_musters WHERE game = ?", [(game,)])
        self.tables.run("DELETE FROM umpire_sides WHERE game = ?", [(game,)])

    def drop_before(self, at: int) -> None:
        self.tables.run("DELETE FROM umpire_musters WHERE at <= ?", [(at,)])
        self.tables.run(
            "DELETE FROM umpire_sides WHERE game NOT IN (SELECT game FROM umpire_musters)", [()]
        )
