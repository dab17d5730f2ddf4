"""A new ruleset as its own package: a small playable game to start from."""

import re
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

TOP = ("rulebook", "table", "setup", "hidden", "hints", "lab")
ROOMS: dict[str, tuple[str, ...]] = {"chapters": ("turn", "leaving"), "view": ("view",)}
SAID = {
    "chapters": "The chapters, a file each: steps, events with their effects, checks, what happens.",
    "view": "The table for programs, people and eyes.",
}
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40
TESTS = "tests"
"""The folder of the ruleset's own tests, beside its module."""


class CannotWrite(Exception):
    """The name cannot be a ruleset's or is taken, or the folder is there already; the message is a sentence."""


def write_ruleset(name: str, into: Path, known: frozenset[str] = frozenset()) -> list[Path]:
    """Writes the folder `into`/NAME and returns its files. Raises CannotWrite, OSError.

    `known`: the names that rulesets have already.
    """
    if len(name) > LONGEST or not NAME.fullmatch(name) or iskeyword(_module(name)):
        raise CannotWrite(
            f"“{name}” cannot be the name of a ruleset: small letters, digits and hyphens, such as “iron-tide”"
        )
    if name in known:
        raise CannotWrite(f"there is a ruleset “{name}” already")
    if name == TESTS:
        raise CannotWrite(f"“{TESTS}” is where a ruleset's own tests stand: choose another name")
    if find_spec(_module(name)) is not None:
        # It would stand in for one of umpire's own, and one of Python's for it.
        raise CannotWrite(
            f"there is a Python package “{_module(name)}” already: choose another name"
        )
    top = into / name
    if top.exists():
        raise CannotWrite(f"{top} is there already")
    written = []
    for path, text in _files(name):
        file = top / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        written.append(file)
    return written


def _module(name: str) -> str:
    return name.replace("-", "_")


def _files(name: str) -> list[tuple[str, str]]:
    module = _module(name)

    def text(template: str) -> str:
        page = (files(__package__) / f"{template}.txt").read_text(encoding="utf-8")
        page = page.replace("__NAME__", name).replace("__MODULE__", module)
        return page.replace("__TITLE__", name.replace("-", " ").title())

    written = [
        ("pyproject.toml", text("pyproject.toml")),
        ("README.md", text("README.md")),
        (f"{module}/__init__.py", text("package.py")),
        (f"{module}/policy.yaml", text("policy.yaml")),
        (f"{module}/demo.md", text("demo.md")),
        (f"{module}/rulebook.md", text("rulebook.md")),
        (f"{TESTS}/records/first.yaml", text("record.yaml")),
        (f"{TESTS}/test_{module}.py", text("test_ruleset.py")),
        *((f"{module}/{file}.py", text(f"{file}.py")) for file in TOP),
    ]
    for room, names in ROOMS.items():
        written.append((f"{module}/{room}/__init__.py", f'"""{SAID[room]}"""\n'))
        written += [(f"{module}/{room}/{file}.py", text(f"{file}.py")) for file in names]
    return written
