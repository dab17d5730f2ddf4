"""What a player may do next, derived from what may stand in the fields of steps: in a list, and tap by tap.

A piece that is tapped offers every step whose first field it may stand in. The words that follow are
said by the same button (“Assault as a Charge”); the fields that are left are asked for one by one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice, takewhile
from string import Formatter
from typing import Any

from domain.kernel.faults import RulesetFault
from domain.kernel.fields import (
    UNSAID,
    Each,
    Field,
    Fits,
    Names,
    OneOf,
    State,
    StepFields,
    Way,
    fields_of_step,
    filled_in,
    in_turn,
    is_asked,
    listed_ways,
    with_named,
    with_value,
)
from domain.kernel.prompting.prompts import ENOUGH, Answer, Ask, Prompts, name_in, pick
from domain.kernel.steps import ReaderBy, Said, Step
from domain.kernel.values import Value, changed
from domain.kernel.wording import key_in_words

MOST = 300
"""So many steps are thought of."""
HAS_A_BUTTON = frozenset({"concede"})
"""Steps that every page has a button for."""


class Candidate(Value):
    """A step a player might take now, to be put before `decide`."""

    said: Said
    asks: Mapping[str, Ask] = {}
    """What is left to the player to fill in; a value that fits may stand in `said` already."""


class Hint(Value):
    """How a kind of step is put before people; each function is given only the arguments that it names."""

    words: str | Callable[..., str] = ""
    """What its button says; fields said so far in braces, or a function of (table, said).

    Words that a button says at once and that stand in no braces are added by themselves.
    """
    thought_of: Callable[..., bool] | None = None
    """(table, player) → whether it is worth offering now; always, without it."""
    due: Callable[..., Iterable[StepFields]] | None = None
    """(table, player) → how such steps begin that are the plain answer now."""
    aside: bool = False
    """Whether the game does not wait for it: a report."""
    menu: str = ""
    """The question under which fields that may be left out are offered together, in any order."""
    in_menu: frozenset[str] = frozenset()
    """Those fields; all that may be left out, where none is named."""
    skips: frozenset[str] = frozenset()
    """Fields that are not asked for."""
    form: bool = False
    """Whether a list has it once, its fields to be filled in."""


class Button(Value):
    """A step that has begun: what one tap says of it, and the fields that are left to be asked."""

    answer: Answer
    said: StepFields
    left: tuple[Field, ...]
    menu: str = ""
    in_menu: tuple[Field, ...] = ()


class Kind(Value, dict=True, gc=True):
    """A kind of step: what is always the same of it, the fields that are filled in, its hint."""

    fixed: StepFields
    fields: tuple[Field, ...]
    hint: Hint
    words: Callable[[State, StepFields], str]
    thought_of: Callable[[State, str], bool]
    due: Callable[[State, str], Iterable[StepFields]]
    in_menu: tuple[Field, ...] = ()
    way: tuple[str, ...] = ()
    """What tells its buttons from those of the same step put before people otherwise."""
    handle: Field | None = None
    """The first field, if a piece may stand in it: by that the step is taken hold of on the board."""

    def button(
        self,
        table: State,
        said: StepFields,
        left: Iterable[Field],
        on: str = "",
        *,
        main: bool = False,
    ) -> Button:
        key = " ".join((*(f"{name}={value}" for name, value in said.items()), *self.way))
        answer = Answer(key, self.words(table, said), on, main, self.hint.aside)
        asked = tuple(field for field in left if field not in self.in_menu)
        offered = tuple(field for field in left if field in self.in_menu)
        return Button(answer, said, asked, self.hint.menu, offered)

    @cached_property
    def others(self) -> tuple[Field, ...]:
        """The fields but for that by which it is taken hold of."""
        return tuple(field for field in self.fields if field is not self.handle)

    @cached_property
    def words_at_once(self) -> tuple[Field, ...]:
        """Of those the first ones that the same button says."""
        return tuple(takewhile(lambda field: field.is_word, self.others))

    @cached_property
    def left(self) -> tuple[Field, ...]:
        """Of those the ones that are asked for then."""
        return self.others[len(self.words_at_once) :]

    @cached_property
    def goes_on(self) -> tuple[Field, ...]:
        """That by which it is taken hold of, where more may be named in it."""
        return () if self.handle is None or isinstance(self.handle.fits, OneOf) else (self.handle,)

    @cached_property
    def menu_first(self) -> tuple[Field, ...]:
        """What is asked for once a piece was tapped, in that order: the menu, then the others."""
        left = (*self.goes_on, *self.left)
        others = (field for field in left if field not in self.in_menu)
        return (*(field for field in left if field in self.in_menu), *others)

    def ways(self, table: State, player: str) -> Iterator[Way]:
        """Every way to say it; the values of the first field take turns, so that none is cut off."""
        by = {"by": player, **self.fixed}
        if not self.fields:
            return iter(((by, {}),))
        if self.hint.form:
            return listed_ways(self.forms, table, player, by, {})
        if self.hint.menu:
            return self._one_more(table, player, by)
        begun, others = listed_ways(self.fields[:1], table, player, by, {}), self.fields[1:]
        if not others:
            return begun
        return in_turn(listed_ways(others, table, player, *way) for way in begun)

    @cached_property
    def forms(self) -> tuple[Field, ...]:
        """The fields, each to be filled in rather than listed."""
        return tuple(
            changed(field, fits=changed(field.fits, form=True))
            if isinstance(field.fits, OneOf)
            else field
            for field in self.fields
        )

    def _one_more(self, table: State, player: str, by: StepFields) -> Iterator[Way]:
        """What it needs, then one more field at a time: no products of what may be left out."""
        needed = tuple(field for field in self.fields if field not in self.in_menu)
        more = self.in_menu
        for said, asks in listed_ways(needed, table, player, by, {}):
            values_of = {field.name: [*field.listed(table, player, said)] for field in more}
            forms = {
                name: listed[0]
                for name, listed in values_of.items()
                if len(listed) == 1 and isinstance(listed[0], Ask)
            }
            yield said, {**asks, **forms}
            for name, values in values_of.items():
                for value in values if name not in forms else ():
                    if value is not UNSAID:
                        yield with_value(said, name, value), {**asks, **forms}


class Seat:
    """What one player sees first at one table, and what each piece offers them; made once."""

    def __init__(self, kinds: list[Kind], table: State, player: str, asked_of: State) -> None:
        self.kinds, self.table, self.player, self.asked_of = kinds, table, player, asked_of
        self._of_piece: dict[str, dict[str, Button]] = {}
        self._due: dict[int, list[StepFields]] = {}

    def due(self, kind: Kind) -> list[StepFields]:
        """How such steps begin that are the plain answer now."""
        if id(kind) not in self._due:
            begun_ways = kind.due(self.table, self.player)
            self._due[id(kind)] = [{**kind.fixed, **begun} for begun in begun_ways]
        return self._due[id(kind)]

    @cached_property
    def on(self) -> dict[str, list[Kind]]:
        """Piece → the kinds of steps that it is taken hold of for."""
        kinds_on: dict[str, list[Kind]] = {}
        for kind in self.kinds:
            if kind.handle is not None:
                for name in kind.handle.handles(self.table, self.player, kind.fixed):
                    kinds_on.setdefault(name, []).append(kind)
        return kinds_on

    @cached_property
    def pieces(self) -> dict[str, Answer]:
        return {
            name: Answer(f"@{name}", _names_of(kinds[0]).called(self.table, name), name)
            for name, kinds in self.on.items()
        }

    @cached_property
    def buttons(self) -> dict[str, Button]:
        buttons = _without_piece(self.kinds, self.table, self.player)
        return {button.answer.key: button for button in buttons}

    @cached_property
    def first(self) -> tuple[Answer, ...]:
        return (*(button.answer for button in self.buttons.values()), *self.pieces.values())

    def of_piece(self, name: str) -> dict[str, Button]:
        if name not in self._of_piece:
            begun = _begun_with(self, self.on.get(name, ()), name)
            buttons = (self._button(kind, said) for kind, said in begun)
            self._of_piece[name] = {button.answer.key: button for button in buttons}
        return self._of_piece[name]

    def _button(self, kind: Kind, said: StepFields) -> Button:
        left = (*kind.goes_on, *kind.left)
        return kind.button(self.table, said, left, main=self._is_due(kind, said))

    def _is_due(self, kind: Kind, said: StepFields) -> bool:
        """Whether a step that has begun so is the plain answer now."""
        return any(begun.items() <= said.items() for begun in self.due(kind))

    def waited_for(self, name: str) -> Iterator[tuple[tuple[Field, ...], StepFields]]:
        """The steps that a piece begins and the game waits for, the plainest first, each with the fields left.

        Made only as far as they are read, and without the words of their buttons.
        """
        kinds = [kind for kind in self.on.get(name, ()) if not kind.hint.aside]
        begun: Iterable[tuple[Kind, StepFields]] = _begun_with(self, kinds, name)
        if any(self.due(kind) for kind in kinds):
            begun = sorted(begun, key=lambda one: not self._is_due(*one))
        return ((kind.menu_first, said) for kind, said in begun)


class Offers:
    """Every kind of step that a ruleset offers: those of its hints in their order, then the others.

    A hint stands under the word of `do`; under `report destroyed` where the fields depend on a word; under
    `roll/found` where a step is put before people in a second way.
    """

    def __init__(
        self,
        procedures: Mapping[str, Any],
        hints: Mapping[str, Hint],
        *,
        over: Callable[[State], bool],
        pieces: Callable[[State, str], Iterable[str]],
        seen: Callable[[State, str], State] = lambda table, _viewer: table,
    ) -> None:
        """`pieces`: (table, viewer) → what lies on the board; `seen`: the table as this viewer sees it.

        Raises RulesetFault for a hint about a step that there is not.
        """
        on_board = Names(pieces, are_pieces=True)
        steps = {
            " ".join(fixed.values()): (fixed, fields_of_step(step, on_board))
            for do, procedure in procedures.items()
            for fixed, step in steps_of(do, procedure)
        }
        named = {name: name.partition("/")[0] for name in hints}
        for name in named.values():
            if name not in steps:
                known = ", ".join(steps)
                raise RulesetFault(
                    f"a hint is about “{name}”, and there is no such step; there are {known}"
                )
        others = (name for name in steps if name not in named.values() and name not in HAS_A_BUTTON)
        self.over, self.seen = over, seen
        self.kinds = [_kind(*steps[named[name]], hint, name) for name, hint in hints.items()]
        self.kinds += [_kind(*steps[name], _plain_hint(*steps[name]), name) for name in others]
        self.last: Seat | None = None

    def candidates(self, table: State, player: str) -> Iterator[Candidate]:
        """Every way to say every step, cut off after a few hundred."""
        seat = self._seat(table, player)
        kinds = sorted(seat.kinds, key=lambda kind: not seat.due(kind))
        ways = (kind.ways(seat.table, player) for kind in kinds)
        return (Candidate(*way) for way in islice(chain.from_iterable(ways), MOST))

    def namable(self, table: State, viewer: str, field: str) -> Iterator[str]:
        """All names of each kind that may stand in this field, as far as the viewer may know them."""
        return self._known(table, viewer, (fits.names for fits in self._fitting(field)))

    def namable_behind(self, table: State, viewer: str, field: str) -> Iterator[str]:
        """The same of what is said of each name in this field; nothing where that is no name, or no mapping."""
        mappings = (fits for fits in self._fitting(field) if isinstance(fits, Each))
        return self._known(table, viewer, (fits.value.names for fits in mappings))

    def _fitting(self, field: str) -> Iterator[Fits]:
        return (one.fits for kind in self.kinds for one in kind.fields if one.name == field)

    def _known(self, table: State, viewer: str, kinds: Iterable[Names]) -> Iterator[str]:
        table = self.seen(table, viewer)
        return chain.from_iterable(names.known(table, viewer) for names in dict.fromkeys(kinds))

    def plainest(self, table: State, players: Iterable[str]) -> Said | None:
        """The plainest step that lets the game go on: the first that is due, of the first of these players."""
        for player in players:
            seat = self._seat(table, player)
            for kind in seat.kinds:
                for begun in kind.due(seat.table, player):
                    said = {**kind.fixed, **begun}
                    left = [field for field in kind.fields if field.name not in said]
                    for whole in filled_in(left, seat.table, player, said):
                        if not any(isinstance(value, Ask) for value in whole.values()):
                            return {"by": player, **whole}
        return None

    def prompts(self, table: State, player: str) -> Prompts:
        """Asks for a piece, or for a step that needs none; then what the piece does; then the rest."""
        seat = self._seat(table, player)
        table = seat.table
        tap = yield from pick({}, "What do you do?", *seat.first)
        button = seat.buttons.get(tap)
        if button is None:
            buttons = seat.of_piece(name_in(tap))
            answers = (button.answer for button in buttons.values())
            tap = yield from pick({}, f"What about {seat.pieces[name_in(tap)].words}?", *answers)
            button = buttons[tap]
        said = button.said
        if button.menu:
            said = yield from _menu(button.menu, button.in_menu, table, player, said)
        for field in button.left:
            said = with_value(said, field.name, (yield from field.ask(table, player, said)))
        return said

    def whole_steps(self, table: State, player: str, *taps: str) -> Iterator[StepFields] | None:
        """Every whole step that a piece, a button, or a piece and its button lead to, the plainest first.

        An Ask stands where something is to be filled in. None where more has been tapped than that.
        """
        seat, on_piece = self._seat(table, player), taps[0].startswith("@")
        if len(taps) > 1 + on_piece:
            return None
        if on_piece and len(taps) == 1:
            begun = seat.waited_for(name_in(taps[0]))
        else:
            buttons = seat.of_piece(name_in(taps[0])) if on_piece else seat.buttons
            tapped = [buttons[taps[-1]]] if taps[-1] in buttons else []
            begun = (((*button.in_menu, *button.left), button.said) for button in tapped)
        return in_turn(filled_in(left, seat.table, player, said) for left, said in begun)

    def _seat(self, table: State, player: str) -> Seat:
        """The last one is kept: the same table is asked about many times over."""
        seat = self.last
        if seat is None or seat.asked_of is not table or seat.player != player:
            seen = self.seen(table, player)
            open_ones = (
                []
                if self.over(table)
                else [kind for kind in self.kinds if kind.thought_of(seen, player)]
            )
            self.last = seat = Seat(open_ones, seen, player, table)
        return seat


def steps_of(do: str, procedure: Any) -> Iterator[tuple[dict[str, str], type[Step]]]:
    """The classes of steps under one `do`, each with the words that say which it is."""
    if not isinstance(procedure.reads, ReaderBy):
        yield {"do": do}, procedure.step
        return
    for word, step in procedure.reads.steps.items():
        yield {"do": do, procedure.reads.field: word}, step


def _plain_hint(fixed: StepFields, _fields: Any) -> Hint:
    words = key_in_words(" ".join(fixed.values()))
    return Hint(words[:1].upper() + words[1:], aside=len(fixed) > 1)


def _kind(fixed: StepFields, fields: Sequence[Field], hint: Hint, name: str) -> Kind:
    asked = tuple(field for field in fields if field.name not in hint.skips)
    in_menu: tuple[Field, ...] = ()
    if hint.menu:
        in_menu = tuple(
            field
            for field in asked
            if field.name in hint.in_menu or not (hint.in_menu or field.needed)
        )
    first = next((field for field in asked if field not in in_menu), None)
    names = None if first is None else first.fits.names
    handle = first if names is not None and names.are_pieces and names.part_of is None else None
    words = hint.words or key_in_words(name).capitalize()
    try:
        return Kind(
            fixed,
            asked,
            hint,
            _words_of(words, [*fixed, *(field.name for field in fields)], asked)
            if isinstance(words, str)
            else with_named(words, "table", "said"),
            with_named(hint.thought_of or (lambda: True), "table", "player"),
            with_named(hint.due or (lambda: ()), "table", "player"),
            in_menu,
            tuple(name.split("/")[1:]),
            handle,
        )
    except (RulesetFault, ValueError) as why:
        raise RulesetFault(f"the hint about “{name}”: {why}") from None


def _words_of(
    template: str, names: Sequence[str], asked: Iterable[Field]
) -> Callable[[State, StepFields], str]:
    """The template filled in, and each word that the button says beyond it: “Lay it, aloud”.

    A field that is asked for later is “…”. Raises RulesetFault where the step has no such field.
    """
    more = [field.name for field in asked if field.is_word and f"{{{field.name}}}" not in template]
    for _, name, *_ in Formatter().parse(template):
        if name is not None and name not in names:
            raise RulesetFault(f"the step has no field “{name}”; expected {', '.join(names)}")
    unsaid = dict.fromkeys(names, "…")

    def words(_table: State, said: StepFields) -> str:
        beyond = (_word(name, said[name]) for name in more if name in said)
        return ", ".join((template.format(**{**unsaid, **said}), *filter(None, beyond)))

    return words


def _word(name: str, value: Any) -> str:
    if value is False:
        return ""
    return key_in_words(name) if value is True else f"{key_in_words(name)} {value}"


def _names_of(kind: Kind) -> Names:
    assert kind.handle is not None
    return kind.handle.fits.names


def _without_piece(kinds: Iterable[Kind], table: State, player: str) -> Iterator[Button]:
    """What is due, with all that it needs in one tap; and the steps that need no piece."""
    for kind in kinds:
        due = []
        for begun in kind.due(table, player):
            unsaid = [field for field in kind.fields if field.name not in begun]
            for said, left in _in_one_tap(unsaid, kind, table, player, {**kind.fixed, **begun}):
                due.append(said)
                yield kind.button(table, said, left, main=True)
        if kind.handle is None:
            words, left = kind.words_at_once, kind.left
            for said in filled_in(words, table, player, kind.fixed):
                if said not in due and (words or not due) and _leads_on(left, table, player, said):
                    yield kind.button(table, said, left)


def _in_one_tap(
    unsaid: Sequence[Field], kind: Kind, table: State, player: str, said: StepFields
) -> Iterator[tuple[StepFields, Sequence[Field]]]:
    """With what a button can say at once: the piece, words, and what can only be one thing."""
    for at, field in enumerate(unsaid):
        if not field.needed or not isinstance(field.fits, OneOf):
            break
        values = [*field.values(table, player, said)]
        if len(values) != 1 or is_asked(values[0]):
            if field is kind.handle or field.is_word:
                for value in values:
                    yield with_value(said, field.name, value), unsaid[at + 1 :]
                return
            break
        said = with_value(said, field.name, values[0])
    else:
        at = len(unsaid)
    yield said, [left for left in unsaid[at:] if left.needed or not left.is_word]


def _begun_with(seat: Seat, kinds: Iterable[Kind], name: str) -> Iterator[tuple[Kind, StepFields]]:
    """Every step in which this piece may stand, each with the words that follow it."""
    table, player = seat.table, seat.player
    for kind in kinds:
        assert kind.handle is not None
        for held in kind.handle.held(name, table, player, kind.fixed):
            for said in filled_in(kind.words_at_once, table, player, held):
                if _leads_on(kind.left, table, player, said):
                    yield kind, said


def _leads_on(left: Sequence[Field], table: State, player: str, said: StepFields) -> bool:
    """Whether a button leads to any whole step."""
    return next(filled_in(left, table, player, said), None) is not None


def _menu(
    words: str, fields: Sequence[Field], table: State, player: str, said: StepFields
) -> Prompts:
    """Asks for the fields that may be left out, in any order, until there is nothing more."""
    begun = len(said)
    while True:
        ways = {
            answer.key: (answer, field, key)
            for field in fields
            for answer, key in _ways_on(field, table, player, said)
        }
        if not ways:
            return said
        free = Answer(ENOUGH, "Nothing more" if len(said) > begun else "Nothing", main=True)
        tap = yield from pick(said, words, free, *(answer for answer, _, _ in ways.values()))
        if tap == ENOUGH:
            return said
        _, field, key = ways[tap]
        if isinstance(field.fits, Each):
            value = yield from field.fits.ask_of(key, table, player, said)
            said = {**said, field.name: {**said.get(field.name, {}), key: value}}
        elif isinstance(field.fits, OneOf):
            values = [*_said_values(field, table, player, said)]
            only = changed(field.fits, fit=lambda *_, values=values: values)
            said = with_value(
                said, field.name, (yield from only.ask(field.name, table, player, said))
            )
        else:
            said = with_value(said, field.name, (yield from field.ask(table, player, said)))


def _ways_on(
    field: Field, table: State, player: str, said: StepFields
) -> Iterator[tuple[Answer, str]]:
    words = key_in_words(field.name)
    if isinstance(field.fits, Each):
        for key in field.fits.keys.fit(table, player, said):
            if key not in said.get(field.name, {}):
                yield Answer(f"{field.name} @{key}", f"{words}: {key}"), key
    elif field.name not in said and any(True for _ in _said_values(field, table, player, said)):
        what = field.fits.words if isinstance(field.fits, OneOf) else field.fits.one.words
        yield Answer(f"@{field.name}", what), ""


def _said_values(field: Field, table: State, player: str, said: StepFields) -> Iterator[Any]:
    return (value for value in field.values(table, player, said) if value is not UNSAID)
