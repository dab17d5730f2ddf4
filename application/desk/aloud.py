"""An answer as a judge reads it out: whole sentences, the shortest that settle the question."""

from collections.abc import Iterator

from application.desk.audit import Audit
from application.desk.explain import Explanation
from application.desk.faults import Fault
from application.game.transcript import said_in_words
from application.law.citing import Cited
from domain.kernel.ruling import LEGAL, UNDETERMINED
from domain.kernel.steps import PLAYED
from domain.kernel.wording import listed

VERDICTS = {"legal": "legal", "illegal": "not legal", "undetermined": "not settled by the rules"}


def explanation_aloud(found: Explanation) -> Iterator[str]:
    """The ruling, why, by which rules, and when it would be otherwise; a sentence or two a line."""
    which = f"Entry {found.entry}" if found.entry is not None else "The step"
    step = said_in_words({key: value for key, value in found.said.items() if key != PLAYED})
    yield f"{which}, “{step}”, is {VERDICTS[found.ruling.verdict]}."
    if found.ruling.reason:
        yield sentence(found.ruling.reason)
    yield from map(_rule_aloud, found.rules)
    earlier = sorted(found.because)
    if earlier:
        word = "entry" if len(earlier) == 1 else "entries"
        yield f"It comes from {word} {listed(map(str, earlier))}."
    if found.fate:
        yield found.fate
    elif found.verdict == UNDETERMINED:
        yield "A judge decides it for this table."
    if found.when and found.ruling.verdict != LEGAL:
        yield found.when


def _rule_aloud(rule: Cited) -> str:
    if rule.reading is None:
        return f"Rule {rule.id} ({rule.title}): {rule.text}"
    asked = rule.title if rule.title.endswith("?") else f"{rule.title}."
    return f"Open question {rule.id}: {asked} {rule.text} At this table: {rule.meaning}"


BEGINNINGS = frozenset(["the", "a", "an", "it", "no", "there", "this", "that", "only", "first"])
"""Words that begin a reason and are nobody's name."""


def sentence(text: str) -> str:
    """With a capital, unless it begins with a name."""
    return text[:1].upper() + text[1:] if text.partition(" ")[0] in BEGINNINGS else text


def audit_aloud(found: Audit) -> Iterator[str]:
    """What went wrong first, what came of it, and what else is not as the rules have it."""
    point = found.point
    if point is None:
        yield "Nothing went wrong: every entry is as the rules have it."
        return
    if point.remedied is not None:
        yield "Everything that went wrong has been put right."
    step = point.step.removesuffix(f", {PLAYED}")
    yield f"What went wrong first is entry {point.entry} of {point.by}, “{step}”."
    yield f"{sentence(point.reason)} ({listed(point.cites)})"
    yield point.progress
    later = [one for one in found.faults if one.entry > point.entry and one.remedied is None]
    if later:
        yield f"After it, {_named(later)} not as the rules have it either."
    elif point.remedied is None:
        yield "Everything after it is as the rules have it."


def _named(faults: list[Fault]) -> str:
    numbers = listed(str(one.entry) for one in faults)
    return f"entry {numbers} is" if len(faults) == 1 else f"entries {numbers} are"
