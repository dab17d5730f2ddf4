"""The exploration itself: a breadth-first search of all states that can be reached from a small table."""

from collections.abc import Callable, Iterable
from pathlib import Path

from application.lab.dispute import Dispute
from application.lab.exploration.expanding import Expanded, Expander, begin, expand_all
from application.lab.exploration.exploration import (
    KINDS,
    UNSOUND,
    Counterexample,
    Exploration,
    ExplorationResult,
    Progress,
)
from application.lab.exploration.states import FrontierState, OpensStates, States
from application.lab.processes import Map, parallel_map
from application.ledger.snapshots import snapshot_name
from domain.kernel.history import Opening
from domain.kernel.ruleset import Ruleset
from domain.kernel.steps import Said

AT_A_TIME = 480
"""States expanded before the file is written; one transaction."""
PIECE = 12
"""States that are given to a process at once."""


def explore(
    exploration: Exploration,
    opens: OpensStates,
    *,
    ruleset: Ruleset | None = None,
    file: Path | None = None,
    most: int | None = None,
    jobs: int = 1,
    tick: Callable[[Progress], None] = lambda _: None,
    enough: Callable[[], bool] = lambda: False,
) -> ExplorationResult:
    """Expands every state that can be reached, the nearest first, at most `most` of them.

    `tick` is told at the start and after each state how far it is; then `enough` is asked whether to
    stop. With a `file` it goes on from what the file holds. A `ruleset` takes the place of the one of that
    name, and is explored by one process. Raises NotThisExploration, SetupError.
    """
    here = Expander(exploration, ruleset)
    rules = "" if ruleset else snapshot_name(exploration.ruleset)
    known = opens(file, {**exploration.identity, "rules": rules})
    try:
        known.add(here.system.canonical.fingerprint(here.start), 0, 0, None, here.pack(here.start))
        with parallel_map(1 if ruleset else jobs, begin, (exploration, ruleset)) as mapped:
            finished = _search(known, mapped, most, tick, enough)
        return _result(exploration, here.system.opening, known, finished)
    finally:
        known.close()


def _search(
    known: States,
    mapped: Map,
    most: int | None,
    tick: Callable[[Progress], None],
    enough: Callable[[], bool],
) -> bool:
    """Expands states until none is left or it is enough; whether none is left."""
    done, adjudications = known.counts()
    tick(Progress(done, known.newest, adjudications, known.depth_searched(done)))
    stopped = False
    while not stopped and (most is None or done < most):
        wanted = AT_A_TIME if most is None else min(AT_A_TIME, most - done)
        frontier = known.frontier(done, wanted)
        if not frontier:
            return True
        known.begin()
        for node, expanded in _expansions(frontier, mapped):
            adjudications += expanded.adjudications
            _keep(known, node, expanded)
            done += 1
            tick(Progress(done, known.newest, adjudications, node.depth))
            stopped = enough()
            if stopped:
                break
        # In one transaction with the states: after a stop both have to fit each other.
        known.set_counts(done, adjudications)
        known.commit()
    return not known.frontier(done, 1)


def _expansions(
    frontier: list[FrontierState], mapped: Map
) -> Iterable[tuple[FrontierState, Expanded]]:
    """Each state with what is found there, in their order, whichever process is quicker."""
    pieces = [frontier[start : start + PIECE] for start in range(0, len(frontier), PIECE)]
    for piece, found in zip(pieces, mapped(expand_all, pieces), strict=True):
        yield from zip(piece, found, strict=True)


def _keep(known: States, node: FrontierState, expanded: Expanded) -> None:
    for violation in expanded.violations:
        known.add_violation(violation.kind, violation.words, node.id, violation.said)
    for kind, what, said in expanded.met:
        known.add_met(kind, what, node.id, said)
    for successor in expanded.successors:
        new = known.add(
            successor.fingerprint, node.id, node.depth + 1, successor.said, successor.state
        )
        if successor.behaviour is not None and not new:
            known.add_equivalent(
                successor.fingerprint, successor.behaviour, node.id, successor.said
            )
    known.set_expanded(node.id, expanded.behaviour)


def _result(
    exploration: Exploration, opening: Opening, known: States, finished: bool
) -> ExplorationResult:
    def game(at: int, said: Said | None) -> Dispute:
        steps = known.trace_to(at)
        return Dispute(opening, steps if said is None else (*steps, said))

    done, adjudications = known.counts()
    progress = Progress(done, known.count(), adjudications, known.depth_searched(done))
    met = {kind: {what: game(at, said) for what, at, said in known.met(kind)} for kind in KINDS}
    counterexamples = [
        Counterexample(kind, words, states, game(at, said))
        for kind, words, at, said, states in known.violations()
    ]
    unsound = list(known.unsound())
    for parent, said in unsound[:1]:
        words = "a table is called like another one, and answers some step otherwise"
        counterexamples.append(Counterexample(UNSOUND, words, len(unsound), game(parent, said)))
    return ExplorationResult(exploration, progress, finished, tuple(counterexamples), met)
