"""The places where a person's name would stay readable after their key is destroyed.

Words are encrypted with the key of the person they name, if the event knew that name when they were
written. A name stays readable if it was entered only later or is spelled differently than in the
event's list, and where nothing is encrypted: in a set-up, in an event's title.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from application.event.facts import JudgeAppointed, PlayersEntered
from application.event.full_names import flat
from application.event.game_words import HIDDEN, MARK, WordReader
from application.event.kinds.account import Account
from application.event.names import whole_names
from application.event.office import Office
from application.event.people import Keyring
from application.event.state import Event
from application.ledger.rows import PAYLOAD
from application.ledger.streams import BESIDE

LONG = re.compile(r"[\w+/=-]{38,}", re.ASCII)
"""Matches digests and ciphers, in which a name can only appear by chance."""
ENTRY = re.compile(r'"n":(\d+)')


def places_named(office: Office, event: Event, people: Collection[str]) -> Iterator[str]:
    """Each place, in words, that would still name one of these people once their keys are destroyed."""
    keyring = office.keyring_at(event)
    names = [name for person, name in whole_names(event, keyring) if person in people]
    if not names:
        return
    after = Keyring(event.id, office.keys, event.forgotten | set(people))
    yield from _in_the_log(office, Account(event, after), names)
    reader = WordReader(office, event)
    reader.keyring = after
    for table in event.tables.values():
        if table.game:
            yield from _in_a_game(office, reader, table.game, names)


def _in_the_log(office: Office, account: Account, names: Iterable[str]) -> Iterator[str]:
    for happened in office.log(account.event.id):
        fact = happened.fact
        if isinstance(fact, PlayersEntered | JudgeAppointed):
            continue
        if _names_somebody(account.tell(fact), names):
            yield f"row {happened.row} of the event's log"


def _in_a_game(
    office: Office, reader: WordReader, game: str, names: Iterable[str]
) -> Iterator[str]:
    for stream in (game, *(f"{kind}{game}" for kind in BESIDE)):
        where, told = "the set-up", ""
        for _, _, state in office.ledger.rows.rows(stream):
            kept = bytes(state[PAYLOAD]).decode(errors="replace")
            entry = ENTRY.search(kept)
            where = f"entry {entry[1]}" if entry else where
            text = reader.text(kept) if MARK in kept else HIDDEN.sub("", kept)
            if where != told and _names_somebody(text, names):
                told = where
                yield f"{where} of “{stream}”"


def _names_somebody(text: str, names: Iterable[str]) -> bool:
    """Whether the text has one of these names.

    A name of one word must match in its capitals too: seats are often the same word in small letters.
    """
    plain = LONG.sub(" ", text)
    words = flat(plain)
    return any(
        flat(name) in words
        if " " in flat(name).strip()
        else re.search(rf"(?<!\w){re.escape(name)}(?!\w)", plain)
        for name in names
    )
