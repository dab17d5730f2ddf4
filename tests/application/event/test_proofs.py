"""The log proves itself: checkpoints, slips and proofs, and whatever was changed is found."""

import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from application.event.log.checkpoint import body_of, checkpoint_of
from application.event.log.growth import check_growth, growth_proof
from application.event.log.log_events import CheckpointCosigned
from application.event.log.promise import differs, in_words, promise_of
from application.event.log.proving import (
    checkpoint,
    cosign,
    examine,
    keep_cosignature,
    note_heads,
    origin_of,
    phone_name,
    slip_of_table,
)
from application.event.log.short_slip import from_base45, in_base45, slip_as_code, slip_in
from application.event.log.signed_note import BadNote, Signer, Verifier, note_of, verifier_of
from application.event.log.slip import slip_of
from application.event.opening import appointing
from application.event.repository import STORE
from application.ledger.rows import PAYLOAD, START, Row, chain_rows
from application.seal.seal import seal_game
from domain.tournament import rounds
from domain.tournament.command import Refused
from tests.application.event import independent
from tests.application.event.halls import EVENT, FOUR, SECOND, Hall, hall_in

SIGNER = Signer(origin_of(EVENT), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
KEY = SIGNER.verifier


def result(hall: Hall, table: int, winner: str | None, round: int = 1) -> None:
    hall.give(rounds.Result(round, table, {}, winner, by="j1"))


def played(hall: Hall) -> Hall:
    """Two rounds of two games each, with results; every game has gone on a little."""
    for number in (1, 2):
        hall.pair(FOUR, number)
        hall.start(number)
        for table in (1, 2):
            hall.step(table, number, by="ana", do="declare", unit="a1", command="run")
            hall.step(table, number, by="ben", do="decline")
            result(hall, table, hall.event.table(number, table).players[0], number)
        hall.give(rounds.End(number))
    return hall


@pytest.fixture
def after(hall: Hall) -> Hall:
    return played(hall)


def holds(hall: Hall, *kept: str) -> bool:
    return all(one.holds for one in examine(hall.repository, EVENT, kept, [KEY]))


def test_notes_of_other_programs_are_read() -> None:
    """An example known from the documentation of the Go library for such notes."""
    text = (
        "If you think cryptography is the answer to your problem,\n"
        "then you don't know what your problem is.\n"
        "\n"
        "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotp"
        "RZb6KE6RyyBwJnAM=\n"
        "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox3"
        "3WWd1RvMc+QQ=\n"
    )
    peter = verifier_of("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
    enoch = verifier_of("EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop")
    note = note_of(text)
    assert note.signed_by([peter, enoch]) == [peter, enoch]
    assert note.signed_by([enoch]) == [enoch], "what is signed by others is no matter"
    assert str(note) == text
    with pytest.raises(BadNote, match="not signed by a key that is known here"):
        note.signed_by([KEY])


def test_an_independent_verifier_reads_our_checkpoints_cosignatures_and_slips(after: Hall) -> None:
    """Written from the specifications alone, it comes to the same."""
    kim = Signer("example.org/kim", Ed25519PrivateKey.from_private_bytes(bytes(32)))
    checkpoint(after.repository, EVENT, SIGNER)
    note = cosign(after.repository, EVENT, kim, 1_700_000_000)
    log = after.repository.proofs(EVENT)
    origin, size, root = independent.open_checkpoint(note, [str(KEY), str(kim.cosigner)])
    assert (origin, size) == (f"umpire.event/{EVENT}", len(log.leaves))
    assert root == independent.mth([leaf.encode() for leaf in log.leaves])
    assert independent.open_note(note, [str(kim.cosigner)]) == independent.open_note(
        note, [str(KEY)]
    )
    slip = slip_of_table(after.repository, EVENT, 2, 1)
    assert independent.open_tlog_proof(str(slip), [str(KEY)]).decode() == slip.leaf


def new_key(name: str = "") -> Signer:
    """A key of this name; without one, of the name that a phone's has."""
    own = Ed25519PrivateKey.generate()
    return Signer(name or phone_name(own.public_key().public_bytes_raw()), own)


def test_players_leave_room_for_judges_and_both_for_the_command(after: Hall) -> None:
    """However many come first, who judges signs too, and the note is one that verifies."""
    text = note_of(checkpoint(after.repository, EVENT, SIGNER)).text
    now = after.clock.now // SECOND

    def cosigns(by: str) -> None:
        key = new_key()
        line = str(key.cosign(text, now)).rstrip()
        keep_cosignature(after.repository, EVENT, by, str(key.cosigner), line)

    for n in range(100, 140):
        cosigns(f"p{n}")
    with pytest.raises(Refused, match="40 have cosigned it already, which is as many as there is"):
        cosigns("p200")
    cosigns("j1")
    with pytest.raises(Refused, match="j1 has cosigned it already, with another key"):
        cosigns("j1")
    for _ in range(22):
        cosign(after.repository, EVENT, new_key("example.org/witness"), now)
    for late in (lambda: cosigns("j2"), lambda: cosign(after.repository, EVENT, new_key("w"), now)):
        with pytest.raises(Refused, match="63 have cosigned it already"):
            late()
    newest = after.repository.proofs(EVENT).newest
    assert len(note_of(newest).signatures) == 64
    assert holds(after, newest)


def test_a_judge_s_own_key_is_theirs_in_both_ways_in(after: Hall) -> None:
    noa = new_key("example.org/noa")
    after.give(appointing("Noa Berg", key=str(noa.cosigner)))
    text = note_of(checkpoint(after.repository, EVENT, SIGNER)).text
    now = after.clock.now // SECOND
    cosign(after.repository, EVENT, noa, now)
    phone = new_key()
    line = str(phone.cosign(text, now)).rstrip()
    with pytest.raises(Refused, match="j2 has cosigned it already"):
        keep_cosignature(after.repository, EVENT, "j2", str(phone.cosigner), line)


def test_a_checkpoint_that_was_cosigned_too_often_verifies_again(after: Hall) -> None:
    """Older versions kept as many as one player liked: the note has as many as it may hold."""
    text = note_of(checkpoint(after.repository, EVENT, SIGNER)).text
    keys = [new_key(f"phone-{n}") for n in range(70)]
    size = len(after.repository.proofs(EVENT).tree)
    after.keep(
        lambda _event, _at: [
            CheckpointCosigned(size, str(one.cosigner), str(one.cosign(text, 1))) for one in keys
        ]
    )
    newest = after.repository.proofs(EVENT).newest
    assert note_of(newest).signed_by([KEY]) == [KEY]
    assert holds(after, newest)
    with pytest.raises(Refused, match="70 have cosigned it already"):
        cosign(after.repository, EVENT, new_key("w"), 1)


def test_a_log_grows_from_checkpoint_to_checkpoint(hall: Hall) -> None:
    hall.pair(FOUR)
    hall.start()
    result(hall, 1, "p1")
    first = checkpoint(hall.repository, EVENT, SIGNER)
    assert checkpoint(hall.repository, EVENT, SIGNER) == first, "signed twice it is the same"
    result(hall, 2, "p3")
    second = checkpoint(hall.repository, EVENT, SIGNER)
    one, two = body_of(note_of(first).text), body_of(note_of(second).text)
    from application.event.log.merkle import proves_growth

    tree = hall.repository.proofs(EVENT).tree
    assert proves_growth(
        one.size, two.size, one.root, two.root, tree.consistency(one.size, two.size)
    )
    assert holds(hall, first, second)
    proof = growth_proof(hall.repository.proofs(EVENT), one.size)
    head, _, newest = proof.partition("\n\n")
    assert (newest, head.split("\n")[0]) == (second, f"old {one.size}")
    leaves = [leaf.encode() for leaf in hall.repository.proofs(EVENT).leaves]
    ours = [b64decode(line) for line in head.split("\n")[1:]]
    assert ours == independent.proof(one.size, leaves), "as the definition has it"
    assert check_growth(proof, first, [KEY]) == (one, two)
    for forged in bytes_changed(proof.encode(), Random(4), 200):
        if forged != proof.encode():
            with pytest.raises(BadNote):
                check_growth(forged.decode(errors="replace"), first, [KEY])


def test_another_key_does_not_sign_on(after: Hall) -> None:
    checkpoint(after.repository, EVENT, SIGNER)
    other = Signer(SIGNER.name, Ed25519PrivateKey.from_private_bytes(bytes(32)))
    with pytest.raises(
        Refused, match=r"this log is signed with another key: umpire.event/spring-open"
    ):
        checkpoint(after.repository, EVENT, other)


def test_a_slip_says_what_was_promised_without_the_store(after: Hall) -> None:
    checkpoint(after.repository, EVENT, SIGNER)
    raw = str(slip_of_table(after.repository, EVENT, 1, 2)).encode()
    record = seal_game(after.repository.ledger.rows, f"{EVENT}.r1.t2")
    other = seal_game(after.repository.ledger.rows, f"{EVENT}.r1.t1")
    slip = slip_of(raw)
    found = promise_of(slip, [KEY], {"p3": "Cleo Diaz"})
    assert found.said == "Round 1, table 2: Cleo Diaz 0 and p4 0; Cleo Diaz won."
    assert (found.game, found.log) == (f"{EVENT}.r1.t2", f"umpire.event/{EVENT}")
    assert differs(slip, record) == ""
    assert differs(slip, other) == (
        f"the record is “{EVENT}.r1.t1”, the slip speaks of “{EVENT}.r1.t2”"
    )
    assert differs(slip, record[:-5]).startswith("it is not as it was sealed")


def test_a_slip_of_a_game_that_went_on_still_holds(after: Hall) -> None:
    """What comes after the promised row is not spoken of."""
    checkpoint(after.repository, EVENT, SIGNER)
    slip = slip_of_table(after.repository, EVENT, 1, 1)
    after.step(1, 1, by="ana", do="note", text="thanks")
    assert differs(slip, seal_game(after.repository.ledger.rows, f"{EVENT}.r1.t1")) == ""


def test_slips_are_short_enough_for_a_code(hall: Hall) -> None:
    """With the results and heads of 512 games in the log a code holds less than 640 bytes."""
    import segno

    from application.event.log.checkpoint import sign_checkpoint
    from application.event.log.merkle import Tree
    from application.event.log.slip import slip_for

    leaf = f"result r5 t128 p255 2 p256 1 winner p255 by j12 {EVENT}.r5.t128 row 412 {'x' * 43}"
    leaves = [leaf] * 1_100
    tree = Tree(one.encode() for one in leaves)
    slip = slip_for(leaves, tree, 300, sign_checkpoint(tree, SIGNER), len(leaves))
    text = slip_as_code(slip)
    assert slip_in(text.encode()) == slip and promise_of(slip, [KEY]).row == 412
    assert len(slip.proof) == 11 and len(str(slip)) < 1_050
    code = segno.make(text, error="l")
    assert code.mode == "alphanumeric" and len(text) * 11 / 16 < 640
    assert int(code.version) <= 18


@pytest.mark.parametrize(("raw", "text"), [(b"AB", "BB8"), (b"Hello!!", "%69 VD92EX0"), (b"", "")])
def test_base_45_is_that_of_its_standard(raw: bytes, text: str) -> None:
    assert in_base45(raw) == text and from_base45(text) == raw


@pytest.mark.parametrize("text", ["GGW", ":::", "A", "BB8A", "bb8", "BB8 :"])
def test_what_base_45_does_not_write_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no base 45|not found"):
        from_base45(text)


def test_there_is_no_slip_before_a_checkpoint(after: Hall) -> None:
    with pytest.raises(Refused, match="its result is in no checkpoint yet: sign one first"):
        slip_of_table(after.repository, EVENT, 1, 1)
    with pytest.raises(Refused, match="there is no table 9 in round 1"):
        slip_of_table(after.repository, EVENT, 1, 9)


def test_leaves_hold_no_names(after: Hall) -> None:
    text = "\n".join(after.repository.proofs(EVENT).leaves)
    assert "Ana" not in text and "Kim" not in text
    assert in_words("opened abc") == "“opened abc”."


# Tampering. Every change of a store is made on a copy of the same played event.


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A store after two rounds, and the checkpoint that somebody kept."""
    path = tmp_path_factory.mktemp("signed") / "games.umpire"
    with hall_in(path) as hall:
        played(hall)
        note = checkpoint(hall.repository, EVENT, SIGNER)
    yield path, note


def rows_of(path: Path) -> list[tuple[int, str, int, str, bytes]]:
    with sqlite3.connect(path) as read:
        return read.execute(
            "SELECT rowid, originator_id, originator_version, topic, state FROM stored_events"
        ).fetchall()


def changed(path: Path, target: Path, *statements: tuple[str, tuple[object, ...]]) -> Path:
    """A copy of the store on which these were run."""
    target.unlink(missing_ok=True)
    with sqlite3.connect(path) as source, sqlite3.connect(target) as copy:
        source.backup(copy)
        for statement, values in statements:
            copy.execute(statement, values)
    return target


def problems(path: Path, kept: str) -> list[str]:
    """What does not hold in a store, against the checkpoint that was kept and the key that is known."""
    from adapters.stores.ledgers import sqlite_ledger
    from adapters.stores.person_keys import KeyTable
    from adapters.stores.seat_tables import SqliteTables
    from application.event.repository import Repository
    from application.ledger.store import StoreProblem

    ledger = sqlite_ledger(path)
    repository = Repository(ledger, KeyTable(SqliteTables(path)))
    try:
        found = [one.what for one in examine(repository, EVENT, [kept], [KEY]) if not one.holds]
    except StoreProblem as why:
        found = [str(why)]
    repository.close()
    return found


def test_a_store_as_it_was_holds(signed: tuple[Path, str]) -> None:
    assert problems(*signed) == []


def test_any_changed_byte_of_a_row_is_found(signed: tuple[Path, str], tmp_path: Path) -> None:
    """Every row of the event and of its games, at two places each, and its name."""
    path, kept = signed
    chance = Random(1)
    tried = 0
    for rowid, id, _version, topic, state in rows_of(path):
        places = [chance.randrange(len(state)) for _ in range(2)]
        forged = [
            state[:place] + bytes([state[place] ^ chance.randrange(1, 128)]) + state[place + 1 :]
            for place in places
        ]
        for one in forged:
            update = ("UPDATE stored_events SET state = ? WHERE rowid = ?", (one, rowid))
            assert problems(changed(path, tmp_path / "x.umpire", update), kept), (id, topic)
            tried += 1
        renamed = ("UPDATE stored_events SET topic = ? WHERE rowid = ?", (topic + "x", rowid))
        assert problems(changed(path, tmp_path / "x.umpire", renamed), kept), (id, topic)
        tried += 1
    assert tried > 80


def test_a_row_that_is_gone_is_found(signed: tuple[Path, str], tmp_path: Path) -> None:
    """Each of them, but for the newest of the event: there the log is as it was before it."""
    path, kept = signed
    for rowid, id, _version, topic, _state in rows_of(path):
        if topic == "event/checkpoint_signed/v1":
            continue
        gone = ("DELETE FROM stored_events WHERE rowid = ?", (rowid,))
        assert problems(changed(path, tmp_path / "x.umpire", gone), kept), (id, topic)


GAME = f"{EVENT}.r1.t1"


def rewritten(
    path: Path, id: str, change: Callable[[Row], Row | None]
) -> list[tuple[str, tuple[object, ...]]]:
    """The whole stream written anew with its chain, after a change: nothing in itself shows it."""
    rows = [
        Row(version, topic, state)
        for _, owner, version, topic, state in rows_of(path)
        if owner == id
    ]
    head, made = START, []
    for row in rows:
        found = change(row)
        if found is None:
            continue
        linked, head = chain_rows(
            id, head, int(row.state[6:22]), [(found.name, found.state[PAYLOAD])]
        )
        made += linked
    return [
        ("DELETE FROM stored_events WHERE originator_id = ?", (id,)),
        *(("INSERT INTO stored_events VALUES (?, ?, ?, ?)", (id, *row)) for row in made),
    ]


def replaced(row: Row, old: bytes, new: bytes) -> Row:
    return row._replace(state=row.state.replace(old, new))


REWRITES: dict[str, tuple[str, Callable[[Row], Row | None]]] = {
    "another command": (GAME, lambda row: replaced(row, b'"run"', b'"move"')),
    "a step left out at the end": (GAME, lambda row: None if b'"n":2' in row.state else row),
    "another winner": (
        f"event:{EVENT}",
        lambda row: replaced(row, b'"winner":"p1"', b'"winner":"p2"'),
    ),
    "another head": (f"event:{EVENT}", lambda row: replaced(row, b'"row":', b'"row":1')),
    "a result left out": (
        f"event:{EVENT}",
        lambda row: None if row.name == "event/result_entered/v1" else row,
    ),
    "a round left out": (
        f"event:{EVENT}",
        lambda row: None if row.name == "event/round_ended/v1" else row,
    ),
    "another judge": (f"event:{EVENT}", lambda row: replaced(row, b'"by":"j1"', b'"by":"j2"')),
    "cut short": (f"event:{EVENT}", lambda row: row if row.version < 8 else None),
    "another name of the event": (
        f"event:{EVENT}",
        lambda row: replaced(row, b"Spring Open", b"Autumn Open"),
    ),
}


@pytest.mark.parametrize("name", REWRITES)
def test_a_stream_that_was_written_anew_whole_is_found(
    signed: tuple[Path, str], tmp_path: Path, name: str
) -> None:
    path, kept = signed
    id, change = REWRITES[name]
    assert problems(changed(path, tmp_path / "x.umpire", *rewritten(path, id, change)), kept)


def test_a_game_dropped_or_swapped_is_found(signed: tuple[Path, str], tmp_path: Path) -> None:
    path, kept = signed
    drop = ("DELETE FROM stored_events WHERE originator_id = ?", (GAME,))
    assert f"“{GAME}” is missing" in problems(changed(path, tmp_path / "x.umpire", drop), kept)
    other = f"{EVENT}.r1.t2"
    swap = [
        ("UPDATE stored_events SET originator_id = 'x' WHERE originator_id = ?", (GAME,)),
        ("UPDATE stored_events SET originator_id = ? WHERE originator_id = ?", (GAME, other)),
        ("UPDATE stored_events SET originator_id = ? WHERE originator_id = 'x'", (other,)),
    ]
    assert problems(changed(path, tmp_path / "x.umpire", *swap), kept)  # type: ignore[arg-type]


def good_checkpoint(text: str) -> bool:
    try:
        checkpoint_of(text, [KEY])
    except BadNote:
        return False
    return True


def bytes_changed(raw: bytes, chance: Random, times: int) -> Iterator[bytes]:
    """At every place, dropped, doubled, put elsewhere; and so many changes at random."""
    for place in range(len(raw)):
        yield raw[:place] + bytes([raw[place] ^ (1 << chance.randrange(7))]) + raw[place + 1 :]
        yield raw[:place] + raw[place + 1 :]
    for _ in range(times):
        place, end = sorted(chance.sample(range(len(raw) + 1), 2))
        yield raw[:place] + raw[end:]
        yield raw[:end] + raw[place:end] + raw[end:]


def test_any_change_to_a_checkpoint_is_found(signed: tuple[Path, str]) -> None:
    _, kept = signed
    assert good_checkpoint(kept)
    raw = kept.encode()
    tried = 0
    for forged in bytes_changed(raw, Random(2), 400):
        text = forged.decode(errors="replace")
        assert text == kept or not good_checkpoint(text), text
        tried += text != kept
    assert tried > 1000


def test_any_change_to_a_slip_is_found(signed: tuple[Path, str], tmp_path: Path) -> None:
    """And no exception but a sentence reaches whoever examines it."""
    from adapters.stores.ledgers import sqlite_ledger
    from adapters.stores.person_keys import KeyTable
    from adapters.stores.seat_tables import SqliteTables
    from application.event.repository import Repository

    path, _ = signed
    repository = Repository(sqlite_ledger(path), KeyTable(SqliteTables(path)))
    slip = slip_of_table(repository, EVENT, 1, 1)
    repository.close()
    for raw in (str(slip).encode(), slip_as_code(slip).encode()):
        assert promise_of(slip_in(raw), [KEY]).row == 7
        tried = 0
        for forged in bytes_changed(raw, Random(3), 200):
            if forged == raw:
                continue
            tried += 1
            with pytest.raises(BadNote):
                promise_of(slip_in(forged), [KEY])
        assert tried > 1000


def test_a_size_of_thousands_of_digits_is_no_checkpoint(signed: tuple[Path, str]) -> None:
    _, kept = signed
    origin, _, *rest = kept.split("\n")
    assert not good_checkpoint("\n".join([origin, "1" * 5000, *rest]))


def test_base64_that_says_the_same_otherwise_is_no_checkpoint(signed: tuple[Path, str]) -> None:
    _, kept = signed
    origin, size, root, *rest = kept.split("\n")
    assert b64decode(root[:-2] + chr(ord(root[-2]) + 1) + "=") == b64decode(root)
    forged = "\n".join([origin, size, root[:-2] + chr(ord(root[-2]) + 1) + "=", *rest])
    assert not good_checkpoint(forged)


def test_who_has_the_key_signs_what_they_want_and_only_what_was_kept_shows_it(
    signed: tuple[Path, str], tmp_path: Path
) -> None:
    """Impossible to find from the store alone: everything written anew and signed with the same key.

    A checkpoint, a cosigned one or a slip in somebody else's hands shows it.
    """
    path, kept = signed
    id, change = REWRITES["another winner"]
    cut = rewritten(path, id, lambda row: change(row) if "checkpoint" not in row.name else None)
    forged = changed(path, tmp_path / "x.umpire", *cut)
    from adapters.stores.ledgers import sqlite_ledger
    from adapters.stores.person_keys import KeyTable
    from adapters.stores.seat_tables import SqliteTables
    from application.event.repository import Repository

    repository = Repository(sqlite_ledger(forged), KeyTable(SqliteTables(forged)))
    checkpoint(repository, EVENT, SIGNER)
    alone = [one for one in examine(repository, EVENT, [], [KEY]) if not one.holds]
    against = [one.what for one in examine(repository, EVENT, [kept], [KEY]) if not one.holds]
    repository.close()
    assert alone == []
    assert against == [
        f"the checkpoint at hand of {body_of(note_of(kept).text).size} leaves does not hold: "
        "what it speaks of was changed"
    ]


def test_a_log_that_was_changed_is_not_signed_any_further(
    signed: tuple[Path, str], tmp_path: Path
) -> None:
    path, _ = signed
    forged = changed(path, tmp_path / "x.umpire", *rewritten(path, *REWRITES["another winner"]))
    from adapters.stores.ledgers import sqlite_ledger
    from adapters.stores.person_keys import KeyTable
    from adapters.stores.seat_tables import SqliteTables
    from application.event.repository import Repository

    repository = Repository(sqlite_ledger(forged), KeyTable(SqliteTables(forged)))
    with pytest.raises(
        Refused, match=r"no more is signed: the checkpoint of .* leaves does not hold"
    ):
        checkpoint(repository, EVENT, SIGNER)
    repository.close()


def test_a_store_without_an_event_has_a_log_too(hall: Hall) -> None:
    """Each time it notes the games that have gone on since; events of the store among them."""
    signer = Signer(origin_of(STORE), SIGNER.key)
    hall.pair(FOUR)
    assert note_heads(hall.repository) == 3
    first = checkpoint(hall.repository, STORE, signer)
    assert note_heads(hall.repository) == 0
    hall.step(by="ana", do="declare", unit="a1", command="run")
    assert note_heads(hall.repository) == 1
    checkpoint(hall.repository, STORE, signer)
    assert all(one.holds for one in examine(hall.repository, STORE, [first], [signer.verifier]))
    assert len(hall.repository.proofs(STORE).leaves) == 4
    assert hall.repository.events() == [EVENT], "the store's own log is no event"


def test_a_key_that_was_copied_wrongly_is_told(signed: tuple[Path, str]) -> None:
    for text, sentence in (
        ("nonsense", "“nonsense” is no public key; expected name+id+key"),
        (str(KEY)[:-4] + "AAA=", "is no public key|is not as it was written"),
        (str(KEY).replace("spring", "autumn"), "is not as it was written: copy it again"),
    ):
        with pytest.raises(BadNote, match=sentence.replace("+", r"\+")):
            verifier_of(text)
    assert verifier_of(str(KEY)) == Verifier(SIGNER.name, KEY.key)
    assert b64encode(bytes([1]) + KEY.key).decode() in str(KEY)
