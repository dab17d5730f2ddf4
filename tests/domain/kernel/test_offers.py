"""What is offered, asked tap by tap and known by name follows from what may stand in the fields of steps."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import pytest

from domain.kernel.faults import RulesetFault
from domain.kernel.fields import UNSAID, WORDS, Each, Names, Several, Suggested, one_of
from domain.kernel.offers import MOST, Candidate, Hint, Offers
from domain.kernel.prompting import prompts
from domain.kernel.prompting.prompts import Ask, InputValue, Prompt, Tap, follow
from domain.kernel.ruleset import Procedure, nothing
from domain.kernel.steps import NAMED, Step, Text, reader_by
from domain.kernel.values import Value, changed, field


class Table(Value):
    ships: Mapping[str, str] = field(
        default_factory=lambda: {"a1": "ana", "a2": "ana", "b1": "ben"}
    )
    asked: tuple[str, ...] = ()
    over: bool = False


NOTHING_ASKED = Table()
SHIPS = Names(
    lambda table, _viewer: table.ships,
    are_pieces=True,
    called=lambda table, name: f"{table.ships[name]}'s {name}",
)


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


@one_of("a ship in tow", SHIPS)
def in_tow(table: Table, player: str, said: Mapping[str, Any]) -> Iterable[Any]:
    others = (ship for ship in table.ships if table.ships[ship] == player and ship != said["ship"])
    return (UNSAID, *others)


@one_of("what it carries")
def what_it_carries() -> Iterable[Any]:
    return (Ask("text", "what it carries"),)


class Load(Step):
    ship: Annotated[str, own_ship]
    speed: Annotated[int | None, how_fast] = None
    tow: Annotated[str | None, in_tow] = None
    cargo: Annotated[str | None, what_it_carries] = None


@one_of("how to board it", WORDS)
def how_to_board(table: Table, player: str, said: Mapping[str, Any]) -> Iterable[str]:
    ways = (f"as {player}", f"from {said['ship']}")
    return ways if len(table.ships) > 2 else ways[:1]


@one_of("whose ship", SHIPS)
def prize(table: Table, player: str, said: Mapping[str, Any]) -> Iterable[str]:
    return [ship for ship in table.ships if table.ships[ship] != player and said["how"]]


class Board(Step):
    ship: Annotated[str, own_ship]
    how: Annotated[str, how_to_board]
    prize: Annotated[str, prize]


@one_of("another ship of one's own", SHIPS)
def other_own_ship(table: Table, player: str, said: Mapping[str, Any]) -> Iterable[str]:
    return [ship for ship in own_ship.fit(table, player, {}) if ship != said["ship"]]


@one_of("which port", asks=lambda said: f"Where to with {said['/key']}?")
def which_port(table: Table, player: str, said: Mapping[str, Any]) -> Iterable[str]:
    return (f"port {len(table.ships)}", f"{player}'s port", f"behind {said['ship']}")


class Lead(Step):
    ship: Annotated[str, own_ship]
    tow: Annotated[str | None, in_tow] = None
    ships: Annotated[tuple[str, ...], Several(another_ship, lambda *_: (1, 2))] = ()
    ports: Annotated[Mapping[str, str], Each(other_own_ship, which_port, least=0)] = {}


class Vote(Step):
    in_favour: bool


@one_of("how many ships")
def how_many(table: Table, player: str) -> Iterable[int]:
    return range(len([*own_ship.fit(table, player, {})]))


class Count(Step):
    ships: Annotated[int, how_many]


class Lost(Step):
    ship: Annotated[str, own_ship]


class Calm(Step):
    """The wind has gone."""


REPORT = Procedure(
    Any, lambda table, _step: nothing(table), reads=reader_by("fact", {"lost": Lost, "calm": Calm})
)


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


def test_a_piece_and_its_buttons_are_put_in_words_and_the_piece_lies_on_the_board() -> None:
    def under(table: Table, said: Mapping[str, Any]) -> str:
        return f"Sail {said['way']} under {table.ships[said['ship']]}"

    of = offers({"sail": Hint(under)}, Sail)
    pieces = (prompts.Answer("@a1", "ana's a1", "a1"), prompts.Answer("@a2", "ana's a2", "a2"))
    assert asked(of) == Prompt("What do you do?", {}, pieces)
    assert asked(of, "@a1") == Prompt(
        "What about ana's a1?",
        {},
        (
            prompts.Answer("do=sail ship=a1 way=straight", "Sail straight under ana"),
            prompts.Answer("do=sail ship=a1 way=around", "Sail around under ana"),
        ),
    )


def test_what_a_tap_can_lead_to_is_known_without_asking_on() -> None:
    quick = SAILING.whole_steps(Table(), "ana", "@a1")
    assert quick is not None
    assert len([*quick]) == 6
    assert SAILING.whole_steps(Table(), "ana", "@a1", "do=sail ship=a1 way=around", "@2") is None


def test_a_tap_leads_to_what_its_button_says_with_all_that_is_left_to_say() -> None:
    of = offers({"sail": Hint("Sail {way}", menu="How?"), "load": Hint("Load")}, Sail, Load, Sound)

    def led_to(*taps: str) -> list[Mapping[str, Any]]:
        return [*(of.whole_steps(Table(), "ana", *taps) or ())]

    around = {"do": "sail", "ship": "a1", "way": "around"}
    faster = [around, {**around, "speed": 1}, {**around, "speed": 2}]
    assert led_to("@a1", "do=sail ship=a1 way=around") == faster
    assert {
        "do": "load",
        "ship": "a1",
        "tow": "a2",
        "cargo": Ask("text", "what it carries"),
    } in led_to("@a1")
    assert led_to("do=sound") == [{"do": "sound", "depth": Ask("number", "depth")}]
    assert led_to("do=flee") == led_to("@b1") == []
    assert of.whole_steps(Table(), "ana", "do=sound", "@2") is None


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


def test_what_is_due_says_in_one_tap_all_that_can_be_only_one_thing() -> None:
    def words(table: Table, said: Mapping[str, Any]) -> str:
        return f"Board, {len(table.ships)} ships"

    of = offers({"board": Hint(words, due=lambda: ({},))}, Board)
    duel = Table({"a1": "ana", "b1": "ben"})

    assert keys(of, table=duel) == ["do=board ship=a1 how=as ana prize=b1", "@a1"]
    whole = asked(of, "do=board ship=a1 how=as ana prize=b1", table=duel)
    assert whole == {"do": "board", "ship": "a1", "how": "as ana", "prize": "b1"}
    (due, _) = asked(of, table=duel).answers
    assert (due.words, due.main) == ("Board, 2 ships", True)


def test_what_is_due_is_a_tap_for_each_piece_or_for_each_word_where_there_is_one_piece() -> None:
    of = offers({"board": Hint("Board {ship} {how}", due=lambda: ({},))}, Board)
    three = Table({"a1": "ana", "b1": "ben", "b2": "ben"})

    assert [(one.words, one.main) for one in asked(of).answers[:2]] == [
        ("Board a1 …", True),
        ("Board a2 …", True),
    ]
    assert asked(of, "do=board ship=a2").said == {"do": "board", "ship": "a2"}
    assert keys(of, "do=board ship=a2") == ["@as ana", "@from a2"]
    as_ana = "do=board ship=a1 how=as ana"
    assert keys(of, table=three) == [as_ana, "do=board ship=a1 how=from a1", "@a1"]
    assert keys(of, as_ana, table=three) == ["@b1", "@b2"]


def test_what_is_left_of_a_step_that_is_due_is_asked_for() -> None:
    straight = Hint("Sail", due=lambda: ({"way": "straight"},))
    races = Hint("Race {how_far} miles", due=lambda: ({},))
    of = offers({"sail": straight, "race": races}, Sail, Race)
    alone = Table({"a1": "ana"})

    assert keys(of, "do=sail way=straight ship=a1", table=alone) == ["@/none", "@1", "@2"]
    assert keys(of, "do=race", table=alone) == ["@1", "@2"]


def test_a_word_that_is_due_is_no_second_button() -> None:
    of = offers({"vote": Hint("Vote", due=lambda: ({"in_favour": True},))}, Vote)

    assert [(one.words, one.main) for one in asked(of).answers] == [
        ("Vote, in favour", True),
        ("Vote", False),
    ]


def test_a_button_that_would_lead_to_no_whole_step_is_not_there() -> None:
    of = offers({}, Board, Count)
    unopposed = Table({"a1": "ana"})

    assert keys(of, "@a1") == ["do=board ship=a1 how=as ana", "do=board ship=a1 how=from a1"]
    assert keys(of, "@a1", table=unopposed) == []
    assert keys(of, table=unopposed) == ["do=count", "@a1"]
    assert keys(of, table=Table({"b1": "ben"})) == []


def test_one_kind_of_step_may_be_put_before_people_in_two_ways() -> None:
    of = offers({"sound": Hint(), "sound/again": Hint("Sound once more")}, Sound)

    assert asked(of).answers == (
        prompts.Answer("do=sound", "Sound"),
        prompts.Answer("do=sound again", "Sound once more"),
    )


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


def test_in_a_menu_are_single_values_lists_and_what_is_said_of_each_name() -> None:
    of = offers({"lead": Hint("Lead", menu="What else?")}, Lead)
    table = Table({"a1": "ana", "a2": "ana", "a3": "ana", "b1": "ben"})
    lead = ("@a1", "do=lead ship=a1")
    begun = {"do": "lead", "ship": "a1"}

    def menu(*taps: Tap) -> Any:
        return asked(of, *lead, *taps, table=table)

    assert menu() == Prompt(
        "What else?",
        begun,
        (
            prompts.Answer("/enough", "Nothing", main=True),
            prompts.Answer("@tow", "a ship in tow"),
            prompts.Answer("@ships", "a ship"),
            prompts.Answer("ports @a2", "ports: a2"),
            prompts.Answer("ports @a3", "ports: a3"),
        ),
    )
    assert [(one.key, one.words) for one in menu("@tow").answers] == [
        ("@a2", "ana's a2"),
        ("@a3", "ana's a3"),
    ]
    more = menu("@tow", "@a3")
    assert more.answers[0] == prompts.Answer("/enough", "Nothing more", main=True)
    assert [one.key for one in more.answers[1:]] == ["@ships", "ports @a2", "ports @a3"]
    assert more.said == {**begun, "tow": "a3"}
    port = menu("ports @a2")
    assert port.words == "Where to with a2?"
    assert [one.words for one in port.answers] == ["port 4", "ana's port", "behind a1"]
    ports = ("ports @a2", "@port 4", "ports @a3", "@ana's port")
    assert menu(*ports, "/enough") == {**begun, "ports": {"a2": "port 4", "a3": "ana's port"}}
    assert [one.key for one in menu(*ports).answers] == ["/enough", "@tow", "@ships"]
    assert [one.key for one in menu("@ships").answers] == ["@a2", "@a3", "@b1"]
    everything = (*ports, "@ships", "@b1", "/enough", "@tow")
    assert menu(*everything, "@a2") == {**menu(*ports, "/enough"), "ships": ["b1"], "tow": "a2"}
    alone = Table({"a1": "ana", "b1": "ben"})
    assert keys(of, *lead, table=alone) == ["/enough", "@ships"]


def test_a_report_is_one_form_in_a_list_and_piece_by_piece_in_taps() -> None:
    of = offers({"sail": Hint("Sailed {way}", form=True, aside=True)}, Sail)

    (one,) = of.candidates(Table(), "ana")
    assert one.said["ship"] == "a1"
    assert one.asks["ship"] == Ask("names", "a ship of one's own", 1, ("a1", "a2"))
    assert keys(of) == ["@a1", "@a2"]


def test_what_may_be_left_out_is_listed_one_at_a_time_and_not_in_every_combination() -> None:
    of = offers({"load": Hint("Load", menu="How?")}, Load)

    found = [*of.candidates(Table(), "ana")]

    assert said(found) == [
        {"ship": "a1"},
        {"ship": "a1", "speed": 1},
        {"ship": "a1", "speed": 2},
        {"ship": "a1", "tow": "a2"},
        {"ship": "a2"},
        {"ship": "a2", "speed": 1},
        {"ship": "a2", "speed": 2},
        {"ship": "a2", "tow": "a1"},
    ]
    assert {(one.said["by"], one.said["do"]) for one in found} == {("ana", "load")}
    assert all(one.asks == {"cargo": Ask("text", "what it carries")} for one in found)


def test_a_report_without_a_hint_is_offered_in_its_own_words_and_nobody_waits_for_it() -> None:
    of = Offers(
        {"sail": Procedure(Sail, lambda table, _step: nothing(table)), "report": REPORT},
        {},
        over=lambda table: table.over,
        pieces=lambda table, _: table.ships,
    )
    calm, *ships = asked(of).answers

    assert calm == prompts.Answer("do=report fact=calm", "Report calm", aside=True)
    assert [(one.key, one.aside) for one in ships] == [("@a1", False), ("@a2", False)]
    straight, around, lost = asked(of, "@a1").answers
    assert (straight.words, straight.aside) == ("Sail, way straight", False)
    assert (around.words, lost.words, lost.aside) == ("Sail, way around", "Report lost", True)
    assert {one["do"] for one in of.whole_steps(Table(), "ana", "@a1") or ()} == {"sail"}


def test_what_is_due_comes_first_wherever_it_stands_among_the_hints() -> None:
    due = Hint("Signal", due=lambda player: [{"ship": {"ana": "a1", "ben": "b1"}[player]}])
    of = offers({"sail": Hint("Sail {way}"), "signal": due}, Sail, Signal)

    assert next(of.candidates(Table(), "ana")).said["do"] == "signal"
    assert [(one.words, one.main) for one in asked(of, "@a1").answers] == [
        ("Sail straight", False),
        ("Sail around", False),
        ("Signal", True),
    ]
    assert not any(one.main for one in asked(of, "@a2").answers)
    first, *others = of.whole_steps(Table(), "ana", "@a1") or ()
    assert (first["do"], {one["do"] for one in others}) == ("signal", {"sail", "signal"})


def test_the_plainest_step_is_that_of_the_first_player_who_has_one_and_fills_in_nothing() -> None:
    table = Table()
    sounds, sails = Hint("Sound", due=lambda: ({},)), Hint("Sail", due=lambda: ({},))
    of = offers({"sound": sounds, "sail": sails}, Sound, Sail)

    plainest = {"by": "ben", "do": "sail", "ship": "b1", "way": "straight"}
    assert of.plainest(table, ("cat", "ben", "ana")) == plainest
    assert of.plainest(table, ("cat",)) is None
    for_ben = offers({"sail": changed(sails, thought_of=lambda player: player == "ben")}, Sail)
    assert for_ben.plainest(table, ("ana", "ben")) == plainest


def test_nothing_is_offered_of_what_the_player_does_not_see() -> None:
    def fleet(table: Table, viewer: str) -> Table:
        return Table({ship: owner for ship, owner in table.ships.items() if owner == viewer})

    hail = Procedure(Hail, lambda table, _step: nothing(table))
    of = Offers(
        {"hail": hail},
        {},
        over=lambda table: table.over,
        pieces=lambda table, viewer: (f"{viewer}'s flag", *table.ships),
        seen=fleet,
    )
    table = Table()

    assert said(of.candidates(table, "ben")) == [{"whom": "ben's flag"}, {"whom": "b1"}]
    assert keys(of, table=table) == ["@ana's flag", "@a1", "@a2"]
    assert [*of.namable(table, "ben", "whom")] == ["ben's flag", "b1"]
    assert [*of.namable(table, "ben", "ship")] == []


def test_a_table_that_is_asked_about_again_is_looked_at_once() -> None:
    looks: list[str] = []
    hint = Hint("Sail", lambda player: looks.append(player) or True)  # type: ignore[func-returns-value]
    of, table = offers({"sail": hint}, Sail), Table()

    for player in ("ana", "ana", "ben", "ben"):
        keys_of = [*of.candidates(table, player)]
        assert keys_of

    assert looks == ["ana", "ben"]


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
