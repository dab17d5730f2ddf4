"""The shape of a situation, so that rulings given in the same one can be found."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from domain.kernel.history import Game
from domain.kernel.steps import JUDGE


def situation(game: Game, n: int) -> str:
    """The shape of the table before entry n: the words of its state, without names and numbers.

    Players are told apart only as whoever takes the step and the others, so that two games with
    other units and players may be in the same situation.
    """
    roles = dict.fromkeys(game.players, "other") | {str(game.entry(n).said["by"]): "own"}
    pieces = {
        piece.id
        for group in game.ruleset.board(game.position(n - 1).state, JUDGE)
        for piece in group.pieces
    }
    shape: dict[str, Any] = {}
    for name, value in game.view(n - 1).items():
        if isinstance(value, Mapping):
            for inner, inside in value.items():
                if inner not in roles and inner not in pieces:
                    shape |= _plain(f"{name}.{inner}", inside, roles, pieces)
        else:
            shape |= _plain(name, value, roles, pieces)
    return json.dumps(shape, sort_keys=True, ensure_ascii=False)


def _plain(
    name: str, value: Any, roles: Mapping[str, str], pieces: Iterable[str]
) -> dict[str, Any]:
    if isinstance(value, str) and value not in pieces:
        return {name: roles.get(value, value)}
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return {name: [roles.get(word, word) for word in value if word not in pieces]}
    return {name: value} if value is None or value is True else {}
