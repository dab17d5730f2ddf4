"""The faces of pieces: a seat's shape and colours, a field of heraldry and initials, the same on every screen.

What is public when the game is opened gets faces that differ; whatever shows itself later gets its own by
its name alone, so that no face tells what somebody may not know.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from domain.kernel.board import Group, Piece
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Viewer

FIELDS = 14
SEATS = 4
NUMBERED = re.compile(r"(.*?)[ _-]?(\d{1,2})")
SHORT = 2


@dataclass(frozen=True, slots=True)
class Face:
    """A piece as it is drawn and called in front of people."""

    seat: int
    """Of its owner, from 1; 0 where it is nobody's."""
    field: int
    initials: str
    name: str


@dataclass(frozen=True, slots=True)
class SideLeft:
    """What a side kept of what stood on the table at the beginning."""

    player: str
    pieces: tuple[tuple[str, bool], ...]
    """(piece, whether it stands)."""

    @property
    def kept(self) -> int:
        return sum(stands for _, stands in self.pieces)


@dataclass(frozen=True)
class Faces:
    """The faces of a game's pieces, as one viewer sees them."""

    game: Game
    names: Mapping[str, str]
    """Seat → the name that people see."""
    groups: tuple[Group, ...]
    """The board as the viewer sees it."""

    def seat(self, player: str | None) -> int:
        """The number of a player's seat, which gives shape and colour; 0 for anybody else."""
        players = self.game.players
        return players.index(player) % SEATS + 1 if player in players else 0

    def player(self, player: str) -> str:
        return self.names.get(player) or player

    def owner(self, piece: str) -> str | None:
        return self._pieces[piece][0] if piece in self._pieces else None

    def of(self, piece: str) -> Face:
        """The face of a piece; of what lies nowhere, by its id alone."""
        owner, name = self._pieces.get(piece, (None, shown_name(piece)))
        seat = self.seat(owner)
        drawn = self._first.get((seat, name)) or (hash_of(name) % FIELDS, initials(name)[0])
        return Face(seat, *drawn, name)

    def left(self) -> Iterator[SideLeft]:
        """What each side kept of what stood on the table at the beginning."""
        standing = {piece.id for group in self.groups for piece in group.pieces if not piece.gone}
        for player in self.game.players:
            own = [group for group in self._opened if group.owner == player and not group.ordered]
            ids = [piece.id for group in own for piece in group.pieces]
            yield SideLeft(player, tuple((id, id in standing) for id in ids))

    @cached_property
    def _pieces(self) -> dict[str, tuple[str | None, str]]:
        """Piece → its owner and its name; what was on the board at the beginning and is gone keeps them."""
        return {
            piece.id: (group.owner, name_of(piece))
            for group in (*self._opened, *self.groups)
            if not group.ordered
            for piece in group.pieces
        }

    @cached_property
    def _opened(self) -> tuple[Group, ...]:
        return self.game.ruleset.board(self.game.position(0).state, SPECTATOR)

    @cached_property
    def _first(self) -> dict[tuple[int, str], tuple[int, str]]:
        """(seat, name) → field and initials, no two alike of a seat while there are any left."""
        given: dict[tuple[int, str], tuple[int, str]] = {}
        fields: defaultdict[int, set[int]] = defaultdict(set)
        letters: defaultdict[int, set[str]] = defaultdict(set)
        for group in self._opened:
            seat = self.seat(group.owner)
            for name in map(name_of, group.pieces) if not group.ordered else ():
                if (seat, name) not in given:
                    face = (
                        _free_field(name, fields[seat]),
                        _free_letters(name, letters[seat]),
                    )
                    given[seat, name] = face
                    fields[seat].add(face[0])
                    letters[seat].add(face[1])
        return given


def faces_of(game: Game, names: Mapping[str, str], seen_as: Viewer, n: int | None = None) -> Faces:
    """The faces of a game after entry n, or now."""
    state = game.now.state if n is None else game.position(n).state
    return Faces(game, names, game.ruleset.board(state, seen_as))


def name_of(piece: Piece) -> str:
    return shown_name(piece.id if piece.name.startswith(piece.id) else piece.name)


def shown_name(name: str) -> str:
    """A name without the underscores of a record."""
    return name.replace("_", " ").strip() or name


def hash_of(name: str) -> int:
    """The same number for a name on every machine (FNV-1a)."""
    hash = 2166136261
    for letter in name:
        hash = (hash ^ ord(letter)) * 16777619 & 0xFFFFFFFF
    return hash


def initials(name: str) -> list[str]:
    """What may stand on a face for a name, the best first: GW, or Kn, Kg, …; a copy has its number: W3."""
    numbered = NUMBERED.fullmatch(name)
    if numbered and numbered[1]:
        return [f"{numbered[1][0].upper()}{numbered[2]}"]
    words = re.findall(r"\w+", name) or [name or "?"]
    first, last = words[0], words[-1]
    both = [f"{first[0]}{last[0]}".upper()] if len(words) > 1 else []
    letters = [f"{first[0].upper()}{letter.lower()}" for letter in first[1:]]
    numbers = [f"{first[0].upper()}{n}" for n in range(2, 10)]
    return [*both, *(letters or [first.upper()]), *numbers]


def _free_field(name: str, taken: Iterable[int]) -> int:
    begin = hash_of(name) % FIELDS
    turned = [(begin + n) % FIELDS for n in range(FIELDS)]
    return next((field for field in turned if field not in taken), begin)


def _free_letters(name: str, taken: Iterable[str]) -> str:
    may = initials(name)
    return next((letters for letters in may if letters not in taken), may[0])
