"""The named rules of orders: points, pushes, breakaway attacks, moving."""

from domain.arcane_legions.law.writing import INFERRED, rule

POINTS = (
    rule(
        "O1",
        "The allowance",
        "At T2a the active player's order points become the allowance: 8 in the standard game.",
        "p: Order, Army_Building",
    ),
    rule(
        "O2",
        "The ambush turn",
        "On the ambush turn (A10) the allowance is halved (A9).",
        "p: Order; scenario",
    ),
    rule(
        "O3",
        "A mixed army",
        "Each non-mercenary faction beyond the first takes 1 off the allowance (A8), not below 0.",
        "p: Army_Building",
    ),
    rule(
        "O4", "Only in one's own turn", "Nobody gains order points in another's turn.", "p: Order"
    ),
    rule(
        "O5",
        "One's own unit",
        "An order goes to one of the ordering player's own units on the battlefield.",
        "p: Order; battlefield inf",
    ),
    rule(
        "O6",
        "What an order costs",
        "Close, ranged and move orders cost a sortie 1 and a formation 2, a regroup costs 1, a "
        "special order what it says, a breakaway attack 0.",
        "p: Combat_Order, Movement, Regroup; cheat",
    ),
    rule(
        "O7",
        "Impede",
        "A move order costs 1 more for each Impede of each enemy unit adjacent to the mover.",
        "p: Impede",
    ),
    rule(
        "O8",
        "Elusive",
        "A close or ranged order costs 1 more for each Elusive of its target; a breakaway attack: A4.",
        "p: Elusive",
    ),
    rule(
        "O9",
        "Paid whole",
        "A cost is paid whole, exactly, and from order points in hand.",
        "seed “may be paid”; inf",
    ),
    rule(
        "O10",
        "When an order counts",
        "An order counts for the turn when C.c, R.c, M.b, G.b or S.c gives it; one aborted before "
        "that does not count.",
        "seed; inf",
    ),
    rule(
        "O11",
        "The unit is gone",
        "Once the unit carrying out an order (in a combat it or the target) has left the "
        "battlefield, nothing more is chosen in that order and its rows pass without effect. What is "
        "paid for is still given, a combat order unless its unit or icon is gone.",
        INFERRED,
    ),
)


PUSHES = (
    rule(
        "U1",
        "The second of a type",
        "The first order of a type costs a unit its normal cost in a turn; a second needs a push.",
        "p: Order",
    ),
    rule(
        "U2",
        "A push takes a figure",
        "A push takes one standing figure off the unit in the same payment; the payer names it (A11).",
        "p: Order",
    ),
    rule(
        "U3",
        "One push",
        "A unit is pushed once in a turn, whatever the type: no third order, and one type doubled.",
        "p: Order",
    ),
    rule(
        "U4",
        "No push for specials",
        "Special orders cannot be pushed: one for each unit and turn (A20).",
        "p: Order, Armored_Rush; A20 inf",
    ),
    rule("U5", "Only when needed", "A figure is taken off only when a push is needed.", INFERRED),
    rule(
        "U6",
        "Icons of the pushed figure",
        "The icons of a pushed-off figure are not ready when the order is given.",
        "p: Movement",
    ),
    rule(
        "U7",
        "Pushed to death",
        "A push is not damage. The last figure may be pushed away: nobody's defeat, no score (A12).",
        "p: Order, Calculating",
    ),
    rule(
        "U8",
        "Disciplined",
        "A disciplined unit regroups any number of times without a push.",
        "p: Unit_Abilities",
    ),
)


BREAKAWAY = (
    rule(
        "B1",
        "One window a move",
        "Breakaway attacks are made at M.c only, after the move is given and before it has points.",
        "seed; p: Movement",
    ),
    rule(
        "B2", "Against formations", "Only a formation is attacked, never a sortie.", "p: Movement"
    ),
    rule("B3", "Mobility", "No breakaway attack against a unit with Mobility.", "p: Mobility"),
    rule(
        "B4", "Adjacent enemies", "Only an enemy unit adjacent to the mover attacks.", "p: Movement"
    ),
    rule(
        "B5",
        "It begins at its costs",
        "It is a close combat order for 0 points against the mover: C.a is passed with that target.",
        "p: Movement",
    ),
    rule("B6", "Once a window", "Each enemy unit attacks at most once in a window.", "p: Movement"),
    rule(
        "B7",
        "One owner after the other",
        "The owners decide in turn order from the active player on; each finishes first.",
        "p: Movement",
    ),
    rule(
        "B8",
        "Optional",
        "It is optional, and each owner picks the order of their attacks.",
        "p: Movement",
    ),
    rule(
        "B9",
        "It counts",
        "It counts as a close combat order given to the attacker in this turn; a second: A3.",
        "p: Order; inf",
    ),
)


MOVING = (
    rule(
        "N1",
        "Within the points",
        "A step or turn beyond the movement points left is not paid.",
        INFERRED,
    ),
    rule("N2", "A step", "A step costs what the side costs it goes by.", "p: Unit"),
    rule(
        "N3",
        "A turn",
        "A formation's turn costs 2 or 3 times the side the tool is laid against; a sortie's: A19.",
        "p: The_Turning_Tool",
    ),
    rule("N4", "Beast", "A beast gets no move order while an enemy unit is adjacent.", "p: Beast"),
    rule(
        "N5",
        "Movement points",
        "A mover has a point for each ready movement icon; Hustle: 2 more if this order was pushed.",
        "seed; p: Unit_Abilities",
    ),
    rule(
        "H1",
        "Facing",
        "A formation changes its facing by 180 degrees only, a sortie by 90, 180 or 270.",
        "p: Regroup",
    ),
    rule("H2", "Slots", "A slot takes a figure of its own kind, and one at a time.", "p: Regroup"),
    rule(
        "H3",
        "Returning figures",
        "A downed figure returns undamaged to its own slot, which is empty, on a unit still there.",
        "p: Regeneration; inf",
    ),
)
