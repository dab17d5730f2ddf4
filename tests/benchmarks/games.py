"""Long games of every ruleset in the list: the same steps every time, whatever the length.

`python -m tests.benchmarks.games` says what is measured: a line for each ruleset.
"""

from itertools import islice
from typing import Any

from application.records.demo import plain_opening, plain_steps
from application.rulesets import FOLDERS
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.shared import adjudicate
from tests.modules import module_of
from tests.spec import named

Said = dict[str, Any]
ENTRIES = 2_000
PLAYERS = ("ana", "ben")


def rulesets() -> tuple[str, ...]:
    """Those of the list, and those of installed packages."""
    return tuple(FOLDERS)


def _long(ruleset: str) -> Any:
    """The file of this ruleset in `long`; None without one."""
    return module_of("tests.benchmarks.long", ruleset)


def opening(ruleset: str) -> Opening:
    long = _long(ruleset)
    if long is None:
        return plain_opening(named(ruleset))
    return Opening(ruleset, named(ruleset).edition().id, {}, "casual", PLAYERS, long.SETUP)


def steps(ruleset: str, entries: int = ENTRIES) -> list[Said]:
    """So many legal steps, or as many as there are until the plainest game is over."""
    long = _long(ruleset)
    if long is None:
        return [dict(said) for said in plain_steps(opened(ruleset), entries)]
    return list(islice(long.steps(), entries))


def refused(ruleset: str) -> Said:
    """What is illegal after the first of the steps."""
    long = _long(ruleset)
    if long is None:
        return {"by": opening(ruleset).players[0], "do": "consent"}
    found: Said = long.REFUSED
    return found


def opened(ruleset: str) -> Game:
    return open_game(named(ruleset), opening(ruleset))


def played(ruleset: str, entries: int = ENTRIES) -> Game:
    """The game after so many legal entries."""
    game = opened(ruleset)
    for said in steps(ruleset, entries):
        entry, position = adjudicate(game, said)
        assert entry.ruling.verdict == "legal", entry
        game.take(entry, position)
    return game


def told(ruleset: str) -> str:
    """`voidsiege: 2000 steps; then illegal: …`."""
    entry, _ = adjudicate(played(ruleset, 1), refused(ruleset))
    return f"{ruleset}: {len(steps(ruleset))} steps; then {entry.ruling.verdict}: {entry.ruling.reason}"


if __name__ == "__main__":
    for one in rulesets():
        print(told(one))  # noqa: T201 - this is a command
