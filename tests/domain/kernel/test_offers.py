"""What is offered, asked tap by tap and known by name follows from what may stand in the fields of steps."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import pytest

from domain.kernel.faults import RulesetFault
from domain.kernel.fields import UNSAID, WORDS, Each, Names, Several, Suggested, one_of
from domain.kernel.offers import MOST, Candidate, Hint, Offers
from domain.kernel.prompting.prompts import Ask, InputValue, Prompt, Tap, follow
from domain.kernel.ruleset import Procedure, nothing
from domain.kernel.steps import NAMED, Step, Text
from domain.kernel.values import Value, field


class Table(Value):
    ships: Mapping[str, str] = field(
        default_factory=lambda: {"a1": "ana", "a2": "ana", "b1": "ben"}
    )
    asked: tuple[str, ...] = ()
    over: bool = False


NOTHING_ASKED = Table()
SHIPS = Names(lambda table, _viewer: table.ships, are_pieces=True)


@one_of("a ship of one's own", SHIPS)
def own_ship(table: Table, player: str) -> Iterable[str]:
    return [ship for ship, owner in table.ships.items() if owner == player]


@one_of("a ship", SHIPS, "Which ship?")
def another_ship(table: Table, said: Mapping[str, Any]) -> Iterable[str]:
    return [ship for ship in table.ships if ship != said.get("ship") and ship not in said["ships"]]


@one_of("where to", WORDS)
def where_to() -> Iterable[str]:
    return ("north", "south")


@one_of("how fast", asks="How fast?")
def how_fast() -> Iterable[Any]:
    return (UNSAID, 1, 2)


class Sail(Step):
    ship: Annotated[str, own_ship]
    way: Literal["straight", "around"]
    speed: Annotated[int | None, how_fast] = None


@one_of("how far")
def how_far() -> Iterable[int]:
    return (1, 2)


class Race(Step):
    how_far: Annotated[int, how_far]


class Signal(Step):
    ship: Annotated[str, own_ship]
    ships: Annotated[tuple[str, ...], Several(another_ship, lambda *_: (1, 2))]


class Scatter(Step):
    ships: Annotated[Mapping[str, str], Each(own_ship, where_to, verb="Scatter")]


class Sound(Step):
    depth: int


@one_of("what the dice show")
def two_dice() -> Iterable[Any]:
    return (Suggested([1, 1], Ask("dice", "the dice", 2)),)


class Roll(Step):
    dice: Annotated[tuple[int, ...], two_dice]


class Answer(Step):
    """Answer the signal."""


class Hail(Step):
    whom: Annotated[str, NAMED]


class Christen(Step):
    name: Text


def offers(hints: Mapping[str, Hint], *steps: type[Step]) -> Offers:
    procedures = {
        kind.__name__.lower(): Procedure(kind, lambda table, _step: nothing(table))
        for kind in steps
    }
    return Offers(
        procedures, hints, over=lambda table: table.over, pieces=lambda table, _: table.ships
    )


def said(found: Iterable[Candidate]) -> list[dict[str, Any]]:
    return [
        {key: one for key, one in each.said.items() if key not in ("by", "do")} for each in found
    ]


def asked(of: Offers, *taps: Tap, table: Table = NOTHING_ASKED) -> Any:
    return follow(of.prompts(table, "ana"), taps)


def keys(of: Offers, *taps: Tap, table: Table = NOTHING_ASKED) -> list[str]:
    prompt = asked(of, *taps, table=table)
    assert isinstance(prompt, Prompt)
    return [one.key for one in prompt.answers]


SAILING = offers({"sail": Hint("Sail {way}")}, Sail)


def test_every_way_to_say_a_step_is_thought_of_and_no_ship_is_cut_off() -> None:
    found = said(SAILING.candidates(Table(), "ana"))

    assert found[:2] == [{"ship": "a1", "way": "straight"}, {"ship": "a2", "way": "straight"}]
    assert {"ship": "a2", "way": "around", "speed": 2} in found
    assert len(found) == 2 * 2 * 3
    assert said(SAILING.candidates(Table(over=True), "ana")) == []


def test_values_of_the_first_field_take_turns_where_there_are_too_many() -> None:
    many = Table({f"s{n}": "ana" for n in range(100)})

    found = said(SAILING.candidates(many, "ana"))

    assert len(found) == MOST
    assert {one["ship"] for one in found} == set(many.ships)


def test_a_piece_is_tapped_then_a_button_says_the_words_then_the_rest_is_asked() -> None:
    assert keys(SAILING) == ["@a1", "@a2"]
    assert keys(SAILING, "@a1") == ["do=sail ship=a1 way=straight", "do=sail ship=a1 way=around"]
    straight = asked(SAILING, "@a1", "do=sail ship=a1 way=straight")
    assert (straight.words, [one.words for one in straight.answers]) == (
        "How fast?",
        ["no speed", "1", "2"],
    )
    whole = asked(SAILING, "@a1", "do=sail ship=a1 way=straight", "@2")
    assert whole == {"do": "sail", "ship": "a1", "way": "straight", "speed": 2}
    assert "speed" not in asked(SAILING, "@a1", "do=sail ship=a1 way=straight", "@/none")


def test_what_a_tap_can_lead_to_is_known_without_asking_on() -> None:
    quick = SAILING.whole_steps(Table(), "ana", "@a1")
    assert quick is not None
    assert len([*quick]) == 6
    assert SAILING.whole_steps(Table(), "ana", "@a1", "do=sail ship=a1 way=around", "@2") is None


def test_several_names_follow_each_other() -> None:
    of = offers({"signal": Hint("Signal")}, Signal)

    assert [one["ships"] for one in said(of.candidates(Table(), "ana")) if one["ship"] == "a1"] == [
        ["a2"],
        ["b1"],
        ["a2", "b1"],
    ]
    assert keys(of, "@a1", "do=signal ship=a1", "@a2") == ["/enough", "@b1"]
    assert asked(of, "@a1", "do=signal ship=a1", "@a2", "@b1")["ships"] == ["a2", "b1"]


def test_of_each_name_something_is_said() -> None:
    of = offers({"scatter": Hint("Scatter")}, Scatter)

    assert {"ships": {"a1": "south"}} in said(of.candidates(Table(), "ana"))
    north = "do=scatter ships={'a1': 'north'}"
    assert keys(of, "@a1") == [north, "do=scatter ships={'a1': 'south'}"]
    assert keys(of, "@a1", north) == ["/enough", "@a2"]
    assert asked(of, "@a1", north, "@a2", "@south")["ships"] == {"a1": "north", "a2": "south"}
    assert asked(of, "@a1", north, "/enough")["ships"] == {"a1": "north"}


def test_a_number_is_filled_in() -> None:
    of = offers({}, Sound)

    (one,) = of.candidates(Table(), "ana")
    assert (one.said, one.asks) == ({"by": "ana", "do": "sound"}, {"depth": Ask("number", "depth")})
    assert asked(of, "do=sound", InputValue(7)) == {"do": "sound", "depth": 7}


def test_what_is_suggested_is_asked_for_and_not_taken() -> None:
    of = offers({"roll": Hint("Roll", due=lambda: ({},))}, Roll)

    (one,) = of.candidates(Table(), "ana")
    assert (one.said["dice"], one.asks) == ([1, 1], {"dice": Ask("dice", "the dice", 2)})
    assert asked(of, "do=roll").ask == Ask("dice", "the dice", 2)
    assert asked(of, "do=roll", InputValue([3, 5])) == {"do": "roll", "dice": [3, 5]}
    assert of.plainest(Table(), ("ana",)) == {"by": "ana", "do": "roll", "dice": [1, 1]}


def test_a_piece_may_be_tapped_where_a_ruleset_says_nothing_more() -> None:
    of = offers({}, Hail)

    assert keys(of) == ["@a1", "@a2", "@b1"]
    assert asked(of, "@b1", "do=hail whom=b1") == {"do": "hail", "whom": "b1"}
    assert [*of.namable(Table(), "ana", "whom")] == ["a1", "a2", "b1"]


def test_words_of_ones_own_are_typed() -> None:
    of = offers({}, Christen)

    (one,) = of.candidates(Table(), "ana")
    assert one.asks == {"name": Ask("text", "name")}
    assert asked(of, "do=christen", InputValue("Nessie")) == {"do": "christen", "name": "Nessie"}


def test_what_is_due_is_one_tap_and_the_plainest_step() -> None:
    hints = {"answer": Hint("Answer", due=lambda table, player: [{}] * (player in table.asked))}
    of = offers(hints, Answer, Sail)

    due = asked(of, table=Table(asked=("ana",))).answers[0]
    assert (due.words, due.main) == ("Answer", True)
    assert of.plainest(Table(asked=("ana",)), ("ana",)) == {"by": "ana", "do": "answer"}
    assert of.plainest(Table(), ("ana",)) is None
    assert not asked(of).answers[0].main


def test_a_button_says_what_is_asked_for_later_with_dots() -> None:
    of = offers({"race": Hint("Race {how_far} miles")}, Race)

    assert [one.words for one in asked(of).answers] == ["Race … miles"]


def test_a_hint_that_names_no_field_of_its_step_is_a_fault() -> None:
    with pytest.raises(
        RulesetFault, match="“race”: the step has no field “far”; expected do, how_far"
    ):
        asked(offers({"race": Hint("Race {far} miles")}, Race))
    for mistyped in ("Race {} miles", "Race {how_far miles"):
        with pytest.raises(RulesetFault, match="the hint about “race”"):
            asked(offers({"race": Hint(mistyped)}, Race))


def test_fields_that_may_be_left_out_are_offered_together() -> None:
    of = offers({"sail": Hint("Sail {way}", menu="How?")}, Sail)
    around = "do=sail ship=a1 way=around"

    assert keys(of, "@a1", around) == ["/enough", "@speed"]
    assert asked(of, "@a1", around, "/enough") == {"do": "sail", "ship": "a1", "way": "around"}
    assert asked(of, "@a1", around, "@speed", "@2")["speed"] == 2


def test_a_report_is_one_form_in_a_list_and_piece_by_piece_in_taps() -> None:
    of = offers({"sail": Hint("Sailed {way}", form=True, aside=True)}, Sail)

    (one,) = of.candidates(Table(), "ana")
    assert one.said["ship"] == "a1"
    assert one.asks["ship"] == Ask("names", "a ship of one's own", 1, ("a1", "a2"))
    assert keys(of) == ["@a1", "@a2"]


def test_a_step_is_not_offered_where_it_is_not_worth_thinking_of() -> None:
    of = offers({"sail": Hint("Sail", lambda _table, player: player == "ben")}, Sail)

    assert keys(of) == []
    assert said(of.candidates(Table(), "ben")) != []


def test_a_hint_about_a_step_that_there_is_not_is_a_fault() -> None:
    with pytest.raises(
        RulesetFault, match="a hint is about “sial”, and there is no such step; there are sail"
    ):
        offers({"sial": Hint("Sail")}, Sail)


def test_a_function_that_asks_for_something_else_is_a_fault() -> None:
    with pytest.raises(RulesetFault, match="asks for “viewer”: it may name table, player, said"):

        @one_of("a ship")
        def seen(viewer: str) -> Iterable[str]:
            return (viewer,)
