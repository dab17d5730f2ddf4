"""The games of a store as a list: what each is about, and how it stands."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from application.game.stored_game import viewable_game
from application.game.titles import about_in_words, seat_in_words
from application.game.umpire import Umpire
from application.game.words.near_words import plain_word
from application.ledger.store import Listed, StoreProblem
from domain.kernel.history import acting


@dataclass(frozen=True, slots=True)
class ListedStanding:
    """How a listed game stands after its newest entry."""

    entries: int
    to_act: tuple[str, ...]
    over: bool

    def in_words(self) -> str:
        """`4 entries, ben to act`, `12 entries, over`."""
        now = "over" if self.over else f"{' and '.join(self.to_act) or 'nobody'} to act"
        entries = "1 entry" if self.entries == 1 else f"{self.entries:,} entries"
        return f"{entries}, {now}"


@dataclass(frozen=True, slots=True)
class Sought:
    """Which games are wanted; whatever is left empty is not asked."""

    ruleset: str = ""
    player: str = ""
    """A seat, or a part of what it is called."""
    words: str = ""
    """Each of these begins a word of what the game is about, or its id; `round=2` of that alone."""
    over: bool | None = None


SORTED: Mapping[str, Callable[[Listed], Any]] = {
    "newest": lambda one: -one.at,
    "oldest": lambda one: one.at,
    "title": lambda one: about_in_words(one.about).casefold(),
    "table": lambda one: (_number(one.about, "round"), _number(one.about, "table")),
    "ruleset": lambda one: (one.ruleset, -one.at),
}
"""Orders of the list, by name."""


def _number(about: Mapping[str, Any], key: str) -> tuple[int, str]:
    """Numbers as numbers, words behind them."""
    text = str(about.get(key, ""))
    return (int(text), "") if text.isascii() and text.isdigit() else (2**31, text)


def games_sought(listed: Iterable[Listed], sought: Sought) -> list[Listed]:
    """Those of which the list itself tells that they are wanted; `over` is not looked at."""
    return [one for one in listed if _is_sought(one, sought)]


def _is_sought(one: Listed, sought: Sought) -> bool:
    if sought.ruleset and one.ruleset != sought.ruleset:
        return False
    names = [*one.players, *(seat_in_words(one.names, seat) for seat in one.players)]
    player = plain_word(sought.player)
    if player and not any(player in plain_word(name) for name in names):
        return False
    return all(_is_about(one, word) for word in sought.words.split())


def _is_about(one: Listed, word: str) -> bool:
    """Whether the word begins one of what the game is about; `round=2` one of what its round is."""
    key, equals, text = word.partition("=")
    there = str(one.about.get(key, "")) if equals else f"{one.id} {about_in_words(one.about)}"
    begin = plain_word(text if equals else word)
    return any(plain_word(other).startswith(begin) for other in there.split())


def listed_standing(umpire: Umpire, id: str) -> ListedStanding | None:
    """How the game stands; None where it cannot be read."""
    try:
        game = viewable_game(umpire, id)
    except StoreProblem:
        return None
    over = game.ruleset.over(game.now.state)
    return ListedStanding(game.length, () if over else acting(game.ruleset, game.now), over)
