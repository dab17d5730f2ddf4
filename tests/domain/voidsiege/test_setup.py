"""What a set-up must look like (section 4); anything else cannot be read, and is told so plainly."""

from typing import Any

import pytest

from domain.kernel.ruleset import SetupError
from tests.domain.voidsiege.tables import table
from tests.spec import opened

POINTS = {"ana": 3, "ben": 3}
UNITS: dict[Any, Any] = {"a1": {"owner": "ana"}, "b1": {"owner": "ben"}}
ROW = {"parts": ["move"], "target": "none"}


def refused(sentence: str, players: tuple[str, ...] = ("ana", "ben"), **setup: Any) -> None:
    """The set-up is refused in exactly this sentence."""
    with pytest.raises(SetupError) as why:
        opened("voidsiege", {"points": POINTS, "units": UNITS, **setup}, players)
    assert str(why.value) == sentence


def test_two_players_are_needed() -> None:
    refused(
        "players: VoidSiege is for 2, not 3",
        players=("ana", "ben", "cleo"),
        points={"ana": 3, "ben": 3, "cleo": 3},
        units={**UNITS, "c1": {"owner": "cleo"}},
    )


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ({"ana": 3}, "setup.points: “ben” is missing"),
        (
            {"ana": 3, "ben": -1},
            "setup.points.ben: expected a whole number from 0, found -1",
        ),
        (
            {"ana": True, "ben": 3},
            "setup.points.ana: expected a whole number from 0, found true",
        ),
        (
            {"ana": 3, "ben": 2.5},
            "setup.points.ben: expected a whole number from 0, found 2.5",
        ),
        ({"ana": 0, "ben": 0}, "setup.points: at least one player needs a command point"),
        (
            {"ana": 3, "ben": 3, "cleo": 3},
            "setup.points: unknown key “cleo”; expected ana, ben",
        ),
        ([3, 3], "setup.points: expected a mapping, found [3, 3]"),
        (None, "setup.points: expected a mapping, found nothing"),
    ],
)
def test_points_that_are_none_are_refused(points: Any, sentence: str) -> None:
    refused(sentence, points=points)


@pytest.mark.parametrize(
    ("unit", "sentence"),
    [
        ({"owner": "cleo"}, "setup.units.c1.owner: expected one of ana, ben, found “cleo”"),
        ({"owner": ["ana"]}, 'setup.units.c1.owner: expected a word, found ["ana"]'),
        ({}, "setup.units.c1: “owner” is missing"),
        (
            {"owner": "ana", "size": 3},
            "setup.units.c1: unknown key “size”; expected owner, abilities, restrictions",
        ),
        ("ana", "setup.units.c1: expected a mapping, found “ana”"),
        (
            {"owner": "ana", "abilities": ["relentless", 7]},
            "setup.units.c1.abilities[1]: expected a word, found 7",
        ),
        (
            {"owner": "ana", "abilities": None},
            "setup.units.c1.abilities: expected a list, found nothing",
        ),
        (
            {"owner": "ana", "restrictions": ["run", "rally"]},
            "setup.units.c1.restrictions[1]: expected one of run, shoot, defend, found “rally”",
        ),
        (
            {"owner": "ana", "restrictions": [["run"]]},
            'setup.units.c1.restrictions[0]: expected a word, found ["run"]',
        ),
        (
            {"owner": "ana", "restrictions": "run"},
            "setup.units.c1.restrictions: expected a list, found “run”",
        ),
    ],
)
def test_a_misshapen_unit_is_refused(unit: Any, sentence: str) -> None:
    refused(sentence, units={**UNITS, "c1": unit})


@pytest.mark.parametrize(
    ("units", "sentence"),
    [
        ({"a1": {"owner": "ana"}}, "setup.units: ben has no unit; expected at least one"),
        ({"b1": {"owner": "ben"}}, "setup.units: ana has no unit; expected at least one"),
        ({**UNITS, 7: {"owner": "ana"}}, "setup.units: expected words as keys, found 7"),
        (["a1", "b1"], 'setup.units: expected a mapping, found ["a1", "b1"]'),
    ],
)
def test_each_player_needs_a_unit(units: Any, sentence: str) -> None:
    refused(sentence, units=units)


@pytest.mark.parametrize("key", ["points", "units"])
def test_what_may_not_be_left_out(key: str) -> None:
    setup = {"points": POINTS, "units": UNITS}
    del setup[key]
    with pytest.raises(SetupError) as why:
        opened("voidsiege", setup)
    assert str(why.value) == f"setup: “{key}” is missing"


@pytest.mark.parametrize(
    ("scenario", "shown"),
    [(0, "0"), (7, "7"), ("1", "“1”"), (None, "nothing"), (True, "true"), (1.0, "1.0")],
)
def test_a_scenario_is_a_number_from_1_to_6(scenario: Any, shown: str) -> None:
    sentence = f"setup.scenario: expected a whole number from 1 to 6, found {shown}"
    refused(sentence, scenario=scenario)


@pytest.mark.parametrize(
    ("rounds", "shown"),
    [(0, "0"), (-1, "-1"), ("4", "“4”"), (None, "nothing"), (True, "true"), (1.0, "1.0")],
)
def test_rounds_are_a_number_from_1(rounds: Any, shown: str) -> None:
    refused(f"setup.rounds: expected a whole number from 1, found {shown}", rounds=rounds)


SPELLED = "a small letter a–z, then small letters, digits and underscores, at most 40 in all"
COUNT = ".parts: expected one to three parts, none of them twice"


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"parts": [], "target": "none"}, COUNT),
        ({"parts": ["move", "move"], "target": "none"}, COUNT),
        ({"parts": ["move", "run", "shoot", "brace"], "target": "after_move"}, COUNT),
        ({"parts": ["move", "run"], "target": "none"}, ".parts: expected move or run, not both"),
        (
            {"parts": ["melee"], "target": "none"},
            ".parts[0]: expected one of brace, move, rally, run, shoot, found “melee”",
        ),
        (
            {"parts": "move", "target": "none"},
            ".parts: expected a list, found “move”",
        ),
        ({"target": "none"}, ": “parts” is missing"),
        (
            {"parts": ["brace"], "target": "after_move"},
            ".target: expected none or declared for brace, found “after_move”",
        ),
        (
            {"parts": ["move"], "target": "early"},
            ".target: expected one of after_move, declared, none, found “early”",
        ),
        (
            {"parts": ["move", "brace"], "target": "declared"},
            ".target: expected none for move, brace, found “declared”",
        ),
        (
            {"parts": ["shoot"], "target": "none"},
            ".target: expected declared for shoot, found “none”",
        ),
        (
            {"parts": ["run", "shoot"], "target": "declared"},
            ".target: expected after_move for run, shoot, found “declared”",
        ),
        (
            {"parts": ["shoot", "move"], "target": "declared"},
            ".target: expected after_move for shoot, move, found “declared”",
        ),
        (
            {**ROW, "restrictions": {"run": ["run"]}},
            ".restrictions: unknown key “run”; expected move",
        ),
        (
            {**ROW, "restrictions": ["run"]},
            '.restrictions: expected a mapping, found ["run"]',
        ),
        (
            {**ROW, "restrictions": {"move": ["run", "No walk"]}},
            f".restrictions.move[1]: expected {SPELLED}, found “No walk”",
        ),
        (
            {**ROW, "restrictions": {"move": "run"}},
            ".restrictions.move: expected a list, found “run”",
        ),
        (
            {**ROW, "cost": 2},
            ": unknown key “cost”; expected parts, restrictions, target, as_command, as_reaction, as_charge",
        ),
        ({**ROW, "as_charge": True}, ".as_charge: only a command of the table's own says it"),
        (None, ": expected a mapping, found nothing"),
    ],
)
def test_rows_for_undocumented_commands(row: Any, sentence: str) -> None:
    refused(f"setup.commands.overrun{sentence}", commands={"overrun": row})


@pytest.mark.parametrize(
    ("word", "row", "sentence"),
    [
        ("rally", ROW, ": the rulebook has “rally”; give yours another name"),
        ("charge", ROW, ": the rulebook has “charge”; give yours another name"),
        ("Ram", ROW, f": expected {SPELLED}, found “Ram”"),
        ("r" * 41, ROW, f": expected {SPELLED}, found “{'r' * 41}”"),
        ("ram\n", ROW, f": expected {SPELLED}, found “ram\n”"),
        ("ram", {**ROW, "as_reaction": "yes"}, ".as_reaction: expected true or false, found “yes”"),
        (
            "ram",
            {"parts": ["shoot"], "as_charge": True},
            ".as_charge: expected false without a move or run (E3), found true",
        ),
    ],
)
def test_rows_for_commands_of_the_tables_own(word: str, row: Any, sentence: str) -> None:
    """E20, E3: a word of their own, and no Charge without a move or a run."""
    refused(f"setup.commands.{word}{sentence}", commands={word: row})


def test_commands_are_a_mapping() -> None:
    refused("setup.commands: expected a mapping, found []", commands=[])


U3_NAMES = "advance, assault, covering_fire, ditch, overrun, rally"


@pytest.mark.parametrize(
    ("reactions", "sentence"),
    [
        ({"move": True}, f": unknown key “move”; expected {U3_NAMES}"),
        ({"rally": "yes"}, ".rally: expected true or false, found “yes”"),
        ({"rally": None}, ".rally: expected true or false, found nothing"),
        (["rally"], ': expected a mapping, found ["rally"]'),
    ],
)
def test_reactions_are_named_and_true_or_false(reactions: Any, sentence: str) -> None:
    """U3: the table may say of the commands of that list whether they are reactions."""
    refused(f"setup.reactions{sentence}", reactions=reactions)


@pytest.mark.parametrize(
    ("removals", "sentence"),
    [
        ("relentless", "expected a list, found “relentless”"),
        (None, "expected a list, found nothing"),
    ],
)
def test_removals_are_a_list(removals: Any, sentence: str) -> None:
    """U4: the table may say which special rules remove a restriction."""
    refused(f"setup.removals: {sentence}", removals=removals)


@pytest.mark.parametrize(
    ("removals", "sentence"),
    [
        (["relentless", "Relent-less"], "[1]: “Relent-less” is there already, as “relentless”"),
        (
            ["veteran", "Will of the Masters"],
            "[1]: “Will of the Masters” needs no leave, it removes a restriction by P16",
        ),
    ],
)
def test_removals_are_named_once_and_will_of_the_masters_not(removals: Any, sentence: str) -> None:
    """U4, P16: capitals, spaces, hyphens and underscores make no difference."""
    refused(f"setup.removals{sentence}", removals=removals)


def test_a_removal_is_a_word() -> None:
    refused("setup.removals[0]: expected a word, found true", removals=[True])


def test_no_other_key() -> None:
    expected = "expected points, units, rounds, scenario, commands, reactions, removals"
    refused(f"setup: unknown key “weather”; {expected}", weather="rain")


def test_settled_questions_cannot_be_set() -> None:
    with pytest.raises(SetupError, match="no open question “C5”"):
        opened("voidsiege", {"points": POINTS, "units": UNITS}, readings={"C5": "no"})


@pytest.mark.parametrize(
    ("row", "applied", "target"),
    [
        ({"parts": ["brace"], "target": "none"}, {"brace": ()}, "none"),
        ({**ROW, "restrictions": {}}, {"move": ()}, "none"),
        (
            {
                "parts": ["run", "shoot", "brace"],
                "target": "after_move",
                "restrictions": {"brace": ["defend", "run"], "shoot": ["shoot"]},
            },
            {"run": (), "shoot": ("shoot",), "brace": ("defend", "run")},
            "after_move",
        ),
    ],
)
def test_a_row_is_taken_as_it_is_written(row: Any, applied: Any, target: str) -> None:
    """One to three parts in their order; a part left out applies nothing, and so do all without the key."""
    for name in ("overrun", "covering_fire"):
        command = table(commands={name: row}).state.row(name)
        assert (dict(command.parts), command.target, command.documented) == (applied, target, True)


def test_what_is_left_out() -> None:
    """No length, no scenario, no restrictions, no abilities; what is given stands."""
    state = table(points=(0, 1)).state
    assert (state.rounds, state.scenario, state.go.player) == (None, None, "ben")
    assert not any(unit.held or unit.abilities for unit in state.units.values())
    assert [state.row(name).documented for name in ("overrun", "covering_fire")] == [False, False]
    assert table(rounds=1, scenario=6).state.rounds == 1
    given = table(held={"b1": ["defend", "run"]}, masters=("b1",)).state
    assert sorted(given.units["b1"].held) == ["defend", "run"]
    assert given.units["b1"].abilities == {"will_of_the_masters"}
    assert given.left == {"ana": 2, "ben": 2}
