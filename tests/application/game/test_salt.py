"""A digest of a game in which things are hidden gives none of them away."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from adapters.stores.ledgers import sqlite_ledger
from application.desk.fork import fork
from application.desk.ruling_sheet import sheet
from application.game.umpire import Umpire
from application.ledger.law_digest import law_of
from application.ledger.ledger import Ledger
from application.ledger.public_heads import public_digest
from application.ledger.rows import opening_rows
from application.records.exports import as_yaml
from domain.kernel.history import Opening
from domain.kernel.values import changed
from tests.domain.nullshapers.tables import JOLT
from tests.stores import TOY, ledger_of

AT = 1_700_000_000_000_000
CARDS = [f"card{number}" for number in range(1, 55)]
HAND = ("card7", "card31", "card50")
SALT = "a-salt-for-tests"


def with_hand(cards: tuple[str, ...]) -> Opening:
    """Ben holds these; everything else is known to all."""
    held = {card: {**JOLT, "owner": "ben", "zone": "hand"} for card in cards}
    setup = {"energy": {"ana": {"void": 6}, "ben": {"void": 6}}, "cards": held}
    return Opening("nullshapers", "2025.1", {}, "casual", ("ana", "ben"), setup)


def guessed(digest: str, salt: str = "") -> list[tuple[str, ...]]:
    """The hands of three that lead to this digest, out of all there are."""
    law = law_of(with_hand(HAND))
    return [
        hand
        for hand in combinations(CARDS, 3)
        if _head(changed(with_hand(hand), salt=salt, law=law)) == digest
    ]


def _head(opening: Opening) -> str:
    return opening_rows("hall", opening, (), AT)[1].digest


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    found = sqlite_ledger(tmp_path / "games.umpire")
    yield found
    found.close()


def test_without_a_salt_a_hand_of_three_is_guessed_from_the_head(ledger: Ledger) -> None:
    """The attack works, so that the next test says something."""
    game = Umpire(ledger, lambda: AT, salt=lambda: "").open(with_hand(HAND), "hall")
    assert guessed(ledger.head(game).digest) == [HAND]


def test_a_ruling_sheet_has_a_digest_that_leads_to_no_hidden_step(ledger: Ledger) -> None:
    umpire = Umpire(ledger, lambda: AT)
    game = umpire.open(with_hand(HAND), "hall")
    umpire.step(game, {"by": "judge", "do": "note", "text": "a look"})
    umpire.step(game, {"by": "ana", "do": "attack", "unit": "nobody"})
    live = umpire.game(game)
    shown, kept = sheet(live, 2).digest, live.digests[2]
    assert shown != kept and shown == public_digest(kept, live.game.opening.salt)


def test_no_hand_is_guessed_from_the_head_of_a_game(ledger: Ledger) -> None:
    game = Umpire(ledger, lambda: AT).open(with_hand(HAND), "hall")
    assert guessed(ledger.head(game).digest) == []
    assert guessed(ledger.head(game).digest, ledger.load(game).opening.salt) == [HAND]


def test_each_game_has_a_salt_of_128_bits_of_its_own(ledger: Ledger) -> None:
    umpire = Umpire(ledger)
    salts = {ledger.load(umpire.open(with_hand(HAND))).opening.salt for _ in range(20)}
    assert len(salts) == 20
    assert all(len(salt) * 6 >= 128 for salt in salts)


def test_a_game_that_hides_nothing_has_none(umpire: Umpire) -> None:
    id = umpire.open(changed(TOY, salt=SALT))
    assert ledger_of(umpire).load(id).opening.salt == ""


def test_a_fork_does_not_hold_the_salt_of_its_game(ledger: Ledger) -> None:
    salts = iter((SALT, "a second one", "a third one"))
    umpire = Umpire(ledger, salt=salts.__next__)
    game = umpire.open(with_hand(HAND))
    for viewer in ("judge", "ana"):
        branch = fork(umpire, game, viewer=viewer).game
        assert ledger.load(branch).opening.salt not in ("", SALT)


def test_a_game_with_a_salt_holds_and_its_record_does_not_tell_it(ledger: Ledger) -> None:
    umpire = Umpire(ledger, salt=lambda: SALT)
    game = umpire.open(with_hand(HAND))
    umpire.step(game, {"by": "ana", "do": "pass"})
    live = umpire.game(game)
    assert ledger.verify(game).holds
    assert SALT not in as_yaml(live.game, live.times)
