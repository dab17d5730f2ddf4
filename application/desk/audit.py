"""The point of error: the first entry that breaks the rules, and everything that came after it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from application.answer import Answer
from application.desk.faults import Fault, RuledAgain, doubtful, faults_among, regret_of
from application.desk.knowledge import LearnedFact, learned_since
from application.desk.policy import Policy
from application.game.line_of_play import lineage, newest_accepted
from application.game.step_words import step_in_words
from domain.kernel.events import EntryUndone
from domain.kernel.history import Entry, Game
from domain.kernel.values import changed, field
from domain.kernel.wording import count, list_in_words, name_ranges, no_entry

CLASSES = {
    "illegal_action": "an illegal action",
    "missed_trigger": "something that should have happened was left out",
    "hidden_card": "an error with a hidden card",
    "open_question": "a question that the rulebook leaves open; a judge decides it",
    "communication": "a misunderstanding about what was meant",
    "regretted": "a legal action that somebody regrets",
}
MOST_LEARNED = 4
"""Most things that a player learned that are told on a line."""
MOST_RANGES = 6
"""Most numbers or ranges of entries that are told on a line."""


class LaterEntry(Answer):
    """An entry after the point of error."""

    entry: int
    by: str
    step: str
    verdict: str
    kind: str
    """`decision`, `forced`, `report`, `judge`, `remark`; `refused` when it was not legal."""
    dice: bool
    hidden: bool
    stands: bool
    """Whether the present situation rests on this entry; if not, a later entry took it back."""
    undoes: bool = False
    """Whether a player took an entry back with it, or agreed to that."""

    @property
    def is_plain(self) -> bool:
        """Whether it came to nothing and nothing was seen by it: undone, or what undid it."""
        came_to_nothing = self.undoes or not self.stands
        return came_to_nothing and self.kind != "refused" and not (self.dice or self.hidden)


class Audit(Answer):
    """The first error of a disputed game, the other errors, and what came after."""

    begins_after: int
    """The newest entry at which a judge accepted the state, or 0: no earlier entry is audited."""
    ends_with: int | None = None
    """The last entry audited, if the limit stopped the audit; None if all were."""
    point: Fault | None = None
    """The first error not put right since; the very first one if all were put right."""
    faults: tuple[Fault, ...] = ()
    """Every entry that breaks the rules, oldest first."""
    since: tuple[LaterEntry, ...] = ()
    """Newest first."""
    learned: dict[str, tuple[LearnedFact, ...]] = field(default_factory=dict)
    """What each player came to know from the point of error on."""


def audit(game: Game, policy: Policy, entry: int | None = None, most: int | None = None) -> Audit:
    """The audit of a game. `entry`: the entry to take as the point of error, whatever its verdict.

    `most`: at most so many entries are ruled on again, or as many as it takes to reach `entry`; the audit
    covers only those. Raises IndexError where there is no such entry.
    """
    start = _start(game.log, entry)
    if most is not None and game.length - start > most:
        until = min(game.length, max(start + most, entry or 0))
        return changed(audit(game.at(until), policy, entry), ends_with=until)
    return _audit_of(game, policy, start, doubtful(game.at(start), game.log[start:]), entry)


def audit_log(begun: Game, log: Sequence[Entry], policy: Policy, entry: int | None = None) -> Audit:
    """The audit of a stored log; `begun`, its game at entry 0, is played to the end on the way.

    Raises IndexError where there is no such entry.
    """
    start = _start(log, entry)
    begun.resume(log[:start])
    return _audit_of(begun, policy, start, doubtful(begun, log[start:]), entry)


def _start(log: Sequence[Entry], entry: int | None) -> int:
    return 0 if entry is not None else newest_accepted(log)


def _audit_of(
    game: Game, policy: Policy, start: int, ruled: Sequence[RuledAgain], entry: int | None
) -> Audit:
    faults = tuple(faults_among(game, policy, ruled))
    if entry is None:
        standing = (fault for fault in faults if fault.remedied is None)
        point = next(standing, faults[0] if faults else None)
    else:
        if why := no_entry(entry, game.length, 1):
            raise IndexError(why)
        faults_here = (fault for fault in faults if fault.entry == entry)
        point = next(faults_here, None) or regret_of(game, policy, entry)
    if point is None:
        return Audit(start)
    since = tuple(entries_since(game, policy, point.entry))
    learned = learned_since(game, policy, point.entry - 1)
    return Audit(start, None, point, faults, since, learned)


def entries_since(game: Game, policy: Policy, point: int) -> Iterator[LaterEntry]:
    """Every entry after the point of error, newest first."""
    rests_on = frozenset(lineage(game, game.length))
    for entry in reversed(game.log[point:]):
        step = policy.step(str(entry.said["do"]))
        weights = (step, *(policy.event(event.STORED_AS) for event in entry.events))
        yield LaterEntry(
            entry.n,
            entry.said["by"],
            step_in_words(game.ruleset, entry.said, by=False),
            game.verdict(entry.n),
            step.kind if entry.happened else "refused",
            any(weight.dice for weight in weights),
            any(weight.hidden for weight in weights),
            entry.n in rests_on,
            any(isinstance(event, EntryUndone) for event in entry.events),
        )


def audit_in_words(
    audit: Audit, title_of: Mapping[str, str], *, whole: bool = False
) -> Iterator[str]:
    """The audit for people, the point of error first. `title_of`: rule → its title.

    What came to nothing is folded, and what the others did is told once, unless the `whole` is asked for.
    """
    if audit.begins_after:
        yield f"Entry {audit.begins_after} is an accepted state: the audit begins after it."
    if audit.ends_with is not None:
        yield f"The audit ends with entry {audit.ends_with}: no more are looked at in one go."
    point = audit.point
    if point is None:
        yield "Every entry is as the rules have it."
        return
    yield f"Point of error: entry {point.entry}, {point.by} {point.step}"
    yield f"  {point.what.replace('_', ' ')}: {point.reason}"
    if point.cites:
        rules = (f"{rule} {title_of.get(rule, '')}".rstrip() for rule in point.cites)
        yield f"  {' · '.join(rules)}"
    yield f"  Class: {CLASSES.get(point.error_class, point.error_class)}. {point.progress}"
    if point.remedied is not None:
        yield f"  Entry {point.remedied} took it back: nothing is left of it to put right."
    later = [
        fault.entry for fault in audit.faults if fault.entry > point.entry and not fault.remedied
    ]
    if later:
        yield f"Later entries that are not as the rules have it: {', '.join(map(str, later))}."
    yield from _since_in_words(audit.since, whole=whole)
    yield from learned_in_words(audit.learned, whole=whole)
    yield from _put_right(audit, whole=whole)


def _put_right(audit: Audit, *, whole: bool) -> Iterator[str]:
    """The errors that later entries took back, except the point of error itself."""
    those = [
        fault for fault in audit.faults if fault.remedied is not None and fault is not audit.point
    ]
    if len(those) > 1 and not whole:
        yield f"Also in error, and taken back since: {entry_ranges(fault.entry for fault in those)}."
        return
    for fault in those:
        said = f"{fault.by} {fault.step}"
        yield f"Entry {fault.entry} ({said}) was in error; entry {fault.remedied} took it back."


def _since_in_words(since: tuple[LaterEntry, ...], *, whole: bool) -> Iterator[str]:
    yield "Since then, newest first:" if since else "Nothing has been entered since."
    for plain, those in groupby(since, lambda later_entry: later_entry.is_plain):
        entries = [*those]
        if plain and len(entries) > 1 and not whole:
            folded = entry_ranges(later_entry.entry for later_entry in entries)
            yield f"  … {folded}: undone by the players, and nothing was seen; --whole shows them"
        else:
            yield from map(_later_entry_in_words, entries)


def _later_entry_in_words(later_entry: LaterEntry) -> str:
    marks = [later_entry.kind]
    marks += ["dice"] if later_entry.dice else []
    marks += ["hidden cards"] if later_entry.hidden else []
    marks += [] if later_entry.stands else ["taken back"]
    return f"  {later_entry.entry}  {later_entry.by} {later_entry.step}  ({', '.join(marks)})"


def learned_in_words(
    learned: Mapping[str, tuple[LearnedFact, ...]], *, whole: bool = False
) -> Iterator[str]:
    """What each player came to know; unless the `whole` is asked for, what was done openly is one line."""
    for player, facts in learned.items():
        openly = [
            learned_fact.entry
            for learned_fact in facts
            if learned_fact.source in ("decision", "report") and not whole
        ]
        folded = openly if openly[1:] else []
        told = [f"what was said in {entry_ranges(folded)}"] if folded else []
        told += (
            f"from entry {learned_fact.entry}, {learned_fact.what}"
            for learned_fact in facts
            if learned_fact.entry not in folded or learned_fact.source not in ("decision", "report")
        )
        if not told:
            yield f"{player} has learned nothing."
        elif whole or len(told) > MOST_LEARNED:
            yield f"What {player} learned:"
            yield from (f"  {line}" for line in told)
        else:
            yield f"What {player} learned: {'; '.join(told)}."


def entry_ranges(entries: Iterable[int]) -> str:
    """`entries 3, 5 and 8–20`, or `12 entries from 3 to 40` where there would be too many numbers."""
    own = sorted(entries)
    ranges = name_ranges(map(str, own))
    if len(ranges) > MOST_RANGES:
        return f"{count(len(own), 'entry', 'entries')} from {own[0]} to {own[-1]}"
    return f"{'entries' if own[1:] else 'entry'} {list_in_words(ranges)}"
