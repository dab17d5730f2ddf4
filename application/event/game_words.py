"""What people write into the games of an event: encrypted under the writer's own key.

Rows of a game are never rewritten. So a remark or a reason stands there as `[words of p1 …]`, with
everybody it names, and a name before a final ruling as `[name of j1]`; once a key is destroyed
nobody reads it again. A name anywhere else in a step is kept as `[name]`. So it is in every fork of
such a game, under the same keys.
Judges share the key of the desk: at a table they have one seat.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from copy import copy
from dataclasses import replace
from typing import Any

from application.desk.statements import WRITTEN
from application.event.full_names import (
    SOMEBODY,
    full_names,
    may_name,
    name_in,
    same_but_for_names,
    without_full_names,
)
from application.event.keyring import FORGOTTEN, Keyring, tidy_name
from application.event.names import FREE_TEXTS, free_text, people_named, whole_names
from application.event.repository import NoSuchEvent, Repository
from application.game.checked_step import NotAStep
from application.game.line_of_play import ACCEPTED
from application.game.live_game import LiveGame
from application.game.opening import table_of
from application.game.standing import CALL
from application.game.words.text_codec import TextCodec
from domain.kernel.history import Entry
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import changed
from domain.tournament.departures import DESK
from domain.tournament.people import who_is_called
from domain.tournament.rounds import Table, why_closed
from domain.tournament.tournament import Tournament

MARK = "[words of "
HIDDEN = re.compile(
    r"\[words of (?P<people>\w+(?: \w+)*?) (?P<cipher>[\w-]{38,}=*)\]|\[name of (?P<person>\w+)\]",
    re.ASCII,
)
OURS = (CALL, ACCEPTED, "agreed: ")
"""The beginnings of notes that the program itself reads."""
TO_URL, FROM_URL = str.maketrans("+/", "-_"), str.maketrans("-_", "+/")


class TableWords(TextCodec):
    """The words of games at the tables of events."""

    def __init__(self, opens: Callable[[], AbstractContextManager[Repository]]) -> None:
        self.opens = opens
        """`opens`: opens the repository of the store; it is closed after use."""

    def is_hidden(self, said: Said) -> bool:
        return bool(free_text(said))

    def to_keep(self, live: LiveGame, said: Said) -> Said:
        if not _may_be_kept_otherwise(said):
            return said
        with self.opens() as repository:
            at_table = _table_behind(repository, live)
            if at_table is None:
                return said
            event, table = at_table
            writer = DESK if said["by"] == JUDGE else table.player_at(said["by"])
            keyring = _writing_keyring(repository, event, writer)
            if free_text(said) and not keyring.knows(writer):
                who = "its people are" if event.all_forgotten else f"{said['by']} is"
                raise NotAStep(
                    f"“{event.name}” is closed and {who} forgotten: their words cannot be kept, "
                    "neither here nor in a fork"
                )
            return _with_text_hidden(event, keyring, writer, said)

    def entry(self, live: LiveGame, entry: Entry) -> Entry:
        if not self.is_hidden(entry.said):
            return entry
        with self.opens() as repository:
            at_table = _table_behind(repository, live)
            return entry if at_table is None else reveal(WordReader(repository, at_table[0]), entry)

    def readable(self, live: LiveGame) -> LiveGame:
        with self.opens() as repository:
            at_table = _table_behind(repository, live)
            if at_table is None:
                return live
            event, table = at_table
            return read_with(WordReader(repository, event), live, table)

    def same(self, before: Said, said: Said) -> bool:
        if not _may_be_kept_otherwise(said):
            return before == said
        field = FREE_TEXTS.get(str(said["do"]), "")
        return same_but_for_names({**before, field: ""}, {**said, field: ""})


def _may_be_kept_otherwise(said: Said) -> bool:
    return bool(free_text(said)) or may_name(said)


class WordReader:
    """Reads the words and names of an event's people, as long as they are not forgotten."""

    def __init__(
        self, repository: Repository, event: Tournament, then: Tournament | None = None
    ) -> None:
        """`then`: the event as it was when people were called as they are to be called now."""
        self.event = then or event
        self.keyring = repository.keyring_at(event)

    def name(self, person: str) -> str:
        names = self.event.everybody
        return self.keyring.reveal(person, names[person]) if person in names else FORGOTTEN

    def text(self, kept: str) -> str:
        """The text, with its encrypted words and names readable."""
        return HIDDEN.sub(self._one, kept)

    def _one(self, match: re.Match[str]) -> str:
        if match["person"]:
            return self.name(match["person"])
        words = match["cipher"].translate(FROM_URL)
        return self.keyring.reveal_together(match["people"].split(), words)


def read_with(reader: WordReader, live: LiveGame, table: Table) -> LiveGame:
    """The stored game with its words and names readable."""
    game = copy(live.game)
    game.log = [
        reveal(reader, entry) if free_text(entry.said) else entry for entry in live.game.log
    ]
    names = {place.seat: reader.name(place.player) for place in table.places}
    known = {seat: name for seat, name in names.items() if name != FORGOTTEN}
    # In a fork its seats are whoever took it up.
    return replace(live, game=game, called={} if live.first else known, as_kept=live)


def found_table(repository: Repository, id: str) -> tuple[Tournament, Table] | None:
    """The event and table that a game is played at; None where the store has none such."""
    place = table_of(id)
    if place is None:
        return None
    try:
        event = repository.event(place[0])
    except NoSuchEvent:
        return None
    table = event.tables.get(place[1:])
    return None if table is None or table.game != id else (event, table)


def why_closed_at(repository: Repository, game: str) -> str:
    """Why players take no more steps in this game, in words; empty where they do. Raises StoreProblem."""
    place = table_of(game)
    if place is None:
        return ""
    try:
        event = repository.event(place[0])
    except NoSuchEvent:
        return ""
    id, round, number = place
    table = event.tables.get((round, number))
    if table is None or table.game != game:
        anew = f": it is played in “{table.game}”" if table else ""
        taken = (round, number) in event.unpaired
        return f"the pairing of round {round} at “{id}” was taken back{anew}" if taken else ""
    if event.closed is not None:
        return f"“{event.name}” is closed: nothing more is played here"
    why = why_closed(event, table)
    return f"{why}: nothing more is played here unless a judge opens the table again" if why else ""


def _table_behind(repository: Repository, live: LiveGame) -> tuple[Tournament, Table] | None:
    """The event and table at which this game is played, or was before it was forked."""
    at_table = found_table(repository, live.first or live.id)
    if at_table is None or {place.seat for place in at_table[1].places} != set(live.game.players):
        return None
    return at_table


def _writing_keyring(repository: Repository, event: Tournament, writer: str) -> Keyring:
    """The event's keyring; the desk gets its key with the first words that judges write.

    No key comes back after the people were forgotten, whoever forgets them at the same moment.
    """
    keyring = repository.keyring_at(event)
    if writer == DESK and not keyring.knows(DESK) and not event.all_forgotten:
        keyring.enter([DESK])
        event = repository.event(event.id)
        if event.all_forgotten:
            repository.keys.destroy_keys(event.id, [DESK])
            return repository.keyring_at(event)
    return keyring


def _with_text_hidden(event: Tournament, keyring: Keyring, writer: str, said: Said) -> Said:
    """The step with its free text encrypted, and with `[name]` for a full name anywhere else."""
    text = free_text(said)
    field = FREE_TEXTS[str(said["do"])] if text else "by"
    rest = {key: value for key, value in said.items() if key not in ("by", field)}
    names = full_names(name for _, name in whole_names(event, keyring))
    if name_in(rest, names):
        said = {"by": said["by"], **without_full_names(rest, names), field: said[field]}
    return {**said, field: hidden_text(event, keyring, writer, text)} if text else said


def hidden_text(event: Tournament, keyring: Keyring, writer: str, text: str) -> str:
    """The text as it is stored: a beginning in `OURS` stays readable, the rest is encrypted."""
    written = WRITTEN.fullmatch(text.strip())
    if written is not None:
        begins, words = text.strip()[: written.start("text")], written["text"]
        if written["name"]:
            start, end = written.span("name")
            begins = begins[:start] + _name(event, keyring, written["name"]) + begins[end:]
    else:
        begins = next((prefix for prefix in OURS if text.startswith(prefix)), "")
        words = text[len(begins) :]
    return begins + (_under_keys(event, keyring, writer, words) if words.strip() else "")


def _under_keys(event: Tournament, keyring: Keyring, writer: str, words: str) -> str:
    """Words encrypted under the keys of the writer and of everybody named: all keys are needed to read."""
    people = dict.fromkeys((writer, *people_named(event, keyring, words)))
    cipher = keyring.hide_together(people, words)
    return f"{MARK}{' '.join(people)} {cipher.translate(TO_URL)}]"


def _name(event: Tournament, keyring: Keyring, name: str) -> str:
    """The stored form of a name: the person's number if they are at the event, else `[name]`."""
    names = {id: keyring.reveal(id, kept) for id, kept in event.everybody.items()}
    known = who_is_called(names, tidy_name(name))
    return f"[name of {known[0]}]" if known else SOMEBODY


def reveal(reader: WordReader, entry: Entry) -> Entry:
    """The entry with its words in plain text, in what was said and in the reason of the ruling."""
    field = FREE_TEXTS[str(entry.said["do"])]
    said: Any = {**entry.said, field: reader.text(entry.said[field])}
    ruling = changed(entry.ruling, reason=reader.text(entry.ruling.reason))
    return changed(entry, said=said, ruling=ruling)
