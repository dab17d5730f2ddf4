"""The case book: final rulings without names, each with its smallest record and its rules.

Each case is a file of one folder; an index page lists the cases by rule.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape

from application.event.keyring import Keyring
from application.event.names import names_in, without_names
from application.game.step_words import step_in_words
from application.game.umpire import Umpire
from application.lab.dispute import Dispute, dispute_at, record_of_dispute, smallest
from domain.kernel.history import Game
from domain.kernel.ruleset import SetupError
from domain.kernel.values import Value
from domain.tournament.calls import Call
from domain.tournament.tournament import Tournament


class Case(Value):
    """A final ruling as a precedent, without names."""

    event: str
    """What the event is called."""
    call: int
    ruleset: str
    edition: str
    rules: tuple[str, ...]
    asked: str
    """The step that was disputed, in words."""
    verdict: str
    """What the judges found: `legal`, `illegal`, `neither`."""
    ruling: str
    """The ruling in the judge's words, without names."""
    final: bool
    """Whether the head judge gave the ruling, after an appeal."""
    record: str
    """The smallest record that comes to the same question, as YAML."""
    titles: Mapping[str, str] = {}
    """Rule → its title in the event's edition."""

    @property
    def file(self) -> str:
        return f"call-{self.call}.yaml"


def cases(umpire: Umpire, event: Tournament, keyring: Keyring) -> Iterator[Case]:
    """Every final ruling on an entry of a game: appealed and decided, or never appealed."""
    names = names_in(event, keyring)
    for call in event.calls.values():
        if call.ruled is not None and not call.open and call.made.about is not None:
            yield _case(umpire, event, keyring, names, call)


def _case(
    umpire: Umpire, event: Tournament, keyring: Keyring, names: Iterable[str], call: Call
) -> Case:
    assert call.ruled is not None and call.made.about is not None
    table = event.tables[call.key]
    game = umpire.game(table.game).game
    n = min(call.made.about, game.length)
    entry = game.entry(n)
    final = call.decided or call.ruled
    words = keyring.reveal(final.by, final.ruling)
    rules = call.ruled.cites or entry.ruling.cites
    return Case(
        event.name,
        call.made.call,
        table.ruleset,
        event.plays(table.ruleset).edition,
        rules,
        step_in_words(game.ruleset, entry.said),
        call.verdict or "neither",
        without_names(words, names),
        call.decided is not None,
        record_of_dispute(_smallest(game, n)),
        {rule: game.law.edition.title_of(rule) for rule in rules},
    )


def _smallest(game: Game, n: int) -> Dispute:
    """The fewest steps that get the same ruling; the whole game up to it where none are found.

    Players appear as seats, and remarks are left out, since they may hold names.
    """
    whole = dispute_at(game, n)
    try:
        return smallest(whole)
    except SetupError:
        return replace(whole, steps=tuple(step for step in whole.steps if step["do"] != "note"))


def by_rule(cases: Iterable[Case]) -> Mapping[str, list[Case]]:
    """Rule → the cases about it, in the rulebook's order of letters."""
    kept: dict[str, list[Case]] = {}
    for case in cases:
        for rule in case.rules or ("other",):
            kept.setdefault(rule, []).append(case)
    return dict(sorted(kept.items()))


def page_of(event: str, cases: Iterable[Case]) -> str:
    """The index page: each rule with links to its cases, each case with a link to its record."""
    listed = by_rule(cases)
    contents = " ".join(f'<a href="#{escape(rule)}">{escape(rule)}</a>' for rule in listed)
    rules = "\n".join(_rule(rule, about) for rule, about in listed.items())
    return PAGE.format(title=escape(event), contents=contents, rules=rules)


def _rule(rule: str, cases: list[Case]) -> str:
    told = cases[0].titles.get(rule, rule)
    title = f"{rule} {told}" if told != rule else rule
    articles = "\n".join(map(_case_html, cases))
    return f'<section id="{escape(rule)}"><h2>{escape(title)}</h2>\n{articles}\n</section>'


def _case_html(case: Case) -> str:
    final = "final ruling" if case.final else "ruling"
    return (
        f"<article><h3>Call {case.call}: {escape(case.asked)}</h3>"
        f"<p>{escape(case.ruling)} <b>{escape(case.verdict)}</b> ({final}, "
        f"{escape(case.ruleset)} {escape(case.edition)})</p>"
        f'<p><a href="{escape(case.file)}">the record</a></p></article>'
    )


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Cases of {title}</title>
<style>body {{ font: 1rem/1.5 sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }}</style>
<h1>Cases of {title}</h1>
<p>{contents}</p>
{rules}
</html>
"""
