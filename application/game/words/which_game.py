"""Finds the game that a word means: by its id, in any case, or the beginning of the id; else the newest."""

import re
from collections.abc import Sequence

from application.game.words.near_words import did_you_mean, plain_word
from application.ledger.store import NoSuchGame, SeveralGames

WHOLE_ID = re.compile(r"[a-z]{4}-[a-z]{4}-\d\d")
MOST_NAMED = 4


def which_game(ids: Sequence[str], word: str = "") -> str:
    """The id of the game that the word means, or of the newest without one. `ids`: newest first.

    Raises NoSuchGame, and SeveralGames where it begins the ids of more than one.
    """
    if not ids:
        raise NoSuchGame("there is no game in this store yet; “umpire new” opens one")
    if not word:
        return ids[0]
    plain = plain_word(word)
    begun = [id for id in ids if plain and plain_word(id).startswith(plain)]
    for those in ([word] * (word in ids), [id for id in begun if plain_word(id) == plain], begun):
        if len(those) == 1:
            return those[0]
    if begun:
        named = ", ".join(begun[:MOST_NAMED]) + ", …" * (len(begun) > MOST_NAMED)
        raise SeveralGames(
            f"“{word}” begins the ids of {len(begun)} games: {named}; say more of it"
        )
    raise NoSuchGame(f"there is no game “{word}” in this store{did_you_mean(word, ids)}")
