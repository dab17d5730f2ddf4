"""`umpire new`: opens a game."""

import re
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from adapters.cli.game.setup_dialogue import prompt_setup, prompt_table
from adapters.cli.json_output import add_to_json
from adapters.cli.options import db_option, find_ruleset_name, readings_of, umpire_at

if TYPE_CHECKING:
    from application.records.records import Record


@dataclass(frozen=True, slots=True)
class Options:
    """The options of `umpire new` as they were given; the defaults say nothing."""

    ruleset: str | None = None
    players: str | None = None
    edition: str | None = None
    mode: str | None = None
    readings: tuple[str, ...] = ()
    example: bool = False
    setups: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    points: int | None = None
    names: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    paste: bool = False

    @property
    def says_table(self) -> bool:
        """Whether they say anything of the set-up."""
        return bool(self.setups or self.units or self.paste) or self.points is not None


@click.command()
@click.argument("file", required=False, metavar="[FILE|RULESET]")
@click.option(
    "-i", "--interactive", is_flag=True, help="Ask for the set-up, and show it to keep; Esc leaves."
)
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
    "--paste", is_flag=True, help="The set-up is pasted, to Ctrl-D; k1..k12 names twelve."
)
@click.option(
    "--unit",
    "units",
    multiple=True,
    metavar="NAME=OWNER",
    help="A unit and whose it is; a1..a12=ana is twelve.",
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
    paste: bool,
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
    from application.records.records import read_record

    options = Options(
        ruleset,
        players,
        edition,
        mode,
        readings,
        example,
        setups,
        units,
        points,
        names,
        about,
        paste,
    )
    if file is not None and (interactive or not is_file(file)):
        options = _with_ruleset(options, file, interactive)
        file = None
    if file is None:
        record = _record_of(options, interactive)
    elif options == Options():
        record = read_record(file)
    else:
        raise click.UsageError("a FILE says everything itself; leave the other options out")
    game = _open_from(record, db)
    if record.steps:
        its = "Its step is" if len(record.steps) == 1 else f"Its {len(record.steps)} steps are"
        click.echo(f"{its} not taken; “import” takes steps too.", err=True)
    add_to_json(game=game)
    click.echo(game)


def _with_ruleset(options: Options, name: str, interactive: bool) -> Options:
    """The options with this ruleset; with its example, unless they say a set-up or -i asks for one."""
    if options.ruleset is not None:
        raise click.UsageError(f"“{name}” is no file, and --ruleset names a ruleset already")
    own = not (options.says_table or interactive)
    return replace(options, ruleset=find_ruleset_name(name), example=own or options.example)


def _record_of(options: Options, interactive: bool) -> "Record":
    """The record that the options make; with -i the missing parts are asked for."""
    from application.examples import fewest_players
    from application.records.records import BadRecord, record_from
    from application.rulesets import ruleset as ruleset_called

    ruleset, players = options.ruleset, options.players
    if interactive:
        ruleset, players = prompt_table(ruleset, players)
    if ruleset is None:
        raise click.UsageError("expected a FILE, a RULESET, or --ruleset with --players")
    ruleset = find_ruleset_name(ruleset)
    if players is None:
        usual = ",".join(fewest_players(ruleset_called(ruleset)))
        if not options.example:
            raise click.UsageError(f"say who plays, in turn order, as --players {usual}")
        players = usual
    seats = [name.strip() for name in players.split(",")]
    content: dict[str, Any] = {"record": 1, "ruleset": ruleset, "players": seats}
    if options.edition is not None:
        content["edition"] = _edition(options.edition)
    if options.mode is not None:
        content["mode"] = options.mode
    if options.readings:
        content["readings"] = readings_of(options.readings)
    setup = _setup(options, ruleset, seats)
    content["setup"] = prompt_setup(ruleset, seats) if interactive and not setup else setup
    content["names"] = _pairs("--name", options.names)
    content["about"] = _about(options.about)
    try:
        return record_from(content, "the options")
    except BadRecord as why:
        # Nobody typed a list: the place in it is the option's.
        raise BadRecord(OF_PLAYERS.sub("--players: ", str(why))) from None


OF_PLAYERS = re.compile(r"^the options: players(\[\d+\])?: ")


def _edition(given: str) -> Any:
    """The id of an edition, or the page of an organiser's own."""
    from application.desk.batch.sources import is_file
    from application.law.edition_file import read_page

    return read_page(given) if is_file(given) else given


def _about(given: tuple[str, ...]) -> dict[str, str]:
    """What the game is about; in a record any word may stand there, here a typing error would."""
    from application.game.titles import FIRST
    from application.game.words.near_words import did_you_mean
    from domain.kernel.wording import list_in_words

    about = _pairs("--about", given)
    for key in about:
        if key not in FIRST:
            near = did_you_mean(key, FIRST)
            raise click.BadParameter(
                f"--about: a game is about {list_in_words(sorted(FIRST), 'or')}, not “{key}”{near}"
            )
    return about


def _pairs(option: str, given: tuple[str, ...]) -> dict[str, str]:
    pairs = [one.partition("=") for one in given]
    wrong = next((key for key, equals, _ in pairs if not (key and equals)), None)
    if wrong is not None:
        raise click.BadParameter(f"{option}: “{wrong}” should be a word, =, and a text")
    return {key: text for key, _, text in pairs}


def _setup(options: Options, ruleset: str, players: list[str]) -> dict[str, Any]:
    """The set-up that the options say; its keys replace those of the example."""
    from application.records.set_up_parts import setup_from

    setup = setup_from(options.setups)
    if options.paste:
        setup |= _setup_from_paste()
    for unit in options.units:
        names, equals, owner = unit.partition("=")
        if not (names and equals and owner):
            raise click.BadParameter(f"“{unit}” should be NAME=OWNER, as a1=ana or a1..a12=ana")
        setup.setdefault("units", {}).update(_units_of(names, owner))
    if options.points is not None:
        setup["points"] = dict.fromkeys(players, options.points)
    return (_example(ruleset, players) if options.example else {}) | setup


def _units_of(names: str, owner: str) -> dict[str, Any]:
    from application.law.name_list import names_in

    try:
        return {name: {"owner": owner} for name in names_in(names)}
    except ValueError as why:
        raise click.BadParameter(str(why)) from None


def _setup_from_paste() -> dict[str, Any]:
    """The set-up that is pasted into standard input, to its end. Raises BadRecord."""
    from application.law.name_list import with_each_name
    from application.records.notation import MOST_BYTES
    from application.records.records import BadRecord
    from application.records.typed import mapping_from

    if sys.stdin.isatty():
        click.echo("Paste the set-up as a file has it, then Ctrl-D.", err=True)
    text = sys.stdin.read(MOST_BYTES)
    if not text.strip():
        raise BadRecord("--paste: nothing was pasted; expected a set-up as a file has it.")
    try:
        return with_each_name(mapping_from(text, "--paste"))
    except ValueError as why:
        raise BadRecord(f"--paste: {why}") from None


def _example(ruleset: str, players: list[str]) -> dict[str, Any]:
    from application.examples import example_for
    from application.rulesets import ruleset as ruleset_called

    return dict(example_for(ruleset_called(ruleset), players))


def _open_from(record: "Record", db: str | None) -> str:
    from application.records.records import open_record

    open_record(record)
    return umpire_at(db, begins=True).open(record.opening)
