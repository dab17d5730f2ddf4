"""Names and functions. import-linter, called by `make test`, keeps the arrows."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from application.rulesets import FOLDERS, OURS

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "application", "adapters")
FILES = sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))

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


def test_the_larger_example_of_a_ruleset_is_written_in_an_afternoon() -> None:
    """With its page and its specs: what the shapes of the kernel and the kit save."""
    parts = (ROOT / "tests" / "examples").rglob("*.*")
    written = [one for one in parts if one.suffix in (".py", ".md")]
    assert sum(len(one.read_text(encoding="utf-8").splitlines()) for one in written) <= 1_200


def test_every_ruleset_of_ours_is_named_in_the_contracts_about_rulesets() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    ours = {FOLDERS[name] for name in OURS}
    told = [
        {*one[key]}
        for one in contracts["tool"]["importlinter"]["contracts"]
        for key in ("forbidden_modules", "modules", "containers")
        if "domain.voidsiege" in one.get(key, ())
    ]
    assert told == [ours] * 3


def test_nothing_is_called_by_a_word_that_says_nothing() -> None:
    names = {
        (named(path), name)
        for path in FILES
        for name in (path.stem, *definitions(path))
        if name.lower().strip("_") in NOT_NAMES
    }
    assert names == set()


def definitions(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def test_functions_are_short() -> None:
    sizes = sorted(
        node.end_lineno - node.lineno
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    )
    assert sizes[len(sizes) // 2] <= 8
    assert sum(size > 40 for size in sizes) <= len(sizes) // 100


AT_ONCE = re.compile(
    r"assert .*(\.count\(\)|\.is_\w+\(\)|page\.url|page\.title\(\)|inner_text\(\)|input_value\(\))"
)


def test_a_page_is_given_time_to_show_what_is_expected() -> None:
    """`expect` waits; what is read at once fails on a busy machine."""
    pages = ROOT / "tests" / "adapters" / "pages"
    hasty = {
        f"{named(path)}: {line.strip()}"
        for path in pages.glob("test_*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if AT_ONCE.search(line)
    }
    assert hasty == set()
