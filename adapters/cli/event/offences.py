"""`umpire event offence`, `contest`, `settle`, `offences`."""

from typing import TYPE_CHECKING

import click

from adapters.cli.event.options import (
    Desk,
    act_command,
    as_one,
    because_option,
    desk_at,
    event_argument,
    judge_option,
    table_arguments,
    words_argument,
)
from adapters.cli.json_output import add_to_json, collects_json
from adapters.cli.options import db_option
from adapters.cli.output import print_text

if TYPE_CHECKING:
    from domain.tournament.command import TournamentEvent

offence_arguments = as_one(
    event_argument, click.argument("offence", type=click.IntRange(min=1), metavar="OFFENCE")
)


@click.command()
@table_arguments
@click.option("--player", metavar="PLAYER", help="Whose: number or name; else as an audit has it.")
@click.option("--kind", default="", help="The infraction, as the book names it; else as an audit.")
@click.option("--penalty", default="", help="Head judge: another one than the ladder's.")
@click.option("--because", default="", help="What happened, and why another penalty.")
@click.option("--call", type=int, metavar="N", help="The call it belongs to.")
@click.option("--entry", type=int, metavar="N", help="The entry of the game it is about.")
@click.option("--by", metavar="JUDGE", help="The judge who gives it; without, it is only proposed.")
@db_option
def offence(
    event: str,
    round: int,
    table: int,
    player: str | None,
    kind: str,
    penalty: str,
    because: str,
    call: int | None,
    entry: int | None,
    by: str | None,
    db: str | None,
) -> None:
    """Give a penalty, or see what the ladder proposes and what there was before."""
    from domain.tournament.offences import GiveOffence

    desk = desk_at(db, event)
    add_to_json(proposed=None)
    who = desk.person(player) if player else ""
    if not (who and kind):
        who, kind, entry = _from_audit(desk, round, table, entry, who, kind)
    if by is None:
        _propose(desk, round, who, kind)
        return
    desk.give(GiveOffence(round, table, who, kind, penalty, because, call, entry, by=by))


def _from_audit(
    desk: Desk, round: int, number: int, entry: int | None, who: str, kind: str
) -> tuple[str, str, int | None]:
    """Player, infraction and entry, with what was left out filled in by an audit. Raises Refused."""
    from application.event.proposal import proposal
    from domain.tournament.command import Refused

    table = desk.event.table(round, number)
    now = desk.repository.clock()
    game = desk.umpire.game(table.game).game if table.game else None
    proposed = proposal(desk.event, table, game, now, entry) if game else None
    if proposed is None:
        raise Refused(f"an audit finds no offence at table {number}: name --player and --kind")
    print_text(f"Audit: {proposed.grounds}.")
    return who or proposed.player, kind or proposed.kind, proposed.entry


def _propose(desk: Desk, round: int, who: str, kind: str) -> None:
    from application.event.told import Proposed
    from domain.tournament.book import book_of
    from domain.tournament.offences import ladder_penalty

    event = desk.event
    penalty, count = ladder_penalty(event, who, kind, round, desk.repository.clock())
    book = book_of(event.book)
    add_to_json(proposed=Proposed(who, kind, count, penalty))
    _history(desk, who)
    title = book.kind(kind).title
    print_text(f"{title}, number {count}: the ladder has {book.penalties[penalty]} ({penalty}).")


def _history(desk: Desk, who: str) -> None:
    from application.event.account import Account

    keyring = desk.repository.keyring(desk.id)
    account = Account(desk.event, keyring)
    for offence in desk.event.history(who):
        parts: list[TournamentEvent | None] = [offence.given, offence.appeal, offence.decided]
        print_text(" ".join(account.tell(part) for part in parts if part is not None))


@click.command()
@event_argument
@click.argument("player", required=False)
@db_option
def offences(event: str, player: str | None, db: str | None) -> None:
    """List the offences of a player, or of everybody."""
    from application.event.told import told_offences

    desk = desk_at(db, event)
    everybody = dict.fromkeys(offence.given.player for offence in desk.event.offences.values())
    whose = [desk.person(player)] if player else list(everybody)
    add_to_json(
        offences=[told_offence for who in whose for told_offence in told_offences(desk.event, who)]
    )
    for who in whose:
        _history(desk, who)
    if not (collects_json() or any(desk.event.history(who) for who in whose)):
        click.echo("No offence yet.", err=True)


contest = act_command(
    "offences:Contest",
    "Take a penalty to the head judge.",
    offence_arguments,
    words_argument,
    click.option("--by", required=True, metavar="PLAYER", help="Whose offence it is."),
)
settle = act_command(
    "offences:Settle",
    "Head judge: decide finally on an offence.",
    offence_arguments,
    judge_option,
    click.option("--penalty", default="", help="What stands; without, the offence is struck out."),
    because_option,
)
