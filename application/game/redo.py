"""What was taken back and may be taken again."""

from bisect import bisect_right

from application.game.line_of_play import jumps_to, lineage
from domain.kernel.history import Entry, Game
from domain.kernel.shared import STEPS
from domain.kernel.steps import AT, PLAYED, Said


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
