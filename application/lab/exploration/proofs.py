"""What is proved of the rulebooks, and at what size: every small table explored, and the page about it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from application.answer import Answer, Meta
from application.lab.exploration.account import why_uncited
from application.lab.exploration.exploration import (
    GAP,
    JUDGE,
    RULE,
    Exploration,
    ExplorationResult,
    Progress,
)
from application.lab.exploration.explore import explore
from application.lab.exploration.properties import HOLDS
from application.lab.exploration.states import NotThisExploration, OpensStates
from application.rulesets import ruleset as ruleset_called
from domain.kernel.rulebook import RuleId
from domain.kernel.ruleset import Ruleset
from domain.kernel.wording import count

MOST = 20_000
"""States expanded on a small table that is not quick, unless another number is asked for."""
MOST_SOUND = 300
"""States of which all equivalent ones are expanded too, on each small table."""


@dataclass(frozen=True)
class Theorem:
    """That every property holds on a small table: at all its states, or at the nearest."""

    exploration: Exploration
    most: int | None = None
    """At how many states, the nearest; None is all of them."""

    @property
    def command(self) -> str:
        """The command that proves it to the end."""
        sound = " --sound" if self.exploration.sound else ""
        return f"umpire explore {self.exploration.ruleset} --table {self.exploration.table.name}{sound}"

    def file(self, folder: Path | None) -> Path | None:
        """The file of its exploration in this folder; None without a folder."""
        if folder is None:
            return None
        kind = "-sound" if self.exploration.sound else ""
        return folder / f"{self.exploration.ruleset}-{self.exploration.table.name}{kind}.lab"


@dataclass(frozen=True)
class Proof:
    """A theorem with the exploration that proves it, or that holds counterexamples."""

    theorem: Theorem
    result: ExplorationResult

    @property
    def command(self) -> str:
        """The command that repeats this exploration, and goes no further."""
        most = "" if self.result.finished else f" --most {self.result.progress.expanded}"
        return self.theorem.command + most


class Proved(Answer):
    """Whether a theorem holds, and at how many tables that was looked at."""

    command: Annotated[str, Meta(description="What proves it again.")]
    holds: bool
    whole: Annotated[bool, Meta(description="All tables were looked at, not only the nearest.")]
    tables: int
    wrong: tuple[str, ...]

    @classmethod
    def of(cls, proof: Proof) -> "Proved":
        result = proof.result
        wrong = tuple(
            f"{counterexample.kind}: {counterexample.words}"
            for counterexample in result.counterexamples
        )
        return cls(proof.command, not wrong, result.finished, result.progress.expanded, wrong)


def theorems(ruleset: Ruleset, *, quick: bool, most: int = MOST) -> Iterator[Theorem]:
    """The theorems of a ruleset, one for each small table; with `quick` only for the quick ones.

    Quick tables are explored to the end, others at their nearest `most` states. Without `quick` a second
    theorem for each table says that equivalent states behave alike.
    """
    for table in ruleset.lab.tables:
        if table.quick:
            yield Theorem(Exploration(ruleset.name, table))
        elif not quick:
            yield Theorem(Exploration(ruleset.name, table), most)
    for table in () if quick else ruleset.lab.tables:
        yield Theorem(Exploration(ruleset.name, table, sound=True), MOST_SOUND)


def prove(
    theorem: Theorem,
    opens: OpensStates,
    folder: Path | None = None,
    jobs: int = 1,
    tick: Callable[[Progress], None] = lambda _: None,
) -> Proof:
    """Explores it; goes on from its file in `folder`, if that is there and of the same rules."""
    file = theorem.file(folder)

    def explored() -> ExplorationResult:
        how = theorem.exploration, opens
        return explore(*how, file=file, most=theorem.most, jobs=jobs, tick=tick)

    try:
        return Proof(theorem, explored())
    except NotThisExploration:
        assert file is not None
        file.unlink()
        return Proof(theorem, explored())


INTRODUCTION = """# What is proved, and at what size

Written by `make prove`, which goes on from where it was stopped; the quick ones are proved anew with every
test. A small table is explored breadth first: every step that can be thought of is ruled on at every table that
can be reached. “All” stands where nothing was left to look at; otherwise it holds of the nearest tables, and of
all games up to the depth given.
Steps of a judge, undo and requests are not tried here (the properties in the tests are about those).

At each table that was looked at
"""


def page(proofs: list[Proof]) -> str:
    """These proofs, ruleset by ruleset, as a page of Markdown."""
    lines = [INTRODUCTION, *(f"- {words};" for words in HOLDS), ""]
    for name in dict.fromkeys(proof.theorem.exploration.ruleset for proof in proofs):
        own = [proof for proof in proofs if proof.theorem.exploration.ruleset == name]
        lines += _of_ruleset(ruleset_called(name), own)
    return "\n".join(lines).rstrip() + "\n"


def _of_ruleset(ruleset: Ruleset, proofs: list[Proof]) -> Iterator[str]:
    edition = ruleset.edition()
    yield from (f"## {ruleset.title} {edition.id}", "")
    if ruleset.lab.invariants:
        yield "Besides, at each of them"
        yield ""
        yield from (f"- {invariant.words};" for invariant in ruleset.lab.invariants)
        yield ""
    yield from _table([proof for proof in proofs if not proof.theorem.exploration.sound])
    sound = [proof for proof in proofs if proof.theorem.exploration.sound]
    if sound:
        yield "Tables that are called alike answer every step alike; every way to each of these was looked at:"
        yield ""
        yield from _table(sound)
    yield from _gaps(ruleset, proofs)
    yield from _uncited_rules(ruleset, proofs)


def _table(proofs: list[Proof]) -> Iterator[str]:
    yield "| on the table | tables | adjudications | depth | holds | command |"
    yield "| --- | ---: | ---: | ---: | --- | --- |"
    for proof in proofs:
        at = proof.result.progress
        holds = (
            "no"
            if proof.result.counterexamples
            else "all"
            if proof.result.finished
            else "as far as that"
        )
        yield (
            f"| {proof.theorem.exploration.table.words} | {at.expanded:,} | {at.adjudications:,} "
            f"| {at.depth} | {holds} | `{proof.command}` |"
        )
    yield ""
    for proof in proofs:
        for wrong in proof.result.counterexamples:
            yield f"- On “{proof.theorem.exploration.table.name}”: {wrong.kind}, {wrong.words}."


def _gaps(ruleset: Ruleset, proofs: list[Proof]) -> Iterator[str]:
    """The gaps of the rulebook that were met, each with the length of the shortest game to it."""
    shortest: dict[str, int] = {}
    judged: set[str] = set()
    for proof in proofs:
        judged |= set(proof.result.met[JUDGE])
        for cites, dispute in proof.result.met[GAP].items():
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


def _uncited_rules(ruleset: Ruleset, proofs: list[Proof]) -> Iterator[str]:
    edition = ruleset.edition()
    met: set[RuleId] = set().union(*(proof.result.met[RULE] for proof in proofs))
    known = {**edition.rules, **edition.questions}
    missing = [id for id in known if id not in met]
    whole = count(len(known), "rule")
    yield f"{len(known) - len(missing)} of {whole} and questions were met. Not met:"
    yield ""
    yield from (f"- {id} {edition.title_of(id)}: {why_uncited(id, edition)}." for id in missing)
    yield ""
