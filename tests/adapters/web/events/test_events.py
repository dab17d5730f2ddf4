"""Events over HTTP: the hall, calls from a seat, judges' acts, who may do what."""

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from time import monotonic, time
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adapters.cli import cli
from adapters.web.events.admission import repository_in
from adapters.web.events.halls import Halls
from adapters.web.events.rendered_hall import Hall
from adapters.web.seat_address import cookie_of
from adapters.web.server import app_on
from adapters.web.settings import WebSettings
from adapters.wiring import seats_on, umpire_on
from application.event.book_page import read_book
from application.event.commands import Commands
from application.event.forgetting import forget
from application.event.log.proving import checkpoint, examine, origin_of, phone_name
from application.event.log.signed_note import Signer, note_of
from application.event.opening import appointing, open_event
from application.event.policy import setting_policy
from application.event.repository import STORE
from application.game.umpire import Umpire
from application.ledger.store import StoreProblem
from application.ledger.streams import EVENT
from domain.tournament import calls, rounds
from domain.tournament.clocks import SetClocks
from domain.tournament.pairing import Unpair
from domain.tournament.people import Played, Relieve, Rename
from domain.tournament.tournament import Tournament
from tests.adapters.events import NAME, AtEvent, end, event_in, paired, repository_at
from tests.adapters.servers import Client, inside
from tests.application.event.halls import give

ENGLISH = {"accept-language": "en"}


def table(client: httpx.Client, at: AtEvent, number: int) -> dict[str, Any]:
    found: dict[str, Any] = at.look(client, "hall").json()["tables"][number - 1]
    return found


def test_the_hall_shows_every_table_of_the_round(client: Client, at: AtEvent) -> None:
    found = at.look(client, "hall").json()
    assert (found["event"], found["round"], found["runs"]) == (NAME, 1, True)
    assert 2990 < found["left"] <= 3000
    first = found["tables"][0]
    assert (first["table"], first["players"]) == (1, ["Ana 1", "Ben 1"])
    assert (first["waits_for"], first["call"], first["finished"]) == (["Ana 1"], None, "")


def test_a_call_from_a_seat_to_the_final_ruling(client: Client, at: AtEvent) -> None:
    """Both sides are heard before the ruling; the other judges see who is on the way."""
    assert at.player(client, 1, "ana", "call", words="He moved first").status_code == 200
    assert table(client, at, 1)["call"]["by"] == "Ana 1"
    assert at.judge(client, "j2", "take", call=1).status_code == 200
    assert table(client, at, 1)["call"]["judge"] == "Noa Berg"
    early = at.judge(client, "j2", "rule", call=1, words="so", verdict="illegal", cites=["T1"])
    assert early.status_code == 422
    assert (
        early.json()["what"] == "Ben 1 must be heard first, or a judge notes that they say nothing"
    )
    assert at.player(client, 1, "ben", "say", call=1, words="I did not").status_code == 200
    ruled = at.judge(client, "j2", "rule", call=1, words="so", verdict="illegal", cites=["T1"])
    assert ruled.status_code == 200
    assert table(client, at, 1)["call"] is None
    assert at.player(client, 1, "ben", "appeal", call=1, on="law", words="no").status_code == 200
    shown = table(client, at, 1)
    assert shown["disputed"] and shown["call"]["appealed"]
    assert at.judge(client, "j2", "decide", call=1, words="so").status_code == 422
    assert at.judge(client, "j1", "decide", call=1, words="so", verdict="legal").status_code == 200
    call = at.look(client, "calls/1").json()
    assert call["statements"] == {"Ana 1": "He moved first", "Ben 1": "I did not"}
    assert call["verdict"] == "legal" and not call["open"]


def test_a_request_sent_again_counts_once(client: Client, at: AtEvent) -> None:
    """What is lost on the way may be sent again: nothing happens twice."""
    for _ in range(3):
        assert at.player(client, 1, "ana", "call").status_code == 200
        assert at.judge(client, "j2", "take", call=1).status_code == 200
    with repository_at(client.app.state.repository.ledger.rows.path) as repository:
        assert list(repository.event(NAME).calls) == [1]


def test_an_offence_sent_again_with_its_key_counts_once(client: Client, at: AtEvent) -> None:
    """Without a key there may be two of the same."""
    path = f"/api/events/{NAME}/acts"
    act = {"do": "offence", "round": 1, "table": 1, "player": "p1", "kind": "slow_play"}
    more = {"do": "time", "round": 1, "table": 1, "seconds": 60, "because": "x"}
    headers = {"authorization": f"Bearer {at.judges['j2']}", "idempotency-key": "once"}
    for _ in range(3):
        assert client.post(path, json=act, headers=headers).status_code == 200
        assert client.post(path, json=more, headers=headers).status_code == 200
    found = table(client, at, 1)
    assert (found["penalties"], found["owed"]) == (["Ana 1: a note"], 60)
    for _ in range(2):
        assert at.judge(client, "j2", **act).status_code == 200
    assert table(client, at, 1)["penalties"] == ["Ana 1: a point to the other side"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            {"do": "offence", "player": "p1", "kind": "slow_play"},
            {"do": "offence", "player": "Ben 1", "kind": "slow_play"},
        ),
        (
            {"do": "offence", "player": "p1", "kind": "slow_play", "because": "a"},
            {"do": "offence", "player": "p1", "kind": "slow_play", "because": "b"},
        ),
        (
            {"do": "time", "seconds": 60, "because": "x"},
            {"do": "time", "seconds": 90, "because": "x"},
        ),
        (
            {"do": "adjust", "player": "p1", "seconds": 60, "because": "x"},
            {"do": "adjust", "player": "p2", "seconds": 60, "because": "x"},
        ),
    ],
)
def test_a_key_that_named_another_act_is_told_and_nothing_passes_for_kept(
    db: Path, first: dict[str, Any], second: dict[str, Any]
) -> None:
    at = event_in(db, 1, start=False)
    with repository_at(db) as repository:
        give(repository, NAME, SetClocks(1, 600))
        give(repository, NAME, rounds.Start(1, 50))
    headers = {"authorization": f"Bearer {at.judges['j2']}", "idempotency-key": "1"}
    with inside(db) as client:

        def send(act: dict[str, Any]) -> httpx.Response:
            where = {"round": 1, "table": 1}
            return client.post(f"/api/events/{NAME}/acts", json={**where, **act}, headers=headers)

        assert [send(first).status_code for _ in range(2)] == [200, 200]
        said = send(second)
        assert said.status_code == 422
        assert said.json()["what"].endswith("has this key already, and is another: send a new key")


@pytest.mark.parametrize("entry", [-1, 1, 999])
def test_a_penalty_is_about_an_entry_that_there_is(client: Client, at: AtEvent, entry: int) -> None:
    act = {"round": 1, "table": 1, "player": "p1", "kind": "slow_play", "entry": entry}
    said = at.judge(client, "j2", "offence", **act)
    assert (said.status_code, said.json()["what"]) == (
        422,
        f"there is no entry {entry}; there is none yet",
    )
    assert step_at(client, at, at.game(1)).status_code == 200
    assert at.judge(client, "j2", "offence", **{**act, "entry": 1}).status_code == 200


def test_every_word_sent_again_counts_once(client: Client, at: AtEvent, db: Path) -> None:
    both = [
        lambda: at.player(client, 1, "ana", "call"),
        lambda: at.player(client, 1, "ana", "say", call=1, words="mine"),
        lambda: at.judge(client, "j2", "waive", call=1, player="p2", because="no words"),
        lambda: at.judge(client, "j2", "take", call=1),
        lambda: at.judge(client, "j2", "rule", call=1, words="so", verdict="illegal"),
        lambda: at.player(client, 1, "ben", "appeal", call=1, on="law", words="no"),
        lambda: at.judge(client, "j1", "decide", call=1, words="so", verdict="legal"),
        lambda: at.player(client, 1, "ana", "contest", offence=1, words="never"),
        lambda: at.judge(client, "j1", "settle", offence=1, penalty="", because="misheard"),
    ]
    late = {"round": 1, "table": 1, "player": "p1", "kind": "late"}
    assert at.judge(client, "j2", "offence", **late).status_code == 200
    for act in both:
        for _ in range(2):
            answer = act()
            assert answer.status_code == 200, answer.text
    with repository_at(db) as repository:
        happened = [type(one.event).__name__ for one in repository.log(NAME)][-9:]
    assert happened == [
        "CallMade",
        "StatementGiven",
        "StatementWaived",
        "CallTaken",
        "CallRuled",
        "RulingAppealed",
        "AppealDecided",
        "OffenceAppealed",
        "OffenceDecided",
    ]


def test_who_may_do_what(client: Client, at: AtEvent, db: Path) -> None:
    hall = f"/api/events/{NAME}/hall"
    assert client.get(hall).status_code == 401
    player = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    assert client.get(hall, headers=player).status_code == 401
    judge = {"authorization": f"Bearer {at.judges['j1']}"}
    assert client.get("/api/events/autumn/hall", headers=judge).status_code == 401
    assert client.get("/api/events/A%20b/hall", headers=judge).status_code == 404
    calls = client.post(f"/api/games/{at.game(2)}/acts", json={"do": "call"}, headers=player)
    assert calls.status_code == 403, "another table's"
    takes = client.post(
        f"/api/games/{at.game(1)}/acts", json={"do": "take", "call": 1}, headers=player
    )
    assert takes.status_code == 422, "no act of a player"


def test_a_relieved_judge_sees_and_does_nothing_more(client: Client, at: AtEvent, db: Path) -> None:

    assert at.look(client, "hall").status_code == 200
    with repository_at(db) as repository:
        give(repository, NAME, Relieve("j2"))
    assert at.look(client, "hall").status_code == 403
    assert at.judge(client, "j2", "call", round=1, table=1).status_code == 422


def test_the_desks_that_a_relieved_judge_took_end_with_their_tokens(db: Path, at: AtEvent) -> None:
    """Else they would go on seeing every hidden card of the table, and ruling there."""
    desk = f"/events/{NAME}/r1/t2/desk"
    ours = {
        judge: {"authorization": f"Bearer {at.judges[judge]}", "x-umpire": "page"}
        for judge in at.judges
    }
    with inside(db) as client:
        seat = client.post(desk, json={}, headers=ours["j2"]).json()["to"]
        assert client.get(seat).status_code == 200
        kept = dict(client.cookies)
    relieved = CliRunner().invoke(cli, ["--db", str(db), "event", "relieve", NAME, "Noa Berg"])
    assert relieved.exit_code == 0, relieved.output
    with inside(db) as client:
        client.cookies.update(kept)
        assert client.get(seat).status_code == 401
        assert client.post(desk, json={}, headers=ours["j2"]).status_code == 401
        client.cookies.clear()
        assert client.post(desk, json={}, headers=ours["j1"]).status_code == 200
        assert client.get(seat).status_code == 200, "the others take it again"


def test_the_key_of_all_judges_is_nobody_s_own(db: Path, at: AtEvent) -> None:
    with inside(db, judge_key="k" * 40) as client:
        headers = {"authorization": "Bearer " + "k" * 40}
        answer = client.get(f"/api/events/{NAME}/hall", headers=headers)
        assert answer.status_code == 403 and "nobody's own" in answer.json()["what"]


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        ({"do": "dance"}, "do: expected one of call, waive, take, "),
        ({"do": 5}, ", result_of_game, found 5"),
        ({"do": "take"}, "“call” is missing"),
        ({"do": "take", "call": "five"}, "call: expected a whole number, found “five”"),
        ({"do": "take", "call": 10**20}, "call: expected a whole number of at most 15 digits"),
        ({"do": "take", "call": 5}, "there is no call 5"),
        (
            {"do": "take", "call": 1, "colour": "red"},
            "unknown key “colour”; expected call, instead_of",
        ),
        ({"do": "call", "round": 1, "table": 99}, "there is no table 99 in round 1"),
        ({"do": "offence", "round": 1, "table": 1, "player": "p1", "kind": "x"}, "“x” is no infra"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    client: Client, at: AtEvent, act: dict[str, Any], sentence: str
) -> None:
    answer = at.judge(client, "j2", **act)
    assert answer.status_code == 422 and sentence in answer.json()["what"], answer.text


def test_offences_time_and_results_over_http(client: Client, at: AtEvent) -> None:
    where = {"round": 1, "table": 1}
    assert (
        at.judge(client, "j2", "offence", **where, player="p1", kind="slow_play").status_code == 200
    )
    assert at.judge(client, "j2", "time", **where, seconds=90, because="fetch").status_code == 200
    given = at.judge(client, "j2", "result", **where, winner="p2", points={"p2": 3})
    assert given.status_code == 200
    found = table(client, at, 1)
    assert found["penalties"] == ["Ana 1: a note"] and found["owed"] == 90
    assert found["finished"] == "Ben 1"
    assert at.look(client, "results").text.splitlines()[1] == "1,1,Ana 1,0,Ben 1,3,Ben 1"
    assert at.look(client, "results", round="x").status_code == 422


def events_of(lines: Iterator[str]) -> Iterator[tuple[str, str, Any]]:
    """Name, id and what it says, of each message of a stream."""
    name = id = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("id: "):
            id = line.removeprefix("id: ")
        elif line.startswith("data: "):
            yield name, id, json.loads(line.removeprefix("data: "))


def seen_of(client: Client, at: AtEvent) -> str:
    """What the hall's page has shown, as its browser says."""
    answer = client.get(f"/events/{NAME}", headers={"authorization": f"Bearer {at.judges['j1']}"})
    assert answer.status_code == 200, answer.text
    return answer.text.split('data-seen="')[1].split('"')[0]


def test_a_call_is_on_every_judge_s_screen_within_a_second(client: Client, at: AtEvent) -> None:
    headers = {"authorization": f"Bearer {at.judges['j1']}"}
    seen = seen_of(client, at)
    with client.stream("GET", f"/api/events/{NAME}/live?after={seen}", headers=headers) as stream:
        told = events_of(stream.iter_lines())
        assert next(told)[0] == "round"
        began = monotonic()
        with httpx.Client(base_url=client.base_url) as other:
            assert at.player(other, 3, "ben", "call").status_code == 200
        name, id, rows = next(one for one in told if one[0] == "rows")
        assert monotonic() - began < 5, "far more than it takes"
        assert name == "rows" and len(rows) == 1
        assert 'id="t3"' in rows[0] and 'data-call="1"' in rows[0]
    with client.stream("GET", f"/api/events/{NAME}/live?after={id}", headers=headers) as again:
        told = events_of(again.iter_lines())
        assert next(told)[0] == "round"
        with httpx.Client(base_url=client.base_url) as other:
            at.judge(other, "j1", "take", call=1)
        _, _, rows = next(one for one in told if one[0] == "rows")
        assert len(rows) == 1 and "Kim Lee" in rows[0], "only what is new"


def test_each_judge_reads_the_hall_in_their_own_language(client: Client, at: AtEvent) -> None:
    """The page and the rows that come later, two languages at the same time."""
    headers = {"authorization": f"Bearer {at.judges['j1']}", "accept-language": "de"}
    german = client.get(f"/events/{NAME}", headers=headers).text
    assert "Tische suchen" in german and "Search the tables" not in german
    seen = german.split('data-seen="')[1].split('"')[0]
    with client.stream("GET", f"/api/events/{NAME}/live?after={seen}", headers=headers) as stream:
        told = events_of(stream.iter_lines())
        assert next(told)[0] == "round"
        with httpx.Client(base_url=client.base_url) as other:
            assert at.player(other, 3, "ben", "call").status_code == 200
        _, _, rows = next(one for one in told if one[0] == "rows")
        assert ">Ruf</span> <time" in rows[0]
    assert ">call</span> <time" in client.get(f"/events/{NAME}", headers=headers | ENGLISH).text


def test_a_call_that_is_closed_again_at_once_is_on_the_screens_all_the_same(
    client: Client, at: AtEvent, db: Path
) -> None:
    headers = {"authorization": f"Bearer {at.judges['j1']}"}
    seen = seen_of(client, at)
    with client.stream("GET", f"/api/events/{NAME}/live?after={seen}", headers=headers) as stream:
        told = events_of(stream.iter_lines())
        next(told)
        with repository_at(db) as repository:
            player, _ = repository.event(NAME).table(1, 2).players
            deciding = Commands(repository, Umpire(repository.ledger)).deciding
            commands = calls.MakeCall(1, 2, by=player), calls.Withdraw(1, by=player)
            called, closed = repository.keep_all(NAME, [*map(deciding, commands)])
        assert isinstance(called, Tournament) and called.calls[1].open
        assert isinstance(closed, Tournament) and not closed.calls[1].open
        _, _, rows = next(one for one in told if one[0] == "rows")
        assert ["data-call=" in row for row in rows] == [True, False]


def test_a_step_in_a_game_changes_its_row(client: Client, at: AtEvent) -> None:
    headers = {"authorization": f"Bearer {at.judges['j1']}"}
    seen = seen_of(client, at)
    with client.stream("GET", f"/api/events/{NAME}/live?after={seen}", headers=headers) as stream:
        told = events_of(stream.iter_lines())
        next(told)
        with httpx.Client(base_url=client.base_url) as other:
            game = at.game(2)
            said = {"do": "declare", "unit": "a1", "command": "run"}
            token = {"authorization": f"Bearer {at.seats[game]['ana']}"}
            assert (
                other.post(f"/api/games/{game}/steps", json=said, headers=token).status_code == 200
            )
        _, _, rows = next(one for one in told if one[0] == "rows")
        assert 'class="acts">Ben 2' in rows[0]


def test_a_name_that_is_corrected_is_right_on_every_screen_at_once(at: AtEvent, db: Path) -> None:
    with repository_at(db) as repository:
        hall = Hall(NAME, 1)
        tables = {table.number: table for table in repository.event(NAME).of_round(1)}
        for table in tables.values():
            hall.differs(repository.event(NAME), table)
        player, _ = tables[2].players
        give(repository, NAME, Rename(player, "Ana Müller", "misspelt", by="j1"))
        now = repository.event(NAME)
        assert [n for n in tables if hall.differs(now, now.table(1, n))] == [2]


def test_the_halls_look_for_nothing_more_once_the_server_stops(at: AtEvent, db: Path) -> None:
    """Its threads are gone then, and what goes wrong would be logged as a fault."""
    app = app_on(WebSettings(port=0), str(db))

    async def served() -> int:
        async with app.router.lifespan_context(app):
            halls = app.state.halls = Halls(app.state.context, repository_in(app.state))
            halls.join(await halls.hall(NAME), "a token")
        return len(asyncio.all_tasks())

    assert asyncio.run(served()) == 1, "its own"


def test_rows_of_many_games_that_went_on_at_once_all_come(db: Path) -> None:
    """A few at a time: a call would be on the screens before them."""
    many = 40
    at = event_in(db, many)
    said = {"by": "ana", "do": "declare", "unit": "a1", "command": "run"}
    with inside(db) as client:
        headers = {"authorization": f"Bearer {at.judges['j1']}"}
        live = f"/api/events/{NAME}/live?after={seen_of(client, at)}"
        with client.stream("GET", live, headers=headers) as stream:
            told = events_of(stream.iter_lines())
            next(told)
            umpire = umpire_on(str(db))
            for table in range(1, many + 1):
                umpire.step(at.game(table), said)
            umpire.store.close()
            waiting = {f'class="acts">Ben {table}<' for table in range(1, many + 1)}
            while waiting:
                _, _, rows = next(one for one in told if one[0] == "rows")
                waiting = {one for one in waiting if not any(one in row for row in rows)}


def test_a_new_round_sends_the_phones_to_it(client: Client, at: AtEvent, db: Path) -> None:
    headers = {"authorization": f"Bearer {at.judges['j1']}"}
    seen = seen_of(client, at)
    with client.stream("GET", f"/api/events/{NAME}/live?after={seen}", headers=headers) as stream:
        told = events_of(stream.iter_lines())
        next(told)
        with httpx.Client(base_url=client.base_url) as other:
            for number in (1, 2, 3):
                at.judge(other, "j1", "result", round=1, table=number)
            assert at.judge(other, "j1", "end", round=1).status_code == 200
            with repository_at(db) as repository:
                paired(repository, 3, 2)
            assert any(name == "again" for name, _, _ in told)


def test_pages_of_128_tables_are_small(tmp_path: Path) -> None:
    """The first view at most 100 kB, what changes at most 5 kB a message."""
    at = event_in(tmp_path / "large.umpire", 128)
    with inside(tmp_path / "large.umpire") as client:
        headers = {"authorization": f"Bearer {at.judges['j1']}"}
        answer = client.get(f"/events/{NAME}", headers=headers)
        assert answer.status_code == 200
        assert answer.text.count('<li id="t') == 128
        packed = int(answer.headers["content-length"])
        assert len(answer.content) <= 100_000 and packed <= 15_000, (len(answer.content), packed)
        seen = seen_of(client, at)
        for number in range(1, 129):
            assert at.player(client, number, "ana", "call").status_code == 200
        with client.stream(
            "GET", f"/api/events/{NAME}/live?after={seen}", headers=headers
        ) as stream:
            got, sizes = 0, []
            for line in stream.iter_lines():
                if line.startswith("data: ["):
                    sizes.append(len(line.encode()))
                    got += len(json.loads(line.removeprefix("data: ")))
                    if got >= 128:
                        break
        assert max(sizes) <= 5_000 and got == 128


def test_whoever_is_to_be_told_of_calls_is_told(db: Path, at: AtEvent) -> None:
    heard: list[Any] = []
    came = threading.Event()

    class Ear(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()
            came.set()

        def log_message(self, *_: Any) -> None:
            pass

    ear = HTTPServer(("127.0.0.1", 0), Ear)
    threading.Thread(target=ear.serve_forever, daemon=True).start()
    with inside(db, call_webhook=f"http://127.0.0.1:{ear.server_address[1]}/calls") as client:
        assert at.player(client, 2, "ana", "call", words="secret").status_code == 200
        assert came.wait(10)
    ear.shutdown()
    ear.server_close()
    (told,) = heard
    assert {key: told[key] for key in ("event", "call", "round", "table")} == {
        "event": NAME,
        "call": 1,
        "round": 1,
        "table": 2,
    }
    assert "secret" not in json.dumps(heard) and "Ana" not in json.dumps(heard)


def test_a_call_stands_also_where_nobody_could_be_told(db: Path, at: AtEvent) -> None:
    with inside(db, call_webhook="http://127.0.0.1:9/nowhere") as client:
        assert at.player(client, 2, "ana", "call").status_code == 200


def test_checkpoints_and_slips_over_http(client: Client, at: AtEvent, db: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from application.event.log.growth import check_growth
    from application.event.log.promise import promise_of
    from application.event.log.proving import checkpoint, origin_of
    from application.event.log.signed_note import Signer
    from application.event.log.slip import slip_of

    game = at.game(1)
    player = {"authorization": f"Bearer {at.seats[game]['ana']}"}
    assert client.get(f"/api/events/{NAME}/checkpoint").status_code == 404
    at.judge(client, "j1", "result", round=1, table=1, winner="p1")
    early = client.get(f"/api/games/{game}/slip", headers=player)
    assert early.status_code == 404 and "in no checkpoint yet" in early.json()["what"]
    signer = Signer(origin_of(NAME), Ed25519PrivateKey.generate())
    with repository_at(db) as repository:
        note = checkpoint(repository, NAME, signer)
    assert client.get(f"/api/events/{NAME}/checkpoint").text == note
    at.judge(client, "j1", "result", round=1, table=2, winner="p3")
    with repository_at(db) as repository:
        newer = checkpoint(repository, NAME, signer)
    proof = client.get(f"/api/events/{NAME}/checkpoint?old=2").text
    assert proof.startswith("old 2\n") and proof.endswith(f"\n\n{newer}")
    assert [one.size for one in check_growth(proof, note, [signer.verifier])] == [2, 3]
    assert client.get(f"/api/events/{NAME}/checkpoint?old=x").status_code == 422
    assert client.get(f"/api/events/{NAME}/checkpoint?old=9").status_code == 404
    raw = client.get(f"/api/games/{game}/slip", headers=player).content
    assert promise_of(slip_of(raw), [signer.verifier]).said.endswith("p1 won.")


def test_a_judge_of_the_event_gets_to_the_desk_of_a_table(client: Client, at: AtEvent) -> None:
    headers = {"authorization": f"Bearer {at.judges['j2']}", "x-umpire": "page"}
    answer = client.post(f"/events/{NAME}/r1/t2/desk", json={}, headers=headers)
    assert answer.json() == {"to": f"/games/{at.game(2)}/@judge"}
    page = client.get(answer.json()["to"])
    assert page.status_code == 200 and "What do you decide?" in page.text


def test_a_judge_enters_by_their_link(client: Client, at: AtEvent) -> None:
    enters = f"/enter/event/{NAME}"
    assert client.get(enters).status_code == 200
    headers = {"x-umpire": "page"}
    wrong = client.post(enters, json={"token": "nonsense"}, headers=headers)
    assert wrong.status_code == 401
    right = client.post(enters, json={"token": at.judges["j2"]}, headers=headers)
    assert right.json() == {"to": f"/events/{NAME}"}
    assert client.get(f"/events/{NAME}").status_code == 200
    table = client.get(f"/events/{NAME}/r1/t1")
    assert table.status_code == 200 and "Ana 1" in table.text


def test_a_cookie_alone_does_nothing(client: Client, at: AtEvent) -> None:
    client.post(
        f"/enter/event/{NAME}", json={"token": at.judges["j2"]}, headers={"x-umpire": "page"}
    )
    answer = client.post(f"/api/events/{NAME}/acts", json={"do": "call", "round": 1, "table": 1})
    assert answer.status_code == 403


def test_a_player_sees_their_own_words_and_not_the_other_s(client: Client, at: AtEvent) -> None:
    at.player(client, 1, "ana", "call", words="mine alone")
    pages = {}
    for seat in ("ana", "ben"):
        headers = {"authorization": f"Bearer {at.seats[at.game(1)][seat]}"}
        pages[seat] = client.get(f"/games/{at.game(1)}/call", headers=headers).text
    assert "mine alone" in pages["ana"] and "mine alone" not in pages["ben"]
    assert "What happened, in your own words" in pages["ben"]


def test_the_clocks_of_a_table_are_shown_to_who_has_a_seat_at_it(db: Path) -> None:
    at = event_in(db, start=False)
    with repository_at(db) as repository:
        give(repository, NAME, SetClocks(1, 600))
        give(repository, NAME, rounds.Start(1, 50))
    with inside(db) as client:
        seat = {"authorization": f"Bearer {at.seats[at.game(1)]['ben']}"}
        page = client.get(f"/games/{at.game(1)}", headers=seat).text
        found = client.get(f"/games/{at.game(1)}/clocks", headers=seat).json()["clocks"]
        assert 'id="clocks"' in page
        assert [(one["name"], one["until"] is not None) for one in found] == [
            ("Ana 1 (ana)", True),
            ("Ben 1 (ben)", False),
        ]
        assert found[1] == {"name": "Ben 1 (ben)", "left": 600_000, "until": None, "out": False}
        assert client.get(f"/games/{at.game(1)}/clocks").status_code == 401


def test_a_table_without_clocks_shows_none(client: Client, at: AtEvent) -> None:
    seat = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    assert client.get(f"/games/{at.game(1)}/clocks", headers=seat).json()["clocks"] == []


def test_a_departure_is_told_to_the_head_judge_until_they_have_seen_it(
    client: Client, at: AtEvent
) -> None:
    for call, verdict, because in ((1, "legal", ""), (2, "illegal", "the dice lay otherwise")):
        at.player(client, call, "ana", "call", words="look")
        at.player(client, call, "ben", "say", call=call, words="no")
        at.judge(client, "j2", "take", call=call)
        ruled = {"words": "so", "verdict": verdict, "cites": ["T1"], "because": because}
        assert at.judge(client, "j2", "rule", call=call, **ruled).status_code == 200
    heads = {"authorization": f"Bearer {at.judges['j1']}"}
    hall = client.get(f"/events/{NAME}", headers=heads).text
    assert 'id="departures"' in hall and '"departures":[[2,2]]' in hall
    other = client.get(
        f"/events/{NAME}", headers={"authorization": f"Bearer {at.judges['j2']}"}
    ).text
    assert 'id="departures"' not in other
    table = client.get(f"/events/{NAME}/r1/t2", headers=heads).text
    assert "It departs from call 1: the dice lay otherwise." in table
    assert "I have seen that it departs" in table
    assert at.judge(client, "j2", "note_departure", call=2).status_code == 422
    assert at.judge(client, "j1", "note_departure", call=2).status_code == 200
    assert (
        "I have seen that it departs" not in client.get(f"/events/{NAME}/r1/t2", headers=heads).text
    )


def test_no_name_gets_into_a_game_by_what_a_judge_or_a_player_writes(
    client: Client, at: AtEvent, db: Path
) -> None:
    ana = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    note = {"do": "note", "text": "Ben 1 agrees, as kim lee says"}
    found = client.post(f"/api/games/{at.game(1)}/steps", json=note, headers=ana)
    assert "ana notes: Ben 1 agrees, as kim lee says" in found.text
    again = client.get(f"/api/games/{at.game(1)}/log", headers=ana).json()["entries"][0]["said"]
    assert again["text"] == "Ben 1 agrees, as kim lee says"
    ruling = {"by": "judge", "do": "rewind", "to": 0, "because": "Noa Berg saw it"}
    umpire = umpire_on(str(db))
    kept = umpire.step(at.game(1), ruling).entry.said
    umpire.store.close()
    assert kept["because"].startswith("[words of desk j2 ")
    raw = b"".join(path.read_bytes() for path in db.parent.glob("games.umpire*"))
    assert not [name for name in (b"Ben 1", b"kim lee", b"Noa Berg") if name in raw]


def test_rulings_at_a_table_name_people_on_every_page(tmp_path: Path) -> None:
    """Where the list called the seats; over HTTP a ruling is as it is stored."""
    db = tmp_path / "games.umpire"
    units = "units: {a1: {owner: north}, b1: {owner: south}}"
    setup = f"setup: {{{units}, points: {{north: 3, south: 3}}}}"
    at = event_in(db, 1, setup=setup, players=("north", "south"))
    game, asked = at.game(1), "is asked first whether to react"
    with inside(db) as client:
        north = {"authorization": f"Bearer {at.seats[game]['north']}"}
        desk = {"authorization": f"Bearer {judge_at(db, game)}"}
        steps = f"/api/games/{game}/steps"
        declared = {"do": "declare", "unit": "a1", "command": "move"}
        assert client.post(steps, json=declared, headers=north).json()["verdict"] == "legal"
        moved = client.post(steps, json={"do": "move", "unit": "a1"}, headers=north).json()
        assert moved["reason"].startswith(f"south {asked}")
        here = f"/games/{game}"
        shown = [
            client.get(f"{here}?at=2", headers=desk).text,
            client.get(here, headers=north).text,
            client.get(f"{here}/why/2", headers=desk).text,
        ]
        assert [f"\u2068South 1\u2069 {asked}" in page for page in shown] == [True] * 3
        assert not [page for page in shown if f"south {asked}" in page]


def test_names_stand_on_the_pages_of_a_game_until_they_are_forgotten(
    client: Client, at: AtEvent, db: Path
) -> None:
    game, seats = at.game(1), at.seats[at.game(1)]
    ana = {"authorization": f"Bearer {seats['ana']}"}
    path = f"/games/{game}"

    def shown(headers: dict[str, str]) -> list[str]:
        desk = {"authorization": f"Bearer {judge_at(db, game)}"}
        pages = [client.get(path, headers=headers).text, client.get(path, headers=desk).text]
        return [*pages, client.get(f"{path}/sheet/1", headers=desk).text]

    client.post(f"/api/games/{game}/steps", json={"do": "note", "text": "Zoe Quill"}, headers=ana)
    client.post(f"/api/games/{game}/steps", json={"do": "pass"}, headers=ana)
    client.get(
        f"/events/{NAME}/r1/t1/precedents", headers={"authorization": f"Bearer {at.judges['j2']}"}
    )
    assert all("Ana 1" in page and "Ben 1" in page for page in shown(ana))
    assert client.get(f"/api/games/{game}/log", headers=ana).json()["names"]["ben"] == "Ben 1"
    record = client.get(f"{path}/export", headers={"authorization": f"Bearer {judge_at(db, game)}"})
    assert "[words of p1 " in record.text
    raw = b"".join(one.read_bytes() for one in db.parent.glob("games.umpire*")) + record.content
    assert not [name for name in (b"Quill", b"Ana 1") if name in raw]
    end(db)
    with repository_at(db) as repository:
        forget(repository, NAME, before_the_term=True)
    assert not any("Ana 1" in page or "Quill" in page for page in shown(ana))
    assert "(forgotten)" in client.get(f"/api/games/{game}/log", headers=ana).text


def judge_at(db: Path, game: str) -> str:
    """A token of the judge's seat at a game."""
    seats = seats_on(str(db))
    token = seats.issue(game, ["judge"])["judge"]
    seats.close()
    return token


def test_the_desk_leads_to_the_table_where_its_judge_gets_in_there(
    client: Client, at: AtEvent, db: Path
) -> None:
    """Who judges the game alone is led to no page that asks for a key."""
    game, to = at.game(1), f'href="/events/{NAME}/r1/t1"'
    desk = f"{cookie_of(game, 'judge')}={judge_at(db, game)}"
    other = f"{cookie_of(f'event-{NAME}')}={at.judges['j2']}"
    for cookies, leads in ((desk, False), (f"{desk}; {other}", True)):
        page = client.get(f"/games/{game}/@judge", headers={"cookie": cookies})
        assert page.status_code == 200 and "round 1, table 1" in page.text
        assert (to in page.text) is leads


def test_a_judge_sees_earlier_rulings_of_the_whole_store(client: Client, at: AtEvent) -> None:
    step = {"do": "declare", "unit": "a1", "command": "assault"}
    for table in (1, 2):
        ana = {"authorization": f"Bearer {at.seats[at.game(table)]['ana']}"}
        for _ in range(2):
            client.post(f"/api/games/{at.game(table)}/steps", json=step, headers=ana)
    at.player(client, 1, "ana", "call", words="look", about=2)
    path = f"/events/{NAME}/r1/t1"
    heads = {"authorization": f"Bearer {at.judges['j2']}"}
    assert f'data-loads="{path}/precedents"' in client.get(path, headers=heads).text
    found = client.get(f"{path}/precedents", headers=heads).text
    assert "table 2 of round 1, entry 2" in found
    nothing = client.get(f"/events/{NAME}/r1/t3/precedents", headers=heads).text
    assert "There is no earlier ruling like" in nothing
    ana = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    assert client.get(f"{path}/precedents", headers=ana).status_code in (401, 403)


def test_a_phone_cosigns_the_newest_checkpoint(client: Client, at: AtEvent, db: Path) -> None:
    pages = {"x-umpire": "page"}
    ana = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}", **pages}
    path = f"/games/{at.game(1)}/cosign"
    assert "No checkpoint is signed yet" in client.get(path, headers=ana).text
    signer = Signer(origin_of(NAME), Ed25519PrivateKey.generate())
    with repository_at(db) as repository:
        text = note_of(checkpoint(repository, NAME, signer)).text
    own = Ed25519PrivateKey.generate()
    phone = Signer(phone_name(own.public_key().public_bytes_raw()), own)
    vain = Signer("Head-Judge", own)
    now = int(time())
    right = {"key": str(phone.cosigner), "line": str(phone.cosign(text, now)).rstrip()}
    for wrong, sentence in (
        ({**right, "line": str(phone.cosign(text + "x", now)).rstrip()}, "no cosignature of the"),
        ({**right, "line": str(phone.cosign(text, now - 3600)).rstrip()}, "wrong by more than 10"),
        ({**right, "key": str(phone.verifier)}, "no cosignature of the newest"),
        ({**right, "key": "phone"}, "is no public key"),
        (
            {"key": str(vain.cosigner), "line": str(vain.cosign(text, now)).rstrip()},
            "a phone signs under the name phone-",
        ),
        ({**right, "line": "nothing"}, "is no signature"),
        ({"key": 1}, "a key and a line are missing"),
    ):
        answer = client.post(path, json=wrong, headers=ana)
        assert answer.status_code == 422 and sentence in answer.text
    for _ in range(2):
        assert client.post(path, json=right, headers=ana).json() == {"done": True}
    judge = {"authorization": f"Bearer {at.judges['j2']}", **pages}
    assert "Signed too by p1." in client.get(f"/events/{NAME}/cosign", headers=judge).text
    newest = client.get(f"/api/events/{NAME}/checkpoint").text
    assert note_of(newest).signed_by([phone.cosigner, signer.verifier])
    assert client.get(f"/events/{NAME}/cosign").status_code == 401


def test_one_player_takes_one_place_under_a_checkpoint(
    client: Client, at: AtEvent, db: Path, tmp_path: Path
) -> None:
    """However many keys they make: whoever comes after them signs too, and the note still verifies."""
    signer = Signer(origin_of(NAME), Ed25519PrivateKey.generate())
    with repository_at(db) as repository:
        text = note_of(checkpoint(repository, NAME, signer)).text
    now = int(time())

    def cosigns(path: str, token: str, name: str = "") -> httpx.Response:
        own = Ed25519PrivateKey.generate()
        key = Signer(name or phone_name(own.public_key().public_bytes_raw()), own)
        sent = {"key": str(key.cosigner), "line": str(key.cosign(text, now)).rstrip()}
        headers = {"authorization": f"Bearer {token}", "x-umpire": "page"}
        return client.post(path, json=sent, headers=headers)

    ana, path = at.seats[at.game(1)]["ana"], f"/games/{at.game(1)}/cosign"
    for name in (origin_of(NAME), origin_of(STORE), "Umpire.event/autumn"):
        refused = cosigns(path, ana, name)
        assert refused.status_code == 422 and "is the name of a log" in refused.text
    assert cosigns(path, ana).status_code == 200
    for _ in range(70):
        refused = cosigns(path, ana)
        assert refused.status_code == 422 and "p1 has cosigned it already" in refused.text
    ben = at.seats[at.game(1)]["ben"]
    assert cosigns(path, ben).status_code == 200
    assert cosigns(f"/events/{NAME}/cosign", at.judges["j1"]).status_code == 200
    page = client.get(path, headers={"authorization": f"Bearer {ana}"}).text
    assert "Signed too by p1, p2 and j1." in page
    CliRunner().invoke(cli, ["seal", "--new-key", str(tmp_path / "kim.pem")])
    words = ("--db", str(db), "event", "cosign", NAME, "--key", str(tmp_path / "kim.pem"))
    for name in (origin_of(NAME), origin_of(STORE)):
        refused_here = CliRunner().invoke(cli, [*words, "--name", name])
        assert refused_here.exit_code == 2 and "is the name of a log" in refused_here.stderr
    assert CliRunner().invoke(cli, [*words, "--name", "example.org/kim"]).exit_code == 0
    with repository_at(db) as repository:
        kept = repository.proofs(NAME)
        assert len(note_of(kept.newest).signatures) == 5
        assert all(one.holds for one in examine(repository, NAME, [kept.newest], [signer.verifier]))
        told = [one.what for one in examine(repository, NAME)]
    assert "the cosignature of p1 at 1 leaf holds" in told
    assert "the cosignature of example.org/kim at 1 leaf holds" in told


def test_a_sheet_has_what_happened_at_the_table_besides_its_game(
    client: Client, at: AtEvent, db: Path
) -> None:
    ana = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    client.post(f"/api/games/{at.game(1)}/steps", json={"do": "pass"}, headers=ana)
    at.player(client, 2, "ana", "call", words="elsewhere")
    at.player(client, 1, "ana", "call", words="I was first")
    at.judge(client, "j2", "offence", round=1, table=1, player="p2", kind="late", because="by 5")
    at.judge(client, "j2", "time", round=1, table=1, seconds=60, because="table fell")
    desk = {"authorization": f"Bearer {judge_at(db, at.game(1))}"}
    page = client.get(f"/games/{at.game(1)}/sheet/1", headers=desk).text
    told = client.get(f"/api/games/{at.game(1)}/sheet?entry=1", headers=desk).json()["at_event"]
    assert [one[14:] for one in told] == [
        "Call 2 about entry 1: Ana 1 calls a judge to table 1 of round 1.",
        "Call 2, Ana 1: I was first.",
        "Offence 1, Ben 1, Late to the table, number 1: a warning, by Noa Berg: by 5.",
        "Noa Berg gives 1:00 at table 1 of round 1: table fell.",
    ]
    assert all(one in page for one in told) and "elsewhere" not in page


def test_a_link_to_a_packet_freezes_what_was_said_at_the_table(
    client: Client, at: AtEvent, db: Path
) -> None:
    """The page leads to the link of now; over HTTP the same two numbers give the same digest."""
    ana = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    client.post(f"/api/games/{at.game(1)}/steps", json={"do": "pass"}, headers=ana)
    at.player(client, 1, "ana", "call", words="I was first")
    desk = {"authorization": f"Bearer {judge_at(db, at.game(1))}"}
    here = f"/games/{at.game(1)}/packet/1"
    link = client.get(here, headers=desk, follow_redirects=False).headers["location"]
    at_entry, row = re.search(r"\?at=(\d+)&event_row=(\d+)$", link).groups()  # type: ignore[union-attr]
    before = client.get(link, headers=desk).text
    at.player(client, 1, "ben", "say", call=1, words="no, I was")
    client.post(f"/api/games/{at.game(1)}/steps", json={"do": "note", "text": "hm"}, headers=ana)
    after = client.get(link, headers=desk).text
    frozen = [one.split('id="frozen">')[1] for one in (before, after)]
    assert frozen[0] == frozen[1] and "I was first" in frozen[0]
    assert "no, I was" not in before and "no, I was" in after
    asked = f"entry=1&at={at_entry}&event_row={row}"
    told = client.get(f"/api{here[:-2]}?{asked}", headers=desk).json()
    assert told["digest"] in before and told["frozen"]["event_row"] == int(row)
    assert [one[14:] for one in told["since"]["at_event"]] == ["Call 1, Ben 1: no, I was."]
    for asked in ("entry=1&event_row=999", "entry=2&at=1", "entry=1&at=9", "entry=1&at=0"):
        answer = client.get(f"/api{here[:-2]}?{asked}", headers=desk)
        assert (answer.status_code, answer.json()["type"][-8:]) == (404, "not-here"), asked
    assert client.get(f"{here}?at=0", headers=desk).status_code == 404
    assert client.get(f"{here}?at=x", headers=desk).status_code in (400, 422)


def test_a_hall_without_tables_says_so(db: Path) -> None:
    with repository_at(db) as repository:
        open_event(repository, "Spring Open", [Played("voidsiege", "")], read_book())
        give(repository, NAME, appointing("Kim Lee", head=True))
        seats = seats_on(str(db))
        kim = {"authorization": f"Bearer {seats.issue(EVENT + NAME, ['j1'])['j1']}"}
        seats.close()
    with inside(db) as client:
        page = client.get(f"/events/{NAME}", headers=kim).text
        assert "<title>Spring Open · umpire</title>" in page
        assert "No round is paired yet" in page and '<p class="chance" hidden>' in page
        assert client.get(f"/api/events/{NAME}/hall", headers=kim).json()["tables"] == []


def test_the_desk_weighs_by_the_event_s_policy(db: Path) -> None:
    at = event_in(db, start=False)
    never = (
        "policy: 1\nlimits: [{count: entries, over: 0, grade: irreversible, because: never here}]"
    )
    with repository_at(db) as repository:
        give(repository, NAME, setting_policy(repository.event(NAME), never, "house.yaml"))
    desk = {"authorization": f"Bearer {judge_at(db, at.game(1))}"}
    ana = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    with inside(db) as client:
        step = {"do": "declare", "unit": "a1", "command": "run"}
        client.post(f"/api/games/{at.game(1)}/steps", json=step, headers=ana)
        found = client.get(f"/api/games/{at.game(1)}/backup?to=0", headers=desk).json()
        page = client.post(f"/games/{at.game(1)}/backup/0", json={}, headers=desk).text
        desk_page = client.get(f"/games/{at.game(1)}", headers=desk).text
        assert "the event&#39;s policy" in desk_page
    assert found["grade"] == "irreversible" and found["reasons"][0]["because"] == "never here"
    assert "never here" in page


def test_nobody_calls_from_a_game_that_is_at_no_table(client: Client) -> None:
    from tests.adapters.servers import opened

    game = opened(client)
    answer = client.post(game.path("/acts"), json={"do": "call"}, headers=game.as_("ana"))
    assert answer.status_code == 404


def test_an_event_that_is_not_there_is_called_one(client: Client) -> None:
    answer = client.get("/api/events/nowhere/checkpoint")
    assert (answer.status_code, answer.json()["what"]) == (404, "there is no such event")
    page = client.get("/events/nowhere/screen", headers=ENGLISH)
    assert (page.status_code, "There is no such event." in page.text) == (404, True)


def test_an_overruling_against_another_says_why_and_the_head_judge_hears_of_it(
    client: Client, at: AtEvent, db: Path
) -> None:
    step = {"do": "declare", "unit": "a1", "command": "overrun"}
    desks = {}
    for number in (1, 2):
        game = at.game(number)
        ana = {"authorization": f"Bearer {at.seats[game]['ana']}"}
        client.post(f"/api/games/{game}/steps", json=step, headers=ana)
        desks[number] = {"authorization": f"Bearer {judge_at(db, game)}"}
    ruled = {"do": "overrule", "entry": 1, "verdict": "illegal", "because": "no such command"}
    first = client.post(f"/api/games/{at.game(1)}/steps", json=ruled, headers=desks[1])
    assert first.status_code == 200, first.text
    other = {**ruled, "verdict": "legal", "because": "the table knows it"}
    tried = client.post(f"/games/{at.game(2)}/tried", json={"step": other}, headers=desks[2]).text
    assert "a judge ruled otherwise" in tried and 'name="departing"' in tried
    path = f"/api/games/{at.game(2)}/steps"
    refused = client.post(path, json=other, headers=desks[2])
    assert refused.status_code == 422 and refused.json()["type"].endswith(":departs")
    assert f"{at.game(1)}, entry 1: The judge ruled it illegal" in refused.json()["what"]
    assert "“no such command”" in refused.json()["what"], "with the judge's reason"
    kept = client.post(path, json={**other, "departing": "the card says so"}, headers=desks[2])
    assert kept.status_code == 200
    heads = {"authorization": f"Bearer {at.judges['j1']}"}
    assert '"departures":[[0,2]]' in client.get(f"/events/{NAME}", headers=heads).text
    table = client.get(f"/events/{NAME}/r1/t2", headers=heads).text
    assert f"departs from {at.game(1)} entry 1: the card says so." in table
    assert at.judge(client, "j1", "note_elsewhere", departure=1).status_code == 200
    assert '"departures":[]' in client.get(f"/events/{NAME}", headers=heads).text


def test_a_departure_that_no_server_could_tell_any_more_comes_to_the_head_judge(
    client: Client, at: AtEvent, db: Path
) -> None:
    """A server ends between the overruling and the event's log: the hall reads it out of the game."""
    game = at.game(2)
    because = "the table knows it (departs from tare-mivu-40 entry 1: the card says so)"
    ruling = {"by": "judge", "do": "overrule", "entry": 1, "verdict": "legal", "because": because}
    umpire = umpire_on(str(db))
    umpire.step(game, {"by": "ana", "do": "declare", "unit": "a1", "command": "overrun"})
    umpire.step(game, ruling)
    umpire.store.close()
    heads = {"authorization": f"Bearer {at.judges['j1']}"}
    for _ in range(2):
        assert '"departures":[[0,2]]' in client.get(f"/events/{NAME}", headers=heads).text
    table = client.get(f"/events/{NAME}/r1/t2", headers=heads).text
    assert table.count("departs from tare-mivu-40 entry 1: the card says so.") == 1
    assert at.judge(client, "j1", "note_elsewhere", departure=1).status_code == 200
    assert '"departures":[]' in client.get(f"/events/{NAME}", headers=heads).text


def step_at(client: Client, at: AtEvent, game: str, **said: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    said = {"do": "declare", "unit": "a1", "command": "run", **said}
    return client.post(f"/api/games/{game}/steps", json=said, headers=headers)


def test_a_table_with_its_result_is_closed_until_a_judge_opens_it(
    client: Client, at: AtEvent
) -> None:
    game = at.game(1)
    table = {"round": 1, "table": 1}
    assert at.judge(client, "j2", "result", **table, winner="Ana 1").status_code == 200
    refused = step_at(client, at, game)
    assert (refused.status_code, refused.json()["type"]) == (409, "urn:umpire:problem:closed")
    assert refused.json()["what"] == (
        "table 1 has its result: nothing more is played here unless a judge opens the table again"
    )
    headers = {"authorization": f"Bearer {at.seats[game]['ana']}"}
    note = {"do": "note", "text": "Well played"}
    path = f"/api/games/{game}/steps"
    assert client.post(path, json=note, headers=headers).status_code == 200
    assert at.judge(client, "j2", "reopen", **table, because="one go more").status_code == 200
    assert step_at(client, at, game).status_code == 200


def test_players_who_change_places_lose_the_links_of_their_seats(
    client: Client, at: AtEvent
) -> None:
    """Whoever has the phone of a seat plays for it: nobody keeps one at which somebody else sits."""
    fields = {"round": 1, "first": "Ana 1", "second": "Ana 2", "because": "wrong line"}
    assert at.judge(client, "j2", "exchange", **fields).status_code == 200
    assert table(client, at, 1)["players"] == ["Ana 2", "Ben 1"]
    assert step_at(client, at, at.game(1)).status_code == 401
    assert at.player(client, 1, "ben", "call").status_code == 200


def test_links_end_with_an_exchange_also_where_a_server_is_cut_off_behind_it(
    client: Client, at: AtEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said once: what was not done then would never be."""
    assert table(client, at, 1)["players"] == ["Ana 1", "Ben 1"]
    repository = client.app.state.repository
    keep = repository.keep_soon

    async def kept_and_cut_off(*of: Any) -> None:
        await keep(*of)
        raise StoreProblem("it ended here")

    fields = {"round": 1, "first": "Ana 1", "second": "Ana 2", "because": "wrong line"}
    monkeypatch.setattr(repository, "keep_soon", kept_and_cut_off)
    assert at.judge(client, "j2", "exchange", **fields).status_code == 503
    monkeypatch.undo()
    assert table(client, at, 1)["players"] == ["Ana 2", "Ben 1"]
    assert step_at(client, at, at.game(1)).status_code == 401
    assert at.judge(client, "j2", "exchange", **fields).status_code == 200
    assert table(client, at, 1)["players"] == ["Ana 2", "Ben 1"], "sent again it is no news"


def test_an_exchange_that_is_refused_ends_nobody_s_link(client: Client, at: AtEvent) -> None:
    assert step_at(client, at, at.game(1)).status_code == 200
    fields = {"round": 1, "first": "Ana 1", "second": "Ana 2", "because": "wrong line"}
    assert at.judge(client, "j2", "exchange", **fields).status_code == 422
    assert at.player(client, 1, "ana", "call").status_code == 200


def test_a_link_to_a_pairing_that_was_taken_back_does_nothing_at_the_table_paired_anew(
    db: Path, at: AtEvent
) -> None:
    """Its seats are called the same, and somebody else sits there now."""
    with repository_at(db) as repository:
        give(repository, NAME, Unpair(1, "the wrong list", by="j1"))
        paired(repository, 1, 1, players=("cleo", "dov"))
        give(repository, NAME, rounds.Start(1, 50))
    with inside(db) as client:
        for do, fields in (("call", {"words": "It is me"}), ("report_result", {"winner": "Dov 1"})):
            answer = at.player(client, 1, "ana", do, **fields)
            assert (answer.status_code, answer.json()["what"]) == (
                404,
                "this game is at no table of an event",
            )
        seat = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
        for part in ("call", "call/now", "clocks", "cosign"):
            assert client.get(f"/games/{at.game(1)}/{part}", headers=seat).status_code == 404
        assert client.get(f"/api/games/{at.game(1)}/slip", headers=seat).status_code == 404
        assert table(client, at, 1)["call"] is None


def test_a_refusal_names_the_rule_of_the_event_s_book(client: Client, at: AtEvent) -> None:
    no = at.judge(client, "j2", "note_departure", call=1)
    assert no.json()["cites"] == []
    assert at.player(client, 1, "ana", "call").status_code == 200
    no = at.judge(client, "j2", "note_departure", call=1)
    assert no.json()["cites"] == ["P3 What is the head judge's"]
    said = at.judge(client, "j2", "take", call=1, by="j1").json()["what"]
    assert said == "by: who does it is known from the token; leave it out"


def test_numbers_tell_of_calls_that_wait_and_what_was_done(client: Any, at: Any) -> None:
    assert at.player(client, 1, "ana", "call", words="it was my go").status_code == 200
    at.player(client, 2, "ana", "call", words="mine too")
    numbers = client.get("/metrics").text
    assert 'umpire_open_calls{event="spring-open"} 2.0' in numbers
    assert 'umpire_event_acts_total{act="call_made"} 2.0' in numbers
    (oldest,) = re.findall(r'umpire_oldest_call_seconds{event="spring-open"} (\S+)', numbers)
    assert float(oldest) > 0
    for number in (1, 2):
        at.player(client, number, "ben", "say", call=number, words="so it was")
        at.judge(client, "j1", "take", call=number)
        ruled = at.judge(client, "j1", "rule", call=number, words="so be it", verdict="neither")
        assert ruled.status_code == 200, ruled.text
    numbers = client.get("/metrics").text
    assert 'umpire_open_calls{event="spring-open"} 0.0' in numbers
    assert 'umpire_oldest_call_seconds{event="spring-open"} 0.0' in numbers


def test_both_sides_see_who_called_for_what_and_the_result(client: Client, at: AtEvent) -> None:
    ben = {"authorization": f"Bearer {at.seats[at.game(1)]['ben']}"}
    path = f"/games/{at.game(1)}/call"
    assert at.player(client, 1, "ana", "call", kind="slow_play").status_code == 200
    told = "Call 1: Ana 1 calls a judge to table 1 of round 1 (Slow play)."
    assert told in client.get(path, headers=ben).text
    assert table(client, at, 1)["call"]["kind"] == "Slow play"
    assert table(client, at, 1)["call"]["late"] == 0
    assert at.judge(client, "j2", "withdraw", call=1).status_code == 200
    result = {"round": 1, "table": 1, "winner": "Ben 1"}
    assert at.judge(client, "j2", "result", **result).status_code == 200
    assert "Table 1 of round 1: Ben 1 won, 0 : 0" in client.get(path, headers=ben).text


def test_a_penalty_may_still_be_contested_after_its_judge_has_become_head_judge(
    client: Client, at: AtEvent, db: Path
) -> None:
    ana = {"authorization": f"Bearer {at.seats[at.game(1)]['ana']}"}
    path, contest = f"/games/{at.game(1)}/call", 'data-do="contest"'
    given = {"round": 1, "table": 1, "player": "Ana 1", "kind": "late"}
    assert at.judge(client, "j2", "offence", **given).status_code == 200
    with repository_at(db) as repository:
        give(repository, NAME, appointing("Noa Berg", head=True))
    assert contest in client.get(path, headers=ana).text
    assert at.judge(client, "j2", "offence", **given).status_code == 200
    assert client.get(path, headers=ana).text.count(contest) == 1
