"""`umpire prove`: every small table of every ruleset explored, and the page of what is proved."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.json_output import add_to_json
from adapters.cli.lab.exploring import jobs_option, ruleset_named, ticker

if TYPE_CHECKING:
    from application.lab.exploration.proofs import Proof

MOST = 20_000


@click.command()
@click.argument("ruleset", required=False)
@click.option("--quick", is_flag=True, help="Only what is explored to the end in a few seconds.")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=MOST,
    show_default=True,
    help="Look at so many tables on each small table that is not quick.",
)
@click.option(
    "--files",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep the explorations here; the same command goes on from them.",
)
@click.option(
    "--write",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write what is proved as a page.",
)
@jobs_option
@click.pass_context
def prove(
    ctx: click.Context,
    ruleset: str | None,
    quick: bool,
    most: int,
    files: Path | None,
    write: Path | None,
    jobs: int | None,
) -> None:
    """Explore every small table and say what is proved of the rulebooks, and at what size.

    The exit code is 0 when all holds, 1 when something does not.
    """
    from adapters.stores.exploration_file import ExplorationFile
    from application.lab.exploration.proofs import Proved, page, theorems
    from application.lab.exploration.proofs import prove as prove_theorem
    from application.lab.processes import cores
    from application.rulesets import rulesets
    from domain.kernel.wording import count

    if files is not None:
        files.mkdir(parents=True, exist_ok=True)
    proofs: list[Proof] = []
    for known in [ruleset_named(ruleset)] if ruleset else rulesets():
        for theorem in theorems(known, quick=quick, most=most):
            proof = prove_theorem(theorem, ExplorationFile, files, jobs or cores(), ticker())
            proofs.append(proof)
            at, wrong = proof.result.progress, proof.result.counterexamples
            holds = "does not hold" if wrong else "holds"
            whole = "all" if proof.result.finished else "the nearest"
            click.echo(f"{holds}: {proof.command}, {whole} {count(at.expanded, 'table')}")
            for wrong_one in wrong:
                click.echo(f"   {wrong_one.kind}: {wrong_one.words}")
    add_to_json(proved=[*map(Proved.of, proofs)])
    if write is not None:
        write.write_text(page(proofs), encoding="utf-8")
    ctx.exit(1 if any(proof.result.counterexamples for proof in proofs) else 0)
