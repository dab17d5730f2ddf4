"""What may be asked of each game of a folder: does it replay, where did it go wrong, does it hold."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from application.answer import UnsetType
from application.desk.audit import audit_log
from application.desk.batch.going_over import Outcome, Work, digest_of, entries_counted
from application.desk.batch.sources import (
    OpenLedger,
    Source,
    bytes_in,
    record_in,
    record_of,
    sealed_in,
)
from application.desk.policy import Policy
from application.game.opening import game_at_opening
from application.ledger.rows_read import stored_game
from application.ledger.verified import OTHERWISE as RULED_OTHERWISE
from application.ledger.verified import VerifiedGame
from application.records.records import BadRecord
from application.records.replay import Mismatch, replay
from application.seal.seal import examine, is_sealed, rows_of
from application.seal.sealed_file import BadSeal
from domain.kernel.history import Entry, Game
from domain.kernel.values import changed
from domain.kernel.wording import count

HELD, NOT_HELD, OTHERWISE = "holds", "does not hold", "ruled otherwise"


def replays(opens: OpenLedger, readings: Mapping[str, str], *, strict: bool) -> Work:
    """Work that replays each game, and tells whether it is ruled as its record notes."""

    def work(source: Source) -> Outcome:
        replayed = replay(record_of(source, opens), readings, strict=strict)
        digest = digest_of(replayed.game, (noted.said for noted in replayed.record.steps))
        mismatches = replayed.mismatches
        details = {
            "entries": replayed.game.length,
            "mismatches": [mismatch.as_json() for mismatch in mismatches],
        }
        if mismatches:
            said = _differs(mismatches)
            return Outcome(
                source.name, "differs", said, digest=digest, fell_out=True, details=details
            )
        return Outcome(
            source.name,
            "agrees",
            entries_counted(replayed.game.length),
            digest=digest,
            details=details,
        )

    return work


def _differs(mismatches: tuple[Mismatch, ...]) -> str:
    places = count(len(mismatches), "place")
    first = mismatches[0]
    if first.n is None:
        return f"{places}; the first is {first.path} of the state at the end"
    was, now = (
        ruling_in_short(first.expected, first.expected_cites),
        ruling_in_short(first.verdict, first.cites),
    )
    return f"{places}; the first is entry {first.n}, {was} → {now}"


def ruling_in_short(verdict: Any, cites: Iterable[str] | UnsetType) -> str:
    """`illegal (S1)`."""
    return f"{verdict} ({', '.join(cites)})" if cites else verdict


def audits(opens: OpenLedger, policy_of: Callable[[Game], Policy], *, whole: bool) -> Work:
    """Work that finds each game's point of error. `whole`: with all that an audit says of it."""

    def work(source: Source) -> Outcome:
        game, log = _game_and_log(source, opens)
        audit = audit_log(game, log, policy_of(game))
        digest = digest_of(game, (entry.said for entry in log))
        details: dict[str, Any] = audit.as_json() if whole else {}
        point = audit.point
        if point is None:
            said = entries_counted(game.length)
            return Outcome(source.name, "as ruled", said, digest=digest, details=details)
        cites = f" ({', '.join(point.cites)})" if point.cites else ""
        said = f"entry {point.entry}, {point.by}: {point.step}: {point.reason}{cites}"
        return Outcome(source.name, "in error", said, digest=digest, details=details)

    return work


def _game_and_log(source: Source, opens: OpenLedger) -> tuple[Game, Sequence[Entry]]:
    """The game before its first entry, and its log."""
    if source.is_file and not is_sealed(Path(source.name)):
        game = replay(record_in(source.name)).game
        return game.at(0), game.log
    stored = sealed_in(source.name)[1] if source.is_file else opens().load(source.name)
    return game_at_opening(source.name, stored.opening), stored.written.log


def verifies(opens: OpenLedger) -> Work:
    """Work that examines each: a stored game or a sealed file whole, a record against its notes."""
    replaying = replays(opens, {}, strict=False)

    def work(source: Source) -> Outcome:
        if not source.is_file:
            return _of_verified(opens().verify(source.name))
        if not is_sealed(Path(source.name)):
            outcome = replaying(source)
            said = f"{outcome.said}; a record is not sealed"
            return changed(outcome, said=said, details={})
        return _of_sealed(source.name)

    return work


def _of_sealed(name: str) -> Outcome:
    raw = bytes_in(name)
    try:
        seal = examine(raw)
    except BadSeal as why:
        raise BadRecord(f"{name}: {why}.") from None
    if not seal.holds:
        where = "" if seal.entry is None else f"entry {seal.entry}: "
        outcome = OTHERWISE if seal.otherwise else NOT_HELD
        return Outcome(name, outcome, f"{where}{seal.because}", fell_out=True)
    stored = stored_game(seal.game, rows_of(raw))
    game = game_at_opening(seal.game, stored.opening)
    digest = digest_of(game, (entry.said for entry in stored.written.log))
    signed = f"signed by {seal.signed_by}" if seal.signed_by else "not signed"
    said = f"{seal.game}, {entries_counted(seal.entries)}, {signed}; slip {seal.slip}"
    return Outcome(name, HELD, said, digest=digest, details={"slip": seal.slip})


def _of_verified(verified_game: VerifiedGame) -> Outcome:
    if verified_game.holds:
        said = f"{entries_counted(verified_game.entries)}; head {verified_game.head.digest[:12]}"
        return Outcome(verified_game.game, HELD, said)
    where = "" if verified_game.entry is None else f"entry {verified_game.entry}: "
    outcome = OTHERWISE if verified_game.fault == RULED_OTHERWISE else NOT_HELD
    return Outcome(verified_game.game, outcome, f"{where}{verified_game.because}", fell_out=True)
