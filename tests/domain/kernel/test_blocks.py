"""Small blocks that rulesets are built of: passing around, lasting effects."""

from domain.kernel.blocks.lasting import Lasting, ending, outlasting
from domain.kernel.blocks.passing import Passing
from domain.kernel.blocks.secret import Secret

ALL = ("ana", "ben", "cem")


def test_all_have_passed_once_each_has_since_somebody_acted() -> None:
    window = Passing("ana")
    for passes, chance, all_have in (
        (("ana",), "ben", False),
        (("ana", "ben"), "cem", False),
        (("ana", "ben", "cem"), "ana", True),
    ):
        window = window.passes(ALL, ALL)
        assert (window.passed, window.chance, window.all_have(ALL)) == (passes, chance, all_have)
    assert window.passes(ALL, ALL) == Passing("ben", ("ben", "cem", "ana"))
    assert window.after_acting() == Passing("ana")


def test_the_chance_goes_past_whoever_is_out() -> None:
    left = ("ana", "cem")
    assert Passing("ana").passes(ALL, left) == Passing("cem", ("ana",))
    assert Passing("ben", ("ana", "ben")).without("ben", ALL, left) == Passing("cem", ("ana",))
    assert Passing("ana", ("ben",)).without("ben", ALL, left) == Passing("ana")
    assert Passing("ana").without("ana", ALL, ("cem",)) == Passing("cem"), "ben is out too"
    assert not Passing("cem", ("ana", "ben")).all_have(left)
    assert Passing("ana", ("ana", "ben", "cem")).all_have(left)


def test_an_effect_holds_through_its_last_round() -> None:
    effects = {"blessed": Lasting(1, through=2), "cursed": Lasting(1, through=3)}
    assert [*ending(effects, 1), *outlasting(effects, 3)] == []
    assert [*ending(effects, 2)] == ["blessed"] and [*outlasting(effects, 2)] == ["cursed"]


def test_a_choice_goes_with_who_leaves() -> None:
    secret = Secret({"ana": 3, "ben": 5}).without("ben")
    assert secret.waiting(ALL) == ("ben", "cem")
