"""The earlier entries that a ruling rests on, and what each has to do with it."""

import re
from collections.abc import Iterable, Iterator

from application.answer import Answer, SaidStep, Verdict
from application.desk.turning_points import turning_points
from application.game.redaction import effective_viewer, entry_seen
from application.game.transcript import said_in_words
from application.game.words.near_words import words_in
from domain.kernel.board import Mark
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.ruling import Ruling
from domain.kernel.steps import JUDGE, Said


class Cause(Answer):
    """An earlier entry that made the situation, and what it has to do with it."""

    entry: int
    said: SaidStep
    verdict: Verdict
    why: str

    def line(self) -> str:
        return f"entry {self.entry}: {said_in_words(self.said)} — {self.why}"


def causes(game: Game, said: Said, ruling: Ruling, viewer: Viewer = JUDGE) -> tuple[Cause, ...]:
    """The entries behind the ruling this step gets from the game as it is, newest first.

    They are the entries that the ruling names, and those at which the answer to the step changed.
    """
    why: dict[int, str] = {}
    named = list(_on_its_pieces(game, said, viewer))
    for number in ruling.because:
        marks = [(piece, mark) for piece, mark in named if mark.since == number]
        # A Rally puts three marks on a unit at once: the reason says which of them it is about.
        about = [one for one in marks if _says(ruling.reason, one[1].word)] or marks
        told = "; ".join(mark_in_words(piece, mark) for piece, mark in about)
        why[number] = told or "the ruling rests on it"
    # A piece that does not exist never changed; a hidden one must look the same as that.
    if "G1" in ruling.cites:
        turned: Iterable[tuple[int, str]] = ()
    else:
        turned = turning_points(game, said, ruling, viewer)
    for number, since in turned:
        why[number] = f"{why[number]}; {since}" if number in why else since
    return tuple(
        Cause(
            number,
            entry_seen(game, game.entry(number), viewer).said,
            game.verdict(number),
            why[number],
        )
        for number in sorted(why, reverse=True)
        if 0 < number <= game.length
    )


def _says(reason: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", reason) is not None


def _on_its_pieces(game: Game, said: Said, viewer: Viewer) -> Iterator[tuple[str, Mark]]:
    names = set(words_in(said))
    for group in game.ruleset.board(game.now.state, effective_viewer(game, viewer)):
        for piece in group.pieces:
            if piece.id in names:
                yield from ((piece.id, mark) for mark in piece.marks if mark.since)


def mark_in_words(piece: str, mark: Mark) -> str:
    """What lies on a piece, in words."""
    until = f", {mark.until}" if mark.until else ""
    by = f" ({', '.join(mark.rules)})" if mark.rules else ""
    return f"“{piece}” bears “{mark.word}” since then{until}{by}"
