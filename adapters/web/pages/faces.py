"""The faces of pieces: a seat's shape and colours, a field of heraldry and initials, the same on every screen.

What is public when the game is opened gets faces that differ; whatever shows itself later gets its own by
its name alone, so that no face tells what somebody may not know.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from markupsafe import escape

from application.event.names import free_text
from domain.kernel.board import Group, Piece
from domain.kernel.hiding import words_in
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Viewer
from domain.kernel.steps import Said
from domain.kernel.values import Value
from domain.tournament.pairing import SEATS as SEATS_OF_LISTS

FIELDS = 14
SEATS = 4
NUMBERED = re.compile(r"(.*?)[ _-]?(\d{1,2})")
SHORT = 2


class Face(Value):
    """A piece as it is drawn and called in front of people."""

    seat: int
    """Of its owner, from 1; 0 where it is nobody's."""
    field: int
    initials: str
    name: str

    def __html__(self) -> str:
        """As a page draws it."""
        return (
            f'<svg class="face s{self.seat}" viewBox="0 0 40 40" aria-hidden="true">'
            f'<g clip-path="url(#c{self.seat})"><path d="M0 0h40v40H0z"/><use href="#f{self.field}"/></g>'
            f'<text x="20" y="26">{escape(self.initials)}</text></svg>'
        )


@dataclass(frozen=True, slots=True)
class SideLeft:
    """What a side kept of what stood on the table at the beginning."""

    player: str
    pieces: tuple[tuple[str, bool], ...]
    """(piece, whether it stands)."""

    @property
    def kept(self) -> int:
        return sum(stands for _, stands in self.pieces)


Lies = tuple[str | None, Piece]
"""A piece, and its owner."""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a game was opened with, as everybody saw it."""

    groups: tuple[Group, ...]
    pieces: Mapping[str, Lies]
    faces: Mapping[tuple[int, str], tuple[int, str]]
    """(seat, name) → field and initials, no two alike of a seat while there are any left."""


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
        return seat_of(self.game, player)

    def player(self, player: str) -> str:
        return self.names.get(player) or player

    def in_names(self, text: str, said: Said | None = None) -> str:
        """The text with people's names in place of their seats, where these are called as lists leave them.

        What stands in quotation marks stays as it is, and so does all where somebody wrote words of their
        own into the step. `said`: the step that the text is about.
        """
        seats = self.game.of_opening(_seats_of_lists)
        if seats is None or (said is not None and free_text(said)):
            return text
        return seats.sub(self._name_at, text)

    def _name_at(self, seat: re.Match[str]) -> str:
        name = None if seat[0] in self._pieces else self.names.get(seat[0])
        # Isolated, or a name in Hebrew would turn the whole sentence round.
        return f"\u2068{name}\u2069" if name else seat[0]

    def owner(self, piece: str) -> str | None:
        lies = self._pieces.get(piece)
        return None if lies is None else lies[0]

    def of(self, piece: str) -> Face:
        """The face of a piece; of what lies nowhere, by its id alone."""
        face = self._made.get(piece)
        if face is None:
            face = self._made[piece] = self._face(piece)
        return face

    @cached_property
    def _made(self) -> dict[str, Face]:
        """A page asks for most faces more than once."""
        return {}

    def _face(self, piece: str) -> Face:
        lies = self._pieces.get(piece)
        owner, name = (None, shown_name(piece)) if lies is None else (lies[0], name_of(lies[1]))
        seat = self.seat(owner)
        drawn = self._opened.faces.get((seat, name)) or (hash_of(name) % FIELDS, initials(name)[0])
        return Face(seat, *drawn, name)

    def left(self) -> Iterator[SideLeft]:
        """What each side kept of what stood on the table at the beginning."""
        standing = {piece.id for group in self.groups for piece in group.pieces if not piece.gone}
        for player in self.game.players:
            own = [
                group
                for group in self._opened.groups
                if group.owner == player and not group.ordered
            ]
            ids = [piece.id for group in own for piece in group.pieces]
            yield SideLeft(player, tuple((id, id in standing) for id in ids))

    @cached_property
    def _pieces(self) -> Mapping[str, Lies]:
        """Piece → its owner; what was on the board at the beginning and is gone is as it was then."""
        return {**self._opened.pieces, **_lying(self.groups)}

    @cached_property
    def _opened(self) -> Opened:
        return self.game.of_opening(_opened)


def seat_of(game: Game, player: str | None) -> int:
    players = game.players
    return players.index(player) % SEATS + 1 if player in players else 0


def _seats_of_lists(game: Game) -> re.Pattern[str] | None:
    """Finds seats in a sentence; None where the set-up chose their names, which may be words of any kind."""
    texts = (text for text in words_in(game.opening.setup) if text not in SEATS_OF_LISTS)
    elsewhere = {word for text in texts for word in re.findall(r"[\w-]+", text)}
    seats = [seat for seat in game.players if seat in SEATS_OF_LISTS and seat not in elsewhere]
    return re.compile(rf"“[^”]*”|(?<![\w-])(?:{'|'.join(seats)})(?![\w-])") if seats else None


def _opened(game: Game) -> Opened:
    groups = game.ruleset.board(game.position(0).state, SPECTATOR)
    faces: dict[tuple[int, str], tuple[int, str]] = {}
    fields: defaultdict[int, set[int]] = defaultdict(set)
    letters: defaultdict[int, set[str]] = defaultdict(set)
    for group in groups:
        seat = seat_of(game, group.owner)
        for name in map(name_of, group.pieces) if not group.ordered else ():
            if (seat, name) not in faces:
                face = (_free_field(name, fields[seat]), _free_letters(name, letters[seat]))
                faces[seat, name] = face
                fields[seat].add(face[0])
                letters[seat].add(face[1])
    return Opened(groups, _lying(groups), faces)


def _lying(groups: Iterable[Group]) -> dict[str, Lies]:
    """The pieces by their ids, but for what waits in an order."""
    return {
        piece.id: (group.owner, piece)
        for group in groups
        if not group.ordered
        for piece in group.pieces
    }


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
