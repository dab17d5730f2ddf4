"""What the rulebook leaves open: each question with its readings, and the gaps nothing settles."""

from collections.abc import Mapping

from domain.kernel.rulebook import Question

QUESTIONS = (
    Question(
        "C1",
        "Snap Fire before the target?",
        "May an Assault or Advance that is no Charge be answered by Snap Fire before its target is named?",
        {
            "wait": "No: no window opens with the declaration.",
            "snap_fire": "Yes: a window for Snap Fire alone opens with the declaration; if it is "
            "declined, the window after the target opens as well.",
        },
    ),
    Question(
        "C2",
        "When does the reaction's shot land?",
        "A reaction is declared before the acting unit has moved, not in a Charge. When is its shot due?",
        {
            "after_move": "After the move, together with the acting unit's shot if it has one.",
            "before_move": "First of all, before the acting unit moves.",
        },
    ),
    Question(
        "C3",
        "When does it land in a Charge?",
        "The same for a reaction to a Charge. Its movement comes first either way.",
        {
            "after_move": "After the charger's move.",
            "before_move": "Before the charger moves.",
        },
    ),
    Question(
        "C6",
        "Which unit answers a targeting?",
        "One unit has been targeted; which units of its player may react?",
        {
            "snap_and_intervene": "Any unit with Snap Fire or Intervene, the targeted one with anything.",
            "any_unit": "Any unit, with anything.",
            "targeted_unit": "The targeted unit alone.",
        },
    ),
    Question(
        "C8",
        "Does a reaction cost the next go?",
        "A command was reacted to. Whose go is next? The turn structure alone would say the other "
        "player's; the page on reactions counts one as its player's activation.",
        {
            "costs_go": "That of the player who gave the command, once more.",
            "free": "The other player's, as after any command.",
        },
    ),
    Question(
        "C10",
        "Which commands may be a Charge?",
        "A Charge needs a command with a move or a run. Which of them are meant?",
        {
            "documented": "Move, Advance and Assault; of the others nothing is known.",
            "any_move": "All of them.",
            "advance_assault": "Advance and Assault, and no other.",
        },
    ),
    Question(
        "C12",
        "May a player pass?",
        "May a player who has units left declare themselves unable to command?",
        {
            "refused": "No: a living unit can always be given Move.",
            "allowed": "Yes, in each go of their own.",
        },
    ),
    Question(
        "C14",
        "Is Snap Fire free of restrictions?",
        "May a unit that holds shoot use Snap Fire?",
        {
            "exempt": "Yes: restrictions are not asked about.",
            "restricted": "No.",
        },
    ),
    Question(
        "C16",
        "What answers Ditch, Rally, Defend?",
        "These commands have no target and do not stand in the list of Snap Fire.",
        {
            "snap_fire": "Snap Fire alone, at the declaration.",
            "nothing": "Nothing: no window opens.",
        },
    ),
    Question(
        "C18",
        "Does Snap Fire apply shoot?",
        "Which restriction does the shot of a Snap Fire apply?",
        {"none": "None.", "shoot": "Shoot."},
    ),
    Question(
        "C19",
        "Snap Fire as a command?",
        "May Snap Fire be given as a command in one's own go?",
        {
            "reaction_only": "No: it is a reaction.",
            "command": "Yes: it is declared as Shoot is, with its target.",
        },
    ),
    Question(
        "C20",
        "A target named early?",
        "What does a target mean that is named with an Assault or Advance that is no Charge?",
        {
            "remark": "Nothing: the target is named after the move.",
            "binding": "It is the target: it may be answered at once, and no other is named later.",
        },
    ),
    Question(
        "C23",
        "A failed part of the acting unit",
        "A part of the command fails, and not because of a reaction. Does its restriction arrive?",
        {"applies": "Yes.", "none": "No."},
    ),
    Question(
        "C24",
        "A failed part of the reacting unit",
        "A part of the reaction fails. Does its restriction arrive?",
        {"applies": "Yes.", "none": "No."},
    ),
    Question(
        "C25",
        "A new target for a charger?",
        "The charged unit cannot be reached any more, or is gone. May the charger take another target?",
        {
            "no_new_target": "No.",
            "new_target": "Yes, before its own move, once the charged unit is gone or the move of the "
            "reaction is done with; nobody answers that.",
        },
    ),
    Question(
        "C26",
        "Will of the Masters before a reaction?",
        "May the restriction be taken off while its player is asked for a reaction?",
        {"allowed": "Yes.", "refused": "No: only in their own go."},
    ),
    Question(
        "C28",
        "Snap Fire at an arriving unit?",
        "May a unit that is arriving be answered by Snap Fire?",
        {"barred": "No, until it has moved.", "allowed": "Yes."},
    ),
    Question(
        "C33",
        "Overridden by bracing alone?",
        "A reaction braces or rallies and does nothing else. Can that make a part of the command "
        "impossible?",
        {
            "no_override": "No: it takes a move or a shot.",
            "brace_overrides": "Yes: a brace or rally counts as done from its declaration on.",
        },
    ),
)

GAPS = (
    Question(
        "U1",
        "Overrun",
        "What Overrun does and which restrictions it applies: its page was not available.",
    ),
    Question(
        "U2",
        "Covering Fire",
        "What Covering Fire does and which restrictions it applies: its page was not available.",
    ),
    Question(
        "U3",
        "Reactions nobody describes",
        "Whether Advance, Assault, Ditch, Rally, Overrun and Covering Fire may be reactions. The set-up "
        "can settle it, in “reactions”.",
    ),
    Question(
        "U4",
        "Other special rules",
        "Whether another special rule than Will of the Masters takes a restriction off. The set-up can "
        "settle it, in “removals”.",
    ),
)

SETTLED: Mapping[str, str] = {
    "C4": "There are two windows, at the declaration and at the target.",
    "C5": "Shots are resolved together (T12).",
    "C7": "A reaction need not have a target: Move, Run and Defend are reactions.",
    "C9": "The order of play is that of seed 000.",
    "C11": "A command point and a command token are one thing.",
    "C13": "“Turn” and “round” are one thing.",
    "C15, C17, C29": "No verdict depends on them.",
    "C21": "A Charge is a mode of a command.",
    "C22": "A Charge's movement comes early, its melee last.",
    "C27": "Left to the table.",
    "C30, C31": "Only for more than two players, whom this edition does not seat.",
    "C32": "The round's last point is only ever spent while the opponent has none.",
}
