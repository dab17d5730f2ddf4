"""Rules on one step of a game: G1 to G8, the steps that every ruleset has, then the ruleset's own law."""

from collections.abc import Callable, Iterator
from typing import Any

from domain.kernel.correcting import Correct, correct, since_put_right
from domain.kernel.events import (
    ChanceReported,
    GameRewound,
    LaidOpen,
    LayingOpenAgreed,
    RemarkNoted,
)
from domain.kernel.hiding import entry_seen, refusal_of_unknown_names
from domain.kernel.history import Entry, Game, Position
from domain.kernel.making_chance import (
    Commit,
    Reveal,
    SetAside,
    commit,
    reported_as_made,
    reveal,
    ruled_as_made,
    set_aside,
)
from domain.kernel.overruling import (
    Overrule,
    Played,
    SharedOutcome,
    overrule,
    played_with,
    say_it_was_played,
)
from domain.kernel.rulebook import RULE, RuleId
from domain.kernel.ruleset import NO_CHECK, Candidate, Procedure, Viewer, decide
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
    ruling_that_ends,
    undo,
    withdraw,
)
from domain.kernel.values import Value
from domain.kernel.wording import have, list_in_words, no_entry


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
JUDGES_OWN = frozenset({*FOR_A_JUDGE, "correct", "set_aside", "open", "note"})
"""Steps that a judge may take in every game."""
NAMED_ENTRY = {"rewind": "to", "overrule": "entry", "played": "entry"}
"""Steps that name an entry, and the field in which they do."""
DURING_A_REQUEST = frozenset({"consent", "object", "withdraw", "concede", "note"})


BrokenRule = tuple[RuleId, str, tuple[int, ...]]
"""A rule of G1 to G8 that a step breaks, the reason, and the entries since which it does."""


def adjudicate(game: Game, said: Said) -> tuple[Entry, Position]:
    """The entry that this step would be, with its ruling, and the position after it.

    The game is not changed: `game.take(*…)` adds the entry. `said` must have a `do`, and a `by` that is a
    player or the judge; whatever else it holds gets a ruling.
    """
    n = len(game.log) + 1
    do = said["do"] if isinstance(said["do"], str) else ""
    broken = broken_rules(game, said["by"], do)
    if PLAYED in said and type(said[PLAYED]) is not bool:
        broken.append(("G1", f"“played” is true or false, not {quoted_value(said[PLAYED])}", ()))
    if do in READERS:
        return _shared_entry(game, said, n, broken)
    procedure = game.ruleset.procedures.get(do)
    if procedure is None:
        return _refused_entry(game, said, n, [*broken, ("G1", _no_step(said["do"]), ())])
    # It is read even where it breaks a rule: all that is wrong with it is said at once.
    try:
        step = procedure.read(said, n)
    except Unreadable as why:
        return _refused_entry(game, said, n, [*broken, ("G1", str(why), ())])
    if broken:
        return _refused_entry(game, said, n, broken)
    hiding = game.ruleset.hiding
    if hiding is not None and hiding.guarded_fields:
        nothing = refusal_of_unknown_names(hiding, game.now.state, said)
        if nothing is not None:
            ruling = ruling_of_refusal(nothing, NO_CHECK, game.law.edition.basis)
            return Entry(n, said, ruling), game.now
    return _ruled_entry(game, said, n, procedure, step)


def adjudicate_once(game: Game, said: Said) -> tuple[Entry, Position]:
    """As `adjudicate`; of the steps that were last put before the rules here none is ruled on again."""
    n = len(game.log) + 1
    for before, entry, position in tuple(game.tried):
        # By their words: as values, true is 1.
        if entry.n == n and before is game.now and repr(entry.said) == repr(said):
            return entry, position
    entry, position = adjudicate(game, said)
    game.tried.append((game.now, entry, position))
    return entry, position


def _ruled_entry(
    game: Game, said: Said, n: int, procedure: Procedure, step: Step
) -> tuple[Entry, Position]:
    """The entry of a ruleset's own step, which breaks none of G1 to G8, and the position after it."""
    now = game.now
    outcome = decide(game.ruleset, procedure, now.state, step, n)
    ruling = outcome.ruling
    if now.corrected:
        ruling = since_put_right(game, procedure, step, ruling)
    if now.request is not None and ruling.verdict == LEGAL:
        ruling = ruling_that_ends(now.request, ruling)
    entry = Entry(n, said, ruling, outcome.events)
    if ruling.verdict == LEGAL:
        reported = None if now.dice is None else reported_as_made(now.dice, step)
        if reported is None:
            return entry, game.after_step(now, entry, outcome.state)
        entry = _entry_of_made_dice(entry, reported)
        if entry.happened:
            return entry, entry.events[0].position_after(game, now, entry)
    if PLAYED in said and said[PLAYED] and said["by"] != JUDGE and not game.ruleset.only_tried:
        entry = played_with(game, entry)
    return entry, (entry.events[0].position_after(game, now, entry) if entry.events else now)


def _entry_of_made_dice(legal: Entry, reported: ChanceReported | Refusal) -> Entry:
    """The entry of a legal step that reports as many dice as were made together."""
    ruling = ruled_as_made(legal.ruling, reported)
    if isinstance(reported, Refusal):
        return Entry(legal.n, legal.said, ruling)
    return Entry(legal.n, legal.said, ruling, (reported, *legal.events))


def broken_rules(game: Game, by: str, do: str) -> list[BrokenRule]:
    """The rules of G1 to G8 that this step breaks, whatever its fields say."""
    broken: list[BrokenRule] = []
    if by == JUDGE:
        known = do in READERS or do in game.ruleset.procedures
        if known and do not in JUDGES_OWN and do not in game.ruleset.judge_may:
            broken.append(("G2", f"“{do}” is a player's step; a judge does not take it", ()))
        return broken
    if do in FOR_A_JUDGE:
        broken.append(("G5", f"only a judge can {FOR_A_JUDGE[do]}", ()))
    now = game.now
    if do not in AFTER_THE_GAME and game.ruleset.over(now.state):
        ended = game.over_since()
        since = f" since entry {ended}" if ended else ""
        broken.append(("G3", f"the game is over{since}", (ended,) if ended else ()))
    request = now.request
    if request is not None and do not in DURING_A_REQUEST:
        broken.append(("G6", request.blocking_reason, (request.entry,)))
    return broken


def _no_step(do: Any) -> str:
    if isinstance(do, str):
        return f"there is no step “{do[:60]}” in this game"
    return f"“do” is the word for what is attempted, not {quoted_value(do)}"


def _refused_entry(
    game: Game, said: Said, n: int, broken: list[BrokenRule]
) -> tuple[Entry, Position]:
    cites = tuple(dict.fromkeys(rule for rule, _, _ in broken))
    reason = "; ".join(dict.fromkeys(reason for _, reason, _ in broken))
    since = tuple(dict.fromkeys(n for _, _, entries in broken for n in entries))
    ruling = Ruling(ILLEGAL, RULE, cites, sentence(reason), since)
    return Entry(n, said, ruling), game.now


def _shared_entry(
    game: Game, said: Said, n: int, broken: list[BrokenRule]
) -> tuple[Entry, Position]:
    read, rule = READERS[said["do"]]
    try:
        step = read(said)
    except Unreadable as why:
        broken.append(("G1", str(why), ()))
    if broken:
        return _refused_entry(game, said, n, broken)
    ruled = rule(game, step)
    if isinstance(ruled, Refusal):
        ruling = ruling_of_refusal(ruled, NO_CHECK, game.law.edition.basis)
        return Entry(n, said, ruling), game.now
    events, reason = ruled
    cites = tuple(dict.fromkeys(cited for event in events[:1] for cited in event.rules))
    ruling = Ruling(LEGAL, game.law.edition.basis(cites), cites, sentence(reason))
    entry = Entry(n, said, ruling, events)
    return entry, events[0].position_after(game, game.now, entry)


def rewind(game: Game, step: Rewind) -> SharedOutcome:
    """A judge takes the game back to how it stood after an earlier entry (G5)."""
    if not step.because.strip():
        return illegal("a rewind needs a reason, in “because”", "G5", "G1")
    if there_is_none := no_entry(step.to, game.length):
        return illegal(there_is_none, "G1")
    return (GameRewound(step.to, step.because),), f"the game stands as after entry {step.to}"


def open_(game: Game, step: Open) -> SharedOutcome:
    """G3: everybody has to agree, or a judge."""
    now = game.now
    if not game.ruleset.over(now.state):
        return illegal("nothing is laid open before the game is over", "G3")
    if step.by == JUDGE:
        return (LaidOpen(JUDGE),), "a judge lays everything open"
    agreed = LayingOpenAgreed(step.by)
    if now.is_laid_open(game.players):
        return (agreed,), f"{step.by} agrees; everything is laid open already"
    missing = [player for player in game.players if player not in (*now.agreed, step.by)]
    if missing:
        return (
            (agreed,),
            f"{step.by} agrees to lay everything open; {list_in_words(missing)} {have(missing)} not yet",
        )
    return (agreed,), "all agree: everything is laid open"


def note(_game: Game, step: Note) -> SharedOutcome:
    """Keeps a remark; it changes nothing."""
    return (RemarkNoted(step.text),), f"{step.by} notes: {step.text}"


SharedRule = Callable[[Game, Any], SharedOutcome]
"""(game, step) → what comes of the step."""

SHARED_RULES: dict[str, tuple[type[Step], SharedRule]] = {
    "undo": (Undo, undo),
    "consent": (Consent, consent),
    "object": (Object, object_),
    "withdraw": (Withdraw, withdraw),
    "rewind": (Rewind, rewind),
    "overrule": (Overrule, overrule),
    "played": (Played, say_it_was_played),
    "correct": (Correct, correct),
    "commit": (Commit, commit),
    "reveal": (Reveal, reveal),
    "set_aside": (SetAside, set_aside),
    "open": (Open, open_),
    "note": (Note, note),
}
STEPS = {do: step for do, (step, _) in SHARED_RULES.items()}
"""`do` → the class of its steps, for the steps that every ruleset has."""
READERS = {do: (reader(step), rule) for do, (step, rule) in SHARED_RULES.items()}
"""`do` → what reads such a step, and what rules on it."""


class Option(Value):
    """A step a player might take now, with the ruling it would get."""

    candidate: Candidate
    ruling: Ruling


def trial(
    game: Game,
    said: Said,
    viewer: Viewer,
    ruled: Callable[[Game, Said], tuple[Entry, Position]] = adjudicate,
) -> Entry:
    """The entry that this step would be, without what the viewer may not know now: trying reveals nothing.

    So it is told only up to the first event that reveals something: not what follows, nor what is ruled then.
    `ruled`: `adjudicate_once` for a step that is likely to be taken next.
    """
    hiding = game.ruleset.hiding
    if hiding is None or viewer == JUDGE or game.is_laid_open:
        return ruled(game, said)[0]
    entry, _ = adjudicate(game.for_trying, said)
    told: Entry = entry_seen(hiding, entry, viewer, game.now.state, game.now.state)
    return told


def legal_shared_steps(game: Game, player: str) -> Iterator[tuple[Candidate, Entry]]:
    """The shared steps that are legal for this player now, each with the entry it would be."""
    answers = () if game.now.request is None else ("consent", "object")
    at_the_end = ("open",) if game.ruleset.over(game.now.state) else ()
    for do in ("undo", *answers, "concede", *at_the_end):
        shared = Candidate({"by": player, "do": do})
        entry = trial(game, shared.said, player)
        if entry.ruling.verdict == LEGAL:
            yield shared, entry


def options(game: Game, player: str) -> list[Option]:
    """The candidates of this player and the legal shared steps, each with its ruling."""
    candidates = game.ruleset.offers.candidates(game.now.state, player)
    own = [
        Option(candidate, trial(game, candidate.said, player).ruling) for candidate in candidates
    ]
    shared = legal_shared_steps(game, player)
    return own + [Option(step, entry.ruling) for step, entry in shared]
