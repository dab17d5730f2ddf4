"""`umpire seal`, and `verify` of a sealed file: a game carried away whole, checked by anyone."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.batch import find_sources, is_single_game, lazy_ledger, run_batch
from adapters.cli.desk.sources import Unusable, unusable
from adapters.cli.game_argument import GamesCommand
from adapters.cli.options import db_option, json_option
from adapters.cli.output import print_json, print_text

if TYPE_CHECKING:
    from application.seal.seal import SealedFile


@click.command(cls=GamesCommand)
@click.argument("games", nargs=-1, metavar="[GAME|FILE|FOLDER]...")
@click.option("--all", "every", is_flag=True, help="Every game of the store.")
@click.option("-o", "--output", metavar="FILE|FOLDER", help="The sealed file; of several a folder.")
@click.option("--key", metavar="FILE", help="Sign it with this Ed25519 key.")
@click.option("--new-key", metavar="FILE", help="Make a key in this file, and FILE.pub beside it.")
@json_option
@db_option
@click.pass_context
def seal(
    ctx: click.Context,
    games: tuple[str, ...],
    every: bool,
    output: str | None,
    key: str | None,
    new_key: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Seal a game into one file that anyone can check offline with `umpire verify FILE`.

    It holds everything, hidden cards too: hand it out when the game is over. The last line printed
    is the head of the chain, short enough for a result slip. Of several games, or a folder of records,
    each gets a file in the folder -o; those that are there already are kept.
    """
    from application.seal.signing import BadKey

    if bool(games or every) == (new_key is not None):
        raise click.UsageError("expected a GAME with -o FILE, or --new-key FILE")
    with unusable(BadKey):
        if new_key is not None:
            _make_key(Path(new_key), as_json)
        elif output is None:
            raise click.UsageError("expected -o FILE")
        elif is_single_game(games) and not every and not Path(output).is_dir():
            _seal(games[0], Path(output), key, as_json, db)
        else:
            ctx.exit(_several(games, every, Path(output), key, as_json, db))


def _several(
    games: tuple[str, ...],
    every: bool,
    folder: Path,
    key: str | None,
    as_json: bool,
    db: str | None,
) -> int:
    from application.desk.batch.sealing import seals
    from application.seal.signing import SigningKey

    if folder.is_file():
        raise click.BadParameter(f"{folder} is a file; several games are sealed into a folder")
    signs = SigningKey(Path(key)) if key else None
    opens = lazy_ledger(db)
    sources = find_sources(games, every, opens)
    folder.mkdir(parents=True, exist_ok=True)
    tally = run_batch(sources, seals(opens, folder, signs), task="seal", as_json=as_json)
    return 1 if tally.fell_out else 0


def _make_key(path: Path, as_json: bool) -> None:
    from application.seal import signing
    from application.seal.seal import NewKey, fingerprint

    public = signing.new_key(path)
    if as_json:
        print_json(NewKey(str(path), f"{path}.pub", fingerprint(public)))
        return
    print_text(f"Keep {path} secret, and give {path}.pub to whoever checks. Its fingerprint:")
    print_text(fingerprint(public))


def _seal(game: str, output: Path, key: str | None, as_json: bool, db: str | None) -> None:
    from application.desk.batch.sealing import sealed_bytes_of
    from application.desk.batch.sources import Source, is_file
    from application.new_file import write_new
    from application.seal.seal import BadSeal, examine, told_seal
    from application.seal.signing import SigningKey
    from domain.kernel.wording import count

    signs = SigningKey(Path(key)) if key else None
    try:
        raw = sealed_bytes_of(Source(game, is_file(game)), lazy_ledger(db), signs)
        write_new(output, raw)
    except BadSeal as why:
        raise Unusable(f"{why}.") from None
    sealed = examine(raw)
    if as_json:
        print_json(told_seal(str(output), sealed, len(raw)))
        return
    entries = count(sealed.entries, "entry", "entries")
    print_text(f"{output}: {sealed.title}, {entries}, {len(raw)} bytes")
    print_text(sealed.slip)


def verify_file(
    path: str, as_json: bool, expected_slip: str | None = None, signer: str | None = None
) -> int:
    """Prints whether a sealed file holds; gives the exit code."""
    from domain.kernel.values import changed

    sealed_file = _examination(Path(path))
    against = "" if sealed_file.because else _against(sealed_file, expected_slip, signer)
    if against:
        sealed_file = changed(sealed_file, holds=False, because=against)
    if as_json:
        print_json(sealed_file)
    else:
        print_text("\n".join(_lines(sealed_file)))
    return 0 if sealed_file.holds else RULED_OTHERWISE if sealed_file.ruled_otherwise is True else 1


RULED_OTHERWISE = 3
"""The exit code where every byte holds, and the rules of today come to something else."""


def _examination(path: Path) -> "SealedFile":
    from application.named_file import beginning_of
    from application.seal.seal import BadSeal, SealedFile, examine, told_seal
    from application.seal.sealed_file import MOST_FILE

    try:
        seal = examine(beginning_of(path, MOST_FILE + 1))
    except BadSeal as why:
        return SealedFile(str(path), because=str(why))
    return told_seal(str(path), seal)


ENTRY_DIGEST = re.compile(r"e\d+:", re.IGNORECASE)
"""How the digest on a ruling sheet begins."""


def _against(sealed_file: "SealedFile", expected: str | None, signer: str | None) -> str:
    """Why the file is not the one expected; empty if it is."""
    if expected is not None and expected.strip().upper() not in _forms(str(sealed_file.slip)):
        if ENTRY_DIGEST.match(expected):
            return (
                f"{expected} is no slip: a ruling sheet has the digest of its entry, "
                f"and a slip that of the whole game; the slip of this file is {sealed_file.slip}"
            )
        return f"the slip says {expected}, and the file ends with {sealed_file.slip}"
    if signer is None:
        return ""
    from adapters.cli.public_key import key_bytes
    from application.seal.seal import fingerprint
    from application.seal.signing import BadKey

    with unusable(BadKey):
        wanted = fingerprint(key_bytes(signer))
    by = sealed_file.signed_by
    return (
        ""
        if by == wanted
        else f"it is {f'signed by {by}' if by else 'not signed'}, not by {wanted}"
    )


def _forms(slip: str) -> tuple[str, str]:
    """The slip, and the shorter one that older versions printed."""
    from application.ledger.fingerprints import SHORT

    return slip, slip[:SHORT]


def _lines(sealed_file: "SealedFile") -> list[str]:
    from application.named_file import spoken_path
    from domain.kernel.wording import count

    file = spoken_path(sealed_file.file)
    if not sealed_file.holds:
        where = f" entry {sealed_file.entry}:" if sealed_file.entry is not None else ""
        lines = [f"does not hold: {file}:{where} {sealed_file.because}."]
        if sealed_file.ruled_otherwise is True:
            lines.append(
                f"sealed under the law {sealed_file.law}; it is {sealed_file.law_now} today"
            )
        return lines
    signed = f"signed by {sealed_file.signed_by}" if sealed_file.signed_by else "not signed"
    assert isinstance(sealed_file.entries, int)
    lines = [
        f"holds: {file}: {sealed_file.game}, {sealed_file.title}",
        f"{count(sealed_file.entries, 'entry', 'entries')}, every ruling the same again; {signed}",
        f"slip: {sealed_file.slip}",
    ]
    if not sealed_file.law_is_the_same:
        lines.append(
            f"sealed under the law {sealed_file.law}; it is {sealed_file.law_now} today, and every ruling "
            "is the same"
        )
    return lines
