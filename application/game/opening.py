"""How a game begins: a new id and salt, the opening as it is stored, and the game at entry 0."""

import re
import secrets

from application.editions import rules_of
from application.ledger.law_digest import law_of
from application.ledger.store import NotKnownHere
from application.ledger.stored_events import Unstorable, as_plain_json
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.ruleset import SetupError
from domain.kernel.values import changed

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aeiou"
NOT_SAID = "rape nazi puta puto pedo homo fuka peni tita tito dago gora gore hure figa nega negi"
"""Syllables that nobody should have to call out in a hall."""


def new_id() -> str:
    """`zife-mafu-77`: two words that can be said aloud, and two digits. Not checked to be free."""
    return f"{_syllables()}-{_syllables()}-{secrets.randbelow(90) + 10}"


def id_at_table(event: str, round: int, table: int, before: int = 0) -> str:
    """The id of the game at a table of an event; another one where its pairing was taken back before."""
    return f"{event}.r{round}.t{table}{f'.{before + 1}' if before else ''}"


AT_A_TABLE = re.compile(
    r"(?P<event>[a-z0-9-]{1,40})\.r(?P<round>\d{1,4})\.t(?P<table>\d{1,4})(\.\d{1,3})?",
    re.ASCII,
)


def table_of(game: str) -> tuple[str, int, int] | None:
    """The event, round and table that a game is of, by its id; None where it is of none."""
    match = AT_A_TABLE.fullmatch(game)
    return (match["event"], int(match["round"]), int(match["table"])) if match else None


def fresh_salt() -> str:
    """128 random bits, in URL-safe base64."""
    return secrets.token_urlsafe(16)


def _syllables() -> str:
    while True:
        word = "".join(secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(2))
        if word not in NOT_SAID.split():
            return word


def storable(opening: Opening, salt: str) -> Opening:
    """The opening as it is stored: plain JSON, with this salt and the digest of its law. Raises SetupError."""
    # A fork has a salt of its own: whoever forks is its judge, and would read the salt of its origin.
    try:
        return changed(
            opening,
            setup=as_plain_json(dict(opening.setup)),
            names=as_plain_json(dict(opening.names)),
            about=as_plain_json(dict(opening.about)),
            salt=salt,
            edition_page=as_plain_json(dict(opening.edition_page)),
            law=law_of(opening),
        )
    except Unstorable as why:
        raise SetupError(f"a game holds words, numbers, lists and names: {why}") from None


def game_at_opening(id: str, opening: Opening) -> Game:
    """A stored game at entry 0. Raises NotKnownHere."""
    try:
        return open_game(rules_of(opening), opening)
    except SetupError as why:
        raise NotKnownHere(
            f"this umpire cannot take up “{id}” ({why}): update umpire, which may know it then"
        ) from None
