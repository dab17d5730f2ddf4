"""The shortest game that gets the same ruling: a dispute cut down, step by step."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeVar

from application.answer import Answer, Meta, Number
from application.editions import rules_of
from application.lab.model.canonical_form import Canonicalizer
from application.records.exports import as_record, in_yaml
from application.rulesets import ruleset
from domain.kernel.faults import RulesetFault
from domain.kernel.history import Game, Opening, open_game
from domain.kernel.ruleset import Ruleset, SetupError
from domain.kernel.ruling import Ruling
from domain.kernel.shared import NAMED_ENTRY, adjudicate
from domain.kernel.steps import JUDGE, Said
from domain.kernel.values import changed
from domain.kernel.wording import count


@dataclass(frozen=True, slots=True)
class Dispute:
    """A game up to the step whose ruling is in question, which is its last."""

    opening: Opening
    steps: tuple[Said, ...]

    @property
    def size(self) -> tuple[int, int]:
        """How many steps it has, and how many words and numbers its set-up holds."""
        return len(self.steps), _values(self.opening.setup)


def _values(value: Any) -> int:
    """How many words and numbers a set-up holds; names of fields do not count."""
    if isinstance(value, Mapping):
        return sum(_values(inner) for inner in value.values())
    if isinstance(value, list | tuple):
        return sum(_values(item) for item in value)
    return 1


def dispute_at(game: Game, n: int) -> Dispute:
    """The game as it was when entry n was its newest."""
    return Dispute(game.opening, tuple(entry.said for entry in game.log[:n]))


def game_of(dispute: Dispute, known: Ruleset | None = None) -> Game:
    """The game of the dispute, played again; by `known`, or by the ruleset that it names.

    Raises SetupError, or what a faulty ruleset raises.
    """
    game = open_game(known or rules_of(dispute.opening), dispute.opening)
    for said in dispute.steps:
        game.take(*adjudicate(game, said))
    return game


def record_of_dispute(dispute: Dispute) -> str:
    """The dispute as a record in YAML, with every ruling noted."""
    return in_yaml(short_record(game_of(dispute)))


def short_record(game: Game) -> dict[str, Any]:
    """The game as a record, without the end state, the casual mode, and readings where none is chosen."""
    record = {key: value for key, value in as_record(game).items() if key != "expect_state"}
    if not record["readings"]:
        record.pop("readings")
    if record["mode"] == "casual":
        record.pop("mode")
    return record


Spend = Callable[[int], bool]
"""Takes this many rulings from a budget; False where fewer are left."""
NUMBER = re.compile(r"\d+\b")


def no_limit(_rulings: int) -> bool:
    return True


@dataclass
class SameRuling:
    """A predicate: whether a dispute gets the same ruling as the one given to `of`.

    It is False once nothing more may be spent, so that a search stays with the smallest found so far.
    """

    ruleset: Ruleset
    facts: bool = False
    """Whether the facts and the reason, but for its numbers, have to be the same, too."""
    spend: Spend = no_limit
    reason: bool = False
    """Whether the reason, but for its numbers, has to be the same."""
    wanted: Any = field(init=False, default=None)
    _game: Game | None = field(init=False, default=None)
    _played: tuple[Said, ...] = ()
    _known: dict[Any, tuple[Dispute, bool]] = field(init=False, default_factory=dict)

    def of(self, dispute: Dispute) -> "SameRuling":
        """Sets the ruling that is wanted: this dispute's. Raises SetupError where it cannot be played."""
        ruling = self.ruling(dispute)
        if ruling is None:
            raise SetupError("the game cannot be played to the step in question")
        self.wanted = self._compared_part(ruling)
        return self

    def __call__(self, dispute: Dispute) -> bool:
        key = id(dispute.opening), *map(id, dispute.steps)
        if key not in self._known:
            if not self.spend(len(dispute.steps) - self._shared_steps(dispute)):
                return False
            ruling = self.ruling(dispute)
            same = ruling is not None and self._compared_part(ruling) == self.wanted
            # The dispute is kept with the answer: while it lives, no other object gets the ids of its parts.
            self._known[key] = dispute, same
        return self._known[key][1]

    def ruling(self, dispute: Dispute) -> Ruling | None:
        """The ruling on the last step; None where the game cannot be laid out or played."""
        game = self.game(dispute)
        return game.log[-1].ruling if game is not None and game.log else None

    def game(self, dispute: Dispute) -> Game | None:
        """The dispute played to its end; None where it cannot be."""
        seats = {*dispute.opening.players, JUDGE}
        if any(said["by"] not in seats for said in dispute.steps):
            return None
        common = self._shared_steps(dispute)
        try:
            if self._game is not None and self._game.opening is dispute.opening:
                game = self._game.at(common)
            else:
                game = open_game(self.ruleset, dispute.opening)
        except (SetupError, RulesetFault):
            return None
        self._game, self._played = game, dispute.steps
        try:
            for said in dispute.steps[common:]:
                game.take(*adjudicate(game, said))
        except RulesetFault:
            return None
        return game

    def _shared_steps(self, dispute: Dispute) -> int:
        """How many of its first steps are those of the game that was played last, on the same opening."""
        if self._game is None or self._game.opening is not dispute.opening:
            return 0
        common = 0
        for ours, theirs in zip(dispute.steps, self._played[: self._game.length], strict=False):
            if ours is not theirs:
                break
            common += 1
        return common

    def _compared_part(self, ruling: Ruling) -> tuple[Any, ...]:
        facts = _without_entries(ruling.facts) if self.facts else None
        reason = NUMBER.sub("#", ruling.reason) if self.facts or self.reason else None
        return ruling.verdict, frozenset(ruling.cites), facts, reason


def _without_entries(value: Any) -> Any:
    """The facts without the numbers of entries, which differ in a shorter game."""
    if isinstance(value, Mapping):
        kept = (key for key in value if key not in ("entry", "entries", "since"))
        return {key: _without_entries(value[key]) for key in kept}
    if isinstance(value, list | tuple):
        return [_without_entries(item) for item in value]
    return value


T = TypeVar("T")

Holds = Callable[[list[T]], bool]
"""Whether what matters still holds with these items alone."""

WIDEST = 8
"""At most this many neighbours are tried together once no single item can go."""


def fewest(items: Sequence[T], holds: Holds[T]) -> list[T]:
    """A sublist that holds, and no longer does without any one item or any few neighbours of it.

    First it tries the last items alone; then it takes out halves, quarters and so on, so that a long list
    is soon a short one. `holds` must be true of the items as they are.
    """
    kept = _last_ones(list(items), holds)
    width = max(1, len(kept) // 2)
    while kept:
        kept, fewer = _without_some(kept, width, holds)
        if width > 1:
            width //= 2
        elif not fewer:
            smaller = _without_neighbours(kept, holds)
            if len(smaller) == len(kept):
                break
            kept = smaller
    return kept


def _last_ones(items: list[T], holds: Holds[T]) -> list[T]:
    """The first that hold of: no item, the last, the last two, the last four and so on; else all items."""
    length = 0
    while length < len(items):
        last = items[len(items) - length :]
        if holds(last):
            return last
        length = max(1, 2 * length)
    return items


def _without_some(kept: list[T], width: int, holds: Holds[T]) -> tuple[list[T], bool]:
    """The items without every piece of this width that can go, the last ones first; whether any could."""
    fewer = False
    start = len(kept) - width
    while True:
        start = max(0, start)
        smaller = kept[:start] + kept[start + width :]
        if len(smaller) < len(kept) and holds(smaller):
            kept, fewer = smaller, True
        if start == 0:
            return kept, fewer
        start -= width


def _without_neighbours(kept: list[T], holds: Holds[T]) -> list[T]:
    """The items without the first few neighbours that can only go together."""
    for width in range(2, min(WIDEST, len(kept)) + 1):
        for start in range(len(kept) - width + 1):
            smaller = kept[:start] + kept[start + width :]
            if holds(smaller):
                return smaller
    return kept


def without_cycles(places: Sequence[object]) -> list[int]:
    """The steps that remain of a path, numbered from 1, without those that lead back to where it was before.

    `places`: where the path is before its first step and after each.
    """
    newest = {place: n for n, place in enumerate(places)}
    kept, at = [], newest[places[0]]
    while at + 1 < len(places):
        kept.append(at + 1)
        at = newest[places[at + 1]]
    return kept


def plainest(value: Any, holds: Callable[[Any], bool]) -> Any:
    """The value without anything that it holds without, and with its numbers as low as they can be.

    `holds` is always asked of a whole value, and must be true of this one as it is.
    """
    if isinstance(value, Mapping):
        return _plainest_mapping(dict(value), holds)
    if isinstance(value, list | tuple):
        return _plainest_list(list(value), holds)
    if type(value) is int:
        return next((lower for lower in _lower(value) if holds(lower)), value)
    return value


def _plainest_mapping(value: dict[str, Any], holds: Callable[[Any], bool]) -> dict[str, Any]:
    def with_keys(keys: list[str]) -> dict[str, Any]:
        return {key: value[key] for key in keys}

    value = with_keys(fewest(list(value), lambda keys: holds(with_keys(keys))))
    for key in value:

        def holds_with(inner: Any, key: str = key) -> bool:
            return holds({**value, key: inner})

        value[key] = plainest(value[key], holds_with)
    return value


def _plainest_list(value: list[Any], holds: Callable[[Any], bool]) -> list[Any]:
    value = fewest(value, holds)
    for n in range(len(value)):

        def holds_with(item: Any, n: int = n) -> bool:
            return holds([*value[:n], item, *value[n + 1 :]])

        value[n] = plainest(value[n], holds_with)
    return value


def _lower(number: int) -> Iterator[int]:
    """The lower numbers that are tried, the lowest first: 0 to 3, half of it, and one less."""
    tried = (0, 1, 2, 3, number // 2, number - 1)
    yield from sorted({lower for lower in tried if 0 <= lower < number})


def smallest(
    dispute: Dispute, *, facts: bool = False, reason: bool = False, spend: Spend = no_limit
) -> Dispute:
    """A dispute with fewer steps and a plainer set-up, of which the last step gets the same ruling.

    That is the same verdict for the same rules; with `reason` also the same reason but for numbers; with
    `facts` that and the same facts. No single step of the result can be left out, unless `spend` allowed
    no more rulings: then it is the smallest found so far. The result depends on the dispute alone, not on
    chance. Raises SetupError where the game cannot be played to its last step.
    """
    same = SameRuling(rules_of(dispute.opening), facts, spend, reason).of(dispute)
    small, before = _legal_only(dispute, same), None
    while small != before:
        before = small
        small = _without_detours(small, same)
        small = _fewer_steps(small, same)
        small = _plainer_setup(small, same)
        small = _plainer_words(small, same)
    return small


def _legal_only(dispute: Dispute, same: SameRuling) -> Dispute:
    """Without the steps that did not happen, if the ruling stays the same."""
    game = same.game(dispute)
    assert game is not None
    legal = [entry.n for entry in game.log[:-1] if entry.happened]
    fewer = _with_entries(dispute, [*legal, len(dispute.steps)])
    return fewer if fewer is not None and same(fewer) else dispute


def _without_detours(dispute: Dispute, same: SameRuling) -> Dispute:
    """Without steps that lead back to a state equivalent to an earlier one, if the ruling stays the same."""
    game = same.game(dispute)
    assert game is not None
    canonical = Canonicalizer(game.ruleset.lab, game.opening, up_to_symmetry=False)
    last = len(dispute.steps)
    fingerprints = [canonical.fingerprint(game.position(n).state) for n in range(last)]
    fewer = _with_entries(dispute, [*without_cycles(fingerprints), last])
    return fewer if fewer is not None and same(fewer) else dispute


def _fewer_steps(dispute: Dispute, same: SameRuling) -> Dispute:
    last = len(dispute.steps)

    def holds(entries: list[int]) -> bool:
        fewer = _with_entries(dispute, [*entries, last])
        return fewer is not None and same(fewer)

    fewer = _with_entries(dispute, [*fewest(range(1, last), holds), last])
    assert fewer is not None
    return fewer


def _with_entries(dispute: Dispute, entries: Sequence[int]) -> Dispute | None:
    """The dispute with these entries alone, and with their numbers wherever a step names one.

    None where a step has a name that is made of the number of an entry left out.
    """
    new = {old: n for n, old in enumerate(entries, 1)}
    pattern = ruleset(dispute.opening.ruleset).lab.entry_names
    try:
        steps = tuple(_with_numbers(dispute.steps[n - 1], new, pattern) for n in entries)
    except KeyError:
        return None
    return Dispute(dispute.opening, steps)


def _with_numbers(said: Said, new: Mapping[int, int], pattern: str) -> Said:
    """The step with the new numbers of entries (old → new). Raises KeyError for a name of one left out."""
    pointed = NAMED_ENTRY.get(str(said["do"]), "")
    if type(said.get(pointed)) is int:
        return {**said, pointed: _new_number(said["do"], said[pointed], new)}
    return _with_names(said, new, re.compile(pattern)) if pattern else said


def _new_number(do: str, old: int, new: Mapping[int, int]) -> int:
    """The new number; of an entry left out the old one, as the ruling will show whether that matters.

    A rewind to an entry left out goes to the newest before it that is not.
    """
    if do == "rewind":
        return max((n for was, n in new.items() if was <= old), default=0)
    return new.get(old, old)


def _with_names(value: Any, new: Mapping[int, int], pattern: re.Pattern[str]) -> Any:
    """The value with the new number in every name that is made of an entry's number.

    Where there is none it is the very same object, so that `SameRuling` knows it again.
    """
    if isinstance(value, Mapping):
        fields = {key: _with_names(part, new, pattern) for key, part in value.items()}
        return fields if any(fields[key] is not value[key] for key in fields) else value
    if isinstance(value, list | tuple):
        parts = [_with_names(part, new, pattern) for part in value]
        return parts if any(a is not b for a, b in zip(parts, value, strict=True)) else value
    match = pattern.fullmatch(value) if isinstance(value, str) else None
    if match is None or new[int(match[1])] == int(match[1]):
        return value
    return f"{value[: match.start(1)]}{new[int(match[1])]}{value[match.end(1) :]}"


def _plainer_setup(dispute: Dispute, same: SameRuling) -> Dispute:
    """With fewer players, units and cards, lower numbers, and no reading that is not needed."""
    opening = dispute.opening

    def with_opening(**fields: Any) -> Dispute:
        return replace(dispute, opening=changed(opening, **fields))

    def holds(**fields: Any) -> bool:
        return same(with_opening(**fields))

    if opening.mode != "casual" and holds(mode="casual"):
        opening = changed(opening, mode="casual")
    readings = plainest(opening.readings, lambda readings: holds(readings=readings))
    opening = changed(opening, readings=readings)
    players = fewest(opening.players, lambda some: bool(some) and holds(players=tuple(some)))
    names = {seat: name for seat, name in opening.names.items() if seat in players}
    opening = changed(opening, players=tuple(players), names=names)
    setup = plainest(opening.setup, lambda setup: holds(setup=setup))
    return with_opening(setup=setup)


def _plainer_words(dispute: Dispute, same: SameRuling) -> Dispute:
    """With no field in any step but the last that is not needed."""
    for n in range(len(dispute.steps) - 1):
        dispute = _plainer_step(dispute, n, same)
    return dispute


def _plainer_step(dispute: Dispute, n: int, same: SameRuling) -> Dispute:
    said, front, back = dispute.steps[n], dispute.steps[:n], dispute.steps[n + 1 :]

    def saying(names: list[str]) -> Dispute:
        step = {key: said[key] for key in said if key in ("by", "do") or key in names}
        return replace(dispute, steps=(*front, step, *back))

    fields = [key for key in said if key not in ("by", "do")]
    return saying(fewest(fields, lambda names: same(saying(names))))


@dataclass(frozen=True, slots=True)
class MinimalCase:
    """The smallest dispute found, and the whole dispute that it was cut out of."""

    small: Dispute
    whole: Dispute

    @property
    def record(self) -> str:
        """The smallest dispute as a record in YAML, with every ruling noted."""
        return record_of_dispute(self.small)

    @property
    def in_words(self) -> str:
        """`2 steps of 17 left, 5 values of 9 in the set-up.`"""
        (steps, values), (was, had) = self.small.size, self.whole.size
        setup = f"{count(values, 'value')} of {had} in the set-up"
        return f"{count(steps, 'step')} of {was} left, {setup}."


class ShortestDispute(Answer):
    """The shortest record that gets the same ruling as an entry of a game."""

    game: str
    entry: Number
    record: Mapping[str, Any]
    left: Annotated[str, Meta(description="How much of the game is left in it, in words.")]
    enough: bool
    """Whether so many rulings as are tried were enough; else it is the shortest found."""


def minimal_case_of(
    game: Game, n: int, *, facts: bool = False, spend: Spend = no_limit
) -> MinimalCase:
    """What the ruling on entry n rests on; see `smallest`. Raises SetupError where it cannot be replayed."""
    whole = dispute_at(game, n)
    return MinimalCase(smallest(whole, facts=facts, spend=spend), whole)
