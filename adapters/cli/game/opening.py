"""`umpire new`, `import`, `games`: games begin and are listed."""

from typing import TYPE_CHECKING, Any

import click

from adapters.cli.asking import db_option, json_option, readings_of, umpire_at, utc_time
from adapters.cli.output import say_json, say_text

if TYPE_CHECKING:
    from application.records.records import Record


@click.command()
@click.argument("file", required=False)
@click.option("--ruleset", metavar="NAME", help="Without a FILE: what is played.")
@click.option("--players", metavar="ANA,BEN", help="Seats in turn order.")
@click.option(
    "--edition", metavar="ID|FILE", help="An older edition than the newest, or a page of your own."
)
@click.option("--mode", type=click.Choice(["casual", "tournament"]), help="Casual if left out.")
@click.option(
    "--reading", "readings", multiple=True, metavar="ID=VALUE", help="As the table reads it."
)
@click.option(
    "--example", is_flag=True, help="The ruleset's own small table, for the first minute."
)
@click.option("--setup", metavar="YAML", help="The set-up as one YAML mapping.")
@click.option(
    "--unit", "units", multiple=True, metavar="NAME=OWNER", help="A unit and whose it is."
)
@click.option("--points", type=int, metavar="N", help="Points of each player in each round.")
@click.option("--name", "names", multiple=True, metavar="SEAT=TEXT", help="What a seat is called.")
@click.option(
    "--about", multiple=True, metavar="KEY=TEXT", help="event, round, table, title or played."
)
@db_option
def new(
    file: str | None,
    ruleset: str | None,
    players: str | None,
    edition: str | None,
    mode: str | None,
    readings: tuple[str, ...],
    example: bool,
    setup: str | None,
    units: tuple[str, ...],
    points: int | None,
    names: tuple[str, ...],
    about: tuple[str, ...],
    db: str | None,
) -> None:
    """Open a game; its id stands alone on the last line.

    FILE is a record; its steps, if it has any, are not taken. For a quick game say it in options:
    umpire new --ruleset voidsiege --players ana,ben --unit a1=ana --unit b1=ben --points 3,
    or umpire new --ruleset nullshapers --example
    """
    from application.desk.batch.sources import is_file
    from application.law.editions import read_page
    from application.records.records import read_record, record_from

    given = {"ruleset": ruleset, "players": players, "edition": edition, "mode": mode}
    if file is not None:
        extra = [name for name, value in given.items() if value is not None]
        told = names or about
        if extra or readings or example or setup or units or told or points is not None:
            raise click.UsageError("a FILE says everything itself; leave the other options out")
        record = read_record(file)
    else:
        if example and players is None:
            given["players"] = players = "ana,ben"
        if ruleset is None or players is None:
            raise click.UsageError("expected a FILE, or --ruleset with --players or --example")
        content: dict[str, Any] = {
            "record": 1,
            **{key: value for key, value in given.items() if value is not None},
        }
        if edition is not None and is_file(edition):
            content["edition"] = read_page(edition)
        content["players"] = seats = [name.strip() for name in players.split(",")]
        if readings:
            content["readings"] = readings_of(readings)
        content["setup"] = (_example(ruleset, seats) if example else {}) | _setup(
            setup, seats, units, points
        )
        content["names"], content["about"] = _pairs("--name", names), _pairs("--about", about)
        record = record_from(content, "the options")
    game = _opened(record, db)
    if record.steps:
        its = "Its step is" if len(record.steps) == 1 else f"Its {len(record.steps)} steps are"
        click.echo(f"{its} not taken; “import” takes steps too.", err=True)
    click.echo(game)


def _pairs(option: str, given: tuple[str, ...]) -> dict[str, str]:
    pairs = [one.partition("=") for one in given]
    wrong = next((key for key, equals, _ in pairs if not (key and equals)), None)
    if wrong is not None:
        raise click.BadParameter(f"{option}: “{wrong}” should be a word, =, and a text")
    return {key: text for key, _, text in pairs}


def _setup(text: str | None, players: list[str], units: tuple[str, ...], points: int | None) -> Any:
    from application.records.typed import mapping_from

    setup = mapping_from(text, "--setup") if text else {}
    for unit in units:
        name, equals, owner = unit.partition("=")
        if not (name and equals and owner):
            raise click.BadParameter(f"“{unit}” should be NAME=OWNER, as a1=ana")
        setup.setdefault("units", {})[name] = {"owner": owner}
    if points is not None:
        setup["points"] = dict.fromkeys(players, points)
    return setup


def _example(ruleset: str, players: list[str]) -> dict[str, Any]:
    from application.rulesets import ruleset as named

    found = named(ruleset).example
    if found is None or len(players) < TWO:
        raise click.UsageError(f"there is no example of “{ruleset}” for {len(players)} players")
    return dict(found(tuple(players)))


TWO = 2


def _opened(record: "Record", db: str | None) -> str:
    from application.records.records import open_record

    open_record(record)
    return umpire_at(db, begins=True).open(record.opening)


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
