"""Events and their stored form: a closed registry, and a way for old versions to be read."""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from application import rulesets
from application.ledger import rows_read, stored_events, upcasters
from application.ledger.rows_read import decode
from application.ledger.stored_events import (
    UnknownEvent,
    Unstorable,
    as_plain_json,
    encode,
    stored_form,
)
from domain.kernel.events import EVENTS, EntryOverruled, UndoRequested
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import NODEFAULT, Event, changed, cites, fields, stored_as
from tests import archive, toy
from tests.toy import NumberSaid, TurnPassed

ROOT = Path(__file__).parents[3]


@stored_as("toy/herald_sent/v3")
class HeraldSent(Event):
    """A herald was sent, with words and to places."""

    places: tuple[str, ...]
    words: Mapping[str, int] = {}
    silent: bool = False
    rules: tuple[str, ...] = cites("N1")

    def after(self, table: Any, _entry: int) -> Any:
        return table


REMOVED = b'{"unit":"a1","restriction":"run","by":"ana","rules":["P16"]'
"""The beginning of a row of version 1."""


@pytest.fixture(autouse=True)
def with_herald(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy ruleset with an event that has been through three versions."""
    more: Ruleset = changed(toy.RULESET, events=(*toy.RULESET.events, HeraldSent))
    monkeypatch.setattr(toy, "RULESET", more)
    monkeypatch.setitem(rulesets.FOLDERS, "toy", "tests.toy")
    one = {"toy/herald_sent/v1": to_places, "toy/herald_sent/v2": with_words}
    monkeypatch.setattr(stored_events, "UPCASTERS", {**upcasters.UPCASTERS, **one})
    forget()
    yield
    forget()


def forget() -> None:
    """What was looked up is looked up anew."""
    for kept in (rulesets.ruleset, stored_events.event_types, stored_events.reader_of):
        kept.cache_clear()
    rows_read.READERS.clear()


def to_places(fields: dict[str, Any]) -> dict[str, Any]:
    """Version 1 knew one place only."""
    return {"places": [fields.pop("place")], **fields}


def with_words(fields: dict[str, Any]) -> dict[str, Any]:
    """Version 2 counted no words."""
    return {**fields, "words": {"all": fields.pop("count", 0)}}


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        (NumberSaid("ana", 3), b'{"by":"ana","number":3,"rules":["N1"]}'),
        (NumberSaid("ana", 3, "so"), b'{"by":"ana","number":3,"note":"so","rules":["N1"]}'),
        (TurnPassed("ben", ("N1", "N2")), b'{"to":"ben","rules":["N1","N2"]}'),
        (
            UndoRequested(3, "ana", ("ben", "cleo")),
            b'{"entry":3,"by":"ana","asked":["ben","cleo"],"rules":["G4"]}',
        ),
        (
            EntryOverruled(3, "illegal", "so"),
            b'{"entry":3,"verdict":"illegal","because":"so","rules":["G5"]}',
        ),
        (HeraldSent(("here",)), b'{"places":["here"],"rules":["N1"]}'),
        (
            HeraldSent((), {"a": 1}, True),
            b'{"places":[],"words":{"a":1},"silent":true,"rules":["N1"]}',
        ),
    ],
)
def test_an_event_there_and_back(event: Any, payload: bytes) -> None:
    assert encode(event) == payload
    assert decode(stored_form(event)[0], payload) == event
    assert encode(decode(stored_form(event)[0], payload)) == payload


def test_the_order_of_fields_in_a_row_says_nothing() -> None:
    older = b'{"places":[],"rules":["N2"],"words":{"a":1}}'

    assert decode("toy/herald_sent/v3", older) == HeraldSent((), {"a": 1}, rules=("N2",))


def test_what_an_event_rests_on_is_always_written() -> None:
    for prefix in ("game", "toy", *archive.RULESETS):
        for event in stored_events.event_types(prefix).values():
            (rules,) = (one for one in fields(event) if one.name == "rules")
            assert rules.default is NODEFAULT, f"{event.__name__}: rules = cites(…)"


def test_every_event_has_a_name_of_its_own() -> None:
    """Whatever its class is called and wherever it stands: a name of ours, under its ruleset's."""
    known = {prefix: stored_events.event_types(prefix) for prefix in ("game", *archive.RULESETS)}
    for prefix, events in known.items():
        assert len(events) == len([*EVENTS] if prefix == "game" else own_events(prefix))
        for name in events:
            assert re.fullmatch(rf"{prefix}/[a-z_]+/v[1-9]\d*", name)


def own_events(prefix: str) -> list[type[Event]]:
    return [event for event in rulesets.ruleset(prefix).events if event not in EVENTS]


def test_a_class_that_moves_or_is_called_otherwise_keeps_its_name() -> None:
    class Elsewhere(NumberSaid):
        """The same event after tidying up."""

    assert Elsewhere.STORED_AS == NumberSaid.STORED_AS == "toy/number_said/v1"
    assert stored_form(Elsewhere("ana", 3)) == stored_form(NumberSaid("ana", 3))


def test_no_event_of_a_ruleset_stays_out_of_the_registry() -> None:
    for prefix in archive.RULESETS:
        folder = rulesets.FOLDERS[prefix]
        there = {one for one in Event.__subclasses__() if one.__module__.startswith(f"{folder}.")}
        assert there == set(own_events(prefix))


@pytest.mark.parametrize(
    "name",
    [
        "toy/nothing/v1",
        "toy/number_said/v2",
        "nowhere/number_said/v1",
        "os/system/v1",
        "builtins:eval",
        "",
        "toy",
    ],
)
def test_the_registry_is_closed(name: str) -> None:
    with pytest.raises(UnknownEvent):
        decode(name, b"{}")


@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b'{"by":"ana"}', b'{"by":1,"number":2}'])
def test_what_is_no_such_event_is_not_made_into_one(payload: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode("toy/number_said/v1", payload)


def test_rows_of_old_versions_are_read_through_every_step_between() -> None:
    now = HeraldSent(("gate",), {"all": 0}, True)

    assert decode("toy/herald_sent/v1", b'{"place":"gate","silent":true}') == now
    assert decode("toy/herald_sent/v2", b'{"places":["gate"],"silent":true}') == now
    assert decode("toy/herald_sent/v2", b'{"places":[],"count":4}').words == {"all": 4}
    assert decode("toy/herald_sent/v3", b'{"places":["gate"]}') == HeraldSent(("gate",))


@pytest.mark.parametrize(
    ("name", "payload", "field", "value"),
    [
        ("melee_fought", b'{"unit":"a1","rules":["T13"]}', "target", None),
        ("restriction_removed", REMOVED + b"}", "rule", "will_of_the_masters"),
        ("restriction_removed", REMOVED + b',"binds":false}', "rule", ""),
    ],
)
def test_rows_of_voidsiege_before_who_is_fought_and_which_rule_removes(
    name: str, payload: bytes, field: str, value: object
) -> None:
    """Will of the Masters alone bound its player; what a judge let through is not said."""
    event = decode(f"voidsiege/{name}/v1", payload)
    assert getattr(event, field) == value
    assert decode(*stored_form(event)) == event


def test_an_old_version_that_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_events, "UPCASTERS", {"toy/gone/v1": to_places})
    with pytest.raises(UnknownEvent, match="toy/gone/v2"):
        decode("toy/gone/v1", b"{}")


def test_one_rulesets_events_do_not_bring_in_another() -> None:
    program = (
        "import sys; from application.ledger.stored_events import event_types; event_types('voidsiege');"
        "print([m for m in sys.modules if m.startswith(('domain.null', 'domain.arcane'))])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"


def test_plain_values_are_what_json_gives_back() -> None:
    assert as_plain_json({"a": (1, 2), 3: {"b": None}}) == {"a": [1, 2], "3": {"b": None}}
    assert as_plain_json(10**40) == 10**40
    for value in ("\ud800", object(), {"a": {1j}}):
        with pytest.raises(Unstorable):
            as_plain_json(value)
