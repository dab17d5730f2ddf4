"""Any step can be said the long way, field by field; what is tapped or filled in fits what is asked."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest

from domain.kernel.prompting.any_step_prompts import any_step_prompts
from domain.kernel.prompting.declining import Declining
from domain.kernel.prompting.prompts import (
    Answer,
    Ask,
    InputValue,
    InvalidTap,
    Prompt,
    Tap,
    follow,
    piece,
    wrong_with,
)
from domain.kernel.steps import Step, reader_by
from domain.kernel.values import Value, field


class Repair(Value):
    ship: str
    points: int


class Sail(Step):
    ship: Annotated[str, "one of the fleet"]
    way: Literal["straight", "all_around"]
    speed: Annotated[int | None, "in knots"] = None
    at_night: bool = False


class Winner(Step):
    winner: Annotated[str | None, "who has won"]
    fleet: Annotated[tuple[str, ...], "whose"] = field(name="ships", default=())


class Told(Step):
    loudly: bool


class Roll(Step):
    first_dice: tuple[int, ...]
    spare: tuple[int, ...] | None = None


class Yard(Step):
    repairs: tuple[Repair, ...]
    signals: tuple[Literal["stop", "go"], ...] = ()


class Load(Step):
    cargo: Mapping[str, int]
    crews: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Lead(Step):
    leader: Literal["nobody"] | str


class Hoist(Step):
    flag_of: Literal["nobody"] | str | None = None
    mast: Literal["fore", "main"] | None = None


class Rows(Step):
    rows: tuple[tuple[str, ...], ...]


KINDS: Mapping[str, Any] = {
    "sail": Sail,
    "roll_dice": Roll,
    "yard": Yard,
    "load": Load,
    "lead": Lead,
    "hoist": Hoist,
    "rows": Rows,
    "report": reader_by("whose_fact", {"winner": Winner, "was_told": Told}),
}
SHIPS = ("a1", "b1", "a1")
NAMES = {
    **dict.fromkeys(("ship", "ships", "cargo", "crews", "rows", "mast"), SHIPS),
    "winner": ("ana", "ben"),
    "leader": ("ana",),
    "flag_of": ("ana", "ana"),
}


def asked(*taps: Tap) -> Prompt | Mapping[str, Any]:
    return follow(any_step_prompts(KINDS, NAMES.__getitem__), taps)


def answers(*taps: Tap) -> dict[str, str]:
    here = asked(*taps)
    assert isinstance(here, Prompt)
    return {one.key: one.words for one in here.answers}


LEAVE = "/left out"


@pytest.mark.parametrize(
    ("taps", "said"),
    [
        ("sail, @a1, @all_around, /left out, /left out", {"ship": "a1", "way": "all_around"}),
        (("sail", InputValue("c9"), "@straight", InputValue(3), "/no"),
         {"ship": "c9", "way": "straight", "speed": 3, "at_night": False}),
        ("sail, @b1, @straight, /left out, /yes",
         {"ship": "b1", "way": "straight", "at_night": True}),
        (("roll_dice", InputValue([6, 1]), LEAVE), {"first_dice": [6, 1]}),
        (("roll_dice", InputValue([6]), "/yes", InputValue([2])),
         {"first_dice": [6], "spare": [2]}),
        (("yard", "/yes", "@a1", InputValue(2), "/yes", "@b1", InputValue(1), "/enough", LEAVE),
         {"repairs": [{"ship": "a1", "points": 2}, {"ship": "b1", "points": 1}]}),
        ("yard, /enough, /yes, /yes, @go, /yes, @stop, /enough",
         {"repairs": [], "signals": ["go", "stop"]}),
        (("load", "@b1", InputValue(4), "@a1", InputValue(0), "/enough", LEAVE),
         {"cargo": {"b1": 4, "a1": 0}}),
        ("load, /enough, /yes, @a1, /yes, @b1, /enough, /enough",
         {"cargo": {}, "crews": {"a1": ["b1"]}}),
        ("lead, @nobody", {"leader": "nobody"}),
        ("hoist, @ana, @fore", {"flag_of": "ana", "mast": "fore"}),
        ("hoist, /left out, /left out", {}),
        ("rows, /yes, /yes, @a1, /enough, /enough", {"rows": [["a1"]]}),
        ("report, winner, /nothing, /left out", {"whose_fact": "winner", "winner": None}),
        ("report, winner, @ben, /yes, /yes, @a1, /enough",
         {"whose_fact": "winner", "winner": "ben", "ships": ["a1"]}),
        ("report, was_told, /yes", {"whose_fact": "was_told", "loudly": True}),
    ],
)  # fmt: skip
def test_any_step_can_be_said_field_by_field(taps: Any, said: Mapping[str, Any]) -> None:
    """As it would be typed; what is left out is not said."""
    taps = tuple(taps.split(", ")) if isinstance(taps, str) else taps
    assert asked(*taps) == {"do": taps[0], **said}
    for n in range(len(taps)):
        assert isinstance(asked(*taps[:n]), Prompt)


@pytest.mark.parametrize(
    ("taps", "words", "said", "ask"),
    [
        ((), "What is it?", {}, None),
        (("report",), "Whose fact?", {}, None),
        (("report", "was_told"), "Loudly?", {"whose_fact": "was_told"}, None),
        (("sail",), "Ship?", {}, Ask("text", "ship")),
        (("sail", "@a1"), "Way?", {"ship": "a1"}, None),
        (("sail", "@a1", "@straight"), "Speed?", {"ship": "a1", "way": "straight"},
         Ask("number", "speed")),
        (("roll_dice",), "First dice?", {}, Ask("dice", "first dice")),
        (("roll_dice", InputValue([6])), "Spare?", {"first_dice": [6]}, None),
        (("rows", "/yes", "/yes", "@a1"), "More?", {"rows": [["a1"]]}, None),
        (("yard", "/yes"), "Ship?", {"repairs": [{}]}, Ask("text", "ship")),
        (("yard", "/yes", "@a1"), "Points?", {"repairs": [{"ship": "a1"}]},
         Ask("number", "points")),
        (("yard", "/yes", "@a1", InputValue(2)), "More?",
         {"repairs": [{"ship": "a1", "points": 2}]}, None),
        (("yard", "/yes", "@a1", InputValue(2), "/yes"), "Ship?",
         {"repairs": [{"ship": "a1", "points": 2}, {}]}, Ask("text", "ship")),
        (("yard", "/enough", "/yes", "/yes", "@go", "/yes"), "Signals?",
         {"repairs": [], "signals": ["go"]}, None),
        (("load", "@a1"), "Cargo?", {"cargo": {}}, Ask("number", "cargo")),
        (("load", "@a1", InputValue(4)), "Cargo: whose?", {"cargo": {"a1": 4}}, None),
        (("load", "/enough", "/yes", "@a1", "/yes"), "Crews?",
         {"cargo": {}, "crews": {"a1": []}}, Ask("text", "crews")),
    ],
)  # fmt: skip
def test_every_prompt_has_what_is_said_so_far(
    taps: tuple[Tap, ...], words: str, said: Mapping[str, Any], ask: Ask | None
) -> None:
    """Also of a list or a mapping that is still being put together."""
    here = asked(*taps)
    assert isinstance(here, Prompt)
    assert (here.words, here.ask) == (words, ask)
    assert here.said == ({"do": taps[0], **said} if taps else {})


@pytest.mark.parametrize(
    ("taps", "words"),
    [
        ("report", {"winner": "winner", "was_told": "was told"}),
        ("sail", {"@a1": "a1", "@b1": "b1"}),
        ("sail, @a1", {"@straight": "straight", "@all_around": "all around"}),
        ("sail, @a1, @straight", {LEAVE: "no speed"}),
        ("report, was_told", {"/yes": "yes", "/no": "no"}),
        ("report, winner", {"/nothing": "nothing", "@ana": "ana", "@ben": "ben"}),
        ("report, winner, @ana", {LEAVE: "no ships", "/yes": "with ships"}),
        ("lead", {"@nobody": "nobody", "@ana": "ana"}),
        ("hoist", {LEAVE: "no flag of", "@nobody": "nobody", "@ana": "ana"}),
        ("hoist, @ana", {LEAVE: "no mast", "@fore": "fore", "@main": "main"}),
        ("yard", {"/enough": "that is all", "/yes": "one"}),
        ("yard, /enough, /yes, /yes", {"@stop": "stop", "@go": "go"}),
        (
            "yard, /enough, /yes, /yes, @go",
            {"/enough": "that is all", "/yes": "another of signals"},
        ),
        ("load, /enough, /yes, @a1, /enough", {"/enough": "that is all", "@b1": "b1"}),
    ],
)
def test_each_answer_says_what_it_is_and_stands_once(taps: str, words: dict[str, str]) -> None:
    assert answers(*taps.split(", ")) == words
    here = asked(*taps.split(", "))
    assert isinstance(here, Prompt)
    assert len(here.answers) == len(words)
    plainest = [one.key for one in here.answers if one.main]
    assert plainest == [key for key in words if key in (LEAVE, "/enough")]


def test_the_kinds_of_steps_are_asked_first_in_plain_words() -> None:
    assert answers()["roll_dice"] == "roll dice"
    assert [*answers()] == [*KINDS]


@pytest.mark.parametrize(
    ("taps", "why"),
    [
        (("fly",), "“What is it?” has no such answer any more"),
        (("sail", "@c9"), "“Ship?” has no such answer any more"),
        (("lead", InputValue("ana")), "“Leader?” has no such answer any more"),
        (("sail", InputValue("")), "ship: a word is wanted"),
        (("sail", InputValue(3)), "ship: a word is wanted"),
        (("sail", "@a1", "@straight", InputValue("3")), "speed: a whole number is wanted"),
        (("sail", "@a1", "@straight", InputValue(True)), "speed: a whole number is wanted"),
        (("roll_dice", "/yes"), "“First dice?” has no such answer any more"),
        (("roll_dice", InputValue("6")), "first dice: the numbers of the dice are wanted"),
        (("roll_dice", InputValue([6, "1"])), "first dice: the numbers of the dice are wanted"),
    ],
)
def test_a_tap_that_answers_nothing_says_why(taps: tuple[Tap, ...], why: str) -> None:
    with pytest.raises(InvalidTap) as told:
        asked(*taps)
    assert str(told.value) == why


@pytest.mark.parametrize(
    ("count", "dice", "why"),
    [
        (2, [1, 6], None),
        (2, [1], "hits: 2 dice were rolled, not 1"),
        (1, [], "hits: 1 die was rolled, not 0"),
        (None, [], None),
    ],
)
def test_so_many_dice_are_filled_in_as_were_rolled(
    count: int | None, dice: list[int], why: str | None
) -> None:
    assert wrong_with(Ask("dice", "hits", count), dice) == why


def test_a_piece_is_tapped_on_the_board_a_figure_as_a_part_of_its_unit() -> None:
    assert piece("a1") == Answer("@a1", "a1", "a1")
    assert piece("f2", "the second", "a1") == Answer("@f2", "the second", "a1/f2")


def test_one_is_aimed_at_where_somebody_else_aims_at_what_is_theirs() -> None:
    declining = Declining(
        "decline",
        lambda _state: {},
        lambda table, player: [ship for ship, owner in table["ships"].items() if owner == player],
        lambda table: table["aims"],
    )
    table = {
        "ships": {"a1": "ana", "a2": "ana", "b1": "ben"},
        "aims": [("ben", "a1", 4), ("ana", "a2", 5), ("ben", "b1", 6)],
    }
    assert declining.aimed_at(table, "ana") == {("a1", 4)}
    assert declining.aimed_at(table, "ben") == frozenset()
