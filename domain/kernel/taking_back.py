"""Taking back one's own newest entry (G4): at once, or by a request that the others answer."""

from domain.kernel.correcting import corrected_as_asked, put_right_by
from domain.kernel.events import (
    CorrectionRequested,
    EntryUndone,
    SettingAsideRequested,
    UndoConsented,
    UndoObjected,
    UndoRequested,
    UndoWithdrawn,
    was_secret_revealed,
)
from domain.kernel.history import Entry, Game, Request, Standing
from domain.kernel.making_chance import set_aside_as_asked
from domain.kernel.overruling import SharedOutcome
from domain.kernel.ruling import Refusal, Ruling, illegal
from domain.kernel.steps import Step
from domain.kernel.values import changed
from domain.kernel.wording import have, list_in_words


class Undo(Step):
    """Take back one's own newest entry that stands."""


class Consent(Step):
    """Agree to an open request."""


class Object(Step):
    """Refuse an open request."""


class Withdraw(Step):
    """Ask no longer: one's own open request is gone."""


def undo(game: Game, step: Undo) -> SharedOutcome:
    """Takes back a player's newest step: at once, or once the others agree (G4)."""
    if game.opening.mode == "tournament":
        return illegal(
            "in a tournament nothing is taken back by a player; a judge may rewind", "G4"
        )
    position = game.now
    own = next((standing for standing in position.stands() if standing.by == step.by), None)
    if own is None:
        return illegal(f"no entry of {step.by}'s stands that could be taken back", "G4")
    if own.happened <= position.barrier:
        return illegal(
            f"entry {own.entry} came before entry {position.barrier}, {_barrier(game, position.barrier)}, "
            "which no player goes back behind: a judge may rewind",
            "G4",
            since=(position.barrier,),
        )
    above = position.since(own)
    asked = tuple(p for p in game.ruleset.in_game(position.state) if p != step.by)
    others = any(standing.by != step.by for standing in above)
    # What comes of a secret that was revealed is not taken back by one alone (G8).
    others = others or was_secret_revealed(game.log[own.happened :])
    if asked and (others or _told_new(game, own)):
        gone = _gone_with(above)
        why = "others have gone on since" if others else "it has brought something new to light"
        reason = (
            f"{step.by} asks to take back entry {own.entry}; {why}, so {list_in_words(asked)} must "
            f"agree{gone}"
        )
        return (UndoRequested(own.entry, step.by, asked),), reason
    return (_undoing(own),), f"{step.by} takes back entry {own.entry}: nobody has gone on since"


def _barrier(game: Game, entry: int) -> str:
    if put_right_by(game, entry):
        return "which put the table right"
    conceded = game.entry(entry).said["do"] == "concede"
    return "a concession" if conceded else "a judge's ruling"


def _told_new(game: Game, own: Standing) -> bool:
    """Whether the entry told its player something that an undo cannot make unknown again."""
    n = own.happened
    before, after = game.position(n - 1).state, game.position(n).state
    return game.ruleset.revealed_anything(game.entry(n), before, after)


def _gone_with(above: list[Standing]) -> str:
    """A sentence that lists the later entries that an undo takes back too, oldest first."""
    if not above:
        return ""
    entries = [str(standing.entry) for standing in reversed(above)]
    if len(entries) == 1:
        return f". Entry {entries[0]} goes with it"
    return f". Entries {list_in_words(entries)} go with it"


def _undoing(standing: Standing) -> EntryUndone:
    return EntryUndone(standing.entry, standing.happened - 1)


MOST_ASKED = 2
"""How often the others may be asked about one entry, whatever they answered."""


def asked_too_often(game: Game, entry: Entry) -> str:
    """Why this entry, not yet taken, may not ask the others again, as a clause; empty where it may.

    A policy for games that are being played, not a check: records and stored games are ruled on as they
    were played.
    """
    request = entry.events[0] if entry.events else None
    if not isinstance(request, UndoRequested | CorrectionRequested):
        return ""
    before = [one.n for one in game.log[game.known_from :] if _asks_for(one, request)]
    if len(before) < MOST_ASKED:
        return ""
    if isinstance(request, UndoRequested):
        what, judge = f"to let entry {request.entry} be taken back", "take it back (G4)"
    else:
        what, judge = "to put the table right so", "put it right (G7)"
    return (
        f"{list_in_words(request.asked)} {have(request.asked)} been asked twice {what}, "
        f"in entries {list_in_words(map(str, before))}, and nobody is asked a third time: "
        f"a judge may still {judge}"
    )


def _asks_for(entry: Entry, request: UndoRequested | CorrectionRequested) -> bool:
    """Whether the entry asked for the same."""
    asked = entry.events[0] if entry.events else None
    if isinstance(asked, UndoRequested) and isinstance(request, UndoRequested):
        return asked.entry == request.entry
    if isinstance(asked, CorrectionRequested) and isinstance(request, CorrectionRequested):
        return (asked.by, asked.parts) == (request.by, request.parts)
    return False


def _request(game: Game, step: Consent | Object) -> Request | Refusal:
    request = game.now.request
    if request is None:
        return illegal("there is no request to answer", "G4")
    if step.by not in request.waiting:
        return illegal(
            f"{step.by} is not the one to answer this request", "G4", since=(request.entry,)
        )
    return request


def consent(game: Game, step: Consent) -> SharedOutcome:
    """Agrees to the request that is open; with the last one it is granted."""
    request = _request(game, step)
    if isinstance(request, Refusal):
        return request
    agreed = UndoConsented(step.by)
    if request.waiting != (step.by,):
        return (agreed,), f"{step.by} agrees"
    asked = game.entry(request.entry).events[0]
    if isinstance(asked, CorrectionRequested | SettingAsideRequested):
        outcome = _done_as_asked(game, asked)
        if isinstance(outcome, Refusal):
            return outcome
        events, reason = outcome
        return (agreed, *events), f"all agree: {reason}"
    taken = request.takes_back
    assert taken is not None
    return (agreed, _undoing(taken)), f"all agree: entry {taken.entry} is taken back"


def _done_as_asked(game: Game, asked: CorrectionRequested | SettingAsideRequested) -> SharedOutcome:
    if isinstance(asked, CorrectionRequested):
        return corrected_as_asked(game, asked)
    return set_aside_as_asked(game, asked.by, asked.because)


def object_(game: Game, step: Object) -> SharedOutcome:
    """Refuses the request that is open."""
    request = _request(game, step)
    if isinstance(request, Refusal):
        return request
    return (UndoObjected(step.by),), f"{step.by} does not agree; the game stands as it stood"


def withdraw(game: Game, step: Withdraw) -> SharedOutcome:
    """Ends the player's own request; everything stands."""
    request = game.now.request
    if request is None:
        return illegal("there is no request to withdraw", "G4")
    if step.by != request.by:
        return illegal(
            f"the request is {request.by}'s, who alone withdraws it", "G4", since=(request.entry,)
        )
    return (UndoWithdrawn(step.by),), f"{step.by} no longer asks {request.purpose}"


def ruling_that_ends(request: Request, ruling: Ruling) -> Ruling:
    """The ruling on a step with which the open request is gone, such as a concession, and which says so.

    What it cites stays, or games that were played before would be ruled otherwise now.
    """
    return changed(
        ruling,
        reason=f"{ruling.reason} With that {request.by} no longer asks {request.purpose}.".strip(),
        because=tuple(dict.fromkeys((*ruling.because, request.entry))),
    )
