"""`umpire new`: a game begins."""

from typing import TYPE_CHECKING, Any

import click

from adapters.cli.asking import db_option, meant_ruleset, readings_of, umpire_at
from adapters.cli.game.asking_setup import asked_setup, asked_table
from adapters.cli.told_as_json import tell
from domain.kernel.wording import count

if TYPE_CHECKING:
    from application.records.records import Record


@click.command()
@click.argument("file", required=False, metavar="[FILE|RULESET]")
@click.option("-i", "--interactive", is_flag=True, help="Ask for the set-up, and show it to keep.")
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
@click.option(
    "--setup",
    "setups",
    multiple=True,
    metavar="FILE|YAML",
    help="The set-up, or a part of it such as an army or a deck; may be given again.",
)
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
    interactive: bool,
    ruleset: str | None,
    players: str | None,
    edition: str | None,
    mode: str | None,
    readings: tuple[str, ...],
    example: bool,
    setups: tuple[str, ...],
    units: tuple[str, ...],
    points: int | None,
    names: tuple[str, ...],
    about: tuple[str, ...],
    db: str | None,
) -> None:
    """Open a game; its id stands alone on the last line.

    umpire new voidsiege opens the ruleset's own small table, umpire new -i asks for one. FILE is a
    record; its steps, if it has any, are not taken. Or say it in options:
    umpire new --ruleset voidsiege --players ana,ben --unit a1=ana --unit b1=ben --points 3,
    or umpire new --ruleset nullshapers --setup kim.yaml --setup lee.yaml --players kim,lee
    """
    from application.desk.batch.sources import is_file
    from application.law.editions import read_page
    from application.records.records import read_record, record_from

    given = {"ruleset": ruleset, "players": players, "edition": edition, "mode": mode}
    own = bool(setups or units) or points is not None
    if file is not None and (interactive or not is_file(file)):
        if ruleset is not None:
            raise click.UsageError(f"“{file}” is no file, and the ruleset is said already")
        given["ruleset"] = ruleset = meant_ruleset(file)
        file, example = None, not (own or interactive) or example
    if file is not None:
        extra = [name for name, value in given.items() if value is not None]
        if extra or readings or example or own or names or about:
            raise click.UsageError("a FILE says everything itself; leave the other options out")
        record = read_record(file)
    else:
        if interactive:
            given["ruleset"], given["players"] = ruleset, players = asked_table(ruleset, players)
        if example and players is None:
            given["players"] = players = "ana,ben"
        if ruleset is None or players is None:
            raise click.UsageError("expected a FILE, a RULESET, or --ruleset with --players")
        given["ruleset"] = ruleset = meant_ruleset(ruleset)
        content: dict[str, Any] = {
            "record": 1,
            **{key: value for key, value in given.items() if value is not None},
        }
        if edition is not None and is_file(edition):
            content["edition"] = read_page(edition)
        content["players"] = seats = [name.strip() for name in players.split(",")]
        if readings:
            content["readings"] = readings_of(readings)
        setup = (_example(ruleset, seats) if example else {}) | _setup(setups, seats, units, points)
        content["setup"] = asked_setup(ruleset, seats) if interactive and not setup else setup
        content["names"], content["about"] = _pairs("--name", names), _pairs("--about", about)
        record = record_from(content, "the options")
    game = _open_from(record, db)
    if record.steps:
        its = "Its step is" if len(record.steps) == 1 else f"Its {len(record.steps)} steps are"
        click.echo(f"{its} not taken; “import” takes steps too.", err=True)
    tell(game=game)
    click.echo(game)


def _pairs(option: str, given: tuple[str, ...]) -> dict[str, str]:
    pairs = [one.partition("=") for one in given]
    wrong = next((key for key, equals, _ in pairs if not (key and equals)), None)
    if wrong is not None:
        raise click.BadParameter(f"{option}: “{wrong}” should be a word, =, and a text")
    return {key: text for key, _, text in pairs}


def _setup(
    parts: tuple[str, ...], players: list[str], units: tuple[str, ...], points: int | None
) -> dict[str, Any]:
    from application.records.set_up_parts import setup_from

    setup = setup_from(parts)
    for unit in units:
        name, equals, owner = unit.partition("=")
        if not (name and equals and owner):
            raise click.BadParameter(f"“{unit}” should be NAME=OWNER, as a1=ana")
        setup.setdefault("units", {})[name] = {"owner": owner}
    if points is not None:
        setup["points"] = dict.fromkeys(players, points)
    return setup


def _example(ruleset: str, players: list[str]) -> dict[str, Any]:
    from application.rulesets import ruleset as ruleset_called

    found = ruleset_called(ruleset).example
    if found is None or len(players) < TWO:
        raise click.UsageError(
            f"there is no example of “{ruleset}” for {count(len(players), 'player')}"
        )
    return dict(found(tuple(players)))


TWO = 2


def _open_from(record: "Record", db: str | None) -> str:
    from application.records.records import open_record

    open_record(record)
    return umpire_at(db, begins=True).open(record.opening)
