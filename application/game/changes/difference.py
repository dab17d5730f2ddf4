"""Everything that changed on the table between two entries, as one viewer may see it."""

from collections.abc import Iterator

from application.answer import Answer, At
from application.game.changes.change import ChangedPlace
from application.game.changes.compare import changes
from application.game.changes.templates import templates_of, with_template
from application.game.redaction import effective_viewer, known_viewer
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE
from domain.kernel.values import field


class NoSuchEntry(Exception):
    """The game has no such entry, or nobody of that name looks at it; the message is a clause."""


class Difference(Answer):
    """Everything that differs between the table after entry n and after entry m."""

    n: At = field(name="from")
    m: At = field(name="to")
    changes: tuple[ChangedPlace, ...]

    def sentences(self) -> Iterator[str]:
        """The changes for people, without those of which the ruleset says nothing."""
        yield from filter(None, (change.words for change in self.changes))

    def lines(self) -> Iterator[str]:
        """The difference for people, a line each, under a heading."""
        if not self.changes:
            yield f"Nothing on the table differs between entry {self.n} and entry {self.m}."
            return
        yield f"From entry {self.n} to entry {self.m}:"
        yield from (f"  {sentence}" for sentence in self.sentences())


def difference(game: Game, n: int, m: int, viewer: Viewer = JUDGE) -> Difference:
    """What changed from after entry n to after entry m, as this viewer may see it.

    Raises NoSuchEntry.
    """
    if not known_viewer(game, viewer):
        seats = ", ".join(game.players)
        raise NoSuchEntry(f"nobody called “{viewer}” looks at this game; its players are {seats}")
    for number in (n, m):
        if not 0 <= number <= game.length:
            raise NoSuchEntry(f"there is no entry {number}; the newest is {game.length}")
    viewer = effective_viewer(game, viewer)
    since = {
        (piece.id, mark.word): mark.since
        for group in game.ruleset.board(game.position(m).state, viewer)
        for piece in group.pieces
        for mark in piece.marks
        if mark.since is not None
    }
    found = changes(game.view(n, viewer), game.view(m, viewer), sets=game.ruleset.sets, since=since)
    templates = templates_of(game.ruleset)
    return Difference(n, m, tuple(with_template(one, templates).place for one in found))
