"""What may stand in a field of a step, said where the field is declared.

    unit: Annotated[str, own_unit]                                  one of these
    targets: Annotated[tuple[str, ...], Several(aim, so_many)]      names, one after the other
    agents: Annotated[Mapping[str, str], Each(own_agent, where)]    names, and something said of each

From it follow the steps that are offered, what is asked tap by tap, and the names that can be typed
(`offers`). It is no second law: it says what makes sense to think of, and the checks rule on it.
"""

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from inspect import signature
from itertools import islice
from operator import itemgetter
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from domain.kernel.faults import RulesetFault, place_of
from domain.kernel.prompting.prompts import ENOUGH, Answer, Ask, Prompt, ValuePrompts, name_in, pick
from domain.kernel.steps import ENVELOPE, FREE, Step, is_marked
from domain.kernel.values import NODEFAULT, Value, fields
from domain.kernel.wording import key_in_words

State = Any
StepFields = Mapping[str, Any]
MOST_WAYS = 10
"""How many ways to fill in a list are thought of; the rest are tapped or typed."""
SEVERAL = "/several"
"""The key of the answer that more than one will be named."""
ENDLESS = 99
"""More names than that are in no list."""


class Unsaid:
    """Says that a field is left out."""

    def __repr__(self) -> str:
        return "UNSAID"


UNSAID = Unsaid()


def with_named(function: Callable[..., Any], *names: str) -> Callable[..., Any]:
    """The function, called with all of these by place, and given only those that it names.

    An underscore before a name is no part of it. Raises RulesetFault for a name that is none of these.
    """
    wanted = named_by(function)
    for name in wanted:
        if name not in names:
            takes = ", ".join(names)
            raise RulesetFault(f"{place_of(function)} asks for “{name}”: it may name {takes}")
    places = tuple(names.index(name) for name in wanted)
    if places == tuple(range(len(names))):
        return function
    if not places:
        return lambda *_: function()
    if len(places) == 1:
        (at,) = places
        return lambda *given: function(given[at])
    chosen = itemgetter(*places)
    return lambda *given: function(*chosen(given))


def named_by(function: Callable[..., Any]) -> list[str]:
    """The arguments that a function names."""
    return [name.lstrip("_") for name in signature(function).parameters]


class Names(Value):
    """A kind of names that steps use: units, players, special rules."""

    known: Callable[[State, str], Iterable[str]]
    """(table, viewer) → all names of this kind that the viewer may know."""
    are_pieces: bool = False
    """Whether they lie on the board and can be tapped there."""
    are_words: bool = False
    """Whether a button can say them: options, skills, yes and no."""
    called: Callable[[State, str], str] = lambda _table, name: name
    """(table, name) → what people call it."""
    part_of: Callable[[State, StepFields], str] | None = None
    """(table, said) → the piece that they are parts of, as figures are of a unit."""


PLAYERS = Names(lambda table, _viewer: table.players)
"""Whoever plays."""
WORDS = Names(lambda _table, _viewer: (), are_words=True)
"""Words of the field's own, which a button says."""
OTHER = Names(lambda _table, _viewer: ())
"""Numbers and texts, which are asked for by themselves."""

Fit = Callable[[State, str, StepFields], Iterable[Any]]
"""(table, player, fields said so far) → the values that make sense now, the likeliest first.

UNSAID leaves a field out that may be left out; an Ask leaves it to the player to fill in. In a list or a
mapping, `said` has what stands there so far, and of a mapping's value its key under `/key`.
"""


class Suggested(Value):
    """A value that fits, and that the player may change."""

    value: Any
    ask: Ask


def is_asked(value: Any) -> bool:
    """Whether it is the player who fills it in, though a value may be suggested."""
    return isinstance(value, Ask | Suggested)


class OneOf(Value):
    """One value, of those that fit."""

    words: str
    """What that is, for people: “a unit of one's own”."""
    fit: Fit
    names: Names = OTHER
    asks: str | Callable[[State, StepFields], str] = ""
    """The question for it."""
    form: bool = False
    """Whether it is filled in rather than listed value by value."""

    def question(self, table: State, said: StepFields) -> str:
        return self.asks if isinstance(self.asks, str) else self.asks(table, said)

    def answer(self, table: State, value: Any, said: StepFields, field: str) -> Answer:
        if value is UNSAID:
            return Answer("@/none", f"no {key_in_words(field)}", main=True)
        if not self.names.are_pieces:
            if type(value) is bool:
                return Answer(f"@{value}", "yes" if value else "no")
            return Answer(f"@{value}", str(self.names.called(table, value)))
        of = "" if self.names.part_of is None else self.names.part_of(table, said)
        on = f"{of}/{value}" if of else str(value)
        return Answer(f"@{value}", self.names.called(table, value), on)

    def values(self, _name: str, table: State, player: str, said: StepFields) -> Iterable[Any]:
        return self.fit(table, player, said)

    def listed(self, table: State, player: str, said: StepFields) -> Iterable[Any]:
        """What a list of steps has of it where it is filled in: one form for all but nothing."""
        values = tuple(self.fit(table, player, said))
        if None in values:
            return (*self._as_form(tuple(value for value in values if value is not None)), None)
        return self._as_form(values)

    def _as_form(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """One form for these values; a single one is itself."""
        if len(values) <= 1:
            return values
        kinds = {*map(type, values)}
        if Ask in kinds:
            return (next(value for value in values if isinstance(value, Ask)),)
        return (self._form(values, may_be_left_out=Unsaid in kinds),)

    def _form(self, values: tuple[Any, ...], *, may_be_left_out: bool) -> Any:
        if may_be_left_out:
            known = tuple(value for value in values if value is not UNSAID)
            kind = {bool: "flag", int: "number"}.get(type(known[0]), "text")
            return Ask(kind, self.words, choices=known if kind == "text" else ())
        if type(values[0]) is int:
            choices = tuple(str(value) for value in sorted(values))
            return Suggested(values[0], Ask("number", self.words, choices=choices))
        return Suggested(values[0], Ask("names", self.words, 1, values))

    def ask(self, name: str, table: State, player: str, said: StepFields) -> ValuePrompts:
        """Asks for it; where only one value fits, that is taken."""
        values = [*self.fit(table, player, said)]
        if len(values) == 1 and not is_asked(values[0]):
            return values[0]
        forms = (
            value.ask if isinstance(value, Suggested) else value
            for value in values
            if is_asked(value)
        )
        form = next(forms, None)
        plain = [value for value in values if not is_asked(value)]
        by_key = {}
        answers = []
        for value in plain:
            answer = self.answer(table, value, said, name)
            by_key[answer.key] = value
            answers.append(answer)
        tap = yield from pick(shown(said), self.question(table, said), *answers, ask=form)
        return by_key[tap] if isinstance(tap, str) and tap in by_key else tap


def one_of(
    words: str, names: Names = OTHER, asks: Any = "", *, form: bool = False
) -> Callable[[Callable[..., Iterable[Any]]], OneOf]:
    """Makes a `OneOf` of the function that gives what fits; it names which of table, player, said it needs."""
    question = asks or f"{words[:1].upper()}{words[1:]}?"
    if not isinstance(question, str):
        question = with_named(question, "table", "said")
    return lambda fit: OneOf(words, _fit(fit), names, question, form)


def _fit(function: Callable[..., Iterable[Any]]) -> Fit:
    """What the function gives; one that does not ask what was said is called once for a table and player."""
    fit = with_named(function, "table", "player", "said")
    if "said" in named_by(function):
        return fit
    last: tuple[State, str, tuple[Any, ...]] = (None, "", ())

    def kept(table: State, player: str, said: StepFields) -> Iterable[Any]:
        nonlocal last
        known = last
        if known[0] is not table or known[1] != player:
            known = last = (table, player, tuple(fit(table, player, said)))
        return known[2]

    return kept


Bounds = Callable[[State, str, StepFields], tuple[int, int | None]]


class Several(Value):
    """A list: names one after the other, each fitting those before it."""

    one: OneOf
    bounds: Bounds = lambda _table, _player, _said: (1, None)
    """(table, player, said) → how many at least and at most (None: no limit)."""
    beside: Fit = lambda _table, _player, _said: ()
    """Names that can be tapped all the same, and are then refused with a reason."""
    listed: bool | Callable[[State, str, StepFields], bool] = True
    """Whether ways to fill it in are listed; else it is one form."""
    most: int = MOST_WAYS
    """How many ways are listed."""
    mostly_one: bool = False
    """Whether one name is the usual answer: the first tap is then all, unless more are wanted."""
    says_none: bool = False
    """Whether an empty list is an answer of its own; else it is left out where it may be."""
    label: Callable[[State, StepFields], str] | None = None
    """(table, said) → what the form asks for; without it, what one of them is."""

    @property
    def names(self) -> Names:
        return self.one.names

    def ways(self, name: str, table: State, player: str, said: StepFields) -> Iterator[list[str]]:
        """As few names as are wanted first; a set of names once."""
        least, most = self.bounds(table, player, said)
        start = tuple(said.get(name, ()))

        def longer(chosen: tuple[str, ...], beside: tuple[str, ...], size: int) -> Iterator[Any]:
            if len(chosen) == size:
                yield [*chosen]
                return
            fitting = tuple(self.one.fit(table, player, {**said, name: chosen}))
            earlier = beside[: beside.index(chosen[-1])] if chosen and chosen[-1] in beside else ()
            for value in fitting:
                if value not in earlier:
                    yield from longer((*chosen, value), fitting, size)

        for size in range(
            max(least, len(start)), min(ENDLESS, ENDLESS if most is None else most) + 1
        ):
            any_fit = False
            for way in longer(start, (), size):
                any_fit = True
                yield way
            if not any_fit and size > 0:
                return

    def values(self, name: str, table: State, player: str, said: StepFields) -> Iterator[Any]:
        least, most = self.bounds(table, player, said)
        if most == 0:
            yield UNSAID
            return
        listed = self.listed if isinstance(self.listed, bool) else self.listed(table, player, said)
        ways = [*islice(self.ways(name, table, player, said), self.most if listed else 1)]
        if ways and listed:
            yield from ways
            return
        choices = tuple(self.one.fit(table, player, {**said, name: ()}))
        label = self.one.words if self.label is None else self.label(table, said)
        ask = Ask("names", label, least if least == most else None, choices)
        plainest = ways[0] if ways else [*choices[:least]]
        # Of more than are listed a suggestion may be short of some.
        is_short = least > ENDLESS and len(plainest) < least
        if (least or self.says_none) and not is_short:
            yield Suggested(plainest, ask)
        else:
            yield ask

    def ask(self, name: str, table: State, player: str, said: StepFields) -> ValuePrompts:
        least, most = self.bounds(table, player, said)
        if most == 0:
            return UNSAID
        chosen, several = tuple(said.get(name, ())), False
        while most is None or len(chosen) < most:
            begun = {**said, name: [*chosen]}
            fitting = [*self.one.fit(table, player, {**said, name: chosen})]
            if fitting or not chosen:
                fitting += self.beside(table, player, {**said, name: chosen})
            if not fitting:
                break
            enough = Answer(ENOUGH, "That is all" if chosen else "None", main=True)
            answers = [
                self.one.answer(table, value, begun, name) for value in dict.fromkeys(fitting)
            ]
            free = (enough,) if len(chosen) >= least else ()
            asks_how_many = self.mostly_one and not chosen and not several and len(fitting) > 1
            more = (Answer(SEVERAL, "several"),) if asks_how_many else ()
            words = self.one.question(table, begun)
            tap = yield Prompt(words, shown(begun), (*free, *answers, *more))
            if tap == ENOUGH:
                break
            if tap == SEVERAL:
                several = True
                continue
            chosen = (*chosen, name_in(tap))
            if asks_how_many:
                break
        return [*chosen]


class Each(Value):
    """A mapping: names, and what is said of each."""

    keys: OneOf
    value: "OneOf | Several"
    """Gets `said` with the mapping so far, and the key under `/key`."""
    together: Fit = lambda _table, _player, _said: ()
    """Whole mappings that are worth listing first."""
    verb: str = ""
    """What a button says that ends it, “Attack” with 2; fields said so far in braces."""
    least: int = 1
    says_none: bool = False
    """Whether an empty mapping is an answer of its own; else it is left out where it may be."""
    listed: bool = True
    """Whether ways to begin with each name are listed, besides the whole ones."""
    none: str = "None"
    """What the button says that ends it with nothing in it, where it has no verb."""

    @property
    def names(self) -> Names:
        return self.keys.names

    def begun_with(
        self, key: str, table: State, player: str, said: StepFields
    ) -> Iterator[dict[str, Any]]:
        inside = {**said, "/key": key, "/value": ()}
        for value in self.value.values("/value", table, player, inside):
            if not isinstance(value, Ask):
                yield {key: value.value if isinstance(value, Suggested) else value}

    def values(self, name: str, table: State, player: str, said: StepFields) -> Iterator[Any]:
        if said.get(name):
            yield said[name]
            return
        if not self.least:
            yield {} if self.says_none else UNSAID
        yield from self.together(table, player, said)
        for key in self.keys.fit(table, player, said) if self.listed else ():
            yield from self.begun_with(key, table, player, said)

    def ask(self, name: str, table: State, player: str, said: StepFields) -> ValuePrompts:
        mapping = dict(said.get(name, {}))
        while True:
            so_far = {**said, name: {**mapping}}
            left = [key for key in self.keys.fit(table, player, so_far) if key not in mapping]
            if not left:
                break
            verb = self.verb.format(**said)
            words = f"{verb[:1].upper()}{verb[1:]} with {len(mapping)}"
            if not verb:
                words = "That is all" if mapping else self.none
            end = Answer(ENOUGH, words, main=True)
            answers = [self.keys.answer(table, key, said, name) for key in left]
            question = "Who else?" if mapping else self.keys.question(table, said)
            free = (end,) if len(mapping) >= self.least else ()
            tap = yield Prompt(question, shown(so_far), (*free, *answers))
            if tap == ENOUGH:
                break
            key = name_in(tap)
            mapping[key] = yield from self.ask_of(key, table, player, so_far)
        return mapping if mapping or self.says_none else UNSAID

    def ask_of(self, key: str, table: State, player: str, said: StepFields) -> ValuePrompts:
        inside = {**said, "/key": key, "/value": ()}
        return (yield from self.value.ask("/value", table, player, inside))


def shown(said: StepFields) -> StepFields:
    """Without what only the domains of fields are told."""
    return {name: value for name, value in said.items() if not name.startswith("/")}


Fits = OneOf | Several | Each


class Field(Value, dict=True, gc=True):
    """A field of a step, with what may stand in it."""

    name: str
    fits: Fits
    needed: bool

    @property
    def is_word(self) -> bool:
        """Whether a button can say it."""
        fits = self.fits
        return isinstance(fits, OneOf) and fits.names.are_words and not fits.form

    @cached_property
    def values(self) -> Fit:
        """(table, player, said) → every whole value that is thought of."""
        fits = self.fits
        return fits.fit if isinstance(fits, OneOf) else partial(fits.values, self.name)

    def handles(self, table: State, player: str, said: StepFields) -> Iterable[str]:
        """The names by which it may be taken hold of."""
        fits = self.fits
        if isinstance(fits, Each):
            return fits.keys.fit(table, player, said)
        if isinstance(fits, Several):
            return fits.one.fit(table, player, {**said, self.name: ()})
        return (value for value in fits.fit(table, player, said) if isinstance(value, str))

    def held(self, name: str, table: State, player: str, said: StepFields) -> Iterator[StepFields]:
        """The step begun with this name in it."""
        if isinstance(self.fits, Each):
            for value in self.fits.begun_with(name, table, player, said):
                yield {**said, self.name: value}
        else:
            yield {**said, self.name: [name] if isinstance(self.fits, Several) else name}

    @cached_property
    def listed(self) -> Fit:
        """(table, player, said) → what a list of steps has of it: each value, or one form."""
        fits = self.fits
        return fits.listed if isinstance(fits, OneOf) and fits.form else self.values

    def added_to(
        self, begun: Iterable[StepFields], table: State, player: str
    ) -> Iterator[StepFields]:
        """Each of these steps with each value that fits; an Ask stands for what is to be filled in."""
        for said in begun:
            for value in self.values(table, player, said):
                yield with_value(said, self.name, UNSAID if self._may_stay_empty(value) else value)

    def _may_stay_empty(self, value: Any) -> bool:
        """Whether it is a list that need not be said, and of which nothing is said yet."""
        return isinstance(value, Ask) and value.kind == "names" and not self.needed

    def ask(self, table: State, player: str, said: StepFields) -> ValuePrompts:
        value = yield from self.fits.ask(self.name, table, player, said)
        says_none = isinstance(self.fits, Several) and self.fits.says_none
        left_out = value == [] and not self.needed and not says_none
        return UNSAID if left_out else value


def with_value(said: StepFields, name: str, value: Any) -> StepFields:
    """The fields with one more; without it where it is UNSAID."""
    if value is UNSAID:
        return said
    return {**said, name: value.value if isinstance(value, Suggested) else value}


def filled_in(
    left: Iterable[Field], table: State, player: str, said: StepFields
) -> Iterator[StepFields]:
    """Every way to say these fields too: the product of what fits, made only as far as it is read."""
    ways: Iterator[StepFields] = iter((said,))
    for field in left:
        ways = field.added_to(ways, table, player)
    return ways


def in_turn(several: Iterable[Iterator[Any]]) -> Iterator[Any]:
    """One of each, then the next of each, until all are through; the later ones are not looked at early."""
    while several:
        going_on = []
        for way in several:
            said = next(way, None)
            if said is not None:
                yield said
                going_on.append(way)
        several = going_on


Way = tuple[StepFields, Mapping[str, Ask]]
"""A step that is thought of: what is said, and what is to be filled in."""


def listed_ways(
    fields: tuple[Field, ...], table: State, player: str, said: StepFields, asks: Mapping[str, Ask]
) -> Iterator[Way]:
    """Every way to list these fields."""
    for at, field in enumerate(fields):
        values = field.listed(table, player, said)
        if type(values) is tuple and len(values) == 1:
            if values[0] is not UNSAID:
                said, asks = _listed(field.name, values[0], said, asks)
            continue
        rest, name = fields[at + 1 :], field.name
        for value in values:
            way = (said, asks) if value is UNSAID else _listed(name, value, said, asks)
            if rest:
                yield from listed_ways(rest, table, player, *way)
            else:
                yield way
        return
    yield said, asks


def _listed(name: str, value: Any, said: StepFields, asks: Mapping[str, Ask]) -> Way:
    kind = type(value)
    if kind is Suggested:
        return {**said, name: value.value}, {**asks, name: value.ask}
    return (said, {**asks, name: value}) if kind is Ask else ({**said, name: value}, asks)


def fields_of_step(step: type[Step], pieces: Names) -> tuple[Field, ...]:
    """The fields of a class of steps, in their order.

    `pieces`: what may stand in a field of which nothing is said: the pieces on the board.
    """
    hints = get_type_hints(step, include_extras=True)
    return tuple(
        _field(field, hints[field.name], pieces)
        for field in fields(step)
        if field.name not in ENVELOPE
    )


def _field(info: Any, hint: Any, pieces: Names) -> Field:
    needed = info.default is NODEFAULT and info.default_factory is NODEFAULT
    return Field(info.encode_name, _fits(hint, info.encode_name, pieces, needed=needed), needed)


def _fits(hint: Any, name: str, pieces: Names, *, needed: bool) -> Fits:
    """What the field is annotated with; else what its type says, or nothing where it may be left out."""
    words, kind, own = key_in_words(name), _without_none(hint), _annotated_fits(hint)
    question = f"{words.capitalize()}?"
    if own is not None:
        return own
    if needed and is_marked(hint, FREE):
        asked = (Ask("text", words),)
        return OneOf(words, lambda *_: asked, OTHER, question)
    if not needed:
        return OneOf(words, lambda *_: (UNSAID,), WORDS, question)
    if kind is bool or get_origin(kind) is Literal:
        choices = (True, False) if kind is bool else get_args(kind)
        return OneOf(words, lambda *_: choices, WORDS, question)
    if kind is str:
        return OneOf(
            words, lambda table, player, _said: pieces.known(table, player), pieces, question
        )
    asks = {int: "number"}.get(kind, "dice" if get_args(kind)[:1] == (int,) else "text")
    return OneOf(words, lambda *_: (Ask(asks, words),), OTHER, question)


def dice_said(step: Step) -> tuple[tuple[int, ...], ...]:
    """The dice that a step reports, field by field."""
    return tuple(filter(None, (getattr(step, name) for name in dice_fields(type(step)))))


@cache
def dice_fields(step: type[Step]) -> tuple[str, ...]:
    """The attributes of this class of steps that hold dice: lists of whole numbers."""
    hints = get_type_hints(step, include_extras=True)
    kinds = {field.name: _without_none(hints[field.name]) for field in fields(step)}
    return tuple(name for name, kind in kinds.items() if get_args(kind)[:1] == (int,))


def what_fits(hint: Any) -> str:
    """What a field is annotated to hold, for people; empty where it is not."""
    fits = _annotated_fits(hint)
    if fits is None:
        return ""
    single = (
        fits.keys if isinstance(fits, Each) else fits.one if isinstance(fits, Several) else fits
    )
    return single.words


def _annotated_fits(hint: Any) -> Fits | None:
    marks = hint.__metadata__ if get_origin(hint) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, Fits)), None)


def _without_none(hint: Any) -> Any:
    """The type without what it is annotated with, and without None."""
    hint = hint.__origin__ if get_origin(hint) is Annotated else hint
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    return next(arg for arg in get_args(hint) if arg is not type(None))
