"""The kit on a game as small as can be, and on faults planted in it."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from domain.kernel.hiding import Hiding
from domain.kernel.lab import SmallTable
from domain.kernel.ruleset import Candidate, Ruleset
from domain.kernel.values import changed
from tests import toy
from tests.kit import code, kit, worlds
from tests.kit.sound import Watch
from tests.properties.play import filled, play
from tests.spec import opened

TABLES = (SmallTable("bare", "nothing", {}), SmallTable("sticks", "nine", {"sticks": 9}))
TestToy = kit("toy", "tests.toy", tables=TABLES)


def looked_at(**otherwise: Any) -> None:
    Watch(opened(changed(toy.RULESET, **otherwise), {}))


def view(**more: Any) -> Any:
    def shown(table: toy.Table, viewer: str) -> dict[str, Any]:
        return {**toy.view(table, viewer), **more}

    return shown


def test_a_game_that_waits_for_nobody_is_found() -> None:
    with pytest.raises(AssertionError, match="to_act names nobody, and the game is not over"):
        looked_at(to_act=lambda _table: ())


def test_a_view_with_a_set_in_it_is_found() -> None:
    with pytest.raises(AssertionError, match=r"view\.said is a set: give a list"):
        looked_at(view=view(said={1, 2}))


def test_a_view_without_what_everybody_asks_for_is_found() -> None:
    with pytest.raises(AssertionError, match="the view has no over and no to_act"):
        looked_at(view=lambda _table, _viewer: {})


def test_a_step_that_goes_on_and_is_illegal_is_found() -> None:
    with pytest.raises(AssertionError, match=r"going_on gives .*: it is ana's turn"):
        looked_at(going_on=lambda _table: {"by": "ben", "do": "say", "number": 1})


def test_a_step_that_no_candidate_says_is_found(monkeypatch: Any) -> None:
    silent = changed(toy.RULESET, candidates=lambda _table, _player: [])
    monkeypatch.setattr(TestToy, "ruleset", silent)
    with pytest.raises(AssertionError, match="no candidate ever says “say”, so it is never tried"):
        TestToy().test_every_step_is_thought_of()


def test_a_candidate_for_somebody_else_is_found() -> None:
    with pytest.raises(AssertionError, match="a candidate of ana"):
        looked_at(candidates=lambda _table, _player: [Candidate({"by": "ben", "do": "say"})])


FORGETS = """
from domain.kernel.events import RemarkNoted
from domain.kernel.ruleset import Happening
from domain.kernel.rulebook import Rule

RULE = Rule("N3", "Never", "It is written down, and nobody decides it.", "toy")

def inner() -> Happening:
    yield from ()

def outer() -> Happening:
    inner()
    table = inner()
    table = yield from inner()
    return RemarkNoted("ana", table)
"""


def test_a_forgotten_yield_is_found(tmp_path: Any, monkeypatch: Any) -> None:
    (tmp_path / "forgetful_toy.py").write_text(FORGETS)
    monkeypatch.syspath_prepend(tmp_path)
    assert code.forgotten("forgetful_toy") == [
        "forgetful_toy, line 12: inner(…) does not happen; write yield from inner(…)",
        "forgetful_toy, line 13: inner(…) does not happen; write yield from inner(…)",
        "forgetful_toy, line 15: RemarkNoted(…) does not happen; write return (yield RemarkNoted(…))",
    ]


def test_a_rule_that_is_only_written_down_is_not_cited(tmp_path: Any, monkeypatch: Any) -> None:
    (tmp_path / "silent_toy.py").write_text(FORGETS)
    monkeypatch.syspath_prepend(tmp_path)
    assert "N3" not in code.words_in("silent_toy")
    assert {"N1", "N2", "Q1"} <= code.words_in("tests.toy")
    assert code.uncited(toy.RULESET, "tests.toy") == []


STONES = {"ana": "ruby", "ben": "opal"}


def lays_stones(law: Any, players: tuple[str, ...], setup: Mapping[str, Any]) -> Any:
    return Stones(law, players, players[0], stones=tuple(setup["stones"]))


class Stones(toy.Table):
    """Each player holds a stone that the other does not see."""

    stones: tuple[str, ...] = ()


def holds_it(table: Stones, viewer: str, name: str) -> bool:
    return viewer in table.players and table.stones[table.players.index(viewer)] == name


def hides(**otherwise: Any) -> Ruleset:
    hiding = Hiding(names=lambda table: table.stones, sees=holds_it, step_name_fields=("note",))
    return changed(toy.RULESET, opens=lays_stones, hiding=hiding, **otherwise)


def compared(ruleset: Ruleset) -> None:
    for seed in range(12):
        worlds.told_alike(
            ruleset,
            {"stones": ["ruby", "opal"]},
            ("ana", "ben"),
            Random(seed),
            worlds.renamed_world,
            filled,
            8,
        )


def test_what_is_hidden_well_passes() -> None:
    compared(hides())


@pytest.mark.parametrize(
    "leaks",
    [
        {"view": lambda t, _: {**toy.view(t, ""), "stones": list(t.stones)}},
        {"in_words": lambda t, _: [f"the stones: {t.stones}"]},
        {"chance": lambda t: t.stones[1]},
        {"candidates": lambda t, p: [Candidate({"by": p, "do": "say", "note": t.stones[1]})]},
    ],
    ids=["view", "words", "chance", "options"],
)
def test_what_tells_of_hidden_things_is_found(leaks: Any) -> None:
    with pytest.raises(AssertionError):
        compared(hides(**leaks))


def test_a_refusal_that_knows_a_hidden_name_is_found() -> None:
    def say(table: Any, step: Any) -> Any:
        from domain.kernel.ruling import illegal

        if step.note in table.stones:
            yield illegal("that stone is another's", "N1")
        yield from toy.say(table, step)

    procedure = changed(toy.RULESET.procedures["say"], happens=say)
    oracle = hides(
        procedures={**toy.RULESET.procedures, "say": procedure},
        candidates=lambda _t, p: [Candidate({"by": p, "do": "say", "number": 1, "note": "x"})],
    )
    game = opened(oracle, {"stones": ["ruby", "opal"]})
    with pytest.raises(AssertionError):
        worlds.hidden_names_are_nothing(game, Random(1))


def test_a_play_of_the_toy_says_what_it_should() -> None:
    game = opened(toy.RULESET, {})
    assert play(game, Random(3), 10).game.length == 10
