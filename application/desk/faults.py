"""The entries of a game that break the rules, each with how far it was carried out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from application.answer import Answer
from application.desk.policy import Policy
from application.game.line_of_play import games_from, taken_back_at
from application.game.step_words import step_in_words
from domain.kernel.history import Entry, Game, overrulings
from domain.kernel.ruling import LEGAL, UNDETERMINED
from domain.kernel.shared import adjudicate
from domain.kernel.steps import PLAYED

What = Literal[
    "illegal",
    "undetermined",
    "played",
    "let_through",
    "event_missing",
    "ruled_otherwise",
    "legal",
]
"""What is wrong with an entry. `played`: it was refused, and the table played it all the same; what
comes after it rests on it. `legal`: nothing; it was named, and somebody regrets it."""

REGRETTED = "regretted"
MISSED = "missed_trigger"
OPEN = "open_question"


PLAYED_ON = "The table played it all the same."
OF_WHAT = {"event_missing": MISSED, "undetermined": OPEN}
"""The class of an error that does not depend on the policy."""


class Fault(Answer):
    """An entry that breaks the rules."""

    entry: int
    by: str
    step: str
    what: What
    error_class: str
    cites: tuple[str, ...]
    reason: str
    completed: bool
    """Whether the step took effect, and was not only attempted."""
    progress: str
    """How far the step was carried out, in a sentence."""
    remedied: int | None = None
    """The later entry that rewound the game to before this one."""


class RuledAgain(NamedTuple):
    """A stored entry beside the ruling that the rules give on its step."""

    entry: Entry
    again: Entry


def faults_of(game: Game, policy: Policy, start: int = 0) -> Iterator[Fault]:
    """The fault of every entry after `start` that breaks the rules, oldest first."""
    return faults_among(game, policy, doubtful(game.at(start), game.log[start:]))


def doubtful(game: Game, entries: Sequence[Entry]) -> list[RuledAgain]:
    """The entries that may break the rules: not legal, ruled otherwise today, or overruled later.

    Rules on each step again after the stored entries before it; the game takes them all. Where the
    new ruling is the stored one, its resulting position is used and not worked out twice.
    """
    found = []
    overruled = dict(overrulings(entries))
    for entry in entries:
        again, leads_to = adjudicate(game, entry.said)
        verdict = entry.ruling.verdict
        alike = again.ruling.verdict == verdict and again.events == entry.events
        game.take(entry, leads_to if alike else None)
        # The others are let go at once: a long game would be in memory twice.
        if not alike or verdict != LEGAL or entry.n in overruled:
            found.append(RuledAgain(entry, again))
    return found


def faults_among(game: Game, policy: Policy, ruled: Sequence[RuledAgain]) -> Iterator[Fault]:
    """The faults among these doubtful entries of the game, oldest first."""
    gone = taken_back_at(game) if ruled else {}
    for entry, again in ruled:
        fault = _fault(game, policy, entry, again, gone)
        if fault is not None:
            yield fault


def _fault(
    game: Game, policy: Policy, entry: Entry, ruled: Entry, gone: Mapping[int, int]
) -> Fault | None:
    n = entry.n
    what, reason = _what_is_wrong(game, entry, ruled)
    if what == "legal":
        return None
    happened = n if entry.happened else game.played.get(n)
    if what == "let_through":
        happened = happened or game.overruled[n][1]
    cites = ruled.ruling.cites
    return Fault(
        n,
        entry.said["by"],
        step_in_words(game.ruleset, entry.said, by=False),
        what,
        OF_WHAT.get(game.verdict(n) if what == "played" else what) or policy.error_class(cites),
        cites,
        reason,
        happened is not None,
        _progress(game, policy, n, happened),
        gone.get(happened or n),
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
    if engine.verdict == UNDETERMINED and entry.n in game.overruled:
        return "legal", f"A judge settled it at entry {game.overruled[entry.n][1]}."
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
    if entry.n in game.played:
        return "played", f"{PLAYED_ON} {engine.reason}"
    return ("undetermined" if last == "undetermined" else "illegal"), engine.reason


def _what_is_missing(ruled: Entry, stored: Entry) -> str:
    missing = [event for event in ruled.events if event not in stored.events]
    extra = [event for event in stored.events if event not in ruled.events]
    parts = []
    if missing:
        parts.append(f"By the rules this happens too: {_names_of(missing)}")
    if extra:
        parts.append(f"No rule brings this about: {_names_of(extra)}")
    return f"{'. '.join(parts) or 'What happened stands in another order than the rules have it'}."


def _names_of(events: list[Any]) -> str:
    return ", ".join(
        f"{event.STORED_AS.split('/')[1].replace('_', ' ')} ({', '.join(event.rules)})"
        for event in events
    )


def regret_of(game: Game, policy: Policy, n: int) -> Fault:
    """The fault of a legal entry that a player wants to take back."""
    entry = game.entry(n)
    return Fault(
        n,
        entry.said["by"],
        step_in_words(game.ruleset, entry.said, by=False),
        "legal",
        REGRETTED,
        entry.ruling.cites,
        entry.ruling.reason,
        True,
        _progress(game, policy, n, n),
        taken_back_at(game).get(n),
    )


def _progress(game: Game, policy: Policy, n: int, happened: int | None) -> str:
    """How far the step of entry n was carried out, in a sentence."""
    if happened is None and game.entry(n).said.get(PLAYED) is True:
        return "It was played, but there was nothing on record that it could act on."
    if happened is None:
        return (
            f"On record it changed nothing: the game stood as after entry {n - 1}. "
            "Whether the table played it, only the table knows."
        )
    begun = "It was carried out" if happened == n else f"It was carried out with entry {happened}"
    place = policy.under_way.place
    if not place:
        return f"{begun}."
    for after in games_from(game, happened):
        if len(after.view().get(place) or ()) <= policy.under_way.done_at:
            m = after.length
            return f"{begun}, and was complete with entry {m}: nothing was under way any more."
    return f"{begun}, and it is not complete yet."
