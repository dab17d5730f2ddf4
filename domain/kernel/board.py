"""The table as people look at it: groups of pieces, each with what is marked on it and since when."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from domain.kernel.rulebook import RuleId
from domain.kernel.values import Value, changed


class Mark(Value):
    """Something that lies on a piece: a restriction, a lock, damage."""

    word: str
    since: int | None = None
    """The entry that put it there; 0 is the set-up, null where it is not kept."""
    rules: tuple[RuleId, ...] = ()
    until: str = ""
    """When it ends, in words."""
    binds: bool = False
    """It stands in the way of something."""


class Piece(Value):
    """A unit, a card, an action in the queue: what a step can name."""

    id: str
    name: str
    note: str = ""
    marks: tuple[Mark, ...] = ()
    gone: bool = False


class Group(Value):
    """Pieces that lie together: a player's units, a hand, a sector, the queue with its top first."""

    title: str
    owner: str | None = None
    pieces: tuple[Piece, ...] = ()
    note: str = ""
    """A size, points, energy: what is said of the group as a whole."""
    ordered: bool = False
    """Its pieces come in turn, the first of them next."""


class Words(Value):
    """A sentence that a page says in its reader's language: its key there, and what is put into it."""

    key: str
    values: Mapping[str, Any] = {}
    """Players and pieces by their ids; numbers; words of the rulebook."""


class Due(Value):
    """What the table waits for, to be told to whoever is asked and to everybody else."""

    who: tuple[str, ...]
    says: Words
    note: Words | None = None
    """What restricts it, or what is left: points, answers."""
    piece: str = ""
    """The piece that whoever is asked would most likely tap."""


class Stage(Value):
    """Who does what to whom: what is under way between two pieces."""

    by: str
    """The player."""
    says: Words
    piece: str
    target: str = ""
    parts: tuple[tuple[str, str], ...] = ()
    """(word, `done`, `failed`, `due`, `vain` or `waits`) of what it consists of, in order."""


def along(names: Sequence[str], here: str) -> Iterator[tuple[str, str]]:
    """Each step of a way with whether it is `passed`, `here` or `ahead`."""
    at = names.index(here)
    for n, name in enumerate(names):
        yield name, "here" if n == at else "passed" if n < at else "ahead"


def nearest_last(players: Sequence[str], near: str) -> list[str]:
    """The players as a picture has their sides: that of who is near comes last."""
    return sorted(players, key=lambda player: player == near)


def groups_in_words(groups: Iterable[Group]) -> Iterator[str]:
    """`ben (2 in the deck) · hand: “veil2”.`, a line for all that one player owns.

    Groups without pieces and notes are left out.
    """
    for owner, theirs in groupby(groups, lambda group: group.owner):
        told: list[str] = []
        for group in theirs:
            note = f" ({group.note})" if group.note else ""
            pieces = _pieces_in_words(group)
            if note or pieces:
                title = (
                    group.title
                    if told or owner in (None, group.title)
                    else f"{owner}, {group.title}"
                )
                told.append(f"{title}{note}{': ' if pieces else ''}{pieces}")
        if told:
            yield f"{' · '.join(told)}."


def _pieces_in_words(group: Group) -> str:
    """What lies in it; several that are alike are told together."""
    alike: dict[Piece, list[str]] = {}
    for piece in group.pieces:
        told = group.ordered or _is_told(piece)
        ids = alike.setdefault(piece if told else changed(piece, id=""), [])
        ids += () if _is_told(piece) else (piece.id,)
    return "; ".join(_piece_in_words(one, ids) for one, ids in alike.items())


def _piece_in_words(piece: Piece, ids: Sequence[str]) -> str:
    """`a1 [Run 1], locked since entry 4`; `ids`: how it is typed, where its name is another, `Quake (q2)`."""
    marks = [
        f"{mark.word}{f' since entry {mark.since}' if mark.since else ''}" for mark in piece.marks
    ]
    note = f" [{piece.note}]" if piece.note else ""
    typed = f" ({', '.join(ids)})" if ids else ""
    return f"{piece.name}{typed}{note}{', ' if marks else ''}{', '.join(marks)}"


def _is_told(piece: Piece) -> bool:
    """Whether its name says how it is typed."""
    return piece.id.casefold() in re.split(r"[^\w.-]+", piece.name.casefold())
