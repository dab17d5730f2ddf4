"""The point of error: the first entry that is not as the rules have it, and all that came after it."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from application.event_names import stored_name
from application.knowledge import Learned, learned_since
from application.lineage import accepted, lineage, step_in_words, took_back
from application.policy import Policy
from domain.kernel.history import Entry, Game, open_game
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate

What = Literal[
    "illegal", "undetermined", "let_through", "event_missing", "ruled_otherwise", "legal"
]
"""What is wrong with an entry. `legal`: nothing; it was named, and somebody regrets it."""

REGRETTED = "regretted"
MISSED = "missed_trigger"
OPEN = "open_question"

CLASSES = {
    "illegal_action": "an illegal action",
    "missed_trigger": "something that should have happened was left out",
    "hidden_card": "an error with a hidden card",
    "open_question": "a question that the rulebook leaves open; a judge decides it",
    "communication": "a misunderstanding about what was meant",
    "regretted": "a legal action that somebody regrets",
}


OF_WHAT = {"event_missing": MISSED, "undetermined": OPEN}
"""The class of what is wrong, where the policy need not be asked."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An entry that is not as the rules have it (J1, J2, J3)."""

    entry: int
    by: str
    step: str
    what: What
    error_class: str
    cites: tuple[str, ...]
    reason: str
    completed: bool
    """Whether it has happened, and was not only tried."""
    progress: str
    """How far it came, in a sentence."""
    remedied: int | None = None
    """The later entry that took it back."""


@dataclass(frozen=True, slots=True)
class Since:
    """An entry after the point of error (J4)."""

    entry: int
    by: str
    step: str
    verdict: str
    kind: str
    """`decision`, `forced`, `report`, `judge`, `remark`; `refused` when it was not legal."""
    dice: bool
    hidden: bool
    stands: bool
    """Whether the present situation rests on it; if not, something after it took it back."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What a judge asks first about a disputed game."""

    begins_after: int
    """The newest accepted state, or 0: nothing before it is looked at."""
    point: Fault | None
    faults: tuple[Fault, ...] = ()
    """Every entry that is not as the rules have it, oldest first."""
    since: tuple[Since, ...] = ()
    """Newest first."""
    learned: Mapping[str, tuple[Learned, ...]] = field(default_factory=dict)
    """What each player came to know from the point of error on."""


def audit(game: Game, policy: Policy, entry: int | None = None) -> Audit:
    """The audit of a game. `entry`: what to take for the point of error, whatever its verdict.

    Raises IndexError where there is no such entry.
    """
    start = 0 if entry is not None else accepted(game)
    faults = tuple(faults_of(game, policy, start))
    if entry is None:
        point = faults[0] if faults else None
    else:
        if not 1 <= entry <= game.length:
            raise IndexError(f"there is no entry {entry}; the newest is {game.length}")
        found = (one for one in faults if one.entry == entry)
        point = next(found, None) or _regretted(game, policy, entry)
    if point is None:
        return Audit(start, None)
    since = tuple(entries_since(game, policy, point.entry))
    return Audit(start, point, faults, since, learned_since(game, policy, point.entry - 1))


def faults_of(game: Game, policy: Policy, start: int = 0) -> Iterator[Fault]:
    """Every entry after `start` that is not as the rules have it, oldest first.

    Each step is put before the rules again, on the game as it is stored up to it.
    """
    again = open_game(game.ruleset, game.opening)
    for entry in game.log:
        if entry.n > start:
            found = _fault(game, policy, entry, adjudicate(again, entry.said)[0])
            if found is not None:
                yield found
        again.take(entry)


def _fault(game: Game, policy: Policy, entry: Entry, ruled: Entry) -> Fault | None:
    n = entry.n
    what, reason = _what_is_wrong(game, entry, ruled)
    if what == "legal":
        return None
    happened = n if entry.ruling.verdict == LEGAL else None
    if what == "let_through":
        happened = game.overruled[n][1]
    cites = ruled.ruling.cites
    return Fault(
        n,
        entry.said["by"],
        step_in_words(entry.said),
        what,
        OF_WHAT.get(what) or policy.error_class(cites),
        cites,
        reason,
        happened is not None,
        _progress(game, policy, n, happened),
        None if happened is None else took_back(game, happened),
    )


def _what_is_wrong(game: Game, entry: Entry, ruled: Entry) -> tuple[What, str]:
    engine, stored, last = ruled.ruling, entry.ruling, game.verdict(entry.n)
    if engine.verdict != stored.verdict:
        return (
            "ruled_otherwise",
            f"It stands as {stored.verdict}; the rules say {engine.verdict}. {engine.reason}",
        )
    if ruled.events != entry.events:
        return "event_missing", _what_is_missing(ruled, entry)
    if engine.verdict == last == LEGAL:
        return "legal", engine.reason
    if last == LEGAL:
        return (
            "let_through",
            f"A judge let it happen at entry {game.overruled[entry.n][1]}. {engine.reason}",
        )
    if engine.verdict == LEGAL:
        at = game.overruled[entry.n][1]
        return (
            "illegal",
            f"A judge ruled it illegal at entry {at}: {game.entry(at).said['because']}",
        )
    return ("undetermined" if last == "undetermined" else "illegal"), engine.reason


def _what_is_missing(ruled: Entry, stored: Entry) -> str:
    missing = [event for event in ruled.events if event not in stored.events]
    extra = [event for event in stored.events if event not in ruled.events]
    parts = []
    if missing:
        parts.append(f"By the rules this happens too: {_named(missing)}")
    if extra:
        parts.append(f"No rule brings this about: {_named(extra)}")
    return f"{'. '.join(parts) or 'What happened stands in another order than the rules have it'}."


def _named(events: list[Any]) -> str:
    return ", ".join(
        f"{stored_name(event.__class__).split('/')[1].replace('_', ' ')} ({', '.join(event.rules)})"
        for event in events
    )


def _regretted(game: Game, policy: Policy, n: int) -> Fault:
    """A legal entry that somebody wants back."""
    entry = game.entry(n)
    return Fault(
        n,
        entry.said["by"],
        step_in_words(entry.said),
        "legal",
        REGRETTED,
        entry.ruling.cites,
        entry.ruling.reason,
        True,
        _progress(game, policy, n, n),
        took_back(game, n),
    )


def _progress(game: Game, policy: Policy, n: int, happened: int | None) -> str:
    """How far it came (J2)."""
    if happened is None:
        return f"It was not carried out: the game stayed as it stood after entry {n - 1}."
    begun = "It was carried out" if happened == n else f"It was carried out with entry {happened}"
    place = policy.under_way.place
    if not place:
        return f"{begun}."
    for m in range(happened, game.length + 1):
        if len(game.view(m).get(place) or ()) <= policy.under_way.done_at:
            return f"{begun}, and was complete with entry {m}: nothing was under way any more."
    return f"{begun}, and is not complete yet: the {place} is not empty."


def entries_since(game: Game, policy: Policy, point: int) -> Iterator[Since]:
    """Every entry after the point of error, newest first."""
    rests_on = frozenset(lineage(game, game.length))
    for entry in reversed(game.log[point:]):
        step = policy.step(str(entry.said["do"]))
        weights = (step, *(policy.event(stored_name(event.__class__)) for event in entry.events))
        yield Since(
            entry.n,
            entry.said["by"],
            step_in_words(entry.said),
            game.verdict(entry.n),
            step.kind if entry.ruling.verdict == LEGAL else "refused",
            any(weight.dice for weight in weights),
            any(weight.hidden for weight in weights),
            entry.n in rests_on,
        )


def audit_as_json(found: Audit) -> dict[str, Any]:
    """The audit for a program to read."""
    return {
        "begins_after": found.begins_after,
        "point": asdict(found.point) if found.point else None,
        "faults": [asdict(one) for one in found.faults],
        "since": [asdict(one) for one in found.since],
        "learned": {
            player: [asdict(one) for one in learned] for player, learned in found.learned.items()
        },
    }


def audit_in_words(found: Audit, title_of: Mapping[str, str]) -> Iterator[str]:
    """The audit for people, a line each. `title_of`: rule → its title."""
    if found.begins_after:
        yield f"Entry {found.begins_after} is an accepted state: the audit begins after it."
    point = found.point
    if point is None:
        yield "Every entry is as the rules have it."
        return
    yield f"Point of error: entry {point.entry}, {point.by}: {point.step}"
    yield f"  {point.what.replace('_', ' ')}: {point.reason}"
    for rule in point.cites:
        yield f"  {rule}  {title_of.get(rule, '')}".rstrip()
    yield f"  Class: {CLASSES.get(point.error_class, point.error_class)}."
    yield f"  {point.progress}"
    if point.remedied is not None:
        yield f"  Entry {point.remedied} took it back."
    later = [one.entry for one in found.faults if one.entry > point.entry]
    if later:
        yield f"Later entries that are not as the rules have it: {', '.join(map(str, later))}."
    yield from _since_in_words(found.since)
    yield from learned_in_words(found.learned)


def _since_in_words(since: tuple[Since, ...]) -> Iterator[str]:
    yield "Since then, newest first:" if since else "Nothing has been entered since."
    for one in since:
        marks = [one.kind]
        marks += ["dice"] if one.dice else []
        marks += ["hidden cards"] if one.hidden else []
        marks += [] if one.stands else ["taken back"]
        yield f"  {one.entry}  {one.by}: {one.step}  ({', '.join(marks)})"


def learned_in_words(learned: Mapping[str, tuple[Learned, ...]]) -> Iterator[str]:
    """What each player came to know, a line each."""
    for player, found in learned.items():
        yield f"What {player} learned:" if found else f"{player} has learned nothing."
        for one in found:
            yield f"  from entry {one.entry}: {one.what}"
