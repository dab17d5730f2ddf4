"""What a set-up lays out: what is left out has its default, what is said lies on the table."""

from typing import Any

from domain.arcane_legions.units import Card, Figure, Special
from tests.domain.arcane_legions.tables import table, trigger
from tests.spec import given

PLAIN = {"owner": "ana", "base": "formation", "figures": 2}
OF_BEN = {"owner": "ben", "base": "sortie", "figures": 1}


def test_everything_but_units_may_be_left_out() -> None:
    """The first turn of the first seat from T1 on, an ambush turn: half of 8 order points."""
    story = given("arcane-legions", {"units": {"a1": PLAIN, "b1": OF_BEN}})
    story.then_state(
        turn=1,
        active="ana",
        position=["T2b"],
        order_points={"ana": 4, "ben": 0},
        victory_points={"ana": 0, "ben": 0},
        triggers={"ana": [], "ben": []},
        terrain={},
        adjacent=[],
        in_range=[],
    )
    assert story.state.victory_target == 21
    assert story.state.ambush is True
    assert story.state.units["a1"].card == Card(
        "a1",
        "ana",
        "formation",
        {"f1": Figure("f1"), "f2": Figure("f2")},
        abilities=(),
        specials={},
        costs={},
        grey=(),
    )
    a1 = story.state.units["a1"]
    assert (a1.standing, a1.down, a1.orders, a1.pushed, a1.left) == (
        {"f1": "f1", "f2": "f2"},
        frozenset(),
        {},
        None,
        None,
    )


def test_a_figure_says_its_own_icons() -> None:
    """A list of figures: an icon as often as it is printed; 1 hit point, no commander, no kind."""
    figures = [
        {"id": "k", "icons": ["attack", "attack", "ranged"], "hit_points": 3, "commander": True},
        {"id": "l", "kind": "red"},
        {"id": "m"},
    ]
    a1 = {"owner": "ana", "base": "sortie", "figures": figures, "down": ["l"]}
    story = table(units={"a1": a1, "b1": OF_BEN})
    unit = story.state.units["a1"]
    assert unit.card.figures == {
        "k": Figure("k", ("attack", "attack", "ranged"), 3, True),
        "l": Figure("l", kind="red"),
        "m": Figure("m"),
    }
    assert (unit.ready("attack"), unit.ready("ranged"), unit.ready("defence")) == (2, 1, 0)
    assert (unit.standing, unit.down) == ({"k": "k", "m": "m"}, {"l"})


def test_the_first_figures_carry_the_icons() -> None:
    """`figures: n`: the first x carry one icon each."""
    a1 = {**PLAIN, "figures": 3, "icons": {"attack": 2, "ranged": 3, "defence": 0}}
    figures = table(units={"a1": a1, "b1": OF_BEN}).state.units["a1"].card.figures
    assert {id: figure.icons for id, figure in figures.items()} == {
        "f1": ("attack", "ranged"),
        "f2": ("attack", "ranged"),
        "f3": ("ranged",),
    }


def test_a_unit_may_have_a_thousand_figures() -> None:
    """Given as a number."""
    story = table(units={"a1": {**PLAIN, "figures": 1000}, "b1": OF_BEN})
    story.then_state(units__a1__figures=1000)


def test_what_is_printed_on_a_card() -> None:
    """Abilities count as often as they are listed; a special has no targets if it does not say so."""
    a1 = {
        **PLAIN,
        "abilities": ["elusive", "elusive", "sturdy"],
        "specials": [{"name": "rush", "cost": 0}, {"name": "curse", "cost": 2, "targets": True}],
        "costs": {"front": 0, "left": 2},
        "grey": ["back", "left"],
    }
    card = table(units={"a1": a1, "b1": OF_BEN}).state.units["a1"].card
    assert card.abilities == ("elusive", "elusive", "sturdy")
    assert card.specials == {"rush": Special("rush", 0), "curse": Special("curse", 2, True)}
    assert card.costs == {"front": 0, "left": 2}
    assert card.grey == ("back", "left")


def start(**said: Any) -> dict[str, Any]:
    return {"at": "T2b", **said}


def test_a_turn_may_have_begun() -> None:
    """`at: T2b`: order points, orders given and pushes are what the set-up says."""
    a1 = {**PLAIN, "orders_given": {"move": 2, "close": 1, "ranged": 0}, "pushed": True}
    began = start(turn=3, active="ben", order_points={"ben": 5}, victory_points={"ana": 4})
    story = table(units={"a1": a1, "b1": OF_BEN}, start=began, order_points={"ben": 3})
    story.then_state(
        turn=3,
        active="ben",
        position=["T2b"],
        to_act=["ben"],
        order_points={"ana": 0, "ben": 5},
        victory_points={"ana": 4, "ben": 0},
    )
    story.then_state(
        units__a1__orders_given={"close": 1, "ranged": 0, "move": 2, "regroup": 0, "special": 0},
        units__a1__pushed=True,
        units__b1__pushed=False,
    )
    story.when(by="ben", do="end_orders").then_legal().then_state(order_points={"ana": 8, "ben": 0})
    story.when(by="ana", do="end_orders").then_legal().then_state(order_points={"ana": 0, "ben": 3})


def test_facts_of_the_set_up() -> None:
    """Adjacency is mutual, a range is the shooter's; nothing is said of units that are destroyed."""
    units = {"a1": PLAIN, "a2": {**PLAIN, "down": ["f1", "f2"]}, "b1": OF_BEN, "b2": OF_BEN}
    story = table(
        units=units,
        adjacent=[["a2", "b1"], ["b1", "a1"]],
        in_range=[["b1", "a2"], ["a1", "b2"], ["b1", "a1"]],
        terrain={"hill": "ana", "ford": None},
    )
    story.then_state(
        adjacent=[["a1", "b1"]],
        in_range=[["a1", "b2"], ["b1", "a1"]],
        terrain={"hill": "ana", "ford": None},
        units__a2__destroyed=True,
    )
    words = list(story.game.ruleset.in_words(story.state, "judge"))
    assert "a2 (ana, formation): left the battlefield since the set-up." in words


def test_mercenaries_are_no_faction() -> None:
    """O3: of three names two are factions, so one point is taken off."""
    units = {"a1": PLAIN, "b1": OF_BEN}
    story = table(units=units, factions={"ana": ["roman", "mercenary", "han"]}, order_points=6)
    story.then_state(order_points={"ana": 5, "ben": 0})


def test_triggers_in_hand() -> None:
    """At T2b they are in hand; at T1 they halt there, or at T1a, as A5 has it."""
    units = {"a1": PLAIN, "b1": OF_BEN}
    held = [trigger("t", "ben", "b1"), trigger("s", "ana", "a1"), trigger("r", "ana", "a1")]
    for at, reading, row in (
        ("T2b", "before_terrain", "T2b"),
        ("T1", "before_terrain", "T1"),
        ("T1", "after_terrain", "T1a"),
    ):
        story = table(units=units, start={"at": at, "triggers": held}, readings={"A5": reading})
        story.then_state(position=[row], to_act=["ana"], triggers={"ana": ["s", "r"], "ben": ["t"]})
        story.when(by="ana", do="trigger", id="t", owner="ana", source="a1").then_illegal("X8")
        story.then_reason("(by the set-up)").then_since()
