"""The steps every ruleset has, and G1 to G6: one step of a game put before the law."""

from collections.abc import Callable
from typing import Any

from domain.kernel.events import EntryPlayed, GameRewound, LaidOpen, LayingOpenAgreed, RemarkNoted
from domain.kernel.evolve import SHARED
from domain.kernel.hiding import entry_seen, names_nothing
from domain.kernel.history import Entry, Game, Position
from domain.kernel.overruling import (
    Overrule,
    Played,
    Ruled,
    overrule,
    played_with,
    say_it_was_played,
)
from domain.kernel.rulebook import RULE, RuleId
from domain.kernel.ruleset import JUDGES_OWN, NO_CHECK, Candidate, Procedure, Viewer, decide
from domain.kernel.ruling import (
    ILLEGAL,
    LEGAL,
    Refusal,
    Ruling,
    illegal,
    ruling_of_refusal,
    sentence,
)
from domain.kernel.steps import JUDGE, PLAYED, Said, Step, Text, Unreadable, quoted_value, reader
from domain.kernel.taking_back import (
    Consent,
    Object,
    Undo,
    Withdraw,
    consent,
    object_,
    undo,
    withdraw,
)
from domain.kernel.values import Value


class Rewind(Step):
    """Let the game stand as it stood after an entry."""

    to: int
    because: Text = ""


class Open(Step):
    """Agree that everything is laid open, now that the game is over."""


class Note(Step):
    """A remark in the log."""

    text: Text


ANSWERS = frozenset({"consent", "object"})
AFTER_THE_GAME = frozenset({"note", "open"})
FOR_A_JUDGE = {
    "rewind": "rewind",
    "overrule": "overrule",
    "played": "say that a refused step was played",
}
DURING_A_REQUEST = frozenset({"consent", "object", "withdraw", "concede", "note"})


Broken = tuple[RuleId, str, tuple[int, ...]]
"""A shared rule that a step offends, the reason, and the entries since which it does."""


def adjudicate(game: Game, said: Said) -> tuple[Entry, Position]:
    """The next entry of the game, with the ruling this step gets, and where it leads.

    Nothing is changed: `game.take(*…)` adds it. `said` has a `by` that is a player or the judge,
    and a `do`; whatever else it holds gets a ruling.
    """
    n = len(game.log) + 1
    do = said["do"] if isinstance(said["do"], str) else ""
    broken = offends(game, said["by"], do)
    if PLAYED in said and type(said[PLAYED]) is not bool:
        broken.append(("G1", f"“played” is true or false, not {quoted_value(said[PLAYED])}", ()))
    if do in READERS:
        return _shared_entry(game, said, n, broken)
    procedure = game.ruleset.procedures.get(do)
    if procedure is None:
        return _refused_entry(game, said, n, [*broken, ("G1", _no_step(said["do"]), ())])
    try:
        step = procedure.read(said, n)
    except Unreadable as why:
        return _refused_entry(game, said, n, [*broken, ("G1", str(why), ())])
    if broken:
        return _refused_entry(game, said, n, broken)
    hiding = game.ruleset.hiding
    if hiding is not None and hiding.guarded:
        nothing = names_nothing(hiding, game.now.state, said)
        if nothing is not None:
            ruling = ruling_of_refusal(nothing, NO_CHECK, game.law.edition.basis)
            return Entry(n, said, ruling), game.now
    return _ruled_entry(game, said, n, procedure, step)


def _ruled_entry(
    game: Game, said: Said, n: int, procedure: Procedure, step: Step
) -> tuple[Entry, Position]:
    """The entry of a step of the ruleset's own, which offends no shared rule."""
    now = game.now
    outcome = decide(game.ruleset, procedure, now.state, step, n)
    entry = Entry(n, said, outcome.ruling, outcome.events)
    if entry.ruling.verdict == LEGAL:
        return entry, game.after_step(now, entry, outcome.state)
    if PLAYED in said and said[PLAYED] and said["by"] != JUDGE:
        entry = played_with(game, entry)
    return entry, (SHARED[EntryPlayed](game, now, entry) if entry.events else now)


def offends(game: Game, by: str, do: str) -> list[Broken]:
    """The shared rules this step offends before its fields are looked at."""
    found: list[Broken] = []
    if by == JUDGE:
        known = do in READERS or do in game.ruleset.procedures
        if known and do not in JUDGES_OWN and do not in game.ruleset.judge_may:
            found.append(("G2", f"“{do}” is a player's step; a judge does not take it", ()))
        return found
    if do in FOR_A_JUDGE:
        found.append(("G5", f"only a judge can {FOR_A_JUDGE[do]}", ()))
    now = game.now
    if do not in AFTER_THE_GAME and game.ruleset.over(now.state):
        ended = game.over_since()
        since = f" since entry {ended}" if ended else ""
        found.append(("G3", f"the game is over{since}", (ended,) if ended else ()))
    request = now.request
    if request is not None and do not in DURING_A_REQUEST:
        found.append(("G6", request.first_answered, (request.entry,)))
    return found


def _no_step(do: Any) -> str:
    if isinstance(do, str):
        return f"there is no step “{do[:60]}” in this game"
    return f"“do” is the word for what is attempted, not {quoted_value(do)}"


def _refused_entry(game: Game, said: Said, n: int, broken: list[Broken]) -> tuple[Entry, Position]:
    cites = tuple(dict.fromkeys(rule for rule, _, _ in broken))
    reason = "; ".join(dict.fromkeys(reason for _, reason, _ in broken))
    since = tuple(dict.fromkeys(n for _, _, entries in broken for n in entries))
    ruling = Ruling(ILLEGAL, RULE, cites, sentence(reason), since)
    return Entry(n, said, ruling), game.now


def _shared_entry(game: Game, said: Said, n: int, broken: list[Broken]) -> tuple[Entry, Position]:
    read, rule = READERS[said["do"]]
    try:
        step = read(said)
    except Unreadable as why:
        broken.append(("G1", str(why), ()))
    if broken:
        return _refused_entry(game, said, n, broken)
    ruled = rule(game, step)
    if isinstance(ruled, Refusal):
        basis = game.law.edition.basis(ruled.cites)
        ruling = Ruling(ruled.verdict, basis, ruled.cites, sentence(ruled.reason), ruled.since)
        return Entry(n, said, ruling), game.now
    events, reason = ruled
    cites = tuple(dict.fromkeys(cited for event in events[:1] for cited in event.rules))
    ruling = Ruling(LEGAL, game.law.edition.basis(cites), cites, sentence(reason))
    entry = Entry(n, said, ruling, events)
    return entry, SHARED[type(events[0])](game, game.now, entry)


def rewind(game: Game, step: Rewind) -> Ruled:
    if not step.because.strip():
        return illegal("a rewind needs a reason, in “because”", "G5", "G1")
    if not 0 <= step.to <= game.length:
        return illegal(f"there is no entry {step.to}; the newest is {game.length}", "G1")
    return (GameRewound(step.to, step.because),), f"the game stands as after entry {step.to}"


def open_(game: Game, step: Open) -> Ruled:
    """G3: everybody has to agree, or a judge."""
    now = game.now
    if not game.ruleset.over(now.state):
        return illegal("nothing is laid open before the game is over", "G3")
    if step.by == JUDGE:
        return (LaidOpen(JUDGE),), "a judge lays everything open"
    agreed = LayingOpenAgreed(step.by)
    if now.laid_open(game.players):
        return (agreed,), f"{step.by} agrees; everything is laid open already"
    missing = [one for one in game.players if one not in (*now.agreed, step.by)]
    if missing:
        have = "has" if len(missing) == 1 else "have"
        return (
            agreed,
        ), f"{step.by} agrees to lay everything open; {' and '.join(missing)} {have} not yet"
    return (agreed,), "all agree: everything is laid open"


def note(_game: Game, step: Note) -> Ruled:
    return (RemarkNoted(step.text),), f"{step.by} notes: {step.text}"


Shared = Callable[[Game, Any], Ruled]


RULED: dict[str, tuple[type[Step], Shared]] = {
    "undo": (Undo, undo),
    "consent": (Consent, consent),
    "object": (Object, object_),
    "withdraw": (Withdraw, withdraw),
    "rewind": (Rewind, rewind),
    "overrule": (Overrule, overrule),
    "played": (Played, say_it_was_played),
    "open": (Open, open_),
    "note": (Note, note),
}
STEPS = {do: step for do, (step, _) in RULED.items()}
"""The steps that every ruleset has, by the word of `do`."""
READERS = {do: (reader(step), rule) for do, (step, rule) in RULED.items()}
"""By the word of `do`: what reads such a step, and what rules on it."""


class Option(Value):
    """A step a player might take now, with the ruling it would get."""

    candidate: Candidate
    ruling: Ruling


def trial(game: Game, said: Said, viewer: Viewer) -> Entry:
    """What this step would get, as this viewer may see it on the table before it: trying uncovers nothing."""
    entry, _ = adjudicate(game, said)
    hiding = game.ruleset.hiding
    if hiding is None or game.laid_open:
        return entry
    found: Entry = entry_seen(hiding, entry, viewer, game.now.state, game.now.state)
    return found


def options(game: Game, player: str) -> list[Option]:
    """What this player might do now, legal or not, each judged by `adjudicate` itself."""
    shared = [
        Candidate({"by": player, "do": do})
        for do in ("undo", "consent", "object", "concede", "open")
    ]
    found = []
    for candidate in (*game.ruleset.candidates(game.now.state, player), *shared):
        entry = trial(game, candidate.said, player)
        if entry.ruling.verdict == LEGAL or candidate not in shared:
            found.append(Option(candidate, entry.ruling))
    return found
