"""What holds at every position of a game of any ruleset."""

from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from enum import Enum
from typing import Any

from domain.kernel.history import Game
from domain.kernel.prompting.declining import Declining
from domain.kernel.rulebook import Edition
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.ruling import ILLEGAL
from domain.kernel.shared import adjudicate
from domain.kernel.steps import JUDGE
from domain.kernel.values import Value, fields_of
from domain.kernel.wording import list_in_words

KEYS = ("over", "to_act")


class Watch:
    """Looks at a game after each of its entries, and once before."""

    def __init__(self, game: Game) -> None:
        self.before: tuple[Any, Mapping[str, str]] | None = None
        self.known: dict[int, Any] = {}
        self(game)

    def __call__(self, game: Game) -> None:
        ruleset, table = game.ruleset, game.now.state
        self.is_a_value(table, game.length)
        over = ruleset.over(table)
        waited_for = ruleset.to_act(table)
        assert bool(waited_for) != over, (
            f"to_act names {waited_for or 'nobody'}, and the game is {'over' if over else 'not over'}"
        )
        assert set(waited_for) <= set(game.players), f"to_act names {waited_for}: no players"
        for viewer in (*game.players, SPECTATOR, JUDGE):
            self.look(game, viewer)
        for player in game.players:
            for candidate in ruleset.offers.candidates(table, player):
                assert candidate.said["by"] == player, f"a candidate of {player}: {candidate.said}"
        for invariant in ruleset.lab.invariants:
            assert invariant.holds(game.view()), invariant.words
        self.goes_on(game)
        if ruleset.declining is not None:
            self.lets_go_by(game, ruleset.declining)

    def is_a_value(self, table: Any, entry: int) -> None:
        """Nothing in the state can be changed, and nothing in the one before has been."""
        wrong = [*mutable(table, "state", self.known)]
        assert not wrong, "; ".join(wrong)
        if self.before is not None:
            state, told = self.before
            changed = [name for name, words in told_by_field(state).items() if words != told[name]]
            assert not changed, (
                f"entry {entry} has changed {list_in_words([f'state.{one}' for one in changed])} in place: "
                "let `after` make a new one, as in changed(table, held={**table.held, …})"
            )
        self.before = table, told_by_field(table)

    def look(self, game: Game, viewer: str) -> None:
        ruleset, table = game.ruleset, game.now.state
        view = ruleset.view(table, viewer)
        missing = [key for key in KEYS if key not in view]
        assert not missing, f"the view has no {' and no '.join(missing)}"
        assert view["over"] == ruleset.over(table), "the view and `over` say two things"
        assert list(view["to_act"]) == list(ruleset.to_act(table)), "the view and `to_act` differ"
        plain_json(view, "view")
        ids = [piece.id for group in ruleset.board(table, viewer) for piece in group.pieces]
        assert all(ids), f"a piece on the board of {viewer} has no id"
        assert all(isinstance(line, str) for line in ruleset.in_words(table, viewer))
        assert isinstance(ruleset.chance(table), str)

    def lets_go_by(self, game: Game, declining: Declining) -> None:
        """What a standing answer is told of: plain marks, and nothing that its player does not see."""
        table, hiding = game.now.state, game.ruleset.hiding
        plain_json(dict(declining.spans(table)), "spans")
        for player in game.players:
            own = {*declining.own(table, player)}
            unseen = (
                set()
                if hiding is None
                else {
                    one
                    for one in own & {*hiding.names(table)}
                    if not hiding.sees(table, player, one)
                }
            )
            assert not unseen, f"{player} is told of {', '.join(unseen)}, and does not see that"

    def goes_on(self, game: Game) -> None:
        """`going_on` is no illegal step of somebody who is waited for."""
        said = game.ruleset.plainest_step(game.now.state)
        if said is None or game.now.request is not None:
            return
        ruling = adjudicate(game, said)[0].ruling
        assert ruling.verdict != ILLEGAL, f"going_on gives {said}: {ruling.reason}"


UNCHANGING = (str, int, float, bytes, type(None), Enum, Edition)
SEQUENCES = (tuple, frozenset)
BETTER = {"list": "tuple", "set": "frozenset"}


def mutable(value: Any, path: str, known: dict[int, Any]) -> Iterator[str]:
    """The places of values that can be changed, a sentence each. Mappings may be, as Python has no other.

    `known`: what was looked at before, by its id.
    """
    if isinstance(value, UNCHANGING) or callable(value) or known.get(id(value)) is value:
        return
    known[id(value)] = value
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from mutable(one, f"{path}[{key}]", known)
    elif isinstance(value, SEQUENCES):
        for n, one in enumerate(value):
            yield from mutable(one, f"{path}[{n}]", known)
    elif isinstance(value, Value):
        for name, one in fields_of(value).items():
            yield from mutable(one, f"{path}.{name}", known)
    elif not _is_frozen(value):
        kind = type(value).__name__
        better = BETTER.get(kind, "Value")
        yield f"{path} is a {kind}, which can be changed: make it a {better}"


def _is_frozen(value: Any) -> bool:
    """Whether it is a dataclass of which no field can be set."""
    return is_dataclass(value) and bool(getattr(type(value), "__dataclass_params__").frozen)  # noqa: B009


def told_by_field(table: Any) -> dict[str, str]:
    """Each field of a state but its law, written out."""
    return {name: repr(one) for name, one in fields_of(table).items() if name != "law"}


PLAIN = (str, int, bool, float, type(None))


def plain_json(value: Any, path: str) -> None:
    """Names, numbers, truths, lists and mappings: no set, whose order differs from run to run."""
    if isinstance(value, dict):
        for key, one in value.items():
            assert isinstance(key, str), f"{path}: the key {key!r} is no word"
            if type(one) not in PLAIN:  # most are, and to put a path together takes longest
                plain_json(one, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for number, one in enumerate(value):
            if type(one) not in PLAIN:
                plain_json(one, f"{path}[{number}]")
    else:
        assert isinstance(value, PLAIN), f"{path} is a {type(value).__name__}: give a list"
