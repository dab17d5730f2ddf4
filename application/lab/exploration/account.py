"""The result of an exploration in words, as JSON, and its counterexamples as records."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from application.answer import Answer, Meta, SaidStep
from application.game.step_words import step_in_words
from application.game.transcript import BLANK, Line
from application.lab.dispute import Dispute, record_of_dispute
from application.lab.exploration.exploration import (
    EVENT,
    GAP,
    JUDGE,
    RULE,
    Counterexample,
    ExplorationResult,
)
from application.lab.exploration.properties import HOLDS
from application.rulesets import ruleset as ruleset_called
from domain.kernel.rulebook import SHARED, Edition, RuleId
from domain.kernel.ruleset import Ruleset
from domain.kernel.wording import count, list_in_words

IN = 3
NOT_AT_THIS_SIZE = "not at this size"
WHY_SHARED_UNCITED = {
    "G1": "only what there is was named",
    "G2": "nobody spoke for another player",
    "G3": "nothing is tried after the end",
}
FOR_A_JUDGE = "a judge's steps, and taking back, are not tried"


def exploration_lines(result: ExplorationResult, ruleset: Ruleset) -> Iterator[Line]:
    """The result in lines for people; counterexamples come last, as records."""
    edition = ruleset.edition(result.exploration.edition)
    table = result.exploration.table
    yield Line(f"{ruleset.title} {edition.id}, table “{table.name}”: {table.words}", tone="title")
    yield Line(_extent(result))
    yield BLANK
    yield from _what_holds(result, ruleset)
    yield BLANK
    yield from _gaps(result, edition)
    yield from _lines_on_met(result, ruleset, edition)
    for counterexample in result.counterexamples:
        yield BLANK
        yield from _counterexample(counterexample)


def _extent(result: ExplorationResult) -> str:
    at = result.progress
    extent = (
        f"{count(at.expanded, 'table')}, {count(at.adjudications, 'adjudication')}, "
        f"games of up to {count(at.depth, 'step')}"
    )
    if result.finished:
        return f"{extent}: all that can be reached."
    waiting = at.reached - at.expanded
    return f"{extent}; {count(waiting, 'table')} more {'is' if waiting == 1 else 'are'} waiting."


def _what_holds(result: ExplorationResult, ruleset: Ruleset) -> Iterator[Line]:
    if result.counterexamples:
        number = count(len(result.counterexamples), "thing")
        yield Line(f"{number} that must hold did not:", tone="illegal")
        for counterexample in result.counterexamples:
            yield Line(
                f"{counterexample.words} ({count(counterexample.states, 'table')})",
                f"{counterexample.kind}:",
                indent=IN,
            )
        return
    yield Line("It holds at each of them that", tone="legal")
    for words in (*HOLDS, *(invariant.words for invariant in ruleset.lab.invariants)):
        yield Line(f"{words};", indent=IN)
    if result.exploration.sound:
        yield Line("tables called alike answer every step alike.", indent=IN)


def _gaps(result: ExplorationResult, edition: Edition) -> Iterator[Line]:
    gaps = result.met[GAP]
    if not gaps:
        yield Line("Nothing was undetermined.")
        return
    yield Line(f"{count(len(gaps), 'gap')} met, each with the shortest game to it:", tone="title")
    for cites, dispute in gaps.items():
        titles = ", ".join(f"{rule} {edition.title_of(rule)}" for rule in cites.split())
        yield Line(titles, "undetermined", "undetermined", indent=IN)
        yield Line(_in_a_line(dispute), indent=2 * IN)
        if cites in result.met[JUDGE]:
            yield Line("There all wait for a judge: nothing else is possible.", indent=2 * IN)


def _in_a_line(dispute: Dispute) -> str:
    own = ruleset_called(dispute.opening.ruleset)
    return " · ".join(step_in_words(own, said) for said in dispute.steps)


def _lines_on_met(result: ExplorationResult, ruleset: Ruleset, edition: Edition) -> Iterator[Line]:
    missing = rules_uncited(result, edition)
    whole = len(edition.rules) + len(edition.questions)
    yield BLANK
    yield Line(f"{whole - len(missing)} of {count(whole, 'rule')} and questions met.", tone="title")
    for id, why in missing.items():
        yield Line(f"{id} {edition.title_of(id)}: {why}", indent=IN)
    if result.never_legal:
        yield Line(f"Always refused: {list_in_words(result.never_legal)}.")
    unseen = [event.__name__ for event in ruleset.events if event.__name__ not in result.met[EVENT]]
    if unseen:
        yield Line(f"Events that never happened: {', '.join(unseen)}.")


def rules_uncited(result: ExplorationResult, edition: Edition) -> dict[RuleId, str]:
    """The rules and questions that no step cited, each with the reason."""
    known: Mapping[RuleId, Any] = {**edition.rules, **edition.questions}
    return {id: why_uncited(id, edition) for id in known if id not in result.met[RULE]}


def why_uncited(id: RuleId, edition: Edition) -> str:
    """Why no step on a small table cited this rule or question: a clause."""
    rule = edition.rules.get(id)
    if rule is not None and rule.not_adjudicated:
        return f"not adjudicated: {rule.not_adjudicated}"
    if any(rule.id == id for rule in SHARED):
        return WHY_SHARED_UNCITED.get(id, FOR_A_JUDGE)
    return NOT_AT_THIS_SIZE


def _counterexample(counterexample: Counterexample) -> Iterator[Line]:
    yield Line(f"{counterexample.kind}: {counterexample.words}", tone="illegal")
    for line in counterexample_as_record(counterexample).splitlines():
        yield Line(line, tone="table")


def counterexample_as_record(counterexample: Counterexample) -> str:
    """The counterexample as a record in YAML; where the ruleset fails on it, its steps as comments."""
    try:
        return record_of_dispute(counterexample.dispute)
    except Exception:  # it may be a counterexample because its last step breaks the ruleset
        own = ruleset_called(counterexample.dispute.opening.ruleset)
        steps = [f"# {step_in_words(own, said)}" for said in counterexample.dispute.steps]
        return "\n".join(["# The last of these steps cannot be ruled on:", *steps, ""])


class Violation(Answer):
    """What does not hold, at how many tables, and a shortest game to the nearest."""

    kind: str
    words: str
    tables: int
    steps: tuple[SaidStep, ...]


class Explored(Answer):
    """What was found at every table that was looked at."""

    ruleset: str
    edition: str
    table: str
    readings: Mapping[str, str]
    sound: bool
    tables: int
    waiting: int
    adjudications: int
    depth: int
    finished: bool
    wrong: list[Violation]
    gaps: Annotated[
        dict[str, tuple[SaidStep, ...]],
        Meta(description="Rules of an undetermined step → a shortest game to one."),
    ]
    waits_for_a_judge: dict[str, tuple[SaidStep, ...]]
    met: list[str]
    not_met: Annotated[dict[RuleId, str], Meta(description="Rule or question → why none cited it.")]


def exploration_account(result: ExplorationResult, ruleset: Ruleset) -> Explored:
    """The result for programs."""
    edition = ruleset.edition(result.exploration.edition)
    about, at = result.exploration, result.progress
    return Explored(
        about.ruleset,
        edition.id,
        about.table.name,
        about.readings,
        about.sound,
        at.expanded,
        at.reached - at.expanded,
        at.adjudications,
        at.depth,
        result.finished,
        [
            Violation(
                counterexample.kind,
                counterexample.words,
                counterexample.states,
                counterexample.dispute.steps,
            )
            for counterexample in result.counterexamples
        ],
        {cites: dispute.steps for cites, dispute in result.met[GAP].items()},
        {cites: dispute.steps for cites, dispute in result.met[JUDGE].items()},
        sorted(result.met[RULE]),
        rules_uncited(result, edition),
    )
