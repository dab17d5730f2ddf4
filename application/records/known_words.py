"""The words that a game knows, and the nearest of them to one that it does not know."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from application.game.words.forms import Form, forms
from application.game.words.near_words import did_you_mean, plain_word, words_in
from domain.kernel.history import Game
from domain.kernel.ruleset import Viewer
from domain.kernel.steps import ABOUT_THE_STEP, JUDGE


def meanings(word: str, among: Iterable[str]) -> list[str]:
    """Those of these words that this one can mean: itself, else those with the same plain form."""
    known = list(among)
    if word in known:
        return [word]
    plain = plain_word(word)
    return [one for one in known if plain and plain_word(one) == plain]


class KnownWords:
    """The names and words of steps in this game, as far as this viewer may know them."""

    def __init__(self, game: Game, viewer: Viewer = JUDGE) -> None:
        self.game = game
        self.viewer = viewer
        offers, state = game.ruleset.offers, game.now.state
        self.forms = forms(game.ruleset, lambda field: offers.namable(state, viewer, field))

    @cached_property
    def seats(self) -> Mapping[str, str]:
        """Plain word → seat, by the seat's id and by its display name."""
        called = {plain_word(name): seat for seat, name in self.game.opening.names.items()}
        return called | {plain_word(one): one for one in (*self.game.players, JUDGE)}

    @cached_property
    def _names(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {}
        for name in self._all_names():
            found.setdefault(plain_word(name), {})[name] = None
        return {plain: tuple(names) for plain, names in found.items()}

    def _all_names(self) -> Iterator[str]:
        game, viewer = self.game, self.viewer
        yield from game.players
        for group in game.ruleset.board(game.now.state, viewer):
            yield from (piece.id for piece in group.pieces)
        yield from words_in(game.view(viewer=viewer))
        if viewer == JUDGE:
            yield from words_in(game.opening.setup)
        for player in game.players if viewer == JUDGE else {viewer} & set(game.players):
            for candidate in game.ruleset.offers.candidates(game.now.state, player):
                yield from words_in(candidate.said)

    def names(self, word: str) -> tuple[str, ...]:
        """Names at the table that this word means: itself, else those with the same plain form."""
        found = self._names.get(plain_word(word), ())
        return (word,) if word in found else found

    def _is_name(self, word: str) -> bool:
        """Whether this very word is a name; the set-up is searched before the table."""
        if self.viewer == JUDGE and word in self._of_setup:
            return True
        return word in self._all_names()

    @cached_property
    def _of_setup(self) -> frozenset[str]:
        return frozenset(words_in(self.game.opening.setup))

    @cached_property
    def of_steps(self) -> frozenset[str]:
        """Plain words of the steps: what is done, the fields' names and their choices."""
        return frozenset(map(plain_word, self._step_words()))

    def _step_words(self) -> Iterator[str]:
        for form in self.forms:
            yield from form.fixed.values()
            for slot in form.slots:
                yield slot.name
                yield from slot.words

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
                others |= {plain_word(one) for slot in form.slots for one in slot.words}
        return those - others

    def means_something(self, word: str) -> bool:
        """Whether the word is a number, a name of the table, or a word of some step."""
        plain = plain_word(word)
        return plain.isdigit() or plain in self.of_steps or bool(self.names(word))

    def join_pairs(self, words: Sequence[str]) -> list[str]:
        """The words, with pairs that are known only together joined: `snap fire` becomes `snapfire`."""
        found: list[str] = []
        for word in words:
            before = found[-1] if found else ""
            alone = self.means_something(before) and self.means_something(word)
            if before and not alone and self.means_something(before + word):
                found[-1] = before + word
            else:
                found.append(word)
        return found

    def said_in_steps(self) -> tuple[str, ...]:
        """Names at the table, and the words of every step."""
        return tuple(dict.fromkeys((*self._pieces(), *self._step_words())))

    def nothing_called(self, word: str) -> str:
        """The sentence for a word that this game does not know, with the nearest one that it does."""
        near = did_you_mean(word, self.said_in_steps())
        return f"“{word}” is nothing in this game{near}"

    def _pieces(self) -> Iterator[str]:
        """The names of players and pieces, without keys of the state."""
        game = self.game
        yield from game.players
        for group in game.ruleset.board(game.now.state, self.viewer):
            yield from (piece.id for piece in group.pieces)

    def wrong_word(self, said: Mapping[str, Any]) -> str | None:
        """The sentence for the first unknown word of a step written out in full; None if all are known."""
        do = said.get("do")
        those = [form for form in self.forms if form.fixed["do"] == do]
        if not those:
            known = dict.fromkeys(form.do for form in self.forms)
            return f"no step here is called “{do}”{did_you_mean(str(do), known)}"
        form = next((one for one in those if one.fixed.items() <= said.items()), None)
        if form is None:
            field = next(name for name in those[0].fixed if name != "do")
            words = [one.fixed[field] for one in those]
            if field not in said:
                return None
            return f"“{field}” is one of {', '.join(words)}{did_you_mean(str(said[field]), words)}"
        return next(filter(None, (self._wrong(form, *one) for one in said.items())), None)

    def _wrong(self, form: Form, key: str, value: Any) -> str | None:
        if key in form.fixed or key in ABOUT_THE_STEP or key in ("expect", "cites"):
            return None
        slot = form.slot(key)
        if slot is None:
            known = [one.name for one in form.slots]
            takes = f"it takes {', '.join(known)}" if known else "it takes no field"
            return f"“{form.do}” has no field “{key}”: {takes}{did_you_mean(key, known)}"
        if slot.kind == "word" and isinstance(value, str) and value not in slot.words:
            near = did_you_mean(value, slot.words)
            return f"“{key}” is one of {', '.join(slot.words)}, not “{value}”{near}"
        given = value if isinstance(value, list) else [value]
        if slot.kind in ("name", "names"):
            for one in given:
                if isinstance(one, str) and not self._is_name(one):
                    return self.nothing_called(one)
        return None
