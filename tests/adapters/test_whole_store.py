"""A game taken out, a tail cut off, a chain written anew: found by the database, a checkpoint, a receipt."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adapters.cli import cli
from adapters.stores.ledgers import sqlite_ledger
from application.game.umpire import Umpire
from application.ledger.public_heads import is_public_form, public_digest
from application.seal.receipt import BadReceipt, receipt_of, why_broken
from application.seal.signing import public_key
from domain.kernel.history import Opening
from tests.adapters.servers import Game, inside, opened
from tests.adapters.web.test_claims import RECORD
from tests.application.desk.test_audit import TABLE

OPENING = Opening("voidsiege", "2025.1", {}, "casual", ("ana", "ben"), TABLE)
DECLARE = {"by": "ana", "do": "declare", "unit": "a1", "command": "move"}
NOTE = {"by": "ana", "do": "note", "text": "hm"}
Run = Callable[..., Result]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store of two games, `one` with three entries and `two` with one."""
    path = tmp_path / "games.umpire"
    ledger = sqlite_ledger(path)
    umpire = Umpire(ledger)
    for game, steps in (("one", (DECLARE, NOTE, NOTE)), ("two", (NOTE,))):
        umpire.open(OPENING, game)
        for said in steps:
            umpire.step(game, said)
    ledger.close()
    return path


@pytest.fixture
def run(path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(path.parent)
    monkeypatch.setenv("UMPIRE_DB", str(path))
    return lambda *words: CliRunner().invoke(cli, [str(word) for word in words])


@pytest.fixture
def signed(run: Run) -> Path:
    """A checkpoint that somebody keeps."""
    assert run("seal", "--new-key", "store.key").exit_code == 0
    assert run("checkpoint", "--key", "store.key", "-o", "kept.txt").exit_code == 0
    return Path("kept.txt")


def changed(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement)


def test_a_store_that_holds_says_so_of_the_whole(run: Run, signed: Path) -> None:
    told = run("verify", "--all", "--since", signed)
    assert told.exit_code == 0, told.output
    assert "holds: the database finds nothing wrong with itself" in told.stdout
    assert "holds: the checkpoint at hand of 2 leaves holds" in told.stdout
    assert "holds: 2 games stand where the log says, of 2" in told.stdout


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM stored_events WHERE originator_id = 'two'", "“two” is missing"),
        (
            "DELETE FROM stored_events WHERE originator_id = 'one' AND originator_version > 2",
            "“one” was cut short: the log knows row",
        ),
        (
            "DELETE FROM stored_events WHERE originator_id = 'event:'",
            "does not hold: the checkpoint at hand: it is not signed by a key that is known here",
        ),
    ],
)
def test_what_was_taken_out_since_the_checkpoint_is_found(
    run: Run, path: Path, signed: Path, statement: str, told: str
) -> None:
    changed(path, statement)
    found = run("verify", "--all", "--since", signed)
    assert found.exit_code == 1
    assert told in found.stdout


@pytest.mark.parametrize("column", ["state", "topic"])
def test_a_row_that_was_emptied_since_the_checkpoint_is_found(
    run: Run, path: Path, signed: Path, column: str
) -> None:
    changed(
        path,
        f"UPDATE stored_events SET {column} = NULL "
        "WHERE originator_id = 'one' AND originator_version = 1",
    )
    found = run("verify", "--all", "--since", signed)
    assert found.exit_code == 1
    assert "does not hold: row 1 of “one” is not as it was written" in found.stdout


def test_without_a_checkpoint_rows_that_are_gone_are_counted(run: Run, path: Path) -> None:
    changed(path, "DELETE FROM stored_events WHERE originator_id = 'one'")
    found = run("verify", "--all", "--json")
    assert found.exit_code == 1
    store = json.loads(found.stdout)["store"]
    assert [one["what"] for one in store if not one["holds"]] == [
        "9 rows that stood there once are gone"
    ]


def test_a_row_that_its_index_does_not_know_is_found_by_the_database(run: Run, path: Path) -> None:
    """As a disk that went bad leaves it; here the index is made to look somewhere else."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'originator_version = 1', "
            "'originator_version = 2') WHERE name = 'opened_games'"
        )
    found = run("verify", "--all")
    assert found.exit_code == 1
    assert "the database finds something wrong with itself" in found.stdout


def test_a_game_written_anew_whole_is_another_one_than_was_signed(
    run: Run, path: Path, signed: Path
) -> None:
    changed(path, "DELETE FROM stored_events WHERE originator_id = 'two'")
    ledger = sqlite_ledger(path)
    umpire = Umpire(ledger)
    umpire.open(OPENING, "two")
    umpire.step("two", {**NOTE, "text": "something else"})
    ledger.close()
    assert run("verify", "two").exit_code == 0, "by itself nothing is wrong with it"
    found = run("verify", "--all", "--since", signed)
    assert found.exit_code == 1
    assert "“two” is another one than the log knows" in found.stdout


def ruled(tmp_path: Path, record: Any, **settings: Any) -> tuple[Game, str]:
    with inside(tmp_path / "served.umpire", **settings) as client:
        game = opened(client, record)
        answer = game.step("ana", {"do": "note", "text": "hm"})
        return game, answer.headers["umpire-receipt"]


@pytest.mark.parametrize("record", [RECORD, {**RECORD, "ruleset": "voidsiege", "setup": TABLE}])
def test_a_receipt_goes_out_with_every_ruling_and_holds(
    tmp_path: Path, run: Run, record: Any
) -> None:
    run("seal", "--new-key", "receipts.key")
    game, receipt = ruled(tmp_path, record, receipt_key=Path("receipts.key"))
    db = tmp_path / "served.umpire"
    assert receipt.startswith(f"{game.id} entry 1 ")
    words = ("verify", "--receipt", receipt, "--signed-by", "receipts.key.pub", "--db", db)
    assert run(*words).stdout == f"holds: entry 1 of “{game.id}” stands as it was acknowledged\n"
    run("seal", "--new-key", "another.key")
    other = run("verify", "--receipt", receipt, "--signed-by", "another.key.pub", "--db", db)
    assert (other.exit_code, other.stdout) == (
        1,
        "does not hold: the key that is named did not sign it\n",
    )
    forged = receipt.replace("entry 1 ", "entry 2 ")
    assert run("verify", "--receipt", forged, "--db", db).exit_code == 1
    changed(db, f"DELETE FROM stored_events WHERE originator_id = '{game.id}'")
    gone = run("verify", "--receipt", receipt, "--db", db)
    assert (gone.exit_code, gone.stdout) == (1, f"does not hold: “{game.id}” is missing\n")


def altered(text: str) -> Iterator[str]:
    """The text with one character changed, left out or doubled, at every position."""
    for n, letter in enumerate(text):
        near = {chr(ord(letter) + 1), chr(ord(letter) - 1), chr(ord(letter) ^ 0x20), *"0A-zZ5 ٣"}
        for other in near - {letter}:
            yield text[:n] + other + text[n + 1 :]
        yield text[:n] + text[n + 1 :]
        yield text[:n] + letter + text[n:]
    yield from (text[:n] + "0" + text[n:] for n in range(len(text)))


@pytest.mark.parametrize("record", [RECORD, {**RECORD, "ruleset": "voidsiege", "setup": TABLE}])
@pytest.mark.parametrize("signs", [True, False])
def test_one_wrong_character_of_a_receipt_is_found_wherever_it_stands(
    tmp_path: Path, run: Run, record: Any, signs: bool
) -> None:
    """Game, entry, digest, time and signature: each is held against what the store has."""
    run("seal", "--new-key", "receipts.key")
    key = {"receipt_key": Path("receipts.key")} if signs else {}
    _, receipt = ruled(tmp_path, record, **key)
    ledger = sqlite_ledger(tmp_path / "served.umpire")
    public = public_key(Path("receipts.key.pub"))

    def holds(text: str) -> bool:
        try:
            found = receipt_of(text)
        except BadReceipt:
            return False
        return not why_broken(ledger, found) and (not signs or found.signed_by(public))

    assert holds(receipt)
    assert [text for text in altered(receipt) if text.strip() != receipt and holds(text)] == []
    ledger.close()


def test_a_signature_that_nobody_examined_is_said_to_be(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("seal", "--new-key", "receipts.key")
    game, receipt = ruled(tmp_path, RECORD, receipt_key=Path("receipts.key"))
    said, _, signature = receipt.rpartition(" ")
    other = signature[:-3] + ("AAA" if signature[-3:] != "AAA" else "BBB")
    words = ("--db", tmp_path / "served.umpire")
    stands = f"holds: entry 1 of “{game.id}” stands as it was acknowledged"
    for text, told in (
        (said, f"{stands}; it is not signed\n"),
        (
            receipt,
            f"{stands}; its signature was not examined, since no key is named (--signed-by)\n",
        ),
        (
            f"{said} {other}",
            f"{stands}; its signature was not examined, since no key is named (--signed-by)\n",
        ),
    ):
        found = run("verify", "--receipt", text, *words)
        assert (found.exit_code, found.stdout) == (0, told)
    monkeypatch.setenv("UMPIRE_RECEIPT_KEY", "receipts.key")
    assert run("verify", "--receipt", receipt, *words).stdout == f"{stands}\n"
    forged = run("verify", "--receipt", f"{said} {other}", *words)
    assert (forged.exit_code, forged.stdout) == (
        1,
        "does not hold: the key that signs here (UMPIRE_RECEIPT_KEY) did not sign it\n",
    )


def test_the_command_gives_the_receipt_with_the_ruling_too(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = ("step", "two", "by=ana", "do=note", "text=hm", "--json")
    unsigned = json.loads(run(*note).stdout)["receipt"]
    assert run("verify", "--receipt", unsigned).exit_code == 0
    run("seal", "--new-key", "store.key")
    monkeypatch.setenv("UMPIRE_RECEIPT_KEY", "store.key")
    told = run(*note[:-1]).stdout.splitlines()[-1]
    assert told.startswith("receipt: two entry 3 ")
    signed = ("verify", "--receipt", told.removeprefix("receipt: "), "--signed-by", "store.key.pub")
    assert run(*signed).exit_code == 0


def test_a_receipt_is_held_against_the_key_that_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store's own signed it, another did not; with no key at hand the signature is not examined."""
    for name in ("store.key", "other.key"):
        run("seal", "--new-key", name)
    monkeypatch.setenv("UMPIRE_RECEIPT_KEY", "store.key")
    note = run("step", "two", "by=ana", "do=note", "text=hm", "--json")
    verify = ("verify", "--receipt", json.loads(note.stdout)["receipt"])
    stands = "holds: entry 2 of “two” stands as it was acknowledged"
    monkeypatch.delenv("UMPIRE_RECEIPT_KEY")
    assert run(*verify, "--signed-by", "store.key.pub").stdout == f"{stands}\n"
    other = run(*verify, "--signed-by", "other.key.pub")
    assert (other.exit_code, other.stdout) == (
        1,
        "does not hold: the key that is named did not sign it\n",
    )
    assert run(*verify).stdout == (
        f"{stands}; its signature was not examined, since no key is named (--signed-by)\n"
    )
    refused = run(*verify, "--signed-by", "nowhere.pub")
    assert (refused.exit_code, "nowhere.pub" in refused.stderr) == (2, True)


def test_a_key_that_cannot_be_read_is_told_before_anything_is_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UMPIRE_RECEIPT_KEY", "nowhere.key")
    refused = run("step", "two", "by=ana", "do=note", "text=hm")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "nowhere.key: there is no such file" in refused.stderr
    assert json.loads(run("show", "two", "--json").stdout)["entry"] == 1


def test_what_is_no_receipt_is_refused_in_a_sentence(run: Run) -> None:
    refused = run("verify", "--receipt", "hello")
    assert refused.exit_code == 2
    assert "it is no receipt" in refused.stderr
    with pytest.raises(BadReceipt):
        receipt_of("one entry 1")


def test_two_heads_of_a_game_with_hidden_cards_cannot_be_guessed_between() -> None:
    """What is shown of a digest depends on the salt, which nobody has while things are hidden."""
    digest = "a" * 43
    assert public_digest(digest, "") == digest
    assert public_digest(digest, "salt") != public_digest(digest, "other") != digest
    assert is_public_form(digest, digest, "salt") and is_public_form(
        public_digest(digest, "salt"), digest, "salt"
    )
    assert not is_public_form(public_digest(digest, "other"), digest, "salt")


def test_heads_that_go_out_while_a_game_is_played_are_not_those_of_the_chain(
    tmp_path: Path, run: Run
) -> None:
    game, receipt = ruled(tmp_path, RECORD)
    db = tmp_path / "served.umpire"
    ledger = sqlite_ledger(db)
    head = ledger.head(game.id).digest
    ledger.close()
    run("seal", "--new-key", "store.key", "--db", db)
    assert run("checkpoint", "--key", "store.key", "-o", "kept.txt", "--db", db).exit_code == 0
    with sqlite3.connect(db) as connection:
        rows = connection.execute(
            "SELECT state FROM stored_events WHERE originator_id = 'event:'"
        ).fetchall()
    assert rows and not any(head.encode() in state for (state,) in rows)
    assert head not in receipt
    assert run("verify", "--all", "--db", db).exit_code == 0


def test_a_witness_gets_the_newest_checkpoint_over_http(tmp_path: Path, run: Run) -> None:
    with inside(tmp_path / "served.umpire") as client:
        assert client.get("/api/checkpoint").status_code == 404
        opened(client, RECORD)
        db = tmp_path / "served.umpire"
        run("seal", "--new-key", "store.key")
        kept = run("checkpoint", "--key", "store.key", "--db", db).stdout
        assert client.get("/api/checkpoint").text == kept
