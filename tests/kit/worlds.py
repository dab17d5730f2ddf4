"""Two worlds that differ only in what is hidden from a viewer: whatever they ask, they are told alike."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import field as field_of
from itertools import combinations
from math import comb
from random import Random
from typing import Any, Optional

from application.desk.explain import why, why_not
from application.game.choices import judged_prompt
from application.game.difference import difference
from application.game.follows import follows
from application.game.log import ruling_seen
from application.game.options import undo_preview
from application.game.redaction import entry_seen
from application.game.transcript import state_lines
from domain.kernel.determinization import CannotDraw, game_as_known
from domain.kernel.hiding import PLAIN_FIELDS, words_in
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Candidate, Ruleset, SetupError
from domain.kernel.shared import adjudicate, options, trial
from domain.kernel.steps import Said
from tests.properties.play import Fill, somebody_says
from tests.spec import opened

NOBODY = "zz9"
"""A name that is nothing in any game."""
EFFORT = 20
MOST_TAPPED = 8
OFTEN = 6
"""One in so many entries is asked about at length."""

OtherWorld = Callable[
    [Ruleset, Mapping[str, Any], tuple[str, ...], Sequence[str], str, Random],
    tuple[Mapping[str, Any], Mapping[str, str]],
]
"""(ruleset, set-up, players, names hidden from the viewer, viewer, chance) → a set-up that looks the same to
them, and what is otherwise in it: name here → name there, which is the same where it is something else."""


def renamed_world(
    _ruleset: Ruleset,
    setup: Mapping[str, Any],
    _players: tuple[str, ...],
    hidden: Sequence[str],
    _viewer: str,
    _chance: Random,
) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    """Every name that is hidden is another one, at the same place of the alphabet."""
    names = {name: f"{name}0" for name in hidden}
    return renamed(setup, names), names


def exchanged_world(
    ruleset: Ruleset,
    setup: Mapping[str, Any],
    players: tuple[str, ...],
    hidden: Sequence[str],
    viewer: str,
    chance: Random,
) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    """What is hidden keeps its name and is something else: two have changed places.

    Given with each of those names as it is. None, where the viewer's view would show it already.
    """
    seen = opened(ruleset, setup, players).view(viewer=viewer)
    changed: dict[str, str] = {}
    for one, other in chance.sample([*combinations(hidden, 2)], k=min(10, comb(len(hidden), 2))):
        again = exchanged(setup, one, other)
        if again == setup or not {one, other}.isdisjoint(changed):
            continue
        with suppress(SetupError):
            if opened(ruleset, again, players).view(viewer=viewer) == seen:
                setup, changed = again, {**changed, one: one, other: other}
    return setup, changed


def other_altogether(
    ruleset: Ruleset,
    setup: Mapping[str, Any],
    players: tuple[str, ...],
    hidden: Sequence[str],
    viewer: str,
    chance: Random,
) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    """Both at once."""
    setup, _ = exchanged_world(ruleset, setup, players, hidden, viewer, chance)
    return renamed_world(ruleset, setup, players, hidden, viewer, chance)


WORLDS: tuple[OtherWorld, ...] = (renamed_world, exchanged_world)


def exchanged(setup: Mapping[str, Any], one: str, other: str) -> Mapping[str, Any]:
    """A set-up in which what is said under each of these two names stands under the other."""
    said = {name: value for name, value in _said_under(setup) if name in (one, other)}
    if len(said) < 2:
        return setup
    found: Mapping[str, Any] = _said_otherwise(setup, {one: said[other], other: said[one]})
    return found


def _said_under(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield key, one
            yield from _said_under(one)


def _said_otherwise(value: Any, instead: Mapping[str, Any]) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {key: instead.get(key, _said_otherwise(one, instead)) for key, one in value.items()}


def hidden_from(ruleset: Ruleset, table: Any, viewer: str) -> list[str]:
    hiding = ruleset.hiding
    assert hiding is not None
    return sorted(name for name in hiding.names(table) if not hiding.sees(table, viewer, name))


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value in which these names, and words that begin with one and a slash, are others."""
    if isinstance(value, str):
        head, slash, rest = value.partition("/")
        return names.get(head, head) + slash + rest
    if isinstance(value, Mapping):
        return {renamed(key, names): renamed(one, names) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [renamed(one, names) for one in value]
    return value


def said_there(ruleset: Ruleset, said: Said, names: Mapping[str, str]) -> Said:
    """The step in the other world: what anybody may hear of it stays as it is.

    A rewind goes `to` an entry, but a ruleset's own step may go to what has a name.
    """
    assert ruleset.hiding is not None
    plain = (PLAIN_FIELDS - {"to"}) | ruleset.hiding.plain_fields
    public = plain - {*ruleset.hiding.step_name_fields}
    return {key: one if key in public else renamed(one, names) for key, one in said.items()}


class Watched:
    """A game, and what one viewer has not been shown in it so far."""

    def __init__(self, game: Game, viewer: str) -> None:
        self.game, self.viewer = game, viewer
        self.hidden = {*hidden_from(game.ruleset, game.now.state, viewer)}
        """Names that they have never seen."""
        self.secret: dict[int, str] = {}
        """Entries in which others chose what has not been shown since, with the word of their step."""
        self.shown = 0
        """How often something that was secret has been shown."""

    def take(self, said: Said) -> None:
        game = self.game
        game.take(*adjudicate(game, said))
        self.hidden -= seen_names(game, self.viewer)
        if in_secret(game.ruleset, said, self.viewer):
            self.secret[game.length] = str(said["do"])
        still = {n: do for n, do in self.secret.items() if not shows(game, game.length, do)}
        self.shown += still != self.secret
        self.secret = still


@dataclass
class Beside:
    """The same game, of which something that the viewer was never shown is otherwise."""

    game: Game
    watched: Watched
    names: Mapping[str, str]
    """What is called otherwise or is something else: name here → name there."""
    chance: Random
    chosen: set[str] = field_of(default_factory=set)
    """The words of the steps in which others have chosen otherwise in secret."""
    guessed: dict[str, str] = field_of(default_factory=dict)
    """What the viewer has named although it was never shown: name there → name here."""

    @classmethod
    def of(cls, watched: Watched, other_world: OtherWorld, chance: Random) -> Optional["Beside"]:
        """One that has come as far; None where nothing could be otherwise, as what others did would show it."""
        here, viewer = watched.game, watched.viewer
        setup, players = here.opening.setup, here.players
        hidden = sorted(watched.hidden)
        other, names = other_world(here.ruleset, setup, players, hidden, viewer, chance)
        there = opened(here.ruleset, other, players, here.opening.readings)
        found = cls(there, watched, names, chance)
        alike = all(found.takes(n) for n in range(1, here.length + 1))
        return found if alike and (names or found.chosen) else None

    def takes(self, n: int) -> bool:
        """Takes entry n as well; False where what is otherwise came out with it.

        Raises AssertionError where the viewer is told of another entry although it did not.
        """
        here, there, viewer = self.watched.game, self.game, self.watched.viewer
        ruleset, entry = here.ruleset, here.entry(n)
        said = said_there(ruleset, entry.said, self.names)
        if said["by"] == viewer:
            named = {*words_in(entry.said)} & self.names.keys()
            self.guessed |= {self.names[one]: one for one in named}
        if n in self.watched.secret:
            secretly = otherwise(there, said, in_secret(ruleset, said, viewer), self.chance)
            self.chosen |= {str(said["do"])} if secretly != said else set()
            said = secretly
        there.take(*adjudicate(there, said))
        alike = entry.ruling.verdict == there.log[-1].ruling.verdict
        if there.is_laid_open or (not alike and entry.said["by"] != viewer):
            return False
        if not self.names.keys().isdisjoint(seen_names(here, viewer, n)):
            return False
        if not {*self.names.values()}.isdisjoint(seen_names(there, viewer, n)):
            return False
        if any(shows(game, n, do) for game in (here, there) for do in self.chosen):
            return False
        same(self, n, entry_told(here, n, viewer), entry_told(there, n, viewer))
        return True


def same(beside: Beside, n: int, told: Sequence[str], also: Sequence[str]) -> None:
    """Raises AssertionError where the viewer is told something else, with what they are told."""
    for there, here in beside.guessed.items():
        also = [re.sub(rf"(?<!\w){re.escape(there)}(?!\w)", here, one) for one in also]
    for one, other in zip(told, also, strict=True):
        said = dict(beside.watched.game.entry(n).said)
        assert one == other, (beside.watched.viewer, n, said, one, other)


def shows(game: Game, n: int, do: str) -> bool:
    """Whether entry n showed everybody what was chosen in secret with such steps."""
    hiding = game.ruleset.hiding
    assert hiding is not None
    before = game.position(n - 1).state
    kinds = {kind for kind, one in hiding.secrets.items() if one.do == do}
    return any(
        type(event) in kinds if kinds else game.ruleset.reveals(event, before)
        for event in game.entry(n).events
    )


def told_alike(
    game: Game,
    chance: Random,
    fill: Fill,
    steps: int,
    first: Sequence[Said] = (),
    other_worlds: Sequence[OtherWorld] = WORLDS,
) -> tuple[int, int]:
    """Plays on, and beside it the same game with other things hidden from one viewer: they are told alike.

    What has come out is as it was in a new game beside it, in which something else is otherwise. Gives how
    often all that the viewer may ask was compared, and how often after a secret had been shown.
    """
    watched = Watched(game, chance.choice((*game.players, SPECTATOR)))
    viewer = watched.viewer
    compared = later = 0
    for said in first:
        watched.take(said)
    beside: Beside | None = None
    for _ in range(steps):
        watched.take(next_step(game, chance, fill))
        if game.is_laid_open:
            break
        if beside is None or not beside.takes(game.length):
            beside = Beside.of(watched, chance.choice(other_worlds), chance)
        if beside is None:
            continue
        at_length = not chance.randrange(OFTEN)
        told = (told_to(one, viewer, at_length) for one in (game, beside.game))
        same(beside, game.length, *told)
        compared += 1
        later += watched.shown > 0
    return compared, later


def next_step(game: Game, chance: Random, fill: Fill) -> Said:
    """A step as in any random game; or one of any kind, however many there are of others; or one said before.

    What was said before is said by anybody who knows the names in it: mostly at a wrong time.
    """
    way, ruleset = chance.randrange(3), game.ruleset
    if way == 0 or game.now.request is not None:
        return somebody_says(game, chance, fill)
    kinds: dict[str, list[Candidate]] = {}
    if way == 1:
        player = chance.choice(game.to_act() or game.players)
        found = [*ruleset.offers.candidates(game.now.state, player)]
    else:
        player = chance.choice(game.players)
        unknown = {*hidden_from(ruleset, game.now.state, player)}
        before = ({**entry.said, "by": player} for entry in game.log)
        found = [Candidate(one) for one in before if unknown.isdisjoint(words_in(one))]
    for one in found:
        if str(one.said["do"]) in ruleset.procedures and one.said["do"] != "concede":
            kinds.setdefault(str(one.said["do"]), []).append(one)
    if not kinds:
        return somebody_says(game, chance, fill)
    chosen = chance.choice(kinds[chance.choice(sorted(kinds))])
    return {**chosen.said, **{name: fill(name, ask, chance) for name, ask in chosen.asks.items()}}


def seen_names(game: Game, viewer: str, n: int | None = None) -> set[str]:
    """What they see after entry n, the newest without one."""
    hiding, table = game.ruleset.hiding, game.position(game.length if n is None else n).state
    assert hiding is not None
    return {name for name in hiding.names(table) if hiding.sees(table, viewer, name)}


def in_secret(ruleset: Ruleset, said: Said, viewer: str) -> tuple[str, ...]:
    """The fields of this step that the viewer is not shown."""
    hiding = ruleset.hiding
    assert hiding is not None
    return () if said["by"] == viewer else tuple(hiding.secret_step_fields.get(str(said["do"]), ()))


def otherwise(game: Game, said: Said, secretly: Sequence[str], chance: Random) -> Said:
    """The step with something else in its secret fields, where another is ruled alike."""
    if not secretly:
        return said
    verdict = adjudicate(game, said)[0].ruling.verdict
    others = [
        one.said
        for one in game.ruleset.offers.candidates(game.now.state, said["by"])
        if one.said["do"] == said["do"] and not one.asks and one.said != said
    ]
    for other in chance.sample(others, len(others)):
        if adjudicate(game, other)[0].ruling.verdict == verdict:
            return other
    return said


def entry_told(game: Game, n: int, viewer: str) -> list[str]:
    """What the viewer is told of an entry."""
    entry = game.entry(n)
    seen = entry_seen(game, entry, viewer)
    return [str(seen), str(ruling_seen(game, entry, viewer)), str([*follows(seen)])]


def told_to(game: Game, viewer: str, at_length: bool) -> list[str]:
    """All that is told to this viewer of the newest entry and of the table after it."""
    return [str(one) for one in _told(game, viewer, at_length)]


def _told(game: Game, viewer: str, at_length: bool) -> Iterator[Any]:
    ruleset, table, n = game.ruleset, game.now.state, game.length
    yield game.view(viewer=viewer)
    yield ruleset.board(table, viewer)
    yield [line.text for line in state_lines(game, viewer=viewer)]
    yield ruleset.chance(table)
    yield from entry_told(game, n, viewer)
    yield [*difference(game, n - 1, n, viewer).sentences()]
    if viewer != SPECTATOR:
        yield undo_preview(game, viewer)
        for option in options(game, viewer):
            yield option.candidate.said, option.ruling, sorted(option.candidate.asks.items())
    if at_length:
        yield from _drawn(game, viewer)
        for one in {n, 1 + 7 * n % n}:
            found = why(game, one, viewer, EFFORT)
            yield found.as_json(), [*found.lines(ruleset)]
        if viewer != SPECTATOR:
            yield from _tapped(game, viewer)
            for candidate in [*ruleset.offers.candidates(table, viewer)][:3]:
                found = why_not(game, candidate.said, viewer=viewer, most=EFFORT)
                yield found.as_json(), [*found.lines(ruleset)]


def _drawn(game: Game, viewer: str) -> Iterator[Any]:
    """The game that is drawn for them to play on, which looks to them as this one."""
    try:
        found = game_as_known(game, viewer, Random(7))
    except CannotDraw as why:
        yield why.entry
        return
    assert found.view(viewer=viewer) == game.view(viewer=viewer)
    yield found.opening.setup
    yield [entry.said for entry in found.log]


def _tapped(game: Game, viewer: str) -> Iterator[Any]:
    """What is asked of them tap by tap, as far as two taps lead."""
    first = judged_prompt(game, viewer)
    yield first
    for choice in first.choices[:MOST_TAPPED]:
        yield judged_prompt(game, viewer, (*first.taps, choice.answer.key))


def hidden_names_are_nothing(game: Game, chance: Random) -> None:
    """In whatever field a hidden name stands, it is answered as a name that is nothing."""
    ruleset, table = game.ruleset, game.now.state
    hiding = ruleset.hiding
    assert hiding is not None
    for player in game.players:
        hidden = [
            name
            for name in hidden_from(ruleset, table, player)
            if not hiding.is_there(table, player, name)
        ]
        if not hidden:
            continue
        name = chance.choice(hidden)
        for said in [*ruleset.offers.candidates(table, player)][:40]:
            for one, other in zip(_with(said.said, name), _with(said.said, NOBODY), strict=True):
                told, same = _answered(game, one, name), _answered(game, other, NOBODY)
                assert told == same, (dict(one), told, same)


def _with(said: Said, name: str) -> Iterator[Said]:
    """The step with this name in each place where a word stands, one after the other."""
    for field, value in said.items():
        if field in ("by", "do", "fact"):
            continue
        words = [*words_in(value)]
        for word in words:
            yield {**said, field: _replaced(value, word, name)}
        if isinstance(value, list | tuple):
            yield {**said, field: [*value, name]}


def _replaced(value: Any, word: str, name: str) -> Any:
    return renamed(value, {word.partition("/")[0]: name})


def _answered(game: Game, said: Said, name: str) -> list[str]:
    """What its player and everybody else is shown of it, tried and taken, with a blank for the name."""
    found = [str(trial(game, said, viewer)) for viewer in (said["by"], SPECTATOR)]
    ahead = game.at(game.length)
    ahead.take(*adjudicate(ahead, said))
    for viewer in (said["by"], SPECTATOR):
        found.append(str(entry_seen(ahead, ahead.log[-1], viewer)))
        found.append(str(ahead.view(viewer=viewer)))
    answer = why_not(game, said, viewer=said["by"], most=EFFORT)
    found.append(f"{answer.as_json()}")
    return [re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", one) for one in found]
