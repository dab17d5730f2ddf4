"""An answer as a judge reads it out: whole sentences, the shortest that settle the question."""

from collections.abc import Iterator

from application.desk.audit import Audit
from application.desk.explain import Explanation
from application.desk.faults import PLAYED_ON, Fault
from application.game.step_words import step_in_words
from application.law.citing import Citation, cite
from domain.kernel.history import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.ruling import UNDETERMINED
from domain.kernel.steps import PLAYED, Said
from domain.kernel.wording import list_in_words

VERDICTS = {"legal": "legal", "illegal": "not legal", "undetermined": "not settled by the rules"}


def explanation_aloud(explanation: Explanation, ruleset: Ruleset) -> Iterator[str]:
    """The ruling, why, by which rules, and when it would be otherwise; a sentence or two a line."""
    which = f"Entry {explanation.entry}" if explanation.entry is not None else "The step"
    step = step_in_words(ruleset, _without_played(explanation.said))
    yield f"{which}, “{step}”, is {VERDICTS[explanation.ruled]}."
    if explanation.reason:
        yield with_capital(explanation.reason)
    yield from map(_rule_aloud, explanation.rules)
    earlier = sorted(explanation.because)
    if earlier:
        word = "entry" if len(earlier) == 1 else "entries"
        yield f"It comes from {word} {list_in_words(map(str, earlier))}."
    if explanation.fate:
        yield explanation.fate
    elif explanation.verdict == UNDETERMINED:
        yield "A judge decides it for this table."
    if explanation.when:
        yield explanation.when.sentence


def _rule_aloud(rule: Citation) -> str:
    if not rule.open:
        return f"Rule {rule.id} ({rule.title}): {rule.text}"
    asked = rule.title if rule.title.endswith("?") else f"{rule.title}."
    settled = (
        f"At this table: {rule.reading.meaning}"
        if rule.reading
        else "At this table nothing settles it."
    )
    return f"Open question {rule.id}: {asked} {rule.text} {settled}"


BEGINNINGS = frozenset(["the", "a", "an", "it", "no", "there", "this", "that", "only", "first"])
"""Words at the start of a reason that are certainly not a player's name."""


def with_capital(text: str) -> str:
    """The text with a capital letter first, unless it begins with a name."""
    return text[:1].upper() + text[1:] if text.partition(" ")[0] in BEGINNINGS else text


MOST_TOLD = 3
"""The number of later errors that are read out with their reason."""


def audit_aloud(audit: Audit, game: Game) -> Iterator[str]:
    """The first error, the rule it breaks, what followed from it, and the other errors."""
    point = audit.point
    if point is None:
        yield "Nothing went wrong: every entry is as the rules have it."
        return
    if point.remedied is not None:
        yield "Everything that went wrong has been put right."
    yield f"What went wrong first is entry {point.entry}, “{_step(game, point)}”."
    yield with_capital(point.reason)
    yield from (_rule_aloud(cite(game.law, id)) for id in point.cites)
    yield point.progress
    later = [
        fault for fault in audit.faults if fault.entry > point.entry and fault.remedied is None
    ]
    for fault in later[:MOST_TOLD]:
        yield f"Entry {fault.entry}, “{_step(game, fault)}”, is not right either. {with_capital(_why(fault))}"
    if len(later) > MOST_TOLD:
        rest = [str(fault.entry) for fault in later[MOST_TOLD:]]
        yield f"Nor {'is entry' if len(rest) == 1 else 'are entries'} {list_in_words(rest)}."
    if not later and point.remedied is None:
        yield "Everything after it is as the rules have it."


def _step(game: Game, fault: Fault) -> str:
    said = game.entry(fault.entry).said
    return step_in_words(game.ruleset, _without_played(said))


def _without_played(said: Said) -> Said:
    return {key: value for key, value in said.items() if key != PLAYED}


def _why(fault: Fault) -> str:
    """The reason of the fault, without what is the same for every fault read out."""
    return fault.reason.removeprefix(f"{PLAYED_ON} ")
