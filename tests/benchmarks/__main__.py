"""`python -m tests.benchmarks [NAME…]`: the table of promises, and bench.json."""

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.benchmarks import Line
from tests.modules import module_if_there

MET = {True: "yes", False: "NO", None: ""}

MODULES = (
    "rulings",
    "queue",
    "storage",
    "together",
    "postgres",
    "feeds",
    "archive",
    "folders",
    "whole",
    "http",
    "pages",
    "path",
    "attacks",
    "shrinking",
    "events",
)


def main(asked: list[str]) -> None:
    console = Console()
    found: list[Line | str] = []
    for name in asked or MODULES:
        module = module_if_there(f"tests.benchmarks.{name}")
        if module is None:
            console.print(f"there is no benchmark “{name}”; expected {', '.join(MODULES)}")
            sys.exit(2)
        # No moving sign of life: its thread would take part in what is measured.
        console.print(f"measuring {name}…", style="dim")
        found.extend(module.lines())
    lines = [one for one in found if isinstance(one, Line)]
    table = Table("what", "ours", "reference", "ratio", "aim", "met", title="Promises")
    for line in lines:
        ratio = "" if line.ratio is None else f"{line.ratio:.3g}"
        reference = f"{line.reference:,.4g}" if line.reference else ""
        ours = f"{line.ours:,.4g} {line.unit}".rstrip()
        table.add_row(line.name, ours, reference, ratio, line.aim, MET[line.met])
    console.print(table)
    for sentence in found:
        if isinstance(sentence, str):
            console.print(sentence)
    written = [line.as_json() for line in lines]
    Path("bench.json").write_text(json.dumps(written, indent=1, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
