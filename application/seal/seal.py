"""Sealed games: a whole game in one small file, which anyone can check without the store."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from application.answer import UNSET, Answer, UnsetType
from application.ledger.fingerprints import fingerprint, slip
from application.ledger.law_digest import law_of
from application.ledger.rows import PAYLOAD, START, Row, head_of
from application.ledger.rows_read import UNREADABLE, is_opening, read_opening, stored_game
from application.ledger.store import Stored, no_such_game
from application.ledger.verification import VerifiableRows, verify
from application.ledger.verified import OTHERWISE
from application.seal.sealed_file import (
    TITLE,
    BadSeal,
    Signs,
    read_sealed,
    sealed_bytes,
)
from domain.kernel.history import Opening

__all__ = [
    "BadSeal",
    "OneGame",
    "Seal",
    "examine",
    "fingerprint",
    "is_sealed",
    "law_of",
    "rows_of",
    "seal_game",
    "slip",
    "unseal",
]


@dataclass(frozen=True, slots=True)
class Seal:
    """What a sealed file says, and whether it holds."""

    game: str
    title: str
    """Ruleset, edition and players."""
    entries: int
    slip: str
    """The head of the chain, short enough for a result slip."""
    holds: bool
    entry: int | None = None
    """The first entry that does not hold; null where no entry is hit, or everything holds."""
    because: str = ""
    signed_by: str = ""
    """The fingerprint of the key that signed it; empty where it is not signed."""
    law: str = ""
    """The fingerprint of the law when it was sealed: the edition, and what rules by it."""
    law_now: str = ""
    """The fingerprint of the same edition's law in this program."""
    otherwise: bool = False
    """Every byte of it holds; the rules, which are no longer the same, come to something else."""


class SealedFile(Answer):
    """A sealed file, and whether it holds; what it says is left out where it cannot be read."""

    file: str
    bytes: int | UnsetType = UNSET
    """Its size, where it was just written."""
    game: str | None = None
    title: str | UnsetType = UNSET
    holds: bool = False
    entries: int | UnsetType = UNSET
    entry: int | None = None
    because: str = ""
    slip: str | UnsetType = UNSET
    signed_by: str | UnsetType | None = UNSET
    law: str | UnsetType = UNSET
    law_now: str | UnsetType = UNSET
    law_is_the_same: bool | UnsetType = UNSET
    ruled_otherwise: bool | UnsetType = UNSET


class NewKey(Answer):
    """A key that was just made: its file, that of its public half, and its fingerprint."""

    key: str
    public: str
    fingerprint: str


def told_seal(file: str, seal: Seal, size: int | UnsetType = UNSET) -> SealedFile:
    """What a sealed file says. `size`: in bytes, where it was just written."""
    return SealedFile(
        file=file,
        bytes=size,
        game=seal.game,
        title=seal.title,
        holds=seal.holds,
        entries=seal.entries,
        entry=seal.entry,
        because=seal.because,
        slip=seal.slip,
        signed_by=seal.signed_by or None,
        law=seal.law,
        law_now=seal.law_now,
        law_is_the_same=seal.law == seal.law_now,
        ruled_otherwise=seal.otherwise,
    )


def seal_game(store: VerifiableRows, game: str, signs: Signs | None = None) -> bytes:
    """The sealed file of a stored game. Raises NoSuchGame, and BadSeal where the game does not hold."""
    rows = [Row(*row) for row in store.raw(game)]
    if not rows:
        raise no_such_game(game)
    verified_game = verify(store, game)
    if not verified_game.holds:
        raise BadSeal(
            f"“{game}” is not sealed: entry {verified_game.entry} does not hold ({verified_game.because})"
        )
    if verified_game.reworded:
        raise BadSeal(
            f"“{game}” is not sealed: entry {verified_game.reworded[0]} does not hold "
            "(the same ruling is given in other words today)"
        )
    return sealed_bytes(game, _title(rows), _law_now(rows), rows, signs)


def is_sealed(path: Path) -> bool:
    """Whether this file begins as a sealed game does."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(TITLE)) == TITLE.encode()
    except OSError:
        return False


def examine(raw: bytes) -> Seal:
    """Checks every byte, link and ruling of a sealed file. Raises BadSeal if it is not one."""
    file = read_sealed(raw)
    rows = list(file.rows())
    head = head_of(rows[-1]) if rows else START
    seal = Seal(
        file.game,
        _title(rows),
        file.entries,
        slip(head.digest) if rows else "",
        holds=True,
        signed_by=file.signed_by,
        law=file.law,
        law_now=_law_now(rows),
    )
    damage = file.damage(_title(rows), rows)
    if damage is not None:
        return replace(seal, holds=False, entry=damage[0], because=damage[1])
    again = verify(OneGame(file.game, rows), file.game)
    if not again.holds:
        because = f"the file is as it was sealed, but not as the rules have it: {again.because}"
        otherwise = again.fault == OTHERWISE
        return replace(seal, holds=False, entry=again.entry, because=because, otherwise=otherwise)
    if again.reworded and seal.law == seal.law_now:
        because = "the file is as it was sealed, but its law gives this ruling in other words"
        return replace(seal, holds=False, entry=again.reworded[0], because=because)
    return seal


def unseal(raw: bytes) -> tuple[str, Stored, list[Row]]:
    """The id, the game and the rows of a sealed file that holds.

    Raises BadSeal where it is none, or does not hold: nothing is read out of such a file.
    """
    seal = examine(raw)
    if not seal.holds:
        where = "" if seal.entry is None else f"entry {seal.entry} does not hold: "
        raise BadSeal(f"{where}{seal.because}")
    rows = rows_of(raw)
    return seal.game, stored_game(seal.game, rows), rows


def rows_of(raw: bytes) -> list[Row]:
    """The rows of a sealed file, as far as they can be read. Raises BadSeal where it is none."""
    return list(read_sealed(raw).rows())


@dataclass(frozen=True, slots=True)
class OneGame:
    """The rows of one game, as a store gives them."""

    game: str
    rows: Sequence[Row]

    def names(self) -> list[str]:
        return [self.game]

    def raw(self, _game: str) -> Iterator[tuple[int, str, bytes]]:
        yield from self.rows


class Titled(msgspec.Struct):
    """What a title is made of; whether the rest of an opening can be read is asked with its rulings."""

    ruleset: str
    edition: str
    players: tuple[str, ...]


_read_titled = msgspec.json.Decoder(Titled).decode


def _title(rows: Sequence[Row]) -> str:
    if not rows or not is_opening(rows[0].name):
        return ""
    try:
        titled = _read_titled(rows[0].state[PAYLOAD].decode())
    except UNREADABLE:
        return ""
    return f"{titled.ruleset} {titled.edition} · {', '.join(titled.players)}"


def _law_now(rows: Sequence[Row]) -> str:
    opening = _opening(rows)
    return law_of(opening) if opening else ""


def _opening(rows: Sequence[Row]) -> Opening | None:
    try:
        return read_opening(rows[0].state[PAYLOAD])
    except (IndexError, *UNREADABLE):
        return None
