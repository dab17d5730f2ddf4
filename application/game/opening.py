"""Games begin: a name for one that has none, and a stored one as it was laid out."""

import secrets

from application.ledger.store import NotKnownHere
from application.rulesets import ruleset
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.ruleset import SetupError

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeiou"


def new_id() -> str:
    """A short name that can be said aloud: two words of four letters and two digits."""
    return f"{_syllables()}-{_syllables()}-{secrets.randbelow(90) + 10}"


def _syllables() -> str:
    pick = secrets.choice
    return "".join(pick(CONSONANTS) + pick(VOWELS) for _ in range(2))


def game_at_opening(id: str, opening: Opening) -> Game:
    """A stored game at entry 0. Raises NotKnownHere."""
    try:
        return open_game(ruleset(opening.ruleset), opening)
    except SetupError as why:
        raise NotKnownHere(
            f"this umpire cannot take up “{id}” ({why}): update umpire, which may know it then"
        ) from None
