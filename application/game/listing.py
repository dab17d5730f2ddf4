"""The list of a store's games: which are wanted, in which order, and how each stands."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from application.answer import Answer, When
from application.game.moments import iso_time
from application.game.stored_game import viewable_game
from application.game.titles import about_in_words, seat_in_words
from application.game.umpire import Umpire
from application.game.words.near_words import plain_word, plain_words
from application.ledger.store import Listed, StoreProblem
from domain.kernel.history import acting
from domain.kernel.wording import count, list_in_words


@dataclass(frozen=True, slots=True)
class ListedStanding:
    """How a listed game stands after its newest entry."""

    entries: int
    to_act: tuple[str, ...]
    over: bool

    def in_words(self) -> str:
        """`4 entries, ben to act`, `12 entries, over`."""
        now = "over" if self.over else f"{list_in_words(self.to_act) or 'nobody'} to act"
        return f"{count(self.entries, 'entry', 'entries')}, {now}"


class LookedInto(Answer):
    """A game of the store; how it stands is null where it cannot be read, or was not looked into."""

    game: str
    ruleset: str
    players: tuple[str, ...]
    names: dict[str, str]
    about: dict[str, Any]
    opened: When
    origin: str | None
    entries: int | None
    to_act: tuple[str, ...] | None
    over: bool | None


class GamesLookedInto(Answer):
    games: tuple[LookedInto, ...]


def looked_into(listed: Listed, stands: ListedStanding | None) -> LookedInto:
    """The game with how it stands, where that is known."""
    return LookedInto(
        listed.id,
        listed.ruleset,
        tuple(listed.players),
        dict(listed.names),
        dict(listed.about),
        iso_time(listed.at),
        listed.origin or None,
        None if stands is None else stands.entries,
        None if stands is None else stands.to_act,
        None if stands is None else stands.over,
    )


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games are wanted; an empty field admits all."""

    ruleset: str = ""
    player: str = ""
    """A seat, or a part of what it is called."""
    words: str = ""
    """Beginnings of words, all to be found in the game's id or in what it is about; `round=2`: in its round."""


SORTED: Mapping[str, Callable[[Listed], Any]] = {
    "newest": lambda game: -game.at,
    "oldest": lambda game: game.at,
    "title": lambda game: about_in_words(game.about).casefold(),
    "table": lambda game: (_number(game.about, "round"), _number(game.about, "table")),
    "ruleset": lambda game: (game.ruleset, -game.at),
}
"""Name of an order → the key by which it sorts."""


def _number(about: Mapping[str, Any], key: str) -> tuple[int, str]:
    """A key that sorts numbers by value, and words after them."""
    text = str(about.get(key, ""))
    return (int(text), "") if text.isascii() and text.isdigit() else (2**31, text)


def filtered_games(listed: Iterable[Listed], wanted: GameFilter) -> list[Listed]:
    """The games that match, but for `over`, which the list does not tell."""
    return [game for game in listed if _matches(game, wanted)]


def _matches(game: Listed, wanted: GameFilter) -> bool:
    if wanted.ruleset and game.ruleset != wanted.ruleset:
        return False
    names = [*game.players, *(seat_in_words(game.names, seat) for seat in game.players)]
    player = plain_word(wanted.player)
    if player and not any(player in plain_word(name) for name in names):
        return False
    return all(_is_about(game, word) for word in wanted.words.split() if plain_words(word))


def _is_about(game: Listed, word: str) -> bool:
    """Whether a word of the game's id or of what it is about begins so; `round=2`: a word of its round."""
    key, equals, text = word.partition("=")
    there = str(game.about.get(key, "")) if equals else f"{game.id} {about_in_words(game.about)}"
    begin = plain_word(text if equals else word)
    return any(other.startswith(begin) for other in plain_words(there))


def listed_standing(umpire: Umpire, id: str) -> ListedStanding | None:
    """How the game stands; None where it cannot be read."""
    try:
        game = viewable_game(umpire, id)
    except StoreProblem:
        return None
    over = game.ruleset.over(game.now.state)
    return ListedStanding(game.length, () if over else acting(game.ruleset, game.now), over)
