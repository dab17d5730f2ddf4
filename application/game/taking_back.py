"""What was taken back and may be taken again, and how often the others are asked."""

from bisect import bisect_right

from application.game.checked_step import NotAStep
from application.game.line_of_play import jumps_to, lineage
from domain.kernel.events import UndoRequested
from domain.kernel.history import Entry, Game
from domain.kernel.shared import STEPS, adjudicate_once
from domain.kernel.steps import AT, JUDGE, PLAYED, Said


class NothingToRedo(Exception):
    """Nothing was taken back, or play has gone on since; the message is a sentence."""


def steps_taken_back(game: Game) -> list[Said]:
    """The steps that the newest undo, rewind or overruling took back and that were not taken again yet.

    The oldest comes first. Once all are taken again, by redo or as new steps, those of the undo before it
    follow; any other step that happens leaves nothing to redo. Raises NothingToRedo.
    """
    gone: list[list[Said]] = []
    newest, since = 0, 0
    line: list[int] = []
    for entry in game.log:
        back = jumps_to(entry)
        if back is not None:
            line, left = _went_back(game, line, back)
            gone.append([_said_anew(one) for one in map(game.entry, left) if _is_played(one)])
            newest, since = entry.n, 0
        elif _is_played(entry) and not _took_again(gone, _said_anew(entry)):
            gone, since = [], since or entry.n
        line.append(entry.n)
    if since or not gone or not gone[-1]:
        raise NothingToRedo(_why_nothing(gone, newest, since))
    return gone[-1]


def _why_nothing(gone: list[list[Said]], newest: int, since: int) -> str:
    """Why nothing can be taken again. `newest`: the last entry that took something back; 0 for none."""
    if not newest:
        return "nothing was taken back that could be taken again"
    if since:
        return f"play has gone on with entry {since} since entry {newest} took something back"
    if gone:
        return f"entry {newest} took nothing back that could be taken again"
    return "everything that was taken back was taken again"


def _went_back(game: Game, line: list[int], back: int) -> tuple[list[int], list[int]]:
    """The entries that the game rests on once it is back at entry `back`, and those it no longer rests on."""
    place = bisect_right(line, back)
    if not back or line[:place][-1:] == [back]:
        return line[:place], line[place:]
    now = lineage(game, back)[::-1]
    return now, sorted({*line} - {*now})


def _took_again(gone: list[list[Said]], said: Said) -> bool:
    """Removes the step from `gone` if it is the next to be taken again; whether it was."""
    if not gone or not gone[-1] or gone[-1][0] != said:
        return False
    del gone[-1][0]
    if not gone[-1]:
        gone.pop()
    return True


def _is_played(entry: Entry) -> bool:
    return entry.happened and entry.said["do"] not in STEPS


def _said_anew(entry: Entry) -> Said:
    return {key: value for key, value in entry.said.items() if key not in (AT, PLAYED)}


MOST_ASKED = 2
"""How often the others may be asked about one entry, whatever they answered."""


def asked_too_often(game: Game, said: Said) -> str:
    """Why this step may not ask the others again, as a clause; empty where it may.

    This is asked only in a game that is being played: a record is ruled on as it was played.
    """
    if said["do"] != "undo" or said["by"] == JUDGE:
        return ""
    entry, _ = adjudicate_once(game, said)
    request = entry.events[0] if entry.events else None
    if not isinstance(request, UndoRequested):
        return ""
    before = [one.n for one in game.log[game.known_from :] if _asks(one.events, request.entry)]
    if len(before) < MOST_ASKED:
        return ""
    have = "has" if len(request.asked) == 1 else "have"
    return (
        f"{' and '.join(request.asked)} {have} been asked twice to let entry {request.entry} be taken back, "
        f"in entries {' and '.join(map(str, before))}, and nobody is asked a third time: "
        "a judge may still take it back (G4)"
    )


def _asks(events: tuple[object, ...], entry: int) -> bool:
    return bool(events) and isinstance(events[0], UndoRequested) and events[0].entry == entry


def check_not_too_often(game: Game, said: Said) -> None:
    """Raises NotAStep where the others have been asked for the same entry often enough."""
    why = asked_too_often(game, said)
    if why:
        raise NotAStep(why)
