"""What stands in a deciding cell is what happens: whoever falsifies one sees some record ruled otherwise.

Or sees the page refused, with the place. Run as `falsified` says, since a ruleset reads its page only once.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from application.rulesets import OURS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", OURS)
def test_every_deciding_cell_decides(name: str) -> None:
    command = [sys.executable, "-m", "tests.conformance.falsified", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *undecided, number = done.stdout.splitlines()
    assert undecided == []
    assert number.endswith(f" cells of {name} were falsified")
