"""`python -m tests.fuzz [--steps N] [--seconds N] [--kills N] [--soak MINUTES]`."""

import argparse
import os
import subprocess
import sys
import time

from rich.progress import Progress

from tests.fuzz.games import said_at_random
from tests.fuzz.readers import TARGETS
from tests.fuzz.soak import soak


def main() -> None:
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("--steps", type=int, default=1_000_000, help="said at random")
    parser.add_argument("--seconds", type=int, default=120, help="of guided bytes for each reader")
    parser.add_argument("--kills", type=int, default=1000, help="of a process that is writing")
    parser.add_argument("--soak", type=float, default=60, help="minutes of mixed load")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the first game")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)  # noqa: T201 - whoever repeats a run needs it
    with Progress() as progress:
        task = progress.add_task("steps said at random", total=asked.steps)
        said_at_random(asked.steps, asked.seed, lambda n: progress.advance(task, n))
    for target in TARGETS if asked.seconds else ():
        run("-m", "tests.fuzz.guided", target, str(asked.seconds))
    if asked.kills:
        kills = {"UMPIRE_KILLS": str(asked.kills)}
        run("-m", "pytest", "-q", "-o", "timeout=0", "tests/application/test_kill.py", env=kills)
    if asked.soak:
        soak(asked.soak)


def run(*command: str, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        [sys.executable, *command], env={**os.environ, **(env or {})}, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}")


if __name__ == "__main__":
    main()
