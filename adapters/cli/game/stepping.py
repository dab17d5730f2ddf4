"""`umpire step`, `overrule`, `played`: commands that take a step."""

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import Unusable
from adapters.cli.game.standing_answers import answers_after, told_below
from adapters.cli.game_argument import GameCommand, StepsCommand
from adapters.cli.options import (
    because_option,
    db_option,
    game_argument,
    json_option,
    open_at,
    umpire_at,
)
from adapters.cli.output import plain, print_json, print_lines

departing_option = click.option(
    "--departing",
    default="",
    metavar="REASON",
    help="Why a judge's ruling departs from an earlier one on a like situation.",
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from application.game.umpire import Umpire
    from application.ledger.store import Recorded
    from application.seal.receipt import TakenStep
    from domain.kernel.history import Game
    from domain.kernel.steps import Said


@click.command(cls=StepsCommand, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True, metavar="[GAME] STEP…|NUMBER|-")
@click.option("--keep", is_flag=True, help="Also words that are nothing in this game.")
@click.option("--as-said", "whole", is_flag=True, help="The words are all that was said.")
@click.option("--at", type=int, metavar="N", help="Only while entry N is the newest.")
@departing_option
@json_option
@db_option
def step(
    game: str,
    words: tuple[str, ...],
    keep: bool,
    whole: bool,
    at: int | None,
    departing: str,
    as_json: bool,
    db: str | None,
) -> None:
    """Take a step: it is ruled on and kept with its ruling.

    umpire step ana a1 assault charge b1: who, and words in any order. NUMBER is one of those that
    “umpire options” lists. by=ana do=declare unit=a1 command=move, or one YAML mapping, says
    everything by its name. What was said by half is asked about; --as-said keeps it as it is.
    With - every line of standard input is a step, and each ruling is printed as soon as it is kept.
    """
    from application.records.short_steps import UnclearStep

    umpire = umpire_at(db)
    if words == ("-",):
        _stream(umpire, game, as_json, keep=keep, whole=whole)
        return
    if not words:
        raise UnclearStep("say a step behind the game, such as: ana a1 assault charge b1.")
    played = umpire.game(game, fresh=False).game
    said, numbered = _said_in(played, words, keep=keep, whole=whole)
    # A number means what it meant on the table that was looked at.
    at = played.length if numbered and at is None else at
    rule(umpire, game, said, as_json, at, departing)


def _said_in(
    game: "Game", words: tuple[str, ...], *, keep: bool, whole: bool
) -> "tuple[Said, bool]":
    """The step, and whether it was said by its number; what is not clear may be insisted on."""
    from adapters.cli import NOT_TEXT, is_text
    from application.records.numbered import typed_step
    from application.records.short_steps import SaidByHalf, UnclearStep, UnknownWord

    if not is_text(words):
        raise UnclearStep(NOT_TEXT)
    try:
        return typed_step(game, words, keep=keep, whole=whole)
    except UnknownWord as why:
        raise UnknownWord(f"{why} Nothing is kept; --keep insists.") from None
    except SaidByHalf as why:
        raise SaidByHalf(f"{why} If no more was said: --as-said.") from None


def _stream(umpire: "Umpire", game: str, as_json: bool, *, keep: bool, whole: bool) -> None:
    from application.game.checked_step import NotAStep
    from application.records.records import BadRecord

    umpire.game(game)
    receipt_key()
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            now = umpire.game(game, fresh=False).game
            said, _ = _said_in(now, (line,), keep=keep, whole=whole)
            recorded = keep_step(umpire, game, said)
        except (BadRecord, NotAStep) as why:
            if not sys.stdin.isatty():
                raise BadRecord(f"line {number}: {why}") from None
            click.echo(f"umpire: {plain(str(why))}", err=True)
            continue
        with _telling(recorded):
            if as_json:
                print_json(taken_step(umpire, game, recorded), indent=None)
            else:
                click.echo(plain(_on_a_line(now, recorded)))
        for answered in answers_after(umpire, game):
            if not as_json:
                click.echo(plain(_on_a_line(now, answered)))
        sys.stdout.flush()


@contextmanager
def _telling(recorded: "Recorded") -> "Iterator[None]":
    """Where the ruling cannot be written, the error says that the step is kept all the same."""
    try:
        yield
    except OSError as why:
        kept = f"entry {recorded.entry.n} is kept, but the output could not be written"
        raise OSError(why.errno, why.strerror, kept) from None


def _on_a_line(game: "Game", recorded: "Recorded") -> str:
    """The first line of the entry, the reason where it was refused, and the rules."""
    from application.game.transcript import entry_lines
    from domain.kernel.ruling import LEGAL

    ruling = recorded.entry.ruling
    first = next(entry_lines(recorded.entry, game.law.edition, game.ruleset))
    reason = "" if ruling.verdict == LEGAL else f" {ruling.reason}"
    cites = f" ({', '.join(ruling.cites)})" if ruling.cites else ""
    return f"{first.lead} {first.text}{reason}{cites}".replace("\n", " ")


def taken_step(umpire: "Umpire", game: str, recorded: "Recorded") -> "TakenStep":
    """A step that was just stored, with its receipt."""
    from application.seal.receipt import step_with_receipt

    return step_with_receipt(umpire.game(game, fresh=False), recorded, receipt_key())


def rule(
    umpire: "Umpire",
    game: str,
    said: "Said",
    as_json: bool,
    at: int | None = None,
    departing: str = "",
) -> None:
    """Keeps the step and prints its ruling.

    A judge's ruling that departs from an earlier one needs a reason, `departing`; a terminal is asked.
    """
    recorded = keep_told_step(umpire, game, said, as_json, at, departing)
    with _telling(recorded):
        if as_json:
            print_json(taken_step(umpire, game, recorded))
        else:
            say_ruling(umpire, game, recorded)
    for answered in answers_after(umpire, game):
        if not as_json:
            say_ruling(umpire, game, answered)
            print_lines([told_below()])


def keep_told_step(
    umpire: "Umpire",
    game: str,
    said: "Said",
    as_json: bool,
    at: int | None = None,
    departing: str = "",
) -> "Recorded":
    """Keeps the step, once what goes with it has been said; see `rule`."""
    if said.get("do") == "overrule":
        said = _with_reason_to_depart(umpire, game, said, departing)
    if not as_json:
        at = _newest_when_told(umpire.game(game, fresh=False).game, said, at)
    return keep_step(umpire, game, said, at)


MOST_GOING = 6
"""Most entries that are told one by one before a judge's step takes them back."""


def _newest_when_told(game: "Game", said: "Said", at: int | None) -> int | None:
    """Says what goes with a judge's step, before it is done; a terminal is asked.

    The newest entry as it was told: a step that comes in meanwhile was not among it. Raises Unusable.
    """
    from application.desk.preview import preview
    from application.game.checked_step import check_judges_words, named_entry

    if not named_entry(said):
        return at
    check_judges_words(game, said)
    tried = preview(game, said)
    if not tried.takes_back and not tried.brings_back:
        return at
    for title, entries in (("Goes:", tried.takes_back), ("Comes back:", tried.brings_back)):
        happened = [
            entry for entry in entries if entry.verdict == "legal" and _is_played(game, entry.n)
        ]
        for affected_entry in happened[:MOST_GOING]:
            click.echo(plain(f"{title} {affected_entry.n}. {affected_entry.words}"))
        if len(happened) > MOST_GOING:
            click.echo(f"{title} {len(happened) - MOST_GOING} more before these")
    if sys.stdin.isatty() and not click.confirm("Do it?", default=True, err=True):
        raise Unusable("nothing is done.")
    return tried.entry if at is None else at


def _is_played(game: "Game", n: int) -> bool:
    """Whether the entry is a player's and one that the game goes on by."""
    from application.game.claims import NOBODY_GOES_ON

    said = game.entry(n).said
    return said["by"] != "judge" and said["do"] not in NOBODY_GOES_ON


def keep_step(umpire: "Umpire", game: str, said: "Said", at: int | None = None) -> "Recorded":
    """The step with its ruling, kept; with `at` only while that entry is the newest."""
    from application.game.checked_step import check_judges_words
    from application.game.umpire import MovedOn
    from application.records.short_steps import UnclearStep

    receipt_key()  # a key that cannot be read is told before anything is kept
    check_judges_words(umpire.game(game, fresh=False).game, said)
    try:
        recorded = umpire.step(game, said, expected_entry=at)
        live = umpire.game(game, fresh=False)
        return recorded._replace(entry=umpire.tables.codec_of(live).entry(live, recorded.entry))
    except MovedOn as why:
        raise UnclearStep(f"{why}; nothing is kept.") from None


def say_ruling(umpire: "Umpire", game: str, recorded: "Recorded") -> None:
    """Prints an entry that was just kept, and its receipt where the store has a key that signs."""
    from application.game.transcript import entry_lines

    live, key = umpire.game(game, fresh=False), receipt_key()
    print_lines(entry_lines(recorded.entry, live.game.law.edition, live.game.ruleset))
    if key is not None:
        from application.seal.receipt import receipt_in

        click.echo(f"receipt: {receipt_in(live, recorded, key)}")


def receipt_key() -> "Ed25519PrivateKey | None":
    """What receipts are signed with: the key that `UMPIRE_RECEIPT_KEY` names. Raises BadKey."""
    path = os.environ.get("UMPIRE_RECEIPT_KEY")
    if not path:
        return None
    from application.seal.signing import private_key

    return private_key(Path(path))


def _with_reason_to_depart(umpire: "Umpire", game: str, said: "Said", departing: str) -> "Said":
    from application.desk.departing import DepartsUnexplained, is_overruling, with_reason

    if not is_overruling(said, umpire.game(game, fresh=False).game):
        return said
    from adapters.wiring import precedent_index_on

    index = open_at(precedent_index_on, click.get_current_context().params.get("db"))
    try:
        return with_reason(index, game, said, departing)
    except DepartsUnexplained as why:
        if not sys.stdin.isatty():
            raise Unusable(
                f"{why}. Nothing is kept; say with --departing why this departs."
            ) from None
        click.echo(f"{plain(str(why))}.", err=True)
        return with_reason(index, game, said, click.prompt("Why does this depart", err=True))


@click.command(cls=GameCommand)
@game_argument
@click.argument("entry", type=int, metavar="N")
@click.argument("verdict", type=click.Choice(["legal", "illegal"]))
@because_option
@departing_option
@json_option
@db_option
def overrule(
    game: str,
    entry: int,
    verdict: str,
    because: str,
    departing: str,
    as_json: bool,
    db: str | None,
) -> None:
    """Judge: replace the ruling on entry N.

    Where a judge ruled otherwise in a like situation, in any game of the store, that is said first.
    """
    said = {"by": "judge", "do": "overrule", "entry": entry, "verdict": verdict, "because": because}
    rule(umpire_at(db), game, said, as_json, departing=departing)


@click.command("played", cls=GameCommand)
@game_argument
@click.argument("entry", type=int, metavar="N")
@because_option
@json_option
@db_option
def say_played(game: str, entry: int, because: str, as_json: bool, db: str | None) -> None:
    """Judge: entry N was refused, but the table played it: it happens now, and its ruling stays."""
    said = {"by": "judge", "do": "played", "entry": entry, "because": because}
    rule(umpire_at(db), game, said, as_json)
