"""A sealed game: everything in one small file, and no byte of it can change unnoticed."""

import hashlib
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Iterator
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from adapters.cli import cli
from adapters.stores.ledgers import sqlite_ledger
from application.game.umpire import Umpire
from application.ledger.ledger import Ledger
from application.seal import sealed_file
from application.seal.seal import BadSeal, Seal, examine, law_of, seal_game, slip
from application.seal.sealed_file import read_sealed
from application.seal.signing import BadKey, SigningKey, new_key, public_key
from domain.kernel.history import open_game
from tests import archive
from tests.properties.play import play
from tests.spec import named

RULESETS = archive.RULESETS
WORDS = "10af265a26865b91bc609f0f270f699d5af6277c9c5bc29b7d8a5722c51e9a32"


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    found = sqlite_ledger(tmp_path / "games.db")
    yield found
    found.close()


def played(ledger: Ledger, ruleset: str, steps: int, seed: int = 1) -> str:
    """A random game in the store."""
    chance = Random(seed)
    game = open_game(named(ruleset), archive.opening(ruleset, chance))
    log = play(game, chance, steps).game.log
    umpire = Umpire(ledger, clock=iter(range(10**15, 10**16, 17_345_678)).__next__)
    id = umpire.open(game.opening)
    for entry in log:
        umpire.step(id, entry.said)
    return id


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sealed_game_holds_without_the_store(ledger: Ledger, ruleset: str) -> None:
    """The file is all that is needed, and its slip is that of the store's head."""
    game = played(ledger, ruleset, 20)
    found = examine(seal_game(ledger.rows, game))
    head = slip(ledger.head(game).digest)
    law = law_of(Umpire(ledger).game(game).game.opening)
    assert found == Seal(game, found.title, 20, head, holds=True, law=law, law_now=law)
    assert ruleset in found.title
    assert len(head) == 32, "128 bits in letters"


def changed_at(raw: bytes, place: int, by: int) -> bytes:
    return raw[:place] + bytes([raw[place] ^ by]) + raw[place + 1 :]


def holds(raw: bytes) -> bool:
    try:
        return examine(raw).holds
    except BadSeal:
        return False


def test_ten_thousand_random_changes_are_all_found(ledger: Ledger, tmp_path: Path) -> None:
    """Any change to any byte is found, in a signed file as in one that is not."""
    new_key(tmp_path / "key.pem")
    game = played(ledger, "voidsiege", 16)
    files = [
        seal_game(ledger.rows, game),
        seal_game(ledger.rows, game, SigningKey(tmp_path / "key.pem")),
    ]
    assert all(map(holds, files))
    chance = Random(2)
    for n in range(10_000):
        raw = files[n % 2]
        place, by = chance.randrange(len(raw)), chance.randrange(1, 256)
        assert not holds(changed_at(raw, place, by)), f"byte {place} changed by {by}"


def test_the_entry_that_was_hit_is_named(ledger: Ledger) -> None:
    """A change among the rows names the first entry that no longer reads as it was sealed.

    What is packed may be unpacked as it was for a while: a byte before may then show behind the next one.
    """
    game = played(ledger, "voidsiege", 60)
    raw = seal_game(ledger.rows, game)
    named_entries = []
    for place in range(raw.index(b"\n", 60) + 200, len(raw) - 40, 50):
        found = examine(changed_at(raw, place, 1))
        assert not found.holds
        if found.entry is not None:
            named_entries.append(found.entry)
    assert len(named_entries) > 5
    farthest = accumulate(named_entries, max)
    behind = [far - entry for far, entry in zip(farthest, named_entries, strict=True)]
    assert max(behind) < 5, "later bytes hit later entries"
    assert behind.count(0) > 0.8 * len(behind)


def test_what_is_cut_short_or_longer_is_found(ledger: Ledger) -> None:
    raw = seal_game(ledger.rows, played(ledger, "voidsiege", 8))
    for end in range(0, len(raw), 7):
        assert not holds(raw[:end])
    assert not holds(raw + b"\n")


def test_a_game_written_anew_with_its_chain_does_not_hold(ledger: Ledger, tmp_path: Path) -> None:
    """Whoever rewrites a ruling and links everything anew is found by ruling it again."""
    from application.ledger.rows import PAYLOAD, RULED, START, Row, chain_rows

    game = played(ledger, "voidsiege", 8)
    rows = [Row(*row) for row in ledger.rows.raw(game)]
    forged, head = [], START
    for row in rows:
        payload = row.state[PAYLOAD]
        if row.name == RULED and b'"n":3,' in payload:
            payload = payload.replace(b'"reason":"', b'"reason":"Well, ', 1)
        linked, head = chain_rows(game, head, 10**15, [(row.name, payload)])
        forged += linked

    class Forged:
        def raw(self, _: str) -> Iterator[tuple[int, str, bytes]]:
            yield from forged

        def names(self) -> list[str]:
            return [game]

    with pytest.raises(BadSeal, match="entry 3 does not hold"):
        seal_game(Forged(), game)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_forty_bytes_an_entry_are_enough(ledger: Ledger, ruleset: str) -> None:
    """Besides the secrets of chance made together: nothing makes random bytes smaller."""
    game = played(ledger, ruleset, 100)
    log = Umpire(ledger).game(game).game.log
    secrets = sum(one.said["do"] in ("commit", "reveal") for one in log)
    assert len(seal_game(ledger.rows, game)) <= 40 * 100 + 64 * secrets


def test_the_words_both_sides_know_never_change() -> None:
    """They are part of format 1: a file sealed today is read with them for ever."""
    words = files("application.seal") / "sealed_words_1.txt"
    assert hashlib.sha256(words.read_bytes()).hexdigest() == WORDS


def test_a_file_sealed_long_ago_is_still_read() -> None:
    """Its rows hold by themselves, whatever has become of the rules' wording since."""
    raw = (Path(__file__).parent / "sealed_1.umpire").read_bytes()
    assert read_sealed(raw).damage(examine(raw).title, list(read_sealed(raw).rows())) is None


def test_who_signed_is_told(ledger: Ledger, tmp_path: Path) -> None:
    from application.seal.seal import fingerprint

    public = new_key(tmp_path / "key.pem")
    raw = seal_game(ledger.rows, played(ledger, "voidsiege", 4), SigningKey(tmp_path / "key.pem"))
    found = examine(raw)
    assert found.holds
    assert found.signed_by == fingerprint(public)
    assert public_key(tmp_path / "key.pem.pub") == public


def test_another_signature_does_not_hold(ledger: Ledger, tmp_path: Path) -> None:
    new_key(tmp_path / "key.pem")
    key = SigningKey(tmp_path / "key.pem")
    game = played(ledger, "voidsiege", 4)
    raw = seal_game(ledger.rows, game, key)
    other = key(b"something else")
    found = examine(raw[: -len(other)] + other)
    assert not found.holds
    assert "signature" in found.because


def test_a_key_that_is_none_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    path.write_text("no key")
    with pytest.raises(BadKey, match="no private key"):
        SigningKey(path)
    with pytest.raises(BadKey, match="exists already"):
        new_key(path)
    with pytest.raises(BadKey, match="there is no such file"):
        public_key(tmp_path / "none")


def test_a_newer_format_says_so(ledger: Ledger) -> None:
    raw = seal_game(ledger.rows, played(ledger, "voidsiege", 2))
    with pytest.raises(BadSeal, match="format 2"):
        examine(raw.replace(b"format 1", b"format 2", 1))
    with pytest.raises(BadSeal, match="no sealed game"):
        examine(b"hello")


def forged(text: bytes, entries: int) -> bytes:
    """A file that says it holds so many entries, and holds this."""
    packed = sealed_file._pack(text)
    counts = sealed_file.COUNTS.pack(entries, len(packed))
    body = f"{sealed_file.TITLE}1\nx\n".encode() + counts + bytes(2 * entries + 2) + packed
    return body + hashlib.sha256(body).digest()


@pytest.mark.parametrize("row", [b"\n", b"1{}\n", b"0{" + b"x" * 999_999])
def test_a_small_file_that_unpacks_to_much_is_refused_unread(row: bytes) -> None:
    raw = forged(b"game law\n" + row * (16_000_000 // len(row)), 3)
    assert len(raw) < 20_000
    with pytest.raises(BadSeal, match="more than its entries can be"):
        examine(raw)


def test_no_more_rows_are_read_than_belong_to_the_entries() -> None:
    file = read_sealed(forged(b"game law\n" + b"1{}\n" * 500_000, 3))
    assert len(list(file.rows())) == sealed_file.most_rows(3)


def test_a_file_that_is_too_long_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "long.umpire"
    with path.open("wb") as file:
        file.write(sealed_file.TITLE.encode())
        file.truncate(1 << 40)
    told = CliRunner().invoke(cli, ["verify", str(path)])
    assert told.exit_code == 1
    assert "longer than 32 MiB" in told.stdout


def test_a_slip_tells_apart_what_agrees_in_80_bits() -> None:
    """Two games that end alike in 80 bits are made in 2^40 tries; a slip has 128."""
    one, two = (
        urlsafe_b64encode(b"x" * 10 + tail * 22).decode().rstrip("=") for tail in (b"a", b"b")
    )
    shown = b32encode(b"x" * 10).decode()
    assert slip(one) != slip(two)
    assert len(slip(one).replace("-", "")) * 5 >= 128
    assert slip(one).startswith(f"{shown[:4]}-{shown[4:8]}-{shown[8:12]}-{shown[12:]}"), (
        "it begins as the shorter one did"
    )


def test_the_page_on_the_format_tells_the_bytes_of_its_example() -> None:
    """Whoever writes a second program from it comes to the same digests."""
    page = (files("application.seal") / "FORMAT.md").read_text("utf-8")
    raw = (Path(__file__).parent / "sealed_1.umpire").read_bytes()
    link, heading, lines = (text.partition("\n```")[0] for text in page.split("```text\n")[1:4])
    digest = urlsafe_b64encode(hashlib.sha256(link.encode()).digest()).decode().rstrip("=")
    found = list(read_sealed(raw).rows())[1].state
    assert digest in page
    assert f'"h":"{digest}"' in found.decode()
    assert link.splitlines()[-1] in found.decode()
    assert read_sealed(raw).heading.decode() == f"{heading}\n"
    told = read_sealed(raw).text.decode().splitlines()
    assert all(map(str.startswith, told, [line.rstrip("…") for line in lines.splitlines()]))
    assert f"`{examine(raw).slip}`" in page
