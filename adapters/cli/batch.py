"""What commands over many games share: a line for each game, a progress bar, a table at the end."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adapters.cli.output import STYLES, colour, draws_progress, plain, print_text

if TYPE_CHECKING:
    from application.desk.batch.going_over import Outcome, Tally, Work
    from application.desk.batch.journal import Journal, NoJournal
    from application.desk.batch.sources import Source
    from application.ledger.ledger import Ledger

resume_option = click.option(
    "--resume",
    metavar="FILE",
    help="Keep here what was found, file by file, and take it up again from there.",
)
ERASED = "\r\x1b[2K"
BAD = ("differs", "changed", "replaced", "broken", "does not hold")
ODD = ("in error", "ruled otherwise", "new")
TONES = dict.fromkeys(BAD, "illegal") | dict.fromkeys(ODD, "undetermined")
MOST_TWICE = 20
"""Most duplicate games that are named."""


def is_single_game(names: Sequence[str]) -> bool:
    """Whether the arguments name exactly one game, and no folder."""
    return len(names) == 1 and not Path(names[0]).is_dir()


def lazy_ledger(db: str | None) -> "Callable[[], Ledger]":
    """A function that opens the store at its first call, and gives the same ledger at every later one."""
    from adapters.cli.options import ledger_at

    opened: list[Ledger] = []

    def opens() -> "Ledger":
        if not opened:
            opened.append(ledger_at(db))
        return opened[0]

    return opens


def find_sources(
    names: Sequence[str], every: bool, opens: "Callable[[], Ledger]", *, streams: bool = False
) -> "list[Source]":
    """The games that the arguments name. `every`: those of the store too; `streams`: its other logs too.

    Raises click.UsageError where names are given and no game is found, and for an empty name.
    """
    from application.desk.batch.going_over import sources_of
    from application.desk.batch.sources import Source
    from application.ledger.streams import is_stream

    # A path would read the empty name, as of a variable that is not set, as the folder one is in.
    if "" in names:
        raise click.UsageError("“” is the name of nothing; expected a game, a file or a folder")
    sources = list(sources_of(names))
    if every:
        there = (name for name in opens().rows.names() if streams or not is_stream(name))
        sources += [Source(name, is_file=False) for name in there]
    if not sources and names:
        where = ", ".join(names)
        raise click.UsageError(f"there is no game in {where}; expected records or sealed files")
    return sources


def run_batch(
    sources: "Sequence[Source]",
    work: "Work",
    *,
    task: str,
    resume: str | None = None,
    as_json: bool = False,
    more: Callable[[], dict[str, Any]] = dict,
) -> "Tally":
    """Goes over the games, prints the outcome of each and a table at the end; gives the tally.

    `more` gives further fields of the JSON value; it is called at the end.
    """
    from application.answer import as_json as plain_values
    from application.desk.batch.going_over import Tally, go_over

    tally, journal = Tally(), journal_at(resume, task)
    try:
        with _showing(len(sources), as_json) as show:
            for outcome, new in go_over(sources, work, tally, journal):
                show(outcome, new)
    finally:
        journal.close()
    if as_json:
        rest = plain_values({"summary": tally.summary(), **more()})
        click.echo(f"],\n{json.dumps(rest, ensure_ascii=False, indent=1)[1:]}")
    else:
        print_text("\n".join(table(tally)))
    return tally


def journal_at(path: str | None, task: str) -> "Journal | NoJournal":
    """The journal that --resume names, of this task; NoJournal without one.

    Results found under other rules than today's are ignored.
    """
    from application.desk.batch.journal import BadJournal, Journal, NoJournal
    from application.ledger.snapshots import snapshot_name
    from application.rulesets import FOLDERS

    if path is None:
        return NoJournal()
    try:
        return Journal(Path(path), " ".join((task, *map(snapshot_name, FOLDERS))))
    except BadJournal as why:
        raise click.BadParameter(str(why)) from None


@contextmanager
def _showing(number: int, as_json: bool) -> "Iterator[Callable[[Outcome, bool], None]]":
    """Gives a function that prints an outcome; on a terminal there is a progress bar below."""
    hidden = number == 1 or not draws_progress()
    erase = not hidden and sys.stdout.isatty()
    first = True
    with click.progressbar(
        length=number, label="Games", file=sys.stderr, hidden=hidden, show_pos=True
    ) as bar:

        def show(outcome: "Outcome", new: bool) -> None:
            nonlocal first
            if erase:
                click.echo(ERASED, nl=False, err=True)
            if as_json:
                text = json.dumps(outcome.as_json(), ensure_ascii=False)
                click.echo(f'{{"games": [{text}' if first else f",\n {text}", nl=False)
            elif new:
                click.echo(_line(outcome), color=colour())
            first = False
            bar.update(1)

        yield show
        if as_json and first:
            click.echo('{"games": [', nl=False)


def _line(outcome: "Outcome") -> str:
    """The line of one game: the outcome first."""
    style = STYLES[TONES.get(outcome.outcome, "legal")]
    told = plain(f"{outcome.name}: {outcome.said}").replace("\n", " ")
    return f"{click.style(outcome.outcome, **style)}  {told}"


def table(tally: "Tally") -> Iterator[str]:
    """The lines of the final table: counts by kind, games that failed and why, duplicates."""
    rows = [*tally.outcomes.most_common(), ("games", tally.games)]
    wide = max(len(word) for word, _ in rows)
    far = max(len(f"{number:,}") for _, number in rows)
    yield ""
    yield from (f"{word:<{wide}}  {number:>{far},}" for word, number in rows)
    if tally.fell_out:
        yield ""
        yield "Fell out:"
        for outcome in tally.fell_out:
            yield f"  {outcome.outcome}: {outcome.name}: {plain(outcome.said)}"
    if tally.twice:
        yield ""
        yield "The same game twice:"
        yield from (f"  {name} is {first}" for name, first in tally.twice[:MOST_TWICE])
        if len(tally.twice) > MOST_TWICE:
            yield f"  and {len(tally.twice) - MOST_TWICE:,} more"
