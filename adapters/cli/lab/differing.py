"""`umpire differ`: the shortest game on which two laws rule otherwise."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adapters.cli.desk.sources import unusable
from adapters.cli.json_output import add_to_json
from adapters.cli.lab.exploring import jobs_option, ruleset_named, table_named
from adapters.cli.output import draws_progress

if TYPE_CHECKING:
    from application.lab.difference.readings import ReadingSurvey
    from application.lab.difference.search import SearchProgress, SearchResult
    from application.law.law_spec import LawSpec
    from domain.kernel.ruleset import Ruleset

MOST = 600


@click.command()
@click.argument("ruleset", required=False)
@click.argument("one", required=False, metavar="LAW")
@click.argument("other", required=False, metavar="[LAW]")
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Tell all readings apart, of all rulesets if none is named.",
)
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="With --all or --pairs: a record for each; a reading that has one is not looked for again.",
)
@click.option(
    "--words",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --keep: also write what the records decide, as the rulebooks show it.",
)
@click.option(
    "--pairs", is_flag=True, help="Look for pairs of readings that change something only together."
)
@click.option("--table", metavar="NAME", help="Only this small table.")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=MOST,
    show_default=True,
    help="Look at so many tables on each small table.",
)
@jobs_option
@click.pass_context
def differ(
    ctx: click.Context,
    ruleset: str | None,
    one: str | None,
    other: str | None,
    every: bool,
    pairs: bool,
    keep: Path | None,
    words: Path | None,
    table: str | None,
    most: int,
    jobs: int | None,
) -> None:
    """Print the shortest game on which two laws rule differently, as a record.

    A LAW is a reading such as C1=snap_fire, an edition, the file of an organiser's own, or several of
    these with commas: 2025.1,C8=free. With one LAW the other is the newest edition as published. The
    exit code is 0 when a game is found; 1 when there is none, and how far was looked.
    """
    add_to_json(record=None, apart=None, pairs=None)
    if pairs:
        if every or one or table or words:
            raise click.UsageError("--pairs takes a ruleset at most, and every table of it")
        _pairs(ruleset, keep, most)
        return
    if every:
        if one or table:
            raise click.UsageError("--all takes a ruleset at most, and every table of it")
        code = _all(ruleset, keep, most, jobs)
        if keep is not None and words is not None:
            _write_words(keep, words)
        ctx.exit(code)
    if ruleset is None or one is None:
        raise click.UsageError(
            "expected a ruleset and one or two laws such as C1=snap_fire, or --all"
        )
    if keep is not None:
        raise click.UsageError("--keep goes with --all; this game is printed")
    ctx.exit(_two(ruleset_named(ruleset), one, other, table, most))


def _two(known: "Ruleset", one: str, other: str | None, table: str | None, most: int) -> int:
    from application.lab.difference.record import record_of_difference, with_plainest_setup
    from application.lab.difference.search import shortest_differences
    from application.lab.model.laws import BadLaw, parsed_law
    from application.law.law_spec import LawSpec
    from application.records.notation import values
    from application.records.odd_keys import with_plain_keys

    tables = [table_named(known, table)] if table else list(known.lab.tables)
    with unusable(BadLaw):
        first, second = (
            (parsed_law(one), parsed_law(other)) if other else (LawSpec(), parsed_law(one))
        )
        result = shortest_differences(known, first, [second], tables, most, _ticker(known.name))
    difference = result.found.get(second)
    if difference is None:
        click.echo(_none(result))
        return 1
    names = (_law_in_words(first, known), _law_in_words(second, known))
    text = record_of_difference(with_plainest_setup(difference), names=names)
    add_to_json(record=with_plain_keys(values(text)))
    click.echo(text, nl=False)
    return 0


def _law_in_words(law: "LawSpec", known: "Ruleset") -> str:
    return law.words if law.readings or law.edition else f"edition {known.edition().id}"


def _none(result: "SearchResult") -> str:
    """`None at all on “duel”; up to 3 steps on “pairs” and “will”.`"""
    from domain.kernel.wording import list_in_words

    if not result.depths:
        return "None: no small table can be laid out under both laws."
    by_depth: dict[int, list[str]] = {}
    for name, depth in result.depths.items():
        whole = name in result.exhausted
        by_depth.setdefault(-1 if whole else depth, []).append(f"“{name}”")
    parts = [
        f"{_so_far(depth)} on {list_in_words(names)}" for depth, names in sorted(by_depth.items())
    ]
    return f"None {'; '.join(parts)}."


def _so_far(depth: int) -> str:
    from domain.kernel.wording import count

    return "at all" if depth < 0 else f"up to {count(depth, 'step')}"


def _all(ruleset: str | None, keep: Path | None, most: int, jobs: int | None) -> int:
    from application.lab.difference.readings import ToldApart, tell_apart
    from application.lab.processes import cores, parallel_map
    from application.rulesets import FOLDERS

    names = [ruleset_named(ruleset).name] if ruleset else list(FOLDERS)
    processes = min(jobs or cores(), len(names))
    with parallel_map(processes, _nothing, ()) as mapped:
        work = partial(tell_apart, folder=keep, most=most)
        ticking = processes == 1
        surveys: Iterator[ReadingSurvey]
        surveys = (
            (tell_apart(name, keep, most, _ticker(name)) for name in names)
            if ticking
            else mapped(work, names)
        )
        told: list[ToldApart] = []
        add_to_json(apart=told)
        missing = []
        for reading_survey in surveys:
            told.append(ToldApart.of(reading_survey))
            missing.append(_print_survey(reading_survey))
    return 1 if any(missing) else 0


def _pairs(ruleset: str | None, keep: Path | None, most: int) -> None:
    """Prints the pairs that change something only together; with a folder, a record of each."""
    from application.lab.difference.pair_search import law_of
    from application.lab.difference.pairs import PairFound, pairs, record_of_pair
    from application.rulesets import FOLDERS
    from domain.kernel.wording import count

    told: list[PairFound] = []
    add_to_json(pairs=told)
    for name in [ruleset_named(ruleset).name] if ruleset else list(FOLDERS):
        differences = pairs(name, most)
        click.echo(f"{name}: {count(len(differences), 'pair')} of readings found.")
        for pair, difference in sorted(
            differences.items(), key=lambda pair_found: law_of(pair_found[0]).words
        ):
            words = law_of(pair).words
            told.append(PairFound(name, words, difference.length))
            click.echo(f"   {words}: by {count(difference.length, 'step')}")
            if keep is not None:
                path = keep / name / f"{words.replace('=', '-')}.yaml"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(record_of_pair(difference, pair), encoding="utf-8")


def _write_words(folder: Path, file: Path) -> None:
    from application.lab.difference.readings import decisions_in

    text = json.dumps(decisions_in(folder), ensure_ascii=False, indent=1)
    file.write_text(f"{text}\n", encoding="utf-8")


def _nothing() -> None:
    """What a process begins with: nothing is needed."""


def _print_survey(survey: "ReadingSurvey") -> bool:
    """Prints what was told apart; whether anything was not."""
    lengths = sorted(survey.steps.values())
    middle = f", by {lengths[0]} to {lengths[-1]} steps" if lengths else ""
    click.echo(
        f"{survey.ruleset}: {len(survey.steps)} of {len(survey.readings)} told apart{middle}."
    )
    for reading in survey.missing:
        with_another = survey.with_another.get(reading)
        only = f" only with {with_another}" if with_another else ""
        click.echo(f"   {reading.words}:{only or ' ' + _none(survey.search)}")
    return bool(survey.missing)


def _ticker(name: str) -> "Callable[[SearchProgress], None]":
    """A bar on a terminal: how many are told apart, how deep it is, how much was looked at."""
    if not draws_progress():
        return lambda _: None

    def tick(told: "SearchProgress") -> None:
        bar = "█" * (20 * told.found // max(1, told.wanted))
        click.echo(
            f"\r{name} {bar:<20} {told.found} of {told.wanted}, {told.depth} steps deep, "
            f"{told.expanded:,} tables",
            nl=told.found == told.wanted,
            err=True,
        )

    return tick
