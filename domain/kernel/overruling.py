"""A judge's ruling in place of the one on an entry (G5): made illegal, or legal where it can happen."""

from typing import Any

from domain.kernel.events import EntryOverruled
from domain.kernel.history import Entry, Game
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Outcome, decide
from domain.kernel.ruling import LEGAL, UNDETERMINED, Refusal, Verdict, illegal
from domain.kernel.steps import JUDGE, Unreadable

Ruled = tuple[tuple[Any, ...], str] | Refusal
"""Events and a reason, or why not."""


def overrule(game: Game, step: Any) -> Ruled:
    if not step.because.strip():
        return illegal("an overruling needs a reason, in “because”", "G5", "G1")
    number = step.number
    if not 1 <= number <= game.length:
        return illegal(f"there is no entry {number}; the newest is {game.length}", "G1", "G5")
    verdict = game.verdict(number)
    if verdict == step.verdict:
        return illegal(f"entry {number} is {verdict} already", "G5")
    return (_made_legal if step.verdict == LEGAL else _made_illegal)(game, step, verdict)


def _made_illegal(game: Game, step: Any, verdict: Verdict) -> Ruled:
    number = step.number
    if verdict == UNDETERMINED:
        event = EntryOverruled(number, "illegal", step.because)
        return (event,), f"entry {number} is settled as illegal; nothing has to be taken back"
    newest = game.now.standing
    if newest is None or newest.entry != number:
        which = f"; that is entry {newest.entry}" if newest else "; none does"
        return illegal(f"only the newest entry that stands can be made illegal{which}", "G5")
    event = EntryOverruled(number, "illegal", step.because, newest.happened - 1)
    return (event,), f"entry {number} is illegal and is taken back"


def _made_legal(game: Game, step: Any, _verdict: Verdict) -> Ruled:
    number = step.number
    newest = next((one.n for one in reversed(game.log) if one.said["by"] != JUDGE), None)
    if number != newest:
        which = f"entry {newest}" if newest else "there is none"
        return illegal(
            f"only the newest entry that is not a judge's can be made legal: {which}", "G5"
        )
    outcome = _let_happen(game, game.entry(number))
    if isinstance(outcome, Refusal):
        return outcome
    rules = ("G5", *_ended_by(game, outcome))
    event = EntryOverruled(number, "legal", step.because, rules=rules)
    reason = f"entry {number} is legal and happens now. {outcome.ruling.reason}".rstrip()
    return (event, *outcome.events), reason


def _ended_by(game: Game, outcome: Outcome) -> tuple[RuleId, ...]:
    """The rules by which the game is over with this; they are cited where it ends, here too."""
    if not outcome.events or not game.ruleset.over(outcome.state):
        return ()
    rules: tuple[RuleId, ...] = outcome.events[-1].rules
    return rules


def _let_happen(game: Game, entry: Entry) -> Outcome | Refusal:
    """What a refused step comes to when a judge lets it happen; a refusal where there is nothing to act on."""
    nothing = f"entry {entry.n} has nothing to act on and cannot be made legal: "
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
    request = game.now.request
    if refusal is None and request is not None and not game.ruleset.legal_over_requests:
        refusal = illegal(request.first_answered, since=(request.entry,))
    if refusal is not None:
        return illegal(nothing + refusal.reason, "G1", since=(*refusal.since, entry.n))
    outcome = decide(game.ruleset, procedure, game.now.state, step, game.length + 1)
    if outcome.ruling.verdict != LEGAL:
        return illegal(nothing + outcome.ruling.reason, "G1", since=(entry.n,))
    return outcome
