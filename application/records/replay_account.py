"""A replay as people and programs read it: every entry, what differs, the state at the end."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from application.answer import UNSET, Answer
from application.game.log import RuledEntry, ruled_entry
from application.game.step_words import json_in_words
from application.game.transcript import BLANK, STEP_IN, Line, entry_lines, state_lines, title
from application.records.replay import Mismatch, Replay
from domain.kernel.steps import AT


def replay_lines(replay: Replay) -> Iterator[Line]:
    """The account of a replay: every entry, what differs, and the state at the end."""
    game = replay.game
    edition = game.law.edition
    yield from title(replay.record.opening, edition)
    yield BLANK
    differs = differing_below(replay.mismatches)
    for entry in game.log:
        yield from entry_lines(entry, edition, game.ruleset, str(entry.said.get(AT, "")))
        if entry.n in differs:
            yield differs[entry.n]
    yield BLANK
    if not replay.whole:
        yield Line(f"Stopped at entry {game.length}: it is not legal.", tone="title")
    yield from state_lines(game, replay.at)
    state = [mismatch for mismatch in replay.mismatches if mismatch.n is None]
    if state:
        yield BLANK
    yield from map(differing, state)
    if replay.mismatches:
        yield BLANK
        yield Line(places_differ(len(replay.mismatches)))


def places_differ(number: int) -> str:
    """How much a game differs from its record, in a sentence."""
    return f"{'1 place differs' if number == 1 else f'{number} places differ'} from the record."


def differing(mismatch: Mismatch) -> Line:
    """Where a replay, or a game that was imported, is not as its record expects."""
    if mismatch.n is None:
        found = json_in_words(mismatch.found) if mismatch.found is not UNSET else "nothing"
        text = (
            f"the record expects {mismatch.path}: {json_in_words(mismatch.expected)}; it is {found}"
        )
        return Line(text, "differs:", "differs")
    citing = f", citing {' or '.join(mismatch.expected_cites)}" if mismatch.expected_cites else ""
    return Line(f"the record expects {mismatch.expected}{citing}", "differs:", "differs", STEP_IN)


def differing_below(mismatches: Iterable[Mismatch]) -> dict[int, Line]:
    """Entry → what stands below it in a log: how its ruling is not as the record expects."""
    return {mismatch.n: differing(mismatch) for mismatch in mismatches if mismatch.n is not None}


class Replayed(Answer):
    """A replay, as the page of the record format has it."""

    record: Literal[1]
    ruleset: str
    edition: str
    readings: dict[str, str]
    steps: tuple[RuledEntry, ...]
    first_illegal: int | None
    mismatches: tuple[Mismatch, ...]
    state: dict[str, Any]


def account_of(replay: Replay) -> Replayed:
    """The object that the page of the record format describes."""
    game = replay.game
    return Replayed(
        1,
        game.opening.ruleset,
        game.law.edition.id,
        dict(game.law.readings),
        tuple(map(ruled_entry, game.log)),
        replay.first_illegal,
        replay.mismatches,
        game.view(replay.at),
    )
