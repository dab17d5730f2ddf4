"""The steps every ruleset has, and G1 to G6: one step of a game put before the law."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from domain.kernel.events import (
    EntryUndone,
    GameRewound,
    RemarkNoted,
    UndoConsented,
    UndoObjected,
    UndoRequested,
)
from domain.kernel.history import SHARED, Entry, Game, Position, Request, Standing
from domain.kernel.overruling import Ruled, overrule
from domain.kernel.rulebook import RULE, RuleId
from domain.kernel.ruleset import (
    JUDGES_OWN,
    Candidate,
    decide,
)
from domain.kernel.ruling import (
    ILLEGAL,
    LEGAL,
    Refusal,
    Ruling,
    illegal,
    sentence,
)
from domain.kernel.steps import JUDGE, Said, Step, Unreadable, reader
from domain.kernel.values import named


@dataclass(frozen=True)
class Undo(Step):
    """Take back one's own newest entry that stands."""


@dataclass(frozen=True)
class Consent(Step):
    """Agree to an open request."""


@dataclass(frozen=True)
class Object(Step):
    """Refuse an open request."""


@dataclass(frozen=True)
class Rewind(Step):
    """Let the game stand as it stood after an entry."""

    to: int
    because: str = ""


@dataclass(frozen=True)
class Overrule(Step):
    """Replace the ruling on an entry."""

    number: int = field(metadata={"said": "entry"})
    """`entry` is the number of the step itself everywhere else."""
    verdict: Literal["legal", "illegal"]
    because: str = ""


@dataclass(frozen=True)
class Note(Step):
    """A remark in the log."""

    text: str


ANSWERS = frozenset({"consent", "object"})
DURING_A_REQUEST = frozenset({"consent", "object", "concede", "note"})


def adjudicate(game: Game, said: Said) -> tuple[Entry, Position]:
    """The next entry of the game, with the ruling this step gets, and where it leads.

    Nothing is changed: `game.take(*…)` adds it. `said` has a `by` that is a player or the judge,
    and a `do`; whatever else it holds gets a ruling.
    """
    n = len(game.log) + 1
    do = said["do"] if isinstance(said["do"], str) else ""
    broken = offends(game, said["by"], do)
    if do in READERS:
        return _shared(game, said, n, broken)
    procedure = game.ruleset.procedures.get(do)
    step = None
    if procedure is None:
        broken.append(("G1", f"there is no step “{str(said['do'])[:60]}” in this game", ()))
    else:
        try:
            step = procedure.read(said, n)
        except Unreadable as why:
            broken.append(("G1", str(why), ()))
    if broken:
        return _refused(game, said, n, broken)
    assert procedure is not None and step is not None
    now = game.now
    ruling, events, state = decide(game.ruleset, procedure, now.state, step, n)
    entry = named(Entry, (n, said, ruling, events))
    if ruling.verdict != LEGAL:
        return entry, now
    return entry, game.stood(now, entry, state)


def offends(game: Game, by: str, do: str) -> list[tuple[RuleId, str, tuple[int, ...]]]:
    """The shared rules this step offends before its fields are looked at: (rule, reason, since)."""
    found: list[tuple[RuleId, str, tuple[int, ...]]] = []
    if by == JUDGE:
        known = do in READERS or do in game.ruleset.procedures
        if known and do not in JUDGES_OWN and do not in game.ruleset.judge_may:
            found.append(("G2", f"“{do}” is a player's step; a judge does not take it", ()))
        return found
    if do in ("rewind", "overrule"):
        found.append(("G5", f"only a judge can {do}", ()))
    now = game.now
    if do != "note" and game.ruleset.over(now.state):
        found.append(("G3", "the game is over", ()))
    request = now.request
    if request is not None and do not in DURING_A_REQUEST:
        found.append(("G6", request.first_answered, (request.entry,)))
    return found


def _refused(game: Game, said: Said, n: int, broken: list[Any]) -> tuple[Entry, Position]:
    cites = tuple(dict.fromkeys(rule for rule, _, _ in broken))
    reason = "; ".join(dict.fromkeys(reason for _, reason, _ in broken))
    since = tuple(dict.fromkeys(n for _, _, entries in broken for n in entries))
    ruling = Ruling(ILLEGAL, RULE, cites, sentence(reason), since)
    return Entry(n, said, ruling), game.now


def _shared(game: Game, said: Said, n: int, broken: list[Any]) -> tuple[Entry, Position]:
    read, rule = READERS[said["do"]]
    try:
        step = read(said)
    except Unreadable as why:
        broken.append(("G1", str(why), ()))
    if broken:
        return _refused(game, said, n, broken)
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


def undo(game: Game, step: Any) -> Ruled:
    if game.opening.mode == "tournament":
        return illegal(
            "in a tournament nothing is taken back by a player; a judge may rewind", "G4"
        )
    position = game.now
    own = next((one for one in position.stands() if one.by == step.by), None)
    if own is None:
        return illegal(f"no entry of {step.by}'s stands that could be taken back", "G4")
    if own.happened <= position.barrier:
        return illegal(
            f"entry {own.entry} lies behind entry {position.barrier}, a concession or a judge's "
            "step: only a judge can take it back",
            "G4",
            since=(position.barrier,),
        )
    if position.standing is not None and any(one.by != step.by for one in _above(position, own)):
        asked = tuple(p for p in game.ruleset.in_game(position.state) if p != step.by)
        reason = (
            f"{step.by} asks to take back entry {own.entry}; others have gone on since, so "
            f"{' and '.join(asked)} must agree"
        )
        return (UndoRequested(own.entry, step.by, asked),), reason
    return (_undone(own),), f"{step.by} takes back entry {own.entry}: nobody has gone on since"


def _above(position: Position, standing: Standing) -> list[Standing]:
    above = []
    for one in position.stands():
        if one is standing:
            break
        above.append(one)
    return above


def _undone(standing: Standing) -> EntryUndone:
    return EntryUndone(standing.entry, standing.happened - 1)


def _asked(game: Game, step: Any) -> Request | Refusal:
    request = game.now.request
    if request is None:
        return illegal("there is no request to answer", "G4")
    if step.by not in request.waiting:
        return illegal(
            f"{step.by} is not the one to answer this request", "G4", since=(request.entry,)
        )
    return request


def consent(game: Game, step: Any) -> Ruled:
    request = _asked(game, step)
    if isinstance(request, Refusal):
        return request
    agreed = UndoConsented(step.by)
    if request.waiting == (step.by,):
        taken = request.takes_back
        return (agreed, _undone(taken)), f"all agree: entry {taken.entry} is taken back"
    return (agreed,), f"{step.by} agrees"


def object_(game: Game, step: Any) -> Ruled:
    request = _asked(game, step)
    if isinstance(request, Refusal):
        return request
    return (UndoObjected(step.by),), f"{step.by} does not agree; the game stands as it stood"


def rewind(game: Game, step: Any) -> Ruled:
    if not step.because.strip():
        return illegal("a rewind needs a reason, in “because”", "G5", "G1")
    if not 0 <= step.to <= game.length:
        return illegal(f"there is no entry {step.to}; the newest is {game.length}", "G1")
    return (GameRewound(step.to, step.because),), f"the game stands as after entry {step.to}"


def note(_game: Game, step: Any) -> Ruled:
    return (RemarkNoted(step.text),), f"{step.by} notes: {step.text}"


Shared = Callable[[Game, Any], Ruled]


READERS: dict[str, tuple[Any, Shared]] = {
    "undo": (reader(Undo), undo),
    "consent": (reader(Consent), consent),
    "object": (reader(Object), object_),
    "rewind": (reader(Rewind), rewind),
    "overrule": (reader(Overrule), overrule),
    "note": (reader(Note), note),
}


@dataclass(frozen=True, slots=True)
class Option:
    """A step a player might take now, with the ruling it would get."""

    candidate: Candidate
    ruling: Ruling


def options(game: Game, player: str) -> list[Option]:
    """What this player might do now, legal or not, each judged by `adjudicate` itself."""
    shared = [
        Candidate({"by": player, "do": do}) for do in ("undo", "consent", "object", "concede")
    ]
    found = []
    for candidate in (*game.ruleset.candidates(game.now.state, player), *shared):
        entry, _ = adjudicate(game, candidate.said)
        if entry.ruling.verdict == LEGAL or candidate not in shared:
            found.append(Option(candidate, entry.ruling))
    return found
