"""`umpire games`: the games of the store."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from adapters.cli.options import (
    db_option,
    find_ruleset_name,
    json_option,
    local_time,
    umpire_at,
)
from adapters.cli.output import plain, print_json, print_paged

if TYPE_CHECKING:
    from application.game.listing import ListedStanding
    from application.game.umpire import Umpire
    from application.ledger.store import Listed

SHOWN = 50
"""Most games that are loaded and shown without --last."""
ORDERS = ("newest", "oldest", "title", "table", "ruleset")

Row = tuple["Listed", "ListedStanding | None"]


@click.command()
@click.option("--ruleset", default="", metavar="NAME", help="Only games of this ruleset.")
@click.option("--player", default="", metavar="NAME", help="Only with this seat, or player's name.")
@click.option(
    "--about", default="", metavar="WORDS", help="Only with these: title, event, id, or round=2."
)
@click.option("--over/--going-on", default=None, help="Only what is over, or is not.")
@click.option(
    "--sort", type=click.Choice(ORDERS), default="newest", help="The newest first if left out."
)
@click.option(
    "--last", type=click.IntRange(1), metavar="N", help=f"No more than N; {SHOWN} if left out."
)
@json_option
@db_option
def games(
    ruleset: str,
    player: str,
    about: str,
    over: bool | None,
    sort: str,
    last: int | None,
    as_json: bool,
    db: str | None,
) -> None:
    """List the games: what each is about, who plays, and whose turn it is.

    With --json every game is listed, and as many as --last says are looked into.
    """
    from application.game.listing import (
        SORTED,
        GameFilter,
        GamesLookedInto,
        filtered_games,
        looked_into,
    )

    umpire = umpire_at(db)
    name = find_ruleset_name(ruleset) if ruleset else ""
    listed = umpire.games()
    sought = filtered_games(listed, GameFilter(name, player, about))
    most = last or SHOWN
    if over is None:
        sought = sorted(sought, key=SORTED[sort])
        rows = list(_looked_into(umpire, sought, most))
    else:
        wanted = (row for row in _looked_into(umpire, sought, len(sought)) if _is_over(row) is over)
        rows = sorted(islice(wanted, most), key=lambda row: SORTED[sort](row[0]))
    if as_json:
        print_json(GamesLookedInto(tuple(looked_into(*row) for row in rows)))
        return
    print_paged([plain(_line(*row)) for row in rows[:most]])
    if len(rows) > most:
        left = len(rows) - most
        click.echo(f"{left} more: --last {len(rows)} shows them all.", err=True)
    if not rows:
        none = "No game matches." if listed else "No game yet; “umpire new” opens one."
        click.echo(none, err=True)


def _looked_into(umpire: "Umpire", listed: list["Listed"], most: int) -> Iterator[Row]:
    from application.game.listing import listed_standing

    for number, row in enumerate(listed):
        yield row, listed_standing(umpire, row.id) if number < most else None


def _is_over(row: Row) -> bool | None:
    return None if row[1] is None else row[1].over


def _line(game: "Listed", stands: "ListedStanding | None") -> str:
    from application.game.titles import about_in_words, seat_in_words

    who = ", ".join(seat_in_words(game.names, seat) for seat in game.players)
    about = about_in_words(game.about)
    parts = (
        who,
        about,
        "cannot be read" if stands is None else stands.in_words(),
        f"from {game.origin}" if game.origin else "",
    )
    opened = f"{local_time(game.at):%Y-%m-%d %H:%M}"
    return f"{game.id:<14} {game.ruleset:<14} {opened}  {'  '.join(part for part in parts if part)}"
