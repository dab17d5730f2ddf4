"""The command table: what each command consists of, what it applies, when its target is named."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from domain.kernel.rulebook import Law
from domain.kernel.shapes.page import page_beside
from domain.kernel.values import Value

PAGE = page_beside(__file__)

DECIDES = ("E1", "E4", "E16")

STEP_OF_PART = {"move": "move", "run": "move", "shoot": "shoot", "brace": "", "rally": ""}
"""The step that carries a part out; bracing and rallying need none (E16)."""


def _columns(row: Mapping[str, str]) -> Mapping[str, Any]:
    """A row of the page; what is not documented has neither parts nor a target."""
    given = {"command": row["given"], "reaction": row["as reaction"], "charge": row["as Charge"]}
    rest = {**given, "basis": row["basis"]}
    if row["parts"] == "not documented":
        return {"parts": None, **rest}
    applied = (one.partition(": ") for one in row["restrictions"].split("; ") if one)
    return {
        "parts": row["parts"].split(", "),
        "restrictions": {part: held.split(", ") for part, _, held in applied},
        "target": row["target"],
        **rest,
    }


COMMANDS: Mapping[str, Mapping[str, Any]] = {
    row["command"]: _columns(row) for row in PAGE.tables["command"]
}

GAPS = {"overrun": "U1", "covering_fire": "U2"}
ANSWERED_BY_SNAP_FIRE = frozenset({"move", "run", "overrun"})
"""P6's list."""
NO_REACTION_DOCUMENTED = frozenset(
    {"advance", "assault", "ditch", "rally", "overrun", "covering_fire"}
)
"""U3's list."""
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
"""The rules by which a command applies its restrictions; S6 for the others."""

RESTRICTED_BY: Mapping[str, tuple[str, ...]] = {
    "rally": ("S1", "S5"),
    "ditch": ("S1", "P11"),
    "advance": ("S1", "E1"),
}
"""What a refusal for a restriction held cites; S1 for the others."""

NOUNS = {"move": "move", "target": "naming of a target", "shoot": "shot", "melee": "melee"}
"""The steps of the queue as people speak of them."""

SMALL_WORDS = frozenset({"of", "the"})


def spoken(name: str) -> str:
    """A command or special rule as people say it: Snap Fire, Will of the Masters."""
    words = name.replace("_", " ").split(" ")
    return " ".join(word if word in SMALL_WORDS else word.capitalize() for word in words)


class Command(Value, dict=True):
    """A row of the table, as the readings of this game have it."""

    name: str
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Part and the restrictions it applies, in order."""
    target: str = "none"
    """`none`, `declared` (with the declaration) or `after_move`."""
    documented: bool = True
    """False where no row says what the command does (U1, U2)."""

    @cached_property
    def restrictions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one for _, applied in self.parts for one in applied))

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


def command_table(law: Law, own: Mapping[str, Mapping[str, Any]]) -> dict[str, Command]:
    """Every command, as the edition has it or as this table does; C18 decides on Snap Fire's shot."""
    rows: Any = law.edition.tables["commands"]
    return {name: _row(name, own.get(name, row), law["C18"]) for name, row in rows.items()}


def _row(name: str, written: Mapping[str, Any], snap_fire_applies: str) -> Command:
    if written["parts"] is None:
        return Command(name, documented=False)
    applied = dict(written.get("restrictions") or {})
    if name == "snap_fire" and snap_fire_applies == "shoot":
        applied["shoot"] = ["shoot"]
    parts = tuple((part, tuple(applied.get(part, ()))) for part in written["parts"])
    return Command(name, parts, written["target"])
