"""A dispute without names: nobody's name and none of their words is in it, and it is ruled on as before."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from application.lab.dispute import Dispute, dispute_at, game_of
from application.lab.nameless import nameless
from application.rulesets import FOLDERS
from domain.kernel.history import Opening
from domain.kernel.ruleset import Ruleset
from domain.kernel.shared import adjudicate
from domain.kernel.values import changed
from tests import toy
from tests.application.cases import RULESETS, refused
from tests.archive import disputed
from tests.examples import lanterns
from tests.spec import named, opened

ZOE, MUELLER = "Zoë", "Müller"
NAMES = st.sampled_from([ZOE, "zoe-kant", "x", "legion", "run", "p2", "unit", "a1", "Ana B."])


def told(dispute: Dispute) -> str:
    opening = changed(dispute.opening, edition_page={})
    return json.dumps([opening.setup, opening.players, dispute.steps, opening.names, opening.about])


def verdicts(dispute: Dispute, known: Ruleset | None = None) -> list[Any]:
    return [(one.ruling.verdict, one.ruling.cites) for one in game_of(dispute, known).log]


@pytest.mark.parametrize("name", RULESETS)
def test_every_ruling_on_the_records_is_the_same_without_names(name: str) -> None:
    for _, game, n, _ in refused(name):
        whole = dispute_at(game, n)
        plain = nameless(whole, game.ruleset).dispute
        assert verdicts(plain) == verdicts(whole)
        assert not set(whole.opening.players) & {*plain.opening.players}
        assert plain.opening.names == plain.opening.about == {}


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("seed", range(4))
def test_whatever_was_said_in_long_games_is_ruled_on_alike(name: str, seed: int) -> None:
    whole = disputed(name, seed, 80)
    plain = nameless(whole, named(name)).dispute
    assert [one[0] for one in verdicts(plain)] == [one[0] for one in verdicts(whole)]


def test_a_ruleset_has_it_without_a_line_of_its_own() -> None:
    game = opened(lanterns.RULESET, lanterns.RULESET.example(("ana", "ben")))  # type: ignore[misc]
    for said in ({"by": "ana", "do": "note", "text": "ben looks"}, {"by": "ana", "do": "pass"}):
        game.take(*adjudicate(game, said))
    plain = nameless(dispute_at(game, 2), game.ruleset).dispute
    assert "ana" not in told(plain)
    assert "ben" not in told(plain)
    assert verdicts(plain, lanterns.RULESET) == [
        (one.ruling.verdict, one.ruling.cites) for one in game.log
    ]


def test_remarks_reasons_and_steps_that_nobody_knows_are_left_out() -> None:
    opening = Opening("toy", "1", {}, "casual", (ZOE, MUELLER), {}, names={ZOE: "Zoë Kant"})
    steps = (
        {"by": ZOE, "do": "note", "text": "he pushed me"},
        {"by": MUELLER, "do": "he pushed me first", "how": "very hard", "whom": ["Zoë Kant"]},
        {"by": ZOE, "do": ["shout"], "text": "Müller!"},
        {"by": "judge", "do": "rewind", "to": 0, "because": "both shouted"},
    )
    plain, rename = nameless(Dispute(opening, steps), toy.RULESET)
    assert not any(
        word in told(plain).encode().decode("unicode-escape")
        for word in (ZOE, MUELLER, "Kant", "push", "hard", "shouted", "!")
    )
    assert rename("Zoë notes: he pushed me; Zoë Kant") == "p1 notes: …; p1"


@given(st.lists(NAMES, min_size=2, max_size=2, unique=True))
def test_no_name_of_a_player_is_left(players: list[str]) -> None:
    FOLDERS["toy"] = "tests.toy"
    opening = Opening("toy", "1", {}, "casual", tuple(players), {})
    steps = tuple(
        {"by": one, "do": "say", "number": n, "note": f"{one}!"} for n, one in enumerate(players)
    )
    whole = Dispute(opening, steps)
    plain = nameless(whole, toy.RULESET).dispute
    assert not set(players) & set(plain.opening.players)
    assert not any(f'"{one}!"' in told(plain) for one in players)
    assert verdicts(plain) == verdicts(whole)
