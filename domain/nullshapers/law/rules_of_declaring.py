"""The rules of actions, declaring, time and answering (A, D, T, N)."""

from domain.kernel.rulebook import Rule

S = "S"
"""The seed: the guide's page on actions."""
INFERRED = "I"
"""No text says it; this edition filled it in."""


def rule(id: str, title: str, text: str, source: str, not_adjudicated: str = "") -> Rule:
    """A rule, inferred where its only source is ourselves."""
    return Rule(id, title, text, source, source == INFERRED, not_adjudicated)


ACTIONS = (
    rule(
        "A1",
        "What is queued",
        "Playing a card, activating a skill, advancing, attacking and defending go through the queue.",
        S,
    ),
    rule(
        "A2",
        "Beside the queue",
        "Converting a card and playing an anomaly do not use the queue. An anomaly is never played as "
        "a queued action, and nothing else is put down as an anomaly.",
        "S, G:Areas",
    ),
    rule(
        "A3",
        "Reactive skills",
        "A reactive skill enters the queue by itself and can be answered; no player activates it.",
        S,
    ),
    rule(
        "A4",
        "As many as you like",
        "The number of actions in a turn has no limit, but for A5 and M45.",
        S,
        "a rule without a limit forbids nothing",
    ),
    rule(
        "A5",
        "Once per turn",
        "One conversion and one anomaly a turn, each only for the turn player, in the first or the "
        "second primary phase.",
        "G:Phases",
    ),
    rule(
        "A6",
        "Making energy",
        "Who holds the chance may lock an unlocked anomaly they control on the planet for the energy it "
        "makes. That is neither an action nor an answer, and a fresh anomaly may do it.",
        "R24, I",
    ),
    rule("A7", "Energy is lost", "Energy left over is lost when the step ends.", "GL24"),
    rule(
        "A8",
        "What is converted",
        "Only a card in one's own hand and in initial mode can be converted.",
        "GL24",
    ),
    rule(
        "A9",
        "On an empty queue only",
        "Where the table reads M4 so, converting and playing an anomaly need an empty queue.",
        INFERRED,
    ),
    rule(
        "A10",
        "Conceding",
        "Conceding needs neither the chance nor an empty queue.",
        "G:Ending",
    ),
    rule(
        "A11",
        "The card wins",
        "What a card says wins over these rules; so one that says it cannot be answered is not.",
        "G:Overview",
    ),
)

DECLARING = (
    rule(
        "D1",
        "One declaration",
        "A declaration is one indivisible thing: into the queue, targets, option, X and payment. "
        "Nobody acts in between, and once made it is complete.",
        S,
    ),
    rule(
        "D2",
        "Naming targets",
        "Who plays a card or activates a skill that mentions targets names between the least and the "
        "most it says, all different, each meeting what it says about them.",
        S,
    ),
    rule(
        "D3",
        "A modification's target",
        "A modification needs a target of the kind it modifies when it is played.",
        "S, G:Types",
    ),
    rule("D4", "Pick one", "An option is picked when declared, and stays.", S),
    rule(
        "D5",
        "X",
        "X is picked when declared, a whole number from 0 up, and stays.",
        "S, R24",
    ),
    rule(
        "D6",
        "Symbols of a type",
        "A symbol of a type is paid with energy of that type; void symbols and X with any.",
        "R24, GL24",
    ),
    rule(
        "D7",
        "The whole cost",
        "The whole cost is paid when declared; what cannot be paid cannot be declared.",
        S,
    ),
    rule(
        "D8",
        "From where",
        "A card is played from its player's own hand; a skill is activated by the controller of its "
        "constant on the planet.",
        "S, G:Areas",
    ),
    rule(
        "D9",
        "Locking",
        "A card locks for a cost or an attack only if it is unlocked and, if it is an agent, not fresh.",
        "G:Types, GL24",
    ),
)

TIME = (
    rule(
        "T1",
        "Speed 1",
        "Speed 1 is for one's own turn, in a primary phase, and never an answer.",
        "G:Speed",
    ),
    rule(
        "T2",
        "Speed 2",
        "Speed 2 is for any player's primary or battle phase, and answers Speed 1 and 2.",
        "G:Speed, R24",
    ),
    rule(
        "T3",
        "Speed 3",
        "Speed 3 is for any time, that is for every window (T5 and P12 leave none), and answers "
        "anything.",
        "G:Speed",
    ),
    rule(
        "T4",
        "Battle actions",
        "Advance is for both players, attack for the turn player, defend for their opponent, each in its "
        "own step; how often, M45 says.",
        "G:Phases",
    ),
    rule(
        "T5",
        "Nobody acts",
        "In the refresh and the reset step nobody acts, not even at Speed 3.",
        "G:Phases, GL24",
    ),
    rule(
        "T6",
        "The first chance",
        "On an empty queue the turn player holds the chance first; their opponent may start something "
        "only when they have declined.",
        "G:Phases",
    ),
    rule(
        "T7",
        "On an empty queue",
        "Attack is declared on an empty queue; so are advance and defend, if M46 says so.",
        "G:Phases for attack; else M46",
    ),
    rule(
        "T8",
        "Answering a reactive skill",
        "A reactive skill counts as Speed 3 for those who answer it, and the turn player is asked first.",
        "G:Phases",
    ),
    rule("T9", "Fresh agents stay", "A fresh agent cannot advance.", "G:Phases"),
)

ANSWERING = (
    rule(
        "N1",
        "Answers",
        "Each player may answer the action on top by adding one, unless it cannot be answered.",
        S,
    ),
    rule(
        "N2",
        "Who is able to",
        "Only who could take an action anyway can answer with it.",
        S,
    ),
    rule(
        "N3",
        "In turns",
        "After one player has declared or passed, the other holds the chance.",
        S,
    ),
    rule(
        "N4",
        "Answering oneself",
        "One may answer one's own action only after the opponent has declined to; in the window after "
        "an execution, or when skills have entered, whoever holds the chance may.",
        "S; the windows: I",
    ),
    rule(
        "N5",
        "A pass is not final",
        "Every action added gives both players a new chance.",
        INFERRED,
    ),
    rule(
        "N6",
        "The top is answered",
        "What is answered is the top of the queue, and its speed is the one that counts.",
        INFERRED,
    ),
    rule(
        "N7",
        "A standing pass",
        "Who passes may say that they do so until the step ends. The pass is then given for them "
        "whenever they get the chance, until something is declared or reported or enters the queue.",
        INFERRED,
    ),
)
