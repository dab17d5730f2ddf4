"""What is forgotten is gone, byte for byte; every chain, checkpoint and proof holds as before."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adapters.stores.ledgers import back_up, sqlite_ledger
from adapters.stores.person_keys import KeyTable
from adapters.stores.seat_tables import SqliteTables
from adapters.stores.table_copying import copy as copy_tables
from application.desk.fork import fork, fork_of
from application.desk.statements import attachments
from application.event.account import Account
from application.event.commands import find_person
from application.event.forgetting import forget
from application.event.game_words import TableWords
from application.event.keyring import FORGOTTEN
from application.event.log.promise import promise_of
from application.event.log.proving import checkpoint, examine, origin_of, slip_of_table
from application.event.log.signed_note import Signer
from application.event.log.slip import slip_of
from application.event.repository import Repository
from application.event.result_list import results
from application.game.checked_step import NotAStep
from application.ledger.copying import copy_games
from application.ledger.store import StoreProblem
from application.records.exports import as_yaml
from domain.tournament import calls, offences, rounds
from domain.tournament.command import Refused
from domain.tournament.people import Rename
from domain.tournament.tournament import Close
from tests.application.event.halls import EVENT, FOUR, SECOND, SETUP, Hall

SIGNER = Signer(origin_of(EVENT), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
NAMES = ("Ana Silva", "Ben Okoro", "Cleo Diaz", "Kim Lee", "Noa Berg", "SECRET WORDS")
DAY = 24 * 60 * 60


@pytest.fixture
def over(hall: Hall) -> Hall:
    """An event with a ruled call, played to its end and closed."""
    hall.pair(FOUR)
    hall.start()
    hall.give(calls.MakeCall(1, 1, "SECRET WORDS of mine", by="p1"))
    hall.give(calls.Say(1, "SECRET WORDS of Ben", by="p2"))
    hall.give(calls.Take(1, by="j2"))
    hall.give(calls.Rule(1, "SECRET WORDS of Noa", "neither", by="j2"))
    for table, winner in ((1, "p1"), (2, "p3")):
        hall.give(rounds.Result(1, table, {}, winner, by="j1"))
    hall.give(rounds.End(1))
    hall.give(Close())
    return hall


def bytes_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.iterdir()):
        if path.is_file():
            yield path.name, path.read_bytes()


def test_no_name_stands_in_the_store_before_or_after_and_no_key_after(
    over: Hall, tmp_path: Path
) -> None:
    keys = over.repository.keys.keys_of(EVENT)
    assert len(keys) == 7
    back_up(over.repository.ledger, tmp_path / "copy.umpire")
    everything = dict(bytes_in(tmp_path))
    assert {"games.umpire", "copy.umpire"} <= set(everything)
    for name, raw in everything.items():
        assert not [one for one in NAMES if one.encode() in raw], name
    assert any(key.hex().encode() in raw for key in keys.values() for raw in everything.values())

    assert forget(over.repository, EVENT, before_the_term=True) == 7
    (tmp_path / "copy.umpire").unlink()
    for name, raw in bytes_in(tmp_path):
        assert not [key for key in keys.values() if key.hex().encode() in raw or key in raw], name


def test_a_copy_is_made_to_forget_by_the_same_command(over: Hall, tmp_path: Path) -> None:
    target = tmp_path / "copy.umpire"
    into, tables = sqlite_ledger(target), SqliteTables(target)
    copy_games(over.repository.ledger, into)
    kept = over.repository.keys
    assert isinstance(kept, KeyTable)
    copy_tables(kept.tables, tables)
    again = Repository(into, KeyTable(tables), over.clock)
    assert again.keyring(EVENT).reveal("p1", again.event(EVENT).people["p1"]) == "Ana Silva"
    keys = over.repository.keys.keys_of(EVENT)
    forget(again, EVENT, before_the_term=True)
    again.close()
    raw = b"".join(raw for name, raw in bytes_in(tmp_path) if name.startswith("copy"))
    assert not [key for key in keys.values() if key.hex().encode() in raw]


def test_every_proof_holds_as_before(over: Hall) -> None:
    note = checkpoint(over.repository, EVENT, SIGNER)
    raw = str(slip_of_table(over.repository, EVENT, 1, 1)).encode()
    log = over.repository.ledger.head(f"event:{EVENT}")
    forget(over.repository, EVENT, before_the_term=True)
    key = SIGNER.verifier
    assert all(one.holds for one in examine(over.repository, EVENT, [note], [key]))
    assert promise_of(slip_of(raw), [key]).said == "Round 1, table 1: p1 0 and p2 0; p1 won."
    assert all(one.holds for one in over.repository.ledger.verify_all())
    after = over.repository.ledger.head(f"event:{EVENT}")
    assert after.version == log.version + 1, "that they were forgotten is all that is new"


def test_what_was_forgotten_is_told_as_such(over: Hall) -> None:
    forget(over.repository, EVENT, before_the_term=True)
    account = Account(over.event, over.keyring)
    told = [account.tell(one) for one in over.happened]
    assert f"Call 1, {FORGOTTEN}: {FORGOTTEN}." in told
    assert told[-1] == "The names and words of 7 people are forgotten."
    assert results(over.event, over.keyring).splitlines()[1] == (
        f"1,1,{FORGOTTEN},0,{FORGOTTEN},0,{FORGOTTEN}"
    )


def test_one_person_can_be_forgotten_and_the_others_stay(over: Hall) -> None:
    assert forget(over.repository, EVENT, ["p2"], before_the_term=True) == 1
    ring, people = over.keyring, over.event.people
    assert [ring.reveal(one, people[one]) for one in ("p1", "p2")] == ["Ana Silva", FORGOTTEN]
    assert over.event.forgotten == {"p2"}
    with pytest.raises(Refused, match="nobody at this event is called “\\(forgotten\\)”"):
        find_person(over.event, ring, FORGOTTEN)
    with pytest.raises(Refused, match="nobody at this event has the number “p99”"):
        forget(over.repository, EVENT, ["p99"], before_the_term=True)


def test_a_key_that_was_damaged_keeps_nobody_from_the_rest(over: Hall) -> None:
    keys = KeyTable(SqliteTables(over.repository.ledger.rows.path))  # type: ignore[attr-defined]
    keys.tables.run("UPDATE umpire_person_keys SET key = 'x' || key WHERE person = ?", [("p1",)])
    read = Repository(over.repository.ledger, keys)
    assert read.keyring(EVENT).reveal("p1", over.event.people["p1"]) == FORGOTTEN
    assert read.keyring(EVENT).reveal("p2", over.event.people["p2"]) == "Ben Okoro"
    keys.close()


def test_names_are_kept_for_the_term_of_the_book(over: Hall) -> None:
    over.clock.on(30 * DAY)
    with pytest.raises(
        Refused, match="names are kept for 90 days after the end, and 30 have passed"
    ):
        forget(over.repository, EVENT)
    over.clock.on(60 * DAY)
    assert forget(over.repository, EVENT) == 7
    assert over.clock.now % SECOND == 0


def test_an_event_is_closed_before_anybody_is_forgotten(round_one: Hall) -> None:
    with pytest.raises(Refused, match="“Spring Open” is not closed yet: close it first"):
        forget(round_one.repository, EVENT)
    with pytest.raises(Refused, match="round 1 has not ended yet"):
        round_one.give(Close(unplayed=True))


def test_a_round_that_never_began_holds_an_event_open_until_it_is_said_to_be_unplayed(
    hall: Hall,
) -> None:
    """No slip of the hand between two rounds ends an event."""
    hall.pair(FOUR)
    with pytest.raises(Refused, match="round 1 is paired and has not begun: begin and end it, or"):
        hall.give(Close())
    hall.give(Close(unplayed=True))
    assert hall.event.closed is not None


def test_an_event_is_not_closed_over_the_heads_of_those_who_wait_for_a_judge(hall: Hall) -> None:
    hall.pair(FOUR)

    def shut() -> None:
        hall.give(Close(unplayed=True))

    hall.give(calls.MakeCall(1, 1, "look", by="p1"))
    with pytest.raises(Refused, match="call 1 is open: rule on it, or take it back"):
        shut()
    hall.give(calls.Say(1, "no", by="p2"))
    hall.give(calls.Take(1, by="j2"))
    hall.give(calls.Rule(1, "so", "neither", by="j2"))
    hall.give(calls.Appeal(1, "law", "no", by="p1"))
    with pytest.raises(Refused, match="the ruling on call 1 is appealed: decide on it first"):
        shut()
    hall.give(calls.Decide(1, "so", "neither", by="j1"))
    hall.give(offences.GiveOffence(1, 1, "p1", "late", by="j2"))
    hall.give(offences.Contest(1, "never", by="p1"))
    with pytest.raises(Refused, match="offence 1 is contested: settle it first"):
        shut()
    hall.give(offences.Settle(1, "misheard", "", by="j1"))
    shut()
    shut()
    assert hall.event.closed is not None


def test_nothing_more_is_entered_at_a_closed_event(over: Hall) -> None:
    with pytest.raises(Refused, match="“Spring Open” is closed: nothing more is entered"):
        over.pair("table,player 1,player 2\n1,Yan,Zoe\n", 2)
    assert checkpoint(over.repository, EVENT, SIGNER), "but it can be signed"


def test_of_the_forgotten_nothing_more_is_entered_and_they_get_no_new_key(over: Hall) -> None:
    forget(over.repository, EVENT, ["p1", "j2"], before_the_term=True)
    keys = set(over.repository.keys.keys_of(EVENT))
    for command in (
        Rename(person="p1", name="Ana Silber", because="misspelt", by="j1"),
        Rename(person="p2", name="Ben Okonkwo", because="misspelt", by="j2"),
    ):
        with pytest.raises(Refused, match="“Spring Open” is closed: nothing more is entered"):
            over.give(command)
    over.give(Rename(person="p2", name="Ben Okoro", because="it is so", by="j1"))
    assert set(over.repository.keys.keys_of(EVENT)) == keys


def test_forgetting_that_was_cut_short_goes_on(over: Hall) -> None:
    """The fact comes first: said again, the keys that are left are destroyed."""
    destroy = over.repository.keys.destroy_keys
    over.repository.keys.destroy_keys = lambda *_: 1 // 0  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError):
        forget(over.repository, EVENT, before_the_term=True)
    over.repository.keys.destroy_keys = destroy  # type: ignore[method-assign]
    assert forget(over.repository, EVENT, before_the_term=True) == 7
    assert forget(over.repository, EVENT, before_the_term=True) == 0


def test_older_pages_that_another_program_holds_are_told(over: Hall, tmp_path: Path) -> None:
    import sqlite3

    reader = sqlite3.connect(tmp_path / "games.umpire", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM umpire_person_keys").fetchall()
    with pytest.raises(StoreProblem, match="another program reads the store and holds older pages"):
        forget(over.repository, EVENT, before_the_term=True)
    reader.execute("COMMIT")
    reader.close()
    forget(over.repository, EVENT, before_the_term=True)
    raw = b"".join(raw for _, raw in bytes_in(tmp_path))
    assert b"umpire_person_keys" in raw


def test_a_set_up_with_names_is_used_and_its_names_are_left_out(hall: Hall) -> None:
    """Who plays stands in the list; the event keeps it where it can be forgotten."""
    named = f"names: {{ana: Ana Silva}}\nabout: {{title: Ana's birthday}}\n{SETUP}"
    hall.pair("table,player 1,player 2,setup\n1,Ana,Ben,named\n", named=named)
    opening = hall.umpire.game(f"{EVENT}.r1.t1").game.opening
    assert (opening.names, opening.about) == ({}, {})


STRANGE = (
    {"by": "ana", "do": "note", "text": "Zacharias Quill saw it"},
    {"by": "judge", "do": "note", "text": "final ruling 1 (law), Kim Lee: Quill is right"},
    {"by": "judge", "do": "rewind", "to": 0, "because": "as Quill told Ben Okoro"},
)


def texts(hall: Hall) -> list[str]:
    return texts_from(hall, 2)


def texts_from(hall: Hall, n: int) -> list[str]:
    """What was written in the entries of the first table, from entry `n` on."""
    live = words_of(hall).readable(hall.umpire.game(f"{EVENT}.r1.t1"))
    return [str(one.said.get("text") or one.said["because"]) for one in live.game.log[n - 1 :]]


def words_of(hall: Hall) -> TableWords:
    return TableWords(lambda: nullcontext(hall.repository))


@pytest.fixture
def talked(hall: Hall) -> Hall:
    """At a table somebody was named whom the event does not know."""
    hall.heeds_events()
    hall.pair(FOUR)
    hall.start()
    hall.step(by="ben", do="declare", unit="b1", command="move")
    for said in STRANGE:
        hall.step(**said)
    return hall


def end(hall: Hall, *, closes: bool = True) -> None:
    for table in (1, 2):
        hall.give(rounds.Result(1, table, {}, None, by="j1"))
    hall.give(rounds.End(1))
    if closes:
        hall.give(Close())


def test_what_is_written_into_a_game_is_read_until_it_is_forgotten(
    talked: Hall, tmp_path: Path
) -> None:
    """Nobody knows of whom a remark speaks: so all of it goes with the key of who wrote it."""
    said = [str(one.get("text") or one["because"]) for one in STRANGE]
    assert texts(talked) == said
    game = talked.umpire.game(f"{EVENT}.r1.t1")
    (found,) = attachments(words_of(talked).readable(game).game, 1)
    assert (found.kind, found.name, found.text) == ("final ruling", "Kim Lee", "Quill is right")
    record = as_yaml(game.game, game.times)
    back_up(talked.repository.ledger, tmp_path / "copy.umpire")
    everything = {**dict(bytes_in(tmp_path)), "record": record.encode()}
    for name, raw in everything.items():
        assert not [one for one in (b"Quill", b"Zacharias", b"Kim Lee") if one in raw], name
    assert all(one.holds for one in talked.repository.ledger.verify_all())

    end(talked)
    forget(talked.repository, EVENT, before_the_term=True)
    assert texts(talked) == [
        FORGOTTEN,
        f"final ruling 1 (law), {FORGOTTEN}: {FORGOTTEN}",
        FORGOTTEN,
    ]
    (found,) = attachments(words_of(talked).readable(game).game, 1)
    assert (found.kind, found.on) == ("final ruling", "law"), "that there was a ruling stays"
    assert all(one.holds for one in talked.repository.ledger.verify_all())


def test_words_that_name_somebody_go_with_their_key_too(talked: Hall) -> None:
    end(talked)
    forget(talked.repository, EVENT, ["p2"], before_the_term=True)
    assert texts(talked)[0] == "Zacharias Quill saw it"
    assert texts(talked)[2] == FORGOTTEN, "it named Ben"


def test_what_is_written_after_people_were_forgotten_is_not_taken(talked: Hall) -> None:
    """Words without a key to keep them under would be lost: nothing is entered in their stead."""
    end(talked)
    forget(talked.repository, EVENT, ["p1"], before_the_term=True)
    before = talked.umpire.game(f"{EVENT}.r1.t1").game.length
    with pytest.raises(NotAStep, match="“Spring Open” is closed and ana is forgotten: their words"):
        talked.step(by="ana", do="note", text="Quill again")
    talked.step(by="ben", do="note", text="it is over")
    forget(talked.repository, EVENT, before_the_term=True)
    for said in (
        {"by": "ben", "do": "note", "text": "Quill again"},
        {"by": "judge", "do": "rewind", "to": 0, "because": "Quill again"},
    ):
        with pytest.raises(NotAStep, match="closed and its people are forgotten"):
            talked.step(**said)
    assert talked.umpire.game(f"{EVENT}.r1.t1").game.length == before + 1
    assert not talked.repository.keys.keys_of(EVENT)


def test_the_first_words_of_a_judge_may_come_when_the_event_is_closed(hall: Hall) -> None:
    hall.heeds_events()
    hall.pair(FOUR)
    hall.start()
    end(hall)
    hall.step(by="judge", do="note", text="seen again on film")
    assert texts_from(hall, 1) == ["seen again on film"]
    forget(hall.repository, EVENT, before_the_term=True)
    assert texts_from(hall, 1) == [FORGOTTEN]


def test_what_an_older_version_left_in_a_fork_is_told_before_anybody_is_forgotten(
    talked: Hall,
) -> None:
    """Forks were stored as they read: nothing of it can be taken back, so it is said."""
    live = words_of(talked).readable(talked.umpire.game(f"{EVENT}.r1.t1"))
    assert live.as_kept is not None
    first = fork_of(talked.umpire, replace(live, as_kept=None), 2).game
    fork(talked.umpire, first, 2)
    end(talked)
    with pytest.raises(Refused, match=f"named in .*entry 2 of “{first}”, which is not encrypted"):
        forget(talked.repository, EVENT, before_the_term=True)
    with pytest.raises(Refused, match=f"entry 2 of “{first}”, which is not encrypted"):
        forget(talked.repository, EVENT, ["p1"], before_the_term=True)
    assert not talked.event.forgotten
    assert forget(talked.repository, EVENT, ["p3"], before_the_term=True) == 1, "they wrote nothing"


def test_a_name_that_came_after_the_words_is_told_before_anybody_is_forgotten(hall: Hall) -> None:
    """Words go with everybody they name, as far as the event knew them: of others the places are said."""
    hall.pair(FOUR)
    hall.start()
    hall.give(calls.MakeCall(1, 1, "I was with Zoe Quill", by="p1"))
    hall.give(calls.Withdraw(1, by="p1"))
    hall.heeds_events()
    hall.step(by="judge", do="note", text="ask Zoe-Quill and Dov")
    end(hall, closes=False)
    hall.pair("table,player 1\n1,Zoe Quill\n", 2)
    hall.start(2)
    hall.give(rounds.End(2))
    hall.give(Close())
    zoe = list(hall.event.people)[-1]
    with pytest.raises(
        Refused,
        match=r"they would still be named in row \d+ of the event's log; "
        r"entry 1 of “spring-open.r1.t1”: forget those who wrote it too, or say --even-so",
    ):
        forget(hall.repository, EVENT, [zoe], before_the_term=True)
    assert not hall.event.forgotten, "nothing was done"
    assert forget(hall.repository, EVENT, [zoe], before_the_term=True, even_so=True) == 1
    assert forget(hall.repository, EVENT, before_the_term=True) == 7, (
        "with all of them it is gone too"
    )


def test_no_piece_is_called_as_somebody(hall: Hall) -> None:
    """Rows of a game stay as they are: what stands in a set-up could not be forgotten."""
    refused = "line 2, column 1 .“table”.: the set-up says “Ana Silva”, and that is somebody's name"
    for named in (
        SETUP.replace("a1", "Ana Silva"),
        SETUP.replace("a1", "ana-silva's guard"),
    ):
        with pytest.raises(Refused, match=refused):
            hall.pair("table,player 1,player 2,setup\n1,Ana Silva,Ben,it\n", it=named)
    assert not hall.event.tables and not hall.event.people
    hall.pair("table,player 1,player 2\n1,Ana,Ben\n")
