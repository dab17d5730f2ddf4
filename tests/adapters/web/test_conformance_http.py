"""Every conformance record over HTTP, step by step: verdicts, rules and states as replay has them.

Who says a step is answered without what they may not know; the log that a judge sees has it all.

A step that says that it was played, and a secret that is told too early, are for records alone: they are not
taken, and nothing is lost.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from application.answer import Answer
from application.game.log import ruled_entry, ruling_seen
from application.game.open_chance import reveals_too_early
from application.records.records import read_record
from application.records.replay import replay
from domain.kernel.history import Game as Played
from domain.kernel.steps import PLAYED
from tests.adapters.servers import Game, opened, serving

RECORDS = sorted((Path(__file__).parents[2] / "conformance").glob("*/*.yaml"))
SEVERAL = 6
"""Of so many records one is played on a second store, which has no part in a ruling."""


@pytest.mark.parametrize("store", ["sqlite", "postgres"], indirect=True)
def test_the_conformance_records_over_http(store: Any) -> None:
    with (
        serving(store) as server,
        httpx.Client(base_url=server.url) as client,
        ThreadPoolExecutor(8) as at_once,
    ):
        few = RECORDS if str(store).endswith(".umpire") else RECORDS[::SEVERAL]
        found = at_once.map(lambda path: differences(client, path), few)
        assert [told for each in found for told in each] == []


def differences(client: httpx.Client, path: Path) -> list[str]:
    """Where the service and `replay` do not say the same."""
    game = replay(read_record(path)).game
    found = opened(client, record_of(game))
    name = f"{path.parent.name}/{path.stem}"
    return [f"{name}: {told}" for told in played(found, game)]


def record_of(game: Played) -> dict[str, Any]:
    opening = game.opening
    return {
        "record": 1,
        "ruleset": opening.ruleset,
        "edition": dict(opening.edition_page) or opening.edition,
        "readings": dict(opening.readings),
        "mode": opening.mode,
        "players": list(opening.players),
        "setup": dict(opening.setup),
    }


def in_json(answer: Answer) -> Any:
    """As it comes over the wire: lists where the value has tuples."""
    return json.loads(json.dumps(answer.as_json()))


def played(found: Game, game: Played) -> list[str]:
    differing = []
    for entry in game.log:
        answer = found.step(entry.said["by"], entry.said)
        if PLAYED in entry.said or reveals_too_early(game.at(entry.n - 1), entry):
            taken = answer.status_code != 422 or len(found.log()) != entry.n - 1
            return [*differing, f"entry {entry.n} was taken: {answer.text}"] if taken else differing
        expected = in_json(ruling_seen(game.at(entry.n), entry, entry.said["by"]))
        if answer.status_code != 200 or answer.json() != expected:
            differing.append(f"entry {entry.n}: {answer.text}")
    asked = (0, game.length // 2, game.length)
    other = [n for n in asked if not found.state("judge", at=n).items() >= game.view(n).items()]
    kept = [
        f"entry {one['n']} in the log"
        for one, entry in zip(found.log("judge"), game.log, strict=True)
        if not one.items() >= in_json(ruled_entry(entry)).items()
    ]
    return differing + kept + [f"the state after entry {n}" for n in other]
