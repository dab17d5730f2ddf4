"""Names for games that choose none themselves."""

import secrets

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeiou"


def new_id() -> str:
    """A short name that can be said aloud: two words of four letters and two digits."""
    return f"{_syllables()}-{_syllables()}-{secrets.randbelow(90) + 10}"


def _syllables() -> str:
    pick = secrets.choice
    return "".join(pick(CONSONANTS) + pick(VOWELS) for _ in range(2))
