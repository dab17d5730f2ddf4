"""What must hold of every state, and what is found where it does not."""

from collections.abc import Iterator
from typing import NamedTuple

from application.lab.exploration.view_shape import shape_errors
from application.lab.model.transitions import Expansion, TransitionSystem, error_in_words
from domain.kernel.ruleset import State
from domain.kernel.ruling import LEGAL, UNDETERMINED
from domain.kernel.steps import JUDGE, Said

LONGEST_WINDOW = 200
"""A window counts as never closing after this many of the plainest steps in a row."""

DEAD_END = "dead end"
FAULT = "fault"
TURN = "who is to act"
WINDOW = "window"
PLAINEST = "plainest step"
VIEW = "view"
INVARIANT = "invariant"

HOLDS = (
    "nobody is ever stuck: somebody may do something until the game is over, or a judge must rule",
    "whoever is to act may act, and nobody else",
    "the plainest step is always legal, and every window closes",
    "nothing fails, and the table always looks as the rulebook page says",
)
"""These properties in words; a ruleset's own invariants come on top of them."""


class Violation(NamedTuple):
    """A property that does not hold at a state."""

    kind: str
    """Which property: DEAD_END, FAULT, TURN, WINDOW, PLAINEST, VIEW or INVARIANT."""
    words: str
    said: Said | None = None
    """The step that shows it; None where the state itself does."""


def violations(
    system: TransitionSystem, state: State, depth: int, expansion: Expansion
) -> list[Violation]:
    """Every property that does not hold at a state that is reached after `depth` entries."""
    violated = [Violation(FAULT, words, said) for said, words in expansion.failures]
    try:
        violated.extend(_of_state(system, state, depth, expansion))
    except Exception as why:  # a ruleset may fail in any way: that is what is looked for
        violated.append(Violation(FAULT, error_in_words(why)))
    return violated


def _of_state(
    system: TransitionSystem, state: State, depth: int, expansion: Expansion
) -> Iterator[Violation]:
    view = system.ruleset.view(state, JUDGE)
    for words in shape_errors(view, system.lab.view_shape):
        yield Violation(VIEW, words)
    for invariant in system.lab.invariants:
        if not invariant.holds(view):
            yield Violation(INVARIANT, f"it does not hold that {invariant.words}")
    if not expansion.over:
        yield from _of_turn(system, state, expansion)
        yield from _of_plainest_steps(system, state, depth)


def _of_turn(system: TransitionSystem, state: State, expansion: Expansion) -> Iterator[Violation]:
    """Those who are to act may act, and nobody else may; nobody need while a judge has to rule."""
    steps = (transition.said for transition in expansion.legal())
    may = {said["by"] for said in steps if said["do"] not in system.lab.any_time_steps}
    if not may and any(expansion.undetermined()):
        return
    if not may:
        yield Violation(DEAD_END, "nobody may do anything, and the game is not over")
        return
    to_act = set(system.ruleset.to_act(state))
    if may != to_act:
        words = f"{_names(to_act)} should be to act, and {_names(may)} may"
        yield Violation(TURN, words)


def _names(players: set[str]) -> str:
    return " and ".join(sorted(players)) or "nobody"


def _of_plainest_steps(system: TransitionSystem, state: State, depth: int) -> Iterator[Violation]:
    """The plainest step is always legal, and taking it again and again closes any window."""
    for n in range(LONGEST_WINDOW):
        said = system.ruleset.plainest_step(state)
        if said is None:
            return
        transition = system.transition(state, depth + n, said)
        if transition.verdict == UNDETERMINED:
            return
        if transition.verdict != LEGAL:
            yield Violation(PLAINEST, "what is plainest to do is not legal", said)
            return
        view = system.ruleset.view(state, JUDGE)
        state = transition.state
        if not system.lab.window_open(view) or system.ruleset.over(state):
            return
    words = f"the window is still open after {LONGEST_WINDOW} of the plainest answers"
    yield Violation(WINDOW, words)
