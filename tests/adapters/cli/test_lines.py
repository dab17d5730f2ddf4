"""What a command prints at a table of a real size: bounds, and that what matters is not folded away."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.armies import ARMIES

GO = ("{by: ben, do: declare, unit: b%d, command: run}", "{by: ana, do: decline}")
UNDONE = (*GO, "{by: ben, do: undo}", "{by: ana, do: consent}")
CHARGED = (
    "{by: ana, do: declare, unit: a1, command: run}",
    "{by: ben, do: decline}",
    "{by: ana, do: move, unit: a1}",
    "{by: ana, do: declare, unit: a2, command: move}",
    *(line.replace("%d", str(n)) for n in range(2, 7) for line in UNDONE),
    *(line.replace("%d", "1") for line in GO),
    "{by: ben, do: move, unit: b1}",
)
"""Ana runs, then takes another go that is not hers; Ben takes five goes back before he is content."""


@pytest.fixture
def umpire(umpire: Any, tmp_path: Path) -> Any:
    """The command on a store whose newest game is that one."""
    record = {"record": 1, "ruleset": "voidsiege", "players": ["ana", "ben"]}
    steps = [yaml.safe_load(line) for line in CHARGED]
    game = {**record, "setup": ARMIES["voidsiege"](), "steps": steps}
    (tmp_path / "charged.yaml").write_text(yaml.safe_dump(game), encoding="utf-8")
    assert umpire("import", "charged.yaml").exit_code == 0
    return umpire


def lines(umpire: Any, *words: object) -> list[str]:
    result = umpire(*words)
    assert result.exit_code == 0, result.output
    return list(result.stdout.splitlines())


@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("options", 36),
        ("options --legal", 20),
        ("options a3", 40),
        ("show", 12),
        ("audit", 20),
        ("backup --to 3", 20),
        ("why 4", 20),
        ("log --last 3", 25),
    ],
)
def test_an_answer_at_an_army_s_size_is_one_screen(umpire: Any, line: str, most: int) -> None:
    assert len(lines(umpire, *line.split())) <= most


def test_an_audit_begins_with_the_point_of_error_and_folds_what_was_undone(umpire: Any) -> None:
    told = lines(umpire, "audit")
    assert told[0].startswith("Point of error: entry 4, ana")
    assert (
        "  … entries 5–24: undone by the players, and nothing was seen; --whole shows them" in told
    )
    assert not any(one.startswith("  17 ") for one in told)
    assert any(one.startswith("  26 ") for one in told)
    assert any(one.startswith("  17 ") for one in lines(umpire, "audit", "--whole"))


def test_a_rewind_sheet_has_a_box_for_each_entry_that_changes_something(umpire: Any) -> None:
    told = lines(umpire, "backup", "--to", 3)
    boxes = [one for one in told if one.startswith("[ ] ")]
    assert len(boxes) == 2 and "… nothing to do for what was entered as 4–24" in told
    whole = lines(umpire, "backup", "--to", 3, "--whole")
    assert len([one for one in whole if one.startswith("[ ] ")]) == 24


def test_what_one_card_or_unit_may_do_is_asked_by_its_name_too(umpire: Any) -> None:
    setup = ARMIES["nullshapers"]()
    setup["cards"] |= {
        id: {**one, "name": f"Old {one['name']}"} for id, one in setup["cards"].items()
    }
    umpire("new", "null", "--players", "ana,ben", "--setup", json.dumps(setup))
    told = lines(umpire, "options", "Old Jolt")
    assert told[0] == "ana may:" and "play: jolt1a, jolt4a → " in told[1]
    which = umpire("step", "ana", "play", "Old Jolt", "scout7b").stderr
    assert "could be “play jolt1a scout7b” or “play jolt4a scout7b”" in which
    umpire("new", "void")
    umpire("step", "ana", "a1", "run")
    told = lines(umpire, "options", "a2", "intervene")
    assert told == ["ben may do nothing with “a2 intervene” now."]


def numbered(umpire: Any, *words: object) -> dict[int, str]:
    """Number → the step that has it, of those on a line of their own."""
    rows = (one.strip().partition("  ") for one in lines(umpire, "options", *words))
    return {int(number): step for number, _, step in rows if number.isdecimal()}


def test_a_number_is_of_the_same_step_in_every_view_and_takes_it(umpire: Any) -> None:
    every = numbered(umpire, "--all")
    assert len(every) > 100
    views = [
        numbered(umpire, *one.split())
        for one in ("", "--legal", "a7", "a7 run", "ana", "--all --legal")
    ]
    assert all(view and view.items() <= every.items() for view in views[1:])
    assert {step for step in views[0].values() if ":" not in step} <= {*every.values()}
    number, step = next(iter(numbered(umpire, "a7", "run").items()))
    assert step == "declare a7 run"
    assert "“a7” Run" in umpire("step", number).stdout


def test_what_is_due_has_the_first_numbers_and_is_listed_once_however_many_units_there_are(
    umpire: Any,
) -> None:
    units = {f"{side[0]}{n}": {"owner": side} for side in ("ana", "ben") for n in range(1, 25)}
    setup = {"points": {"ana": 24, "ben": 24}, "units": units}
    umpire("new", "void", "--players", "ana,ben", "--setup", json.dumps(setup))
    umpire("ana", "a1", "assault", "charge", "b1")
    umpire("b2", "intervene")
    told = lines(umpire, "options", "--legal")
    assert told[:3] == ["ben may:", "  1  move b2", "  2  move b2 not completed own"]
    assert len(told) == len({*told})
    assert "ben moves “b2”" in umpire("1").stdout
