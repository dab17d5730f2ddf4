"""The table put right (G7): by a judge at once, by a player as a request that the others answer."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.events import CorrectionRequested, TableCorrected
from domain.kernel.history import Game
from domain.kernel.laying_anew import (
    ANY,
    Change,
    as_before,
    changes_said,
    is_same,
    names_said,
    parts_of,
    with_changes,
)
from domain.kernel.overruling import SharedOutcome, ended_by
from domain.kernel.ruleset import (
    Procedure,
    Ruleset,
    SetupError,
    State,
    decide,
    nothing,
    settle,
)
from domain.kernel.ruling import LEGAL, Refusal, Ruling, Since, illegal
from domain.kernel.steps import JUDGE, Step, Text
from domain.kernel.values import changed
from domain.kernel.wording import key_in_words, list_in_words

ONLY_A_JUDGE = illegal(
    "it names what cannot be put right, or what not everybody sees: that is for a judge to put right",
    "G1",
    "G7",
)


MOST_TRIED = 3
"""How many of the newest corrections a refusal is tried without."""


class Correct(Step):
    """Say how parts of the table really lie."""

    parts: Mapping[str, Any]
    """In the words of the set-up: `{units: {a1: {restrictions: [run]}}}`."""
    because: Text = ""


def correct(game: Game, step: Correct) -> SharedOutcome:
    """A judge puts the table right (G7); refused without a reason, or where the game is over."""
    if not step.because.strip():
        return illegal("putting the table right needs a reason, in “because”", "G7", "G1")
    state = game.now.state
    if game.ruleset.over(state):
        return illegal("the game is over: a rewind takes its end back", "G3")
    if step.by == JUDGE:
        return _put_right(game, step.by, step.parts, step.because)
    if game.opening.mode == "tournament":
        return illegal("in a tournament only a judge puts the table right", "G7")
    unseen = _not_seen_by_all(game, step)
    if unseen is not None:
        return unseen
    outcome = _put_right(game, step.by, step.parts, step.because)
    asked = tuple(player for player in game.ruleset.in_game(state) if player != step.by)
    if isinstance(outcome, Refusal) or not asked:
        return outcome
    corrected: TableCorrected = outcome[0][0]
    request = CorrectionRequested(step.by, corrected.parts, corrected.before, step.because, asked)
    said = differences(game.ruleset, state, changes_said(game.ruleset, state, step.parts))
    return (
        request,
    ), f"{step.by} says how it really lies: {said}; {list_in_words(asked)} must agree"


def corrected_as_asked(game: Game, request: CorrectionRequested) -> SharedOutcome:
    """What comes of a request to put the table right once all have agreed."""
    return _put_right(game, request.by, request.parts, request.because)


def _put_right(game: Game, by: str, parts: Mapping[str, Any], because: str) -> SharedOutcome:
    ruleset, state, n = game.ruleset, game.now.state, game.length + 1
    try:
        changes = changes_said(ruleset, state, parts)
        after = with_changes(state, changes, n)
    except SetupError as why:
        return illegal(str(why), "G1", "G7", since=why.since)
    if all(is_same(change.was, change.said) for change in changes):
        return illegal("that is how it lies by the log already; nothing has to be put right", "G7")
    waiting = _waiting_elsewhere(ruleset, state, after, changes)
    if waiting is not None:
        return waiting
    broken = _broken_invariant(ruleset, state, after)
    if broken:
        return illegal(f"that cannot be: {broken}", "G7")
    outcome = settle(ruleset, ruleset.judged(after), nothing(after), n)
    if outcome.ruling.verdict != LEGAL:
        return Refusal(("G7", *outcome.ruling.cites), outcome.ruling.reason)
    event = TableCorrected(by, parts, as_before(changes), because, ("G7", *ended_by(game, outcome)))
    said = differences(ruleset, state, changes)
    reason = f"the table is put right: {said}. {outcome.ruling.reason}".rstrip()
    return (event, *outcome.events), reason


def _broken_invariant(ruleset: Ruleset, before: State, after: State) -> str:
    """What always holds of such a table, as a clause, where it would no longer hold; empty if all does."""
    was, view = ruleset.view(before, JUDGE), ruleset.view(after, JUDGE)
    broken = (
        invariant.words
        for invariant in ruleset.lab.invariants
        if not invariant.holds(view) and invariant.holds(was)
    )
    return next(broken, "")


def _waiting_elsewhere(
    ruleset: Ruleset, before: State, after: State, changes: tuple[Change, ...]
) -> Refusal | None:
    """The refusal where a queue would be left without its card."""
    moved = {
        name
        for change in changes
        if change.part.pile
        for name in change.said
        if name not in change.was
    }
    waits = _in_order(ruleset, after)
    for name, (title, since) in _in_order(ruleset, before).items():
        if name in moved and name in waits:
            why = f"“{name}” waits in {title}, which would be left without its card"
            return illegal(f"that cannot be: {why}", "G7", since=since)
    return None


def _in_order(ruleset: Ruleset, state: State) -> dict[str, tuple[str, Since]]:
    """What lies on the board in an order, such as a queue → what that is called, and since when it does."""
    groups = (group for group in ruleset.board(state, JUDGE) if group.ordered)
    return {
        piece.id: (group.title, [mark.since for mark in piece.marks])
        for group in groups
        for piece in group.pieces
    }


def hidden_from_somebody(game: Game) -> frozenset[str]:
    """The names that one player or another does not see now."""
    state, hiding = game.now.state, game.ruleset.hiding
    if hiding is None:
        return frozenset()
    return frozenset(
        name
        for name in hiding.names(state)
        if not all(hiding.sees(state, player, name) for player in game.players)
    )


def _not_seen_by_all(game: Game, step: Correct) -> Refusal | None:
    """The refusal of a player's word about what somebody does not see: only a judge puts that right.

    A hidden name is refused in the same words as one that is nothing.
    """
    hidden = hidden_from_somebody(game)
    if not hidden:
        return None
    try:
        changes = changes_said(game.ruleset, game.now.state, step.parts)
    except SetupError:
        return ONLY_A_JUDGE
    return None if hidden.isdisjoint(names_said(changes)) else ONLY_A_JUDGE


def differences(ruleset: Ruleset, state: State, changes: tuple[Change, ...]) -> str:
    """What is laid out anew, in words: `restrictions of “a1”: nothing → run`."""
    pieces = {*ruleset.pieces(state, JUDGE)} - {*state.players}
    if ruleset.hiding is not None:
        pieces.update(ruleset.hiding.names(state))

    def words(said: Any) -> Iterator[str]:
        if isinstance(said, Mapping):
            yield from (
                f"{quoted(name)} {list_in_words(words(inner))}" for name, inner in said.items()
            )
        elif isinstance(said, list | tuple):
            for item in said:
                yield from words(item)
        elif isinstance(said, bool):
            yield "yes" if said else "no"
        elif said is not None:
            yield quoted(str(said))

    def quoted(word: str) -> str:
        return f"“{word}”" if word in pieces else key_in_words(word)

    def shown(said: Any) -> str:
        return list_in_words(words(said)) or "nothing"

    told = []
    for change in changes:
        if not is_same(change.was, change.said):
            names = [
                quoted(name)
                for name, word in zip(change.path, change.words, strict=True)
                if word == ANY
            ]
            what = next((word for word in reversed(change.words) if word != ANY), "")
            of = f" of {list_in_words(names)}" if names else ""
            told.append(f"{key_in_words(what)}{of}: {shown(change.was)} → {shown(change.said)}")
    return "; ".join(told)


def since_put_right(game: Game, procedure: Procedure, step: Step, ruling: Ruling) -> Ruling:
    """The ruling, which says so where it rests on an entry that put the table right.

    It rests on one that it names, or without which the step would not be refused so.
    """
    corrected = game.now.corrected
    names = [n for n in ruling.because if n in corrected]
    if ruling.verdict != LEGAL:
        names += [
            n
            for n, otherwise in game.of_now(_tables_without).items()
            if n not in names and _is_otherwise(game, otherwise, procedure, step, ruling)
        ]
    reason = ruling.reason
    for n in names:
        since = f"since entry {n}"
        who = "the judge" if put_right_by(game, n) == JUDGE else "the players"
        if re.search(rf"{since}\b", reason):
            reason = re.sub(rf"{since}\b", f"{since}, when {who} put it right", reason, count=1)
        else:
            reason = f"{reason} It lies so {since}, when {who} put it right."
    because = tuple(dict.fromkeys((*ruling.because, *names)))
    return changed(ruling, reason=reason, because=because) if names else ruling


def _tables_without(game: Game) -> dict[int, State]:
    """Each of the newest entries that put the table right → the table if what lies so still lay as before.

    Without those of which nothing lies so, or without which the table could not be.
    """
    ruleset, state = game.ruleset, game.now.state
    known = parts_of(ruleset, state)
    tables = {}
    for n in game.now.corrected[:MOST_TRIED]:
        event = next(event for event in game.entry(n).events if isinstance(event, TableCorrected))
        try:
            said = {
                change.path: change.said
                for change in changes_said(ruleset, state, event.parts, known)
            }
            before = changes_said(ruleset, state, event.before, known)
            still = tuple(change for change in before if is_same(change.was, said[change.path]))
            otherwise = with_changes(state, still, n)
        except SetupError:
            continue
        if still and not _broken_invariant(ruleset, state, otherwise):
            tables[n] = otherwise
    return tables


def _is_otherwise(
    game: Game, otherwise: State, procedure: Procedure, step: Step, ruling: Ruling
) -> bool:
    """Whether the step would be ruled otherwise on that table."""
    again = decide(game.ruleset, procedure, otherwise, step, game.length + 1).ruling
    return (again.verdict, again.cites) != (ruling.verdict, ruling.cites)


def put_right_by(game: Game, n: int) -> str:
    """Who put the table right in this entry; nobody where none did."""
    entry = game.entry(n) if 0 < n <= game.length else None
    events = () if entry is None else entry.events[:2]
    return next((event.by for event in events if isinstance(event, TableCorrected)), "")
