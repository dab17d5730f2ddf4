"""What of a table can be put right, and how it lies now by the log."""

import json
from collections.abc import Iterator
from operator import attrgetter
from typing import Annotated, Any

from application.answer import Answer, Meta
from application.game.transcript import Line
from domain.kernel.correcting import hidden_from_somebody
from domain.kernel.hiding import words_in
from domain.kernel.history import Game
from domain.kernel.laying_anew import lying
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE
from domain.kernel.values import made_of


class TablePart(Answer):
    """A part of the table that can be laid out anew."""

    path: Annotated[
        tuple[str, ...],
        Meta(description="The words under which it stands in “parts”, from the outside in."),
    ]
    lies: Annotated[Any, Meta(description="How it lies by the log, as it is said.")]
    words: Annotated[
        tuple[str, ...],
        Meta(
            description="What may be said of it, where that is one of these words, or some of them."
        ),
    ]
    may_be_nothing: Annotated[bool, Meta(description="Whether null may be said of it.")]


class TableParts(Answer):
    """What can be put right at a table, by somebody."""

    game: str
    entry: int
    parts: tuple[TablePart, ...]


def table_parts(game: Game, id: str, viewer: Viewer) -> TableParts:
    """Every part that this viewer may put right: a player what all see, a judge all of it."""
    hidden = frozenset() if viewer == JUDGE else hidden_from_somebody(game)
    parts = (
        made_of(TablePart, one, words=tuple(word for word in one.words if word not in hidden))
        for one in lying(game.ruleset, game.now.state)
        if hidden.isdisjoint(one.path) and hidden.isdisjoint(words_in(one.lies))
    )
    return TableParts(id, game.length, tuple(sorted(parts, key=attrgetter("path"))))


def parts_lines(table_parts: TableParts) -> Iterator[Line]:
    """A line for each, as it is typed: `units.a1.restrictions=run`."""
    for table_part in table_parts.parts:
        yield Line(f"{'.'.join(table_part.path)}={_as_typed(table_part.lies)}")


def _as_typed(lies: Any) -> str:
    if isinstance(lies, list):
        return ",".join(map(str, lies))
    return str(lies) if isinstance(lies, str) else json.dumps(lies, ensure_ascii=False)
