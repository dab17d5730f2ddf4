"""Lightspeed: the targets that are too fast for what names them (K3, M44)."""

from domain.nullshapers.play.timing import speed_of
from domain.nullshapers.table.state import Table
from domain.nullshapers.table.steps import Activate, Play


def _fast_targets(table: Table, step: Play | Activate) -> list[str]:
    return [
        name
        for name in step.targets
        if name in table.cards
        and table.cards[name].on_the_planet
        and (printed := table.awake(name)) is not None
        and printed.lightspeed
    ]


def too_fast_for(table: Table, step: Play | Activate) -> list[str]:
    speed = speed_of(table, step)
    equal_too = table.law["M44"] == "stops"
    return [
        name
        for name in _fast_targets(table, step)
        if (table.cards[name].speed or 0) > speed
        or (equal_too and table.cards[name].speed == speed)
    ]


def targets_as_fast(table: Table, step: Play | Activate) -> list[str]:
    speed = speed_of(table, step)
    return [name for name in _fast_targets(table, step) if table.cards[name].speed == speed]
