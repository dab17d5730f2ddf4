"""The earlier entries that a ruling rests on, and what each has to do with it."""

import re
from collections.abc import Callable, Iterable, Iterator

from application.answer import Answer, SaidStep, Verdict
from application.game.line_of_play import jumps_to
from application.game.redaction import effective_viewer, entry_seen
from application.game.step_words import step_in_words
from application.game.words.near_words import words_in
from domain.kernel.board import Mark
from domain.kernel.history import Game
from domain.kernel.ruleset import Ruleset, Viewer
from domain.kernel.ruling import LEGAL, Check, Refusal, Ruling, sentence
from domain.kernel.shared import trial
from domain.kernel.steps import JUDGE, Said, Step, Unreadable

FARTHEST = 500
"""The most entries to walk back."""

AnswerAfter = Callable[[int], object]
"""Gives the answer after entry n; answers are only compared with each other."""


def turning_points(
    game: Game, said: Said, ruling: Ruling, viewer: Viewer
) -> Iterator[tuple[int, str]]:
    """The entries since which the step gets this answer from the game as it is, each with the words.

    The answer is what this viewer would have been told who tried it then.
    """

    def answered(n: int) -> Ruling:
        return trial(game.at(n), said, viewer).ruling

    answers = first_turn(game, lambda n: _answer(answered(n)))
    if not answers and ruling.verdict != LEGAL:
        answers = first_turn(game, lambda n: answered(n).reason)
    if answers:
        yield answers, "since then the step gets this answer"
    if not ruling.because:
        forbids = _forbidding(game, said, ruling)
        if forbids and forbids != answers:
            yield forbids, "since then this rule stands in its way"


def first_turn(game: Game, asked: AnswerAfter) -> int:
    """The entry since which the answer is as it is now; 0 where it always was."""
    n = game.length
    now = asked(n)
    for _ in range(FARTHEST):
        if n == 0:
            return 0
        back = jumps_to(game.entry(n))
        before = n - 1 if back is None else back
        if game.entry(n).events and asked(before) != now:
            return n
        n = before
    return 0


def _answer(ruling: Ruling) -> object:
    return ruling.verdict, frozenset(ruling.cites)


def _forbidding(game: Game, said: Said, ruling: Ruling) -> int:
    """The entry since which the check that refuses the step would refuse it, other checks aside."""
    procedure = game.ruleset.procedures.get(str(said["do"]))
    if procedure is None:
        return 0
    try:
        step = procedure.read(said, game.length + 1, False)
    except Unreadable:
        return 0
    for check in procedure.checks:
        refusal = check(game.now.state, step)
        if refusal is not None:
            break
    else:
        return 0
    if sentence(refusal.reason) != ruling.reason:
        return 0
    found = first_turn(game, lambda n: _refusal_told(game, n, check, step, "cites"))
    return found or first_turn(game, lambda n: _refusal_told(game, n, check, step, "reason"))


def _refusal_told(game: Game, n: int, check: Check, step: Step, told: str) -> object:
    try:
        refusal: Refusal | None = check(game.position(n).state, step)
    except Exception:  # asked of a table for which it was never meant, a check may fail in any way
        return "not to be asked"
    return None if refusal is None else getattr(refusal, told)


class Cause(Answer):
    """An earlier entry that made the situation, and what it has to do with it."""

    entry: int
    said: SaidStep
    verdict: Verdict
    why: str

    def line(self, ruleset: Ruleset) -> str:
        return f"entry {self.entry}: {step_in_words(ruleset, self.said)} — {self.why}"


def causes(game: Game, said: Said, ruling: Ruling, viewer: Viewer = JUDGE) -> tuple[Cause, ...]:
    """The entries behind the ruling this step gets from the game as it is, newest first.

    They are the entries that the ruling names, and those at which the answer to the step changed.
    """
    why: dict[int, str] = {}
    named = list(_on_its_pieces(game, said, viewer))
    for number in ruling.because:
        marks = [(piece, mark) for piece, mark in named if mark.since == number]
        # A Rally puts three marks on a unit at once: the reason says which of them it is about.
        about = [mark for mark in marks if _says(ruling.reason, mark[1].word)] or marks
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
