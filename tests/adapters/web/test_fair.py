"""Nothing that one asks for keeps others waiting: work is bounded, in pages, and seats take turns."""

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from adapters.web.fair_pool import SWITCH, FairPool
from adapters.web.log_pages import MOST, NEWER, PAGE, log_address
from adapters.web.pages.lobby import replaying
from adapters.web.responses import Problem
from adapters.web.streams.feed import MOST as MOST_OF_A_FEED
from adapters.wiring import umpire_on
from application.desk.audit import audit
from application.desk.backup import advice
from application.desk.explain import why_not
from application.desk.policy import policy_for
from application.game.live_game import LiveGame
from application.game.umpire import Umpire
from tests.adapters.servers import Game, inside, opened

NOTE = {"do": "note", "text": "hm"}
LENGTH = 1_250


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """A game with many entries."""
    path = tmp_path_factory.mktemp("long") / "games.umpire"
    with inside(path) as client:
        game = opened(client)
    umpire = umpire_on(str(path))
    umpire.steps(game.id, [{"by": "ana", "do": "note", "text": str(n)} for n in range(LENGTH)])
    umpire.store.close()
    with inside(path) as client:
        yield Game(game.id, game.tokens, client)


def test_a_log_comes_in_pages_each_with_the_address_of_the_next(long: Game) -> None:
    page: dict[str, Any] = long.get("ana", "log").json()
    sizes, numbers = [], []
    while True:
        sizes.append(len(page["entries"]))
        numbers += [entry["n"] for entry in page["entries"]]
        if page["next"] is None:
            break
        page = long.client.get(page["next"], headers=long.as_("ana")).json()
    assert numbers == list(range(1, LENGTH + 1))
    assert max(sizes) == PAGE
    part = long.get("judge", "log", after=3, at=900, as_="ben").json()
    assert part["next"] == f"/api/games/{long.id}/log?after={3 + PAGE}&at=900&as=ben"
    last = long.client.get(part["next"], headers=long.as_("judge")).json()
    assert (last["entries"][-1]["n"], last["next"]) == (900, None)


def test_the_address_of_the_next_page_is_one_whatever_the_seat_is_called() -> None:
    assert (
        log_address("kilo", 500, 501, "zoë") == "/api/games/kilo/log?after=500&at=501&as=zo%C3%AB"
    )


def test_a_page_is_no_longer_than_an_answer_may_be(client: Any) -> None:
    game = opened(client)
    for _ in range(24):
        game.step("ana", {"do": "note", "text": "x" * 60_000})
    found = game.get("ana", "log")
    assert MOST < len(found.content) < MOST + 200_000
    assert found.json()["next"] == f"/api/games/{game.id}/log?after=9&at=24"


def test_who_has_missed_much_is_told_the_first_of_it_and_where_it_goes_on(long: Game) -> None:
    answer = long.step("ben", {**NOTE, "expected_entry": 0})
    found = answer.json()
    assert (answer.status_code, found["entry"]) == (409, LENGTH)
    assert [entry["n"] for entry in found["entries"]] == list(range(1, NEWER + 1))
    rest = long.client.get(found["next"], headers=long.as_("ben")).json()
    assert rest["entries"][0]["n"] == NEWER + 1


def test_a_feed_that_begins_long_ago_comes_in_pages_too(long: Game) -> None:
    begin, heard = f"/api/games/{long.id}/feed?after=0", []
    for _ in range(2):
        with long.client.stream("GET", begin, headers=long.as_("spectator")) as feed:
            told = [json.loads(line[6:]) for line in feed.iter_lines() if line.startswith("data")]
        begin = told.pop()["next"]
        heard += [entry["n"] for entry in told]
    assert heard == list(range(1, 2 * MOST_OF_A_FEED + 1))
    assert begin == f"/api/games/{long.id}/feed?after={2 * MOST_OF_A_FEED}"


def test_a_game_holds_so_much_and_a_judge_may_still_rule(tmp_path: Path) -> None:
    with inside(tmp_path / "g.umpire", most_entries=5, most_said=1024) as client:
        game, talkative = opened(client), opened(client)
        first = game.step("ana", NOTE, idempotency_key="k").json()
        assert [game.step("ben", NOTE).status_code for _ in range(5)] == [200] * 4 + [409]
        full = game.step("ana", NOTE).json()
        assert (full["type"], "5 entries" in full["detail"]) == ("urn:umpire:problem:full", True)
        assert game.step("ana", NOTE, idempotency_key="k").json() == first
        assert (
            game.step("judge", {"do": "rewind", "to": 0, "because": "it is full"}).json()["n"] == 6
        )
        assert talkative.step("ana", {"do": "note", "text": "x" * 2_000}).status_code == 200
        assert talkative.step("ben", NOTE).status_code == 409
        assert talkative.step("judge", NOTE).status_code == 200


def test_seats_take_turns_at_work() -> None:
    """Of one seat only one piece of work is done at a time, and none waits for all of another's."""
    done: list[str] = []
    go_on = threading.Event()

    def work(what: str) -> str:
        go_on.wait(10)
        done.append(what)
        return what

    async def asks() -> list[str]:
        pool = FairPool(threads=1)
        asked = [("ana", n) for n in range(4)] + [("ben", 0), ("eve", 0)]
        waiting = [asyncio.ensure_future(pool.run(w, work, f"{w} {n}")) for w, n in asked]
        await asyncio.sleep(0)
        go_on.set()
        try:
            return list(await asyncio.gather(*waiting))
        finally:
            await pool.close()

    answers = asyncio.run(asks())
    assert answers == ["ana 0", "ana 1", "ana 2", "ana 3", "ben 0", "eve 0"]
    assert done == ["ana 0", "ana 1", "ben 0", "eve 0", "ana 2", "ana 3"]


def test_a_seat_has_so_much_work_waiting_and_no_more() -> None:
    async def asks() -> list[Any]:
        pool, go_on = FairPool(threads=1, waiting=2), threading.Event()
        asked = [asyncio.ensure_future(pool.run("ana", go_on.wait, 10)) for _ in range(4)]
        await asyncio.sleep(0)
        asked.append(asyncio.ensure_future(pool.run("ben", str, 7)))
        await asyncio.sleep(0)
        go_on.set()
        try:
            return await asyncio.gather(*asked, return_exceptions=True)
        finally:
            await pool.close()

    *anas, bens = asyncio.run(asks())
    refused = [one for one in anas if isinstance(one, Problem)]
    assert (len(refused), refused[0].status, bens) == (1, 429, "7")


def test_what_goes_wrong_at_work_goes_wrong_for_who_asked() -> None:
    async def asks() -> None:
        pool = FairPool()
        try:
            with pytest.raises(ZeroDivisionError):
                await pool.run("ana", lambda: 1 // 0)
            assert await pool.run("ana", int, "7") == 7
        finally:
            await pool.close()

    asyncio.run(asks())


def test_nobody_waits_for_work_that_a_closed_pool_will_not_do() -> None:
    async def asks() -> list[Any]:
        pool, go_on = FairPool(threads=1), threading.Event()
        asked = [asyncio.ensure_future(pool.run("ana", go_on.wait, 10)) for _ in range(2)]
        await asyncio.sleep(0)
        closing = asyncio.ensure_future(pool.close())
        await asyncio.sleep(0)
        go_on.set()
        await closing
        return await asyncio.gather(*asked, return_exceptions=True)

    running, waiting = asyncio.run(asyncio.wait_for(asks(), 10))
    assert running is True and isinstance(waiting, asyncio.CancelledError)


def test_a_question_is_answered_with_what_was_found_within_its_bounds(long: Game) -> None:
    game = long.client.app.state.context.umpire.game(long.id).game  # type: ignore[attr-defined]
    policy = policy_for("voidsiege")
    never = {"by": "ana", "do": "declare", "unit": "b1", "command": "assault"}
    some, more = why_not(game, never, most=300), why_not(game, never)
    assert (some.when.all_tried, some.verdict) == (False, more.verdict)
    assert not some.as_json()["when"]["all_tried"]
    assert "that could be tried" in some.when.sentence
    assert audit(game, policy, most=100).ends_with == 100
    assert audit(game, policy, most=LENGTH).ends_with is None
    short, whole = advice(game, policy, 0, most=10), advice(game, policy, 0)
    assert short.sheet == whole.sheet[:10]
    assert (short.left_out, whole.left_out) == (LENGTH - 10, 0)
    assert (short.grade, short.takes_back) == (whole.grade, whole.takes_back)


def test_a_long_game_that_many_ask_for_at_once_is_folded_once(
    long: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: Umpire = long.client.app.state.context.umpire  # type: ignore[attr-defined]
    umpire, loaded = Umpire(held.store), []
    load = umpire.store.load
    monkeypatch.setattr(umpire.store, "load", lambda game: loaded.append(game) or load(game))

    async def asked() -> list[LiveGame]:
        return await asyncio.gather(*(umpire.game_soon(long.id) for _ in range(12)))

    assert {live.game.length for live in asyncio.run(asked())} == {LENGTH}
    assert loaded == [long.id]


def test_files_that_strangers_replay_leave_the_seats_their_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From however many addresses: a question at the desk is answered while all of them wait."""
    go_on, began = threading.Event(), threading.Event()

    def slow(_fields: Any) -> dict[int, str]:
        began.set()
        go_on.wait(30)
        return {}

    monkeypatch.setattr(replaying, "_moments", slow)
    with inside(tmp_path / "g.umpire") as client, ThreadPoolExecutor(3) as strangers:
        game = opened(client)
        game.step("ana", NOTE)

        def replayed(n: int) -> int:
            ours = {"x-umpire": "page", "x-forwarded-for": f"192.0.2.{n}"}
            return client.post("/replay", json={"text": ""}, headers=ours).status_code

        asked = [strangers.submit(replayed, n) for n in range(3)]
        try:
            assert began.wait(10)
            assert game.get("judge", "audit").status_code == 200
        finally:
            go_on.set()
        assert [one.result() for one in asked] == [200] * 3


def test_a_judges_line_at_the_desk_is_as_short_as_anybodys(client: Any) -> None:
    """A long one of opened brackets alone held all requests of a worker for most of a minute."""
    game = opened(client)
    ours = {**game.as_("judge"), "x-umpire": "page"}
    for line in ("ana " + "{" * 60_000, "ana " + "{}x" * 20_000):
        sent = client.post(f"/games/{game.id}/whynot", json={"step": line}, headers=ours)
        assert (sent.status_code, "at most 500 letters" in sent.text) == (422, True)


def test_only_while_a_thread_works_is_the_interpreter_handed_over_often() -> None:
    # In a process of its own: the interval is the whole interpreter's.
    tries = """
import sys, threading
from adapters.web.fair_pool import YieldingThreads
begun, end = threading.Barrier(2), threading.Event()
seen = [sys.getswitchinterval()]
with YieldingThreads(1) as one, YieldingThreads(1) as other:
    long = one.submit(lambda: (begun.wait(), end.wait()))
    begun.wait()
    assert other.submit(lambda: 1 // 0).exception()
    other.shutdown()
    seen.append(sys.getswitchinterval())
    end.set()
print(*seen, sys.getswitchinterval())
"""
    ran = subprocess.run([sys.executable, "-c", tries], capture_output=True, text=True, check=True)
    usual, working, after = map(float, ran.stdout.split())
    assert (working, after) == (pytest.approx(SWITCH), usual)


def test_all_that_runs_beside_the_loop_of_a_server_hands_over_often(client: Any) -> None:
    context = client.app.state.context
    seen: list[float] = []
    found = context.umpire.store.newest
    context.umpire.store.newest = lambda: (seen.append(sys.getswitchinterval()), found())[1]
    assert client.get("/ready").status_code == 200
    assert seen == [pytest.approx(SWITCH)] * len(seen) and seen
