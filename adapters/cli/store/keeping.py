"""`umpire verify` and `export`: checks what is stored, and writes it as a record."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.batch import find_sources, is_single_game, lazy_ledger, resume_option, run_batch
from adapters.cli.game.stepping import receipt_key
from adapters.cli.game_argument import GameCommand, GamesCommand
from adapters.cli.json_output import told_as_json
from adapters.cli.options import (
    db_option,
    game_argument,
    json_option,
    ledger_at,
    open_at,
    umpire_at,
)
from adapters.cli.output import draws_progress, print_json, print_lines, print_text

if TYPE_CHECKING:
    from application.event.log.proving import CheckResult
    from application.game.live_game import LiveGame
    from application.game.seating.examined import SeatTables
    from application.game.transcript import Line
    from application.ledger.ledger import Ledger
    from application.ledger.verified import VerifiedGame
    from application.records.expectations import RulingsExpected
    from application.seal.receipt import Receipt


@click.command(cls=GamesCommand)
@click.argument("games", nargs=-1, metavar="[GAME|FILE|FOLDER]...")
@click.option("--all", "every", is_flag=True, help="Every game of the store.")
@click.option("--slip", metavar="CODE", help="Of a sealed file: what the result slip says.")
@click.option(
    "--signed-by",
    metavar="KEY",
    help="The signer's public key: KEY.pub, or name+id+key.",
)
@click.option(
    "--record",
    metavar="FILE",
    help="Of a slip: the sealed game at hand; of a proof of growth: the checkpoint kept.",
)
@click.option(
    "--since",
    multiple=True,
    metavar="CHECKPOINT",
    help="With --all: hold the store against this one, too.",
)
@click.option(
    "--receipt", metavar="TEXT", help="Whether the store still holds what it acknowledged."
)
@click.option("--page", metavar="FILE", help="Write the page that checks files in any browser.")
@resume_option
@json_option
@db_option
@click.pass_context
def verify(
    ctx: click.Context,
    games: tuple[str, ...],
    every: bool,
    slip: str | None,
    signed_by: str | None,
    record: str | None,
    since: tuple[str, ...],
    receipt: str | None,
    page: str | None,
    resume: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Examine a stored game, a sealed file or a slip: its chain, its entries, every ruling again.

    The exit code is 1 when something is not as it was written, 3 when the rules of today come to
    something else; the first entry of which it is so is named. Of a folder every sealed file is
    examined, and every record replayed. With --all the database checks itself first, and the store is
    held against the checkpoints that were signed of it.
    """
    from application.desk.batch.sources import is_file

    if page is not None:
        ctx.exit(_print_told(as_json, lambda: _write_page(page)))
    if receipt is not None:
        ctx.exit(_print_told(as_json, lambda: _receipt_holds(receipt, signed_by, db)))
    if since and not every:
        raise click.UsageError("--since belongs to --all")
    if not games and not every:
        raise click.UsageError("expected a GAME, a sealed FILE, a FOLDER, or --all")
    if is_single_game(games) and not every and is_file(games[0]):
        ctx.exit(_file_holds(games[0], slip, signed_by, record, as_json))
    if slip or signed_by:
        raise click.UsageError("--slip and --signed-by belong to a sealed file")
    if games and not (is_single_game(games) and not every):
        ctx.exit(_several(games, every, resume, as_json, db))
    ctx.exit(_stored_hold(games, since, as_json, db))


def _print_told(as_json: bool, holds: Callable[[], bool]) -> int:
    """Prints what this prints, as JSON where it is asked for; gives the exit code."""

    def prints() -> int:
        return 0 if holds() else 1

    return told_as_json(prints) if as_json else prints()


def _write_page(path: str) -> bool:
    from adapters.check_page import page
    from application.new_file import write_new

    write_new(Path(path), page().encode())
    print_text(f"{path}: open it in a browser, and drop sealed games, slips and proofs on it")
    return True


def _file_holds(
    name: str, slip: str | None, signed_by: str | None, record: str | None, as_json: bool
) -> int:
    """Prints whether a sealed file or a slip holds; gives the exit code."""
    from application.event.log.checkpoint import is_checkpoint
    from application.event.log.growth import is_growth
    from application.event.log.short_slip import is_slip
    from application.event.log.slip import MOST_BYTES
    from application.named_file import beginning_of

    raw = beginning_of(name, MOST_BYTES + 1)
    keys = [signed_by] if signed_by else []
    if is_slip(raw):
        from adapters.cli.event.proofs import verify_slip

        return _print_told(as_json, lambda: verify_slip(raw, name, keys, record))
    if is_growth(raw):
        from adapters.cli.event.growth import verify_growth

        return _print_told(as_json, lambda: verify_growth(raw, name, keys, record))
    if is_checkpoint(raw):
        raise click.UsageError(
            f"{name} is a checkpoint: “umpire event examine EVENT {name}” holds an event against it, "
            f"“umpire verify --all --since {name}” a store"
        )
    from adapters.cli.store.sealing import verify_file

    return verify_file(name, as_json, slip, signed_by)


def _several(
    games: tuple[str, ...], every: bool, resume: str | None, as_json: bool, db: str | None
) -> int:
    from adapters.cli.store.sealing import RULED_OTHERWISE
    from application.desk.batch.examining import OTHERWISE, verifies

    opens = lazy_ledger(db)
    sources = find_sources(games, every, opens, streams=True)
    tally = run_batch(sources, verifies(opens), task="verify", resume=resume, as_json=as_json)
    fallen = {outcome.outcome for outcome in tally.fell_out}
    return RULED_OTHERWISE if fallen == {OTHERWISE} else 1 if fallen else 0


def _stored_hold(
    games: tuple[str, ...], since: tuple[str, ...], as_json: bool, db: str | None
) -> int:
    """Prints whether these games hold, or the whole store; gives the exit code."""
    from adapters.cli.store.sealing import RULED_OTHERWISE
    from adapters.wiring import tables_on
    from application.event.log.whole_store import StoreHeld
    from application.game.seating.examined import names_to_examine
    from application.ledger.verified import OTHERWISE, Held

    ledger = ledger_at(db)
    names = list(games) or names_to_examine(ledger)
    tables = open_at(tables_on, db)
    whole = [] if games else _store_examined(since, db)
    if not as_json:
        for check_result in whole:
            print_text(check_result.in_words())
    examined = []
    for verified in _examinations(ledger, tables, names, hidden=as_json):
        examined.append(verified)
        if not as_json:
            print_lines([_line(verified)])
    if as_json:
        print_json(StoreHeld(tuple(whole), tuple(map(Held.of, examined))))
    faults = {verified_game.fault for verified_game in examined} - {None}
    if not all(check.holds for check in whole):
        return 1
    return RULED_OTHERWISE if faults == {OTHERWISE} else 1 if faults else 0


def _examinations(
    ledger: "Ledger", tables: "SeatTables", names: Sequence[str], *, hidden: bool
) -> "Iterator[VerifiedGame]":
    """Examines each of these games; a terminal is shown how many are done, unless `hidden`."""
    from application.game.seating.examined import examine

    hidden = hidden or len(names) == 1 or not draws_progress()
    with click.progressbar(names, label="Games", file=sys.stderr, hidden=hidden) as progress:
        for name in progress:
            yield examine(ledger, tables, name)


def _store_examined(since: tuple[str, ...], db: str | None) -> "list[CheckResult]":
    """What was looked at of the store as a whole."""
    from adapters.cli.event.options import repository_at
    from adapters.cli.event.proofs import checkpoint_in
    from application.event.log.whole_store import store_examined

    kept = [checkpoint_in(path) for path in since]
    return list(store_examined(repository_at(db), kept))


def _receipt_holds(text: str, signed_by: str | None, db: str | None) -> bool:
    from application.seal.receipt import BadReceipt, receipt_of, why_broken

    try:
        receipt = receipt_of(text)
    except BadReceipt as why:
        raise click.BadParameter(str(why)) from None
    because = why_broken(ledger_at(db), receipt) or _why_not_signed(receipt, signed_by)
    if because:
        print_text(f"does not hold: {because}")
        return False
    told = f"holds: entry {receipt.entry} of “{receipt.game}” stands as it was acknowledged"
    if not receipt.signature:
        told = f"{told}; it is not signed"
    elif not (signed_by or receipt_key()):
        told = f"{told}; its signature was not examined, since no key is named (--signed-by)"
    print_text(told)
    return True


def _why_not_signed(receipt: "Receipt", signed_by: str | None) -> str:
    """Why the signature does not hold under the key named, or else under the store's own; else empty."""
    from adapters.cli.public_key import key_bytes

    if signed_by:
        holds = receipt.signed_by(key_bytes(signed_by))
        return "" if holds else "the key that is named did not sign it"
    own = receipt_key()
    if own is None or not receipt.signature:
        return ""
    holds = receipt.signed_by(own.public_key().public_bytes_raw())
    return "" if holds else "the key that signs here (UMPIRE_RECEIPT_KEY) did not sign it"


def _line(verified_game: "VerifiedGame") -> "Line":
    from application.game.transcript import Line
    from application.ledger.streams import is_stream
    from domain.kernel.wording import count

    if verified_game.holds and is_stream(verified_game.game):
        rows = count(verified_game.entries, "row")
        text = (
            f"{verified_game.game}: {rows}, every link holds; head {verified_game.head.digest[:12]}"
        )
        return Line(text, "holds", "legal")
    if verified_game.holds:
        entries = count(verified_game.entries, "entry", "entries")
        besides = _other_words(verified_game.reworded) + _chance(verified_game.chance)
        head = f"head {verified_game.head.digest[:12]}{_law(verified_game)}"
        text = f"{verified_game.game}: {entries}, every ruling the same again{besides}; {head}"
        return Line(text, "holds", "legal")
    entry = None if is_stream(verified_game.game) else verified_game.entry
    where = "" if entry is None else f" entry {entry}:"
    return Line(
        f"{verified_game.game}:{where} {verified_game.because}{_law(verified_game)}",
        "does not hold",
        "illegal",
    )


def _chance(times: int) -> str:
    """That what was made together follows from what was revealed (G8)."""
    if not times:
        return ""
    each = "it follows" if times == 1 else "each follows"
    return f"; chance made together: {times}, {each} from what was revealed"


def _law(verified_game: "VerifiedGame") -> str:
    if not verified_game.under_another_law:
        return ""
    return (
        f"; it was opened under the law {verified_game.law}, which is {verified_game.law_now} today"
    )


def _other_words(entries: tuple[int, ...]) -> str:
    if not entries:
        return ""
    what = "entry" if len(entries) == 1 else "entries"
    return f" ({what} {', '.join(map(str, entries))} in other words)"


@click.command(cls=GameCommand)
@game_argument
@click.option("--as", "kind", type=click.Choice(["record"]), default="record", help="As a record.")
@click.option("--json", "as_json", is_flag=True, help="The record as JSON instead of YAML.")
@click.option(
    "--ruled", is_flag=True, help="Note the rulings, whatever an imported record expects."
)
@click.option("-o", "--output", metavar="FILE", help="Write it to a new file.")
@db_option
def export(
    game: str,
    kind: str,  # noqa: ARG001
    as_json: bool,
    ruled: bool,
    output: str | None,
    db: str | None,
) -> None:
    """Write the game as a record that replays to the same rulings and the same state.

    Each ruling is noted. Of a game that was imported from a record with notes of its own, those are
    given back instead.
    """
    from application.new_file import write_new
    from application.records.expectations import expectations_in

    umpire = umpire_at(db)
    live = umpire.game(game)
    expected = None if ruled else expectations_in(umpire.store).of(game)
    text = _record_text(live, as_json, expected)
    if output is None:
        click.echo(text, nl=False)
        return
    write_new(Path(output), text.encode())


def _record_text(live: "LiveGame", as_json: bool, expected: "RulingsExpected | None") -> str:
    import json

    from application.records.exports import as_record, as_yaml

    if as_json:
        content = as_record(live.game, live.times, expected)
        return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    return as_yaml(live.game, live.times, expected)
