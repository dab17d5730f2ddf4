"""The places where a person's name or words would stay readable after their key is destroyed.

Words are encrypted with the key of the person they name, if the event knew that name when they were
written. A name stays readable if it was entered only later or is spelled differently than in the
event's list, and where nothing is encrypted: in a set-up, in an event's title, in a fork that an
older version made. Forks, and forks of those, are looked through like the games at the tables; in all
other games of the store, which may come from a record of one, full names are looked for.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator

from application.event.account import Account
from application.event.full_names import flat
from application.event.game_words import HIDDEN, MARK, OURS, WordReader
from application.event.keyring import FORGOTTEN, Keyring
from application.event.names import free_text, whole_names
from application.event.repository import Repository
from application.game.live_game import first_game
from application.ledger.rows import PAYLOAD, RULED
from application.ledger.streams import BESIDE
from domain.kernel.steps import JUDGE
from domain.tournament.people import JudgeAppointed, PlayersEntered
from domain.tournament.rounds import Table
from domain.tournament.tournament import Tournament

LONG = re.compile(r"[\w+/=-]{38,}", re.ASCII)
"""Matches digests and ciphers, in which a name can only appear by chance."""
ENTRY = re.compile(r'"n":(\d+)')
AS_THEY_ARE = (*OURS, FORGOTTEN)
"""How texts begin that stand in a game as they are and are nobody's words."""


def places_named(
    repository: Repository, event: Tournament, people: Collection[str]
) -> Iterator[str]:
    """Each place, in words, that would still name one of these people once their keys are destroyed."""
    keyring = repository.keyring_at(event)
    names = [name for person, name in whole_names(event, keyring) if person in people]
    if not names:
        return
    after = Keyring(event.id, repository.keys, event.forgotten | set(people))
    yield from _in_the_log(repository, Account(event, after), names)
    reader = WordReader(repository, event)
    reader.keyring = after
    for game, table in _games(repository, event):
        yield from _in_a_game(repository, reader, game, names)
        yield from _readable_words(repository, event, table, game, people)
    full = [name for name in names if " " in flat(name).strip()]
    for game in _of_no_event(repository) if full else ():
        yield from _in_a_game(repository, reader, game, full)


def _of_no_event(repository: Repository) -> Iterator[str]:
    """Each game that comes from no event's table, as far as the store knows.

    A record that was taken in does not say where it comes from, and what is written into that game since
    stands there as it is. Only full names are looked for: a word alone may be anybody's.
    """
    events = [repository.event(id) for id in repository.events()]
    tables = {table.game for event in events for table in event.tables.values()}
    return (game for game, first in _first_games(repository) if first not in tables)


def _games(repository: Repository, event: Tournament) -> Iterator[tuple[str, Table]]:
    """Each game that was played at the event, and each that was forked from one; with its table."""
    tables = {table.game: table for table in event.tables.values() if table.game}
    return ((game, tables[first]) for game, first in _first_games(repository) if first in tables)


def _first_games(repository: Repository) -> Iterator[tuple[str, str]]:
    """Each game of the store, with the one that it comes from by forks; with itself where it is no fork."""
    origins = {game.id: game.origin for game in repository.ledger.games()}
    for game, origin in origins.items():
        yield game, first_game(origin, lambda known: origins.get(known, "")) or game


def _in_the_log(repository: Repository, account: Account, names: Iterable[str]) -> Iterator[str]:
    for happened in repository.log(account.event.id):
        event = happened.event
        if isinstance(event, PlayersEntered | JudgeAppointed):
            continue
        if _names_somebody(account.tell(event), names):
            yield f"row {happened.row} of the event's log"


def _in_a_game(
    repository: Repository, reader: WordReader, game: str, names: Iterable[str]
) -> Iterator[str]:
    for stream in (game, *(f"{kind}{game}" for kind in BESIDE)):
        where, told = "the set-up", ""
        for _, _, state in repository.ledger.rows.rows(stream):
            kept = bytes(state[PAYLOAD]).decode(errors="replace")
            entry = ENTRY.search(kept)
            where = f"entry {entry[1]}" if entry else where
            text = reader.text(kept) if MARK in kept else HIDDEN.sub("", kept)
            if where != told and _names_somebody(text, names):
                told = where
                yield f"{where} of “{stream}”"


def _readable_words(
    repository: Repository, event: Tournament, table: Table, game: str, people: Collection[str]
) -> Iterator[str]:
    """Each entry with words of these people that stand there as they were written."""
    writers = {place.seat: place.player for place in table.places}
    everybody = set(event.everybody) <= event.forgotten | set(people)
    for _, name, state in repository.ledger.rows.rows(game):
        if name != RULED:
            continue
        entry = json.loads(bytes(state[PAYLOAD]))
        text, by = free_text(entry["said"]), entry["said"]["by"]
        theirs = everybody if by == JUDGE else writers.get(by) in people
        if theirs and text and MARK not in text and not text.startswith(AS_THEY_ARE):
            yield f"entry {entry['n']} of “{game}”, which is not encrypted"


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
