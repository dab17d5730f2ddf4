"""Coverage as lines for people, and as JSON."""

from collections.abc import Iterator
from typing import Any

from application.game.transcript import BLANK, Line
from application.lab.coverage.coverage import KINDS, RULE, Coverage, RulesetCoverage
from domain.kernel.wording import count

IN = 3


def coverage_lines(found: Coverage) -> Iterator[Line]:
    """For each ruleset a table of what was met, then what was not; then what could not be read."""
    for coverage in found.rulesets.values():
        yield from _lines(coverage)
        yield BLANK
    for why in found.unread:
        yield Line(why, tone="differs")


def _lines(coverage: RulesetCoverage) -> Iterator[Line]:
    title = f"{coverage.ruleset.title} {coverage.edition.id}: {count(coverage.games, 'game')}"
    yield Line(title, tone="title")
    for kind in KINDS:
        whole, missing = coverage.whole(kind), coverage.missing(kind)
        never = sum(bool(why) for why in missing.values())
        never_met = f", {never} cannot be met" if never else ""
        met = f"{kind:<24}{len(whole) - len(missing):>5} of {len(whole) - never:>4}{never_met}"
        if whole:
            yield Line(met, tone="table")
    for kind in KINDS:
        yield from _missing(coverage, kind)


def _missing(coverage: RulesetCoverage, kind: str) -> Iterator[Line]:
    missing = coverage.missing(kind)
    if missing:
        yield Line(f"Not met of the {kind}:", tone="title")
    for thing, why in missing.items():
        title = f" {coverage.edition.title_of(thing)}" if kind == RULE else ""
        yield Line(f"{thing}{title}{f': {why}' if why else ''}", indent=IN)


def coverage_as_json(found: Coverage) -> dict[str, Any]:
    """The same for programs."""
    return {
        "rulesets": {
            name: {
                "edition": coverage.edition.id,
                "games": coverage.games,
                "complete": coverage.complete,
                **{
                    kind.replace(" ", "_"): {
                        "met": coverage.met[kind].games,
                        "missing": coverage.missing(kind),
                    }
                    for kind in KINDS
                },
            }
            for name, coverage in found.rulesets.items()
        },
        "unread": found.unread,
    }
