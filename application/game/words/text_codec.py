"""How the texts that people write in a game are stored, and read again: as they are, or encrypted."""

from application.game.live_game import LiveGame
from domain.kernel.history import Entry
from domain.kernel.steps import Said


class TextCodec:
    """Stores every step as it was said. This is for games outside events, whose texts are not encrypted."""

    def is_hidden(self, said: Said) -> bool:  # noqa: ARG002
        """Whether this step, as it was said or as it is stored, has a text to encrypt. Asks no store."""
        return False

    def to_keep(self, live: LiveGame, said: Said) -> Said:  # noqa: ARG002
        """The step in the form in which it is stored. Raises StoreProblem, and NotAStep if it cannot be."""
        return said

    def entry(self, live: LiveGame, entry: Entry) -> Entry:  # noqa: ARG002
        """The stored entry with its texts readable. Raises StoreProblem."""
        return entry

    def readable(self, live: LiveGame) -> LiveGame:
        """The stored game with its texts readable, and the names of its seats. Raises StoreProblem."""
        return live

    def same(self, before: Said, said: Said) -> bool:
        """Whether the stored step `before` may be this one. Asks no store."""
        return before == said


PLAIN = TextCodec()
