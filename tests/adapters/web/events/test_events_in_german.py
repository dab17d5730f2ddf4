"""What happens at an event reads German on German pages; programs read the English it always had."""

import json
from collections import defaultdict
from types import SimpleNamespace
from typing import Any

import pytest

from adapters.web.texts.catalogue import in_language, languages, text
from application.event.account import Account
from application.event.book_page import read_book
from application.event.english import ENGLISH
from application.event.registry import READERS
from domain.tournament.book import book_of
from event_schemas.event_examples import EXAMPLES
from tests.adapters.events import NAME, AtEvent
from tests.adapters.servers import Client

GERMAN = {"accept-language": "de"}
WORDS = "Die 3 steht"
PACKET = "p14:fyae-2dr3-yqqk-tesl-wcqg-kmyy-o4"


def told(kind: str, say: Any) -> str:
    """The sentence for the example of this kind of event, at an event where whatever it names is known."""
    place = SimpleNamespace(made=SimpleNamespace(round=1, table=7))
    offence = SimpleNamespace(given=SimpleNamespace(player="p1"))
    event: Any = SimpleNamespace(
        everybody={"p1": "", "p2": "", "j1": ""},
        calls=defaultdict(lambda: SimpleNamespace(packet=PACKET)),
        departures=defaultdict(lambda: place),
        offences=defaultdict(lambda: offence),
        book=read_book(),
    )
    keyring: Any = SimpleNamespace(reveal=lambda *_: WORDS)
    return Account(event, keyring, say).tell(READERS[kind](json.dumps(EXAMPLES[kind]).encode()))


@pytest.mark.parametrize("kind", READERS)
def test_every_kind_of_event_has_a_german_sentence(kind: str) -> None:
    """Nothing of it is put together outside the catalogue."""
    german, keys = languages()["de"], []

    def say(key: str, /, **_: Any) -> str:
        keys.append(key)
        return ""

    assert told(kind, say) == ""
    assert keys and set(keys) <= set(german)
    with in_language("de"):
        assert told(kind, text) != told(kind, text_in_english)


def text_in_english(key: str, /, **values: Any) -> str:
    with in_language("en"):
        return text(key, **values)


def test_no_sentence_of_an_event_is_left_in_english() -> None:
    german = languages()["de"]
    assert [key for key, found in ENGLISH.items() if german[key] == found] == []


def test_our_book_of_infractions_has_every_title_in_german_too() -> None:
    """An organiser's own book stays as it was written."""
    book = book_of(read_book())
    titles = {f"penalty.{id}": title for id, title in book.penalties.items()}
    titles |= {f"offence.{id}": kind.title for id, kind in book.kinds.items()}
    assert titles == {
        key: found for key, found in ENGLISH.items() if key.startswith(("penalty.", "offence."))
    }


def test_an_own_title_in_a_book_stays_as_it_was_written() -> None:
    page = read_book()
    page = {**page, "penalties": {**page["penalties"], "warning": "yellow card"}}
    event: Any = SimpleNamespace(book=page)
    with in_language("de"):
        account = Account(event, SimpleNamespace(), text)  # type: ignore[arg-type]
        assert account.penalty("warning") == "yellow card"
        assert account.penalty("note") == "ein Vermerk"


def test_a_table_reads_german_for_a_judge_and_a_player(client: Client, at: AtEvent) -> None:
    late = {"round": 1, "table": 1, "player": "p1", "kind": "late", "because": "Stau"}
    acts = [
        at.player(client, 1, "ana", "call", words="Er war dran"),
        at.player(client, 1, "ben", "say", call=1, words="War ich nicht"),
        at.judge(client, "j2", "take", call=1),
        at.judge(client, "j2", "rule", call=1, words=WORDS, verdict="illegal", cites=["T1"]),
        at.judge(client, "j2", "offence", **late),
    ]
    assert [one.status_code for one in acts] == [200] * len(acts)
    judge = {"authorization": f"Bearer {at.judges['j1']}"}
    player = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    ruled = f"Ruf 1, Noa Berg entscheidet: {WORDS}; der Schritt war unzulässig (T1)."
    warned = "Verstoß 1, Ana 1, Zu spät am Tisch, Nummer 1: eine Verwarnung, von Noa Berg: Stau."
    for path, who in ((f"/events/{NAME}/r1/t1", judge), (f"/games/{at.game(1)}/call", player)):
        page = client.get(path, headers={**who, **GERMAN}).text
        assert ruled in page and warned in page
        assert "Late to the table" not in page and "a warning" not in page
        assert "Late to the table" in client.get(path, headers=who).text
    hall = client.get(f"/events/{NAME}", headers={**judge, **GERMAN}).text
    assert "Ana 1: eine Verwarnung" in hall
    english = at.look(client, "calls/1").json()["told"]
    assert f"Call 1, Noa Berg rules: {WORDS}; the step was illegal (T1)." in english
    assert at.look(client, "hall").json()["tables"][0]["penalties"] == ["Ana 1: a warning"]
