"""Short steps: `ana a1 assault charge b1` for what a record says field by field.

A short step is who takes it, then words in any order: what is done, names of the table, numbers, and
`key=value` where a word alone would not be clear. What can only have one value may be left out. The
steps a player might think of now are looked through first; then what each kind of step may say.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from application.game.checked_step import checked_step, verdict_as_reason
from application.game.option_groups import candidate_in_words
from application.game.options import legal_candidates
from application.game.words.forms import Form, Slot
from application.game.words.near_words import did_you_mean, plain_word
from application.game.words.short_form import short_form
from application.records.known_words import MOST_NAMED, KnownWords, first_few, known_words
from application.records.matching import Filling, Fit, candidate_fits, is_quoted
from application.records.records import BadRecord
from application.records.typed import is_written_out, step_from, step_from_words, words_of
from domain.kernel.history import Game
from domain.kernel.ruleset import Candidate, Viewer
from domain.kernel.ruling import LEGAL, UNDETERMINED, sentence
from domain.kernel.shared import STEPS, adjudicate, adjudicate_once, trial
from domain.kernel.steps import ABOUT_THE_STEP, JUDGE, Said, Unreadable
from domain.kernel.wording import list_in_words

FIELD = re.compile(r"[A-Za-z_]\w*=")
SAID_BY_NAME = frozenset({"report", "concede", *STEPS})
"""Steps that anybody may take at any time: who takes them is said."""
MOST_TRIED = 200


class UnclearStep(BadRecord):
    """The words fit no step of this game, or several; the message is one sentence that says what would help."""


class SaidByHalf(UnclearStep):
    """The words begin a step and leave out what it usually says; `whole` takes them as they are."""


class UnknownWord(UnclearStep):
    """A word that this game does not know; `keep` accepts it all the same."""


@contextmanager
def few_enough_words() -> Iterator[None]:
    """Raises UnclearStep for more words than can be matched: each goes deeper than the one before."""
    try:
        yield
    except RecursionError:
        raise UnclearStep(
            "these are too many words for a step: say it by its fields, as in by=ana do=pass."
        ) from None


def step_on_line(
    game: Game,
    line: str,
    viewer: Viewer = JUDGE,
    *,
    keep: bool = False,
    whole: bool = False,
) -> Said:
    """The step typed on one line; see `short_step`. Raises BadRecord."""
    if is_written_out(line):
        return _check_words(known_words(game, viewer), step_from(line), keep)
    return _read(game, words_of(line), viewer, keep=keep, whole=whole)


def steps_on_lines(game: Game, lines: Sequence[str], viewer: Viewer = JUDGE) -> list[Said]:
    """Steps that follow one another, each on a line, as in `step_on_line`. Raises BadRecord, NotAStep."""
    steps: list[Said] = []
    ahead = game.at(game.length)
    for line in lines:
        steps.append(checked_step(step_on_line(ahead, line, viewer), game.players))
        ahead.take(*adjudicate(ahead, steps[-1]))
    return steps


def short_step(
    game: Game,
    words: Sequence[str],
    viewer: Viewer = JUDGE,
    *,
    keep: bool = False,
    whole: bool = False,
) -> Said:
    """The step that these words mean in the game as it stands.

    `viewer`: whose knowledge of the table may be used. `keep`: words that this game does not know
    are accepted as they are. `whole`: the words are all that was said; nothing is asked for or added.
    Raises BadRecord.
    """
    if len(words) == 1:
        return step_on_line(game, words[0], viewer, keep=keep, whole=whole)
    return _read(game, words, viewer, keep=keep, whole=whole)


def _read(
    game: Game, words: Sequence[str], viewer: Viewer, *, keep: bool = False, whole: bool = False
) -> Said:
    known = known_words(game, viewer)
    bare = [word for word in words if not FIELD.match(word)]
    given = step_from_words([word for word in words if FIELD.match(word)])
    if not bare and "by" in given and "do" in given:
        return _check_words(known, given, keep)
    fields = {key: value for key, value in given.items() if key != "by"}
    named = _named_speaker(known, bare, given)
    if named is not None:
        return _Reading(known, *named, fields, keep=keep, whole=whole).step()
    seats = {by: _Reading(known, by, bare, fields, keep=keep, whole=whole) for by in game.players}
    return _UnnamedSpeaker(known, bare, given, seats).step()


def _check_words(known: KnownWords, said: Said, keep: bool) -> Said:
    """The step itself. Raises UnknownWord if this game does not know one of its words."""
    if keep or "do" not in said or _is_legal(known, said):
        return said
    wrong = known.wrong_word(said)
    if wrong is not None:
        raise UnknownWord(sentence(wrong))
    return said


def _is_legal(known: KnownWords, said: Said) -> bool:
    """Whether the step would be legal: then its words are valid even if we do not know them."""
    by = said.get("by")
    if by not in known.game.players:
        return False
    return trial(known.game, said, by, adjudicate_once).ruling.verdict == LEGAL


def _named_speaker(
    known: KnownWords, words: Sequence[str], given: Mapping[str, Any]
) -> tuple[str, Sequence[str]] | None:
    """Who is said to take the step, and the words after their name. Raises UnclearStep."""
    if "by" in given and given["by"] in known.seats.values():
        return given["by"], words
    if "by" in given:
        who = ", ".join((*known.game.players, JUDGE))
        near = did_you_mean(str(given["by"]), known.seats.values())
        raise UnclearStep(sentence(f"“by” is one of {who}, not “{given['by']}”{near}"))
    if words and plain_word(words[0]) in known.seats:
        return known.seats[plain_word(words[0])], words[1:]
    return None


class _UnnamedSpeaker:
    """A step of which nobody said who takes it: what it names may tell, and whose turn it is.

    What begins with a piece of whoever is to act, or is legal for them as it was said, is theirs.
    Else whoever owns the piece that is named first said it, where the step takes one's own pieces
    there. Whatever is less clear is asked.
    """

    def __init__(
        self,
        known: KnownWords,
        words: Sequence[str],
        given: Mapping[str, Any],
        readings: Mapping[str, "_Reading"],
    ) -> None:
        self.known, self.words, self.readings = known, words, readings
        self.acting = known.game.to_act()
        spoken = {plain_word(str(word)) for word in (*words, given.get("do", ""))}
        self.by_name = bool(spoken & known.only_in(SAID_BY_NAME))
        self.owners = known.owners(words)

    def step(self) -> Said:
        """The step, with who takes it. Raises UnclearStep."""
        if self.by_name or not self.acting:
            raise self._say_who()
        if len(self.acting) > 1:
            return self._of_several()
        (acting,) = self.acting
        first, owner = next(iter(self.owners.items()), ("", acting))
        if owner == acting:
            return self.readings[acting].step()
        said = self._read(acting)
        if said is not None and self._begins_with(first, said) and _is_legal(self.known, said):
            return said
        theirs = self._read(owner)
        if theirs is not None and (
            _is_legal(self.known, theirs) or self._takes_ones_own(theirs, first)
        ):
            return theirs
        raise UnclearStep(
            f"say first who takes the step: “{first}” is {owner}'s, and {acting} is to act."
        )

    def _of_several(self) -> Said:
        """Where several may act: whoever owns all that is named, if it is legal for them alone."""
        owners = {*self.owners.values()} & {*self.acting}
        read = {by: self._read(by) for by in owners}
        legal = [step for step in read.values() if step is not None and _is_legal(self.known, step)]
        if len(owners) == len(legal) == 1:
            return legal[0]
        raise self._say_who()

    def _read(self, by: str) -> Said | None:
        try:
            return self.readings[by].step()
        except UnclearStep:
            return None

    def _begins_with(self, word: str, said: Said) -> bool:
        """Whether the piece that was named first comes first in the step, too."""
        named = self.known.names(word)
        pieces = [
            value
            for value in said.values()
            if isinstance(value, str) and self.known.owners([value])
        ]
        return not pieces or pieces[0] in named

    def _takes_ones_own(self, said: Said, word: str) -> bool:
        """Whether every such step that may be thought of now has a piece of one's own where this one stands."""
        named = self.known.names(word)
        field = next((key for key, value in said.items() if value in named), "")
        alike = [
            candidate.said
            for by in {said["by"], *self.acting}
            for candidate in self.known.candidates(by)
            if candidate.said["do"] == said["do"] and isinstance(candidate.said.get(field), str)
        ]
        return bool(alike) and all(
            self.known.owners([step[field]]).get(step[field]) == step["by"] for step in alike
        )

    def _say_who(self) -> UnclearStep:
        unknown = [word for word in self.words[:1] if not self.known.means_something(word)]
        if unknown and any(plain_word(word) in self.known.seats for word in self.words[1:]):
            return UnknownWord(sentence(self.known.nothing_called(unknown[0])))
        near = did_you_mean(unknown[0], self.known.seats.values()) if unknown else ""
        who = ", ".join((*self.known.game.players, JUDGE))
        return UnclearStep(sentence(f"say first who takes the step, one of {who}{near}"))


class _Reading:
    """One step in words, read."""

    def __init__(
        self,
        known: KnownWords,
        by: str,
        words: Sequence[str],
        fields: Mapping[str, Any],
        *,
        keep: bool = False,
        whole: bool = False,
    ) -> None:
        self.known = known
        self.game = known.game
        self.by = by
        self.words = known.join_pairs(words)
        self.fields = fields
        self.keep = keep
        self.whole = whole

    def step(self) -> Said:
        """The step that is meant. Raises UnclearStep.

        Where the words alone are not clear, a number after a name that several have counts these.
        """
        with few_enough_words():
            return self._as_said() if self.whole else self._asked_about()

    def _asked_about(self) -> Said:
        if not self.words and not self.fields:
            raise self._say_what()
        try:
            return self._without_slips(self._clear_step())
        except UnclearStep:
            counted = self.known.with_counted_names(self.words, self.by)
            if counted == self.words:
                raise
            reading = _Reading(self.known, self.by, counted, self.fields, keep=self.keep)
            with suppress(UnclearStep):
                return reading.step()
            raise

    def _clear_step(self) -> Said:
        fits = sorted(self._thought_of(), key=lambda fit: (len(fit.unsaid), not fit.in_order))
        best = [fit for fit in fits if len(fit.unsaid) == len(fits[0].unsaid)]
        legal = self._legal(best)
        if legal and not legal[0].unsaid:
            legal = [fit for fit in legal if fit.in_order == legal[0].in_order]
        if len(legal) == 1:
            also = [] if legal[0].told else self._legal(self._with_their_own_word())
            if any(other.said != legal[0].said for other in also):
                raise self._several([legal[0], *also])
            otherwise = self._legal([*self._in_other_words(legal[0])])
            if otherwise:
                raise self._several([legal[0], *otherwise])
            return self._sure(legal[0]).said
        if legal:
            raise self._several(legal)
        whole = list(self._written_out())
        legal = self._legal(whole)
        if len(legal) > 1:
            raise self._several(legal)
        if legal:
            return legal[0].said
        if len(best) > 1 and best[0].unsaid:
            raise self._several(best)
        sure = self._told((*best, *whole))
        if sure:
            return self._to_be_refused(sure[0].said)
        raise self._nothing()

    def _check_text(self, name: str, text: Any) -> None:
        """Checks that what is told in one's own words holds none of a step: that would be a slip."""
        if (
            name in self.fields
            or not isinstance(text, str)
            or text in filter(is_quoted, self.words)
        ):
            return
        for word in text.split():
            if plain_word(word) in self.known.of_forms:
                whole = f"; put “{text}” in quotes if all of it is meant" if " " in text else ""
                raise UnknownWord(f"“{word}” does not fit there{whole}.")

    def _to_be_refused(self, said: Said) -> Said:
        """The step, which is not legal. Raises UnclearStep for a slip, which is no question of rules."""
        if not self.keep:
            wrong = self.known.wrong_word(said) or self.known.wrong_kind(said)
            if wrong is not None:
                raise UnknownWord(sentence(wrong))
            procedure = self.game.ruleset.procedures.get(said["do"])
            try:
                if procedure is not None:
                    procedure.read(said)
            except Unreadable as why:
                raise SaidByHalf(sentence(str(why))) from None
        return said

    def _without_slips(self, said: Said) -> Said:
        """The step. Raises UnknownWord where a slip in a name would be kept.

        As free text, or in a mapping that is for other names. Raises UnclearStep where a verdict
        would be kept as a judge's reason.
        """
        if question := verdict_as_reason(said):
            raise UnclearStep(sentence(question))
        form = next(form for form in self.known.forms if form.fixed.items() <= said.items())
        for slot in form.slots if not self.keep else ():
            if slot.kind == "mapping" and isinstance(said.get(slot.name), Mapping):
                wrong = self.known.wrong_in_mapping(slot, said[slot.name])
                if wrong is not None:
                    raise UnknownWord(sentence(wrong))
        texts = [slot.name for slot in form.slots if slot.kind == "text" and not slot.needed]
        kept = {said[name] for name in texts if isinstance(said.get(name), str)}
        # Reasons and remarks, of steps that every game has, may hold any word.
        for name in texts if not self.keep and form.do not in STEPS else ():
            self._check_text(name, said.get(name))
        for word in {*self.words} & kept:
            if not self.keep and self.known.is_like_a_piece(word):
                raise UnknownWord(sentence(self.known.nothing_called(word)))
        return said

    def _in_other_words(self, fit: Fit) -> Iterator[Fit]:
        """The fit with each other word where it has one of a few that nobody said."""
        form = next(form for form in self.known.forms if form.fixed.items() <= fit.said.items())
        for slot in form.slots:
            if slot.kind == "word" and slot.name in fit.unsaid:
                for word in slot.words:
                    if word != fit.said[slot.name]:
                        yield replace(fit, said={**fit.said, slot.name: word})

    def _told(self, fits: Iterable[Fit]) -> list[Fit]:
        """The fits that were told, first those whose names are of the kinds that their fields are for."""
        return sorted(
            (fit for fit in fits if fit.told), key=lambda fit: self.known.misplaced(fit.said)
        )

    def _as_said(self) -> Said:
        """The step in which these words are all that was said, legal or not. Raises UnclearStep."""
        fits = self._told(self._written_out(whole=True))
        legal = self._legal(fits)
        if fits:
            return (legal or fits)[0].said
        raise self._nothing()

    def _sure(self, fit: Fit) -> Fit:
        """The fit; where their last such step was left open, the words may go on with that one.

        Raises UnclearStep if they say another step just as well and do not say this one's own word.
        """
        newest = self.game.log[-1] if self.game.length > self.game.known_from else None
        do = fit.said["do"]
        if (
            newest is None
            or newest.ruling.verdict != UNDETERMINED
            or (newest.said["by"], newest.said["do"]) != (self.by, do)
            or plain_word(do) in self._words_spoken
        ):
            return fit
        also = self._with_their_own_word()
        if also:
            raise self._several([fit, also[0]])
        return fit

    def _with_their_own_word(self) -> list[Fit]:
        """The fits of which the words say what is done by the step's own word."""
        spoken = self._words_spoken
        return [fit for fit in self._written_out() if plain_word(fit.said["do"]) in spoken]

    @property
    def _words_spoken(self) -> set[str]:
        return {plain_word(str(word)) for word in (*self.words, self.fields.get("do", ""))}

    def _thought_of(self) -> Iterator[Fit]:
        """Fits among the candidates, the steps a player might think of now, if the viewer may know them."""
        forms = self.known.forms
        if not self._may_look():
            return
        for candidate in self.known.candidates(self.by):
            said = candidate.said
            form = next((form for form in forms if form.fixed.items() <= said.items()), None)
            if form is None or not all(self._agrees(candidate, form, key) for key in self.fields):
                continue
            words = [*self.words, *(f"{value}" for value in self._values_by_name(said))]
            for fit in candidate_fits(candidate, form, words, self.known, self.fields):
                if form.fixed["do"] not in SAID_BY_NAME or self._says(form):
                    yield replace(fit, said={**fit.said, **self.fields})

    def _agrees(self, candidate: Candidate, form: Form, key: str) -> bool:
        """Whether the candidate may have this field with the value that was given."""
        value = self.fields[key]
        return (key in candidate.asks or candidate.said.get(key, value) == value) and (
            self.keep or self._takes(form, key)
        )

    def _may_look(self) -> bool:
        """Whether the viewer may know what the player might think of now."""
        known_to = (JUDGE, self.by) if self.game.ruleset.hiding else (self.known.viewer,)
        return self.by != JUDGE and self.known.viewer in known_to

    def _values_by_name(self, said: Said) -> Iterator[Any]:
        """Values given as `key=value` that the candidate has too."""
        for key, value in self.fields.items():
            if said.get(key) == value and isinstance(value, str | int) and value is not True:
                yield value

    def _says(self, form: Form) -> bool:
        return bool(self._words_spoken & set(map(plain_word, form.fixed.values())))

    def _written_out(self, *, whole: bool = False) -> Iterator[Fit]:
        """Fits among all kinds of steps, with every needed field given; or `whole`, as they are."""
        for form in self.known.forms:
            for filled in self._filled(form, self.words):
                if whole or all(slot.name in filled for slot in form.slots if slot.needed):
                    yield Fit(filled)

    def _filled(self, form: Form, words: Sequence[str]) -> Iterator[Said]:
        """A step of this kind for each way in which these words and the given fields are said by it."""
        if not all(self._takes(form, key) for key in self.fields):
            return
        open_slots = tuple(slot for slot in form.slots if slot.name not in self.fields)
        told = any(name in self.fields for name in form.fixed) or any(
            slot.kind == "word" and slot.name in self.fields for slot in form.slots
        )
        filling = Filling(form, open_slots, self.known, self.keep, not told, {*self.fields})
        said = {"by": self.by, **form.fixed, **self.fields}
        yield from islice(filling.fits(words, said), MOST_TRIED)

    def _takes(self, form: Form, key: str) -> bool:
        """Whether a step of this kind may have this field with the value that was given."""
        fixed = form.fixed.get(key)
        return form.slot(key) is not None or (
            key in ABOUT_THE_STEP if fixed is None or key == "at" else fixed == self.fields[key]
        )

    def _legal(self, fits: Sequence[Fit]) -> list[Fit]:
        """Those that would be legal; the same step said in two ways counts once."""
        legal: list[Fit] = []
        for fit in fits[:MOST_TRIED]:
            if any(fit.said == other.said for other in legal):
                continue
            tried = trial(self.game, fit.said, self.known.viewer, adjudicate_once)
            if tried.ruling.verdict == LEGAL:
                legal.append(fit)
        return legal

    def _several(self, fits: Sequence[Fit]) -> UnclearStep:
        """The error that asks for what would tell these steps apart."""
        first = fits[0].said
        if all(fit.said["do"] == first["do"] for fit in fits):
            differing: dict[str, list[str]] = {}
            for fit in fits:
                for key in fit.unsaid:
                    values = differing.setdefault(key, [])
                    value = _in_words(fit.said[key])
                    if value not in values:
                        values.append(value)
            asked = [
                f"the {key} ({first_few(values)})"
                for key, values in differing.items()
                if values[1:]
            ]
            if asked:
                return SaidByHalf(f"say also {list_in_words(asked)}.")
        meant = [short_form(fit.said, self.known.forms, verb=True) for fit in fits]
        return UnclearStep(f"that could be “{first_few(meant, '” or “')}”: say one word more.")

    def _nothing(self) -> UnclearStep:
        """The error that says why no step was found."""
        forms = self._forms_said()
        unknown = None if self.keep else self._unknown(forms)
        if unknown is not None:
            return unknown
        for key, value in self.fields.items():
            known = [form.fixed[key] for form in self.known.forms if key in form.fixed]
            if known and value not in known:
                known = list(dict.fromkeys(known))
                near = did_you_mean(str(value), known)
                return UnclearStep(
                    sentence(f"“{key}” is one of {first_few(known)}, not “{value}”{near}")
                )
            if not known and forms and all(form.slot(key) is None for form in forms):
                near = did_you_mean(key, [slot.name for form in forms for slot in form.slots])
                return UnclearStep(sentence(f"“{forms[0].do}” has no field “{key}”{near}"))
        facts = {form.fixed[key]: form for form in forms for key in form.fixed if key != "do"}
        about = [form for fact, form in facts.items() if plain_word(fact) in self._words_spoken]
        if len(about) == 1:
            forms = about
        elif len(facts) > 1 and len({form.do for form in forms}) == 1:
            return UnclearStep(f"say also what {forms[0].do} is about, one of {', '.join(facts)}.")
        if len(forms) == 1:
            return self._does_not_fit(forms[0])
        if not self.words:
            return self._say_what()
        return UnclearStep(
            f"“{' '.join(self.words)}” is no step here: say what is done, as “umpire options” has it."
        )

    def _unknown(self, forms: Sequence[Form]) -> UnknownWord | None:
        """The error that names a word, or a field, that is nothing here. `forms`: those that were said."""
        # Steps that every game has name nothing of the table: an unknown word in them is one too many.
        of_every_game = forms and all(form.do in STEPS for form in forms)
        for word in () if of_every_game else self.words:
            if not self.known.means_something(word):
                return UnknownWord(sentence(self.known.nothing_called(word)))
        for key in self.fields:
            if key not in self.known.field_names:
                near = did_you_mean(key, self.known.field_names)
                return UnknownWord(sentence(f"no step here has a field “{key}”{near}"))
        return None

    def _forms_said(self) -> list[Form]:
        """The kinds of steps that a fixed word says; if some say what is done, those of the first of them."""
        forms = [form for form in self.known.forms if self._says(form)]
        done = {plain_word(form.do) for form in forms}
        words = (plain_word(str(word)) for word in (*self.words, self.fields.get("do", "")))
        first = next((word for word in words if word in done), None)
        return [form for form in forms if first in (None, plain_word(form.do))]

    def _say_what(self) -> UnclearStep:
        """The error that asks what is done, and names some of what is possible now."""
        possible = [
            f"“{candidate_in_words(candidate, self.known.forms)}”"
            for candidate in (legal_candidates(self.game, self.by) if self._may_look() else ())
            if candidate.said["do"] not in SAID_BY_NAME
        ]
        such = f", such as {list_in_words(possible[:MOST_NAMED], 'or')}" if possible else ""
        return UnclearStep(f"say what {self.by} does{such}.")

    def _does_not_fit(self, form: Form) -> UnclearStep:
        """The error that says what such a step still needs, or which of its words is too much."""
        words = self.words
        slots = " ".join(_takes(slot) for slot in form.slots if slot.kind != "value")
        takes = f"{' '.join(form.fixed.values())} takes {slots or 'nothing more'}"
        missing = self._missing(form, words)
        if missing:
            asked = list_in_words(f"the {name}" for name in missing)
            return SaidByHalf(f"say also {asked}: {takes}.")
        ends = self._left_open(form, words)
        if ends is not None:
            return UnclearStep(f"say also what stands behind {ends.in_words}: {takes}.")
        too_much = [
            word
            for place, word in enumerate(words)
            if self._missing(form, [*words[:place], *words[place + 1 :]]) is not None
        ]
        return UnclearStep(f"“{(too_much or [' '.join(words)])[-1]}” does not fit: {takes}.")

    def _left_open(self, form: Form, words: Sequence[str]) -> Slot | None:
        """The field that is called by its name and has nothing behind it that fits there; None without one."""
        for place in range(len(words) - 1, 0, -1):
            plain = plain_word(words[place])
            slot = next((slot for slot in form.slots if plain_word(slot.name) == plain), None)
            if (
                slot is not None
                and slot.kind != "flag"
                and plain not in map(plain_word, form.fixed.values())
                and self._missing(form, words[:place]) is not None
            ):
                return slot
        return None

    def _missing(self, form: Form, words: Sequence[str]) -> list[str] | None:
        """The fields that a step of this kind needs and these words leave out; None if they do not fit."""
        missing = [
            [slot.name for slot in form.slots if slot.needed and slot.name not in said]
            for said in self._filled(form, words)
        ]
        return min(missing, key=len, default=None)


def _takes(slot: Any) -> str:
    name = slot.name.upper()
    shown = f"{slot.name} {name}" if slot.named else slot.name if slot.kind == "flag" else name
    return shown if slot.needed else f"[{shown}]"


def _in_words(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
