"""The command table: what each command consists of, what it applies, when its target is named."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any

from domain.kernel.page import page_beside
from domain.kernel.rulebook import Edition, Law
from domain.kernel.setup import wrong
from domain.kernel.values import Value, changed

PAGE = page_beside(__file__)

DECIDES = ("S6", "E1", "E4", "E16", "E20", "E21")

STEP_OF_PART = {"move": "move", "run": "move", "shoot": "shoot", "brace": "", "rally": ""}
"""The step that carries a part out; bracing and rallying need none (E16)."""

USES = ("as_command", "as_reaction", "as_charge")
"""The columns that say what a command may be."""


def _columns(row: Mapping[str, str]) -> Mapping[str, Any]:
    """A row of the page; what is not documented has neither parts nor a target."""
    words = {use: row[use.replace("_", " ").replace("charge", "Charge")] for use in USES}
    cells = {use: True if word == "yes" else word for use, word in words.items()}
    rest = {**cells, "basis": row["basis"]}
    if row["parts"] == "not documented":
        return {"parts": None, **rest}
    applied = (cell.partition(": ") for cell in row["restrictions"].split("; ") if cell)
    return {
        "parts": row["parts"].split(", "),
        "restrictions": {part: held.split(", ") for part, _, held in applied},
        "target": row["target"],
        **rest,
    }


COMMANDS: Mapping[str, Mapping[str, Any]] = {
    row["command"]: _columns(row) for row in PAGE.tables["command"]
}
"""The command table as it is published; `yes` is true."""

GAPS = {"overrun": "U1", "covering_fire": "U2"}
ANSWERED_BY_SNAP_FIRE = frozenset({"move", "run", "overrun"})
"""P6's list."""
CHARGE_DOCUMENTED = frozenset({"move", "advance", "assault"})
CHARGE_CERTAIN = frozenset({"advance", "assault"})

APPLIES_BY: Mapping[str, tuple[str, ...]] = {
    "rally": ("S5", "E16"),
    "ditch": ("P11", "E4", "E16"),
    "defend": ("S6", "E16"),
    "advance": ("E1",),
    "snap_fire": ("C18",),
    "overrun": ("U1",),
    "covering_fire": ("U2",),
}
"""The rules by which a command applies its restrictions; E20 for the table's own, S6 for the others."""

RESTRICTED_BY: Mapping[str, tuple[str, ...]] = {
    "rally": ("S1", "S5"),
    "ditch": ("S1", "P11"),
    "advance": ("S1", "E1"),
}
"""What a refusal for a restriction held cites; S1 and E20 for the table's own, S1 for the others."""

NOUNS = {"move": "move", "target": "naming of a target", "shoot": "shot", "melee": "melee"}
"""The steps of the queue as people speak of them."""

SMALL_WORDS = frozenset({"of", "the"})


def spoken_name(name: str) -> str:
    """A command or special rule as people say it: Snap Fire, Will of the Masters."""
    words = name.replace("_", " ").split(" ")
    return " ".join(word if word in SMALL_WORDS else word.capitalize() for word in words)


class Cell(Value):
    """What the table says of one use of a command: it is allowed, barred, or left to a question (E21)."""

    barred_by: str = ""
    """The rule by which it is not allowed."""
    question: str = ""
    """C10, C19, or a gap, on which it depends."""


ALLOWED = Cell()
BARRED = re.compile(r"no(?: \(([TSPE]\d+)\))?")
ASKED = {"as_command": "C19", "as_charge": "C10"}
"""The question with readings that a cell of this column may name."""


def cell_of(written: Any, use: str, edition: Edition, path: str) -> Cell:
    """A cell as it is written: `yes`, `no`, `no (E2)`, a question; true and false too. Raises SetupError."""
    word = {True: "yes", False: "no"}[written] if type(written) is bool else written
    if word == "yes":
        return ALLOWED
    if isinstance(word, str):
        barred = BARRED.fullmatch(word)
        rule = barred and (barred[1] or "E21")
        if rule and rule in edition.rules:
            return Cell(barred_by=rule)
        asked = edition.questions.get(word)
        if asked and (not asked.readings or ASKED.get(use) == word):
            return Cell(question=word)
    asks = f"{ASKED[use]} or a gap" if use in ASKED else "a gap"
    expected = f"yes, no, no with a rule of this page in brackets, as no (E3), {asks}, as U3"
    raise wrong(f"{path}.{use}", expected, written)


class Command(Value, dict=True, gc=True):
    """A row of the table, as the readings of this game have it."""

    name: str
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Part and the restrictions it applies, in order."""
    target: str = "none"
    """`none`, `declared` (with the declaration) or `after_move`."""
    documented: bool = True
    """False where no row says what the command does (U1, U2)."""
    as_command: Cell = ALLOWED
    as_reaction: Cell = ALLOWED
    as_charge: Cell = ALLOWED
    own: bool = False
    """Whether it is one of the table's own (E20)."""

    @cached_property
    def words(self) -> str:
        """What people call it."""
        return spoken_name(self.name)

    @cached_property
    def restrictions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for _, applied in self.parts for name in applied))

    @cached_property
    def moves(self) -> bool:
        return any(part in ("move", "run") for part, _ in self.parts)

    @cached_property
    def braces(self) -> bool:
        """Whether it has a part that takes no step (E16)."""
        return any(part in ("brace", "rally") for part, _ in self.parts)

    @cached_property
    def shoots(self) -> bool:
        return any(part == "shoot" for part, _ in self.parts)

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """What its queue holds, in order, where no target is named with the declaration."""
        wanted = {"move": self.moves, "target": self.target == "after_move", "shoot": self.shoots}
        return tuple(step for step in wanted if wanted[step])

    @property
    def applies_by(self) -> tuple[str, ...]:
        """The rules by which its restrictions arrive."""
        return ("E20",) if self.own else APPLIES_BY.get(self.name, ("S6",))

    @property
    def restricted_by(self) -> tuple[str, ...]:
        """The rules by which a restriction that is held forbids it."""
        return ("S1", "E20") if self.own else RESTRICTED_BY.get(self.name, ("S1",))

    @property
    def named_by(self) -> tuple[str, ...]:
        """The rules that a legal use of it cites: its gap, or that it is the table's own."""
        return ("E20",) if self.own else (GAPS[self.name],) if self.name in GAPS else ()

    @property
    def could_charge(self) -> bool:
        """Whether it is worth asking: what is barred, and what C10 is asked of and moves nowhere, is not."""
        cell = self.as_charge
        return not cell.barred_by and (cell.question != "C10" or self.moves)

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The gap that says what it does, while no row does (U1, U2)."""
        return () if self.documented else (GAPS[self.name],)

    def gap(self, cell: Cell) -> tuple[str, ...]:
        """The gap that a cell leaves its use to; U1 and U2 only while the parts are open."""
        question = cell.question
        settled = self.documented and question in GAPS.values()
        return () if settled or not question.startswith("U") else (question,)

    def open_as_charge(self, law: Law) -> tuple[str, ...]:
        """The questions that leave open whether it may be a Charge."""
        cell = self.as_charge
        if cell.question != "C10":
            return self.gap(cell)
        documented = law["C10"] != "documented" or self.name in CHARGE_DOCUMENTED
        return () if documented else ("C10",)


def targets_of(parts: Collection[str]) -> tuple[str, ...]:
    """When the target of a command of these parts may be named; first when it is, if nothing is said."""
    moves = "move" in parts or "run" in parts
    if "shoot" in parts:
        return ("after_move",) if moves else ("declared",)
    return ("none",) if moves else ("none", "declared")


WORDS_OF_RULEBOOK = ("run", "shoot", "defend")
"""The restrictions of the rulebook."""


def restriction_words(commands: Iterable[Command]) -> tuple[str, ...]:
    """Every restriction that there is in a game with these commands."""
    applied = (word for command in commands for word in command.restrictions)
    return tuple(dict.fromkeys((*WORDS_OF_RULEBOOK, *applied)))


def command_of(edition: Edition, name: str, written: Mapping[str, Any]) -> Command:
    """The command of a row; one that the edition does not have is the table's own. Raises SetupError."""
    published: Any = edition.tables["commands"]
    place, own = f"tables.commands.{name}", name not in published
    cells: dict[str, Any] = {use: cell_of(written[use], use, edition, place) for use in USES}
    if written["parts"] is None:
        return Command(name, documented=False, **cells)
    applied = written["restrictions"]
    parts = tuple((part, tuple(applied.get(part, ()))) for part in written["parts"])
    return Command(name, parts, written["target"], own=own, **cells)


def with_snap_fires_shot(law: Law, commands: Mapping[str, Command]) -> Mapping[str, Command]:
    """C18 decides on Snap Fire's shot where its row says nothing of it."""
    row = commands.get("snap_fire")
    if row is None or ("shoot", ()) not in row.parts or law["C18"] != "shoot":
        return commands
    parts = tuple((part, held or ((part,) if part == "shoot" else ())) for part, held in row.parts)
    return {**commands, row.name: changed(row, parts=parts)}
