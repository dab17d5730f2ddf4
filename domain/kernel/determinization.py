"""A game as one viewer knows it, to be played on: what is hidden from them is drawn anew (determinization).

Nothing goes into it but what they were shown: the set-up, every entry and the table as they may see them. Each
hidden thing is a blank with a name of its own; what it is, and what others chose in secret, is drawn from
what the viewer has seen, until every entry, ruled on again, looks to them as it did.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from domain.kernel.hiding import CORRECT, HIDDEN, NOT_SHOWN, Hiding, InSecret, entry_seen, words_in
from domain.kernel.history import Entry, Game, open_game
from domain.kernel.ruleset import SetupError, State, Viewer
from domain.kernel.setup import kind_of, words_in_kind
from domain.kernel.shared import NAMED_ENTRY, adjudicate
from domain.kernel.steps import Said
from domain.kernel.values import Value, changed, fields_of

BLANK = "unknown"
"""How the name of a blank begins: `unknown1`."""
DRAWN_AGAIN = 24
"""How often all is drawn again before it is given up."""
NEVER = sys.maxsize
"""Stands for the number of an entry that there is not."""
MOST_TRIED = 60
"""Most ways in which one hidden step is tried."""

Place = tuple[tuple[tuple[str, ...], tuple[Any, ...] | None], ...]
"""Where a set-up names a hidden thing, and what all know of how it lies there; None where it is only named."""


DrawnSoFar = tuple[Game, list[Said], dict[str, str], frozenset[str]]
"""The game, its steps, what the blanks are called, and the spare ones."""


class CannotDraw(Exception):
    """No game was found that looks to the viewer as this one does.

    `entry`: the first that could not be matched; the game up to the one before it can be.
    """

    def __init__(self, entry: int) -> None:
        self.entry = entry


class Shown(Value):
    """What the viewer was shown of a game: all that goes into a drawn one."""

    viewer: Viewer
    entries: tuple[Entry, ...]
    """As the viewer may see them."""
    views: tuple[Mapping[str, Any], ...]
    """The table after each of them, entry 0 first."""
    seen: tuple[frozenset[str], ...]
    """The names that were there for them after each of them, entry 0 first."""
    setup: Any
    """The set-up with a blank for each thing that was hidden from them then."""
    blanks: Mapping[str, Place]
    """Each blank, and where it lies."""
    pool: Mapping[str, tuple[Any, ...]]
    """First word of a place → what they know to be said of things there, to draw from; under `` all of it."""
    printed: Mapping[str, Any]
    """Name → what is said under it, for the names that they know by now and did not know at first."""


def game_as_known(game: Game, viewer: Viewer, chance: Random) -> Game:
    """A game that looks to this viewer as this one, entry by entry; what is hidden from them is drawn.

    Raises CannotDraw where none is found.
    """
    shown = _all_shown(game, viewer)
    farthest = 1
    for n in range(DRAWN_AGAIN):
        try:
            return _Drawing(game, shown, chance, nearest=n % 2 == 0).game_drawn()
        except CannotDraw as why:
            farthest = max(farthest, why.entry)
        except SetupError:  # what was drawn cannot lie there
            continue
    raise CannotDraw(farthest)


def _all_shown(game: Game, viewer: Viewer) -> Shown:
    """All that the viewer was shown: names and order of what is hidden from them leave no trace in it."""
    hiding = game.ruleset.hiding
    assert hiding is not None
    states = [game.position(n).state for n in range(game.length + 1)]
    seen = tuple(frozenset(_there_for(hiding, state, viewer)) for state in states)
    at_first, known = seen[0], frozenset[str]().union(*seen)
    entries = tuple(
        entry_seen(hiding, entry, viewer, states[entry.n - 1], states[entry.n])
        for entry in game.log
    )
    setup = game.opening.setup
    things = frozenset(hiding.names(states[0]))
    hidden = things - at_first
    said = [*_under_names(setup, things)]
    places = {name: _place(setup, name, things, hidden, hiding) for name in hidden}
    taken = {*known, *({*words_in(setup)} - hidden)}
    names = _free_names({*taken, *(word for entry in entries for word in words_in(entry.said))})
    blank_of = {name: next(names) for name in sorted(hidden, key=lambda name: repr(places[name]))}
    pool: dict[str, list[Any]] = {}
    for path, name, value in said:
        if name in known:
            drawn = _what_it_is(value, hiding)
            for of in {*path[:1], ""}:
                pool.setdefault(of, []).append(drawn)
    return Shown(
        viewer,
        entries,
        tuple(game.ruleset.view(state, viewer) for state in states),
        seen,
        _with_blanks(setup, blank_of, things, hiding),
        {blank: places[name] for name, blank in blank_of.items()},
        {of: tuple(sorted(values, key=repr)) for of, values in pool.items()},
        {
            name: _what_it_is(value, hiding, whole=True)
            for _, name, value in said
            if name in known - at_first
        },
    )


def _there_for(hiding: Hiding, state: State, viewer: Viewer) -> Iterator[str]:
    """The names that this viewer sees, or may say of what they know without our seeing it."""
    for name in hiding.names(state):
        if hiding.sees(state, viewer, name) or hiding.is_there(state, viewer, name):
            yield name


def _free_names(taken: Iterable[str]) -> Iterator[str]:
    """`unknown1`, `unknown2` and so on, as far as they are free."""
    taken, n = {*taken}, 0
    while True:
        n += 1
        if f"{BLANK}{n}" not in taken:
            yield f"{BLANK}{n}"


def _under_names(setup: Any, names: frozenset[str]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """(path, name, what is said under it) for each of these names of the set-up."""

    def within(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
        if isinstance(value, Mapping):
            for key, part in value.items():
                if key in names:
                    yield path, key, part
                else:
                    yield from within(part, (*path, key))

    yield from within(setup, ())


def _what_it_is(value: Any, hiding: Hiding, *, whole: bool = False) -> Any:
    """What is said of a thing, without its place; with how it lies, such as that it is locked, if `whole`."""
    if not isinstance(value, Mapping):
        return value
    left_out = hiding.setup_place if whole else hiding.setup_place | hiding.setup_lying
    return {key: part for key, part in value.items() if key not in left_out}


def _how_it_lies(value: Any, hiding: Hiding) -> dict[str, Any]:
    """What is said of a hidden thing that everybody knows: where it lies, and whose it is."""
    if not isinstance(value, Mapping):
        return {}
    return {key: part for key, part in value.items() if key in hiding.setup_place}


def _names_another(field: str, hiding: Hiding) -> bool:
    """Whether what is said of a thing there may name another one: how it lies does, what it is does not."""
    return field in hiding.setup_place or field in hiding.setup_lying


def _place(
    setup: Any, name: str, things: frozenset[str], hidden: frozenset[str], hiding: Hiding
) -> Place:
    """Everywhere that the set-up names it, but for what it says of other hidden things."""

    def within(value: Any, path: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        if isinstance(value, Mapping):
            for key, part in value.items():
                if key == name:
                    yield path, tuple(sorted(_how_it_lies(part, hiding).items()))
                elif key in things:
                    yield from () if key in hidden else of_another(part, (*path, key))
                else:
                    yield from within(part, (*path, str(key)))
        elif isinstance(value, list | tuple):
            for item in value:
                yield from within(item, path)
        elif value == name:
            yield path, None

    def of_another(thing: Any, path: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        if isinstance(thing, Mapping):
            for field, part in thing.items():
                if _names_another(field, hiding):
                    yield from within(part, (*path, field))
        elif not isinstance(thing, str):
            yield from within(thing, path)

    return tuple(within(setup, ()))


def _with_blanks(
    value: Any, blank_of: Mapping[str, str], things: frozenset[str], hiding: Hiding
) -> Any:
    """The set-up with blanks for hidden names, behind the others and in their own order."""

    def of_another(thing: Any) -> Any:
        if isinstance(thing, Mapping):
            return {
                field: within(part) if _names_another(field, hiding) else part
                for field, part in thing.items()
            }
        return thing if isinstance(thing, str) else within(thing)

    def within(value: Any) -> Any:
        if isinstance(value, Mapping):
            laid = {
                key: of_another(part) if key in things else within(part)
                for key, part in value.items()
                if key not in blank_of
            }
            hidden = {blank_of[name]: value[name] for name in value.keys() & blank_of.keys()}
            blanks = sorted(hidden, key=_number)
            return laid | {blank: _how_it_lies(hidden[blank], hiding) for blank in blanks}
        if isinstance(value, list | tuple):
            lying = iter(sorted(blank_of[item] for item in value if _is_in(item, blank_of)))
            return [next(lying) if _is_in(item, blank_of) else within(item) for item in value]
        return blank_of[value] if _is_in(value, blank_of) else value

    return within(value)


def _is_in(value: Any, names: Mapping[str, str]) -> bool:
    return isinstance(value, str) and value in names


def _number(blank: str) -> int:
    return int(blank.removeprefix(BLANK))


def _without(value: Any, name: str) -> Any:
    """A set-up without anything of this name."""
    if isinstance(value, Mapping):
        return {key: _without(part, name) for key, part in value.items() if name not in (key, part)}
    if isinstance(value, list | tuple):
        return [_without(item, name) for item in value if item != name]
    return value


def _blanks_named(value: Any, names: Mapping[str, str]) -> Any:
    """A set-up or a step in which blanks bear these names; `card/skill` begins with one, too."""
    if isinstance(value, str):
        head, slash, rest = value.partition("/")
        return f"{names[head]}{slash}{rest}" if head in names else value
    if isinstance(value, Mapping):
        return {
            _blanks_named(key, names): _blanks_named(part, names) for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [_blanks_named(item, names) for item in value]
    return value


class _Drawing:
    """One way of drawing what is hidden, followed entry by entry."""

    def __init__(self, game: Game, shown: Shown, chance: Random, *, nearest: bool) -> None:
        self.source, self.shown, self.chance = game, shown, chance
        self.nearest = nearest
        hiding = game.ruleset.hiding
        assert hiding is not None
        self.hiding = hiding
        self.named: dict[str, str] = {}
        """Blank → the name that it turned out to bear."""
        self.said: list[Said] = []
        """The steps so far, with blanks as they were called when they were said."""
        self.kinds = {
            blank: self._drawn_kind(place) for blank, place in sorted(shown.blanks.items())
        }
        self.spare = frozenset[str]()
        """Blanks of which nobody could say that they are there: added only where one turns up."""
        self.game = self._game_begun()
        self._set_spare_aside()

    def _drawn_so_far(self) -> DrawnSoFar:
        return self.game, self.said, {**self.named}, self.spare

    def _goes_back_to(self, drawn: DrawnSoFar) -> None:
        """To what was drawn before a way was tried that did not lead on."""
        game, said, named, spare = drawn
        self.game, self.said, self.named, self.spare = game, said, {**named}, spare

    def _drawn_kind(self, place: Place) -> Any:
        seen, others = self._kinds(place)
        kinds = seen if seen and self.nearest else (*seen, *others)
        if not kinds:
            raise CannotDraw(1)
        return self.chance.choice(kinds)

    def _kinds(self, place: Place) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What may be said under a thing that lies there: what they have seen of such things; all else."""
        under = next((path for path, lies in place if lies is not None), None)
        if under is None:
            return (None,), ()
        pool = self.shown.pool
        seen = next((pool[of] for of in (*under[:1], "") if of in pool), ())
        words = words_in_kind(kind_of(self.source.ruleset.setup, (*under, "*")))
        return seen, (*self._example_kinds(), *words)

    def _example_kinds(self) -> tuple[Any, ...]:
        """What the ruleset's own example holds, for a viewer who has seen nothing yet."""
        ruleset = self.source.ruleset
        if ruleset.example is None:
            return ()
        setup = ruleset.example(self.source.players)
        state = open_game(ruleset, changed(self.source.opening, setup=setup)).now.state
        names = frozenset(self.hiding.names(state))
        return tuple(_what_it_is(value, self.hiding) for _, _, value in _under_names(setup, names))

    def _setup(self) -> Any:
        setup = self.shown.setup
        for blank in self.spare:
            setup = _without(setup, blank)
        return _blanks_named(self._filled_in(setup), self.named)

    def _filled_in(self, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        return {
            key: self._thing(key, part) if key in self.kinds else self._filled_in(part)
            for key, part in value.items()
        }

    def _thing(self, blank: str, lying: Mapping[str, Any]) -> Any:
        """What the set-up says under a blank: what was drawn for it, or what it turned out to be."""
        kind = self.kinds[blank]
        if blank in self.named:
            kind = self.shown.printed.get(self.named[blank], kind)
        return {**kind, **lying} if isinstance(kind, Mapping) else kind

    def _game_begun(self) -> Game:
        opening = changed(self.source.opening, setup=self._setup())
        return open_game(self.source.ruleset, opening)

    def _set_spare_aside(self) -> None:
        """Sets aside the blanks that nobody sees, nor their number; not what the set-up only names."""
        seen = self.game.view(viewer=self.shown.viewer)
        for place in dict.fromkeys(self.shown.blanks.values()):
            if all(lies is None for _, lies in place):
                continue
            alike = [blank for blank, lies in self.shown.blanks.items() if lies == place]
            before = self.spare
            try:
                self.spare = before.union(alike[:1])
                without = self._game_begun().view(viewer=self.shown.viewer)
                self.spare = before.union(alike if without == seen else ())
            except SetupError:
                self.spare = before
        self.game = self._game_begun()

    def game_drawn(self) -> Game:
        """The game after all entries. Raises CannotDraw."""
        if self.game.view(viewer=self.shown.viewer) != self.shown.views[0]:
            raise CannotDraw(1)
        for seen in self.shown.entries:
            ways = self._takes, self._names, self._is_another, self._was_said, self._is_left_out
            if not any(takes(seen) for takes in ways):
                raise CannotDraw(seen.n)
        return self.game

    def _takes(self, seen: Entry) -> bool:
        """Takes a step that looks to the viewer as this entry; False where none is found."""
        return any(self._steps(seen, said) for said in self._ways(seen))

    def _steps(self, seen: Entry, said: Said) -> bool:
        """Takes this step, if it looks to the viewer as the entry."""
        game, viewer = self.game, self.shown.viewer
        entry, position = adjudicate(game, said)
        if game.ruleset.view(position.state, viewer) != self.shown.views[seen.n]:
            return False
        looks = entry_seen(self.hiding, entry, viewer, game.now.state, position.state)
        if looks != seen and not self._is_in_its_place(entry, seen):
            return False
        game.take(entry, position)
        self.said.append(said)
        return True

    def _is_in_its_place(self, entry: Entry, seen: Entry) -> bool:
        """Whether a step of ours may stand where the viewer was not shown what was said."""
        if entry.said == _not_shown(seen):
            return not entry.happened
        return seen.said["do"] == CORRECT and HIDDEN in words_in(seen.said) and entry.happened

    def _ways(self, seen: Entry) -> Iterator[Said]:
        """The step as the viewer was shown it; where something of it is hidden, ways it may have been said."""
        if seen.ruling.reason == NOT_SHOWN:
            return iter((_not_shown(seen),))
        if HIDDEN not in words_in(seen.said):
            return iter((seen.said,))
        return self._hidden_ways(seen)

    def _hidden_ways(self, seen: Entry) -> Iterator[Said]:
        game, said = self.game, seen.said
        if said["do"] == CORRECT:
            yield _without(said, HIDDEN)
        state = game.now.state
        offered = [
            candidate.said
            for candidate in game.ruleset.offers.candidates(state, said["by"])
            if candidate.said["do"] == said["do"] and not candidate.asks
        ]
        yield from self._likeliest(seen, offered)[:MOST_TRIED]
        names, viewer = self.hiding.names(state), self.shown.viewer
        unseen = sorted(name for name in names if not self.hiding.sees(state, viewer, name))
        count = sum(word == HIDDEN for word in words_in(said))
        if count <= len(unseen):
            for _ in range(MOST_TRIED):
                yield _with_names(said, iter(self.chance.sample(unseen, count)))

    def _names(self, seen: Entry) -> bool:
        """Takes the step once blanks bear the names that it brought to light."""
        missing = self._brought_to_light(seen)
        if not missing:
            return False
        before = self._drawn_so_far()
        for blank in self._blanks_for(missing, seen):
            self.named[blank] = missing
            self.spare -= {blank}
            if self._again() and (self._takes(seen) or self._names(seen)):
                return True
            self._goes_back_to(before)
        return False

    def _is_another(self, seen: Entry) -> bool:
        """Takes the step once what it lays hands on is something else than was drawn for it."""
        for said in islice(self._ways(seen), 1):
            entry, _ = adjudicate(self.game, said)
            touched = {*_words_of(entry.events), *words_in(said)} & self.kinds.keys()
            for blank in sorted(touched - self.named.keys()):
                before = self.game, self.said, self.kinds[blank]
                seen_kinds, others = self._kinds(self.shown.blanks[blank])
                kinds = (*seen_kinds, *others)
                for kind in self.chance.sample(kinds, len(kinds))[:MOST_TRIED]:
                    self.kinds[blank] = kind
                    if self._again() and (self._takes(seen) or self._names(seen)):
                        return True
                    self.game, self.said, self.kinds[blank] = before
        return False

    def _was_said(self, seen: Entry) -> bool:
        """Takes the step once the refused one that it is about, and that was not shown, says what comes."""
        n = seen.said.get(NAMED_ENTRY.get(str(seen.said["do"]), ""))
        about = self.shown.entries[n - 1] if type(n) is int and 0 < n < seen.n else seen
        if about.ruling.reason != NOT_SHOWN or self.said[about.n - 1] != _not_shown(about):
            return False
        before = self._drawn_so_far()
        missing = self._brought_to_light(seen)
        for blank in self._blanks_for(missing, about) if missing else [""]:
            if blank:
                self.named[blank] = missing
                self.spare -= {blank}
            if blank and not self._again():
                continue
            for said in self._likeliest(seen, [*self._refused_ways(about)]):
                self.said = [*self.said[: about.n - 1], said, *self.said[about.n :]]
                if self._again() and self._takes(seen):
                    return True
                self.said = before[1]
            self._goes_back_to(before)
        return False

    def _is_left_out(self, seen: Entry) -> bool:
        """Puts a remark in the place of an entry that changed nothing that the viewer sees."""
        by, views = seen.said["by"], self.shown.views
        if views[seen.n] != views[seen.n - 1]:
            return False
        remark = {"by": by, "do": "note", "text": NOT_SHOWN}
        self.game.take(*adjudicate(self.game, remark))
        self.said.append(remark)
        return True

    def _refused_ways(self, seen: Entry) -> Iterator[Said]:
        """Steps of its word that its player might have said, as they are offered then or were before."""
        do, by, known = seen.said["do"], seen.said["by"], []
        for n in range(seen.n - 1, -1, -1):
            state = self.game.position(n).state
            for candidate in self.game.ruleset.offers.candidates(state, by):
                if (
                    candidate.said["do"] == do
                    and not candidate.asks
                    and candidate.said not in known
                ):
                    known.append(candidate.said)
                    yield candidate.said
            if len(known) >= MOST_TRIED:
                return

    def _brought_to_light(self, seen: Entry) -> str:
        """A name that the viewer knows with this entry, and no blank bears yet; empty without one."""
        there = {*self.named.values(), *self.hiding.names(self.game.now.state)}
        return min(self.shown.seen[seen.n] - there, default="")

    def _blanks_for(self, name: str, seen: Entry) -> list[str]:
        """The blanks that may bear this name, the likeliest first."""
        state, by = self.game.now.state, seen.said["by"]
        there = [blank for blank in self.shown.blanks if blank not in self.named]
        blanks = self.chance.sample(there, len(there))
        likely = [*self._in_place_of(name, seen)]

        def unlikely(blank: str) -> tuple[bool, bool, bool]:
            spare = blank in self.spare
            nameable = not spare and self.hiding.is_there(state, by, blank)
            return blank not in likely, not nameable, spare

        return sorted(blanks, key=unlikely)

    def _in_place_of(self, name: str, seen: Entry) -> Iterator[str]:
        """What stands where the viewer was shown this name, if the step is taken as it stands."""
        game, viewer = self.game, self.shown.viewer
        for said in islice(self._ways(seen), 1):
            entry, position = adjudicate(game, said)
            looks = entry_seen(self.hiding, entry, viewer, game.now.state, position.state)
            pairs = zip(_words_of(looks.events), _words_of(seen.events), strict=False)
            yield from (here for here, there in pairs if there == name)

    def _likeliest(self, seen: Entry, ways: Sequence[Said]) -> list[Said]:
        """Ways to say a hidden step, those first whose choice is shown soonest."""
        mixed = self.chance.sample(ways, len(ways))
        return sorted(mixed, key=lambda way: self._shown_in(seen, way))

    def _shown_in(self, seen: Entry, said: Said) -> int:
        """The entry that shows what this step chooses in secret as its player's choice; far away without one.

        The first that does, or at every other drawing any: what was taken back may have been another choice.
        """
        secrets, by = self.hiding.secrets, said["by"]
        shown = (
            showing.n
            for showing in self.shown.entries[seen.n :]
            for event in showing.events
            if (secret := secrets.get(type(event))) and secret.do == said["do"]
            for value in fields_of(event).values()
            if isinstance(value, Mapping) and value.get(by) in self._chosen_by(said, secret)
        )
        entry = next(shown, NEVER)
        return entry if self.nearest or entry == NEVER else 0

    def _chosen_by(self, said: Said, secret: InSecret) -> list[Any]:
        """What the table would keep of this choice, and what is said of it."""
        _, position = adjudicate(self.game, said)
        kept = getattr(position.state, secret.kept).chosen.get(said["by"], HIDDEN)
        return [kept, *(value for field, value in said.items() if field not in ("by", "do"))]

    def _again(self) -> bool:
        """Takes all steps so far once more, with what the blanks are called by now."""
        said, self.said = self.said, []
        try:
            self.game = self._game_begun()
        except SetupError:
            return False
        if self.game.view(viewer=self.shown.viewer) != self.shown.views[0]:
            return False
        steps = (_blanks_named(step, self.named) for step in said)
        return all(map(self._steps, self.shown.entries, steps))


def _not_shown(seen: Entry) -> Said:
    """A step of the same word that is refused in any game."""
    return {"by": seen.said["by"], "do": seen.said["do"], HIDDEN: HIDDEN}


def _with_names(value: Any, names: Iterator[str]) -> Any:
    """What was said, with these names where something is hidden."""
    if isinstance(value, str):
        return next(names) if value == HIDDEN else value
    if isinstance(value, Mapping):
        return {_with_names(key, names): _with_names(part, names) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_with_names(item, names) for item in value]
    return value


def _words_of(value: Any) -> Iterator[str]:
    """Every word of events, in order."""
    if isinstance(value, Value):
        yield from _words_of(tuple(fields_of(value).values()))
    elif isinstance(value, Mapping):
        yield from _words_of(tuple(value.items()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _words_of(item)
    elif isinstance(value, str):
        yield value
