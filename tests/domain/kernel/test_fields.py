"""What may stand in a field: the values that are thought of, what a list has of them, how they are asked."""

from collections.abc import Generator, Iterable, Mapping
from typing import Annotated, Any, Literal

import pytest

from domain.kernel.fields import (
    MOST_WAYS,
    PLAYERS,
    UNSAID,
    Each,
    Field,
    Names,
    OneOf,
    Several,
    Suggested,
    dice_said,
    fields_of_step,
    one_of,
    what_fits,
    with_named,
)
from domain.kernel.prompting.prompts import Answer, Ask, InputValue, Prompt, Tap, follow
from domain.kernel.steps import Step, Text
from domain.kernel.values import Value, changed, field

Said = Mapping[str, Any]


class Table(Value):
    ships: Mapping[str, str] = field(
        default_factory=lambda: {"a1": "ana", "a2": "ana", "a3": "ana", "b1": "ben"}
    )
    players: tuple[str, ...] = ("ana", "ben")


TABLE = Table()
SHIPS = Names(
    lambda table, _viewer: table.ships, are_pieces=True, called=lambda table, name: f"{name} (ship)"
)


@one_of("a ship", SHIPS, lambda table, said: f"Which ship for {said['port']}?")
def own_ship(table: Table, player: str, said: Said) -> Iterable[str]:
    return [
        ship for ship in table.ships if table.ships[ship] == player and ship not in said["fleet"]
    ]


@one_of("where to")
def where_to(table: Table, player: str, said: Said) -> Iterable[str]:
    return (f"north of {said['port']}", f"{table.ships[said['/key']]}'s bay", f"home to {player}")


def thought_of(fits: Any, table: Table = TABLE, **said: Any) -> list[Any]:
    return [*fits.values("fleet", table, "ana", {"port": "Lee", **said})]


def asked(fits: Any, *taps: Tap, needed: bool = True, **said: Any) -> Any:
    prompts: Generator[Any, Any, Any] = Field("fleet", fits, needed).ask(
        TABLE, "ana", {"port": "Lee", **said}
    )
    return follow(prompts, taps)


def buttons(prompt: Prompt) -> list[tuple[str, str]]:
    return [(one.key, one.words) for one in prompt.answers]


def test_a_function_is_given_only_what_it_names_in_its_own_order() -> None:
    def call(function: Any) -> Any:
        return with_named(function, "table", "player", "said")("T", "P", "S")

    assert call(lambda: "nothing") == "nothing"
    assert call(lambda player: player) == "P"
    assert call(lambda said, table: (said, table)) == ("S", "T")
    assert call(lambda table, _player, said: (table, said)) == ("T", "S")


def test_what_fits_is_worked_out_once_for_a_table_and_player_unless_it_asks_what_was_said() -> None:
    looks: list[str] = []

    @one_of("a ship")
    def ships(table: Table, player: str) -> Iterable[str]:
        looks.append(player)
        return table.ships

    for table, player in ((TABLE, "ana"), (TABLE, "ana"), (TABLE, "ben"), (Table(), "ben")):
        assert [*ships.fit(table, player, {})] == ["a1", "a2", "a3", "b1"]
    assert looks == ["ana", "ben", "ben"]


@pytest.mark.parametrize(
    ("fitting", "in_a_list"),
    [
        ((), ()),
        (("a1",), ("a1",)),
        (("a2", "a1"), (Suggested("a2", Ask("names", "which", 1, ("a2", "a1"))),)),
        ((3, 1, 20), (Suggested(3, Ask("number", "which", choices=("1", "3", "20"))),)),
        ((UNSAID, 3, 1), (Ask("number", "which"),)),
        ((UNSAID, True), (Ask("flag", "which"),)),
        ((UNSAID, "a1", "a2"), (Ask("text", "which", choices=("a1", "a2")),)),
        (("a1", Ask("dice", "the dice", 2)), (Ask("dice", "the dice", 2),)),
        ((None, "a1", "a2"), (Suggested("a1", Ask("names", "which", 1, ("a1", "a2"))), None)),
        (("a1", None), ("a1", None)),
    ],
)
def test_a_list_has_a_field_that_is_filled_in_once(
    fitting: tuple[Any, ...], in_a_list: tuple[Any, ...]
) -> None:
    @one_of("which", form=True)
    def which(table: Table, player: str, said: Said) -> Iterable[Any]:
        return fitting if (table, player, said) == (TABLE, "ana", {"port": "Lee"}) else ("?", "!")

    assert Field("which", which, needed=True).listed(TABLE, "ana", {"port": "Lee"}) == in_a_list


def test_one_value_is_asked_for_by_its_name_and_taken_where_it_is_the_only_one() -> None:
    prompt = asked(own_ship, fleet=(), **{"/key": "?"})
    assert prompt == Prompt(
        "Which ship for Lee?",
        {"port": "Lee", "fleet": ()},
        tuple(Answer(f"@{name}", f"{name} (ship)", name) for name in ("a1", "a2", "a3")),
    )
    assert asked(own_ship, "@a2", fleet=()) == "a2"
    assert asked(own_ship, fleet=("a1", "a3")) == "a2"


def test_a_part_of_a_piece_is_tapped_on_that_piece() -> None:
    def of_ship(_table: Table, said: Said) -> str:
        return str(said["ship"])

    masts = Names(lambda _table, _viewer: (), are_pieces=True, part_of=of_ship)
    mast = one_of("a mast", masts)(lambda: ("fore", "main"))

    prompt = asked(mast, ship="a1")
    assert [one.piece for one in prompt.answers] == ["a1/fore", "a1/main"]
    assert [one.piece for one in asked(mast, ship="").answers] == ["fore", "main"]


def test_yes_no_and_nothing_are_words_and_another_value_may_be_filled_in() -> None:
    ask = Ask("number", "how many")
    which = one_of("how")(lambda: (UNSAID, True, False, 2, Suggested(5, ask), Ask("text", "other")))

    prompt = asked(which)
    assert (prompt.words, prompt.ask) == ("How?", ask)
    assert prompt.answers == (
        Answer("@/none", "no fleet", main=True),
        Answer("@True", "yes"),
        Answer("@False", "no"),
        Answer("@2", "2"),
    )
    assert asked(which, "@/none") is UNSAID
    assert asked(which, "@False") is False
    assert asked(which, "@2") == 2
    assert asked(which, InputValue(7)) == 7


def several(at_least: int, at_most: int | None, **more: Any) -> Several:
    def bounds(table: Table, player: str, said: Said) -> tuple[int, int | None]:
        assert (table.players, player, said["port"]) == (("ana", "ben"), "ana", "Lee")
        return at_least, at_most

    return Several(own_ship, bounds, **more)


@pytest.mark.parametrize(
    ("least", "most", "ways"),
    [
        (1, 1, [["a1"], ["a2"], ["a3"]]),
        (0, 1, [[], ["a1"], ["a2"], ["a3"]]),
        (1, 2, [["a1"], ["a2"], ["a3"], ["a1", "a2"], ["a1", "a3"], ["a2", "a3"]]),
        (2, None, [["a1", "a2"], ["a1", "a3"], ["a2", "a3"], ["a1", "a2", "a3"]]),
        (0, 0, [UNSAID]),
    ],
)
def test_of_several_as_few_as_are_wanted_come_first_and_a_set_of_names_once(
    least: int, most: int | None, ways: list[Any]
) -> None:
    assert thought_of(several(least, most)) == ways


def test_several_go_on_from_the_names_that_were_said() -> None:
    assert thought_of(several(1, 2), fleet=("a2",)) == [["a2"], ["a2", "a1"], ["a2", "a3"]]


def test_of_several_only_some_ways_are_listed() -> None:
    many = Table({f"s{n}": "ana" for n in range(30)})

    assert len(thought_of(several(1, 1), many)) == MOST_WAYS
    assert len(thought_of(several(1, 1, most=12), many)) == 12


SHIPS_OF_ANA = ("a1", "a2", "a3")


@pytest.mark.parametrize(
    ("fits", "form"),
    [
        (
            several(2, 2, listed=False),
            Suggested(["a1", "a2"], Ask("names", "a ship", 2, SHIPS_OF_ANA)),
        ),
        (
            several(1, 2, listed=lambda _table, _player, said: said["port"] != "Lee"),
            Suggested(["a1"], Ask("names", "a ship", None, SHIPS_OF_ANA)),
        ),
        (several(0, None, listed=False), Ask("names", "a ship", None, SHIPS_OF_ANA)),
        (
            several(0, 2, listed=False, says_none=True, label=lambda table, said: said["port"]),
            Suggested([], Ask("names", "Lee", None, SHIPS_OF_ANA)),
        ),
        (several(4, 4), Suggested([*SHIPS_OF_ANA], Ask("names", "a ship", 4, SHIPS_OF_ANA))),
        (several(99, 99), Suggested([*SHIPS_OF_ANA], Ask("names", "a ship", 99, SHIPS_OF_ANA))),
        (several(100, 100), Ask("names", "a ship", 100, SHIPS_OF_ANA)),
    ],
)
def test_several_that_are_not_listed_are_one_form_with_the_plainest_way_in_it(
    fits: Several, form: Any
) -> None:
    assert thought_of(fits) == [form]


def test_a_hundred_names_are_suggested_where_so_many_are_there() -> None:
    many = Table({f"s{n}": "ana" for n in range(101)})

    (form,) = thought_of(several(100, 100), many)

    assert form.value == [f"s{n}" for n in range(100)]


def test_several_are_asked_for_one_after_the_other() -> None:
    fits = several(1, 2)
    one, two, three = (Answer(f"@{name}", f"{name} (ship)", name) for name in SHIPS_OF_ANA)
    enough = Answer("/enough", "That is all", main=True)

    assert asked(fits) == Prompt(
        "Which ship for Lee?", {"port": "Lee", "fleet": []}, (one, two, three)
    )
    assert asked(fits, "@a2") == Prompt(
        "Which ship for Lee?", {"port": "Lee", "fleet": ["a2"]}, (enough, one, three)
    )
    assert asked(fits, "@a2", "/enough") == ["a2"]
    assert asked(fits, "@a2", "@a1") == ["a2", "a1"]
    assert asked(fits, "@a1", fleet=("a3",)) == ["a3", "a1"]
    assert asked(several(1, None), "@a3", "@a2", "@a1") == ["a3", "a2", "a1"]
    assert asked(several(0, 0)) is UNSAID


def test_none_of_several_is_said_or_left_out() -> None:
    none = several(0, 2)

    assert asked(none).answers[0] == Answer("/enough", "None", main=True)
    assert asked(none, "/enough") == []
    assert asked(none, "/enough", needed=False) is UNSAID
    assert asked(several(0, 2, says_none=True), "/enough", needed=False) == []


def test_where_one_is_usual_more_are_named_by_a_button_of_their_own() -> None:
    fits = several(0, None, mostly_one=True)

    assert asked(fits).answers[-1] == Answer("/several", "several")
    assert asked(fits, "@a2") == ["a2"]
    assert [key for key, _ in buttons(asked(fits, "/several"))] == ["/enough", "@a1", "@a2", "@a3"]
    assert asked(fits, "/several", "@a2", "@a1", "/enough") == ["a2", "a1"]
    only_one = several(0, 1, mostly_one=True)
    assert asked(only_one, fleet=("a1",)) == ["a1"]


def test_names_beside_those_that_fit_can_be_tapped_while_something_fits() -> None:
    def others(table: Table, player: str, said: Said) -> Iterable[str]:
        return [*(ship for ship in table.ships if table.ships[ship] != player), *said["fleet"]]

    fits = several(0, None, beside=others)

    assert [key for key, _ in buttons(asked(fits, "@a1"))] == [
        "/enough",
        "@a2",
        "@a3",
        "@b1",
        "@a1",
    ]
    assert asked(fits, "@a1", "@a2", "@a3") == ["a1", "a2", "a3"]


def each(**more: Any) -> Each:
    return Each(own_ship, where_to, **more)


def test_of_each_name_every_value_is_thought_of() -> None:
    one_each = [
        {name: where}
        for name in SHIPS_OF_ANA
        for where in ("north of Lee", "ana's bay", "home to ana")
    ]
    together = {"a1": "north of Lee", "a2": "north of Lee"}

    def all_north(_table: Table, player: str, said: Said) -> Iterable[Said]:
        return [together] if (player, said["port"]) == ("ana", "Lee") else []

    assert thought_of(each(), fleet=()) == one_each
    assert thought_of(each(together=all_north), fleet=()) == [together, *one_each]
    assert thought_of(each(together=all_north, listed=False), fleet=()) == [together]
    assert thought_of(each(least=0, listed=False), fleet=()) == [UNSAID]
    assert thought_of(each(least=0, listed=False, says_none=True), fleet=()) == [{}]
    assert thought_of(each(), fleet={"b1": "home"}) == [{"b1": "home"}]


def test_of_what_is_said_of_each_a_suggestion_stands_and_what_is_filled_in_does_not() -> None:
    number = Ask("number", "how many")
    how_many = one_of("how many")(lambda: (Suggested(2, number), number, 3))

    found = Each(own_ship, how_many).begun_with("a1", TABLE, "ana", {"port": "Lee"})

    assert [*found] == [{"a1": 2}, {"a1": 3}]


def test_each_name_is_asked_for_and_then_what_is_said_of_it() -> None:
    fits = each(verb="send to {port}")

    one, two, three = (Answer(f"@{name}", f"{name} (ship)", name) for name in SHIPS_OF_ANA)
    begun = {"port": "Lee", "fleet": {}}
    assert asked(fits, fleet={}) == Prompt("Which ship for Lee?", begun, (one, two, three))
    where = asked(fits, "@a2", fleet={})
    assert (where.words, where.said) == ("Where to?", begun)
    assert [words for _, words in buttons(where)] == ["north of Lee", "ana's bay", "home to ana"]
    north = {"a2": "north of Lee"}
    assert asked(fits, "@a2", "@north of Lee", fleet={}) == Prompt(
        "Who else?",
        {"port": "Lee", "fleet": north},
        (Answer("/enough", "Send to Lee with 1", main=True), one, three),
    )
    assert asked(fits, "@a2", "@north of Lee", "/enough", fleet={}) == north
    assert asked(fits, "/enough", fleet=north) == north


def test_of_no_name_anything_is_said_in_the_words_of_the_field() -> None:
    assert buttons(asked(each(least=0), fleet={}))[0] == ("/enough", "None")
    assert buttons(asked(each(least=0, none="Nobody"), fleet={}))[0] == ("/enough", "Nobody")
    assert buttons(asked(each(), fleet={"a1": "home"}))[0] == ("/enough", "That is all")
    assert buttons(asked(each(least=2), fleet={"a1": "home"}))[0] == ("@a2", "a2 (ship)")
    assert asked(each(least=0), "/enough", fleet={}) is UNSAID
    assert asked(each(least=0, says_none=True), "/enough", fleet={}) == {}
    everything = dict.fromkeys(SHIPS_OF_ANA, "home")
    assert asked(each(), fleet=everything) == everything


class Cruise(Step):
    aboard: bool
    way: Literal["straight", "around"]
    flag_ship: str
    depth: int
    dice: tuple[int, ...]
    names: tuple[str, ...]
    song: Text
    who: Annotated[str, PLAYERS]
    fleet: Annotated[tuple[str, ...], several(1, 2)]
    bays: Annotated[Mapping[str, str], each()]
    ship: Annotated[str, own_ship]
    more_dice: tuple[int, ...] | None = None
    note: str | None = None


def test_a_field_of_which_nothing_is_said_is_worked_out_from_its_type() -> None:
    fields = {one.name: one for one in fields_of_step(Cruise, SHIPS)}

    def fitting(name: str) -> tuple[str, list[Any], bool, bool]:
        field = fields[name]
        assert isinstance(field.fits, OneOf)
        values = [*field.values(TABLE, "ana", {})]
        return field.fits.question(TABLE, {}), values, field.needed, field.is_word

    assert fitting("aboard") == ("Aboard?", [True, False], True, True)
    assert fitting("way") == ("Way?", ["straight", "around"], True, True)
    assert fitting("flag_ship") == ("Flag ship?", ["a1", "a2", "a3", "b1"], True, False)
    assert fitting("depth") == ("Depth?", [Ask("number", "depth")], True, False)
    assert fitting("dice") == ("Dice?", [Ask("dice", "dice")], True, False)
    assert fitting("names") == ("Names?", [Ask("text", "names")], True, False)
    assert fitting("song") == ("Song?", [Ask("text", "song")], True, False)
    assert fitting("note") == ("Note?", [UNSAID], False, True)
    assert fields["flag_ship"].fits.names == SHIPS


def test_what_fits_is_told_in_words_and_the_dice_of_a_step_are_found() -> None:
    hints = {name: what_fits(hint) for name, hint in Cruise.__annotations__.items()}

    assert {name: words for name, words in hints.items() if words} == {
        "fleet": "a ship",
        "bays": "a ship",
        "ship": "a ship",
    }
    step = Cruise(
        by="ana",
        aboard=True,
        way="straight",
        flag_ship="a1",
        depth=2,
        dice=(3, 4),
        names=(),
        song="O",
        who="ana",
        fleet=("a1",),
        bays={},
        ship="a1",
    )
    assert dice_said(step) == ((3, 4),)
    assert dice_said(changed(step, more_dice=(6,))) == ((3, 4), (6,))
