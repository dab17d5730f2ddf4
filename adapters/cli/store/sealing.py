"""`umpire seal`, and `verify` of a sealed file: a game carried away whole, checked by anyone."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adapters.cli.asking import db_option, ledger_at
from adapters.cli.desk.sources import Unusable
from adapters.cli.output import say_json, say_text

if TYPE_CHECKING:
    from application.seal.seal import Seal


@click.command()
@click.argument("game", required=False)
@click.option("-o", "--output", metavar="FILE", help="The sealed file; a new one.")
@click.option("--key", metavar="FILE", help="Sign it with this Ed25519 key.")
@click.option("--new-key", metavar="FILE", help="Make a key in this file, and FILE.pub beside it.")
@db_option
@click.pass_context
def seal(
    ctx: click.Context,
    game: str | None,
    output: str | None,
    key: str | None,
    new_key: str | None,
    db: str | None,
) -> None:
    """Seal a game into one file that anyone can check offline with `umpire verify FILE`.

    It holds everything, hidden cards too: hand it out when the game is over. The last line printed
    is the head of the chain, short enough for a result slip.
    """
    from application.seal.signing import BadKey

    if (game is None) == (new_key is None):
        raise click.UsageError("expected a GAME with -o FILE, or --new-key FILE")
    try:
        if new_key is not None:
            _make_key(Path(new_key))
        elif output is None:
            raise click.UsageError("expected -o FILE")
        else:
            assert game is not None
            _seal(game, Path(output), key, db or ctx.obj)
    except BadKey as why:
        raise Unusable(f"{why}.") from None


def _make_key(path: Path) -> None:
    from application.seal import signing
    from application.seal.seal import fingerprint

    public = signing.new_key(path)
    say_text(f"Keep {path} secret, and give {path}.pub to whoever checks. Its fingerprint:")
    say_text(fingerprint(public))


def _seal(game: str, output: Path, key: str | None, db: str | None) -> None:
    from application.new_file import write_new
    from application.seal.seal import BadSeal, examined, sealed
    from application.seal.signing import SigningKey

    signs = SigningKey(Path(key)) if key else None
    try:
        raw = sealed(ledger_at(db).rows, game, signs)
        write_new(output, raw)
    except BadSeal as why:
        raise Unusable(f"{why}.") from None
    except FileExistsError:
        raise Unusable(f"{output} exists already; expected a new file.") from None
    found = examined(raw)
    say_text(f"{output}: {found.title}, {found.entries} entries, {len(raw)} bytes")
    say_text(found.slip)


def verify_file(
    path: str, as_json: bool, expected_slip: str | None = None, signer: str | None = None
) -> int:
    """Prints whether a sealed file holds; the exit code."""
    found = _examined(Path(path))
    against = None if found["because"] else _against(found, expected_slip, signer)
    if against:
        found |= {"holds": False, "because": against}
    if as_json:
        say_json(found)
    else:
        say_text("\n".join(_lines(found)))
    return 0 if found["holds"] else RULED_OTHERWISE if found.get("ruled_otherwise") else 1


RULED_OTHERWISE = 3
"""The exit code where every byte holds, and the rules of today come to something else."""


def _examined(path: Path) -> dict[str, Any]:
    from application.seal.seal import BadSeal, examined
    from application.seal.sealed_file import MOST_FILE

    try:
        with path.open("rb") as file:
            seal = examined(file.read(MOST_FILE + 1))
    except BadSeal as why:
        return {"file": str(path), "game": None, "holds": False, "entry": None, "because": str(why)}
    return {"file": str(path), **_as_json(seal)}


def _as_json(seal: "Seal") -> dict[str, Any]:
    return {
        "game": seal.game,
        "title": seal.title,
        "holds": seal.holds,
        "entries": seal.entries,
        "entry": seal.entry,
        "because": seal.because,
        "slip": seal.slip,
        "signed_by": seal.signed_by or None,
        "law": seal.law,
        "law_now": seal.law_now,
        "law_is_the_same": seal.law == seal.law_now,
        "ruled_otherwise": seal.otherwise,
    }


def _against(found: dict[str, Any], expected: str | None, signer: str | None) -> str:
    """Why it is not what was expected; empty where it is."""
    if expected is not None and found["slip"] != expected.strip().upper():
        return f"the slip says {expected}, and the file ends with {found['slip']}"
    if signer is None:
        return ""
    from application.seal.seal import fingerprint
    from application.seal.signing import BadKey, public_key

    try:
        wanted = fingerprint(public_key(Path(signer)))
    except BadKey as why:
        raise Unusable(f"{why}.") from None
    by = found["signed_by"]
    return (
        ""
        if by == wanted
        else f"it is {'signed by ' + by if by else 'not signed'}, not by {wanted}"
    )


def _lines(found: dict[str, Any]) -> list[str]:
    if not found["holds"]:
        where = f" entry {found['entry']}:" if found["entry"] is not None else ""
        lines = [f"does not hold: {found['file']}:{where} {found['because']}."]
        if found.get("ruled_otherwise"):
            lines.append(f"sealed under the law {found['law']}; it is {found['law_now']} today")
        return lines
    signed = f"signed by {found['signed_by']}" if found["signed_by"] else "not signed"
    lines = [
        f"holds: {found['file']}: {found['game']}, {found['title']}",
        f"{found['entries']} entries, every ruling the same again; {signed}",
        f"slip: {found['slip']}",
    ]
    if not found["law_is_the_same"]:
        lines.append(
            f"sealed under the law {found['law']}; it is {found['law_now']} today, and every ruling "
            "is the same"
        )
    return lines
