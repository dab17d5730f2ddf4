"""What is proved of the rulebooks, and at what size: every small table explored, and written down."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from application.lab.explore import GAP, JUDGE, RULE, Exploration, Explored, Progress, explore
from application.lab.explored_account import HOLDS, why_uncited
from application.lab.frontier import NotThisOne
from application.rulesets import ruleset as ruleset_called
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Ruleset
from domain.kernel.wording import count

MOST = 20_000
"""Tables looked at on one small table, if nothing else is said."""
SOUND = 300
"""Tables of which every way to them is looked at, to see that like is like."""


@dataclass(frozen=True)
class Theorem:
    """A small table on which everything is tried."""

    exploration: Exploration
    most: int | None = None
    """So many tables of it; None: to the end."""

    @property
    def command(self) -> str:
        """How to prove it to the end."""
        sound = " --sound" if self.exploration.sound else ""
        return f"umpire explore {self.exploration.ruleset} --table {self.exploration.table.name}{sound}"

    def file(self, folder: Path | None) -> Path | None:
        """Where its exploration is kept."""
        if folder is None:
            return None
        kind = "-sound" if self.exploration.sound else ""
        return folder / f"{self.exploration.ruleset}-{self.exploration.table.name}{kind}.lab"


@dataclass(frozen=True)
class Proved:
    """A theorem with what came of it."""

    theorem: Theorem
    explored: Explored

    @property
    def command(self) -> str:
        """How to prove it again, and no more than it."""
        reached = f" --most {self.explored.progress.looked_at}"
        return self.theorem.command + ("" if self.explored.finished else reached)


def theorems(ruleset: Ruleset, *, quick: bool, most: int = MOST) -> Iterator[Theorem]:
    """Those of a ruleset: the quick ones to the end; otherwise all, and that like tables are alike."""
    for table in ruleset.lab.tables:
        if table.quick:
            yield Theorem(Exploration(ruleset.name, table))
        elif not quick:
            yield Theorem(Exploration(ruleset.name, table), most)
    for table in () if quick else ruleset.lab.tables:
        yield Theorem(Exploration(ruleset.name, table, sound=True), SOUND)


def prove(
    theorem: Theorem,
    folder: Path | None = None,
    jobs: int = 1,
    tick: Callable[[Progress], None] = lambda _: None,
) -> Proved:
    """Explores it; with a folder it goes on from what is kept there of the same rules."""
    file = theorem.file(folder)
    try:
        found = explore(theorem.exploration, file=file, most=theorem.most, jobs=jobs, tick=tick)
    except NotThisOne:
        assert file is not None
        file.unlink()
        found = explore(theorem.exploration, file=file, most=theorem.most, jobs=jobs, tick=tick)
    return Proved(theorem, found)


INTRODUCTION = """# What is proved, and at what size

Written by `make prove`, which goes on from where it was stopped; the quick ones are proved anew with every
test. A small table is explored breadth first: every step that can be thought of is ruled on at every table that
can be reached. “All” stands where nothing was left to look at; otherwise it holds of the nearest tables, and of
all games up to the depth given.
Steps of a judge, undo and requests are not tried here (the properties in the tests are about those).

At each table that was looked at
"""


def page(proved: list[Proved]) -> str:
    """All that is proved, as a page of Markdown."""
    lines = [INTRODUCTION, *(f"- {words};" for words in HOLDS), ""]
    for name in dict.fromkeys(one.theorem.exploration.ruleset for one in proved):
        own = [one for one in proved if one.theorem.exploration.ruleset == name]
        lines += _of_ruleset(ruleset_called(name), own)
    return "\n".join(lines).rstrip() + "\n"


def _of_ruleset(ruleset: Ruleset, proved: list[Proved]) -> Iterator[str]:
    edition = ruleset.edition()
    yield from (f"## {ruleset.title} {edition.id}", "")
    if ruleset.lab.invariants:
        yield "Besides, at each of them"
        yield ""
        yield from (f"- {one.words};" for one in ruleset.lab.invariants)
        yield ""
    yield from _table([one for one in proved if not one.theorem.exploration.sound])
    sound = [one for one in proved if one.theorem.exploration.sound]
    if sound:
        yield "Tables that are called alike answer every step alike; every way to each of these was looked at:"
        yield ""
        yield from _table(sound)
    yield from _gaps(ruleset, proved)
    yield from _not_met(ruleset, proved)


def _table(proved: list[Proved]) -> Iterator[str]:
    yield "| on the table | tables | adjudications | depth | holds | command |"
    yield "| --- | ---: | ---: | ---: | --- | --- |"
    for one in proved:
        at = one.explored.progress
        holds = "no" if one.explored.wrong else "all" if one.explored.finished else "as far as that"
        yield (
            f"| {one.theorem.exploration.table.words} | {at.looked_at:,} | {at.adjudications:,} "
            f"| {at.depth} | {holds} | `{one.command}` |"
        )
    yield ""
    for one in proved:
        for wrong in one.explored.wrong:
            yield f"- On “{one.theorem.exploration.table.name}”: {wrong.kind}, {wrong.words}."


def _gaps(ruleset: Ruleset, proved: list[Proved]) -> Iterator[str]:
    """The gaps of the rulebook, each with the length of the shortest game to it."""
    shortest: dict[str, int] = {}
    judged: set[str] = set()
    for one in proved:
        judged |= set(one.explored.met[JUDGE])
        for cites, dispute in one.explored.met[GAP].items():
            length = len(dispute.steps)
            shortest[cites] = min(length, shortest.get(cites, length))
    if not shortest:
        yield from ("Nothing was undetermined.", "")
        return
    yield from (f"{count(len(shortest), 'gap')} of the rulebook met:", "")
    for cites, length in sorted(shortest.items()):
        titles = ", ".join(f"{rule} {ruleset.edition().title_of(rule)}" for rule in cites.split())
        waits = "; there all wait for a judge" if cites in judged else ""
        yield f"- {titles}: after {count(length, 'step')}{waits}."
    yield ""


def _not_met(ruleset: Ruleset, proved: list[Proved]) -> Iterator[str]:
    edition = ruleset.edition()
    met: set[RuleId] = set().union(*(one.explored.met[RULE] for one in proved))
    known = {**edition.rules, **edition.questions}
    missing = [id for id in known if id not in met]
    whole = count(len(known), "rule")
    yield f"{len(known) - len(missing)} of {whole} and questions were met. Not met:"
    yield ""
    yield from (
        f"- {id} {edition.title_of(id)}: {why_uncited(id, ruleset, edition)}." for id in missing
    )
    yield ""
