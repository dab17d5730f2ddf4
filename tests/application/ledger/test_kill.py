"""What was acknowledged survives: a process killed at any moment, two processes on one game."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from application.ledger.verification import verify
from tests.stores import TOY, ledger_of, umpire_in, with_toy

KILLS = 12
UNDER_LOAD = ("--sqlite", "40", "--postgres", "10")
"""`make fuzz` does the same a thousand and a hundred times."""
ROOT = Path(__file__).parents[3]

STEPPING = """
import sys
from pathlib import Path
from tests.stores import umpire_in, with_toy
with_toy()
player, path = sys.argv[1], Path(sys.argv[2])
with umpire_in(path) as umpire:
    print("ready", flush=True)
    for n in range(int(sys.argv[3]), int(sys.argv[4])):
        ruled = umpire.step("one", {"by": player, "do": "say", "number": n}, key=f"{player}{n}")
        print(ruled.entry.n, ruled.digest, flush=True)
"""


def stepping(player: str, path: Path, first: int, end: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", STEPPING, player, str(path), str(first), str(end)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with_toy()
    path = tmp_path / "games.umpire"
    with umpire_in(path) as umpire:
        umpire.open(TOY, "one")
    return path


def acknowledged(said: str) -> list[tuple[int, str]]:
    """What a stepping process said before it ended; a last line that was cut off counts for nothing."""
    lines = said.split("\n")[1:-1]
    return [(int(n), digest) for n, digest in (line.split() for line in lines)]


@pytest.mark.timeout(600)
def test_nothing_is_lost_under_load_and_nothing_is_there_twice() -> None:
    """Many clients, many games, two writers; on PostgreSQL with connections that are cut as well."""
    seed = str(random.randrange(1 << 30))
    command = [sys.executable, "-W", "error::DeprecationWarning", "-m", "tests.fuzz.kills"]
    asked = [*command, *UNDER_LOAD, "--seed", seed]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"seed {seed}: {done.stdout}{done.stderr}"
    assert done.stdout.count("all there, once") == 2


@pytest.mark.timeout(120)
def test_no_ruling_is_lost_however_often_the_process_is_killed(path: Path) -> None:
    chance = random.Random(20)
    known: dict[int, str] = {}
    for kill in range(KILLS):
        running = stepping("ana", path, kill * 10_000, (kill + 1) * 10_000)
        assert running.stdout is not None
        said = [running.stdout.readline() for _ in range(chance.randint(1, 12))]
        time.sleep(chance.uniform(0, 0.003))
        running.send_signal(signal.SIGKILL)
        known.update(acknowledged("".join(said) + running.communicate()[0]))
        with umpire_in(path) as umpire:
            live = umpire.game("one")
            assert live.game.length >= max(known, default=0)
            assert {n: live.digests[n] for n in known} == known
    with umpire_in(path) as umpire:
        assert verify(ledger_of(umpire).rows, "one").holds
    assert known


def test_two_processes_on_one_game_give_every_step_one_ruling(path: Path) -> None:
    both = [stepping("ana", path, 0, 120), stepping("ben", path, 1000, 1120)]
    said = [acknowledged(one.communicate(timeout=60)[0]) for one in both]
    with umpire_in(path) as umpire:
        log = umpire.game("one").game.log
        assert verify(ledger_of(umpire).rows, "one").holds

    assert sorted(n for part in said for n, _ in part) == list(range(1, 241))
    assert [entry.n for entry in log] == list(range(1, 241))
    steps = {(entry.said["by"], entry.said["number"]) for entry in log}
    assert len(steps) == 240
    assert json.loads(json.dumps([dict(entry.said) for entry in log]))
