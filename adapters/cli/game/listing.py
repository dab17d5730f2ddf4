"""`umpire games`: the games of the store."""

import click

from adapters.cli.asking import db_option, json_option, umpire_at, utc_time
from adapters.cli.output import say_json, say_text


@click.command()
@json_option
@db_option
def games(as_json: bool, db: str | None) -> None:
    """List the games, the newest first."""
    from application.game.titles import about_in_words, called

    listed = umpire_at(db).games()
    if as_json:
        found = [
            {
                "game": one.id,
                "ruleset": one.ruleset,
                "players": list(one.players),
                "names": dict(one.names),
                "about": dict(one.about),
                "opened": utc_time(one.at),
                "origin": one.origin or None,
            }
            for one in listed
        ]
        say_json({"games": found})
        return
    for one in listed:
        origin = f"  from {one.origin}" if one.origin else ""
        who = ", ".join(called(one.names, seat) for seat in one.players)
        about = about_in_words(one.about)
        about = f"  {about}" if about else ""
        say_text(f"{one.id:<14} {one.ruleset:<14} {utc_time(one.at)[:16]}  {who}{about}{origin}")
    if not listed:
        click.echo("No game yet; “umpire new” opens one.", err=True)
