"""The table, the outline of the turn and the vocabulary of effects, for people."""

from collections.abc import Iterable, Iterator

from domain.kernel.board import Piece
from domain.kernel.rulebook import Edition
from domain.kernel.ruleset import Viewer
from domain.nullshapers.law.cards import BIOMES
from domain.nullshapers.law.outline import STEPS, spoken
from domain.nullshapers.table.state import Table
from domain.nullshapers.views.board import board, chance


def in_words(table: Table, viewer: Viewer) -> Iterable[str]:
    """The table for people, a line each."""
    yield f"Turn {table.turn} of {table.turn_player}, {spoken(table.step)}."
    yield chance(table)
    for group in board(table, viewer):
        title = (
            f"{group.owner}, {group.title}"
            if group.owner not in (None, group.title)
            else group.title
        )
        note = f" ({group.note})" if group.note else ""
        if group.pieces or (group.note and group.title not in BIOMES):
            pieces = "; ".join(_piece(piece) for piece in group.pieces)
            yield f"{title}{note}{': ' if pieces else ''}{pieces}."


def _piece(piece: Piece) -> str:
    marks = [
        f"{mark.word}{f' since entry {mark.since}' if mark.since else ''}" for mark in piece.marks
    ]
    return f"{piece.name} [{piece.note}]{', ' if marks else ''}{', '.join(marks)}"


def printed(edition: Edition) -> Iterator[str]:
    """The outline of the turn, the effects and reactions, and what this edition has settled."""
    yield "The turn (P1)"
    width = max(len(step.name) for step in STEPS)
    for step in STEPS:
        window = "window" if step.window else "nobody acts"
        window += f" only if {step.only_where}" if step.only_where else ""
        began = f"; {step.beginning}" if step.beginning else ""
        yield f"  {step.name.ljust(width)}  {step.phase.replace('_', ' ')}: {window}{began}"
    for title, table in (
        ("Effects", "effects"),
        ("What skills react to", "when"),
        ("Settled in this edition", "settled"),
    ):
        yield ""
        yield title
        rows = edition.tables[table]
        assert isinstance(rows, dict)
        for word, meaning in rows.items():
            yield f"  {word}: {meaning}"
