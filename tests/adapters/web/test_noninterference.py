"""Two worlds that differ in what ben hides: whoever may not know it is answered alike on every route.

Ana plays, tries names that are cards in one world and nothing in the other, and asks everything that
can be asked; a spectator looks on. All answers are compared whole, with their status and their length.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from starlette.routing import Route

from tests.adapters.servers import VOIDSIEGE, Game, opened
from tests.domain.nullshapers.tables import AGENT, JOLT, NULLIFY, QUAKE

HERE, THERE = "bens-jolter", "bens-hidden"
"""A card that ben holds in one world, and one that he holds in the other: as long as each other."""
NOBODY = "bens-nobody"

OPEN = {
    "alpha": {**AGENT, "owner": "ana", "zone": "staging"},
    "quake": {**QUAKE, "owner": "ana", "zone": "hand"},
    "bolt": {**JOLT, "owner": "ana", "zone": "hand"},
    "beta": {**AGENT, "owner": "ben", "zone": "staging"},
}


def world(held: str, kind: dict[str, Any], below: str) -> dict[str, Any]:
    """Ben holds one card, and one lies in his deck."""
    hidden = {held: {**kind, "owner": "ben", "zone": "hand"}}
    hidden[below] = {**AGENT, "owner": "ben", "zone": "deck"}
    return {
        "record": 1,
        "ruleset": "nullshapers",
        "players": ["ana", "ben"],
        "setup": {
            "energy": {"ana": {"void": 6}, "ben": {"void": 6}},
            "decks": {"ben": [below]},
            "cards": {**OPEN, **hidden},
        },
    }


WORLDS = (world(HERE, JOLT, "bens-below-1"), world(THERE, NULLIFY, "bens-below-2"))
NAMES = (HERE, THERE, NOBODY, "bens-below-1", "bens-below-2")


def tries(name: str) -> list[dict[str, Any]]:
    """Shapes of step in which a name may stand."""
    return [
        {"do": "play", "card": name},
        {"do": "play", "card": "bolt", "targets": [name]},
        {"do": "activate", "card": name, "skill": "x"},
        {"do": "report", "fact": "damage", "card": name, "amount": 1},
        {"do": "report", "fact": "move", "card": name, "to": "cache"},
        {"do": "report", "fact": "attach", "card": "alpha", "to": name},
        {"do": "attack", "agents": {name: "b1"}},
        {"do": "choose", "targets": [name]},
        {"do": "convert", "card": name},
    ]


STEPS: list[tuple[str, dict[str, Any]]] = [
    *(("ana", said) for name in NAMES for said in tries(name)),
    ("ana", {"do": "play", "card": "quake", "targets": ["b1"]}),
    ("ana", {"do": "undo"}),
    ("ben", {"do": "pass"}),
    ("ana", {"do": "pass"}),
    ("ben", {"do": "play", "card": "nothing"}),
    *(("ana", said) for name in (HERE, NOBODY) for said in tries(name)),
    ("ana", {"do": "note", "text": "hm"}),
]
ASKED = ["", "?entry=1", "?at=2", "?to=0", "?from=0", "?after=1", "?for=ana", "?as=ana"]
BODIES: list[Any] = [
    {},
    {"do": "note", "text": "hm", "expected_entry": 0},
    {"do": "play", "card": HERE},
    {"do": "play", "card": "bolt", "targets": [NOBODY]},
    {"at": 0},
    {"taps": ["play", HERE]},
    {"step": {"do": "play", "card": HERE}},
    {"step": {"by": "ana", "do": "play", "card": HERE}},
    {"step": {"do": "play", "card": "bolt", "targets": [THERE]}},
    {"choose": {"do": "choose", "targets": [NOBODY]}, "step": {"do": "pass"}},
    {"said": f"play {HERE}"},
    {"typed": f"play {HERE}", "text": f"play {HERE}", "words": HERE},
]
CHANGES = re.compile(
    r"[a-z]{4}-[a-z]{4}-\d\d|\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{16}\b|[\w-]{43}|\b[0-9a-f]{16,64}\b"
    r"|(?<=value=\")[\w-]{22}|(?<=data-part=\")[\w-]{8}|(?<=nonce-)[\w=+/-]+|\d\d:\d\d(:\d\d)?"
)
"""What is another in every game: ids, times, tokens, digests."""


def plainly(text: str) -> str:
    return CHANGES.sub("…", text)


def routes(game: Game) -> Iterator[tuple[str, str]]:
    """Method and path of everything that can be asked about a game, but for the feed."""
    app: Any = game.client.app  # type: ignore[attr-defined]
    pages = [
        (method, route.path)
        for route in app.routes
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    ]
    documented = game.client.get("/api/openapi.json").json()["paths"]
    api = [(method.upper(), path) for path, found in documented.items() for method in found]
    for method, path in sorted({*pages, *api}):
        if "{game}" in path and not path.endswith(("/feed", "/live")):
            filled = path.replace("{game}", game.id).replace("{seat}", "ana")
            yield method, re.sub(r"\{\w+(:\w+)?\}", "1", filled)


def answers(game: Game, seat: str) -> Iterator[tuple[str, int, int, str]]:
    """What this seat is answered on every route: which, status, length, text."""
    headers = {**game.as_(seat), "x-umpire": "page"}
    for method, path in routes(game):
        for query in ASKED if method == "GET" else ("",):
            for body in BODIES if method == "POST" else (None,):
                answer = game.client.request(method, path + query, json=body, headers=headers)
                text = plainly(answer.text)
                yield (
                    f"{method} {path.replace(game.id, '…')}{query} {body}",
                    answer.status_code,
                    len(text),
                    text,
                )


def heard(game: Game, seat: str) -> list[str]:
    """What a listener hears from the beginning on."""
    told = []
    with game.client.stream(
        "GET", game.path("/feed"), params={"after": 0}, headers=game.as_(seat)
    ) as feed:
        for line in feed.iter_lines():
            told.append(plainly(line))
            if line == f"id: {len(game.log())}":
                return told
    return told


@pytest.mark.parametrize("seat", ["ana", "spectator"])
def test_whatever_is_asked_the_worlds_are_told_alike(client: Any, seat: str) -> None:
    one, other = (opened(client, record) for record in WORLDS)
    for by, said in STEPS:
        ruled, ruled_there = (game.step(by, said) for game in (one, other))
        if by == "ana":
            assert plainly(ruled.text) == plainly(ruled_there.text), said
    differing = [
        (here, there)
        for here, there in zip(answers(one, seat), answers(other, seat), strict=True)
        if here != there
    ]
    assert differing == []


@pytest.mark.parametrize("seat", ["ana", "spectator"])
def test_the_feeds_tell_alike(client: Any, seat: str) -> None:
    one, other = (opened(client, record) for record in WORLDS)
    for by, said in STEPS[:20]:
        for game in (one, other):
            game.step(by, said)
    assert heard(one, seat) == heard(other, seat)


def test_the_judge_is_told_differently(client: Any) -> None:
    """So that the tests above say something: the worlds are two."""
    one, other = (opened(client, record) for record in WORLDS)
    pairs = zip(answers(one, "judge"), answers(other, "judge"), strict=True)
    assert len(list(islice((here for here, there in pairs if here[-1] != there[-1]), 5))) == 5


def test_where_nothing_is_hidden_everybody_is_told_what_the_judge_is(client: Any) -> None:
    game = opened(client, VOIDSIEGE)
    game.step("ana", {"do": "declare", "unit": "a1", "command": "move"})
    for seat in ("ana", "spectator"):
        assert game.state(seat) == game.state("judge")
        assert game.log(seat) == game.log("judge")
