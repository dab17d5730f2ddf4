"""The table as a record states it, and as people read it."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.kernel.rulebook import Edition
from domain.kernel.ruleset import Viewer
from domain.kernel.values import named_fields
from domain.kernel.wording import names_by_owner
from domain.voidsiege.chapters.restrictions import held_in_words
from domain.voidsiege.commands import GAPS, USES, spoken_name, targets_of
from domain.voidsiege.table import Table, Unit
from domain.voidsiege.view.board import chance


def view(table: Table, _viewer: Viewer) -> dict[str, Any]:
    """The state as the rulebook page has it; nothing of it is hidden from anybody."""
    acting, reaction = table.acting, table.reaction
    return {
        **named_fields(table, "over", "winner"),
        "to_act": list(table.to_act),
        **named_fields(table, "round", "phase"),
        "acting": acting and named_fields(acting, "unit", "command", "charge", "target"),
        "reaction": reaction and named_fields(reaction, "unit", "command", "target"),
        "queue": [f"{item.unit} {item.step}" for item in table.queue],
        "points": dict(table.points),
        "units": {name: _unit(unit) for name, unit in table.units.items()},
    }


def _unit(unit: Unit) -> dict[str, Any]:
    return {
        "owner": unit.owner,
        "restrictions": sorted(unit.held),
        "destroyed": unit.destroyed is not None,
    }


def in_words(table: Table, _viewer: Viewer) -> Iterable[str]:
    of = f" of {table.rounds}" if table.rounds else ""
    yield f"Round {table.round}{of}."
    yield chance(table)
    if table.queue:
        steps = ", then ".join(f"“{item.unit}” {item.step}" for item in table.queue)
        yield f"Still to be done: {steps}."
    points = ", ".join(f"{player} {left}" for player, left in table.points.items())
    yield f"Command points: {points}."
    for unit in table.units.values():
        if not _is_plain(unit):
            yield f"{_state_of(unit)}."
    plain = ((unit.owner, unit.name) for unit in table.units.values() if _is_plain(unit))
    for player, names in names_by_owner(plain).items():
        yield f"Nothing restricts {names} of {player}."


def _is_plain(unit: Unit) -> bool:
    """Whether there is nothing to say of the unit but that it is there."""
    near = unit.near_objective is not None and unit.near_objective.value
    arrives = unit.arriving is not None and unit.is_arriving
    return unit.destroyed is None and not (unit.held or near or arrives)


def _state_of(unit: Unit) -> str:
    if unit.destroyed is not None:
        return f"“{unit.name}” of {unit.owner} is destroyed since entry {unit.destroyed}"
    held = held_in_words(unit, *sorted(unit.held)).removeprefix(f"“{unit.name}” ")
    facts = [held] if unit.held else []
    if unit.arriving is not None and unit.is_arriving:
        facts.append(f"is arriving since entry {unit.arriving.entry}")
    if unit.near_objective is not None and unit.near_objective.value:
        facts.append(f"is near an objective since entry {unit.near_objective.entry}")
    return f"“{unit.name}” of {unit.owner} {', '.join(facts)}"


COLUMNS = (
    "command",
    "parts and what they apply",
    "target",
    "as command",
    "as reaction",
    "as Charge",
)


def printed_lines(edition: Edition) -> Iterator[str]:
    """The command table, as the rulebook prints it."""
    rows: Any = edition.tables["commands"]
    lines = [COLUMNS, *(_printed_row(name, row) for name, row in rows.items())]
    widths = [max(len(line[n]) for line in lines) for n in range(len(COLUMNS))]
    yield "Commands (one point each, P1)"
    for line in lines:
        yield "  ".join(map(str.ljust, line, widths)).rstrip()


def _printed_row(name: str, row: Any) -> tuple[str, ...]:
    yes_no: dict[Any, str] = {True: "yes", False: "no"}
    if row["parts"] is not None:
        yes_no |= dict.fromkeys(GAPS.values(), "yes")  # what it does is no gap any more
    words = tuple(yes_no.get(row[use], row[use]) for use in USES)
    if row["parts"] is None:
        return (spoken_name(name), "not documented", "not documented", *words)
    applied = row.get("restrictions") or {}
    target = row.get("target") or targets_of(row["parts"])[0]
    parts = (f"{part}: {', '.join(applied.get(part, ())) or '–'}" for part in row["parts"])
    return (spoken_name(name), " · ".join(parts), target.replace("_", " "), *words)
