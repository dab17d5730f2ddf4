"""`python -m tests.fuzz`: all of it, or as much as is asked for; `--help` says what there is."""

import argparse
import subprocess
import sys
import time

from rich.progress import Progress

from tests.fuzz.games import said_at_random
from tests.fuzz.planted import FAULTS, is_found
from tests.fuzz.readers import TARGETS
from tests.fuzz.soak import soak


def main() -> None:
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("--steps", type=int, default=1_000_000, help="said at random")
    parser.add_argument("--seconds", type=int, default=120, help="of guided bytes for each reader")
    parser.add_argument("--kills", type=int, default=1000, help="of processes under load")
    parser.add_argument("--postgres-kills", type=int, default=100, help="with connections cut")
    parser.add_argument("--soak", type=float, default=60, help="minutes of mixed load")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the first game")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)  # noqa: T201 - whoever repeats a run needs it
    unseen = [one.name for one in FAULTS if not is_found(one)]
    if unseen:
        sys.exit(f"faults that were planted and not found: {', '.join(unseen)}")
    print(f"{len(FAULTS)} planted faults found", flush=True)  # noqa: T201
    with Progress() as progress:
        task = progress.add_task("steps said at random", total=asked.steps)
        said_at_random(asked.steps, asked.seed, lambda n: progress.advance(task, n))
    for target in TARGETS if asked.seconds else ():
        run("-m", "tests.fuzz.guided", target, str(asked.seconds))
    if asked.kills or asked.postgres_kills:
        kills = ("--sqlite", str(asked.kills), "--postgres", str(asked.postgres_kills))
        run("-m", "tests.fuzz.kills", *kills, "--seed", str(asked.seed))
    if asked.soak:
        soak(asked.soak)


def run(*command: str) -> None:
    done = subprocess.run([sys.executable, *command], check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}")


if __name__ == "__main__":
    main()
