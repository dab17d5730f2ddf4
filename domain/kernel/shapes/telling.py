"""The table for people, made from the table for eyes: a line for each group of pieces."""

from collections.abc import Iterable, Iterator

from domain.kernel.board import Group, Piece


def groups_in_words(groups: Iterable[Group]) -> Iterator[str]:
    """`ben, hand (2 cards): “veil2”.`; groups without pieces and notes are left out."""
    for group in groups:
        title = group.title
        if group.owner not in (None, title):
            title = f"{group.owner}, {title}"
        note = f" ({group.note})" if group.note else ""
        if group.pieces or group.note:
            pieces = "; ".join(map(piece_in_words, group.pieces))
            yield f"{title}{note}{': ' if pieces else ''}{pieces}."


def piece_in_words(piece: Piece) -> str:
    """`a1 [Run 1], locked since entry 4`."""
    marks = [
        f"{mark.word}{f' since entry {mark.since}' if mark.since else ''}" for mark in piece.marks
    ]
    note = f" [{piece.note}]" if piece.note else ""
    return f"{piece.name}{note}{', ' if marks else ''}{', '.join(marks)}"
