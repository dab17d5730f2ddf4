"""What a standing answer needs to know of Lanterns."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.prompting.declining import Declining
from tests.examples.lanterns.state import Table


def spans(table: Table) -> Mapping[str, Any]:
    stack = {"stack": table.stack[0].name} if table.stack else {}
    return {**stack, "round": table.round}


def own(table: Table, player: str) -> Iterator[str]:
    yield player
    yield from (item.name for item in table.stack if item.by == player)


def aims(table: Table) -> Iterator[tuple[str, str, str]]:
    return ((item.by, item.target, item.name) for item in table.stack if item.target is not None)


DECLINING = Declining("pass", spans, own, aims)
