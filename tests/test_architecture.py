"""Sizes: a chapter is read in one sitting. import-linter, called by `make test`, keeps the arrows."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "application", "adapters")
FILES = sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))

MOST_LINES = 300
LONGER = {
    "domain/kernel/history.py": "what stands of a log, whole",
}
"""Files that are longer, each with the reason."""

NOT_NAMES = {
    "manager",
    "service",
    "handler",
    "helper",
    "helpers",
    "util",
    "utils",
    "base",
    "common",
    "core",
    "engine",
    "process",
    "data",
    "info",
}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_file_is_no_longer_than_can_be_read_in_one_sitting(path):
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= (400 if named(path) in LONGER else MOST_LINES)


@pytest.mark.parametrize("path", FILES, ids=named)
def test_nothing_is_called_by_a_word_that_says_nothing(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {path.stem} | {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert not {name.lower().strip("_") for name in names} & NOT_NAMES


def test_the_exceptions_are_still_needed():
    for name in LONGER:
        assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) > MOST_LINES, name


def test_functions_are_short():
    sizes = sorted(
        node.end_lineno - node.lineno
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    )
    assert sizes[len(sizes) // 2] <= 8
    assert sum(size > 40 for size in sizes) <= len(sizes) // 100
