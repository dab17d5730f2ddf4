"""A packet: everything about a dispute in one file, the same for all who read it."""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256

import pytest

from adapters.sheet_page import packet_page
from application.answer import as_json
from application.desk.explain import CannotExplain
from application.desk.packet import packet
from application.game.live_game import LiveGame
from application.game.umpire import Umpire
from tests.application.cases import played


def test_it_holds_the_ruling_the_entries_both_tables_and_who_saw_what(live: LiveGame) -> None:
    made = packet(live, 5)
    assert (made.sheet.entry, made.newest) == (5, 5)
    assert [one.n for one in made.entries] == [1, 2, 3, 4, 5]
    assert [one.player for one in made.tables] == ["ana", "ben"]
    assert any("holds run" in line for line in made.tables[1].lines)
    assert not made.knowledge.hides


def test_its_digest_is_that_of_its_json(live: LiveGame) -> None:
    made = packet(live, 5)
    told = {**as_json(made), "digest": ""}
    text = json.dumps(told, separators=(",", ":"), ensure_ascii=False)
    digest = urlsafe_b64encode(sha256(text.encode()).digest()).decode().rstrip("=")
    assert made.digest == digest == packet(live, 5).digest


def test_what_is_said_later_stands_in_the_next_one(umpire: Umpire, live: LiveGame) -> None:
    before = packet(live, 5)
    umpire.step(live.id, {"by": "ana", "do": "note", "text": "appeal 5 (fact): it never ran"})
    said = {"by": "judge", "do": "note", "text": "final ruling 5 (fact), Kim Lee: it did"}
    umpire.step(live.id, said)
    after = packet(umpire.game(live.id), 5)
    assert [one.kind for one in after.sheet.attached] == ["appeal", "final ruling"]
    assert before.digest != after.digest


def test_a_player_gets_only_what_they_may_see(umpire: Umpire) -> None:
    game = played("nullshapers", "80")
    id = umpire.open(game.opening, "cards")
    for entry in game.log[:6]:
        umpire.step(id, entry.said)
    live = umpire.game(id)
    own = packet(live, 2, "ana")
    assert [one.player for one in own.tables] == ["ana"]
    assert [one.player for one in own.knowledge.players] == ["ana"]
    hidden = live.game.ruleset.hiding
    assert hidden is not None
    state = live.game.now.state
    unseen = [
        name
        for name in hidden.names(state)
        if not any(name == one.what for one in own.knowledge.players[0].seen)
    ]
    told = json.dumps(as_json(own), ensure_ascii=False)
    assert unseen and not [name for name in unseen if f'"{name}"' in told]


def test_the_page_escapes_what_people_wrote(umpire: Umpire, live: LiveGame) -> None:
    umpire.step(
        live.id, {"by": "ana", "do": "note", "text": "statement 5: <script>alert(1)</script>"}
    )
    page = packet_page(packet(umpire.game(live.id), 5))
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert "http" not in page.replace("http-equiv", "")


def test_there_is_none_of_an_entry_that_is_not_there(live: LiveGame) -> None:
    with pytest.raises(CannotExplain, match="there is no entry 99"):
        packet(live, 99)
