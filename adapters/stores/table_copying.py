"""Copies the tables beside the log from one store into another."""

from adapters.stores.defect_table import CLAIM, DEFECT, DefectTable
from adapters.stores.import_table import NEW_IMPORT, ImportTable
from adapters.stores.seat_tables import NEW_ACCESS, Tables

NAMES = {
    "umpire_seats": "digest, game, viewer, issued, expires, revoked",
    "umpire_openings": "key, game, salt, asked, at",
    "umpire_opened": "game, caller, at",
    "umpire_looks": "game, at, viewer, what",
    "umpire_webhooks": "game, url",
    "umpire_person_keys": "event, person, key",
    "umpire_standing_answers": "game, player, id, ended, content",
}
"""Table → its columns. Musters stay behind: a copy would keep sides that their store has deleted."""
ON_CONFLICT = {
    "umpire_standing_answers": "ON CONFLICT (game, player) DO UPDATE "
    "SET id = excluded.id, ended = excluded.ended, content = excluded.content"
}
"""Table → what a copy does about a row that is there already, where that is not to keep it."""


def copy(source: Tables, target: Tables) -> dict[str, int]:
    """Copies every row from one to the other, and says how many each table then holds.

    It may be repeated: nothing is there twice, a token revoked at the source is revoked, and a
    standing answer that was changed, ended or taken away there is replaced. A key destroyed there
    stays: the log says whose is to be destroyed, see `forgotten_people`. Raises StoreProblem.
    """
    held = {}
    _copy_imports(source, target)
    _copy_defects(source, target)
    revoked = source.rows("SELECT revoked, digest FROM umpire_seats WHERE revoked IS NOT NULL")
    for table, columns in NAMES.items():
        rows = source.rows(f"SELECT {columns} FROM {table}")  # noqa: S608 - our own names
        marks = ", ".join("?" * (columns.count(",") + 1))
        if rows and table == "umpire_looks":
            target.run(NEW_ACCESS, [tuple(row) * 2 for row in rows])
        elif rows:
            kept = ON_CONFLICT.get(table, "ON CONFLICT DO NOTHING")
            target.run(f"INSERT INTO {table} ({columns}) VALUES ({marks}) {kept}", rows)  # noqa: S608
        if revoked and table == "umpire_seats":
            target.run(
                "UPDATE umpire_seats SET revoked = ? WHERE digest = ? AND revoked IS NULL", revoked
            )
        held[table] = int(target.rows(f"SELECT COUNT(*) FROM {table}")[0][0])  # noqa: S608
    return held


def _copy_imports(source: Tables, target: Tables) -> None:
    """Copies which game was imported from which record, so that none is imported twice."""
    if not source.has_table("umpire_imports"):
        return
    if not target.has_table("umpire_imports"):
        ImportTable(target).lay_out()
    rows = source.rows("SELECT digest, game FROM umpire_imports")
    if rows:
        target.run(NEW_IMPORT, rows)


def _copy_defects(source: Tables, target: Tables) -> None:
    """Copies the defects as they were shown: once the rules change, the log alone shows less."""
    if not source.has_table("umpire_defects"):
        return
    if not target.has_table("umpire_defects"):
        DefectTable(target).lay_out()
    for table, columns in (("umpire_defects", DEFECT), ("umpire_defect_claims", CLAIM)):
        rows = source.rows(f"SELECT {columns} FROM {table}")  # noqa: S608 - our own names
        marks = ", ".join("?" * (columns.count(",") + 1))
        if rows:
            target.run(
                f"INSERT INTO {table} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING",  # noqa: S608
                rows,
            )
