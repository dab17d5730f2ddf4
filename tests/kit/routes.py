"""The same two worlds over HTTP: every route of a game, the API's and the pages', answers alike."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from starlette.routing import Route

from domain.kernel.history import Game as Played
from domain.kernel.history import open_game
from domain.kernel.ruleset import SPECTATOR
from domain.kernel.ruling import LEGAL
from domain.kernel.steps import Said
from tests.adapters.servers import Client, Game, inside
from tests.adapters.servers import opened as opened_on
from tests.kit.worlds import Beside, Watched, next_step, other_altogether, renamed_world
from tests.properties.play import Fill

STEPS, TRIED = 10, 6
BLANKS = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z| UTC)?"), "TIME"),
    (re.compile(r"\b[0-9a-f]{16,}\b"), "DIGEST"),
    (re.compile(r"\b[a-z]{4}-[a-z]{4}-\d\d\b"), "GAME"),
    (re.compile(r"[\w-]{40,}"), "SECRET"),
    (re.compile(r'"\w{4}(?: \w{4})+"'), "DIGEST"),
    # Of the text around it, which is compared; the game's name stands in that.
    (re.compile(r'data-part="[\w-]{8}"'), "PART"),
)


def begun(opening: Played, viewer: str, chance: Random, fill: Fill) -> Beside:
    """Plays a short game, and gives the same one with other things hidden from the viewer.

    It ends while something is chosen in secret, where there is such a thing. Raises AssertionError where
    nothing could be otherwise.
    """
    ruleset = opening.ruleset
    for _ in range(TRIED):
        watched = Watched(open_game(ruleset, opening.opening), viewer)
        for n in range(2 * STEPS):
            if ruleset.over(watched.game.now.state) or (n >= STEPS and waits_in_secret(watched)):
                break
            watched.take(next_step(watched.game, chance, fill))
        found = waits_in_secret(watched) and Beside.of(watched, other_altogether, chance)
        if found:
            return found
    last = Beside.of(watched, renamed_world, chance)
    assert last is not None, (
        f"nothing that is hidden from {viewer} could be otherwise after {watched.game.length} entries at the "
        f"table that begins with {opening.opening.setup}: let more be hidden, such as a deck of two cards"
    )
    return last


def waits_in_secret(watched: Watched) -> bool:
    """Whether somebody has chosen in secret what is not shown yet; yes, where nobody ever does."""
    hiding = watched.game.ruleset.hiding
    assert hiding is not None
    chosen = (watched.game.entry(n).ruling.verdict == LEGAL for n in watched.secret)
    return not hiding.secret_step_fields or any(chosen)


def answer_alike(game: Played, chance: Random, fill: Fill, store: Path) -> None:
    """Plays a game and the one beside it on a server, and lets a viewer ask every route of both."""
    viewer = chance.choice((*game.players, SPECTATOR))
    beside = begun(game, viewer, chance, fill)
    with inside(store) as client:
        game = beside.watched.game
        here, there = (_played(client, one) for one in (game, beside.game))
        for way in ways(paths_of(client), game.length, game.players):
            told, also = (answer_to(one, viewer, *way) for one in (here, there))
            assert told == also, (viewer, way, _apart(told, also))
        told, also = (_heard(one, viewer, game.length) for one in (here, there))
        assert told == also, (viewer, "feed", _apart(told, also))
        for step in _thought_of(game, viewer):
            told, also = (_whether(one, viewer, step) for one in (here, there))
            assert told == also, (viewer, step, _apart(told, also))


def _thought_of(game: Played, viewer: str) -> list[Said]:
    if viewer == SPECTATOR:
        return []
    return [one.said for one in game.ruleset.offers.candidates(game.now.state, viewer)][:TRIED]


def _apart(one: str, other: str) -> tuple[str, str]:
    """Where two answers begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(0, at - 80) : at + 120], other[max(0, at - 80) : at + 120]


def _played(client: Client, played: Played) -> Game:
    opening = played.opening
    record = {
        "record": 1,
        "ruleset": opening.ruleset,
        "players": opening.players,
        "setup": opening.setup,
    }
    game = opened_on(client, record)
    for said in (entry.said for entry in played.log):
        answer = game.step(said["by"], {key: value for key, value in said.items() if key != "by"})
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


def _heard(game: Game, viewer: str, entries: int) -> str:
    """What the live feed tells them of so many entries."""
    lines: list[str] = []
    address = game.path("/feed?after=0")
    with game.client.stream("GET", address, headers=game.as_(viewer), timeout=30) as answer:
        found = answer.iter_lines() if entries else iter(())
        for line in found:
            lines.append(line)
            if sum(one.startswith("data: ") for one in lines) == entries:
                break
    return _blanked(game, "\n".join(lines))


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
