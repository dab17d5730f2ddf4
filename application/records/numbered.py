"""Reads a typed step: in words, or by its number in the list of what a player may do now."""

from collections.abc import Sequence

from application.game.options import legal_candidates
from application.game.words.near_words import plain_word
from application.records.known_words import known_words
from application.records.matching import with_answers
from application.records.short_steps import (
    UnclearStep,
    few_enough_words,
    short_step,
    step_on_line,
)
from application.records.typed import is_written_out, split_words, words_of
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE, Said
from domain.kernel.wording import count, list_in_words

MOST_LETTERS = 500
"""Most characters of a step in words: the number of possible meanings grows with its length.

A step that is written out field by field may be longer.
"""


def numbered_step(
    game: Game, number: int, words: Sequence[str], player: str = "", viewer: Viewer = JUDGE
) -> Said:
    """The step with this number in the list of what the player may do, its open fields from the words.

    Without a player, the only one who is to act. Raises UnclearStep.
    """
    by = player or _to_act(game, number)
    if by == JUDGE:
        raise UnclearStep(
            "the numbers are those of what a player may do; a judge says it in words."
        )
    legal = legal_candidates(game, by)
    if not 1 <= number <= len(legal):
        have = count(len(legal), "step") if legal else "no step"
        raise UnclearStep(f"there is no number {number}: {by} has {have} to choose from now.")
    candidate = legal[number - 1]
    with few_enough_words():
        chosen = with_answers(candidate, words, known_words(game, viewer))
    if chosen is None:
        asked = [f"{name} ({ask.label})" for name, ask in candidate.asks.items()]
        what = f"it asks for {list_in_words(asked)}" if asked else "it asks for nothing more"
        raise UnclearStep(f"number {number} is “{candidate.said['do']}”: {what}.")
    return chosen


def _to_act(game: Game, number: int) -> str:
    acting = game.to_act()
    if len(acting) == 1:
        return acting[0]
    those = " or ".join(f"“{player} {number}”" for player in acting or game.players)
    raise UnclearStep(f"say whose number that is: {those}.")


def typed_step(
    game: Game,
    words: Sequence[str],
    viewer: Viewer = JUDGE,
    *,
    keep: bool = False,
    whole: bool = False,
) -> tuple[Said, bool]:
    """The step that the words mean, and whether they gave its number; see `short_step`. Raises BadRecord."""
    parts = split_words(words[0]) if len(words) == 1 else words
    if any(map(_is_number, parts[:2])):
        player = known_words(game, viewer).seats.get(plain_word(parts[0]), "")
        number, *rest = (parts[1:] if player else parts) or [""]
        if _is_number(number):
            return numbered_step(game, int(number), rest, player, viewer), True
    return short_step(game, words, viewer, keep=keep, whole=whole), False


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


def step_from_seat(game: Game, seat: str, line: str, *, keep: bool = False) -> tuple[Said, bool]:
    """As `typed_step`, but also written out by fields, for a player or judge whose seat is known.

    Their own name may come first, nobody else's. Raises BadRecord.
    """
    if is_written_out(line):
        said = step_on_line(game, line, seat, keep=keep)
        _check_seat(seat, said.get("by", seat))
        return {"by": seat, **said}, False
    check_letters(line)
    first, *rest = words_of(line) or [""]
    named = known_words(game, seat).seats.get(plain_word(first))
    _check_seat(seat, named or seat)
    words = rest if named else [first, *rest]
    if words in ([], [""]):
        raise UnclearStep(f"say what {seat} does.")
    said, numbered = typed_step(game, [seat, *words], seat, keep=keep)
    _check_seat(seat, said["by"])
    return said, numbered


def check_letters(line: str) -> None:
    """Checks that the line has at most MOST_LETTERS characters. Raises UnclearStep."""
    if len(line) > MOST_LETTERS:
        raise UnclearStep(
            f"a step in words has at most {MOST_LETTERS} letters; say it by its fields."
        )


def _check_seat(seat: str, by: object) -> None:
    if by != seat:
        raise UnclearStep(f"this is {seat}'s seat: what “{by}” does is said from theirs.")
