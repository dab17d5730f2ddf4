"""A packet: everything about a dispute in one file, the same for all who read it."""

import json
import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from adapters.sheet_page import packet_page
from application.answer import as_json
from application.desk.explain import CannotExplain
from application.desk.packet import as_of_entry, packet
from application.game.live_game import LiveGame
from application.game.umpire import Umpire
from tests.application.cases import played


def test_it_holds_the_ruling_the_entries_both_tables_and_who_saw_what(live: LiveGame) -> None:
    frozen = packet(live, 5).frozen
    assert (frozen.sheet.entry, frozen.at, frozen.event_row) == (5, 5, 0)
    assert [one.n for one in frozen.entries] == [1, 2, 3, 4, 5]
    assert [one.player for one in frozen.tables] == ["ana", "ben"]
    assert any("holds run" in line for line in frozen.tables[1].lines)
    assert not frozen.knowledge.hides


def test_its_digest_is_that_of_its_json(umpire: Umpire, live: LiveGame) -> None:
    umpire.step(live.id, {"by": "ana", "do": "note", "text": "statement 5: </script> <!-- é"})
    made = packet(umpire.game(live.id), 5)
    told = json.dumps(as_json(made)["frozen"], separators=(",", ":"), ensure_ascii=False)
    digest = sha256(told.replace("<", "\\u003c").encode()).digest()
    assert made.digest == urlsafe_b64encode(digest).decode().rstrip("=")
    assert made.digest == packet(umpire.game(live.id), 5).digest


def test_whoever_keeps_the_page_checks_its_digest(live: LiveGame, tmp_path: Path) -> None:
    """By the three lines that the README gives."""
    readme = (Path(__file__).parents[3] / "adapters/README.md").read_text("utf-8")
    lines = next(
        one for one in re.findall("```python\n(.*?)```", readme, re.DOTALL) if "packet.html" in one
    )
    made = packet(live, 5)
    (tmp_path / "packet.html").write_text(packet_page(made), "utf-8")
    told = run([executable, "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert told.stdout == f"{made.digest}\n"


def test_the_name_of_a_judge_is_about_the_copy(live: LiveGame) -> None:
    named = packet(live, 5, judge="Kim Lee")
    assert named.digest == packet(live, 5).digest
    assert "Kim Lee" in packet_page(named)


def test_taken_again_it_is_the_same_and_what_has_come_since_is_beside_it(
    umpire: Umpire, live: LiveGame
) -> None:
    """A later ruling, an appeal and a final ruling; none is in what was frozen."""
    before = packet(live, 5)
    for said in (
        {"by": "ana", "do": "note", "text": "appeal 5 (fact): it never ran"},
        {"by": "judge", "do": "overrule", "entry": 5, "verdict": "legal", "because": "it did not"},
        {"by": "judge", "do": "note", "text": "final ruling 5 (fact), Kim Lee: it did not"},
        {"by": "ben", "do": "note", "text": "agreed 8: so it is"},
    ):
        umpire.step(live.id, said)
    now = umpire.game(live.id)
    again = packet(now, 5, then=as_of_entry(now, 5))
    assert again.frozen.text == before.frozen.text
    assert again.short_digest == before.short_digest
    assert not before.since.has_any and again.since.has_any
    assert (again.since.entry, again.since.ruled) == (9, "legal")
    assert [one.kind for one in again.since.attached if one.on] == ["appeal", "final ruling"]
    assert [one.entry for one in again.since.remedies] == [7]
    assert [one.by for one in again.since.agreements] == ["ben"]
    frozen, beside = packet_page(again).split("What has come since, not in the digest")
    assert "it never ran" not in frozen and "it never ran" in beside
    whole = packet(now, 5)
    assert [one.kind for one in whole.frozen.sheet.attached if one.on] == ["appeal", "final ruling"]
    assert whole.digest != before.digest and not whole.since.has_any


def test_a_game_that_went_back_is_frozen_as_it_stood(umpire: Umpire, live: LiveGame) -> None:
    before = packet(live, 4)
    umpire.step(live.id, {"by": "judge", "do": "rewind", "to": 1, "because": "too fast"})
    umpire.step(live.id, {"by": "ben", "do": "decline"})
    now = umpire.game(live.id)
    again = packet(now, 4, then=as_of_entry(now, 5))
    assert again.frozen == before.frozen
    assert not any(one.undone for one in again.frozen.entries)
    assert [one.entry for one in again.since.remedies] == [6]


def test_a_player_gets_only_what_they_may_see(umpire: Umpire) -> None:
    """Also of an entry before the newest."""
    game = played("nullshapers", "80")
    id = umpire.open(game.opening, "cards")
    for entry in game.log[:6]:
        umpire.step(id, entry.said)
    live = umpire.game(id)
    hidden = live.game.ruleset.hiding
    assert hidden is not None
    for at in (3, 6):
        own = packet(live, 2, "ana", then=as_of_entry(live, at)).frozen
        assert [one.player for one in own.tables] == ["ana"]
        assert [one.player for one in own.knowledge.players] == ["ana"]
        unseen = [
            name
            for name in hidden.names(live.game.position(at).state)
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
