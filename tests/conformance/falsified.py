"""Every deciding cell of a ruleset's page, falsified; and the records played by the page that comes of it.

A page is read once, as its ruleset is imported. So each false page has a process of its own, forked from one
that has not imported the ruleset: `python -m tests.conformance.falsified voidsiege` prints a line for each
cell that neither refuses the page nor has any record ruled otherwise. Whose a rule is decides only what a
ruling rests on, which the page itself tells: it needs no ruleset.
"""

import gc
import json
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.machinery import SourceFileLoader
from itertools import filterfalse, pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from application.game.follows import follows
from application.records.notation import values
from application.records.records import BadRecord, record_from
from application.records.replay import replay
from application.rulesets import ruleset
from domain.kernel import page
from domain.kernel.faults import RulesetFault
from domain.kernel.rulebook import Edition

RECORDS = Path(__file__).parent
DOMAIN = RECORDS.parents[1] / "domain"
ENDLESS = 20
"""Seconds after which a page that comes to no end is given up."""

Row = dict[str, str]
"""What stands above a cell → the cell."""


class Cell(NamedTuple):
    """A cell of a page with something else in it, or rows in another order."""

    row: str
    """The first cell of its row: the records that tell of it are played first."""
    says: str
    lines: Mapping[int, str]
    """Number of a line → the line as it is falsified."""

    def first_told_of(self, records: Sequence["Played"]) -> Iterator["Played"]:
        """The records that tell of its row, then the others; searched only as far as they are asked for."""
        yield from filter(self._is_told_in, records)
        yield from filterfalse(self._is_told_in, records)

    def _is_told_in(self, played: "Played") -> bool:
        word = rf"(?<!\w){re.escape(self.row)}(?!\w)"
        return played.about == self.row or re.search(word, played.told) is not None

    def is_the_place_of(self, fault: str) -> bool:
        return self.row in fault or any(f"line {number}" in fault for number in self.lines)


class Table(NamedTuple):
    """A table of the page: number of the line → row."""

    rows: Mapping[int, Row]

    def falsified(
        self, column: str, otherwise: Callable[[Row], Iterable[str]], **also: str
    ) -> Iterator[Cell]:
        """Every cell of a column with each thing that it does not say; `also`: what its row says then."""
        for number, row in self.rows.items():
            for said in otherwise(row):
                yield _cell(row, f"{column}: {said}", {number: {**row, **also, column: said}})

    def with_another_default(self) -> Iterator[Cell]:
        """Each question with another of its readings first, which is the one by default."""
        first = 0
        for number, row in self.rows.items():
            if ": " not in row["question"]:
                first = number + 1
            elif number > first:
                yield _cell(row, "comes first", {first: row, number: self.rows[first]})

    def in_another_order(self) -> Iterator[Cell]:
        """Each two rows that follow each other, the other way round."""
        for (one, row), (other, after) in pairwise(self.rows.items()):
            yield _cell(row, f"comes after {next(iter(after.values()))}", {one: after, other: row})


def _cell(row: Row, says: str, falsified: Mapping[int, Row]) -> Cell:
    lines = {number: f"| {' | '.join(one.values())} |" for number, one in falsified.items()}
    return Cell(next(iter(row.values())), says, lines)


def tables_of(text: str) -> dict[str, Table]:
    """First word of a table's head → its rows."""
    found: dict[str, dict[int, Row]] = {}
    for number, head, cells in page.rows_of(text):
        found.setdefault(head[0], {})[number] = dict(zip(head, cells, strict=True))
    return {kind: Table(rows) for kind, rows in found.items()}


def cells_of(name: str, text: str) -> Iterator[Cell]:
    """Every deciding cell falsified by which records are ruled: the ruleset's own tables, the defaults."""
    tables = tables_of(text)
    yield from OWN_TABLES[name](tables)
    yield from tables["question"].with_another_default()


def sources_of(text: str) -> list[Cell]:
    """Whose each rule is, falsified."""
    return [*tables_of(text)["rule"].falsified("source", _another_source)]


def _another_source(rule: Row) -> Iterator[str]:
    """Whether it is the edition's own decides the basis of a ruling."""
    if not rule["note"]:
        yield "sources" if _is_own(rule) else "ours"


def _is_own(rule: Row) -> bool:
    return all(one.partition(":")[0] == page.OWN for one in rule["source"].split("; "))


def voidsiege(tables: Mapping[str, Table]) -> Iterator[Cell]:
    commands = tables["command"]
    yield from commands.falsified("command", lambda _: ["something"])
    for use in ("as command", "as reaction", "as Charge"):
        yield from commands.falsified(use, lambda row, use=use: _other_uses(row[use]))
    yield from commands.falsified("parts", _other_parts, target="none")
    yield from commands.falsified("restrictions", _other_restrictions)
    yield from commands.falsified("target", _other_targets)


def _other_uses(cell: str) -> Iterator[str]:
    """U1 and U2 hold only while the parts are open, whatever the cell says: they are as good as yes."""
    same = {cell.partition(" ")[0], "yes" if cell in ("U1", "U2") else cell}
    yield from (one for one in ("yes", "no", "U3") if one not in same)
    if "(" in cell:
        yield "no (T2)"


def _other_parts(row: Row) -> Iterator[str]:
    yield "brace" if row["parts"] != "brace" else "rally"


def _other_restrictions(row: Row) -> Iterator[str]:
    """With one more of each part, and without those of each."""
    if row["parts"] == "not documented":
        return
    applied = dict(one.split(": ") for one in row["restrictions"].split("; ") if one)
    for part in row["parts"].split(", "):
        more = f"{applied[part]}, new" if part in applied else "new"
        yield "; ".join(f"{one}: {its}" for one, its in {**applied, part: more}.items())
        if part in applied:
            yield "; ".join(f"{one}: {its}" for one, its in applied.items() if one != part)


def _other_targets(row: Row) -> Iterator[str]:
    if row["parts"] != "not documented":
        yield from sorted({"none", "declared", "after_move"} - {row["target"]})


def arcane_legions(tables: Mapping[str, Table]) -> Iterator[Cell]:
    rows = tables["row"]
    ids = [row["row"] for row in rows.rows.values()]
    yield from rows.falsified("row", lambda row: [f"{row['row'][0]}.z"])
    yield from rows.falsified(
        "waits for", lambda row: _other_ways(row["waits for"], ids) or ["effect"]
    )
    yield from rows.falsified("jumps", lambda row: _other_ways(row["jumps"], ids))
    yield from rows.falsified("then", lambda row: _elsewhere(row["row"], row["then"], ids))


def _other_ways(cell: str, ids: Sequence[str]) -> list[str]:
    """Without each of its ways, and with each that leads to a row leading to others."""
    ways = [way for way in cell.split("; ") if way]
    found = []
    for at, way in enumerate(ways):
        word, _, to = way.partition(" → ")
        others = [f"{word} → {one}" for one in _elsewhere(to, to, ids)] if to in ids else []
        found += ["; ".join([*ways[:at], *other, *ways[at + 1 :]]) for other in ([], *zip(others))]
    return found


def _elsewhere(row: str, then: str, ids: Sequence[str]) -> Iterator[str]:
    """The row before, the row behind, and nowhere in particular."""
    part = [one for one in ids if one[0] == row[0]]
    at = part.index(then or row)
    yield from {part[at - 1], part[(at + 1) % len(part)], ""} - {then}


def nullshapers(tables: Mapping[str, Table]) -> Iterator[Cell]:
    steps = tables["step"]
    phases = list(dict.fromkeys(row["phase"] for row in steps.rows.values()))
    yield from steps.falsified("phase", lambda row: (one for one in phases if one != row["phase"]))
    yield from steps.falsified(
        "who acts", lambda row: {"nobody", "the players"} - {row["who acts"]}
    )
    yield from steps.falsified("rules", lambda row: _other_rules(row["rules"]))
    yield from steps.in_another_order()
    for kind in ("step", "effect", "when"):
        yield from tables[kind].falsified(kind, lambda _: ["something"])


def _other_rules(cell: str) -> Iterator[str]:
    """Without each of them, and with one more."""
    rules = cell.split(", ") if cell else []
    yield from (", ".join(one for one in rules if one != out) for out in rules)
    yield ", ".join([*rules, "P3" if "P3" not in rules else "P2"])


OWN_TABLES: Mapping[str, Callable[[Mapping[str, Table]], Iterator[Cell]]] = {
    "voidsiege": voidsiege,
    "arcane-legions": arcane_legions,
    "nullshapers": nullshapers,
}


class Played(NamedTuple):
    """A record, and what it comes to by the true page."""

    said: Mapping[str, Any]
    about: str
    """The reading that it was found for; empty for most."""
    true: str = ""
    told: str = ""
    """What is said in it, and what that comes to."""

    def by_the_true_page(self) -> "Played":
        true = ruled(self.said)
        return self._replace(true=true, told=f"{self.said} {true}")


def records_of(name: str) -> list[Played]:
    """Every record that is played by the published page, the shortest first; in the end those of readings.

    What a reading decides is played as the page has it by default.
    """
    paths = sorted((RECORDS / name).glob("*.yaml"), key=lambda path: path.stat().st_size)
    found = [Played(values(one.read_text("utf-8")), "") for one in paths]
    for path in sorted((RECORDS / "readings" / name).glob("*.yaml")):
        said = {**values(path.read_text("utf-8")), "readings": {}}
        found.append(Played(said, path.stem.replace("-", ": ", 1)))
    return [one for one in found if not isinstance(one.said.get("edition"), dict)]


def ruled(said: Mapping[str, Any]) -> str:
    """What a record comes to: each ruling, the rules of what came of it, and what stands at the end."""
    try:
        game = replay(record_from(dict(said))).game
    except BadRecord as why:
        return str(why)
    entries = [
        [one.ruling.verdict, one.ruling.basis, one.ruling.cites]
        + [[then.event, then.rules] for then in follows(one)]
        for one in game.log
    ]
    return json.dumps([entries, game.view(game.length)], default=str)


def bases(edition: Edition) -> dict[str, str]:
    """Rule → what a ruling rests on that cites nothing else."""
    return {rule: edition.basis((rule,)) for rule in edition.rules}


def bases_by(text: str) -> dict[str, str]:
    """The same, by a page alone."""
    return bases(page.law_from(text).edition("", "", "", ""))


class Falsifier:
    """A ruleset whose page is falsified, and what its records come to by the true one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.text = (DOMAIN / name.replace("-", "_") / "rulebook.md").read_text("utf-8")
        self.records = records_of(name)
        self.bases: dict[str, str] = {}

    def by_the_true_page(self) -> tuple[list[Played], dict[str, str]]:
        played = [one.by_the_true_page() for one in self.records]
        return played, bases(ruleset(self.name).edition())

    def with_cell(self, cell: Cell) -> str:
        """The page with this cell in it."""
        lines = self.text.splitlines()
        for number, line in cell.lines.items():
            lines[number - 1] = line
        return "\n".join(lines)

    def sources_undecided(self, sources: Sequence[Cell]) -> Iterator[str]:
        """The sources that the page takes, and after which every ruling would rest on what it does."""
        before = bases_by(self.text)
        if before.items() - self.bases.items():
            yield "a ruling of the ruleset rests on something else than by its page"
        for cell in sources:
            try:
                if bases_by(self.with_cell(cell)) == before:
                    yield f"{cell.row}, {cell.says}: every ruling rests on what it did"
            except RulesetFault as why:
                if not cell.is_the_place_of(str(why)):
                    yield f"{cell.row}, {cell.says}: refused, but not its place: {why}"

    def undecided(self, cell: Cell) -> str:
        """A cell by which nothing is ruled otherwise, in a line with what became of it; else empty."""
        signal.signal(signal.SIGALRM, _give_up)
        signal.alarm(ENDLESS)
        text = self.with_cell(cell)
        page.page_beside = lambda *_: page.law_from(text)  # type: ignore[assignment]
        try:
            ruled_otherwise = bases(ruleset(self.name).edition()) != self.bases or any(
                ruled(one.said) != one.true for one in cell.first_told_of(self.records)
            )
            became = "" if ruled_otherwise else "no record is ruled otherwise"
        except RulesetFault as why:
            became = "" if cell.is_the_place_of(str(why)) else f"refused, but not its place: {why}"
        except Exception as why:  # whatever a page brings about that is wrong and not refused
            became = f"{type(why).__name__}: {why}"
        return became and f"{cell.row}, {cell.says}: {became}"


FALSIFIERS: dict[str, Falsifier] = {}
"""Name → what a fork finds here; sent to it with every cell, all records would be too."""


def undecided(name: str, cell: Cell) -> str:
    return FALSIFIERS[name].undecided(cell)


def read_beforehand(name: str) -> None:
    """Reads the code of a ruleset's files without running it: a fork that imports them need not.

    That took a third of an import, and two thirds where Python keeps no compiled files.
    """
    SourceFileLoader.get_code = cache(SourceFileLoader.get_code)  # type: ignore[method-assign, assignment]
    for path in (DOMAIN / name.replace("-", "_")).rglob("*.py"):
        within = path.relative_to(DOMAIN.parent).with_suffix("").parts
        module = ".".join(part for part in within if part != "__init__")
        SourceFileLoader(module, str(path)).get_code(module)


def _give_up(*_: object) -> None:
    raise TimeoutError("it does not come to an end")


def main(name: str) -> None:
    """Prints the cells by which nothing is ruled otherwise, then how many were falsified."""
    falsifier, forking = Falsifier(name), get_context("fork")
    with forking.Pool(1) as pool:
        falsifier.records, falsifier.bases = pool.apply(falsifier.by_the_true_page)
    cells, sources = [*cells_of(name, falsifier.text)], sources_of(falsifier.text)
    FALSIFIERS[name] = falsifier
    read_beforehand(name)
    # A fork that collects garbage copies all that is here, and it lives for a moment.
    gc.freeze()
    gc.disable()
    with forking.Pool(maxtasksperchild=1) as pool:
        for line in filter(None, pool.imap(partial(undecided, name), cells, chunksize=1)):
            sys.stdout.write(f"{line}\n")
    for line in falsifier.sources_undecided(sources):
        sys.stdout.write(f"{line}\n")
    sys.stdout.write(f"{len(cells) + len(sources)} cells of {name} were falsified\n")


if __name__ == "__main__":
    main(sys.argv[1])
