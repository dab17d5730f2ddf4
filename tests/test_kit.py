"""The kit on a game as small as can be, and on faults planted in it."""

import re
from collections.abc import Mapping
from contextlib import nullcontext
from random import Random
from time import process_time
from typing import Any

import pytest

from application.rulesets import FOLDERS
from domain.kernel.faults import RulesetFault
from domain.kernel.hiding import Hiding
from domain.kernel.lab import SmallTable
from domain.kernel.offers import Hint
from domain.kernel.ruleset import Candidate, Ruleset
from domain.kernel.shared import adjudicate
from domain.kernel.values import changed
from tests import toy
from tests.examples import lanterns
from tests.kit import code, kit, worlds
from tests.kit.bound import bounded
from tests.kit.planted import offering
from tests.kit.sound import Watch
from tests.kit.taps import judged_alike
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
    silent = changed(toy.RULESET, hints={**toy.HINTS, "say": Hint("Say", lambda: False)})
    monkeypatch.setattr(TestToy, "ruleset", silent)
    with pytest.raises(AssertionError, match="no candidate ever says “say”, so it is never tried"):
        TestToy().test_every_step_is_thought_of()


def test_a_candidate_for_somebody_else_is_found() -> None:
    with pytest.raises(AssertionError, match="a candidate of ana"):
        Watch(
            opened(
                offering(toy.RULESET, lambda _t, _p: [Candidate({"by": "ben", "do": "say"})]), {}
            )
        )


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


MISTAKEN = """
from domain.kernel.ruling import grounds, illegal, undetermined

def judge(table, law, yes):
    reading = "yes"
    if table.law["Q9"] == "yes" or table.law["Q1"] in ("yes", "maybe"):
        return illegal("no", "N1", "N7", since=3)
    if law.is_("Q1", "nobody") or law.is_("Q1", reading) or law["Q2"] != "open":
        return undetermined("so", *(("Q1", "Q7") if table.law["Q1"] == "open" else ()))
    yield grounds("aloud", "N1", "N77" if yes else "N2")
"""


def test_a_rule_in_a_sentence_that_is_not_in_the_rulebook_is_found(
    tmp_path: Any, monkeypatch: Any
) -> None:
    (tmp_path / "mistaken_toy.py").write_text(MISTAKEN)
    monkeypatch.syspath_prepend(tmp_path)
    assert code.unknown(toy.RULESET, "mistaken_toy") == [
        "mistaken_toy, line 7: illegal(…) cites N7, which is not in the rulebook",
        "mistaken_toy, line 9: undetermined(…) cites Q7, which is not in the rulebook",
        "mistaken_toy, line 10: grounds(…) cites N77, which is not in the rulebook",
    ]


def test_a_question_or_a_reading_that_is_not_on_the_page_is_found(
    tmp_path: Any, monkeypatch: Any
) -> None:
    (tmp_path / "misreading_toy.py").write_text(MISTAKEN)
    monkeypatch.syspath_prepend(tmp_path)
    assert sorted({*code.misread(toy.RULESET, "misreading_toy")}) == [
        "misreading_toy, line 6: there is no question Q9",
        "misreading_toy, line 6: “maybe” is no reading of Q1; expected no, yes or open",
        "misreading_toy, line 8: “nobody” is no reading of Q1; expected no, yes or open",
    ]


def remembers(**fields: Any) -> Ruleset:
    """The toy, whose table begins with these values in `since`."""
    return changed(
        toy.RULESET,
        opens=lambda law, players, setup: changed(toy.opens(law, players, setup), **fields),
    )


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"out": []}, "state.out is a list, which can be changed: make it a tuple"),
        ({"since": {"ana": {3}}}, "state.since[ana] is a set, which can be changed: make it a fro"),
        ({"out": (Random(1),)}, "state.out[0] is a Random, which can be changed: make it a Value"),
    ],
)
def test_a_value_in_the_state_that_can_be_changed_is_found(
    fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(AssertionError, match=re.escape(sentence)):
        Watch(opened(remembers(**fields), {}))


def test_a_state_that_is_changed_in_place_is_found() -> None:
    def after(self: toy.NumberSaid, table: toy.Table, entry: int) -> toy.Table:
        table.said[self.number] = entry  # type: ignore[index]
        return table

    game = opened(remembers(said={}), {})
    watch = Watch(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(toy.NumberSaid, "after", after)
        game.take(*adjudicate(game, {"by": "ana", "do": "say", "number": 1}))
    with pytest.raises(
        AssertionError, match=r"entry 1 has changed state\.said in place: let `after`"
    ):
        watch(game)


def test_a_loop_without_an_end_is_stopped_and_its_line_is_named() -> None:
    def follow(table: Any, _entry: int) -> Any:
        while table.turn:
            pass
        yield

    endless = changed(toy.RULESET, follow=follow)
    place = (
        r"test_kit.py, line \d+, in follow does not come to an end: a call of the ruleset has taken"
    )
    with pytest.raises(RulesetFault, match=place), bounded("toy", __file__, seconds=0.1):
        opened(endless, {})


def test_what_takes_long_in_many_calls_is_not_stopped() -> None:
    until = process_time() + 0.3
    with bounded("toy", str(toy.__file__), seconds=0.05):
        while process_time() < until:
            opened(toy.RULESET, {})


def test_every_test_of_the_kit_has_the_bound(monkeypatch: Any) -> None:
    monkeypatch.setattr(TestToy, "seconds", 0.1)
    monkeypatch.setitem(FOLDERS, "toy", "tests.toy")

    def over(_table: toy.Table) -> bool:
        while True:
            pass

    monkeypatch.setattr(toy, "over", over)
    game = opened(toy.RULESET, {})
    with pytest.raises(RulesetFault, match=r"toy: toy.py, line \d+, in to_act does not come to an"):
        with TestToy().bound():
            toy.to_act(game.now.state)


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
        game = opened(ruleset, {"stones": ["ruby", "opal"]})
        worlds.told_alike(game, Random(seed), filled, 8, (), (worlds.renamed_world,))


def test_what_is_hidden_well_passes() -> None:
    compared(hides())


@pytest.mark.parametrize(
    "leaks",
    [
        {"view": lambda t, _: {**toy.view(t, ""), "stones": list(t.stones)}},
        {"in_words": lambda t, _: [f"the stones: {t.stones}"]},
        {"chance": lambda t: t.stones[1]},
    ],
    ids=["view", "words", "chance"],
)
def test_what_tells_of_hidden_things_is_found(leaks: Any) -> None:
    with pytest.raises(AssertionError):
        compared(hides(**leaks))


def test_an_offer_that_names_something_hidden_is_found() -> None:
    with pytest.raises(AssertionError):
        compared(
            offering(
                hides(),
                lambda t, p: [Candidate({"by": p, "do": "say", "number": 1, "note": t.stones[1]})],
            )
        )


def test_a_refusal_that_knows_a_hidden_name_is_found() -> None:
    def say(table: Any, step: Any) -> Any:
        from domain.kernel.ruling import illegal

        if step.note in table.stones:
            yield illegal("that stone is another's", "N1")
        yield from toy.say(table, step)

    procedure = changed(toy.RULESET.procedures["say"], happens=say)
    oracle = offering(
        hides(procedures={**toy.RULESET.procedures, "say": procedure}),
        lambda _t, p: [Candidate({"by": p, "do": "say", "number": 1, "note": "x"})],
    )
    game = opened(oracle, {"stones": ["ruby", "opal"]})
    with pytest.raises(AssertionError):
        worlds.hidden_names_are_nothing(game, Random(1))


def test_a_play_of_the_toy_says_what_it_should() -> None:
    game = opened(toy.RULESET, {})
    assert play(game, Random(3), 10).game.length == 10


def exchanged_alike(ruleset: Ruleset) -> None:
    table = lanterns.RULESET.lab.tables[0]
    for seed in range(12):
        game = opened(ruleset, table.setup, table.players)
        worlds.told_alike(game, Random(seed), filled, 8, (), (worlds.exchanged_world,))


def test_what_a_hidden_card_is_nobody_is_told() -> None:
    exchanged_alike(lanterns.RULESET)


def test_words_that_tell_what_a_hidden_card_is_are_found() -> None:
    """Where only names were other ones, they would not be."""

    def chance(table: Any) -> str:
        kinds = {one.whose: one.kind for one in table.zones.cards.values()}
        return f"It is said that {kinds} were dealt last."

    with pytest.raises(AssertionError):
        exchanged_alike(changed(lanterns.RULESET, chance=chance))


def test_a_tap_that_is_judged_otherwise_than_what_comes_of_it_is_found() -> None:
    """Who judges quickly takes another card than the one that is tapped."""
    table = lanterns.RULESET.lab.tables[0]
    again = offering(lanterns.RULESET, lanterns.RULESET.offers.candidates)
    offers: Any = again.offers
    offers.whole_steps = lambda *_: iter(({"do": "bid", "amount": 99},))
    for ruleset, fault in (
        (lanterns.RULESET, nullcontext()),
        (again, pytest.raises(AssertionError)),
    ):
        with fault:
            for seed in range(4):
                game = opened(ruleset, table.setup, table.players)
                play(game, Random(seed), 8, filled)
                for player in table.players:
                    judged_alike(game, player, Random(seed), filled)
