"""Plays a game on in memory until a refused step is legal: by plain steps, a detour, or a report."""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from itertools import combinations, product
from typing import Any

from application.desk.effort import Effort
from application.desk.fork import CannotFork, branch
from application.desk.policy import policy_for
from application.game.transcript import said_in_words
from domain.kernel.history import Entry, Game, Position
from domain.kernel.ruleset import Ask, Candidate, Viewer
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate, trial
from domain.kernel.steps import JUDGE, Said

FARTHEST = 120
"""Plain steps tried before giving up."""
DETOURS = 40
"""How many times a detour is looked for: at the start, then after each plain step."""
MOST_TOLD = 3
"""A way of at most so many steps is told step by step."""

ON_THE_TABLE = frozenset({"report", "concede"})
"""Steps that nobody takes only to make another one legal."""
COUNTED = ("round", "turn")
"""What a game counts as it goes on."""

TellsNothing = Callable[[Entry, Position, Position], bool]
"""(entry, position before, position after) → whether it tells this viewer nothing hidden."""


def what_lies_ahead(
    game: Game, said: Said, viewer: Viewer
) -> tuple[Game, TellsNothing | None] | None:
    """A game that can be played on without telling this viewer anything hidden.

    If no branch can be made of what the viewer knows, it is the game itself, with a check for each
    step; None if the step is not the viewer's own, as any answer might then tell a secret.
    """
    try:
        return branch(game, viewer=viewer), None
    except CannotFork:
        if said["by"] != viewer:
            return None
    redact = game.ruleset.entry_seen
    policy = policy_for(game.ruleset.name)

    def tells_nothing(entry: Entry, before: Position, after: Position) -> bool:
        states = before.state, after.state
        if redact is not None and redact(entry, viewer, *states) != entry:
            return False
        if game.ruleset.revealed_anything(entry, *states):
            return False
        return not any(policy.event(one.STORED_AS).hidden for one in entry.events)

    return game.at(game.length), tells_nothing


def is_legal(game: Game, said: Said, viewer: Viewer = JUDGE) -> bool:
    """Whether the step would be legal, as far as this viewer is told who only tries it."""
    return trial(game, said, viewer).ruling.verdict == LEGAL


def plain_step(game: Game) -> Said | None:
    """The plainest step that moves the game on, such as declining an open request; None if there is none."""
    request = game.now.request
    if request is not None:
        return {"by": request.waiting[0], "do": "object"}
    if game.ruleset.over(game.now.state):
        return None
    return game.ruleset.plainest_step(game.now.state)


def walking_on(
    game: Game, said: Said, effort: Effort, tells_nothing: TellsNothing | None = None
) -> Iterator[tuple[tuple[Said, ...], str]]:
    """The ways to make the step legal: the first detour found, and plain steps alone.

    Each is a list of steps with a sentence. With `tells_nothing` no detour is tried, as it could
    tell what is in a hand, and the search ends before a step that tells something hidden.
    """
    ahead = game.at(game.length)
    begun = ahead.view()
    taken: list[Said] = []
    detour = None
    # A step that names no piece, a payment or a roll, would be legal for something else then.
    detours = DETOURS if tells_nothing is None and _names_a_piece(game, said) else 0
    viewer = JUDGE if tells_nothing is None else said["by"]
    while len(taken) < FARTHEST and effort.spend(2):
        if detour is None and len(taken) < detours:
            detour = opens_the_way(ahead, said, effort)
            if detour is not None:
                yield (*taken, detour[0]), _after([*taken, detour[0]], begun, detour[1])
        step = plain_step(ahead)
        if step is None:
            return
        entry, position = adjudicate(ahead, step)
        if entry.ruling.verdict != LEGAL:
            return
        if tells_nothing is not None and not tells_nothing(entry, ahead.now, position):
            return
        ahead.take(entry, position)
        taken.append(step)
        if is_legal(ahead, said, viewer):
            yield tuple(taken), _after(taken, begun, ahead)
            return


def _names_a_piece(game: Game, said: Said) -> bool:
    words = {*_words(said)}
    board = game.ruleset.board(game.now.state, JUDGE)
    return any(piece.id in words for group in board for piece in group.pieces)


def opens_the_way(game: Game, said: Said, effort: Effort) -> tuple[Said, Game] | None:
    """A step, other than the plainest, after which this one is legal; and the game after it."""
    plainest = plain_step(game)
    for candidate in _thought_of(game):
        first = candidate.said
        if first["do"] in ON_THE_TABLE or first in (plainest, said):
            continue
        if not effort.spend(2):
            return None
        ahead = _after_step(game, first)
        if ahead is not None and is_legal(ahead, said):
            return first, ahead
    return None


def reports_that_allow(
    game: Game, said: Said, reason: str, effort: Effort
) -> Iterator[tuple[Said, str]]:
    """Each report after which the step would be legal, with a sentence.

    Only reports about what the step or the reason of its refusal names: no unit is reported lost for it.
    """
    named = {*_words(said), *re.findall(r"[\w-]+", reason)}
    found = set()
    thought_of = (first for one in _thought_of(game) for first in _filled_in(one, named))
    for first in thought_of:
        about = {*_words({key: value for key, value in first.items() if key != "by"})}
        if not about - {first["do"], first["fact"]} <= named:
            continue
        if not effort.spend(2):
            return
        ahead = _after_step(game, first)
        if ahead is None or not is_legal(ahead, said):
            continue
        told = ahead.log[-1].ruling.reason.partition(". ")[0]
        fact = told.removeprefix(f"{first['by']} reports that ").rstrip(".")
        if fact not in found:
            found.add(fact)
            yield first, f"It is legal once somebody reports that {fact}."


def _thought_of(game: Game) -> Iterator[Candidate]:
    for player in game.to_act():
        for candidate in game.ruleset.offers.candidates(game.now.state, player):
            if candidate.said["do"] == "report":
                yield candidate


def _filled_in(report: Candidate, named: Container[str]) -> Iterator[Said]:
    """The report with every choice of these names; what it can do without is left out.

    None of a report that gives a number or a text: what is so is not made up.
    """
    needed = {name: ask for name, ask in report.asks.items() if name in report.said}
    if any(ask.kind != "names" for ask in needed.values()):
        return
    ways = (_ways_to_fill_in(ask, report.said[name], named) for name, ask in needed.items())
    for values in product(*ways):
        yield {**report.said, **dict(zip(needed, values, strict=True))}


def _ways_to_fill_in(ask: Ask, suggested: Any, named: Container[str]) -> list[Any]:
    choices = [one for one in ask.choices if one in named]
    if isinstance(suggested, str):
        return choices
    return [list(some) for some in combinations(choices, ask.count or 1)]


def _after_step(game: Game, said: Said) -> Game | None:
    """The game after this step; None where it is not legal."""
    entry, position = adjudicate(game, said)
    if entry.ruling.verdict != LEGAL:
        return None
    ahead = game.at(game.length)
    ahead.take(entry, position)
    return ahead


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _words(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _words(one)


def _after(taken: list[Said], begun: Mapping[str, Any], ahead: Game) -> str:
    """`It is legal from round 2 on.`, `It is legal after “ben: decline”.`"""
    now, just_before = ahead.view(), ahead.view(ahead.length - 1)
    begins = _counted_on(just_before, now)
    if begins:
        return f"It is legal from {begins} on."
    passed = _counted_on(begun, now)
    then = f" in {passed}" if passed else ""
    if len(taken) <= MOST_TOLD:
        quoted = (f"“{said_in_words(one)}”" for one in taken)
        return f"It is legal{then} after {', then '.join(quoted)}."
    last = said_in_words(taken[-1])
    return f"It is legal{then} after “{last}”, which is {len(taken)} plain steps from here."


def _counted_on(begun: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """`round 2` if the round or turn has changed since; empty if neither has."""
    for name in COUNTED:
        if isinstance(now.get(name), int) and begun.get(name) != now[name]:
            return f"{name} {now[name]}"
    return ""
