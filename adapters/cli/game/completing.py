"""Completion in `umpire table`: commands, names of the table, and the next words of a step."""

from collections.abc import Callable, Iterable, Sequence

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from application.records.completion import next_words
from application.records.typed import split_words
from domain.kernel.history import Game


class AtTheTable(Completer):
    """Completes a line typed at the table of this game."""

    def __init__(self, now: Callable[[], Game], commands: Sequence[str]) -> None:
        self.now = now
        self.commands = commands

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002
    ) -> Iterable[Completion]:
        """Every word that may stand where the cursor is."""
        line = document.text_before_cursor
        *said, begun = (
            (*split_words(line), "") if line[-1:].isspace() else split_words(line) or [""]
        )
        own = self.commands if not said else ()
        for word in (*own, *next_words(self.now(), said)):
            if word.casefold().startswith(begun.casefold()):
                yield Completion(word, start_position=-len(begun))
