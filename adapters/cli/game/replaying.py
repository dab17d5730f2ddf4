"""`umpire replay`: replays records without a store, and checks folders against pinned rulings."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adapters.cli.batch import find_sources, is_single_game, lazy_ledger, resume_option, run_batch
from adapters.cli.game_argument import game_or_name
from adapters.cli.options import at_option, db_option, json_option, readings_of
from adapters.cli.output import print_json, print_lines, print_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from application.desk.batch.pinned import ChangedRulings, PinFile, PinWriter
    from application.desk.batch.sources import OpenLedger, Source


@click.command()
@click.argument("files", nargs=-1, metavar="FILE|FOLDER|GAME...")
@json_option
@at_option
@click.option("--strict", is_flag=True, help="Stop at the first step that is not legal.")
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="ID=VALUE",
    help="Read a disputed rule this way in this run; may be given again.",
)
@click.option("--all", "every", is_flag=True, help="Every game of the store, too.")
@click.option(
    "--expect",
    metavar="FILE",
    help="Pin the rulings in this file; once it is there, say which are others.",
)
@click.option("--pin", is_flag=True, help="With --expect: pin them anew.")
@resume_option
@db_option
@click.pass_context
def replay(
    ctx: click.Context,
    files: tuple[str, ...],
    as_json: bool,
    at: int | None,
    strict: bool,
    readings: tuple[str, ...],
    every: bool,
    expect: str | None,
    pin: bool,
    resume: str | None,
    db: str | None,
) -> None:
    """Rule on every step of a game, or of every game of a folder.

    FILE is a record in YAML or JSON, or a sealed file; - reads standard input. The exit code is 0
    when every verdict and the state are as the record notes them, 1 when something differs or a game
    of several cannot be read, 2 when FILE is no record. --expect FILE is for an archive that is
    checked again and again: every ruling that differs from the pinned one is listed by rule.
    """
    if not files and not every:
        raise click.UsageError("expected a FILE, a FOLDER, a GAME, or --all")
    if pin and expect is None:
        raise click.UsageError("--pin goes with --expect FILE")
    files = tuple(game_or_name(file, db) for file in files)
    if is_single_game(files) and not every and expect is None:
        ctx.exit(_one(files[0], as_json, at, strict, readings_of(readings), db))
    if at is not None:
        raise click.UsageError("--at is for one game, not for several")
    if expect is not None and (strict or readings or resume):
        raise click.UsageError("--expect pins every ruling as it is; leave the other options out")
    opens = lazy_ledger(db)
    sources = find_sources(files, every, opens)
    if expect is not None:
        ctx.exit(_hold_to_pins(sources, opens, Path(expect), as_json, anew=pin))
    ctx.exit(_several(sources, opens, as_json, strict, readings_of(readings), resume))


def _one(
    name: str,
    as_json: bool,
    at: int | None,
    strict: bool,
    readings: "Mapping[str, str]",
    db: str | None,
) -> int:
    from application.desk.batch.sources import Source, is_file, record_of
    from application.records.replay import replay as play_record
    from application.records.replay_account import account_of, replay_lines

    record = record_of(Source(name, is_file(name)), lazy_ledger(db))
    replayed = play_record(record, readings, strict=strict, at=at)
    if as_json:
        print_json(account_of(replayed))
    else:
        print_lines(replay_lines(replayed))
    return 1 if replayed.mismatches else 0


def _several(
    sources: "Sequence[Source]",
    opens: "OpenLedger",
    as_json: bool,
    strict: bool,
    readings: "Mapping[str, str]",
    resume: str | None,
) -> int:
    from application.desk.batch.examining import replays

    task = f"replay {dict(readings)} {strict}"
    look = replays(opens, readings, strict=strict)
    tally = run_batch(sources, look, task=task, resume=resume, as_json=as_json)
    return 1 if tally.fell_out else 0


def _hold_to_pins(
    sources: "Sequence[Source]", opens: "OpenLedger", path: Path, as_json: bool, *, anew: bool
) -> int:
    from application.desk.batch.pinned import BadPins, PinFile, PinWriter

    try:
        file = PinWriter(path) if anew or not path.exists() else PinFile(path)
    except BadPins as why:
        raise click.BadParameter(str(why)) from None
    if isinstance(file, PinWriter):
        exit_code = _pin(sources, opens, file, as_json)
        if not as_json:
            print_text(f"\nThe rulings are pinned in {path}.")
        return exit_code
    try:
        return _compare_with(sources, opens, file, as_json)
    finally:
        file.close()


def _pin(sources: "Sequence[Source]", opens: "OpenLedger", file: "PinWriter", as_json: bool) -> int:
    from application.desk.batch.pinned import pins

    try:
        tally = run_batch(sources, pins(opens, file), task="pin", as_json=as_json)
        file.finish()
    except BaseException:  # Ctrl-C too leaves no half-written file
        file.give_up()
        raise
    return 1 if tally.fell_out else 0


def _compare_with(
    sources: "Sequence[Source]", opens: "OpenLedger", pins: "PinFile", as_json: bool
) -> int:
    from application.desk.batch.pinned import ChangedRulings, expects

    changes = ChangedRulings()

    def rest() -> dict[str, Any]:
        return {"by_rule": changes.told(), "gone": list(pins.left)}

    look = expects(opens, pins, changes)
    tally = run_batch(sources, look, task="expect", as_json=as_json, more=rest)
    if not as_json:
        print_text("\n".join(_by_rule(changes, list(pins.left))))
    return 1 if tally.fell_out or pins.left else 0


def _by_rule(changes: "ChangedRulings", gone: list[str]) -> "list[str]":
    from adapters.cli.desk.comparing import rule_titles
    from domain.kernel.wording import count

    lines = ["", "Ruled otherwise than pinned, by rule:"] if changes.by_rule else []
    titles = rule_titles() if changes.by_rule else {}
    for (ruleset, rule), number in changes.by_rule.most_common():
        games = changes.games[ruleset, rule]
        title = titles.get((ruleset, rule), "")
        where = games[0] if len(games) == 1 else f"{count(len(games), 'game')}, first {games[0]}"
        lines.append(f"  {ruleset} {rule}  {title}: {count(number, 'ruling')} in {where}")
    if gone:
        lines += ["", "Pinned, and no longer among them:", *(f"  {name}" for name in gone)]
    return lines
