"""The named rules of combat, triggers, facts and the end of the game."""

from domain.arcane_legions.law.writing import INFERRED, rule

COMBAT = (
    rule(
        "K1",
        "A ready icon",
        "A close combat order needs a ready attack icon, a ranged one a ready ranged icon.",
        "p: Combat_Order; ranged inf",
    ),
    rule(
        "K2",
        "Counting dice",
        "Attack dice are the attacker's ready attack (ranged) icons, defence dice the defender's "
        "ready defence icons, each 3 fewer on a grey side; then penalties and declared changes, never "
        "below 0. Icons are counted at C.e and R.g, and not again when the dice are rolled.",
        "p: Combat_Order; ranged, 0 inf",
    ),
    rule(
        "K3",
        "Obstacles to a shot",
        "Blocking terrain forbids a shot; units in the way, hindering terrain and firing into melee "
        "take 1 attack die each. What was said last counts, with the target or with the roll. More "
        "than one of a kind: A18.",
        "cheat",
    ),
    rule(
        "K4",
        "Critical hits",
        "Each full set of three sixes (Deadly: two) among the attack dice is one hit more (A13).",
        "p: Combat_Order, Unit_Abilities; “each set” inf",
    ),
    rule(
        "K5",
        "Dice stay as many",
        "Rerolls and adjustments change results, never the number of dice.",
        INFERRED,
    ),
    rule(
        "K6",
        "Hits",
        "Each die scores at most one hit, each critical one more for the attacker.",
        "p: Combat_Order; inf",
    ),
    rule(
        "K7",
        "Placing damage",
        "One point of damage a hit, as changed by abilities. All that the unit can take is placed on "
        "standing figures, none beyond its hit points; one without hit points left is downed (A17).",
        "seed; p: Regeneration; inf",
    ),
    rule("K8", "Only the defender", "A shot hits only the defender.", "p: Calculator_Help"),
    rule(
        "K9",
        "Damage is one event",
        "The damage of one row is one event: triggers and victory wait until all of it is placed.",
        INFERRED,
    ),
)


TRIGGERS = (
    rule("X1", "Triggers first", "While any trigger is unresolved the sequence halts.", "seed"),
    rule("X2", "Everything at its row", "Nothing is done before or after its row.", "seed"),
    rule(
        "X3",
        "Hand after hand",
        "The active player empties their own hand first, in any order; then the next player in turn "
        "order with a trigger in hand, and so on round the table. Others wait meanwhile.",
        "p: Timing; three players inf",
    ),
    rule(
        "X4",
        "None left out",
        "No trigger is left out; what its text says “may” about can be resolved to nothing.",
        "p: Timing; table",
    ),
    rule(
        "X5",
        "Into the hand",
        "A trigger goes into its owner's hand when it arises and interrupts nothing.",
        "p: Timing; inf",
    ),
    rule(
        "X6", "Damage first", "No trigger is resolved while damage is outstanding (K9).", INFERRED
    ),
    rule(
        "X7",
        "As far as it can be",
        "A trigger or effect that cannot be carried out whole is resolved as far as it can be.",
        "p: Timing; inf",
    ),
    rule(
        "X8",
        "Owner and id",
        "A trigger belongs to the owner of its source, and its id is used once in a game.",
        INFERRED,
    ),
    rule(
        "X9",
        "Said ahead",
        "A trigger may be announced for a row still to come; it arises and halts as that row is "
        "passed. Announced for a row of an order it is dropped when the order goes back.",
        "seed; inf",
    ),
)


ENDING = (
    rule(
        "V1",
        "Destroyed units",
        "A destroyed enemy formation scores 2, a sortie 1, a downed enemy commander 1 more; in a "
        "combat for the owner of the opposing unit, in an effect for its player.",
        "cheat",
    ),
    rule("V2", "Control terrain", "Control terrain scores 3 at T1a (A6, A7).", "seed; cheat"),
    rule("V3", "The target", "A player who has the target (21) wins (A15).", "scenario"),
    rule(
        "V4",
        "The last one standing",
        "A player who alone still has units wins; one without units is out.",
        "scenario; inf",
    ),
    rule(
        "V5",
        "Level scores",
        "V3 comes before V4. Of several with the target, or when nobody has a unit left, more points "
        "win; level, the game ends without a winner.",
        INFERRED,
    ),
    rule(
        "V6",
        "Conceding",
        "Who concedes is out: units leave, nobody scores for them, triggers are dropped and none is "
        "raised for them any more. One player left has won.",
        INFERRED,
    ),
    rule(
        "F1",
        "Facts",
        "A fact stands until another report changes it (once a unit in it has moved: A22); it ends "
        "with a unit that leaves, and none is reported about such a unit.",
        INFERRED,
    ),
    rule(
        "F2",
        "Moved since",
        "When a unit moves, at M.f or by a report, the facts about it that were reported before are "
        "marked as moved since; a change of facing marks its ranges. A new report takes the mark off.",
        "seed (M.f); inf",
    ),
)
