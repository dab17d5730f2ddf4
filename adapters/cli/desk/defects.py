"""`umpire wrong` and `umpire defects`: what umpire rules wrongly, as judges say, kept for its authors."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import Unusable, unusable
from adapters.cli.game.stepping import (
    departing_option,
    keep_told_step,
    say_ruling,
    taken_step,
)
from adapters.cli.game_argument import GameCommand
from adapters.cli.json_output import print_told
from adapters.cli.options import (
    because_option,
    db_option,
    find_ruleset_name,
    game_argument,
    json_option,
    open_at,
    store_asked,
    umpire_at,
)
from adapters.cli.output import print_json, print_text

if TYPE_CHECKING:
    from application.desk.defects import Defect, DefectIndex


@click.command(cls=GameCommand)
@game_argument
@click.argument("entry", type=int, metavar="N")
@click.option(
    "--should",
    type=click.Choice(["legal", "illegal"]),
    required=True,
    help="What the rulebook says it is.",
)
@because_option
@departing_option
@json_option
@db_option
def wrong(
    game: str,
    entry: int,
    should: str,
    because: str,
    departing: str,
    as_json: bool,
    db: str | None,
) -> None:
    """Judge: umpire ruled wrongly on entry N; overrule it, and keep a small record for its authors.

    Where the game has gone on too far to be overruled, the log says so, and the record is kept all the same.
    """
    from application.desk.defects import NoDefect, RuledWrong, check_defect
    from domain.kernel.values import fields_of

    umpire, index = umpire_at(db), _index(db)
    index.rows.read_upto()  # a store that has no place for it says so before anything is done
    with unusable(NoDefect):
        check_defect(umpire.game(game).game, entry, should)
    said = {
        "by": "judge",
        "do": "overrule",
        "entry": entry,
        "verdict": should,
        "because": because,
        "defect": True,
    }
    recorded = keep_told_step(umpire, game, said, as_json, departing=departing)
    defect = _defect_of(index, game, recorded.entry.n)
    if as_json:
        step = taken_step(umpire, game, recorded)
        print_json(RuledWrong(**fields_of(step), defect=defect))
        return
    say_ruling(umpire, game, recorded)
    if defect is not None:
        print_text(f"For the authors: defect {defect.id}. {defect.left}".rstrip())


def _defect_of(index: "DefectIndex", game: str, judged: int) -> "Defect | None":
    """The defect that a judge's entry speaks of, taken in just now; None where it speaks of none."""
    from application.desk.defects import NoDefect

    index.take_in(game)
    try:
        return index.defect_of(game, judged)
    except NoDefect:
        return None


def _index(db: str | None) -> "DefectIndex":
    """The defects of the store that the options name; it is closed after the command."""
    from adapters.wiring import defect_index_on, require_store

    require_store(store_asked(db))
    return open_at(defect_index_on, db)


@click.command()
@click.argument("id", required=False, metavar="[ID]")
@click.option("--ruleset", default="", metavar="NAME", help="Of this ruleset.")
@click.option(
    "--open/--settled", "unsettled", default=None, help="Ruled so still, or mended since."
)
@click.option(
    "-o",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write their records into this folder, a file each.",
)
@json_option
@db_option
def defects(
    id: str | None,
    ruleset: str,
    unsettled: bool | None,
    folder: Path | None,
    as_json: bool,
    db: str | None,
) -> None:
    """List what judges say umpire rules wrongly, and what is settled since; with ID print its record.

    A record passes “umpire replay” once it is ruled as the judge did.
    """
    from application.desk.defects import Defects, NoDefect

    index = _index(db)
    for sentence in index.catch_up():
        click.echo(f"umpire: left out: {sentence}", err=True)
    with unusable(NoDefect):
        if id is not None:
            defect = index.find(id)
            print_json(defect) if as_json else click.echo(defect.text(), nl=False)
            return
    name = find_ruleset_name(ruleset) if ruleset else ""
    listed = tuple(
        defect
        for defect in index.defects()
        if name in ("", defect.ruleset) and unsettled in (None, not defect.settled)
    )
    if folder is not None:
        _write(folder, listed, as_json)
    elif as_json:
        print_json(Defects(listed))
    else:
        print_text("\n".join(line for defect in listed for line in defect.lines()) or NONE)


NONE = "No judge has said so of any ruling in this store."


def _write(folder: Path, listed: "tuple[Defect, ...]", as_json: bool) -> None:
    """Writes the records; a file of the same defect is written anew."""
    written = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for defect in listed:
            if defect.record is not None:
                (folder / defect.file).write_text(defect.text(), encoding="utf-8")
                written.append(defect.file)
    except OSError as why:
        raise Unusable(f"{folder} cannot be written: {why.strerror or why}.") from None
    told = f"{len(written)} in {folder}." if written else f"There is none to write into {folder}."
    if as_json:
        print_told("defects", [told], folder=str(folder), records=written)
    else:
        print_text(told)
