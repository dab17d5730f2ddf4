"""`umpire event checkpoint`, `cosign`, `slip`, `examine`, and `umpire checkpoint`: the log proves itself."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.event.options import (
    event_argument,
    name_of,
    new_file_option,
    output_option,
    repository_at,
    table_arguments,
    write_out,
)
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option
from adapters.cli.output import print_text
from adapters.cli.public_key import verifier

if TYPE_CHECKING:
    from application.event.log.proving import CheckResult
    from application.event.log.signed_note import Signer
    from application.event.repository import Repository

key_option = click.option(
    "--key",
    required=True,
    metavar="FILE",
    help="Sign with this Ed25519 key (umpire seal --new-key).",
)
by_keys_option = click.option(
    "--signed-by",
    "keys",
    multiple=True,
    metavar="KEY",
    help="A public key that counts: KEY.pub, or name+id+key.",
)
NEVER_SIGNED = (
    "nothing of this store was ever signed, so there is nothing to hold it against; "
    "umpire checkpoint --key FILE signs it (umpire seal --new-key FILE makes the key)"
)


def signer_of(path: str, name: str) -> "Signer":
    """The signing key in a file, with the name it signs under. Raises BadKey."""
    from application.event.log.signed_note import Signer
    from application.seal.signing import private_key

    return Signer(name, private_key(Path(path)))


def _note(text: str, output: str | None, signer: "Signer") -> None:
    add_to_json(note=text, key=str(signer.verifier), file=output)
    write_out(text, output, "The checkpoint is", new=True)
    click.echo(f"Signed by {signer.verifier}", err=True)


@click.command()
@event_argument
@key_option
@new_file_option()
@db_option
def checkpoint(event: str, key: str, output: str | None, db: str | None) -> None:
    """Sign the log as it stands; what was signed once can no longer be changed unnoticed.

    Hand it out, or pin it to the wall: it holds no names. The same key signs to the end.
    """
    from application.event.log.proving import checkpoint as sign_log
    from application.event.log.proving import origin_of

    repository = repository_at(db)
    signer = signer_of(key, origin_of(event))
    _note(sign_log(repository, event, signer), output, signer)


@click.command()
@event_argument
@key_option
@click.option(
    "--name", required=True, metavar="NAME", help="Under which you sign, as example.org/kim."
)
@new_file_option()
@db_option
def cosign(event: str, key: str, name: str, output: str | None, db: str | None) -> None:
    """Sign the newest checkpoint too, as one who has seen it."""
    from application.event.log.proving import cosign as cosign_log

    repository = repository_at(db)
    signer = signer_of(key, name)
    note = cosign_log(repository, event, signer, repository.clock() // 1_000_000)
    add_to_json(note=note, key=str(signer.cosigner), file=output)
    write_out(note, output, "The checkpoint with the cosignature is", new=True)
    click.echo(f"Cosigned by {signer.cosigner}", err=True)


@click.command()
@table_arguments
@output_option
@click.option("--qr", metavar="FILE", help="Draw it as a QR code too, into an SVG file.")
@db_option
def slip(
    event: str, round: int, table: int, output: str | None, qr: str | None, db: str | None
) -> None:
    """Write the result slip of a table: what was promised, with its proof.

    “umpire verify SLIP” examines it without network and without the store.
    """
    from application.event.log.promise import in_words
    from application.event.log.proving import slip_of_table

    repository = repository_at(db)
    made = slip_of_table(repository, event, round, table)
    running, keyring = repository.event(event), repository.keyring(event)
    names = {person: name_of(running, keyring, person) for person in running.people}
    promised = in_words(made.leaf, names)
    add_to_json(slip=str(made), file=output, promised=promised)
    write_out(str(made), output, "The slip is")
    if qr is not None:
        import segno

        from application.event.log.short_slip import slip_as_code

        segno.make(slip_as_code(made), error="l").save(qr, kind="svg", scale=4, border=4)
    click.echo(promised, err=True)


@click.command()
@event_argument
@click.argument("checkpoints", nargs=-1, metavar="[CHECKPOINT…]")
@by_keys_option
@db_option
@click.pass_context
def examine(
    ctx: click.Context,
    event: str,
    checkpoints: tuple[str, ...],
    keys: tuple[str, ...],
    db: str | None,
) -> None:
    """Hold an event against its checkpoints, those in files too, and its games against its log.

    The exit code is 1 when something does not hold.
    """
    ctx.exit(0 if _examine(repository_at(db), event, checkpoints, keys) else 1)


def _examine(
    repository: "Repository", event: str, checkpoints: tuple[str, ...], keys: Iterable[str]
) -> bool:
    from application.event.log.proving import examine as examine_log
    from application.event.log.proving import origin_of

    known = [verifier(key, origin_of(event)) for key in keys]
    return _tell_all(
        examine_log(repository, event, [checkpoint_in(path) for path in checkpoints], known)
    )


def _tell_all(results: "Iterable[CheckResult]") -> bool:
    holds = True
    examined: list[CheckResult] = []
    add_to_json(examined=examined)
    for check_result in results:
        examined.append(check_result)
        print_text(check_result.in_words())
        holds = holds and check_result.holds
    return holds


def checkpoint_in(path: str) -> str:
    """The checkpoint in a file, as text. Raises CannotRead."""
    from application.named_file import text_of

    return text_of(path, "a checkpoint is a note in UTF-8")


@click.command("checkpoint")
@click.option("--key", metavar="FILE", help="Sign with this Ed25519 key (umpire seal --new-key).")
@new_file_option()
@click.option(
    "--against",
    multiple=True,
    metavar="CHECKPOINT",
    help="Hold the store against this one instead.",
)
@by_keys_option
@db_option
@click.pass_context
def store_checkpoint(
    ctx: click.Context,
    key: str | None,
    output: str | None,
    against: tuple[str, ...],
    keys: tuple[str, ...],
    db: str | None,
) -> None:
    """Sign how far every game of the store has come, or check the store against what was signed.

    A game that is dropped, swapped, cut short or written anew afterwards is found.
    """
    from application.event.log.proving import checkpoint as sign_log
    from application.event.log.proving import note_heads, origin_of
    from application.event.repository import STORE
    from domain.tournament.command import Refused

    repository = repository_at(db)
    add_to_json(note=None, key=None, file=None, examined=None)
    if key is None:
        if not (against or repository.proofs(STORE).checkpoints):
            raise Refused(NEVER_SIGNED)
        ctx.exit(0 if _examine(repository, STORE, against, keys) else 1)
    if against:
        raise click.UsageError("expected --key to sign, or --against to examine, not both")
    signer = signer_of(key, origin_of(STORE))
    note_heads(repository)
    _note(sign_log(repository, STORE, signer), output, signer)


def verify_slip(raw: bytes, path: str, keys: Iterable[str], record: str | None) -> bool:
    """Prints what a slip promises and whether it holds; gives whether it does."""
    from application.event.log.checkpoint import origin_in
    from application.event.log.promise import differs, promise_of
    from application.event.log.short_slip import slip_in
    from application.event.log.signed_note import BadNote
    from application.named_file import bytes_of, spoken_path
    from application.seal.sealed_file import MOST_FILE

    try:
        slip = slip_in(raw)
        known = [verifier(key, origin_in(slip.checkpoint)) for key in keys]
        if not known:
            raise click.UsageError(
                "expected --signed-by KEY: the public key of the log, as the organiser made it known"
            )
        promise = promise_of(slip, known)
    except BadNote as why:
        print_text(f"does not hold: {spoken_path(path)}: {why}")
        return False
    print_text(f"holds: {promise.said}")
    print_text(f"It is leaf {promise.place} of {promise.size} in {promise.log}.")
    if promise.game:
        print_text(f"The game “{promise.game}” stood at row {promise.row}: {promise.short}")
    if record is None:
        return True
    why_not = differs(slip, bytes_of(record, MOST_FILE))
    print_text(f"does not hold: {why_not}" if why_not else "holds: the record at hand is the one")
    return not why_not
