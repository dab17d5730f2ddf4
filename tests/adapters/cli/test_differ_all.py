"""All readings of all rulesets at once."""

import subprocess
import sys
from pathlib import Path


def test_the_readings_of_all_rulesets_are_told_apart_in_several_processes(tmp_path: Path) -> None:
    asked = ("differ", "--all", "--most", "9", "--jobs", "2", "--keep", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-m", "adapters.cli", *asked], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr  # nine tables are too few for some of them
    lines = [line for line in done.stdout.splitlines() if "told apart" in line]
    assert len(lines) == 3, done.stdout
    assert {path.name for path in tmp_path.iterdir()} == {
        "arcane-legions",
        "nullshapers",
        "voidsiege",
    }
