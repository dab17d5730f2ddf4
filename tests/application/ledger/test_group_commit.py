"""Appends that wait together are written together; each has its own answer."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from application.ledger.group_commit import MOST_TOGETHER, Append, GroupCommit
from application.ledger.rows import START
from application.ledger.store import Conflict, Head, Outcome, StoreProblem, Tell
from tests.stores import STEPS, TOY, appended_soon, ledger_of, soon, umpire_in, with_toy


def append(game: str) -> Append:
    return Append(game, START, (), Head(1, game))


def submitted(group: GroupCommit[Append, None], game: str) -> "Future[Head]":
    one = append(game)

    def submit(tell: Tell) -> Head:
        group.submit(one, tell)
        return one.leads_to

    return soon(submit)


class Slow:
    """A commit that waits until it may, and remembers what came together."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.batches: list[list[str]] = []

    def __call__(self, batch: Sequence[Append]) -> Sequence[Outcome]:
        self.batches.append([one.game for one in batch])
        assert self.may.wait(5)
        return [Conflict("too late") if one.game == "late" else None for one in batch]


def test_what_waits_is_written_in_one_commit_and_a_conflict_is_one_append_s_own() -> None:
    commit = Slow()
    group = GroupCommit(commit)
    first = submitted(group, "first")
    while not commit.batches:
        pass
    others = [submitted(group, game) for game in ("a", "late", "b")]
    assert not first.done()
    commit.may.set()

    assert first.result(5) == Head(1, "first")
    assert [others[0].result(5), others[2].result(5)] == [Head(1, "a"), Head(1, "b")]
    with pytest.raises(Conflict, match="too late"):
        others[1].result(5)
    assert commit.batches == [["first"], ["a", "late", "b"]]
    group.close()


def test_no_commit_holds_more_than_the_most_that_are_written_together() -> None:
    commit = Slow()
    group = GroupCommit(commit)
    first = submitted(group, "first")
    while not commit.batches:
        pass
    others = [submitted(group, f"game {n}") for n in range(MOST_TOGETHER + 2)]
    commit.may.set()
    for one in (first, *others):
        one.result(5)
    assert [len(batch) for batch in commit.batches] == [1, MOST_TOGETHER, 2]
    group.close()


def test_nobody_waiting_it_is_written_at_once_in_the_same_thread() -> None:
    threads = []

    def commit(batch: Sequence[Append]) -> Sequence[Outcome]:
        threads.append(threading.current_thread())
        return [None] * len(batch)

    GroupCommit(commit).write(append("one"))
    assert threads == [threading.current_thread()]


def test_when_nothing_can_be_written_everybody_who_waits_hears_of_it() -> None:
    def commit(_batch: Sequence[Append]) -> Sequence[Outcome]:
        raise StoreProblem("the disk is full")

    group = GroupCommit(commit)
    for future in [submitted(group, "one"), submitted(group, "two")]:
        with pytest.raises(StoreProblem, match="full"):
            future.result(5)
    with pytest.raises(StoreProblem, match="full"):
        group.write(append("three"))
    group.close()


def test_a_closed_store_takes_nothing_more() -> None:
    group = GroupCommit(lambda batch: [None] * len(batch))
    assert submitted(group, "one").result(5)
    group.close()
    with pytest.raises(StoreProblem, match="closed"):
        submitted(group, "two")


def test_many_games_at_once_on_a_real_store(tmp_path: Path) -> None:
    with_toy()
    with umpire_in(tmp_path / "games.umpire") as umpire:
        ledger = ledger_of(umpire)
        ids = [umpire.open(TOY) for _ in range(30)]
        heads = [umpire.game(id).head for id in ids]
        umpire.step(ids[7], STEPS[0])
        entry = umpire.game(ids[7]).game.entry(1)
        futures = [
            appended_soon(ledger, id, head, 5, entry) for id, head in zip(ids, heads, strict=True)
        ]

        with pytest.raises(Conflict):
            futures[7].result(5)
        for at, future in enumerate(futures):
            if at != 7:
                assert future.result(5) == ledger.head(ids[at])
        assert all(one.holds for one in ledger.verify_all())


def test_many_threads_on_one_umpire(tmp_path: Path) -> None:
    with_toy()
    with umpire_in(tmp_path / "games.umpire") as umpire:
        id = umpire.open(TOY)

        def say(first: int) -> None:
            for n in range(first, first + 25):
                umpire.step(id, {"by": "ana", "do": "note", "text": str(n)})

        threads = [threading.Thread(target=say, args=(100 * n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert umpire.game(id).game.length == 200
        assert ledger_of(umpire).verify(id).holds
