"""Replays a record from its set-up and compares each verdict with what the record expects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from application.answer import UNSET, Answer, UnsetType, Verdict
from application.records.notation import WIDEST_NUMBER
from application.records.records import BadRecord, NotedStep, Record, open_record, with_readings
from domain.kernel.history import Entry, Game
from domain.kernel.ruling import LEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.wording import no_entry


class Mismatch(Answer, kw_only=True):
    """Where the replay differs from the record: an entry, or a place of the state (`n` is null)."""

    n: int | None
    path: str | UnsetType = UNSET
    expected: Any
    verdict: Verdict | UnsetType = UNSET
    cites: tuple[str, ...] | UnsetType = UNSET
    """The rules that the ruling cites."""
    expected_cites: tuple[str, ...] | UnsetType = UNSET
    """Rules of which it should cite one."""
    found: Any = UNSET
    """Left out where the state has nothing there."""


@dataclass(frozen=True)
class Replay:
    """A replayed record: the game and its mismatches."""

    record: Record
    game: Game
    mismatches: tuple[Mismatch, ...]
    at: int
    """The entry whose state is asked for."""

    @property
    def whole(self) -> bool:
        """Whether every step of the record was played."""
        return self.game.length == len(self.record.steps)

    @property
    def first_illegal(self) -> int | None:
        """The number of the first step whose verdict is not legal; None if all are."""
        return next((entry.n for entry in self.game.log if entry.ruling.verdict != LEGAL), None)


def replay(
    record: Record,
    readings: Mapping[str, str] | None = None,
    *,
    strict: bool = False,
    at: int | None = None,
) -> Replay:
    """Plays the record. `strict` stops at the first step that is not legal.

    Raises BadRecord if the ruleset refuses the set-up, or if there is no entry `at`.
    """
    record = with_readings(record, readings) if readings else record
    game = open_record(record)
    mismatches = []
    for noted in record.steps:
        entry, position = adjudicate(game, noted.said)
        game.take(entry, position)
        differs = mismatches_of(noted, entry)
        if differs:
            mismatches.append(differs)
        if strict and entry.ruling.verdict != LEGAL:
            break
    if record.expect_state is not None and game.length == len(record.steps):
        view = game.view()
        mismatches += differences(record.expect_state, view, sets=game.ruleset.sets)
    return Replay(record, game, tuple(mismatches), _entry(game, record, at))


def _entry(game: Game, record: Record, at: int | None) -> int:
    if at is None:
        return game.length
    if why := no_entry(at, game.length):
        raise BadRecord(f"{record.source}: {why}.")
    return at


def mismatches_of(noted: NotedStep, entry: Entry) -> Mismatch | None:
    """How the ruling differs from what the record notes; None if it agrees."""
    ruling = entry.ruling
    agrees = not noted.cites or not set(noted.cites).isdisjoint(ruling.cites)
    if ruling.verdict == noted.expect and agrees:
        return None
    return Mismatch(
        n=entry.n,
        expected=noted.expect,
        verdict=ruling.verdict,
        cites=ruling.cites,
        expected_cites=noted.cites or UNSET,
    )


def differences(
    expected: Any,
    found: Any,
    path: str = "",
    *,
    sets: frozenset[str] = frozenset(),
    set_: bool = False,
) -> Iterator[Mismatch]:
    """Differences from the expected state: by key in mappings; lists whole, under `sets` in any order."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            here = f"{path}.{key}" if path else str(key)
            there = found.get(key, UNSET)
            yield from differences(value, there, here, sets=sets, set_=set_ or key in sets)
    elif not same(expected, found, any_order=set_):
        yield Mismatch(n=None, path=path, expected=expected, found=found)


def same(expected: Any, found: Any, *, any_order: bool = False) -> bool:
    """Whether two JSON values are equal; true and 1 are not."""
    if isinstance(expected, list) and isinstance(found, list | tuple):
        if len(expected) != len(found):
            return False
        if any_order:
            return all(expected.count(one) == list(found).count(one) for one in expected)
        return all(same(one, other) for one, other in zip(expected, found, strict=True))
    if isinstance(expected, dict) and isinstance(found, dict):
        return expected.keys() == found.keys() and all(
            same(value, found[key]) for key, value in expected.items()
        )
    if isinstance(expected, str) and isinstance(found, int) and abs(found) >= WIDEST_NUMBER:
        return expected == str(found)  # so wide a number is read as its digits
    return bool(expected == found and isinstance(expected, bool) == isinstance(found, bool))
