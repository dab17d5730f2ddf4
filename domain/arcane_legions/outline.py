"""The outline of the turn and of the five orders: the lettered rows of the page, read from its table."""

from collections.abc import Iterable, Iterator, Mapping

from domain.kernel.faults import RulesetFault
from domain.kernel.page import Page, page_beside
from domain.kernel.rulebook import Edition, Rule, RuleId
from domain.kernel.values import Value
from domain.kernel.wording import list_in_words

PAGE = page_beside(__file__)


NOT_GIVEN = "not given"


PAID = "paid"


ABORTS = ("no_target", "no_pay")
"""The steps that end an order; a row that waits for one says where it lands."""


PARTS: Mapping[str, str] = {
    "T": "turn",
    "C": "close combat",
    "R": "ranged combat",
    "M": "move",
    "G": "regroup",
    "S": "special",
}
"""Letter with which the rows of a part of the outline begin → what people call it."""


IDS = tuple(
    f"{part}{letter}"
    for part, letters in {
        "T": ("1", "1a", "2a", "2b", "3", "3a", "3b", "3c"),
        "C.": "abcdefghijk",
        "R.": "abcdefghijklm",
        "M.": "abcdefghi",
        "G.": "abcdef",
        "S.": "abcdef",
    }.items()
    for letter in letters
)
"""The rows whose names the rules know."""


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
    def part(self) -> str:
        """The part of the outline that it is a row of, as people call it."""
        return PARTS[self.id[0]]

    @property
    def name(self) -> str:
        """What people call it within its part: “the target”."""
        return self.title[:1].lower() + self.title[1:]

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


def _row(said: Mapping[str, str], page: Page) -> Row:
    ways = _ways(said["waits for"]), _ways(said["jumps"])
    source = page.titled(said["source"], said["row"])
    return Row(said["row"], said["title"], said["text"], said["then"], *ways, source)


def _ways(cell: str) -> Mapping[str, str]:
    """A cell of the table, such as “target; no_target → C.j”: word → where it leads, empty if not said."""
    ways = (way.partition(" → ") for way in cell.split("; ") if way)
    return {word: to for word, _, to in ways}


def outline_of(page: Page) -> Mapping[RuleId, Row]:
    """The rows of the page's outline, by their ids.

    Raises RulesetFault for a row that leads to none, or from which the sequence would never come to an
    end: in the turn to a row that waits for a player, in an order back to where it began; and where an
    order would roll dice that nobody has counted, or go on though it was not given.
    """
    rows = {said["row"]: _row(said, page) for said in page.rows("row", IDS)}
    for row in rows.values():
        back = row.jumps.get(PAID, row.id)
        for to in (*_onward(row), back):
            if to not in rows or rows[to].part != row.part:
                raise _fault(row, f"it leads to “{to}”, which is no row of that part")
        if PAID in row.jumps and not rows[back].waits:
            raise _fault(
                row, f"it leads back to {back}, which waits for nobody, and never to an end"
            )
    for row in rows.values():
        _comes_to_an_end(row, rows, (row.id,))
    for row in rows.values():
        _only_counted_dice_are_rolled(row, rows)
        _what_is_not_given_only_ends(row, rows)
    return rows


COMBATS = (PARTS["C"], PARTS["R"])


COUNTING = ("C.e", "R.g")
"""The rows at which dice are counted."""


def _only_counted_dice_are_rolled(row: Row, rows: Mapping[RuleId, Row]) -> None:
    """K2: dice are rolled right behind the row at which they are counted, wherever it leads."""
    for to in filter(None, (*_onward(row), row.jumps.get(PAID))):
        if "roll" in rows[to].waits and row.id not in COUNTING:
            raise _fault(row, f"it leads to {to}, where dice are rolled that have not been counted")


def _what_is_not_given_only_ends(row: Row, rows: Mapping[RuleId, Row]) -> None:
    """O10: a combat order that is paid for may not be given; where it lands then nobody is asked."""
    given = rows[row.then].jumps if row.then else {}
    if "pay" in row.waits and row.part in COMBATS and NOT_GIVEN not in given:
        onward = row.then or "its end"
        raise _fault(
            row, f"it leads to {onward}, which does not say where an order goes {NOT_GIVEN}"
        )
    for lands in filter(None, (*(row.waits.get(do) for do in ABORTS), row.jumps.get(NOT_GIVEN))):
        for to in _to_its_end(lands, rows):
            if to.waits:
                waits = f"{to.id} waits for {list_in_words(to.waits, 'or')}"
                raise _fault(row, f"an order that is not given goes on at {lands}, and {waits}")


def _to_its_end(id: RuleId, rows: Mapping[RuleId, Row]) -> Iterator[Row]:
    while id:
        yield rows[id]
        id = rows[id].then


def _onward(row: Row) -> tuple[RuleId, ...]:
    """The rows to which it leads, but for the way back of a move that is paid for; none where an order ends."""
    then = (row.then,) if row.then or row.part == PARTS["T"] else ()
    jumps = (to for when, to in row.jumps.items() if when != PAID)
    return (*then, *jumps, *(row.waits[do] for do in ABORTS if do in row.waits))


def _comes_to_an_end(row: Row, rows: Mapping[RuleId, Row], way: tuple[RuleId, ...]) -> None:
    """`way`: the rows passed on the way to this one, itself the last. In an order any may be passed (O11)."""
    in_turn = row.part == PARTS["T"]
    if in_turn and row.waits:
        return
    for to in _onward(row):
        if to in way:
            ends = "a row that waits for a player" if in_turn else "an end"
            passed = list_in_words((*way[1:], to))
            raise _fault(rows[way[0]], f"it leads to {passed}, and never to {ends}")
        _comes_to_an_end(rows[to], rows, (*way, to))


def _fault(row: Row, why: str) -> RulesetFault:
    return RulesetFault(f"rulebook.md, row {row.id} ({row.part}: {row.name}): {why}")


def row_in_words(id: RuleId) -> str:
    """What people are told of a row: “close combat: the target”."""
    return f"{ROWS[id].part}: {ROWS[id].name}"


def rows_in_words(ids: Iterable[RuleId]) -> str:
    """One of these rows: “close combat or ranged combat: dice are rolled”."""
    parts: dict[str, list[str]] = {}
    for id in ids:
        parts.setdefault(ROWS[id].name, []).append(ROWS[id].part)
    return list_in_words((f"{list_in_words(of, 'or')}: {name}" for name, of in parts.items()), "or")


ROWS: Mapping[RuleId, Row] = outline_of(PAGE)


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


UP_TO_GIVEN = frozenset(
    id
    for rows in ORDERS.values()
    for at, row in enumerate(rows)
    if NOT_GIVEN in row.jumps
    for id in (one.id for one in rows[: at + 1])
)
"""The rows of the combats up to that at which the order is given, or not."""


UNTIL_GIVEN = frozenset(id for id in UP_TO_GIVEN if NOT_GIVEN not in ROWS[id].jumps)
"""Those of them before it is given."""


def rows_waiting_for(step: str) -> tuple[RuleId, ...]:
    """The rows that wait for this step."""
    return tuple(row.id for row in ROWS.values() if step in row.waits)


def printed_lines(_edition: Edition) -> Iterator[str]:
    """The six parts of the outline, each with its title, then a line for each row."""
    for rows in (TURN, *ORDERS.values()):
        yield rows[0].part.capitalize()
        yield from (f"  {row.in_print}" for row in rows)
