"""A thousand kinds of change to what is stored, each with the chain written anew: all are found.

What was kept is one checkpoint in somebody else's hands. What cannot be found is named: whatever
comes after the newest promise, of which nobody has said anything yet.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from application.event.log.proving import checkpoint, examine
from application.event.repository import Repository
from application.ledger.rows import AT, PAYLOAD, START, Row, chain_rows
from application.ledger.store import END, StoreProblem
from domain.tournament import calls, offences, rounds
from tests.application.event.halls import EVENT, FOUR, Hall, hall_in
from tests.application.event.test_proofs import KEY, SIGNER, result

LOG = f"event:{EVENT}"
Streams = Mapping[str, Sequence[Row]]


class Stored:
    """Rows as a database gives them."""

    def __init__(self, streams: Streams) -> None:
        self.streams = streams

    def rows(self, game: str, first: int = 1, last: int = END) -> list[Row]:
        return [row for row in self.streams.get(game, ()) if first <= row.version <= last]


class Change(NamedTuple):
    """What was done to a store."""

    kind: str
    stream: str
    row: int
    """The first row that is another one; 1 where all of them are."""
    streams: Streams


def problems(streams: Streams, kept: str) -> list[str]:
    repository = Repository(SimpleNamespace(rows=Stored(streams)), None)  # type: ignore[arg-type]
    try:
        return [one.what for one in examine(repository, EVENT, [kept], [KEY]) if not one.holds]
    except StoreProblem as why:
        return [str(why)]


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Streams, str]:
    """Two rounds with a call, an appeal and an offence, signed; one game went on afterwards."""
    path: Path = tmp_path_factory.mktemp("signed") / "games.umpire"
    with hall_in(path) as hall:
        for number in (1, 2):
            play_round(hall, number)
        kept = checkpoint(hall.repository, EVENT, SIGNER)
        hall.step(1, 1, by="ana", do="note", text="thanks")
        ids = [LOG, *(f"{EVENT}.r{round}.t{table}" for round in (1, 2) for table in (1, 2))]
        streams = {id: [Row(*row) for row in hall.repository.ledger.rows.rows(id)] for id in ids}
    return streams, kept


def play_round(hall: Hall, number: int) -> None:
    n = number
    hall.pair(FOUR, number)
    hall.start(number)
    for table in (1, 2):
        hall.clock.on(1)  # no two games are the same, byte for byte
        hall.step(table, number, by="ana", do="declare", unit="a1", command="run")
        hall.step(table, number, by="ben", do="decline")
    hall.give(calls.MakeCall(number, 1, "he ran", 1, by="p1"))
    hall.give(calls.Say(n, "no", by="p2"))
    hall.give(calls.Take(n, by="j2"))
    hall.give(calls.Rule(n, "so", "legal", ("T1",), by="j2"))
    hall.give(calls.Appeal(n, "fact", "no", by="p2"))
    hall.give(calls.Decide(n, "so", "legal", by="j1"))
    hall.give(offences.GiveOffence(number, 1, "p1", "slow_play", because="slow", by="j1"))
    for table in (1, 2):
        result(hall, table, hall.event.table(number, table).players[0], number)
    hall.give(rounds.End(number))


def chained_anew(stream: str, rows: Sequence[Row]) -> list[Row]:
    """Numbered and linked from the first on: nothing in itself shows that it is another one."""
    head, made = START, []
    for row in rows:
        linked, head = chain_rows(
            stream, head, int(row.state[AT]), [(row.name, row.state[PAYLOAD])]
        )
        made += [Row(*one) for one in linked]
    return made


def leaves(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all values of a JSON text."""
    inside = content.items() if isinstance(content, dict) else ()
    inside = enumerate(content) if isinstance(content, list) else inside
    yield path
    for key, value in inside:
        yield from leaves(value, (*path, key))


def others(value: Any) -> Iterator[tuple[str, Any]]:
    """What else might stand there."""
    found: dict[str, Any] = {"nothing": None, "as text": str(value), "in a list": [value]}
    if isinstance(value, bool):
        found |= {"turned round": not value}
    elif isinstance(value, int):
        found |= {"one more": value + 1, "one less": value - 1}
    elif isinstance(value, str):
        found |= {"a letter more": value + "x", "a letter less": value[:-1], "emptied": ""}
    elif isinstance(value, list):
        found |= {"emptied": [], "with the first twice": value[:1] + value, "cut": value[:-1]}
    elif isinstance(value, dict):
        found |= {"emptied": {}}
    yield from ((how, other) for how, other in found.items() if other != value)


def with_value(row: Row, path: tuple[Any, ...], value: Any) -> Row:
    content = inside = json.loads(row.state[PAYLOAD])
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return with_payload(row, content)


def without_value(row: Row, path: tuple[Any, ...]) -> Row:
    content = inside = json.loads(row.state[PAYLOAD])
    for key in path[:-1]:
        inside = inside[key]
    del inside[path[-1]]
    return with_payload(row, content)


def with_payload(row: Row, content: Any) -> Row:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return row._replace(state=row.state[: PAYLOAD.start] + text + row.state[PAYLOAD.stop :])


def changes(streams: Streams) -> Iterator[Change]:
    names = sorted({row.name for rows in streams.values() for row in rows})
    for stream, rows in streams.items():

        def with_rows(
            kind: str, row: int, *made: Row, stream: str = stream, rows: Sequence[Row] = rows
        ) -> Change:
            return Change(kind, stream, row, {**streams, stream: chained_anew(stream, made)})

        yield Change("dropped", stream, 1, {id: streams[id] for id in streams if id != stream})
        for other in streams:
            if other != stream:
                yield Change(
                    "another in its place",
                    stream,
                    1,
                    {**streams, stream: chained_anew(stream, streams[other])},
                )
        for n, row in enumerate(rows):
            before, after = rows[:n], rows[n + 1 :]
            if n:
                yield with_rows("cut short", n + 1, *before)
            yield with_rows("a row left out", n + 1, *before, *after)
            yield with_rows("a row twice", n + 2, *before, row, row, *after)
            if after:
                yield with_rows("two rows exchanged", n + 1, *before, after[0], row, *after[1:])
            later = f"{int(row.state[AT]) + 1:016}".encode()
            moved = row._replace(state=row.state[: AT.start] + later + row.state[AT.stop :])
            yield with_rows("another time", n + 1, *before, moved, *after)
            for name in names:
                if name != row.name:
                    yield with_rows(
                        f"called {name}", n + 1, *before, row._replace(name=name), *after
                    )
            content = json.loads(row.state[PAYLOAD])
            for path in leaves(content):
                if not path:
                    continue
                place = ".".join(map(str, path))
                kept = without_value(row, path)
                yield with_rows(f"{row.name}: {place} left out", n + 1, *before, kept, *after)
                found = deepcopy(content)
                for key in path:
                    found = found[key]
                for how, value in others(found):
                    other_row = with_value(row, path, value)
                    kind = f"{row.name}: {place} {how}"
                    yield with_rows(kind, n + 1, *before, other_row, *after)


def newest_promises(streams: Streams) -> dict[str, int]:
    """Stream → the newest row that a leaf speaks of: what comes after it is promised to nobody."""
    ended = [row for row in streams[LOG] if row.name == "event/round_ended/v1"]
    heads = [head for row in ended for head in json.loads(row.state[PAYLOAD])["heads"]]
    return {LOG: ended[-1].version, **{head["game"]: head["row"] for head in heads}}


@pytest.fixture(scope="module")
def tried(signed: tuple[Streams, str]) -> list[tuple[Change, bool]]:
    """Every change, and whether it was found."""
    streams, kept = signed
    assert problems(streams, kept) == []
    return [(change, bool(problems(change.streams, kept))) for change in changes(streams)]


def test_a_thousand_kinds_of_change_to_a_store_are_found(
    signed: tuple[Streams, str], tried: list[tuple[Change, bool]]
) -> None:
    promised = newest_promises(signed[0])
    missed = [one[:3] for one, found in tried if not found and one.row <= promised[one.stream]]
    assert missed == []
    assert len({one.kind for one, found in tried if found}) > 1000


def test_what_cannot_be_found_comes_after_the_newest_promise(
    signed: tuple[Streams, str], tried: list[tuple[Change, bool]]
) -> None:
    """Impossible from one checkpoint: nobody has been promised anything of what came later.

    A remark after the round, and that a checkpoint was signed: without it the log is as it was before.
    """
    streams, _ = signed
    missed = {(one.stream, one.row) for one, found in tried if not found}
    promised = newest_promises(streams)
    names = {streams[stream][row - 1].name for stream, row in missed if row <= len(streams[stream])}
    assert names == {
        "event/log_key_set/v1",
        "event/checkpoint_signed/v1",
        "game/step_ruled/v1",
        "game/remark_noted/v1",
    }
    assert all(row > promised[stream] for stream, row in missed)
