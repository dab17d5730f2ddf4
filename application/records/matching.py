"""Matches words to the fields of a step and gives every way in which they fit."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from application.game.words.forms import Form, Slot
from application.game.words.near_words import plain_word, words_in
from application.records.known_words import KnownWords, meanings
from domain.kernel.ruleset import Candidate
from domain.kernel.steps import Said
from domain.kernel.values import changed

NUMBER = re.compile(r"[+-]?\d{1,15}")
NUMBERS = re.compile(r"\d{1,15}(,\d{1,15})*")
TYPOGRAPHIC = re.compile(r"“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|»([^«»]+)«|‘([^‘’]+)’")
NOT = "not"
"""The word before a flag that sets it to false."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A step that some words may mean."""

    said: Mapping[str, Any]
    unsaid: tuple[str, ...] = ()
    """Fields that the words did not mention, filled in from the candidate."""
    in_order: bool = True
    told: bool = True
    """Whether the words said what is done, not only with what or to whom."""


@dataclass(frozen=True)
class Filling:
    """Fills open fields with words, one after the other; lists and mappings take several."""

    form: Form
    slots: tuple[Slot, ...]
    """The open fields."""
    known: KnownWords
    keep: bool = False
    """Whether to accept names that this game does not know."""
    verb: bool = False
    """Whether the words must say what is done: by a fixed word of the step, a field's choice, or a flag."""
    given: Collection[str] = ()
    """Fields that were given as `key=value`."""

    def fits(self, words: Sequence[str], said: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """The filled-in fields, once for each way in which all words fit."""
        verbs = {
            plain_word(word): name
            for name, word in self.form.fixed.items()
            if name not in self.given
        }
        yield from self._rest(tuple(words), dict(said), None, verbs, not self.verb, ())

    def _rest(
        self,
        words: tuple[str, ...],
        said: dict[str, Any],
        last: Slot | None,
        verbs: Mapping[str, str],
        told: bool,
        bare: tuple[Slot, ...],
    ) -> Iterator[Mapping[str, Any]]:
        """`last`: the field that took the word before; `told`: what is done has been said.

        `bare`: the fields that were filled without being called by their names.
        """
        if not words:
            if told and set(verbs.values()) <= {"do"}:
                yield said
            return
        word, rest = words[0], words[1:]
        plain = plain_word(word)
        if plain in verbs:
            fewer = {verb: name for verb, name in verbs.items() if verb != plain}
            yield from self._rest(rest, said, last, fewer, True, bare)
            return  # what says what is done is no name, too
        if last is not None and last.kind in SEVERAL:
            for value, left in self._values(last, words):
                if isinstance(value, dict) and value.keys() & said[last.name].keys():
                    continue  # nothing is said twice of the same name
                more = {**said, last.name: _join(said[last.name], value)}
                yield from self._rest(left, more, last, verbs, told, bare)
        for slot in self.slots:
            if slot.name in said or (
                slot.kind == "text" and self._calls_another(slot, plain, said)
            ):
                continue
            if slot.kind == "flag":
                yield from self._flag(slot, words, said, verbs, bare)
                continue
            for given in self._from_its_value(slot, words, said, bare):
                now = (*bare, slot) if given is words else bare
                for value, left in self._values(slot, given):
                    tells = told or slot.kind == "word"
                    more = {**said, slot.name: value}
                    yield from self._rest(left, more, slot, verbs, tells, now)

    def _calls_another(self, text: Slot, plain: str, said: Mapping[str, Any]) -> bool:
        """Whether the word is another open field's name: with that, no text begins that may be left out."""
        return not text.needed and any(
            plain_word(slot.name) == plain and slot.kind != "flag" and slot.name not in said
            for slot in self.slots
            if slot is not text
        )

    def _from_its_value(
        self,
        slot: Slot,
        words: tuple[str, ...],
        said: Mapping[str, Any],
        bare: tuple[Slot, ...],
    ) -> Iterator[tuple[str, ...]]:
        """The words from the possible value on: all of them, or those after the field's name.

        Bare names and numbers are said in the order of the fields.
        """
        if plain_word(words[0]) == plain_word(slot.name):
            if words[1:]:
                yield words[1:]
            # A form's only text may begin so: “note text is unclear”.
            calls_it = len(self.form.slots) > 1 or not words[1:] or is_quoted(words[1])
            if slot.kind == "text" and calls_it:
                return
        behind = self.slots[self.slots.index(slot) + 1 :]
        passed = any(self._is_passed_by(later, slot, said, bare) for later in behind)
        if not slot.named and not passed:
            yield words

    def _is_passed_by(
        self, later: Slot, slot: Slot, said: Mapping[str, Any], bare: tuple[Slot, ...]
    ) -> bool:
        """Whether what was said before this field might have stood in it, if it had been meant so."""
        if slot.kind in NUMBER_KINDS:
            return later.kind == slot.kind and later in bare
        return (
            slot.kind in NAMES
            and later.kind in NAMES
            and not later.named
            and later.name in said
            and self.known.may_stand_in(slot.name, said[later.name])
        )

    def _flag(
        self,
        slot: Slot,
        words: tuple[str, ...],
        said: dict[str, Any],
        verbs: Mapping[str, str],
        bare: tuple[Slot, ...],
    ) -> Iterator[Mapping[str, Any]]:
        negated = words[0].casefold() == NOT
        word, rest = (words[1:2] or ("",))[0] if negated else words[0], words[1 + negated :]
        if plain_word(word) == plain_word(slot.name):
            more = {**said, slot.name: not negated}
            yield from self._rest(rest, more, None, verbs, True, bare)

    def _values(self, slot: Slot, words: tuple[str, ...]) -> Iterator[tuple[Any, tuple[str, ...]]]:
        """Each value that the first words may give the field, with the words left over."""
        word, rest = words[0], words[1:]
        if slot.kind == "number" and NUMBER.fullmatch(word.removesuffix(",")):
            yield int(word.removesuffix(",")), rest
        elif slot.kind == "numbers" and NUMBERS.fullmatch(word):
            yield [int(part) for part in word.split(",")], rest
        elif slot.kind == "word":
            yield from ((meaning, rest) for meaning in meanings(word, slot.words))
        elif slot.kind == "name":
            yield from ((name, rest) for name in self._names(word, slot))
        elif slot.kind == "names":
            parts = [self._names(part, slot) for part in word.split(",")]
            if all(parts):
                yield [part[0] for part in parts], rest
        elif slot.kind == "mapping" and rest:
            for name in self._names(word, slot):
                for value in self._mapped_values(rest[0]):
                    is_list = slot.behind == "names" and isinstance(value, str)
                    yield {name: [value] if is_list else value}, rest[1:]
        elif slot.kind == "text":
            alone = len(self.form.slots) == 1 or not any(map(is_quoted, words))
            if alone or not rest:
                yield unquoted(" ".join(words)), ()
            if rest:
                yield word, rest

    def _mapped_values(self, word: str) -> Iterator[Any]:
        if NUMBER.fullmatch(word):
            yield int(word)
        else:
            yield from self._of_table(word)

    def _of_table(self, word: str, field: str = "") -> Sequence[str]:
        """The names that the word means; one for what is done, or a field's, only where it is a name, too."""
        names, known = self.known.names(word), self.known
        if plain_word(word) not in known.of_forms:
            return names
        return [n for n in names if known.lies_there(n) or (field and known.may_stand_in(field, n))]

    def _names(self, word: str, slot: Slot) -> Sequence[str]:
        names = meanings(word, slot.words) if slot.words else self._of_table(word, slot.name)
        new = self.keep and not self.known.means_something(word)
        return names or ([word] if new else [])


def is_quoted(word: str) -> bool:
    """Whether it is a text that was typed between quotation marks: it is one, and no part of another."""
    return " " in word


def unquoted(text: str) -> str:
    """The text without typographic quotes around all of it."""
    found = TYPOGRAPHIC.fullmatch(text)
    return found[found.lastindex or 0] if found else text


def _join(before: Any, more: Any) -> Any:
    if isinstance(before, list) and isinstance(more, list):
        return [*before, *more]
    if isinstance(before, dict) and isinstance(more, dict):
        return before | more
    return more


SEVERAL = frozenset({"names", "numbers", "mapping"})
NUMBER_KINDS = frozenset({"number", "numbers"})
NAMES = frozenset({"name", "names"})
"""Kinds of fields that take names in the order of the fields."""


def candidate_fits(
    candidate: Candidate,
    form: Form,
    words: Sequence[str],
    known: KnownWords,
    given: Collection[str] = (),
) -> Iterator[Fit]:
    """The fits in which every word names a value of the candidate or answers a field that it asks for.

    `given`: fields that were given as `key=value`.
    """
    asked = [_slot_for(form, name, candidate) for name in candidate.asks]
    said = {
        key: _in_spoken_order(value, words)
        for key, value in candidate.said.items()
        if key not in candidate.asks
    }
    values = {
        key: tuple(_tokens(form.slot(key), key, value))
        for key, value in said.items()
        if key != "by"
    }
    tokens = [token for those in values.values() for token in those]
    if any(_is_other_name(word, tokens, said, known) for word in words):
        return
    noise = Counter((*tokens, *map(plain_word, values)))
    words = [
        word if plain_word(word) in noise else _piece_called(word, tokens, known) for word in words
    ]
    rest = _words_left(words, noise)
    twice = noise.keys() >= {*map(plain_word, rest)}
    spoken = {plain_word(word) for word in words}
    unsaid = tuple(
        key
        for key, those in values.items()
        if key != "do" and key not in given and not spoken >= {*those}
    )
    if rest and not asked and (unsaid or not twice):
        return
    if any(_is_guessed(form, key) for key in unsaid):
        return
    for key in values.keys() - {*given}:
        whole = not _is_half_said(said[key], spoken) and _is_said_of_each(said[key], words)
        if not whole or not _is_said_there(form, key, values, words):
            return
    told = _is_told(form, said, spoken)
    if unsaid and not told:
        return
    in_order = _in_order(tokens, words)
    texts = [slot.name for slot in asked if slot.kind == "text"]
    filling = Filling(form, tuple(asked), known)
    # Where nothing else fits, a word was only said twice.
    for left in (rest, []) if rest and twice and not unsaid else (rest,):
        fits = False
        for filled in filling.fits(left, said):
            if (unsaid or not told) and any(name in filled for name in texts):
                continue  # the text could hold a slip in the word that is missing
            if all(slot.name in filled for slot in asked if not slot.named):
                yield Fit(filled, unsaid, in_order and left is rest, told)
                fits = True
        if fits:
            return


def _words_left(words: Sequence[str], noise: Counter[str]) -> list[str]:
    """The words that the candidate does not say, or not so often."""
    open_ones = Counter(noise)
    left = []
    for word in words:
        plain = plain_word(word)
        if not open_ones[plain]:
            left.append(word)
        else:
            open_ones[plain] -= 1
    return left


def _is_other_name(word: str, tokens: Sequence[str], said: Said, known: KnownWords) -> bool:
    """Whether it is the exact name of another piece than the one of the candidate that sounds like it."""
    return (
        plain_word(word) in tokens and known.names(word) == (word,) and word not in words_in(said)
    )


def _piece_called(word: str, tokens: Sequence[str], known: KnownWords) -> str:
    """The piece of the candidate that is called so before people; else the word itself."""
    return next((name for name in known.names(word) if plain_word(name) in tokens), word)


def with_answers(candidate: Candidate, words: Sequence[str], known: KnownWords) -> Said | None:
    """The candidate with these words in the fields it asks for; None if they do not fit or some are missing."""
    form = next(form for form in known.forms if form.fixed.items() <= candidate.said.items())
    asked = tuple(changed(_slot_for(form, name, candidate), named=False) for name in candidate.asks)
    said = {key: value for key, value in candidate.said.items() if key not in candidate.asks}
    if not words:
        # What it asks for and has a value for all the same is a suggestion: nobody said it.
        open_ones = any(slot.needed or slot.name in candidate.said for slot in asked)
        return None if open_ones else said
    filling = Filling(form, asked, known, given=form.fixed)
    whole = [
        filled
        for answers in _answers(form, asked, words)
        for filled in filling.fits(answers, said)
        if all(slot.name in filled for slot in asked if slot.needed or slot.name in candidate.said)
    ]
    return next((step for step in whole if _as_many(candidate, step)), whole[0] if whole else None)


def _answers(form: Form, asked: Sequence[Slot], words: Sequence[str]) -> Iterator[Sequence[str]]:
    """The words as answers: all of them, and without those for what is done.

    These alone are no answer: in “1 pay” the number may be meant as what is paid. A text begins behind
    them where all are said first, and else keeps them.
    """
    does = [*map(plain_word, form.fixed.values())]
    if any(slot.kind == "text" for slot in asked):
        first = [*map(plain_word, words[: len(does)])]
        ways = [[*(words[len(does) :] if sorted(first) == sorted(does) else words)]]
    else:
        ways = [[*words], [word for word in words if plain_word(word) not in does]]
    yield from filter(None, ways)


def _as_many(candidate: Candidate, said: Said) -> bool:
    """Whether each list is as long as the candidate asks for."""
    asked = ((ask.count, said.get(name)) for name, ask in candidate.asks.items())
    return all(
        number is None or not isinstance(value, list) or len(value) == number
        for number, value in asked
    )


def _slot_for(form: Form, name: str, candidate: Candidate) -> Slot:
    """The field that a candidate asks for, with the candidate's own kind and choices."""
    ask = candidate.asks[name]
    slot = form.slot(name) or Slot(name, "value")
    kind, words = slot.kind, slot.words or ask.choices
    if kind == "value":
        kind = "name"
    elif kind == "name" and ask.kind == "text":
        kind = "word" if ask.choices else "text"
    bare = slot.needed or name in candidate.said or kind == "word"
    return changed(slot, kind=kind, words=words, named=not bare)


def _is_guessed(form: Form, key: str) -> bool:
    """Whether filling it in unmentioned would be a guess.

    The step's own fixed words, flags, and what is said behind its field's name only.
    """
    slot = form.slot(key)
    return key in form.fixed or (slot is not None and (slot.kind == "flag" or slot.named))


def _is_said_there(
    form: Form, key: str, values: Mapping[str, Sequence[str]], words: Sequence[str]
) -> bool:
    """Whether the field's value stands behind its name, where it has to be called by that.

    That may be left out where nothing else of its kind could be meant.
    """
    slot = form.slot(key)
    if (
        slot is None
        or slot.kind == "flag"
        or any(plain_word(key) in those for those in values.values())
    ):
        return True
    plain = [*map(plain_word, words)]
    if plain_word(key) not in plain:
        return not slot.named or [one.kind for one in form.slots if one.named].count(slot.kind) == 1
    at = plain.index(plain_word(key)) + 1
    behind = plain[at : at + len(values[key])]
    return not Counter(behind) - Counter(values[key])


def _in_spoken_order(value: Any, words: Sequence[str]) -> Any:
    """The value; lists in a mapping as the words have them: who is named first may be the first to be hurt."""
    if not isinstance(value, Mapping):
        return value
    place = {plain_word(word): n for n, word in enumerate(words)}
    return {
        name: sorted(those, key=lambda one: place.get(plain_word(str(one)), 0))
        if isinstance(those, list)
        else those
        for name, those in value.items()
    }


def _is_half_said(value: Any, spoken: Collection[str]) -> bool:
    """Whether the words name some of a list or mapping, and leave out others."""
    if not isinstance(value, list | tuple | Mapping):
        return False
    return 0 < len({plain_word(str(name)) for name in value} & {*spoken}) < len({*value})


def _is_said_of_each(value: Any, words: Sequence[str]) -> bool:
    """Whether the words say of each name in a mapping what the candidate does, or of none of them anything.

    What is said stands behind its name, or behind several: `scout b1 spy ranger b2`. A single one may come
    first.
    """
    if not isinstance(value, Mapping):
        return True
    single = {
        name: one[0] if isinstance(one, list | tuple) and len(one) == 1 else one
        for name, one in value.items()
    }
    if any(isinstance(one, list | tuple | Mapping) for one in single.values()):
        return True
    pairs = {plain_word(str(name)): plain_word(str(one)) for name, one in single.items()}
    plain = [*map(plain_word, words)]
    said = [place for place, word in enumerate(plain) if word in pairs.values()]
    if not said or pairs.keys() & {*pairs.values()}:
        return True
    if len({*pairs.values()}) == 1:
        first = [plain.index(name) for name in pairs if name in plain]
        if not first or max(said) < min(first) or min(said) > max(first):
            return True
    behind = {
        name: next((word for word in plain[plain.index(name) :] if word in pairs.values()), None)
        for name in pairs
        if name in plain
    }
    return behind == pairs


def _is_told(form: Form, said: Mapping[str, Any], spoken: set[str]) -> bool:
    few = {plain_word(str(said[slot.name])) for slot in form.slots if _tells(slot, said)}
    return bool(spoken & {*map(plain_word, form.fixed.values()), *few})


def _tells(slot: Slot, said: Mapping[str, Any]) -> bool:
    return slot.kind == "word" and slot.name in said


def _in_order(tokens: Sequence[str], words: Sequence[str]) -> bool:
    places = [tokens.index(plain_word(word)) for word in words if plain_word(word) in tokens]
    return places == sorted(places)


def _tokens(slot: Slot | None, key: str, value: Any) -> Iterator[str]:
    """The words that say a field: its value, or for a flag its name."""
    if isinstance(value, bool):
        if slot is None or not slot.needed:
            yield from (plain_word(key),) if value else (NOT, plain_word(key))
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield plain_word(str(name))
            yield from _tokens(slot, key, inner)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _tokens(slot, key, item)
    elif value is not None:
        yield plain_word(str(value))
