"""Options come page by page: the nearest first, and it is said when there is more."""

from application.game.choices import options_page
from domain.kernel.history import Game
from domain.kernel.shared import adjudicate
from tests.armies import ARMIES
from tests.spec import given, opened


def twelve_a_side() -> Game:
    return opened("voidsiege", ARMIES["voidsiege"]())


def test_every_charge_of_twelve_units_is_on_some_page() -> None:
    """One list of three hundred steps would have left most of them out."""
    game, page, charges = twelve_a_side(), 1, set()
    while True:
        found = options_page(game, "ana", page)
        charges |= {
            (one.candidate.said["unit"], one.candidate.said["target"])
            for one in found.options
            if one.candidate.said.get("charge") and one.candidate.said["command"] == "assault"
        }
        if not found.more:
            break
        page += 1
    assert len(charges) == 12 * 12


def test_no_step_stands_on_two_pages() -> None:
    game = twelve_a_side()
    said = [
        repr(sorted(one.candidate.said.items()))
        for page in (1, 2, 3)
        for one in options_page(game, "ana", page).options
    ]
    assert len(said) == len(set(said))


def test_further_pages_are_judged_by_the_same_checks() -> None:
    game = twelve_a_side()
    for one in options_page(game, "ana", 2).options[:50]:
        assert adjudicate(game, one.candidate.said)[0].ruling == one.ruling


def test_a_small_table_has_one_page() -> None:
    game = given("voidsiege", {"points": {"ana": 3, "ben": 3}, "units": {
        "a1": {"owner": "ana"}, "b1": {"owner": "ben"}}}).game  # fmt: skip
    assert not options_page(game, "ana", 2).more
