"""A ruleset for three and more: what opens a game takes as few as may play, and shows examples that fit."""

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from click.testing import Result

from application import rulesets
from application.examples import example_for, fewest_players
from application.law.setup_account import setup_lines
from application.law.step_account import step_forms
from application.records.demo import demo_of
from domain.kernel.rulebook import Law
from domain.kernel.ruleset import SetupError
from domain.kernel.setup import Shape, read
from domain.kernel.values import changed
from tests import toy
from tests.adapters import commands
from tests.adapters.servers import inside

THREE = ["ana", "ben", "cem"]


class Setup(Shape):
    """Who begins with how many sticks."""

    sticks: int
    """How many there are."""
    third: str
    """Who sits in the third seat."""


def opens(law: Law, players: tuple[str, ...], said: Mapping[str, Any]) -> toy.Table:
    return toy.opens(law, players, {"sticks": read(Setup, said).sticks})


def example(players: tuple[str, ...]) -> Mapping[str, Any]:
    return {"sticks": 9, "third": players[2]}


RING = changed(toy.RULESET, title="Ring", opens=opens, example=example, setup=Setup, seats=(3, 4))


@pytest.fixture(autouse=True)
def ring(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy, for three and four."""
    module = ModuleType("tests_ring")
    module.RULESET, module.__file__ = RING, toy.__file__  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tests_ring", module)
    monkeypatch.setitem(rulesets.FOLDERS, "toy", "tests_ring")
    rulesets.ruleset.cache_clear()
    yield
    rulesets.ruleset.cache_clear()


@pytest.fixture
def umpire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("UMPIRE_DB", str(tmp_path / "games.umpire"))
    monkeypatch.chdir(tmp_path)
    return commands.umpire


def test_its_name_opens_a_game_for_as_few_as_may_play(umpire: Callable[..., Result]) -> None:
    assert umpire("new", "toy").exit_code == 0
    (listed,) = json.loads(umpire("games", "--json").stdout)["games"]
    assert listed["players"] == THREE
    assert umpire("new", "toy", "--players", "kim,lee,mia,noa").exit_code == 0
    told = commands.refused(umpire("new", "toy", "--players", "kim,lee"))
    assert told == "umpire: players: Ring is for 3 or 4, not 2."
    assert "as --players ana,ben,cem" in umpire("new", "--ruleset", "toy").stderr


def test_it_is_asked_for_with_as_many_names(umpire: Callable[..., Result]) -> None:
    opened = umpire("new", "toy", "-i", input="\ny\n\n")
    assert opened.exit_code == 0, opened.output
    assert "Players in turn order (Enter: ana,ben,cem)" in opened.stderr
    assert "third: cem" in opened.stdout


def test_what_a_set_up_and_a_step_may_hold_is_shown_at_a_table_that_fits() -> None:
    lines = [line.text for line in setup_lines(RING)]
    shown = yaml.safe_load("\n".join(lines[lines.index("For example") + 1 :]))
    assert shown == {"sticks": 9, "third": "cem"}
    assert {"take", "report"} <= {row["do"] for row in step_forms(RING).steps}
    assert demo_of("toy").record.opening.players == tuple(THREE)


def test_the_start_page_asks_for_three_and_has_their_example(tmp_path: Path) -> None:
    with inside(tmp_path / "games.umpire") as client:
        page = client.get("/").text
        assert 'value="toy" data-least="3" data-most="4"' in page
        found = re.search(r'<script type="application/json" id="rosters">(.*)</script>', page)
        assert found is not None
        shown = json.loads(found[1])["examples"]["toy"]
        assert [len(one["armies"]) for one in shown] == [3, 4]
        form = {"ruleset": "toy", "first": "Kim", "second": "Lee"}
        refused = client.post("/start", data=form)
        assert refused.status_code == 422
        assert "A player has no name; expected one for each." in refused.text
        answer = client.post("/start", data={**form, "third": "Mia"})
        assert answer.status_code == 303, answer.text


def test_so_many_names_are_known_as_may_be_wanted() -> None:
    assert fewest_players(changed(RING, seats=(8, 8)))[5:] == ("fay", "player7", "player8")
    with pytest.raises(SetupError, match="players: Ring is for 5, not 3"):
        example_for(changed(RING, seats=(5, 5)), THREE)
    with pytest.raises(SetupError, match="there is no example of Ring"):
        example_for(changed(RING, example=None), THREE)
