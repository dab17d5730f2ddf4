"""What the rulebook leaves open: every question with its readings, the default first."""

from domain.kernel.rulebook import Question

QUESTIONS = (
    Question(
        "A1",
        "Costs of an order not given",
        "Are the costs lost of an order that was paid for and then not given (C.c, R.c)?",
        {
            "lost": "Points and figure are gone, and the unit counts as pushed.",
            "refunded": "The points come back; the figure, or its point of A11, too, and the unit does "
            "not count as pushed, if it is on the battlefield and the slot free. All of it with the "
            "payment already, if the push took the last figure.",
        },
    ),
    Question(
        "A2",
        "When a forbidden order is refused",
        "Is an order that K1, N4, U3 or U4 forbids refused when it is picked or when it is paid?",
        {
            "when_picked": "It cannot be picked.",
            "when_paid": "It can be picked, and only its payment is refused.",
        },
    ),
    Question(
        "A3",
        "A second breakaway attack",
        "Does a second breakaway attack by the same unit in one turn need a push?",
        {
            "push": "It is a second close combat order: U1 to U3 apply.",
            "free": "Every window allows it without a push.",
        },
    ),
    Question(
        "A4",
        "Elusive and breakaway",
        "Does Elusive on the mover raise the cost of a breakaway attack?",
        {
            "stays_zero": "A breakaway attack costs 0 order points.",
            "raised": "It costs 1 for each Elusive of the mover.",
        },
    ),
    Question(
        "A5",
        "Triggers as the turn begins",
        "Do triggers at the beginning of the turn come before or after control terrain scores?",
        {
            "before_terrain": "They halt the sequence at T1.",
            "after_terrain": "What is said for T1 arises and halts the sequence at T1a.",
        },
    ),
    Question(
        "A6",
        "Who scores control terrain",
        "Who scores for control terrain at T1a?",
        {"active": "The active player.", "all": "Every player."},
    ),
    Question(
        "A7",
        "How much control terrain scores",
        "How much does control terrain score?",
        {"each": "3 for each terrain held.", "once": "3 if any terrain is held."},
    ),
    Question(
        "A8",
        "Penalty of a mixed army",
        "How much does a mixed army take off the allowance?",
        {
            "each": "1 for each faction beyond the first.",
            "flat": "1 if there is more than one faction.",
        },
    ),
    Question(
        "A9",
        "Halving and the penalty",
        "How do the halving of the ambush turn and the penalty of a mixed army go together?",
        {
            "subtract_then_halve": "The penalty comes off first; half is rounded down.",
            "subtract_then_halve_up": "The penalty comes off first; half is rounded up.",
            "halve_then_subtract": "Half is taken first, rounded down; then the penalty comes off.",
        },
    ),
    Question(
        "A10",
        "The ambush turn",
        "Which turn is the ambush turn?",
        {
            "first_turn": "The first turn of the game.",
            "each_first_turn": "The first turn of every player.",
        },
    ),
    Question(
        "A11",
        "What a push does to the figure",
        "Does a push take the figure off or damage it?",
        {
            "removal": "The figure is taken off.",
            "damage": "The figure takes 1 damage and goes only if that was its last.",
        },
    ),
    Question(
        "A12",
        "A unit pushed to death",
        "Does anybody score for a unit that was pushed to death?",
        {
            "none": "Nobody scores.",
            "opponents": "Every other player scores the unit's value, nothing for commanders.",
        },
    ),
    Question(
        "A13",
        "Criticals after rerolls",
        "Do the criticals of the first roll stand after rerolls?",
        {
            "as_scored": "Those of the first roll stand.",
            "recounted": "Those of the dice as they lie when the hits are said count.",
        },
    ),
    Question(
        "A14",
        "A trigger whose source is gone",
        "Has a trigger an effect whose source has left the battlefield?",
        {
            "has_effect": "It has its effect.",
            "no_effect": "It still has to be resolved, but only to nothing.",
        },
    ),
    Question(
        "A15",
        "When the target is looked at",
        "When does a player win who has the target of victory points?",
        {"at_once": "At once.", "turn_end": "At T3c, before the turn passes."},
    ),
    Question(
        "A16",
        "Orders that cannot be carried out",
        "May an order be picked that cannot be carried out?",
        {
            "allowed": "It may, and aborts without effect.",
            "refused": "Not with too few points, no adjacent enemy, or none in range.",
        },
    ),
    Question(
        "A17",
        "Who places damage",
        "Who places combat damage on a unit's figures?",
        {
            "owner": "The unit's owner.",
            "opponent": "The owner of the other unit in the combat; if they have conceded, the unit's "
            "own.",
        },
    ),
    Question(
        "A18",
        "Several obstacles",
        "Do several units in the way, or several hindering terrains, take 1 die or 1 each?",
        {
            "open": "Not settled: a roll that depends on it is undetermined.",
            "once": "1 die for each kind of obstacle.",
            "each": "1 die for each obstacle.",
        },
    ),
    Question(
        "A19",
        "A sortie's turn",
        "What does a sortie's turn cost?",
        {
            "open": "Not settled: a sortie's turn is undetermined.",
            "as_formation": "2 or 3 times the cost of the side the tool is laid against (N3).",
            "as_declared": "Whatever is declared.",
        },
    ),
    Question(
        "A20",
        "Two different special orders",
        "May a unit be given two different special orders in a turn?",
        {
            "one_special": "One special order for each unit and turn.",
            "each_special": "Each of its special orders once.",
        },
    ),
    Question(
        "A21",
        "Triggers as the turn ends",
        "Do triggers at the end of the turn come before or after damage wears off?",
        {
            "before_healing": "They halt the sequence at T3.",
            "after_healing": "What is said for T3 arises and halts the sequence at T3a.",
        },
    ),
    Question(
        "A22",
        "Facts from before a move",
        "Does a fact still hold that was reported before one of its units moved (F2)?",
        {
            "stand": "It holds until something else is reported.",
            "lapse": "It does not hold until it is reported again.",
        },
    ),
    Question(
        "A23",
        "Effects beyond the targets",
        "May the effect of a special order hurt or return figures on a unit that was not its target?",
        {
            "any": "It may, and the ruling says so.",
            "targets_only": "Only on the units that it was aimed at.",
        },
    ),
)
