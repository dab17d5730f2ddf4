"""Tables for the specs of Arcane Legions."""

from typing import Any

import pytest

from domain.kernel.ruleset import SetupError
from tests.spec import Story, given, opened

ICONS = {"attack": 3, "defence": 2, "movement": 3}


def formation(owner: str, figures: int = 6, **more: Any) -> dict[str, Any]:
    """A line of figures, three attack, two defence and three movement icons."""
    icons = {icon: min(n, figures) for icon, n in ICONS.items()}
    return {"owner": owner, "base": "formation", "figures": figures, "icons": icons, **more}


def sortie(owner: str, figures: int = 3, **more: Any) -> dict[str, Any]:
    """A few figures on a small base."""
    icons = {"attack": min(2, figures), "defence": 1, "movement": min(2, figures)}
    return {"owner": owner, "base": "sortie", "figures": figures, "icons": icons, **more}


def archers(owner: str, **more: Any) -> dict[str, Any]:
    """Four figures with a ranged icon each."""
    icons = {"ranged": 4, "defence": 2, "movement": 2}
    return {"owner": owner, "base": "formation", "figures": 4, "icons": icons, **more}


def table(
    players: tuple[str, ...] = ("ana", "ben"),
    readings: dict[str, str] | None = None,
    mode: Any = "casual",
    **setup: Any,
) -> Story:
    """A game at T2b of ana's first turn with 8 order points, if nothing else is said.

    Without units: a1 (ana) and b1 (ben), two formations side by side."""
    if "units" not in setup:
        setup["units"] = {"a1": formation("ana"), "b1": formation("ben")}
        setup.setdefault("adjacent", [["a1", "b1"]])
    setup.setdefault("ambush", False)
    return given("arcane-legions", setup, players, readings, mode)


def late(**more: Any) -> dict[str, Any]:
    """A turn in the middle of a game, at T2b."""
    return {"turn": 5, "active": "ana", "at": "T2b", "order_points": {"ana": 8}, **more}


def rows(story: Story) -> list[str]:
    """The rows passed by themselves in the newest entry."""
    return [e.row for e in story.entry.events if type(e).__name__ == "RowPassed"]


def moves(story: Story, unit: str = "a1", by: str = "ana", points: int = 2, **pay: Any) -> Story:
    """A move order is picked and paid."""
    story.when(by=by, do="order", unit=unit, order="move").then_legal("T2b")
    return story.when(by=by, do="pay", points=points, **pay).then_legal("M.a")


def attacks(
    story: Story, unit: str = "a1", target: str = "b1", by: str = "ana", points: int = 2, **pay: Any
) -> Story:
    """A close combat order is picked, aimed and paid; it waits for dice."""
    story.when(by=by, do="order", unit=unit, order="close").then_legal("T2b")
    story.when(by=by, do="target", unit=target).then_legal("C.a")
    return story.when(by=by, do="pay", points=points, **pay).then_legal("C.b")


def shoots(story: Story, unit: str = "a3", target: str = "b1", **sight: Any) -> Story:
    """A ranged order is picked, aimed and paid; it waits for dice."""
    story.when(by="ana", do="order", unit=unit, order="ranged").then_legal("T2b")
    story.when(by="ana", do="target", unit=target, **sight).then_legal("R.a")
    return story.when(by="ana", do="pay", points=2).then_legal("R.b")


def in_the_way(reading: str) -> Story:
    """A shot past two units waits for dice (A18)."""
    units = {"a3": archers("ana"), "b1": formation("ben")}
    story = table(units=units, in_range=[["a3", "b1"]], readings={"A18": reading})
    return shoots(story, units_between=2)


def rolls(
    story: Story,
    attack: tuple[int, ...] = (5, 4, 2),
    defence: tuple[int, ...] = (3, 3),
    **more: Any,
) -> Story:
    """The dice are rolled."""
    return story.when(by="ana", do="roll", attack=list(attack), defence=list(defence), **more)


def hits(story: Story, attacker: int = 0, defender: int = 0, **more: Any) -> Story:
    """The hits are said."""
    return story.when(by="ana", do="hits", attacker=attacker, defender=defender, **more)


def trigger(id: str, owner: str, source: str, **more: str) -> dict[str, str]:
    return {"id": id, "owner": owner, "source": source, **more}


def fights(story: Story, attacker: int = 0, defender: int = 0, **order: Any) -> Story:
    """A whole close combat up to the damage."""
    attacks(story, **order)
    rolls(story).then_legal("C.f")
    return hits(story, attacker, defender).then_legal("C.g")


SETUP_UNITS = {"a1": formation("ana"), "b1": formation("ben")}


def refused(sentence: str, setup: dict[str, Any]) -> None:
    """The set-up cannot be read; the whole sentence: where, what was expected, what was found."""
    with pytest.raises(SetupError) as why:
        opened("arcane-legions", setup)
    assert str(why.value) == sentence
