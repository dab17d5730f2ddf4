"""What is kept of what people say in a game, and how it is read again."""

from collections.abc import Callable
from functools import cached_property

from application.game.live_game import Live
from domain.kernel.history import Entry
from domain.kernel.steps import Said


class AsSaid:
    """In a store without events: all of it is kept, as it was said."""

    def concern(self, id: str) -> bool:  # noqa: ARG002
        """Whether words of this game are kept otherwise than they were said. Asks no store."""
        return False

    def is_hidden(self, id: str, said: Said) -> bool:  # noqa: ARG002
        """Whether something of this step is, as it is said or as it is kept. Asks no store."""
        return False

    def kept_otherwise(self, id: str, said: Said) -> bool:  # noqa: ARG002
        """Whether a step may be kept otherwise than it is said. Asks no store."""
        return False

    def to_keep(self, id: str, said: Said) -> Said:  # noqa: ARG002
        """What is kept of the step. Raises StoreProblem."""
        return said

    def entry(self, id: str, entry: Entry) -> Entry:  # noqa: ARG002
        """The entry as it is read. Raises StoreProblem."""
        return entry

    def readable(self, live: Live) -> Live:
        """The game as it is read, with what its seats are called. Raises StoreProblem."""
        return live

    def same(self, id: str, before: Said, said: Said) -> bool:  # noqa: ARG002
        """Whether what is kept of a step may be of this one. Asks no store."""
        return before == said


AS_SAID = AsSaid()


class Words(AsSaid):
    """In a store with events: games at their tables have a part of their own, made when one is met."""

    def __init__(self, at_tables: Callable[[], AsSaid]) -> None:
        self._part_at_tables = at_tables

    @cached_property
    def _at_tables(self) -> AsSaid:
        return self._part_at_tables()

    def _of(self, id: str) -> AsSaid:
        return self._at_tables if "." in id else AS_SAID

    def concern(self, id: str) -> bool:
        return self._of(id).concern(id)

    def is_hidden(self, id: str, said: Said) -> bool:
        return self._of(id).is_hidden(id, said)

    def kept_otherwise(self, id: str, said: Said) -> bool:
        return self._of(id).kept_otherwise(id, said)

    def to_keep(self, id: str, said: Said) -> Said:
        return self._of(id).to_keep(id, said)

    def entry(self, id: str, entry: Entry) -> Entry:
        return self._of(id).entry(id, entry)

    def readable(self, live: Live) -> Live:
        return self._of(live.id).readable(live)

    def same(self, id: str, before: Said, said: Said) -> bool:
        return self._of(id).same(id, before, said)
