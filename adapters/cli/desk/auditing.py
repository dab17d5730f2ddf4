"""`umpire audit`: the first entry that is not as the rules have it, and all that came after."""

import click

from adapters.cli.batch import find_sources, is_single_game, lazy_ledger, resume_option, run_batch
from adapters.cli.desk.sources import (
    Unusable,
    log_of,
    policy_of,
    policy_option,
    titles,
    whole_option,
)
from adapters.cli.game_argument import GamesCommand
from adapters.cli.options import db_option, json_option
from adapters.cli.output import print_json, print_text


@click.command(cls=GamesCommand)
@click.argument("games", nargs=-1, metavar="[GAME|FILE|FOLDER]...")
@click.option("--entry", type=int, metavar="N", help="Take entry N for the point of error.")
@click.option("--aloud", is_flag=True, help="Of one game: a few whole sentences, to be read out.")
@click.option("--all", "every", is_flag=True, help="Every game of the store, too.")
@whole_option
@policy_option
@resume_option
@json_option
@db_option
@click.pass_context
def audit(
    ctx: click.Context,
    games: tuple[str, ...],
    entry: int | None,
    aloud: bool,
    every: bool,
    whole: bool,
    policy: str | None,
    resume: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Find the point of error, what came since, and what each player learned.

    A later entry that a judge left as it is (`backup --leave`) is where the audit begins. Of several
    games, or a folder, each gets a line; the exit code is then 1 when one cannot be read.
    """
    if not games and not every:
        raise click.UsageError("expected a GAME, a FILE, a FOLDER, or --all")
    if is_single_game(games) and not every:
        _one(games[0], entry, aloud, whole, policy, as_json, db)
        return
    if entry is not None:
        raise click.UsageError("--entry is for one game, not for several")
    ctx.exit(_several(games, every, policy, resume, as_json, db))


def _one(
    name: str,
    entry: int | None,
    aloud: bool,
    whole: bool,
    policy: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    from application.desk.aloud import audit_aloud
    from application.desk.audit import audit_in_words, audit_log

    game, log = log_of(name, db)
    try:
        audited = audit_log(game, log, policy_of(game, policy, name, db), entry)
    except IndexError as why:
        raise Unusable(f"{name}: {why}") from None
    if as_json:
        print_json(audited, game=name)
    else:
        lines = audit_in_words(audited, titles(game), whole=whole)
        print_text("\n".join(audit_aloud(audited, game) if aloud else lines))


def _several(
    games: tuple[str, ...],
    every: bool,
    policy: str | None,
    resume: str | None,
    as_json: bool,
    db: str | None,
) -> int:
    from application.desk.batch.examining import audits

    opens = lazy_ledger(db)
    look = audits(opens, lambda game: policy_of(game, policy), whole=as_json)
    sources = find_sources(games, every, opens)
    task = f"audit {policy} {as_json}"
    tally = run_batch(sources, look, task=task, resume=resume, as_json=as_json)
    return 1 if tally.fell_out else 0
