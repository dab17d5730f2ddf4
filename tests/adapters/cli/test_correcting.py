"""`umpire correct`: how the table really lies, said in paths, a mapping or a file."""

import json
from pathlib import Path
from typing import Any

import pytest

GAME = ("new", "voidsiege", "--players", "ana,ben")


def state(umpire: Any) -> Any:
    return json.loads(umpire("show", "--json").stdout)["state"]


def test_a_judge_says_it_in_paths(umpire: Any) -> None:
    umpire(*GAME)
    found = umpire("correct", "units.a1.restrictions=run,shoot", "points.ben=2", "--because", "so")
    assert found.exit_code == 0, found.output
    assert "restrictions of “a1”: nothing → run and shoot; points of ben: 3 → 2" in " ".join(
        found.output.split()
    )
    now = state(umpire)
    assert (now["units"]["a1"]["restrictions"], now["points"]["ben"]) == (["run", "shoot"], 2)
    umpire("correct", "units.a1.restrictions=", "--because", "none at all")
    assert state(umpire)["units"]["a1"]["restrictions"] == []


def test_a_player_says_it_and_the_other_agrees(umpire: Any) -> None:
    umpire(*GAME)
    umpire("correct", "points.ana=1", "--by", "ana", "--because", "two were spent")
    assert state(umpire)["points"]["ana"] == 3
    assert state(umpire)["to_act"] == ["ben"]
    umpire("consent")
    assert state(umpire)["points"]["ana"] == 1


def test_a_mapping_or_a_file_says_the_same(umpire: Any, tmp_path: Path) -> None:
    umpire(*GAME)
    umpire("correct", "points: {ana: 2}", "--because", "so")
    part = tmp_path / "part.yaml"
    part.write_text("points: {ben: 1}\n")
    found = umpire("correct", "units.a1.restrictions=run", str(part), "--because", "so")
    assert found.exit_code == 0, found.output
    assert state(umpire)["points"] == {"ana": 2, "ben": 1}


def test_without_parts_it_lists_what_can_be_put_right(umpire: Any) -> None:
    umpire("new", "nullshapers", "--players", "kim,lee")
    listed = umpire("correct").stdout.splitlines()
    assert "sectors.b1.kim=10" in listed
    assert "cards.quake.zone=hand" in listed
    also = umpire("correct", "--by", "kim").stdout
    assert "sectors.b1.kim=10" in also
    assert "quake" not in also, "not everybody sees it"
    found = umpire("correct", "sectors.b1.kim=9", "--because", "it was hit")
    assert "sectors of b1.kim: 10 → 9" in " ".join(found.output.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("points.ana=2",), "say with --because why it has to be put right."),
        (("--because", "so"), "say which parts lie otherwise, such as units.a1.restrictions=run."),
        (("points.ana=2", "points.ana=3", "--because", "so"), "“points.ana” is said twice."),
        (("points=2", "points.ana=3", "--because", "so"), "lies inside of what is said already."),
        (("points.ana=2", "points: {ben: 2}", "--because", "so"), "“points” is said twice"),
        (("points.ana=[", "--because", "so"), "“points.ana”: "),
    ],
)
def test_what_says_nothing_is_told_and_nothing_is_kept(
    umpire: Any, words: tuple[str, ...], told: str
) -> None:
    umpire(*GAME)
    found = umpire("correct", *words)
    assert found.exit_code == 2
    assert told in found.stderr
    assert json.loads(umpire("log", "--json").stdout)["entries"] == []


def test_what_is_nothing_is_refused_with_its_rule(umpire: Any) -> None:
    umpire(*GAME)
    found = umpire("correct", "units.a9.restrictions=run", "--because", "so", "--by", "ana")
    assert found.exit_code == 0
    assert "there is no such thing on this table" in found.output


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("units.zz.restrictions=run", "parts.units.zz.restrictions: there is no such thing"),
        ("points=9", "parts.points: expected a mapping, found 9"),
    ],
)
def test_a_judge_s_slip_is_told_and_nothing_is_written(umpire: Any, part: str, told: str) -> None:
    umpire("new", "voidsiege")
    slip = umpire("correct", part, "--because", "x")
    assert slip.exit_code == 2 and told in slip.stderr
    assert umpire("log").stdout == "Nothing has been said yet.\n"
    attempt = umpire("correct", part, "--because", "x", "--by", "ana")
    assert attempt.stdout.startswith("illegal 1.")
