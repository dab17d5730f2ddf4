"""Completion of a step's words, from the steps a player might think of now."""

from collections.abc import Iterator, Sequence

from application.game.words.near_words import plain_word
from application.game.words.short_form import short_form
from application.records.known_words import KnownWords, known_words
from application.records.typed import split_words
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import JUDGE


def next_words(game: Game, said: Sequence[str], viewer: Viewer = JUDGE) -> list[str]:
    """Words that may follow these, most pressing steps first; all known words if no step has these words.

    `viewer`: whose knowledge of the table may be used.
    """
    known = known_words(game, viewer)
    by = known.seats.get(plain_word(said[0])) if said else None
    words = [plain_word(word) for word in (said[1:] if by else said)]
    acting = [by] if by else list(game.to_act())
    hidden = game.ruleset.hiding is not None and viewer != JUDGE
    following = dict.fromkeys(game.players if not said else ())
    for player in acting:
        if not (hidden and player != viewer):
            following |= dict.fromkeys(_following(known, str(player), words))
    return list(following or (known.said_in_steps() if words else ()))


def _following(known: KnownWords, player: str, words: Sequence[str]) -> Iterator[str]:
    """The other words of each step that has all these words, in order."""
    game = known.game
    if player == JUDGE:
        return
    for candidate in game.ruleset.offers.candidates(game.now.state, player):
        those = split_words(short_form(candidate.said, known.forms))
        # A name with a quote or a space in it stands there as unit="…", and may be said alone.
        plain = {word: {plain_word(word), plain_word(word.partition("=")[2])} for word in those}
        if all(any(word in ways for ways in plain.values()) for word in words):
            yield from (word for word in those if plain[word].isdisjoint(words))
