"""Two worlds that differ only in what is hidden from a viewer: whatever they ask, they are told alike."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from application.desk.explain import why, why_not
from application.game.choices import judged_prompt
from application.game.log import ruling_seen
from application.game.redaction import entry_seen
from application.game.transcript import state_lines
from domain.kernel.hiding import PLAIN_FIELDS, words_in
from domain.kernel.history import Game
from domain.kernel.ruleset import SPECTATOR, Ruleset, SetupError
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
    [Ruleset, Mapping[str, Any], tuple[str, ...], str, Random],
    tuple[Mapping[str, Any], Mapping[str, str]],
]
"""(ruleset, set-up, players, viewer, chance) → a set-up that looks the same to this viewer, and what is
called otherwise in it: name here → name there."""


def renamed_world(
    ruleset: Ruleset, setup: Mapping[str, Any], players: tuple[str, ...], viewer: str, _: Random
) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    """Every name that the viewer does not see is another one, at the same place of the alphabet."""
    table = opened(ruleset, setup, players).now.state
    names = {name: f"{name}0" for name in hidden_from(ruleset, table, viewer)}
    return renamed(setup, names), names


def exchanged_world(
    ruleset: Ruleset,
    setup: Mapping[str, Any],
    players: tuple[str, ...],
    viewer: str,
    chance: Random,
) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    """What the viewer does not see keeps its name and is something else: two have changed places.

    Given with each of those names as it is. None, where their views would show it already.
    """
    table = opened(ruleset, setup, players).now.state
    seen = opened(ruleset, setup, players).view(viewer=viewer)
    hidden = hidden_from(ruleset, table, viewer)
    changed: dict[str, str] = {}
    for one, other in chance.sample([*combinations(hidden, 2)], k=min(10, comb(len(hidden), 2))):
        again = exchanged(setup, one, other)
        if again == setup or not {one, other}.isdisjoint(changed):
            continue
        with suppress(SetupError):
            if opened(ruleset, again, players).view(viewer=viewer) == seen:
                setup, changed = again, {**changed, one: one, other: other}
    return setup, changed


def exchanged(value: Any, one: str, other: str) -> Any:
    """A set-up in which what is said under each of these two names stands under the other."""
    if isinstance(value, Mapping):
        places = {one: other, other: one} if one in value and other in value else {}
        return {key: exchanged(value[places.get(key, key)], one, other) for key in value}
    return value


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


def told_alike(
    ruleset: Ruleset,
    setup: Mapping[str, Any],
    players: tuple[str, ...],
    chance: Random,
    other_world: OtherWorld,
    fill: Fill,
    steps: int,
) -> None:
    """Plays the same game in two worlds, and compares all that one viewer may ask after each entry.

    A name that they have come to see by then may be another one in the other world.
    """
    viewer = chance.choice((*players, SPECTATOR))
    other, names = other_world(ruleset, setup, players, viewer, chance)
    here, there = opened(ruleset, setup, players), opened(ruleset, other, players)
    known = {new: old for old, new in names.items() if old in seen_names(here, viewer)}
    secrets = False
    for _ in range(steps):
        said = somebody_says(here, chance, fill)
        same = said_there(ruleset, said, names)
        also = otherwise(there, same, in_secret(ruleset, said, viewer))
        secrets = secrets or also != same
        here.take(*adjudicate(here, said))
        there.take(*adjudicate(there, also))
        alike = here.log[-1].ruling.verdict == there.log[-1].ruling.verdict
        if (not alike and said["by"] != viewer) or (secrets and shown_to_all(here)):
            return  # what was hidden has come out by what others did
        if here.is_laid_open:
            return
        seen = seen_names(here, viewer)
        if any(old == new and old in seen for old, new in names.items()):
            return  # what is something else has come out
        known |= {new: old for old, new in names.items() if old in seen}
        at_length = not chance.randrange(OFTEN)
        told, told_there = (told_to(game, viewer, at_length) for game in (here, there))
        for one, other_told in zip(told, told_there, strict=True):
            assert one == with_names(other_told, known), (viewer, dict(said), one, other_told)


def with_names(told: str, names: Mapping[str, str]) -> str:
    for new, old in names.items():
        told = told.replace(new, old)
    return told


def seen_names(game: Game, viewer: str) -> set[str]:
    hiding, table = game.ruleset.hiding, game.now.state
    assert hiding is not None
    return {name for name in hiding.names(table) if hiding.sees(table, viewer, name)}


def in_secret(ruleset: Ruleset, said: Said, viewer: str) -> tuple[str, ...]:
    """The fields of this step that the viewer is not shown."""
    hiding = ruleset.hiding
    assert hiding is not None
    return () if said["by"] == viewer else tuple(hiding.secret_step_fields.get(str(said["do"]), ()))


def otherwise(game: Game, said: Said, secretly: Sequence[str]) -> Said:
    """The step with something else in its secret fields, where another is ruled alike."""
    if not secretly:
        return said
    verdict = adjudicate(game, said)[0].ruling.verdict
    for one in game.ruleset.offers.candidates(game.now.state, said["by"]):
        other = one.said["do"] == said["do"] and not one.asks and one.said != said
        if other and adjudicate(game, one.said)[0].ruling.verdict == verdict:
            return one.said
    return said


def shown_to_all(game: Game) -> bool:
    """Whether the newest entry showed what was chosen in secret: the worlds differ openly now."""
    n = game.length
    before = game.position(n - 1).state
    return any(game.ruleset.reveals(event, before) for event in game.log[-1].events)


def told_to(game: Game, viewer: str, at_length: bool) -> list[str]:
    """All that is told to this viewer of the newest entry and of the table after it."""
    return [str(one) for one in _told(game, viewer, at_length)]


def _told(game: Game, viewer: str, at_length: bool) -> Iterator[Any]:
    ruleset, table, n = game.ruleset, game.now.state, game.length
    yield game.view(viewer=viewer)
    yield ruleset.board(table, viewer)
    yield [line.text for line in state_lines(game, viewer=viewer)]
    yield ruleset.chance(table)
    yield entry_seen(game, game.log[-1], viewer)
    yield ruling_seen(game, game.log[-1], viewer)
    if viewer != SPECTATOR:
        for option in options(game, viewer):
            yield option.candidate.said, option.ruling, sorted(option.candidate.asks.items())
    if at_length:
        found = why(game, n, viewer, EFFORT)
        yield found.as_json(), [*found.lines()]
        if viewer != SPECTATOR:
            yield from _tapped(game, viewer)
            for candidate in [*ruleset.offers.candidates(table, viewer)][:3]:
                found = why_not(game, candidate.said, viewer=viewer, most=EFFORT)
                yield found.as_json(), [*found.lines()]


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
    return [one.replace(name, "…") for one in found]
