"""`umpire compare`: games under other readings or another edition."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from adapters.cli.batch import find_sources, journal_at, resume_option
from adapters.cli.desk.sources import Unusable, unusable
from adapters.cli.game_argument import game_or_name
from adapters.cli.options import db_option, json_option, readings_of, store_asked
from adapters.cli.output import draws_progress, print_json, print_text

if TYPE_CHECKING:
    from application.desk.batch.comparison import Comparison
    from application.desk.batch.journal import Journal, NoJournal
    from application.desk.batch.sources import Source
    from application.law.law_spec import LawSpec
    from application.ledger.ledger import Ledger


@click.command()
@click.argument("files", nargs=-1, metavar="FILE|FOLDER|GAME...")
@click.option("--all", "every", is_flag=True, help="Every game of the store.")
@click.option("--reading", "readings", multiple=True, metavar="ID=VALUE", help="As C1=snap_fire.")
@click.option("--edition", default="", metavar="ID|FILE", help="Another edition, or your own.")
@click.option("--jobs", type=click.IntRange(1), help="Processes; one for each core if left out.")
@resume_option
@json_option
@db_option
@click.pass_context
def compare(
    ctx: click.Context,
    files: tuple[str, ...],
    every: bool,
    readings: tuple[str, ...],
    edition: str,
    jobs: int | None,
    resume: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Rule on games again under another law and report every ruling that changes.

    The exit code is 0 when nothing changes, 1 when a ruling or a result does, or a game of several
    cannot be read. An edition of your own is a page of YAML; what it leaves out is as in its base:

    \b
      edition: 1
      ruleset: voidsiege
      base: "2025.1"
      id: club-2026
      errata: {T4: {text: "Snap Fire is said aloud, at once."}}
      readings: {C1: snap_fire}
      tables: {commands: {overrun: {parts: [run], restrictions: {run: [run]}, target: none}}}
    """
    from adapters.wiring import ledger_on, require_store
    from application.desk.batch.comparison import comparison_in_words, games_compared
    from application.law.law_spec import LawSpec

    if every == bool(files):
        raise click.UsageError("expected records or games to compare, or --all")
    if not (readings or edition):
        raise click.UsageError("say another law with --reading C1=snap_fire or --edition ID")
    if every:
        require_store(store_asked(db))
    opens = partial(ledger_on, store_asked(db))
    other = LawSpec(readings_of(readings), edition)
    with closing(journal_at(resume, f"compare {other} {as_json}")) as journal:
        with click.Context(ctx.command, obj=ctx.obj):  # its store is closed before others open it
            files = tuple(game_or_name(file, db) for file in files)
        sources = _sources(files, every, opens)
        comparison = _compare(sources, other, opens, jobs, journal, in_words=not as_json)
    if as_json:
        print_json(games_compared(comparison))
    else:
        print_text("\n".join(comparison_in_words(comparison, rule_titles())))
    ctx.exit(1 if comparison.changes or comparison.failed else 0)


def _compare(
    sources: "list[Source]",
    other: "LawSpec",
    opens: "Callable[[], Ledger]",
    jobs: int | None,
    journal: "Journal | NoJournal",
    *,
    in_words: bool,
) -> "Comparison":
    """Every ruling that changes in these games. Raises Unusable if none can be compared."""
    from application.desk.archive import compare as compare_games
    from application.desk.compare import BadComparison

    opens_it = None if all(source.is_file for source in sources) else opens
    with unusable(BadComparison), _progress(len(sources)) as tick:
        comparison = compare_games(
            sources, other, opens_it, jobs, tick, in_words=in_words, journal=journal
        )
    if sources and not comparison.checked:
        raise Unusable(f"nothing can be compared: {comparison.failed[0].failed}")
    return comparison


def _sources(files: tuple[str, ...], every: bool, opens: "Callable[[], Ledger]") -> "list[Source]":
    """The games to compare. The store is closed again: no two processes may share a connection."""
    if not every:
        return find_sources(files, False, opens)
    with closing(opens()) as ledger:
        return find_sources((), True, lambda: ledger)


def rule_titles() -> dict[tuple[str, str], str]:
    from application.rulesets import rulesets

    return {
        (ruleset.name, id): edition.title_of(id)
        for ruleset in rulesets()
        for edition in ruleset.editions
        for id in (*edition.rules, *edition.questions)
    }


@contextmanager
def _progress(whole: int) -> Iterator[Callable[[int], None]]:
    """Shows on a terminal how many of the games are done; gives the function to call with that number."""
    hidden = whole == 1 or not draws_progress()
    with click.progressbar(
        length=whole, label="Games", file=sys.stderr, hidden=hidden, show_pos=True
    ) as bar:
        yield lambda done: bar.update(done - bar.pos)
