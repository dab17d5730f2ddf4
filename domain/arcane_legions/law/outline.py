"""The outline of the turn and of the five orders: the lettered rows of the page, read from its table."""

from collections.abc import Iterator, Mapping

from domain.kernel.rulebook import Edition, Rule, RuleId
from domain.kernel.shapes.page import page_beside
from domain.kernel.values import Value

PAGE = page_beside(__file__)

NOT_GIVEN = "not given"
PAID = "paid"


class Row(Value):
    """One lettered row: what happens there, whether it waits for a player, and where it goes."""

    id: RuleId
    title: str
    text: str
    then: RuleId
    """The next row; empty where the order goes back to the row at which it began."""
    waits: Mapping[str, str] = {}
    """Step for which it waits → where that leads, as printed: a row, “stays”; empty for the next row.

    A row that waits for no step is passed by itself.
    """
    jumps: Mapping[str, RuleId] = {}
    """When it does not lead to the next row (“not given”, “paid”) → the row to which it leads."""
    source: str = ""

    @property
    def rule(self) -> Rule:
        """The row as a rule that rulings cite."""
        return Rule(self.id, self.title, self.text, self.source)

    @property
    def in_print(self) -> str:
        """The row as the outline prints it."""
        how = f"waits: {', '.join(self.waits)}" if self.waits else "auto"
        leads = [f"{step} → {to}" for step, to in self.waits.items() if to]
        leads += [f"{when} → {row}" for when, row in self.jumps.items()]
        then = ", ".join([*leads, f"then {self.then or 'back'}"])
        return f"{self.id:<4} {self.text} [{how}; {then}]"


def _row(said: Mapping[str, str]) -> Row:
    ways = _ways(said["waits for"]), _ways(said["jumps"])
    return Row(said["row"], said["title"], said["text"], said["then"], *ways, said["source"])


def _ways(cell: str) -> Mapping[str, str]:
    """A cell of the table, such as “target; no_target → C.j”: word → where it leads, empty if not said."""
    ways = (way.partition(" → ") for way in cell.split("; ") if way)
    return {word: to for word, _, to in ways}


ROWS: Mapping[RuleId, Row] = {row.id: row for row in map(_row, PAGE.tables["row"])}


def _rows_beginning_with(letter: str) -> tuple[Row, ...]:
    return tuple(row for row in ROWS.values() if row.id.startswith(letter))


TURN = _rows_beginning_with("T")
ORDERS: Mapping[str, tuple[Row, ...]] = {
    "close": _rows_beginning_with("C"),
    "ranged": _rows_beginning_with("R"),
    "move": _rows_beginning_with("M"),
    "regroup": _rows_beginning_with("G"),
    "special": _rows_beginning_with("S"),
}
DECIDES = tuple(ROWS)
"""The rows are rules too, and have their home here."""
FIRST_ROW: Mapping[str, RuleId] = {order_type: rows[0].id for order_type, rows in ORDERS.items()}
ROW_OF_MOVING: RuleId = "M.f"
"""The row at which a unit makes the step or turn that it has paid for."""
PAYMENTS = frozenset(row.id for row in ROWS.values() if "pay" in row.waits)
"""The rows at which costs may be paid."""

ICON: Mapping[str, str] = {"close": "attack", "ranged": "ranged"}
"""Combat order → the icon that has to be ready for it (K1)."""
COMBAT = frozenset(ICON)
"""The types of order that are combats."""


def rows_waiting_for(step: str) -> tuple[RuleId, ...]:
    """The rows that wait for this step."""
    return tuple(row.id for row in ROWS.values() if step in row.waits)


IN_PRINT = ("Turn", "Close combat", "Ranged combat", "Move", "Regroup", "Special")


def printed_lines(_edition: Edition) -> Iterator[str]:
    """The six parts of the outline, each with its title, then a line for each row."""
    for title, rows in zip(IN_PRINT, (TURN, *ORDERS.values()), strict=True):
        yield title
        yield from (f"  {row.in_print}" for row in rows)
