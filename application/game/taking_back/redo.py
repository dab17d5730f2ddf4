"""The steps that were taken back last, to be taken again."""

from application.game.line_of_play import in_force, taken_back
from domain.kernel.history import Game
from domain.kernel.shared import STEPS
from domain.kernel.steps import AT, PLAYED, Said


class NothingToRedo(Exception):
    """Nothing was taken back, or play has gone on since; the message is a sentence."""


def steps_taken_back(game: Game) -> list[Said]:
    """What the newest undo, rewind or overruling took back, oldest first. Raises NothingToRedo."""
    gone = taken_back(game)
    newest = max(gone.values(), default=0)
    stands = in_force(game)
    after = [
        entry
        for entry in game.log[newest:]
        if entry.n in stands and entry.happened and entry.said["do"] not in STEPS
    ]
    if not newest:
        raise NothingToRedo("nothing was taken back that could be taken again")
    if after:
        raise NothingToRedo(
            f"play has gone on with entry {after[0].n} since entry {newest} took something back"
        )
    back = [game.entry(n) for n in sorted(gone) if gone[n] == newest]
    steps: list[Said] = [
        {key: value for key, value in entry.said.items() if key not in (AT, PLAYED)}
        for entry in back
        if entry.happened and entry.said["do"] not in STEPS
    ]
    if not steps:
        raise NothingToRedo(f"entry {newest} took nothing back that could be taken again")
    return steps
