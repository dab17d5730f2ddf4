"""A package of somebody else with one of our names is told in a sentence, whatever it holds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
RUN = "from umpire_command import main; main()"


def started(*before: Path) -> "subprocess.CompletedProcess[str]":
    """The command, where these folders come first."""
    path = os.pathsep.join(map(str, (*before, ROOT)))
    return subprocess.run(
        [sys.executable, "-P", "-c", RUN, "--version"],
        env={**os.environ, "PYTHONPATH": path},
        cwd=ROOT.parent,
        capture_output=True,
        check=False,
        text=True,
    )


def test_ctrl_c_while_modules_are_imported_ends_it_without_a_word(tmp_path: Path) -> None:
    # No signal: whoever is started in the background is sent none.
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt")
    found = started(tmp_path)
    assert (found.returncode, found.stdout, found.stderr) == (130, "", "")


def test_by_itself_it_starts() -> None:
    assert started().stdout.startswith("umpire ")


@pytest.mark.parametrize("name", ["domain", "application", "adapters"])
@pytest.mark.parametrize("kind", ["a package", "a module", "a folder"])
def test_another_package_in_the_way_is_told(tmp_path: Path, name: str, kind: str) -> None:
    if kind == "a module":
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not ours')")
    else:
        (tmp_path / name).mkdir()
    if kind == "a package":
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('not ours')")
    found = started(tmp_path)
    if kind == "a folder":
        # One without `__init__.py` comes after every real package, so that it is in nobody's way.
        assert found.stdout.startswith("umpire ")
        return
    assert (found.returncode, found.stdout) == (2, "")
    (sentence,) = found.stderr.splitlines()
    assert sentence.startswith(f"umpire: the package “{name}” of umpire is not found, {tmp_path}")
    assert "install umpire in an environment of its own" in sentence
