"""The page that checks sealed games, slips and proofs of growth comes to what the first implementation does."""

import hashlib
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, Page, expect

from adapters.check_page import page
from adapters.cli import cli
from adapters.stores.ledgers import sqlite_ledger
from application.event.log.checkpoint import sign_checkpoint
from application.event.log.growth import check_growth
from application.event.log.merkle import Tree
from application.event.log.promise import differs
from application.event.log.short_slip import slip_as_code, slip_in
from application.event.log.signed_note import BadNote, Note, Signer
from application.event.log.slip import Slip, slip_for
from application.game.umpire import Umpire
from application.ledger.public_heads import public_digest, salt_in
from application.ledger.rows import AT, PAYLOAD, START, Row, chain_rows, head_of
from application.seal.seal import BadSeal, examine, rows_of, seal_game
from application.seal.sealed_file import read_sealed, sealed_bytes
from application.seal.signing import SigningKey, new_key
from domain.kernel.history import open_game
from tests import archive
from tests.adapters.pages.hall import Server
from tests.properties.play import play
from tests.spec import named

HERE = Path(__file__).parents[2]
SIGNER = Signer("umpire.event/spring", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
KEY = str(SIGNER.verifier)
ASKED = """async ([files, keys]) =>
    (await examined(files.map(([name, raw]) => ({name, raw: fromLetters(raw)})), keys))
    .map(({holds, entry, because, kind}) => [holds, entry, because, kind])"""
NOT_OURS = "it is none of what this page examines"


class Verdict(NamedTuple):
    """What an implementation says of a file."""

    holds: bool
    entry: int | None
    because: str


@pytest.fixture
def check(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page, opened from a disk; it may ask nobody."""
    (tmp_path / "check.html").write_text(page(), "utf-8")
    opened = browser.new_page()
    asked: list[str] = []
    problems: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("console", lambda message: problems.append(message.text))
    opened.on("pageerror", lambda why: problems.append(str(why)))
    opened.goto(f"file://{tmp_path}/check.html")
    yield opened
    assert (len(asked), problems) == (1, [])
    opened.close()


def found_on(check: Page, files: Sequence[bytes], keys: str = KEY) -> list[Verdict]:
    sent = [[str(n), b64encode(raw).decode()] for n, raw in enumerate(files)]
    return [
        Verdict(bool(holds), entry, "" if kind == "" else because)
        for holds, entry, because, kind in check.evaluate(ASKED, [sent, keys])
    ]


def of_seal(raw: bytes) -> Verdict:
    try:
        seal = examine(raw)
    except BadSeal as why:
        strange = "its first line is not that of one" in str(why)
        return Verdict(False, None, "" if strange else str(why))
    if seal.because.startswith("the file is as it was sealed"):  # what it rules is not asked here
        return Verdict(True, None, "")
    return Verdict(seal.holds, seal.entry, seal.because)


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """Every sealed file that is kept with the tests; of each ruleset a game, and a signed one."""
    folder = tmp_path_factory.mktemp("sealed")
    new_key(folder / "key.pem")
    key = SigningKey(folder / "key.pem")
    made = [path.read_bytes() for path in HERE.rglob("sealed_*.umpire")]
    assert made
    ledger = sqlite_ledger(folder / "games.umpire")
    umpire = Umpire(ledger, clock=iter(range(10**15, 10**16, 17_345_678)).__next__)
    for n, ruleset in enumerate(archive.RULESETS):
        chance = Random(n)
        game = open_game(named(ruleset), archive.opening(ruleset, chance))
        id = umpire.open(game.opening)
        for entry in play(game, chance, 40).game.log:
            umpire.step(id, entry.said)
        made += [seal_game(ledger.rows, id), seal_game(ledger.rows, id, key)]
    ledger.close()
    return made


def altered(raw: bytes, chance: Random) -> bytes:
    """The file with something changed: a byte, a piece moved, left out or put in, or its sum put right."""
    at, size = chance.randrange(len(raw)), chance.randrange(1, 40)
    kind = chance.randrange(10)
    if kind == 0:
        return raw[:at]
    if kind == 1:
        return raw[:at] + raw[at + size :]
    if kind == 2:
        return raw[:at] + chance.randbytes(size) + raw[at:]
    if kind == 3:
        return (
            raw[:at] + raw[at + size : at + 2 * size] + raw[at : at + size] + raw[at + 2 * size :]
        )
    changed = raw[:at] + bytes([raw[at] ^ 1 << chance.randrange(8)]) + raw[at + 1 :]
    return with_sum(changed) if kind == 4 else changed


def with_sum(raw: bytes) -> bytes:
    """The file with the SHA-256 that belongs to its body now."""
    try:
        body = read_sealed(raw).body
    except BadSeal:
        return raw
    return body + hashlib.sha256(body).digest() + raw[len(body) + 32 :]


def test_sealed_games_hold_and_a_thousand_altered_ones_do_not(
    check: Page, sealed: list[bytes]
) -> None:
    """Both implementations name the same entry, and the same fault."""
    assert found_on(check, sealed, "") == [Verdict(True, None, "")] * len(sealed)
    chance = Random(38)
    files = [altered(chance.choice(sealed), chance) for _ in range(1000)]
    wanted = [of_seal(raw) for raw in files]
    assert sum(one.holds for one in wanted) < 20, "nearly all are altered indeed"
    assert sum(one.entry is not None for one in wanted) > 300
    assert found_on(check, files, "") == wanted


FORGED = (
    b'"players":"ana"',
    b'"players":{"ana":1}',
    b'"players":[]',
    b'"players":null',
    b'"edition":2025',
    b'"ruleset":""',
    b'"mode":[]',
    b'"setup":null',
    b'"law":NaN',
    b'"law":"\xff"',
)


@pytest.mark.parametrize("name", ["game/opened/v3", "game/opened/v9"])
def test_an_opening_that_is_none_is_the_same_to_both(
    check: Page, sealed: list[bytes], name: str
) -> None:
    """Its chain and every sum are put right, with each of the two titles that it may have."""
    raw = sealed[-2]
    opening, title = rows_of(raw)[0].state[PAYLOAD], examine(raw).title
    files = [
        opened_otherwise(raw, name, b"%b,%b}" % (opening[:-1], field), called)
        for field in FORGED
        for called in (title, "")
    ]
    assert found_on(check, files, "") == [of_seal(raw) for raw in files]


def opened_otherwise(raw: bytes, name: str, payload: bytes, title: str) -> bytes:
    """The game with this as its first row, and everything that hangs on it as it should be."""
    file, head, rows = read_sealed(raw), START, []
    for row in file.rows():
        written = (row.name, row.state[PAYLOAD]) if rows else (name, payload)
        linked, head = chain_rows(file.game, head, int(row.state[AT]), [written])
        rows.append(Row(*linked[0]))
    return sealed_bytes(file.game, title, file.law, rows, None)


class Log(NamedTuple):
    """A log with its newest checkpoint, and one that was kept."""

    leaves: list[str]
    tree: Tree
    kept: Note
    newest: Note

    def slip(self, place: int) -> Slip:
        return slip_for(self.leaves, self.tree, place, self.newest, len(self.tree))


KEPT = 21


@pytest.fixture(scope="module")
def log(sealed: list[bytes]) -> Log:
    """Its last leaf is the head of a sealed game, in its public form."""
    rows, game = rows_of(sealed[-1]), examine(sealed[-1]).game
    head = public_digest(head_of(rows[-1]).digest, salt_in(rows))
    leaves = [f"result r1 t{n} zoë {n} ben 1 winner zoë by j1" for n in range(1, 60)]
    leaves.append(f"head r1 t9 {game} row {len(rows)} {head}")
    tree = Tree(one.encode() for one in leaves)
    old = sign_checkpoint(Tree(one.encode() for one in leaves[:KEPT]), SIGNER)
    return Log(leaves, tree, old, sign_checkpoint(tree, SIGNER))


def growth(log: Log) -> bytes:
    lines = "".join(f"{b64encode(one).decode()}\n" for one in log.tree.consistency(KEPT))
    return f"old {KEPT}\n{lines}\n{log.newest}".encode()


def judged(examine: Callable[[], object]) -> Verdict:
    try:
        examine()
    except BadNote as why:
        return Verdict(False, None, str(why))
    return Verdict(True, None, "")


def like(found: Sequence[Verdict], wanted: Sequence[Verdict]) -> None:
    """The same; where the page did not know what a file is, it need not say what is wrong with it."""
    told = [
        one if mine.because else Verdict(one.holds, None, "")
        for mine, one in zip(found, wanted, strict=True)
    ]
    assert found == told


def test_slips_hold_and_altered_ones_do_not(check: Page, log: Log) -> None:
    slips = [log.slip(place) for place in range(len(log.leaves))]
    files = [str(one).encode() for one in slips] + [slip_as_code(one).encode() for one in slips]
    assert found_on(check, files) == [Verdict(True, None, "")] * len(files)
    chance = Random(9)
    files = [altered(chance.choice(files), chance) for _ in range(1000)]
    like(
        found_on(check, files),
        [judged(lambda raw=raw: slip_in(raw).examine([SIGNER.verifier])) for raw in files],
    )


def test_proofs_of_growth_hold_and_altered_ones_do_not(check: Page, log: Log) -> None:
    chance, whole, kept = Random(8), growth(log), str(log.kept)
    files = [whole] + [altered(whole, chance) for _ in range(300)]
    wanted = [
        judged(lambda raw=raw: check_growth(raw.decode(errors="replace"), kept, [SIGNER.verifier]))
        for raw in files
    ]
    assert wanted[0].holds
    like(found_on(check, [*files, kept.encode()]), [*wanted, Verdict(True, None, "")])


def drop(check: Page, *files: Path) -> None:
    check.locator("#files").set_input_files(files)


def test_somebody_drops_files_and_reads_what_they_are(
    check: Page, sealed: list[bytes], log: Log, tmp_path: Path
) -> None:
    """A slip is held against the game and the key that are there; without its key it is left open."""
    game, slip, other = (tmp_path / name for name in ("game.sealed", "table.slip", "other.sealed"))
    game.write_bytes(sealed[-1])
    slip.write_text(str(log.slip(len(log.leaves) - 1)))
    other.write_bytes(sealed[-3])
    found = check.locator("article")
    drop(check, game, slip)
    expect(found.first).to_contain_text("It holds.")
    expect(found.last).to_contain_text(
        "Not examined: it is not signed by a key that is known here."
    )
    check.locator("#keys").fill(f"{public(SIGNER)}{KEY}")
    expect(found.first).to_contain_text("which is no key you know")
    expect(found.last).to_contain_text("game.sealed is the game it speaks of.")
    check.locator("#keys").fill(KEY[:-6])
    expect(check.locator("#found")).to_contain_text("is no public key; expected name+id+key")
    check.locator("#keys").fill("")
    drop(check, other)
    check.locator("article summary").first.click()
    expect(check.locator("article table").first).to_contain_text("legal")


def public(signer: Signer) -> str:
    return (
        signer.key.public_key()
        .public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )


def test_another_game_than_the_slip_speaks_of_is_told(
    check: Page, sealed: list[bytes], log: Log
) -> None:
    slip = log.slip(len(log.leaves) - 1)
    for raw in sealed:
        why = differs(slip, raw)
        asked = [str(slip).encode(), raw]
        assert found_on(check, asked)[0].holds == (why == "")


def test_all_files_of_an_event_are_dropped_at_once(
    check: Page, sealed: list[bytes], log: Log
) -> None:
    """A slip is held against its own game alone, a proof of growth against the checkpoint it begins at."""
    slip = str(log.slip(len(log.leaves) - 1)).encode()
    files = [slip, growth(log), sealed[0], sealed[-1]]
    files += [str(log.kept).encode(), str(log.newest).encode()]
    assert found_on(check, files)[:2] == [Verdict(True, None, "")] * 2


def test_two_files_of_one_name_are_both_told(check: Page, sealed: list[bytes]) -> None:
    """From two folders, in one go; dropped again later it is the same file, put right."""
    own = [{"name": "game.sealed", "mimeType": "", "buffer": raw} for raw in sealed[-2:]]
    found = check.locator("article", has_text="It holds.")
    check.locator("#files").set_input_files(own)  # type: ignore[arg-type]
    expect(found).to_have_count(2)
    check.locator("#files").set_input_files(own[:1])  # type: ignore[arg-type]
    expect(found).to_have_count(1)


def test_what_is_none_of_its_files_is_said_to_be_so(check: Page, tmp_path: Path) -> None:
    """A record is no sealed game that somebody has changed; a name turns nothing round."""
    (tmp_path / "\u202egame.yaml").write_text("record: 1\nruleset: voidsiege")
    drop(check, tmp_path / "\u202egame.yaml")
    expect(check.locator("article.open")).to_contain_text("expected a sealed game, a slip")
    expect(check.locator("article h2 bdi")).to_have_text("\u202egame.yaml")


DROPPED = """async (place) => {
  const moved = new DataTransfer(), folder = new File([], "games");
  folder.arrayBuffer = async () => { throw new DOMException("", "NotFoundError"); };
  moved.items.add(new File(["old"], "one.txt"));
  const event = new DragEvent("drop", { dataTransfer: moved, bubbles: true, cancelable: true });
  const value = { types: ["Files"], files: [folder, ...moved.files] };
  Object.defineProperty(event, "dataTransfer", { value });
  document.querySelector(place).dispatchEvent(event);
  return event.defaultPrevented;
}"""


@pytest.mark.parametrize("place", ["#drop", "h1"])
def test_a_folder_among_the_files_is_told_and_no_file_opens_instead_of_the_page(
    check: Page, place: str
) -> None:
    assert check.evaluate(DROPPED, place)
    expect(check.locator("article").first).to_contain_text("of a folder, drop what is in it")
    expect(check.locator("article").last).to_contain_text("one.txt")


def test_the_newest_question_is_answered_last(check: Page, sealed: list[bytes]) -> None:
    """What is examined for long does not take the place of what was asked since."""
    check.evaluate(SLOWLY, b64encode(sealed[0]).decode())
    check.locator("#keys").fill("no key")
    expect(check.locator("#found")).to_contain_text("is no public key")
    check.evaluate("async () => { goOn(); await first; }")
    expect(check.locator("#found")).to_contain_text("“no key” is no public key")


SLOWLY = """(raw) => {
  const examining = examined, waits = new Promise((go) => { window.goOn = go; });
  examined = async (...asked) => { examined = examining; await waits; return examining(...asked); };
  window.first = take([new File([fromLetters(raw)], "game.sealed")]);
}"""


def test_what_a_file_says_never_becomes_part_of_the_page(check: Page, tmp_path: Path) -> None:
    umpire = Umpire(ledger := sqlite_ledger(tmp_path / "games.umpire"))
    id = umpire.open(open_game(named("voidsiege"), archive.opening("voidsiege", Random(1))).opening)
    umpire.step(
        id, {"by": "judge", "do": "note", "text": "<img src=x onerror=document.title='taken'>"}
    )
    (tmp_path / "game.sealed").write_bytes(seal_game(ledger.rows, id))
    ledger.close()
    drop(check, tmp_path / "game.sealed")
    check.locator("article summary").click()
    expect(check.locator("article table")).to_contain_text("<img src=x")
    expect(check.locator("main img")).to_have_count(0)


def test_a_server_gives_the_page_and_so_does_the_command(
    server: Server, browser: Browser, tmp_path: Path, sealed: list[bytes]
) -> None:
    path = tmp_path / "check.html"
    assert CliRunner().invoke(cli, ["verify", "--page", str(path)]).exit_code == 0
    assert path.read_text("utf-8") == page()
    again = CliRunner().invoke(cli, ["verify", "--page", str(path)])
    assert (again.exit_code, "expected a new file" in again.stderr) == (2, True)
    opened = browser.new_page()
    answer = opened.goto(f"{server.home}/check")
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.text() == page()
    (tmp_path / "game.sealed").write_bytes(sealed[1])
    drop(opened, tmp_path / "game.sealed")
    expect(opened.locator("article")).to_contain_text("It holds.")
    opened.close()
