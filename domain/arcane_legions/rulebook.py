"""The rules of Arcane Legions as we rule them: each with title, text and source, and the edition."""

from collections.abc import Iterator

from domain.arcane_legions.outline import ROWS, outline_in_print
from domain.arcane_legions.questions import QUESTIONS
from domain.kernel.rulebook import Edition, Rule, RuleId, edition

INFERRED = "inf"


def _rule(id: RuleId, title: str, text: str, source: str, not_adjudicated: str = "") -> Rule:
    return Rule(id, title, text, source, source == INFERRED, not_adjudicated)


POINTS = (
    _rule(
        "O1",
        "The allowance",
        "At T2a the active player's order points become the allowance: 8 in the standard game.",
        "p: Order, Army_Building",
    ),
    _rule(
        "O2",
        "The ambush turn",
        "On the ambush turn (A10) the allowance is halved (A9).",
        "p: Order; scenario",
    ),
    _rule(
        "O3",
        "A mixed army",
        "Each non-mercenary faction beyond the first takes 1 off the allowance (A8), not below 0.",
        "p: Army_Building",
    ),
    _rule(
        "O4", "Only in one's own turn", "Nobody gains order points on another's turn.", "p: Order"
    ),
    _rule(
        "O5",
        "One's own unit",
        "An order goes to one of the ordering player's own units on the battlefield.",
        "p: Order; battlefield inf",
    ),
    _rule(
        "O6",
        "What an order costs",
        "Close, ranged and move orders cost a sortie 1 and a formation 2, a regroup costs 1, a "
        "special order what it says, a breakaway attack 0.",
        "p: Combat_Order, Movement, Regroup; cheat",
    ),
    _rule(
        "O7",
        "Impede",
        "A move order costs 1 more for each Impede of each enemy unit adjacent to the mover.",
        "p: Impede",
    ),
    _rule(
        "O8",
        "Elusive",
        "A close or ranged order costs 1 more for each Elusive of its target; a breakaway attack: A4.",
        "p: Elusive",
    ),
    _rule(
        "O9",
        "Paid whole",
        "A cost is paid whole, exactly, and from order points in hand.",
        "seed “may be paid”; inf",
    ),
    _rule(
        "O10",
        "When an order counts",
        "An order counts for the turn when C.c, R.c, M.b, G.b or S.c gives it; one aborted before "
        "that does not count.",
        "seed; inf",
    ),
    _rule(
        "O11",
        "The unit is gone",
        "Once the unit carrying out an order (in a combat it or the target) has left the "
        "battlefield, nothing more is chosen in that order and its rows pass without effect.",
        INFERRED,
    ),
)

PUSHES = (
    _rule(
        "U1",
        "The second of a type",
        "The first order of a type costs a unit its normal cost in a turn; a second needs a push.",
        "p: Order",
    ),
    _rule(
        "U2",
        "A push takes a figure",
        "A push takes one standing figure off the unit in the same payment; the payer names it (A11).",
        "p: Order",
    ),
    _rule(
        "U3",
        "One push",
        "A unit is pushed once in a turn, whatever the type: no third order, and one type doubled.",
        "p: Order",
    ),
    _rule(
        "U4",
        "No push for specials",
        "Special orders cannot be pushed: one for each unit and turn (A20).",
        "p: Order, Armored_Rush; A20 inf",
    ),
    _rule("U5", "Only when needed", "A figure is taken off only when a push is needed.", INFERRED),
    _rule(
        "U6",
        "Icons of the pushed figure",
        "The icons of a pushed-off figure are not ready when the order is given.",
        "p: Movement",
    ),
    _rule(
        "U7",
        "Pushed to death",
        "A push is not damage. The last figure may be pushed away: nobody's defeat, no score (A12).",
        "p: Order, Calculating",
    ),
    _rule(
        "U8",
        "Disciplined",
        "A disciplined unit regroups any number of times without a push.",
        "p: Unit_Abilities",
    ),
)

BREAKAWAY = (
    _rule(
        "B1",
        "One window a move",
        "Breakaway attacks are made at M.c only, after the move is given and before it has points.",
        "seed; p: Movement",
    ),
    _rule(
        "B2", "Against formations", "Only a formation is attacked, never a sortie.", "p: Movement"
    ),
    _rule("B3", "Mobility", "No breakaway attack against a unit with Mobility.", "p: Mobility"),
    _rule(
        "B4", "Adjacent enemies", "Only an enemy unit adjacent to the mover attacks.", "p: Movement"
    ),
    _rule(
        "B5",
        "It begins at its costs",
        "It is a close combat order for 0 points against the mover: C.a is passed with that target.",
        "p: Movement",
    ),
    _rule(
        "B6", "Once a window", "Each enemy unit attacks at most once in a window.", "p: Movement"
    ),
    _rule(
        "B7",
        "One owner after the other",
        "The owners decide in turn order from the active player on; each finishes first.",
        "p: Movement",
    ),
    _rule(
        "B8",
        "Optional",
        "It is optional, and the owner picks the order of the own attacks.",
        "p: Movement",
    ),
    _rule(
        "B9",
        "It counts",
        "It counts as a close combat order given to the attacker in this turn; a second: A3.",
        "p: Order; inf",
    ),
)

COMBAT = (
    _rule(
        "K1",
        "A ready icon",
        "A close combat order needs a ready attack icon, a ranged one a ready ranged icon.",
        "p: Combat_Order; ranged inf",
    ),
    _rule(
        "K2",
        "Counting dice",
        "Attack dice are the attacker's ready attack (ranged) icons, defence dice the defender's "
        "ready defence icons, each 3 fewer on a grey side; then penalties and declared changes.",
        "p: Combat_Order; ranged, 0 inf",
    ),
    _rule(
        "K3",
        "Obstacles to a shot",
        "Blocking terrain forbids a shot; units in the way, hindering terrain and firing into melee "
        "take 1 attack die each. More than one of a kind: A18.",
        "cheat",
    ),
    _rule(
        "K4",
        "Critical hits",
        "Each full set of three sixes (Deadly: two) among the attack dice is one hit more (A13).",
        "p: Combat_Order, Unit_Abilities; “each set” inf",
    ),
    _rule(
        "K5",
        "Dice stay as many",
        "Rerolls and adjustments change results, never the number of dice.",
        INFERRED,
    ),
    _rule(
        "K6",
        "Hits",
        "Each die scores at most one hit, each critical one more for the attacker.",
        "p: Combat_Order; inf",
    ),
    _rule(
        "K7",
        "Placing damage",
        "One point of damage a hit, as changed by abilities. All that the unit can take is placed on "
        "standing figures, none beyond its hit points; one without hit points left is downed (A17).",
        "seed; p: Regeneration; inf",
    ),
    _rule("K8", "Only the defender", "A shot hits only the defender.", "p: Calculator_Help"),
    _rule(
        "K9",
        "Damage is one event",
        "The damage of one row is one event: triggers and victory wait until all of it is placed.",
        INFERRED,
    ),
)

MOVING = (
    _rule(
        "N1",
        "Within the points",
        "A step or turn beyond the movement points left is not paid.",
        INFERRED,
    ),
    _rule("N2", "A step", "A step costs what the side costs it goes by.", "p: Unit"),
    _rule(
        "N3",
        "A turn",
        "A formation's turn costs 2 or 3 times the side the tool is laid against; a sortie's: A19.",
        "p: The_Turning_Tool",
    ),
    _rule("N4", "Beast", "A beast gets no move order while an enemy unit is adjacent.", "p: Beast"),
    _rule(
        "N5",
        "Movement points",
        "A mover has a point for each ready movement icon; Hustle: 2 more if this order was pushed.",
        "seed; p: Unit_Abilities",
    ),
    _rule(
        "H1",
        "Facing",
        "A formation changes its facing by 180 degrees only, a sortie by 90, 180 or 270.",
        "p: Regroup",
    ),
    _rule("H2", "Slots", "A slot takes a figure of its own kind, and one at a time.", "p: Regroup"),
    _rule(
        "H3",
        "Returning figures",
        "A downed figure returns undamaged to its own slot, which is empty, on a unit still there.",
        "p: Regeneration; inf",
    ),
)

TRIGGERS = (
    _rule("X1", "Triggers first", "While any trigger is unresolved the sequence halts.", "seed"),
    _rule("X2", "Everything at its row", "Nothing is done before or after its row.", "seed"),
    _rule(
        "X3",
        "Hand after hand",
        "The active player empties the own hand first, in any order; then the next player in turn "
        "order with a trigger in hand, and so on round the table. Others wait meanwhile.",
        "p: Timing; three players inf",
    ),
    _rule(
        "X4",
        "None left out",
        "No trigger is left out; what its text says “may” about can be resolved to nothing.",
        "p: Timing; table",
    ),
    _rule(
        "X5",
        "Into the hand",
        "A trigger goes into its owner's hand when it arises and interrupts nothing.",
        "p: Timing; inf",
    ),
    _rule(
        "X6", "Damage first", "No trigger is resolved while damage is outstanding (K9).", INFERRED
    ),
    _rule(
        "X7",
        "As far as it can be",
        "A trigger or effect that cannot be carried out whole is resolved as far as it can be.",
        "p: Timing; inf",
        "Texts of abilities are read by the players: what cannot be done they leave out themselves.",
    ),
    _rule(
        "X8",
        "Owner and id",
        "A trigger belongs to the owner of its source, and its id is used once in a game.",
        INFERRED,
    ),
)

ENDING = (
    _rule(
        "V1",
        "Destroyed units",
        "A destroyed enemy formation scores 2, a sortie 1, a downed enemy commander 1 more; in a "
        "combat for the owner of the opposing unit, in an effect for its player.",
        "cheat",
    ),
    _rule("V2", "Control terrain", "Control terrain scores 3 at T1a (A6, A7).", "seed; cheat"),
    _rule("V3", "The target", "A player who has the target (21) wins (A15).", "scenario"),
    _rule(
        "V4",
        "The last one standing",
        "A player who alone still has units wins; one without units is out.",
        "scenario; inf",
    ),
    _rule(
        "V5",
        "Level scores",
        "V3 comes before V4. Of several with the target, or when nobody has a unit left, more points "
        "win; level, the game ends without a winner.",
        INFERRED,
    ),
    _rule(
        "V6",
        "Conceding",
        "Who concedes is out: units leave, nobody scores for them, triggers are dropped. One player "
        "left has won.",
        INFERRED,
    ),
    _rule(
        "F1",
        "Facts",
        "A fact stands until another report changes it; it ends with a unit that leaves, and none "
        "is reported about such a unit.",
        INFERRED,
    ),
)

RULES = (
    *(row.rule for row in ROWS.values()),
    *POINTS,
    *PUSHES,
    *BREAKAWAY,
    *COMBAT,
    *MOVING,
    *TRIGGERS,
    *ENDING,
)

EDITIONS = (
    edition(
        "2010.1",
        "arcane-legions",
        "Arcane Legions, revision of 2010",
        "2010",
        RULES,
        QUESTIONS,
        {"outline": ROWS},
    ),
)


def printed(_edition: Edition) -> Iterator[str]:
    """The outline of the turn and of the orders, as the rulebook has it."""
    yield from outline_in_print()
