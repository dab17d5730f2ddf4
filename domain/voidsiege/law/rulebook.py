"""The rules of VoidSiege by their numbers, and the editions they make up."""

from domain.kernel.rulebook import Rule, edition
from domain.voidsiege.law.commands import COMMANDS
from domain.voidsiege.law.filled_in import FILLED_IN
from domain.voidsiege.law.questions import GAPS, QUESTIONS, SETTLED

TURN = (
    Rule(
        "T1",
        "One command each, in turn",
        "The players take turns; in their go a player issues a single command. This text alone would let "
        "the turns go on after a reaction too; C8 follows the page of P3, which counts a reaction as "
        "its player's activation.",
        "seed 000, key rules",
    ),
    Rule(
        "T2",
        "Declared whole",
        "All parts of a command are declared together. What was not declared then is not added later.",
        "seed 000, step 1",
    ),
    Rule(
        "T3",
        "A Charge is a mode",
        "A Charge is a way of using another command. Its declaration names the enemy unit that it is "
        "to fight in melee.",
        "seed 000, step 1",
    ),
    Rule(
        "T4",
        "Snap Fire before a target",
        "As long as no target has been named, only Snap Fire answers, and it is declared at once. "
        "A Charge is the exception.",
        "seed 000, step 2 and key rules",
    ),
    Rule(
        "T5",
        "Wait for the target",
        "Where a command still has to name its target, the opponent waits for it before they react.",
        "seed 000, step 2 and example 2",
    ),
    Rule(
        "T6",
        "A Charge is answered at once",
        "The opponent may answer the declaration of a Charge at once, with any valid reaction.",
        "seed 000, step 2",
    ),
    Rule(
        "T7",
        "Movement first",
        "The acting unit moves before anybody shoots or chooses a target. T8 is the exception.",
        "seed 000, step 3",
    ),
    Rule(
        "T8",
        "In a Charge the reaction moves first",
        "When a Charge is answered with a movement, that movement comes before the charger's.",
        "seed 000, steps 1 and 3",
    ),
    Rule(
        "T9",
        "The target after the move",
        "A target that is still needed is named once the unit has moved.",
        "seed 000, step 4",
    ),
    Rule(
        "T10",
        "A target may be answered",
        "Naming a target lets the opponent react, if they have not reacted yet. The reaction's movement "
        "is made at once, after the acting unit's.",
        "seed 000, step 4; tournament summary 2",
    ),
    Rule(
        "T11",
        "Aimed at the one who caused it",
        "A reaction is aimed at the unit that gave cause for it, and at nothing else.",
        "seed 000, step 4",
    ),
    Rule(
        "T12",
        "Shots are simultaneous",
        "The ranged attacks of both sides are resolved together.",
        "seed 000, step 5",
    ),
    Rule(
        "T13",
        "Melee last",
        "The melee of a Charge is fought after all shooting, if its target is still there and in reach.",
        "seed 000, step 5",
    ),
    Rule(
        "T14",
        "One reaction",
        "A command is answered by one reaction at most.",
        "seed 000, key rules",
    ),
    Rule(
        "T15",
        "No reaction to a reaction",
        "A reaction is not itself reacted to.",
        "seed 000, key rules",
    ),
    Rule(
        "T16",
        "The opponent reacts",
        "Only the opponent of the player whose command is under way may react.",
        "seed 000, steps 2 and 4",
    ),
)

RESTRICTIONS = (
    Rule(
        "S1",
        "No command twice restricted",
        "A unit is not given a command that would apply a restriction it already holds.",
        "seed 001",
    ),
    Rule(
        "S2",
        "They arrive at the end",
        "A restriction is applied once the command has been resolved, not at its declaration.",
        "seed 001",
    ),
    Rule(
        "S3",
        "They add up",
        "A unit may hold several different restrictions at a time.",
        "seed 001",
    ),
    Rule(
        "S4",
        "Until the round ends",
        "A restriction stays until the round is over, unless a rule takes it off before.",
        "seed 001",
    ),
    Rule(
        "S5",
        "Rally",
        "Rally applies three restrictions: run, shoot and defend.",
        "seed 001",
    ),
    Rule(
        "S6",
        "Run, Shoot, Defend, Move",
        "Run, Shoot and Defend each apply the restriction of their own name; Move applies none.",
        "seed 001, examples",
    ),
    Rule(
        "S7",
        "Commands, not values",
        "A restriction limits which commands a unit may be given; distances and values stay as they are.",
        "seed 001",
        not_adjudicated="no distance and no value of a unit is ever ruled on here",
    ),
)

PAGES = (
    Rule(
        "P1",
        "Command points",
        "A command costs a command point, and so does a reaction, which keeps to the usual rules of "
        "targets and restrictions.",
        "/actions-commands/",
    ),
    Rule(
        "P2",
        "One at a time",
        "One command is finished before the next; none interrupts or prolongs another.",
        "/actions-commands/",
    ),
    Rule(
        "P3",
        "A reaction costs the next go",
        "Who reacts has used up their next activation.",
        "/reacting-to-an-activation/",
    ),
    Rule(
        "P4",
        "The targeted unit answers",
        "When a unit is targeted, its controller may answer, with that unit.",
        "/reacting-to-an-activation/",
    ),
    Rule(
        "P5",
        "Snap Fire whatever is held",
        "Snap Fire may be used by a unit whatever restrictions it holds. How it hits is for the table.",
        "/snap-fire-command/",
    ),
    Rule(
        "P6",
        "What answers movement",
        "Move, Run and Overrun are answered by Snap Fire alone, declared before any model moves.",
        "/snap-fire-command/",
    ),
    Rule(
        "P7",
        "Overridden",
        "A part of a command that a reaction has made impossible applies no restriction; its point is "
        "spent nevertheless. Only what the reaction has done by then can have made it impossible.",
        "/command-override/",
    ),
    Rule(
        "P8",
        "Spoils of War",
        "The last command point of a round may buy a command that nobody can react to.",
        "/spoils-of-war/",
    ),
    Rule(
        "P9",
        "Inability to Command",
        "A player who has no unit to activate says so and discards a command point.",
        "/inability-to-command/",
    ),
    Rule("P10", "Conceding", "A player may give up the game.", "/inability-to-command/"),
    Rule(
        "P11",
        "Ditch",
        "The unit moves and then takes cover against the next damage; it applies run and shoot.",
        "/ditch/",
    ),
    Rule("P12", "Defend as a reaction", "A unit may react with Defend.", "/defend/"),
    Rule(
        "P13",
        "Run and cover",
        "A unit that runs does not enter or cross cover.",
        "/run-command/",
        not_adjudicated="the table sees the cover; a judge may overrule the move",
    ),
    Rule(
        "P14",
        "Limited Support",
        "In scenario 1 a player who controls an objective does not use Rally.",
        "/scenario-1-king-of-the-castle",
    ),
    Rule(
        "P15",
        "Reinforced Defenses",
        "In scenarios 4 and 6 a unit near an objective is charged with the Move command only.",
        "/scenario-4-the-wall/, /scenario-6-citadel-clash/",
    ),
    Rule(
        "P16",
        "Will of the Masters",
        "Just before a unit with this ability is activated, one of its restrictions may be taken off. "
        "The test for it and its price are for the table.",
        "/will-of-the-masters/",
    ),
    Rule(
        "P17",
        "Multiplayer Spoils of War",
        "With more than two players Spoils of War is played differently.",
        "/multiplayer-spoils-of-war/",
        not_adjudicated="this edition is for two players",
    ),
    Rule(
        "P18",
        "Annihilation",
        "A player who has no unit left has lost, in every scenario but the third.",
        "the pages of scenarios 1, 2, 4, 5 and 6",
    ),
    Rule(
        "P19",
        "Raid",
        "Scenario 2 has its own scoring and lets units be deployed anew.",
        "/scenario-2-raid-and-repeat/",
        not_adjudicated="scores are not kept here, and deployment is the table's",
    ),
    Rule(
        "P20",
        "Scout and Secure",
        "A unit that arrives by its first model is no target for the opponent before its owner has "
        "moved it.",
        "the pages of all six scenarios",
    ),
)

EDITIONS = (
    edition(
        "2025.1",
        "voidsiege",
        "VoidSiege, edition 2025.1",
        "2025",
        (*TURN, *RESTRICTIONS, *PAGES, *FILLED_IN),
        (*QUESTIONS, *GAPS),
        {"commands": COMMANDS, "settled": SETTLED},
    ),
)
