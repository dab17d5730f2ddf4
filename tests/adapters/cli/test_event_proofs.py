"""`umpire event checkpoint`, `cosign`, `slip`, `examine`, `umpire checkpoint` and `umpire verify SLIP`."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

LIST = "table,player 1,player 2\n1,Ana Silva,Ben Okoro\n2,Cleo Diaz,Dov Amir\n"
SETUP = (
    "players: [ana, ben]\n"
    "setup: {points: {ana: 3, ben: 3}, units: {a1: {owner: ana}, b1: {owner: ben}}}"
)


@pytest.fixture
def umpire(umpire: Any) -> Any:
    """Spring Open after its first round; a key of the log and one of a judge."""
    Path("pairings.csv").write_text(LIST, encoding="utf-8")
    Path("small.yaml").write_text(SETUP, encoding="utf-8")
    for words in (
        ("seal", "--new-key", "log.pem"),
        ("seal", "--new-key", "kim.pem"),
        ("event", "new", "Spring Open", "--ruleset", "voidsiege"),
        ("event", "pair", "spring-open", "pairings.csv", "--setup", "small.yaml", "--round", 1),
        ("event", "start", "spring-open", 1),
        ("event", "result", "spring-open", 1, 1, "--winner", "Ana Silva"),
        ("event", "result", "spring-open", 1, 2, "--draw"),
        ("event", "end", "spring-open", 1),
    ):
        assert umpire(*words).exit_code == 0, words
    return umpire


def stored() -> list[str]:
    """All that the store holds, seats and their codes too."""
    with closing(sqlite3.connect("games.umpire")) as store:
        return [*store.iterdump()]


def key_of(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return str(result.stderr.split()[-1])


def test_what_was_signed_or_given_out_is_not_written_over(umpire: Any) -> None:
    """And nothing is signed, no code ended, before that is told."""
    kept = Path("kept")
    kept.write_text("kept", encoding="utf-8")
    signed = ("--key", "log.pem", "-o", "kept")
    url = ("--url", "http://10.0.0.5:8000", "-o", "kept")
    before = umpire("event", "log", "spring-open").stdout
    for words in (
        ("event", "codes", "spring-open", "--anew", *url),
        ("event", "links", "spring-open", 1, *url),
        ("event", "checkpoint", "spring-open", *signed),
        ("event", "cosign", "spring-open", "--name", "example.org/kim", *signed),
        ("checkpoint", *signed),
    ):
        refused = umpire(*words)
        assert refused.exit_code != 0
        assert refused.stderr == "umpire: kept exists already; expected a new file.\n"
    assert kept.read_text(encoding="utf-8") == "kept"
    assert umpire("event", "log", "spring-open").stdout == before
    assert umpire("event", "results", "spring-open", "-o", "kept").exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        ("codes", "spring-open", "--url", "http://10.0.0.5:8000"),
        ("links", "spring-open", 1, "--url", "http://10.0.0.5:8000"),
        ("checkpoint", "spring-open", "--key", "log.pem"),
    ],
)
def test_what_another_command_wrote_meanwhile_is_not_written_over(
    umpire: Any, monkeypatch: pytest.MonkeyPatch, words: tuple[Any, ...]
) -> None:
    from application import new_file

    def looks(path: Path) -> None:
        check_free(path)
        path.write_text("another's", encoding="utf-8")

    check_free = new_file.check_free
    monkeypatch.setattr(new_file, "check_free", looks)
    refused = umpire("event", *words, "-o", "kept")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == "umpire: kept exists already; expected a new file.\n"
    assert Path("kept").read_text(encoding="utf-8") == "another's"


@pytest.mark.parametrize("output", ["folder", "link", "nowhere/codes.html"])
def test_no_code_ends_where_the_new_ones_cannot_be_written(umpire: Any, output: str) -> None:
    Path("folder").mkdir()
    Path("link").symlink_to("not-yet")
    url = ("--url", "http://10.0.0.5:8000")
    assert umpire("event", "codes", "spring-open", *url, "-o", "first.html").exit_code == 0
    before = stored()
    refused = umpire("event", "codes", "spring-open", "--anew", *url, "-o", output)
    assert refused.exit_code == 2 and refused.stderr.count("\n") == 1
    assert stored() == before


def test_a_slip_from_the_checkpoint_to_the_player_s_own_computer(
    umpire: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = key_of(
        umpire("event", "checkpoint", "spring-open", "--key", "log.pem", "-o", "first.note")
    )
    made = umpire("event", "slip", "spring-open", 1, 1, "-o", "t1.slip", "--qr", "t1.svg")
    assert made.stdout == "The slip is in t1.slip.\n"
    assert made.stderr == "Round 1, table 1: Ana Silva 0 and Ben Okoro 0; Ana Silva won.\n"
    assert Path("t1.svg").read_text(encoding="utf-8").startswith("<?xml")
    umpire("seal", "spring-open.r1.t1", "-o", "t1.sealed")
    umpire("seal", "spring-open.r1.t2", "-o", "t2.sealed")
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "nowhere" / "no.umpire"))
    told = umpire("verify", "t1.slip", "--signed-by", key, "--record", "t1.sealed")
    assert told.exit_code == 0
    first, place, game, record = told.stdout.splitlines()
    assert first == "holds: Round 1, table 1: p1 0 and p2 0; p1 won."
    assert place == "It is leaf 2 of 6 in umpire.event/spring-open."
    assert game.startswith("The game “spring-open.r1.t1” stood at row ")
    assert record == "holds: the record at hand is the one"
    found = json.loads(umpire("verify", "t1.slip", "--signed-by", key, "--json").stdout)
    assert found == {"command": "verify", "said": [first, place, game], "exit": 0}
    other = umpire("verify", "t1.slip", "--signed-by", key, "--record", "t2.sealed")
    assert other.exit_code == 1
    assert other.stdout.splitlines()[-1] == (
        "does not hold: the record is “spring-open.r1.t2”, the slip speaks of “spring-open.r1.t1”"
    )


def test_a_changed_slip_and_a_slip_without_a_key(umpire: Any) -> None:
    key = key_of(umpire("event", "checkpoint", "spring-open", "--key", "log.pem"))
    umpire("event", "slip", "spring-open", 1, 1, "-o", "t1.slip")
    text = Path("t1.slip").read_text(encoding="utf-8")
    Path("forged.slip").write_text(text.replace("index 1", "index 2"), encoding="utf-8")
    told = umpire("verify", "forged.slip", "--signed-by", key)
    assert (told.exit_code, told.stdout) == (
        1,
        "does not hold: forged.slip: what it promises is not in the log that was signed\n",
    )
    alone = umpire("verify", "t1.slip")
    assert alone.exit_code == 2 and "expected --signed-by KEY" in alone.stderr


def test_a_checkpoint_alone_is_no_file_that_holds_or_does_not(umpire: Any) -> None:
    umpire("event", "checkpoint", "spring-open", "--key", "log.pem", "-o", "a.note")
    told = umpire("verify", "a.note")
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.startswith(
        "umpire: a.note is a checkpoint: “umpire event examine EVENT a.note”"
    )


def test_an_event_is_held_against_what_somebody_kept(umpire: Any) -> None:
    key = key_of(umpire("event", "checkpoint", "spring-open", "--key", "log.pem", "-o", "a.note"))
    cosigned = umpire(
        "event", "cosign", "spring-open", "--key", "kim.pem", "--name", "kim", "-o", "b.note"
    )
    kim = key_of(cosigned)
    umpire("event", "judge", "spring-open", "Kim Lee", "--head")
    own = umpire("event", "judge", "spring-open", "Kim Lee", "--key", kim)
    assert own.stdout == "j1\n", "and is head judge as before"
    wrong = umpire("event", "judge", "spring-open", "Kim Lee", "--key", key)
    assert wrong.stderr.startswith("umpire: that is no key to cosign with")
    told = umpire("event", "examine", "spring-open", "a.note", "b.note", "--signed-by", key)
    assert told.exit_code == 0
    assert told.stdout.splitlines() == [
        "holds: every link of the log holds, and it has 6 leaves",
        "holds: its own checkpoint of 6 leaves holds",
        "holds: the cosignature of j1, as kim at 6 leaves holds",
        "holds: the checkpoint at hand of 6 leaves holds",
        "holds: the checkpoint at hand of 6 leaves holds",
        "holds: 2 games stand where the log says, of 2",
    ]
    assert umpire("event", "examine", "spring-open", "a.note", "--signed-by", kim).exit_code == 1
    refused = umpire("event", "checkpoint", "spring-open", "--key", "kim.pem")
    assert refused.exit_code == 2 and "this log is signed with another key" in refused.stderr


def test_a_store_is_signed_and_held_against_its_checkpoint(umpire: Any) -> None:
    import sqlite3

    made = umpire("checkpoint", "--key", "log.pem", "-o", "store.note")
    key = key_of(made)
    assert umpire("checkpoint", "--against", "store.note", "--signed-by", key).exit_code == 0
    assert umpire("event", "list").stdout.splitlines() == [
        "spring-open              Spring Open, 1 round"
    ]
    with sqlite3.connect("games.umpire") as store:
        store.execute("DELETE FROM stored_events WHERE originator_id = 'spring-open.r1.t2'")
    told = umpire("checkpoint", "--against", "store.note", "--signed-by", key)
    assert told.exit_code == 1
    assert "does not hold: “spring-open.r1.t2” is missing" in told.stdout.splitlines()


def test_what_a_phone_reads_out_of_the_code_is_examined_too(umpire: Any) -> None:
    from application.event.log.short_slip import slip_as_code
    from application.event.log.slip import slip_of

    key = key_of(umpire("event", "checkpoint", "spring-open", "--key", "log.pem"))
    umpire("event", "slip", "spring-open", 1, 1, "-o", "t1.slip")
    text = slip_as_code(slip_of(Path("t1.slip").read_bytes()))
    Path("read.txt").write_text(f"{text}\n", encoding="utf-8")
    told = umpire("verify", "read.txt", "--signed-by", key).stdout
    assert told == umpire("verify", "t1.slip", "--signed-by", key).stdout
    Path("read.txt").write_text(text[:-3] + "000", encoding="utf-8")
    forged = umpire("verify", "read.txt", "--signed-by", key)
    assert (forged.exit_code, forged.stdout) == (
        1,
        "does not hold: read.txt: the signature of “umpire.event/spring-open” does not hold\n",
    )


def test_that_the_log_has_only_grown_is_proved_without_the_store(
    umpire: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign = ("event", "checkpoint", "spring-open", "--key", "log.pem")
    umpire(*sign, "-o", "first.note")
    umpire("event", "pair", "spring-open", "pairings.csv", "--setup", "small.yaml", "--round", 2)
    umpire("event", "start", "spring-open", 2)
    umpire("event", "result", "spring-open", 2, 1, "--draw")
    key = key_of(umpire(*sign, "-o", "second.note"))
    made = umpire("event", "growth", "spring-open", "first.note", "-o", "grown.txt")
    assert made.stdout == "The proof is in grown.txt.\n"
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "nowhere" / "no.umpire"))
    holds = ("verify", "grown.txt", "--signed-by", key, "--record")
    told = umpire(*holds, "first.note")
    assert (told.exit_code, told.stdout) == (
        0,
        "holds: umpire.event/spring-open has grown from 6 to 7 leaves, "
        "and nothing of the first was changed\n",
    )
    other = umpire(*holds, "second.note")
    assert (other.exit_code, other.stdout) == (
        1,
        "does not hold: grown.txt: it begins at 6 leaves, and what was kept has 7\n",
    )
    Path("other.txt").write_text("no note", encoding="utf-8")
    assert umpire(*holds, "other.txt").stdout.startswith(
        "does not hold: other.txt: it is no signed note"
    )
    text = Path("grown.txt").read_text(encoding="utf-8")
    first, second, *rest = text.split("\n")
    forged = "\n".join([first, second[:4] + ("A" if second[4] != "A" else "B") + second[5:], *rest])
    Path("grown.txt").write_text(forged, encoding="utf-8")
    assert "the proof or the log was changed" in umpire(*holds, "first.note").stdout
    Path("grown.txt").write_text("\n".join([first, *rest]), encoding="utf-8")
    assert "the proof or the log was changed" in umpire(*holds, "first.note").stdout
    assert umpire("verify", "grown.txt").exit_code == 2


def test_a_log_of_one_leaf_and_one_row_is_told_in_the_singular(umpire: Any) -> None:
    umpire("event", "new", "Autumn", "--ruleset", "voidsiege")
    umpire("event", "checkpoint", "autumn", "--key", "log.pem")
    told = umpire("event", "examine", "autumn").stdout
    assert "it has 1 leaf\n" in told and "of 1 leaf holds" in told and "1 leaves" not in told
    umpire("event", "new", "Winter", "--ruleset", "voidsiege")
    assert "event:winter: 1 row, every link holds" in umpire("verify", "--all").stdout


def test_one_form_of_public_key_is_taken_everywhere(umpire: Any) -> None:
    """`log.pem.pub`, which is given to whoever checks, was taken for sealed files and receipts alone."""
    key = key_of(umpire("event", "checkpoint", "spring-open", "--key", "log.pem", "-o", "a.note"))
    Path("log.key").write_text(f"{key}\n", encoding="utf-8")
    umpire("event", "slip", "spring-open", 1, 1, "-o", "t1.slip")
    umpire("event", "growth", "spring-open", "a.note", "-o", "grown.txt")
    umpire("seal", "spring-open.r1.t1", "-o", "t1.sealed", "--key", "log.pem")
    umpire("seal", "--new-key", "other.pem")
    for words in (
        ("verify", "t1.slip"),
        ("verify", "grown.txt", "--record", "a.note"),
        ("verify", "t1.sealed"),
        ("event", "examine", "spring-open", "a.note"),
    ):
        for good in ("log.pem.pub", key, "log.key"):
            told = umpire(*words, "--signed-by", good)
            assert told.exit_code == 0, (words, good, told.output)
        assert umpire(*words, "--signed-by", "other.pem.pub").exit_code == 1, words
        nothing = umpire(*words, "--signed-by", "nothing.pub")
        assert nothing.exit_code in (1, 2) and "Traceback" not in nothing.output
