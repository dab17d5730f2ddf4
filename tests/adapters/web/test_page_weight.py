"""What a player's table weighs on the line: its first view, a refresh after a step, and a tap."""

from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from adapters.wiring import umpire_on
from application.records.records import Record
from tests.adapters.servers import inside
from tests.application.cases import record, records
from tests.benchmarks.pages import Reader

FIRST, REFRESH = 45_000, 4_000
"""Bytes, packed, heads and all."""
BIG = {
    "voidsiege": "82-long-two-rounds",
    "arcane-legions": "57-long-first-game",
    "nullshapers": "80-long-one-turn",
}


def a_big(ruleset: str) -> Record:
    """The longest record, with as many units a side as people play with."""
    (path,) = (one for one in records(ruleset) if one.stem == BIG[ruleset])
    return record(path)


@pytest.mark.parametrize("ruleset", BIG)
def test_a_table_is_light(ruleset: str, tmp_path: Path) -> None:
    """Within 45 kB the table stands; what a step changes is 4 kB at most."""
    store = tmp_path / "games.umpire"
    umpire = umpire_on(str(store))
    played = a_big(ruleset)
    game = umpire.open(played.opening)
    for noted in played.steps[:30]:
        umpire.step(game, noted.said)
    player = played.opening.players[0]
    umpire.store.close()
    with inside(store) as client:
        token = client.app.state.context.seats.issue(game, [player])[player]
        connection = HTTPConnection(urlsplit(str(client.base_url)).netloc)
        reader = Reader(connection, f"umpire-{game}={token}")
        first = reader.first_view(f"/games/{game}")
        refresh, _ = reader.asks(f"/games/{game}/now")
        connection.close()
    assert first <= FIRST
    assert refresh <= REFRESH
