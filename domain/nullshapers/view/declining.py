"""What a standing answer needs to know: what is under way, and who aims at what."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.prompting.declining import Declining
from domain.nullshapers.cards import BIOMES
from domain.nullshapers.hidden import may_see
from domain.nullshapers.table import Table


def spans(table: Table) -> Mapping[str, Any]:
    """The queue, from the first action in it until it is empty, the step and the turn."""
    queue = {"queue": table.queue[0].name} if table.queue else {}
    return {**queue, "step": [table.turn, table.step], "turn": table.turn}


def own(table: Table, player: str) -> Iterator[str]:
    """Themselves, their sectors, their cards as far as they see them, their actions in the queue."""
    yield player
    yield from (f"{biome}.{player}" for biome in BIOMES if table.stands(biome, player))
    for id in sorted(table.cards):
        card = table.cards[id]
        there = card.on_the_planet or card.zone == "hand"
        if there and card.whose == player and may_see(table, player, id):
            yield id
    yield from (item.name for item in table.queue if item.by == player)


def aims(table: Table) -> Iterator[tuple[str, str, str]]:
    """The targets of what waits in the queue, and the biomes that are attacked: a biome is both sectors."""
    for item in table.queue:
        attacked = (item.to or {}).values() if item.action == "attack" else ()
        for name in (*item.targets, *attacked):
            yield item.by, name, item.name
            if name in BIOMES:
                yield from ((item.by, f"{name}.{player}", item.name) for player in table.players)


DECLINING = Declining("pass", spans, own, aims)
