"""Defects: what a judge calls wrong is kept once, small and without names, until the rules are mended."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adapters.wiring import defect_index_on
from application import rulesets
from application.desk.defects import DefectIndex, NoDefect
from application.ledger import law_digest
from application.records.records import record_from, record_of
from application.records.replay import replay
from application.rulesets import ruleset
from domain.kernel.history import Opening
from domain.kernel.ruling import ILLEGAL, LEGAL
from domain.kernel.steps import JUDGE
from domain.kernel.values import changed
from tests import toy
from tests.application.cases import RULESETS, played, refused
from tests.archive import disputed
from tests.stores import with_toy

NUMBERS: tuple[dict[str, Any], ...] = (
    {"by": "Zoë", "do": "say", "number": 1},
    {"by": "Müller", "do": "note", "text": "Zoë cheats"},
    {"by": "Müller", "do": "say", "number": 2},
    {"by": "Müller", "do": "say", "number": 3},
)
"""The last is out of turn."""


@pytest.fixture(params=["sqlite", "postgres"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[DefectIndex]:
    """On both databases."""
    with_toy()
    if request.param == "postgres":
        from click.testing import CliRunner

        from adapters.cli.store.db import db

        address = request.getfixturevalue("empty_postgres")
        assert CliRunner().invoke(db, ["init", "--db", address]).exit_code == 0
        found = defect_index_on(address)
        for table in ("umpire_defects", "umpire_defect_claims", "umpire_defects_read"):
            found.rows.tables.run(f"DELETE FROM {table}", [()])  # type: ignore[attr-defined]
    else:
        found = defect_index_on(str(tmp_path / "games.umpire"))
    yield found
    found.close()


def wrong(index: DefectIndex, game: str, n: int, verdict: str = "legal", **more: Any) -> int:
    said = {"do": "overrule", "entry": n, "verdict": verdict, "because": "Zoë is right", **more}
    return index.umpire.step(game, {"by": JUDGE, "defect": True, **said}).entry.n


def numbers(index: DefectIndex, *players: str) -> str:
    players = players or ("Zoë", "Müller")
    opening = Opening("toy", "1", {}, "casual", players, {}, names={players[0]: "Zoë Kant"})
    seats = dict(zip(("Zoë", "Müller"), players, strict=True))
    return index.umpire.open(opening, said=[{**one, "by": seats[one["by"]]} for one in NUMBERS])


def mend(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy lets numbers be said out of turn from now on."""
    said = changed(toy.RULESET.procedures["say"], checks=toy.RULESET.procedures["say"].checks[1:])
    edition = changed(toy.EDITION, rules={**toy.EDITION.rules, "N1": toy.EDITION.rules["N2"]})
    known = changed(
        toy.RULESET, procedures={**toy.RULESET.procedures, "say": said}, editions=(edition,)
    )
    monkeypatch.setattr(toy, "RULESET", known)
    rulesets.ruleset.cache_clear()
    law_digest._digest_of_edition.cache_clear()


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    rulesets.ruleset.cache_clear()
    law_digest._digest_of_edition.cache_clear()


def test_the_ruling_of_the_judge_stands_and_the_smallest_record_is_kept(index: Any) -> None:
    game = numbers(index)
    judged = wrong(index, game, 4)
    assert index.umpire.game(game).game.verdict(4) == LEGAL
    assert index.catch_up() == []
    (one,) = index.defects()
    assert (one.rules, one.verdict, one.expected, one.now) == (("N1",), ILLEGAL, LEGAL, ILLEGAL)
    assert (one.settled, one.same_law, one.law != "") == (False, True, True)
    assert [(place.game, place.entry, place.judged) for place in one.rulings] == [(game, 4, judged)]
    assert one.record == {
        "record": 1,
        "ruleset": "toy",
        "players": ["p1", "p2"],
        "setup": {},
        "steps": [{"by": "p2", "do": "say", "number": 3}],
    }
    assert index.defect_of(game, judged) == one
    with pytest.raises(NoDefect):
        index.defect_of(game, 1)


def test_nobody_is_named(index: Any) -> None:
    wrong(index, numbers(index), 4)
    index.catch_up()
    (one,) = index.defects()
    told = json.dumps(one.record, ensure_ascii=False) + one.text() + one.reason
    assert not any(name in told for name in ("Zoë", "Müller", "Kant", "cheats", "is right"))


def test_the_same_rule_and_reason_are_kept_once(index: Any) -> None:
    games = [numbers(index), numbers(index, "kim", "lee")]
    for game in games:
        wrong(index, game, 4)
    index.catch_up()
    (one,) = index.defects()
    assert {place.game for place in one.rulings} == set(games)
    assert index.catch_up() == [] and index.defects() == [one]
    wrong(index, games[0], 1, "illegal")
    index.catch_up()
    assert len(index.defects()) == 2


def test_a_record_fails_until_the_defect_is_mended_and_then_passes(
    index: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong(index, numbers(index), 4)
    index.catch_up()
    text = index.defects()[0].text()
    assert [one.n for one in replay(record_of(text)).mismatches] == [1]
    mend(monkeypatch)
    assert replay(record_of(text)).mismatches == ()
    (one,) = index.defects()
    assert (one.settled, one.same_law, one.now) == (True, False, LEGAL)
    assert next(one.lines()).startswith(f"settled {one.id}")


def test_what_was_mended_before_it_was_taken_in_is_settled_and_not_lost(
    index: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong(index, numbers(index), 4)
    mend(monkeypatch)
    index.catch_up()
    (one,) = index.defects()
    assert one.settled
    assert one.rules == ("N1",)


def test_an_older_ruling_is_called_wrong_though_the_game_has_gone_on(index: Any) -> None:
    game = numbers(index)
    index.umpire.step(game, {"by": "Zoë", "do": "say", "number": 7})
    judged = wrong(index, game, 4)
    assert index.umpire.game(game).game.entry(judged).ruling.verdict == ILLEGAL
    index.catch_up()
    assert [one.rulings[0].entry for one in index.defects()] == [4]


def test_one_game_is_taken_in_without_a_look_at_any_other(index: Any) -> None:
    first, second = numbers(index), numbers(index)
    for game in (first, second):
        wrong(index, game, 4)
    index.take_in(second)
    assert [place.game for place in index.defects()[0].rulings] == [second]
    index.catch_up()
    assert {place.game for place in index.defects()[0].rulings} == {first, second}


def test_a_rewind_takes_back_that_a_judge_said_so(index: Any) -> None:
    """A slip of the thumb; said again, it is there again."""
    games = [numbers(index) for _ in range(2)]
    for game in games:
        wrong(index, game, 4)
    index.catch_up()
    for game, left in zip(games, (1, 0), strict=True):
        index.umpire.step(game, {"by": JUDGE, "do": "rewind", "to": 4, "because": "a slip"})
        for _ in range(2):
            index.catch_up()
            assert [len(one.rulings) for one in index.defects()] == [1] * left
    wrong(index, games[0], 4)
    index.catch_up()
    assert [place.judged for place in index.defects()[0].rulings] == [7]


@pytest.mark.parametrize(
    "otherwise",
    [
        {"defect": False},
        {"defect": "yes"},
        {"because": " "},
        {"verdict": "illegal"},
        {"entry": 99},
        {"entry": 5},
        {"entry": "4"},
        {"verdict": "nice"},
    ],
)
def test_nothing_else_is_a_defect(index: Any, otherwise: dict[str, Any]) -> None:
    wrong(
        index,
        numbers(index),
        **{"n": 4, **otherwise} if "entry" not in otherwise else {"n": 0} | otherwise,
    )
    index.catch_up()
    assert index.defects() == []


def test_players_call_nothing_a_defect(index: Any) -> None:
    game = numbers(index)
    said = {"by": "Zoë", "do": "overrule", "entry": 4, "verdict": "legal", "because": "x"}
    index.umpire.step(game, {**said, "defect": True})
    index.catch_up()
    assert index.defects() == []


def test_a_defect_is_found_by_the_beginning_of_its_id(index: Any) -> None:
    wrong(index, numbers(index), 4)
    index.catch_up()
    (one,) = index.defects()
    assert index.find(one.id[:5].upper()) == one
    for id in ("", "zzz"):
        with pytest.raises(NoDefect):
            index.find(id)


@pytest.mark.parametrize("name", RULESETS)
def test_refusals_of_every_ruleset_become_records_that_expect_otherwise(
    index: Any, name: str
) -> None:
    cases = list(refused(name))[::7][:8]
    expected = []
    for _, game, n, _ in cases:
        id = index.umpire.open(game.opening, said=[entry.said for entry in game.log[:n]])
        wrong(index, id, n)
        expected.append(game.entry(n).ruling)
    index.catch_up()
    found = index.defects()
    assert {tuple(one.rules) for one in found} == {ruling.cites for ruling in expected}
    for one in found:
        again = replay(record_from(one.record))
        assert [miss.n for miss in again.mismatches] == [len(again.record.steps)]
        assert set(again.game.log[-1].ruling.cites) == set(one.rules)
        assert all(player.startswith("p") for player in one.record["players"])


def test_an_organiser_sees_their_own_and_nothing_that_is_hidden_still(index: Any) -> None:
    game = played("nullshapers", "01")
    n = next(entry.n for entry in game.log if entry.ruling.verdict == LEGAL)
    hidden = index.umpire.open(game.opening, said=[entry.said for entry in game.log[:n]])
    wrong(index, hidden, n, "illegal")
    theirs = numbers(index)
    wrong(index, theirs, 4)
    index.catch_up()
    seen = index.seen(lambda _game: True)
    assert [one.ruleset for one in seen.defects] == ["toy"]
    assert seen.waiting == 1
    assert index.seen(lambda game: game == hidden).defects == ()
    assert index.seen(lambda game: game == "other") == index.seen(lambda _game: False)


@pytest.mark.parametrize("name", RULESETS)
def test_long_games_are_cut_down_within_bounds(index: Any, name: str) -> None:
    dispute = disputed(name, 1, 120)
    id = index.umpire.open(dispute.opening, said=dispute.steps)
    n = len(dispute.steps)
    ruled = index.umpire.game(id).game.entry(n).ruling.verdict
    wrong(index, id, n, "illegal" if ruled == LEGAL else "legal")
    index.catch_up()
    (one,) = index.defects()
    assert len(one.record["steps"]) < n
    assert ruleset(name).edition().id == record_from(one.record).opening.edition
