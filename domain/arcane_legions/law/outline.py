"""The sequence of the turn and of the five orders: six tables of lettered rows, run as printed."""

from collections.abc import Iterator, Mapping

from domain.kernel.rulebook import Rule, RuleId
from domain.kernel.values import Value

STAYS = "stays"
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
    """Step → where it leads; empty: on to the next row. No step at all: the row is passed by itself."""
    jumps: Mapping[str, RuleId] = {}
    """Where else the row leads, and when."""
    source: str = "seed"

    @property
    def rule(self) -> Rule:
        return Rule(self.id, self.title, self.text, self.source)

    @property
    def in_print(self) -> str:
        """The row as the outline prints it."""
        how = f"waits: {', '.join(self.waits)}" if self.waits else "auto"
        leads = [f"{step} → {to}" for step, to in self.waits.items() if to]
        leads += [f"{when} → {row}" for when, row in self.jumps.items()]
        then = ", ".join([*leads, f"then {self.then or 'back'}"])
        return f"{self.id:<4} {self.text} [{how}; {then}]"


TURN = (
    Row(
        "T1",
        "The turn begins",
        "The turn begins; whatever says “at the beginning of your turn” triggers here.",
        "T1a",
        source="p: Regeneration; place inf",
    ),
    Row("T1a", "Control terrain", "Control terrain scores victory points (V2).", "T2a"),
    Row("T2a", "Order points arrive", "The active player gains order points (O1 to O4).", "T2b"),
    Row(
        "T2b",
        "Orders",
        "The active player may give a unit an order, which comes back here, or end the orders.",
        "T3",
        {"order": "the order's first row", "end_orders": ""},
    ),
    Row(
        "T3",
        "The turn ends",
        "The turn ends; whatever says “at the end of the turn” triggers here.",
        "T3a",
        source="seed (the heading); place inf",
    ),
    Row(
        "T3a",
        "Damage wears off",
        "Every injured figure of every player loses its damage; downed figures stay down.",
        "T3b",
    ),
    Row("T3b", "Order points lapse", "Every player's order points become 0.", "T3c"),
    Row(
        "T3c",
        "The turn passes",
        "The next player who is not out begins a turn; orders given and pushes are forgotten.",
        "T1",
        source="seed; resets inf",
    ),
)

CLOSE = (
    Row(
        "C.a",
        "A target may be named",
        "The ordering player may name an adjacent enemy unit as target.",
        "C.b",
        {"target": "", "no_target": "C.j"},
    ),
    Row("C.b", "Costs may be paid", "Costs may be paid.", "C.c", {"pay": "", "no_pay": "C.j"}),
    Row(
        "C.c",
        "The order is given",
        "The order is given, unless it is not paid for, the unit has left the battlefield or has no "
        "attack icon ready.",
        "C.d",
        jumps={NOT_GIVEN: "C.j"},
        source="seed; when: inf",
    ),
    Row("C.d", "Attacker and defender", "The unit is the attacker, the target defends.", "C.e"),
    Row("C.e", "Dice are counted", "Attack and defence dice are counted (K2).", "C.f"),
    Row(
        "C.f",
        "Dice are rolled",
        "The dice are rolled and critical hits scored (K4).",
        "C.g",
        {"roll": ""},
    ),
    Row(
        "C.g",
        "Rerolls and adjustments",
        "Abilities may reroll and adjust dice; then the hits are said.",
        "C.h",
        {"adjust": STAYS, "hits": ""},
    ),
    Row("C.h", "Hits are scored", "Hits are scored (K6).", "C.i"),
    Row(
        "C.i",
        "Damage is dealt",
        "Damage is dealt (K7, K9); waits while any is outstanding.",
        "C.j",
        {"damage": ""},
    ),
    Row("C.j", "End of close combat", "Close combat ends.", "C.k"),
    Row("C.k", "Close combat returns", "Back to the row at which the order began.", ""),
)

RANGED = (
    Row(
        "R.a",
        "A target may be chosen",
        "The ordering player may choose a side of the unit and, as target, an enemy unit's side in range.",
        "R.b",
        {"target": "", "no_target": "R.l"},
    ),
    Row("R.b", "Costs may be paid", "Costs may be paid.", "R.c", {"pay": "", "no_pay": "R.l"}),
    Row(
        "R.c",
        "The order is given",
        "The order is given, unless it is not paid for, the unit has left the battlefield or has no "
        "ranged icon ready.",
        "R.d",
        jumps={NOT_GIVEN: "R.l"},
        source="seed; when: inf",
    ),
    Row("R.d", "Attacker and defender", "The unit is the attacker, the target defends.", "R.e"),
    Row(
        "R.e",
        "Line of sight",
        "Line-of-sight penalties are taken (K3), as said with the target or, later, with the roll.",
        "R.f",
    ),
    Row(
        "R.f",
        "Firing into melee",
        "Penalties for firing into melee are taken (K3), said likewise.",
        "R.g",
    ),
    Row("R.g", "Dice are counted", "Attack and defence dice are counted (K2).", "R.h"),
    Row(
        "R.h",
        "Dice are rolled",
        "The dice are rolled and critical hits scored (K4).",
        "R.i",
        {"roll": ""},
    ),
    Row(
        "R.i",
        "Rerolls and adjustments",
        "Abilities may reroll and adjust dice; then the hits are said.",
        "R.j",
        {"adjust": STAYS, "hits": ""},
    ),
    Row("R.j", "Hits are scored", "Hits are scored (K6, K8).", "R.k"),
    Row(
        "R.k",
        "Damage is dealt",
        "Damage is dealt (K7); waits while any is outstanding.",
        "R.l",
        {"damage": ""},
    ),
    Row("R.l", "End of ranged combat", "Ranged combat ends.", "R.m"),
    Row("R.m", "Ranged combat returns", "Back to the row at which the order began.", ""),
)

MOVE = (
    Row("M.a", "Costs may be paid", "Costs may be paid.", "M.b", {"pay": "", "no_pay": "M.h"}),
    Row("M.b", "The order is given", "The order is given, if it is paid for.", "M.c"),
    Row(
        "M.c",
        "Breakaway attacks",
        "Breakaway attacks may be made (B1 to B9): each owner in turn, who has an eligible unit.",
        "M.d",
        {"breakaway": "C.b, and back here", "decline": ""},
    ),
    Row("M.d", "Movement points arrive", "The unit gains movement points (N5).", "M.e"),
    Row(
        "M.e",
        "A step or turn may be paid",
        "The ordering player may pay for one step or one turn.",
        "M.f",
        {"step": "", "turn": "", "stop": ""},
    ),
    Row(
        "M.f",
        "The unit moves",
        "If a move was paid for the unit makes it (F2), and may pay for another.",
        "M.g",
        jumps={PAID: "M.e"},
    ),
    Row("M.g", "End of movement", "Movement ends.", "M.h"),
    Row("M.h", "Movement points lapse", "Movement points become 0.", "M.i"),
    Row("M.i", "The move returns", "Back to the row at which the order began.", ""),
)

REGROUP = (
    Row("G.a", "Costs may be paid", "Costs may be paid.", "G.b", {"pay": "", "no_pay": "G.e"}),
    Row("G.b", "The order is given", "The order is given, if it is paid for.", "G.c"),
    Row(
        "G.c",
        "Figures may be repositioned",
        "Figures may change their slots (H2).",
        "G.d",
        {"reposition": "", "face": "G.e", "done": "G.e"},
    ),
    Row(
        "G.d",
        "Facing may be changed",
        "The unit may change its facing (H1).",
        "G.e",
        {"face": "", "done": ""},
    ),
    Row("G.e", "End of regroup", "The regroup ends.", "G.f"),
    Row("G.f", "The regroup returns", "Back to the row at which the order began.", ""),
)

SPECIAL = (
    Row(
        "S.a",
        "A target may be chosen",
        "If the special order has targets, one is chosen; without targets the row is passed.",
        "S.b",
        {"target": "", "no_target": "S.f"},
    ),
    Row("S.b", "Costs may be paid", "Costs may be paid.", "S.c", {"pay": "", "no_pay": "S.f"}),
    Row("S.c", "The order is given", "The order is given, if it is paid for.", "S.d"),
    Row("S.d", "The effect happens", "The effect happens.", "S.e", {"effect": ""}),
    Row("S.e", "End of special order", "The special order ends.", "S.f"),
    Row("S.f", "The special returns", "Back to the row at which the order began.", ""),
)

ORDERS: Mapping[str, tuple[Row, ...]] = {
    "close": CLOSE,
    "ranged": RANGED,
    "move": MOVE,
    "regroup": REGROUP,
    "special": SPECIAL,
}
ROWS: Mapping[RuleId, Row] = {row.id: row for rows in (TURN, *ORDERS.values()) for row in rows}
DECIDES = tuple(ROWS)
"""The rules at home here: what each row does."""
FIRST: Mapping[str, RuleId] = {kind: rows[0].id for kind, rows in ORDERS.items()}
MOVES: RuleId = "M.f"
"""Where a unit moves that was paid for."""
PAYMENTS = frozenset(row.id for row in ROWS.values() if "pay" in row.waits)

ICON: Mapping[str, str] = {"close": "attack", "ranged": "ranged"}
"""Combat order → the icon that has to be ready for it (K1)."""
COMBAT = frozenset(ICON)


def where(step: str) -> tuple[RuleId, ...]:
    """The rows that wait for this step."""
    return tuple(row.id for row in ROWS.values() if step in row.waits)


def outline_in_print() -> Iterator[str]:
    """The six tables, a line a row."""
    tables = {
        "Turn": TURN,
        "Close combat": CLOSE,
        "Ranged combat": RANGED,
        "Move": MOVE,
        "Regroup": REGROUP,
        "Special": SPECIAL,
    }
    for title, rows in tables.items():
        yield title
        yield from (f"  {row.in_print}" for row in rows)
