"""`umpire event growth`: that the log has only grown since a checkpoint that somebody kept."""

from collections.abc import Sequence

import click

from adapters.cli.event.options import event_argument, output_option, repository_at, write_out
from adapters.cli.event.proofs import checkpoint_in
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option
from adapters.cli.output import print_text
from adapters.cli.public_key import verifier


@click.command()
@event_argument
@click.argument("checkpoint")
@output_option
@db_option
def growth(event: str, checkpoint: str, output: str | None, db: str | None) -> None:
    """Prove that the log has only grown since the CHECKPOINT in a file.

    “umpire verify PROOF --record CHECKPOINT” examines it without network and without the store.
    """
    from application.event.log.checkpoint import body_of
    from application.event.log.growth import growth_proof
    from application.event.log.signed_note import note_of

    kept = body_of(note_of(checkpoint_in(checkpoint)).text)
    proof = growth_proof(repository_at(db).proofs(event), kept.size)
    add_to_json(proof=proof, file=output)
    write_out(proof, output, "The proof is")


def verify_growth(raw: bytes, path: str, keys: Sequence[str], kept: str | None) -> bool:
    """Prints whether a proof of growth holds against a kept checkpoint; gives whether it does."""
    from application.event.log.checkpoint import origin_in
    from application.event.log.growth import check_growth
    from application.event.log.signed_note import BadNote

    if not keys or kept is None:
        raise click.UsageError(
            "expected --signed-by KEY, and --record CHECKPOINT: the one that was kept"
        )
    blamed = kept
    try:
        origin = origin_in(checkpoint_in(kept))
        blamed = path
        known = [verifier(key, origin) for key in keys]
        before, after = check_growth(raw.decode(errors="replace"), checkpoint_in(kept), known)
    except BadNote as why:
        print_text(f"does not hold: {blamed}: {why}")
        return False
    print_text(
        f"holds: {after.origin} has grown from {before.size} to {after.size} leaves, "
        "and nothing of the first was changed"
    )
    return True
