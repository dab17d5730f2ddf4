"""The words that a game knows, and the nearest of them to one that it does not know."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cached_property
from typing import Any

from application.game.words.forms import Form, Slot, forms
from application.game.words.near_words import add_words, did_you_mean, plain_word
from domain.kernel.board import Group, Piece
from domain.kernel.history import Game
from domain.kernel.ruleset import Candidate, Viewer
from domain.kernel.steps import ABOUT_THE_STEP, JUDGE

MOST_NAMED = 6
"""Most steps or values that a message names."""


def first_few(values: Sequence[str], between: str = ", ") -> str:
    """The first MOST_NAMED of these, and that there are more."""
    more = f"{between.strip() and ', '}…" if len(values) > MOST_NAMED else ""
    return between.join(values[:MOST_NAMED]) + more


def meanings(word: str, among: Iterable[str]) -> list[str]:
    """Those of these words that this one can mean: itself, else those with the same plain form."""
    known = list(among)
    if word in known:
        return [word]
    plain = plain_word(word)
    return [name for name in known if plain and plain_word(name) == plain]


def by_plain_word(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Plain word → those of these names that have it."""
    by_word: dict[str, tuple[str, ...]] = {}
    for name in names:
        plain = plain_word(name)
        by_word[plain] = (*by_word.get(plain, ()), name)
    return by_word


class KnownWords:
    """The names and words of steps in this game, as far as this viewer may know them."""

    def __init__(self, game: Game, viewer: Viewer = JUDGE) -> None:
        self.game = game
        self.viewer = viewer
        self.now = game.now

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """Every kind of step that can be said here."""
        offers, state = self.game.ruleset.offers, self.now.state
        return forms(self.game.ruleset, lambda field: offers.namable(state, self.viewer, field))

    @cached_property
    def seats(self) -> Mapping[str, str]:
        """Plain word → seat, by the seat's id and by its display name."""
        called = {plain_word(name): seat for seat, name in self.game.opening.names.items()}
        return called | {plain_word(seat): seat for seat in (*self.game.players, JUDGE)}

    @cached_property
    def _board(self) -> tuple[Group, ...]:
        return self.game.ruleset.board(self.now.state, self.viewer)

    @cached_property
    def _pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for group in self._board for piece in group.pieces)

    @cached_property
    def _from_the_start(self) -> dict[str, None]:
        """Players, and for a judge what the table was laid out with: known without looking at it now."""
        words = dict.fromkeys(self.game.players)
        if self.viewer == JUDGE:
            add_words(self.game.opening.setup, words)
        return words

    @cached_property
    def _on_table(self) -> Mapping[str, tuple[str, ...]]:
        """Plain word → the names that the table has for it."""
        names = dict.fromkeys((*self._from_the_start, *(piece.id for piece in self._pieces)))
        add_words(self.game.view(viewer=self.viewer), names)
        return by_plain_word(names) | self._called_otherwise

    @cached_property
    def _called_otherwise(self) -> dict[str, tuple[str, ...]]:
        """Plain name → the pieces that are called so before people, where no piece is typed so."""
        typed = {plain_word(piece.id) for piece in self._pieces}
        called: dict[str, tuple[str, ...]] = {}
        for piece in self._pieces:
            plain = plain_word(piece.name)
            if plain not in typed:
                called[plain] = (*called.get(plain, ()), piece.id)
        return called

    @cached_property
    def _in_steps(self) -> Mapping[str, tuple[str, ...]]:
        """The same of the steps that a player might think of: they take longest to make."""
        game, viewer = self.game, self.viewer
        words: dict[str, None] = {}
        for player in game.players if viewer == JUDGE else {viewer} & set(game.players):
            for candidate in self.candidates(player):
                add_words(candidate.said, words)
        return by_plain_word(words)

    def candidates(self, player: str) -> Sequence[Candidate]:
        """The steps that this player might think of now."""
        thought_of = self._candidates.get(player)
        if thought_of is None:
            offers = self.game.ruleset.offers
            thought_of = self._candidates[player] = tuple(offers.candidates(self.now.state, player))
        return thought_of

    @cached_property
    def _candidates(self) -> dict[str, Sequence[Candidate]]:
        return {}

    def names(self, word: str) -> tuple[str, ...]:
        """Names at the table that this word means: itself, else those with the same plain form."""
        plain = plain_word(word)
        # A set-up has what its cards are called, too, and by that no card is typed.
        if word in self._from_the_start and plain not in self._called_otherwise:
            return (word,)
        names = self._on_table.get(plain) or self._in_steps.get(plain, ())
        return (word,) if word in names else names

    def misplaced(self, said: Mapping[str, Any]) -> int:
        """How many names in a step are none of the kind that their field is for."""
        form = next(form for form in self.forms if form.fixed.items() <= said.items())
        wrong = 0
        for slot in form.slots:
            if slot.kind in ("name", "names") and slot.name in said:
                value = said[slot.name]
                names = value if isinstance(value, list) else [value]
                fitting = self._namable(slot.name)
                wrong += sum(isinstance(name, str) and name not in fitting for name in names)
        return wrong

    def wrong_kind(self, said: Mapping[str, Any]) -> str | None:
        """The sentence for the first name that its field is not for, and that is no piece; None without one."""
        form = next(form for form in self.forms if form.fixed.items() <= said.items())
        for slot in form.slots:
            value = said.get(slot.name)
            fitting = self._namable(slot.name) if slot.kind in ("name", "names") else ()
            for name in value if isinstance(value, list) else [value]:
                if fitting and isinstance(name, str) and not self._may_be_meant(name, fitting):
                    return f"“{name}” does not fit in {slot.in_words}"
        return None

    def _may_be_meant(self, name: str, fitting: Collection[str]) -> bool:
        """Whether it is of the kind that fits, or a piece, of which the rules say why it does not."""
        if name in self.game.players:
            return name in fitting
        return name in fitting or self.lies_there(name) or name in self._from_the_start

    def may_stand_in(self, field: str, value: Any) -> bool:
        """Whether one of these names is of the kind that this field is for."""
        names = value if isinstance(value, list) else [value]
        return not self._namable(field).isdisjoint(names)

    def _namable(self, field: str) -> frozenset[str]:
        """The names that this field is for."""
        fitting = self._namable_in.get(field)
        if fitting is None:
            names = self.game.ruleset.offers.namable(self.now.state, self.viewer, field)
            fitting = self._namable_in[field] = frozenset(names)
        return fitting

    @cached_property
    def _namable_in(self) -> dict[str, frozenset[str]]:
        return {}

    def _namable_behind(self, field: str) -> Sequence[str]:
        """The names that may be said of a name in this field."""
        offers = self.game.ruleset.offers
        return [*dict.fromkeys(offers.namable_behind(self.now.state, self.viewer, field))]

    def lies_there(self, name: str) -> bool:
        """Whether it is a player or a piece on the table."""
        return name in self.game.players or any(piece.id == name for piece in self._pieces)

    def owners(self, words: Iterable[str]) -> dict[str, str]:
        """Word → the player whose piece on the table it names, for each that names one's alone."""
        board = self._board
        of = {piece.id: group.owner for group in board if group.owner for piece in group.pieces}
        whose = {word: {of[name] for name in self.names(word) if name in of} for word in words}
        return {word: next(iter(those)) for word, those in whose.items() if len(those) == 1}

    def _is_name(self, word: str) -> bool:
        """Whether this very word is a name."""
        if word in self._from_the_start:
            return True
        plain = plain_word(word)
        return word in self._on_table.get(plain, ()) or word in self._in_steps.get(plain, ())

    @cached_property
    def of_steps(self) -> frozenset[str]:
        """Plain words of the steps: what is done, the fields' names and their choices."""
        return frozenset(map(plain_word, self._step_words()))

    @cached_property
    def of_forms(self) -> frozenset[str]:
        """The same without the choices: what is done and the fields' names."""
        forms = self.forms
        done = {word for form in forms for word in form.fixed.values()}
        return frozenset(
            map(plain_word, done | {slot.name for form in forms for slot in form.slots})
        )

    def _step_words(self) -> Iterator[str]:
        for form in self.forms:
            yield from form.fixed.values()
            for slot in form.slots:
                yield slot.name
                yield from slot.words

    @cached_property
    def field_names(self) -> frozenset[str]:
        """The names of all fields that steps have here."""
        own = {
            name
            for form in self.forms
            for name in (*form.fixed, *(slot.name for slot in form.slots))
        }
        return frozenset(own | ABOUT_THE_STEP)

    def only_in(self, dos: frozenset[str]) -> set[str]:
        """Plain words of the fixed fields of these steps that no other step uses."""
        those: set[str] = set()
        others: set[str] = set()
        for form in self.forms:
            words = set(map(plain_word, form.fixed.values()))
            if form.do in dos:
                those |= words
            else:
                others |= words
                others |= {plain_word(word) for slot in form.slots for word in slot.words}
        return those - others

    def means_something(self, word: str) -> bool:
        """Whether the word is a number, a name of the table, or a word of some step."""
        plain = plain_word(word)
        return plain.removeprefix("-").isdigit() or plain in self.of_steps or bool(self.names(word))

    def is_like_a_piece(self, word: str) -> bool:
        """Whether the word is nothing here, and near the name of a piece."""
        pieces = (piece.id for piece in self._pieces)
        return not self.means_something(word) and bool(did_you_mean(word, pieces))

    def join_pairs(self, words: Sequence[str]) -> list[str]:
        """The words, with pairs that are known only together joined: `snap fire` becomes `snapfire`."""
        joined: list[str] = []
        for word in words:
            pair = (joined[-1] if joined else "") + word
            alone = not joined or (self.means_something(joined[-1]) and self.means_something(word))
            if not alone and plain_word(word)[:1].isalnum() and self.means_something(pair):
                joined[-1] = pair
            else:
                joined.append(word)
        return joined

    def with_counted_names(self, words: Sequence[str], by: str) -> list[str]:
        """The words, with `quake 2` become the second of this player's pieces that are called so."""
        own = [piece.id for group in self._board if group.owner == by for piece in group.pieces]
        counted: list[str] = []
        for word in words:
            called = self._called_otherwise.get(plain_word(counted[-1]), ()) if counted else ()
            theirs = [id for id in own if id in called]
            if word.isdecimal() and 1 <= int(word) <= len(theirs) > 1:
                counted[-1] = theirs[int(word) - 1]
            else:
                counted.append(word)
        return counted

    def said_in_steps(self) -> tuple[str, ...]:
        """Names at the table, and the words of every step."""
        pieces = (piece.id for piece in self._pieces)
        return tuple(dict.fromkeys((*self.game.players, *pieces, *self._step_words())))

    def nothing_called(self, word: str) -> str:
        """The sentence for a word that this game does not know, with the nearest one that it does."""
        near = did_you_mean(word, self.said_in_steps())
        return f"“{word}” is nothing in this game{near}"

    def wrong_word(self, said: Mapping[str, Any]) -> str | None:
        """The sentence for the first unknown word of a step written out in full; None if all are known."""
        do = said.get("do")
        those = [form for form in self.forms if form.fixed["do"] == do]
        if not those:
            known = dict.fromkeys(form.do for form in self.forms)
            return f"no step here is called “{do}”{did_you_mean(str(do), known)}"
        form = next((form for form in those if form.fixed.items() <= said.items()), None)
        if form is None:
            field = next(name for name in those[0].fixed if name != "do")
            words = [form.fixed[field] for form in those]
            if field not in said:
                return None
            return f"“{field}” is one of {', '.join(words)}{did_you_mean(str(said[field]), words)}"
        return next(filter(None, (self._wrong(form, *item) for item in said.items())), None)

    def _wrong(self, form: Form, key: str, value: Any) -> str | None:
        if key in form.fixed or key in ABOUT_THE_STEP or key in ("expect", "cites"):
            return None
        slot = form.slot(key)
        if slot is None:
            known = [slot.name for slot in form.slots]
            takes = f"it takes {', '.join(known)}" if known else "it takes no field"
            return f"“{form.do}” has no field “{key}”: {takes}{did_you_mean(key, known)}"
        if slot.kind == "word" and isinstance(value, str) and value not in slot.words:
            near = did_you_mean(value, slot.words)
            return f"“{key}” is one of {', '.join(slot.words)}, not “{value}”{near}"
        if slot.kind == "mapping" and isinstance(value, Mapping):
            return self.wrong_in_mapping(slot, value)
        given = value if isinstance(value, list) else [value]
        if slot.kind in ("name", "names"):
            for name in given:
                if isinstance(name, str) and not self._is_name(name):
                    return self.nothing_called(name)
        return None

    def wrong_in_mapping(self, slot: Slot, mapping: Mapping[str, Any]) -> str | None:
        """The sentence for the first key, or word said of one, that this field is not for; None without any."""
        fitting = self._namable(slot.name)
        for key, value in mapping.items():
            if fitting and key not in fitting:
                near = did_you_mean(str(key), sorted(fitting))
                return f"“{key}” does not fit in {slot.in_words}{near}"
            wrong = self._wrong_behind(slot, value)
            if wrong is not None:
                return f"“{wrong[0]}” does not fit behind “{key}” in “{slot.name}”: {wrong[1]}"
        return None

    def _wrong_behind(self, slot: Slot, value: Any) -> tuple[Any, str] | None:
        """What does not fit as what is said of a name, and what was expected; None where all fits."""
        if slot.behind == "number":
            return (value, "expected a number") if isinstance(value, str) else None
        fitting = self._namable_behind(slot.name)
        for name in value if isinstance(value, list) else [value]:
            if fitting and isinstance(name, str | int) and name not in fitting:
                return name, f"expected one of {first_few(fitting)}"
        return None


_LAST: ContextVar[KnownWords | None] = ContextVar(
    "words of the game that was last asked", default=None
)


def known_words(game: Game, viewer: Viewer = JUDGE) -> KnownWords:
    """The words that this game knows as it stands; those that were last made here serve again."""
    last = _LAST.get()
    if last is None or last.game is not game or last.now is not game.now or last.viewer != viewer:
        last = KnownWords(game, viewer)
        _LAST.set(last)
    return last
