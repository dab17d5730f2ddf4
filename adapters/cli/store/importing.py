"""`umpire import`: takes games into the store from records and sealed files."""

import sys
from pathlib import Path
from typing import Any

import click

from adapters.cli.batch import find_sources, is_single_game, lazy_ledger, run_batch
from adapters.cli.options import db_option, json_option, open_at, umpire_at
from adapters.cli.output import draws_progress, print_json, print_text
from domain.kernel.wording import count

LONG = 4
"""Most steps without a progress bar."""


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE|FOLDER...")
@json_option
@db_option
@click.pass_context
def import_(ctx: click.Context, files: tuple[str, ...], as_json: bool, db: str | None) -> None:
    """Open a game from a record and take all its steps, legal or not.

    The id stands alone on the last line. A sealed file comes in under the id it has, row for row. Of a
    folder every game is taken in once: repeated after an interruption, the command goes on where it
    was; the exit code is then 1 when one cannot be read.
    """
    from application.seal.seal import is_sealed

    if not is_single_game(files):
        ctx.exit(_several(files, as_json, db))

    if is_sealed(Path(files[0])):
        _import_sealed(files[0], as_json, db)
    else:
        _record(files[0], as_json, db)


def _record(file: str, as_json: bool, db: str | None) -> None:
    from application.desk.batch.importing import Imported
    from application.game.umpire import TOGETHER
    from application.records.expectations import expectations_in
    from application.records.records import open_record, read_record
    from application.records.replay_account import places_differ

    record = read_record(file)
    open_record(record)
    umpire = umpire_at(db, begins=True)
    game = umpire.open(record.opening)
    verdicts: dict[str, int] = {}
    said = [noted.said for noted in record.steps]
    with _progress(range(0, len(said), TOGETHER)) as parts:
        for first in parts:
            for taken in umpire.steps(game, said[first : first + TOGETHER]):
                verdict = taken.entry.ruling.verdict
                verdicts[verdict] = verdicts.get(verdict, 0) + 1
    expectations = expectations_in(umpire.store)
    expectations.keep(game, record, umpire.clock())
    if as_json:
        print_json(Imported(game, len(said), verdicts, there_already=False))
        return
    counted = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    steps = "1 step taken" if len(record.steps) == 1 else f"{len(record.steps)} steps taken"
    print_text(f"{steps}{': ' if counted else ''}{counted}")
    expected = expectations.of(game)
    differs = expected.mismatches(umpire.game(game).game) if expected else []
    if differs:
        print_text(f"{places_differ(len(differs))} “umpire log {game}” marks each entry.")
    click.echo(game)


def _progress(steps: Any) -> Any:
    hidden = len(steps) < LONG or not draws_progress()
    return click.progressbar(steps, label="Steps", file=sys.stderr, hidden=hidden)


def _import_sealed(file: str, as_json: bool, db: str | None) -> None:
    from application.desk.batch.importing import THERE, Imported, take_sealed
    from application.game.stored_game import viewable_game

    umpire = umpire_at(db, begins=True)
    outcome = take_sealed(file, lazy_ledger(db)())
    game = outcome.details["game"]
    length = viewable_game(umpire, game).length
    there = outcome.outcome == THERE
    if as_json:
        print_json(Imported(game, length, {}, there))
        return
    print_text(
        "It is there already." if there else f"Taken in, {count(length, 'entry', 'entries')}."
    )
    click.echo(game)


def _several(files: tuple[str, ...], as_json: bool, db: str | None) -> int:
    from adapters.stores.import_table import ImportTable
    from adapters.wiring import tables_on
    from application.desk.batch.importing import takes_in

    opens = lazy_ledger(db)
    sources = find_sources(files, False, opens)
    umpire = umpire_at(db, begins=True)
    umpire.most_live = 1
    work = takes_in(umpire, opens(), ImportTable(open_at(tables_on, db)))
    tally = run_batch(sources, work, task="import", as_json=as_json)
    return 1 if tally.fell_out else 0
