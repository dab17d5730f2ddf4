"""A folder of 2,000 generated games, 20 of them broken: each command beside plain replay, and its memory."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from application.records.records import BadRecord, read_record
from application.records.replay import replay
from tests import archive
from tests.benchmarks import Line, Lines

ROOT = Path(__file__).parents[2]
GAMES, STEPS, BROKEN = 2_000, 40, 20
FEW = 500
"""A quarter of them: what memory is held against."""
COMMANDS: dict[str, tuple[Sequence[str], str]] = {
    "replay": (["replay", "games"], "≤ 1.5"),
    "replay --expect": (["replay", "games", "--expect", "pinned"], "≤ 2"),
    "audit": (["audit", "games"], "≤ 4"),
    "verify": (["verify", "games"], "≤ 1.5"),
    "import": (["import", "games"], "≤ 5"),
    "import, all there already": (["import", "games"], "≤ 1.5"),
    "seal": (["seal", "games", "-o", "sealed"], "≤ 6"),
    "verify sealed files": (["verify", "sealed"], "≤ 4"),
    "compare": (["compare", "games", "--reading", "C1=snap_fire", "--jobs", "1"], "≤ 3"),
}
"""What is measured → the command, and how often the time of plain replay it may take."""


PROGRAM = """
import atexit
from pathlib import Path
from adapters.cli import main
atexit.register(lambda: Path("most").write_text(Path("/proc/self/status").read_text()))
main()
"""
"""The command; at its end it leaves how much memory it had at most."""


class Run(NamedTuple):
    """What a command took."""

    seconds: float
    """Of processor time: how busy the machine is otherwise does not count."""
    most: int
    """Kilobytes of memory at its largest."""
    code: int
    last: str


def lines() -> Lines:
    with TemporaryDirectory() as there:
        folder = Path(there)
        written(folder / "games", GAMES, BROKEN)
        few = folder / "few"
        written(few / "games", FEW, BROKEN * FEW // GAMES)
        plain = min(plain_replay(folder / "games") for _ in range(2))
        for what, (command, aim) in COMMANDS.items():
            run = ran(command, folder)
            assert run.code in (0, 1), (what, run)
            name = f"umpire {what}, {GAMES:,} games: seconds beside plain replay"
            yield Line(name, run.seconds, plain, aim)
            small = ran(command, few)
            title = f"umpire {what}: memory with {GAMES:,} games beside {FEW:,}"
            yield Line(title, run.most, small.most, "≤ 1.25")


def written(folder: Path, games: int, broken: int, steps: int = STEPS) -> None:
    """So many games as files; every so many'th is cut off in the middle."""
    folder.mkdir(parents=True)
    every = games // broken
    for n, path in enumerate(archive.write(folder, archive.games(games, steps))):
        if n % every == every // 2:
            text = path.read_text(encoding="utf-8")
            path.write_text(text[: len(text) // 2], encoding="utf-8")


def plain_replay(folder: Path) -> float:
    """Seconds of processor time for reading and replaying the files, and nothing else."""
    began = process_time()
    for path in sorted(folder.iterdir()):
        try:
            replay(read_record(path))
        except BadRecord:
            continue
    return process_time() - began


def ran(command: Sequence[str], folder: Path) -> Run:
    """The command in a process of its own, in this folder, on a store of this folder."""
    environment = {**os.environ, "UMPIRE_DB": str(folder / "store.umpire"), "PYTHONPATH": str(ROOT)}
    with (folder / "told").open("w") as told:
        child = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *command], cwd=folder, env=environment, stdout=told
        )
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    last = (folder / "told").read_text(encoding="utf-8")[-2000:]
    (most,) = re.findall(r"VmHWM:\s*(\d+) kB", (folder / "most").read_text(encoding="utf-8"))
    return Run(used.ru_utime + used.ru_stime, int(most), child.returncode, last)
