"""The rules of executing, the turn, winning and keywords (E, P, W, K)."""

from domain.nullshapers.law.rules_of_declaring import INFERRED, S, rule

EXECUTING = (
    rule("E1", "When", "When both have passed in a row, execution starts.", S),
    rule(
        "E2",
        "Last in, first executed",
        "The last action in executes first; nobody chooses another order or takes an action out.",
        S,
    ),
    rule(
        "E3",
        "A new window",
        "After each execution or cancellation both may act again.",
        "S, G:Areas",
    ),
    rule("E4", "Who is first in it", "That window starts with the turn player.", INFERRED),
    rule(
        "E5",
        "Until it is empty",
        "So it goes on until the queue is empty; a step ends only on an empty queue, when both decline "
        "in a row.",
        "S, R24",
    ),
    rule(
        "E6",
        "Looked at again",
        "Whether a target is valid is looked at when the action executes.",
        S,
    ),
    rule(
        "E7",
        "Invalid targets",
        "What has become invalid is not affected; the other targets are.",
        S,
    ),
    rule("E8", "No target left", "An action none of whose targets is valid is cancelled.", S),
    rule(
        "E9",
        "A cancelled card",
        "A cancelled card goes to its owner's cache at once.",
        "S, G:Areas",
    ),
    rule("E10", "A cancelled skill", "A cancelled skill or battle action does nothing.", S),
    rule(
        "E11",
        "Where cards go",
        "An executed event goes to the cache, a constant to staging, and a modification is attached "
        "there.",
        "G:Types, G:Areas",
    ),
    rule(
        "E12",
        "Nothing is given back",
        "What was paid is not given back when an action is cancelled.",
        INFERRED,
    ),
    rule(
        "E13",
        "When skills enter",
        "Skills that react to what an execution did enter when it has finished, before anybody acts.",
        INFERRED,
    ),
    rule(
        "E14",
        "Whose skills first",
        "Of several, the turn player's enter first, so that the other's execute first; each player "
        "orders their own (M47).",
        INFERRED,
    ),
    rule(
        "E15",
        "When a winner is looked for",
        "Who has won is looked at when the queue has become empty.",
        "G:Ending",
    ),
    rule(
        "E16",
        "Modifications go too",
        "When a constant leaves the planet its modifications are terminated; its gear stays.",
        "G:Types, R24",
    ),
    rule(
        "E17",
        "Cancelled later",
        "Where the table reads M15 so, an action cancelled by an effect keeps its place and is "
        "cancelled when it would execute.",
        "G:Areas",
    ),
    rule(
        "E18",
        "Too much damage",
        "An agent with as much damage as defense is terminated: it goes to its owner's cache.",
        INFERRED,
    ),
    rule(
        "E19",
        "Discarding by an effect",
        "Who has to discard by an effect picks the cards when the execution has finished, before "
        "skills enter; who holds no more cards than that discards them all.",
        INFERRED,
    ),
)

TURN = (
    rule(
        "P1",
        "The turn",
        "Start phase (refresh, draw, maintenance), first primary phase, battle phase (advance, attack, "
        "defend, damage), second primary phase, end phase (reset); then the other player's turn.",
        "G:Phases, G:Turns",
    ),
    rule("P2", "Refresh", "The turn player's cards on the planet unlock.", "G:Phases"),
    rule("P3", "Draw", "The turn player draws two cards, in turn 1 only one.", "G:Phases"),
    rule(
        "P4",
        "Maintenance",
        "Skills that react to the start of the turn enter the queue.",
        "G:Phases",
    ),
    rule(
        "P5",
        "Speeds of the steps",
        "In draw and maintenance only Speed 3 is possible, in the battle phase Speed 2 and 3.",
        "G:Phases, G:Speed",
    ),
    rule(
        "P6",
        "Advance",
        "Own agents go from staging to their owner's sectors, each to the biome named for it.",
        "G:Phases",
    ),
    rule(
        "P7",
        "Attack",
        "Skills that react to its start enter. Attackers are unlocked agents in own sectors; each "
        "attacks the biome it stands in and locks when the attack executes. An agent the turn player "
        "plays in this step may arrive in one of their sectors.",
        "G:Phases, GL24",
    ),
    rule(
        "P8",
        "Defend",
        "Defenders are unlocked agents in own sectors, fresh ones too; they do not lock.",
        "G:Phases, G:Types",
    ),
    rule(
        "P9",
        "Damage",
        "Ranged attackers come before melee ones. Attackers of a biome without defenders take their "
        "attack from the enemy sector; what happens in a defended biome is reported.",
        "G:Phases",
    ),
    rule(
        "P10",
        "Back to staging",
        "When the damage step ends, agents go back from the sectors to staging.",
        "G:Types",
    ),
    rule(
        "P11",
        "Reset",
        "The turn player discards down to seven; damage and changes of speed wear off.",
        "G:Areas, G:Phases",
    ),
    rule(
        "P12",
        "The window of the damage step",
        "The damage step has a window only if, after P9, attackers and defenders stand in the same "
        "biome, or skills have entered. Otherwise nobody acts in it, and it ends by itself.",
        INFERRED,
    ),
)

WINNING = (
    rule(
        "W1",
        "A lost biome",
        "The owner of a sector at 0 or less has lost that biome, at once.",
        "G:Ending",
    ),
    rule(
        "W2",
        "A lost match",
        "A player who has lost two biomes has lost the match; E15 says when that is looked at.",
        "G:Ending, I",
    ),
    rule(
        "W3",
        "Collapse",
        "A player who has to draw and cannot picks one of their biomes and loses it, once for one drawing.",
        "G:Ending",
    ),
    rule("W4", "Giving up", "Who concedes has lost at once.", "G:Ending"),
)

KEYWORDS = (
    rule(
        "K1",
        "Encrypt",
        "Not a valid target while its condition holds; looked at when declared and when executed.",
        "KW24",
    ),
    rule(
        "K2",
        "Firewall",
        "Whoever names it as a target of a declared action pays this in addition.",
        "KW24",
    ),
    rule(
        "K3",
        "Lightspeed",
        "Cannot be named by a declared action slower than the card itself.",
        "KW24",
    ),
    rule("K4", "Ready", "May lock when fresh.", "KW24"),
    rule("K5", "Secure", "Does not lock when attacking.", "KW24"),
)
