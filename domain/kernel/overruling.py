"""A judge's ruling in place of the one on an entry, and refused steps that were played all the same (G5)."""

from typing import Any, Literal

from domain.kernel.events import EntryOverruled, EntryPlayed, is_newest_standing
from domain.kernel.history import Entry, Game
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Outcome, decide
from domain.kernel.ruling import ILLEGAL, LEGAL, UNDETERMINED, Refusal, Verdict, illegal
from domain.kernel.steps import JUDGE, Said, Step, Text, Unreadable
from domain.kernel.values import changed, field
from domain.kernel.wording import no_entry


class Overrule(Step):
    """Replace the ruling on an entry."""

    number: int = field(name="entry")
    """`entry` is the number of the step itself everywhere else."""
    verdict: Literal["legal", "illegal"]
    because: Text = ""
    defect: bool = False
    """The judge says that the rulebook rules so, and that the ruling replaced is a mistake of ours."""


class Played(Step):
    """Say that a refused entry was played all the same."""

    number: int = field(name="entry")
    because: Text = ""


SharedOutcome = tuple[tuple[Any, ...], str] | Refusal
"""What comes of a step that every ruleset has: its events and the reason, or the refusal."""


def overrule(game: Game, step: Overrule) -> SharedOutcome:
    """A judge gives an entry another verdict; what it changes happens now (G5)."""
    number = step.number
    refusal = _no_reason_or_entry(game, step, "an overruling needs a reason, in “because”")
    if refusal is not None:
        return refusal
    verdict = game.verdict(number)
    if step.verdict == LEGAL:
        return _made_legal(game, step, verdict)
    return _made_illegal(game, step, verdict)


def _no_reason_or_entry(game: Game, step: Overrule | Played, needs: str) -> Refusal | None:
    if not step.because.strip():
        return illegal(needs, "G5", "G1")
    if there_is_none := no_entry(step.number, game.length, 1):
        return illegal(there_is_none, "G1", "G5")
    return None


def _made_illegal(game: Game, step: Overrule, verdict: Verdict) -> SharedOutcome:
    number = step.number
    newest = game.now.standing
    is_newest = newest is not None and newest.entry == number
    # What is illegal and stands was played all the same: that can still be taken back.
    if verdict == ILLEGAL and not is_newest:
        _, by = game.overruled.get(number, (verdict, number))
        return illegal(f"entry {number} is illegal already", "G5", since=(by,))
    if newest is not None and is_newest:
        conceded = game.now.conceded
        if conceded > newest.happened:
            return illegal(
                f"{game.entry(conceded).said['by']} conceded in entry {conceded}, after entry "
                f"{number}: a rewind takes that back, and says so",
                "G5",
                since=(conceded,),
            )
        event = EntryOverruled(number, "illegal", step.because, newest.happened - 1)
        return (event,), f"entry {number} is illegal and is taken back"
    if verdict == UNDETERMINED:
        event = EntryOverruled(number, "illegal", step.because)
        return (event,), f"entry {number} is settled as illegal; nothing has to be taken back"
    which = f"; that is entry {newest.entry}" if newest else "; none does"
    since = (newest.entry,) if newest else ()
    return illegal(
        f"only the newest entry that stands can be made illegal{which}", "G5", since=since
    )


def _made_legal(game: Game, step: Overrule, verdict: Verdict) -> SharedOutcome:
    number = step.number
    if verdict == LEGAL:
        return illegal(f"entry {number} is legal already", "G5", since=(number,))
    refusal = _not_the_newest(game, number, "made legal")
    if refusal is not None:
        return refusal
    if is_newest_standing(game.now, number):
        event = EntryOverruled(number, "legal", step.because)
        return (event,), f"entry {number} is legal; it was played and does not happen again"
    outcome = let_happen(game, game.entry(number))
    if isinstance(outcome, Refusal):
        return outcome
    rules = ("G5", *ended_by(game, outcome))
    event = EntryOverruled(number, "legal", step.because, rules=rules)
    reason = f"entry {number} is legal and happens now. {outcome.ruling.reason}".rstrip()
    return (event, *outcome.events), reason


def say_it_was_played(game: Game, step: Played) -> SharedOutcome:
    """Lets a refused step happen that the table had played, as a judge says; its ruling stays."""
    number = step.number
    refusal = _no_reason_or_entry(game, step, "that a step was played needs a reason, in “because”")
    if refusal is not None:
        return refusal
    verdict = game.verdict(number)
    if verdict == LEGAL:
        return illegal(
            f"entry {number} is legal: only what was refused can be said to be played",
            "G5",
            since=(number,),
        )
    refusal = _not_the_newest(game, number, "said to have been played")
    if refusal is not None:
        return refusal
    if is_newest_standing(game.now, number):
        since = (game.played.get(number, number),)
        return illegal(
            f"entry {number} was played and has happened already", "G5", "G1", since=since
        )
    outcome = let_happen(game, game.entry(number), "be said to have been played")
    if isinstance(outcome, Refusal):
        return outcome
    event = EntryPlayed(number, step.because, ("G5", *ended_by(game, outcome)))
    reason = (
        f"entry {number} was played and happens now; it stays {verdict}. {outcome.ruling.reason}"
    )
    return (event, *outcome.events), reason.rstrip()


def played_with(game: Game, entry: Entry) -> Entry:
    """A refused entry of which its step says that it was played, with the events that come of it.

    It is unchanged where there is nothing to act on.
    """
    outcome = let_happen(game, entry)
    if isinstance(outcome, Refusal):
        return entry
    return changed(entry, events=(EntryPlayed(entry.n, rules=("G5",)), *outcome.events))


def _not_the_newest(game: Game, number: int, made: str) -> Refusal | None:
    newest = next((entry.n for entry in reversed(game.log) if _is_a_step_of_play(entry.said)), None)
    if number == newest:
        return None
    which = f"entry {newest}" if newest else "there is none"
    since = (newest,) if newest else ()
    return illegal(
        f"only the newest entry that is no judge's and no remark can be {made}: {which}",
        "G5",
        since=since,
    )


def _is_a_step_of_play(said: Said) -> bool:
    # A remark, such as a call for the judge, never ends what the judge may do.
    return bool(said["by"] != JUDGE and said["do"] != "note")


def ended_by(game: Game, outcome: Outcome) -> tuple[RuleId, ...]:
    """The rules by which this ends the game, which the entry has to cite; none where the game goes on."""
    if not outcome.events or not game.ruleset.over(outcome.state):
        return ()
    rules: tuple[RuleId, ...] = outcome.events[-1].rules
    return rules


def let_happen(game: Game, entry: Entry, made: str = "be made legal") -> Outcome | Refusal:
    """What comes of a refused step if it happens now; a refusal where it has nothing to act on."""
    nothing = f"entry {entry.n} has nothing to act on and cannot {made}: "
    said = entry.said
    procedure = game.ruleset.procedures.get(str(said["do"]))
    firm = game.ruleset.stands_firm(entry.ruling)
    if procedure is None or procedure.acts_on is None or firm:
        return illegal(nothing + entry.ruling.reason, "G1", since=(entry.n,))
    try:
        step = procedure.read(said, entry.n, True)
    except Unreadable as why:
        return illegal(nothing + str(why), "G1", since=(entry.n,))
    refusal = procedure.acts_on.asks(game.now.state, step)
    if refusal is None and game.ruleset.over(game.now.state):
        refusal = illegal("the game is over")
    if refusal is not None:
        return illegal(nothing + refusal.reason, "G1", since=(*refusal.since, entry.n))
    outcome = decide(game.ruleset, procedure, game.now.state, step, game.length + 1)
    if outcome.ruling.verdict != LEGAL:
        return illegal(nothing + outcome.ruling.reason, "G1", since=(entry.n,))
    return outcome
