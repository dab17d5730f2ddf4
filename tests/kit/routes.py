"""The same two worlds over HTTP: every route of a game, the API's and the pages', answers alike."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from starlette.routing import Route

from domain.kernel.history import Game as Played
from domain.kernel.ruleset import SPECTATOR, Ruleset
from domain.kernel.shared import adjudicate
from domain.kernel.steps import Said
from tests.adapters.servers import Client, Game, inside
from tests.adapters.servers import opened as opened_on
from tests.kit.worlds import OtherWorld, in_secret, renamed, seen_names, with_names
from tests.properties.play import Fill, candidate
from tests.spec import opened

STEPS, TRIED = 10, 6
BLANKS = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z| UTC)?"), "TIME"),
    (re.compile(r"\b[0-9a-f]{16,}\b"), "DIGEST"),
    (re.compile(r"\b[a-z]{4}-[a-z]{4}-\d\d\b"), "GAME"),
    (re.compile(r"[\w-]{40,}"), "SECRET"),
    (re.compile(r'"\w{4}(?: \w{4})+"'), "DIGEST"),
)


def script(
    ruleset: Ruleset,
    setup: Mapping[str, Any],
    players: tuple[str, ...],
    viewer: str,
    chance: Random,
    fill: Fill,
) -> tuple[list[Said], Played]:
    """A short game that shows the viewer nothing they did not see, and no secret."""
    game = opened(ruleset, setup, players)
    before = seen_names(game, viewer)
    said: list[Said] = []
    for _ in range(STEPS * 3):
        if len(said) == STEPS or ruleset.over(game.now.state):
            break
        one = _somebody(game, chance, fill)
        entry, position = adjudicate(game, one)
        ahead = game.at(game.length)
        ahead.take(entry, position)
        if in_secret(ruleset, one, viewer) or seen_names(ahead, viewer) - before:
            continue
        game.take(entry, position)
        said.append(one)
    return said, game


def _somebody(game: Played, chance: Random, fill: Fill) -> Said:
    going_on = game.ruleset.plainest_step(game.now.state)
    if going_on is not None and chance.random() < 1 / 3:
        return going_on
    return candidate(game, chance.choice(game.to_act() or game.players), chance, fill)


def answer_alike(
    ruleset: Ruleset,
    setup: Mapping[str, Any],
    players: tuple[str, ...],
    chance: Random,
    other_world: OtherWorld,
    fill: Fill,
    store: Path,
) -> None:
    """Plays one game in two worlds on a server, and lets a viewer ask every route of both."""
    viewer = chance.choice((*players, SPECTATOR))
    other, names = other_world(ruleset, setup, players, viewer, chance)
    said, played = script(ruleset, setup, players, viewer, chance, fill)
    with inside(store) as client:
        here = _played(client, ruleset, setup, players, said)
        there = _played(client, ruleset, other, players, [renamed(one, names) for one in said])
        known = {new: old for old, new in names.items() if old in seen_names(played, viewer)}
        tried = _thought_of(played, viewer)
        for way in ways(paths_of(client), len(said), players):
            told = answer_to(here, viewer, *way)
            also = with_names(answer_to(there, viewer, *way), known)
            assert told == also, (viewer, way, _apart(told, also))
        for step in tried:
            told, also = (_whether(game, viewer, step) for game in (here, there))
            assert told == with_names(also, known), (viewer, step, _apart(told, also))


def _thought_of(game: Played, viewer: str) -> list[Said]:
    if viewer == SPECTATOR:
        return []
    return [one.said for one in game.ruleset.offers.candidates(game.now.state, viewer)][:TRIED]


def _apart(one: str, other: str) -> tuple[str, str]:
    """Where two answers begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(0, at - 80) : at + 120], other[max(0, at - 80) : at + 120]


def _played(
    client: Client,
    ruleset: Ruleset,
    setup: Mapping[str, Any],
    players: tuple[str, ...],
    said: Sequence[Said],
) -> Game:
    record = {"record": 1, "ruleset": ruleset.name, "players": players, "setup": setup}
    game = opened_on(client, record)
    for one in said:
        answer = game.step(one["by"], {key: value for key, value in one.items() if key != "by"})
        assert answer.status_code == 200, answer.text
    return game


def ways(paths: Iterable[str], newest: int, players: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every route of a game that only looks, with its parameters filled in: address and query."""
    for path in sorted({path for path in paths if "{game}" in path and "/feed" not in path}):
        fields = re.findall(r"\{(\w+)(?::\w+)?\}", path)
        values: dict[str, list[Any]] = {"game": ["{game}"], "n": [0, newest], "m": [newest]}
        values["seat"] = list(players)
        places = [values.get(field, [1]) for field in fields]
        for chosen in product(*places):
            filled = dict(zip(fields, chosen, strict=True))
            address = re.sub(r"\{(\w+)(?::\w+)?\}", lambda f, of=filled: str(of[f[1]]), path)
            for query in ("", f"at={newest}", f"entry={newest}", "entry=1"):
                yield address, query


def paths_of(client: Client) -> Iterator[str]:
    """Of the API and of the pages."""
    described = client.get("/api/openapi.json").json()["paths"]
    yield from (path for path, methods in described.items() if "get" in methods)
    for route in client.app.routes:
        if isinstance(route, Route) and "GET" in (route.methods or ()):
            yield route.path


def answer_to(game: Game, viewer: str, address: str, query: str) -> str:
    """What this viewer is answered, without what differs from game to game."""
    address = address.replace("{game}", game.id) + (f"?{query}" if query else "")
    answer = game.client.get(address, headers=game.as_(viewer))
    return _blanked(game, f"{answer.status_code} {answer.text}")


def _whether(game: Game, viewer: str, step: Said) -> str:
    """What a step would get, without taking it; and what may be tapped."""
    tapped = f"/games/{game.id}/choices"
    asked = ((game.path("/why"), {"step": dict(step)}), (tapped, {"taps": []}))
    return " ".join(
        _blanked(game, game.client.post(path, json=content, headers=game.as_(viewer)).text)
        for path, content in asked
    )


def _blanked(game: Game, text: str) -> str:
    for secret in (game.id, *game.tokens.values()):
        text = text.replace(secret, "SECRET")
    for pattern, blank in BLANKS:
        text = pattern.sub(blank, text)
    return text
