"""The table, the outline of the turn and the vocabulary of effects, for people."""

from collections.abc import Iterable, Iterator

from domain.kernel.rulebook import Edition
from domain.kernel.ruleset import Viewer
from domain.kernel.shapes.telling import groups_in_words
from domain.nullshapers.law.cards import BIOMES
from domain.nullshapers.law.outline import STEPS, spoken
from domain.nullshapers.table.state import Table
from domain.nullshapers.views.board import board, chance


def in_words(table: Table, viewer: Viewer) -> Iterable[str]:
    yield f"Turn {table.turn} of {table.turn_player}, {spoken(table.step)}."
    yield chance(table)
    shown = (one for one in board(table, viewer) if one.pieces or one.title not in BIOMES)
    yield from groups_in_words(shown)


def printed_lines(edition: Edition) -> Iterator[str]:
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
