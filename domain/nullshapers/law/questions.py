"""What the rulebook leaves open: every reading with what it changes, the edition's own first."""

from domain.kernel.rulebook import Question

QUESTIONS = (
    Question(
        "M2",
        "Does passing end one's chances?",
        "Whether a player who has passed may act again when something is added to the queue.",
        {
            "reopened": "Every action added gives both players a new chance.",
            "until_execution": "Who has passed is not asked again before the next execution, or "
            "before a window opens on an empty queue.",
        },
    ),
    Question(
        "M3",
        "Speed 1 after an execution while actions still wait?",
        "Whether the turn player may declare at Speed 1 in the window after an execution.",
        {
            "empty_queue": "Only when the queue is empty.",
            "after_execution": "In a primary phase, as long as nothing has entered the queue since an "
            "execution.",
        },
    ),
    Question(
        "M4",
        "Convert or play an anomaly while the queue is not empty?",
        "Both go beside the queue; whether they may be done while actions wait in it.",
        {
            "with_chance": "The turn player may while they hold the chance.",
            "empty_queue": "Only when the queue is empty (A9); making energy is not concerned.",
        },
    ),
    Question(
        "M5",
        "Who is first after an execution?",
        "Actions still wait, and no skill has entered.",
        {
            "turn_player": "The turn player.",
            "opponent_of_top": "The opponent of the one whose action is now on top.",
        },
    ),
    Question(
        "M6",
        "Who is asked first when reactive skills have entered?",
        "Skills enter by themselves, so nobody has declared last.",
        {
            "turn_player": "The turn player.",
            "opponent_of_controller": "The opponent of the controller of the skill now on top.",
        },
    ),
    Question(
        "M7",
        "As which speed is a reactive skill answered?",
        "A reactive skill has no speed of its own.",
        {
            "speed_3": "As Speed 3.",
            "speed_2": "As Speed 2.",
            "constant": "As the speed of its card when it entered.",
        },
    ),
    Question(
        "M11",
        "How many lost biomes lose the match?",
        "How many of the three biomes a player can lose before the match is lost.",
        {"two": "Two.", "one": "One.", "three": "Three."},
    ),
    Question(
        "M12",
        "Is a cost given back on cancellation?",
        "Whether what was paid for a cancelled action stays paid.",
        {
            "kept": "It stays paid.",
            "given_back": "The energy goes back to the payer; a card locked for the cost unlocks if it "
            "never left the planet.",
        },
    ),
    Question(
        "M13",
        "A target card left the planet and came back",
        "Whether the card that came back is still the target named before.",
        {"new_object": "It is another object.", "same_card": "It is the same target."},
    ),
    Question(
        "M14",
        "The card whose skill it is has left the planet",
        "Whether a skill still executes without its card.",
        {
            "executes": "It executes.",
            "cancelled": "It is cancelled when it would execute; a despawn skill always is.",
        },
    ),
    Question(
        "M15",
        "An effect cancels a queued action",
        "Whether a cancelled action leaves the queue at once.",
        {
            "at_once": "It leaves the queue at once.",
            "deferred": "It keeps its place, marked, and is cancelled when it would execute; until "
            "then it can be named.",
        },
    ),
    Question(
        "M16",
        "Whose cache?",
        "Where a card goes that somebody other than its owner controls.",
        {
            "owner": "Its owner's.",
            "controller": "A terminated or cancelled card goes to the cache of who controlled it last.",
        },
    ),
    Question(
        "M17",
        "No target valid, but part of the text needs none",
        "Whether the part without targets still happens.",
        {
            "all_cancelled": "The whole action is cancelled.",
            "rest_happens": "The effects without target happen alone.",
        },
    ),
    Question(
        "M18",
        "Several reactive skills at once",
        "Whose enter the queue first.",
        {
            "turn_player_first": "The turn player's.",
            "turn_player_last": "The other player's.",
        },
    ),
    Question(
        "M19",
        "A reactive skill finds too few legal targets",
        "Whether it enters the queue at all.",
        {
            "stays_out": "It does not enter.",
            "enters": "It enters without a target and is cancelled when it executes.",
        },
    ),
    Question(
        "M20",
        "The turn player declined, the other started something, the queue is empty again",
        "Whether the step goes on.",
        {
            "new_window": "A new window opens for the turn player.",
            "step_ends": "The step ends as if both had declined.",
        },
    ),
    Question(
        "M21",
        "Is converting, playing an anomaly or making energy “taking an action”?",
        "Whether it keeps the opponent from starting something on an empty queue (T6).",
        {
            "no_action": "No.",
            "action": "Yes: if the turn player did one of these on the empty queue since the window "
            "opened, their opponent may not declare on it.",
        },
    ),
    Question(
        "M23",
        "Both have lost when the queue is empty",
        "Who has won when both players have lost the match at once.",
        {
            "undetermined": "The step that would lead there is undetermined; a judge who makes it "
            "legal ends the match without a winner.",
            "draw": "The match ends without a winner.",
            "turn_player_loses": "The turn player has lost, the other has won.",
        },
    ),
    Question(
        "M28",
        "Is an anomaly a constant?",
        "Whether a text that wants a constant may name an anomaly.",
        {"not_constant": "It may not.", "constant": "It may."},
    ),
    Question(
        "M29",
        "May an agent in staging defend?",
        "Whether only agents in sectors defend.",
        {
            "in_sector": "Only in its own sector.",
            "from_staging": "From staging too; it goes to the sector of the biome named when the "
            "defence executes.",
        },
    ),
    Question(
        "M31",
        "Upper limit of X",
        "Whether X may be as high as the player can pay.",
        {"no_limit": "It may.", "fifteen": "X is 15 at most."},
    ),
    Question(
        "M37",
        "When does an attacker lock?",
        "Whether it can be locked before its attack executes without leaving the attack.",
        {
            "on_execution": "When the attack executes.",
            "on_declaration": "As part of declaring; at execution it does not matter that it is locked.",
        },
    ),
    Question(
        "M38",
        "When is energy lost?",
        "At the end of what left-over energy is lost.",
        {"step": "Of the step.", "phase": "Of the phase."},
    ),
    Question(
        "M40",
        "What becomes of a lost biome?",
        "Whether a lost biome is out of the match for both players.",
        {
            "out": "The biome and both its sectors are out; nobody can lose it any more.",
            "sector_only": "Only the loser's sector is; the biome counts while one sector is left.",
        },
    ),
    Question(
        "M44",
        "Lightspeed against equal speed",
        "Whether an action as fast as the card may name it.",
        {
            "undetermined": "The declaration is undetermined, if nothing else forbids it.",
            "stops": "It may not, as if it were slower.",
            "does_not_stop": "It may.",
        },
    ),
    Question(
        "M45",
        "How often may a player advance, attack or defend in its step?",
        "Whether one declaration of each is all; who attacks or defends already is never declared "
        "for it again.",
        {
            "no_limit": "As often as they like.",
            "once": "One declaration of each kind by each player in the step, even if it was "
            "cancelled.",
            "once_unless_cancelled": "Another one only when all before it were cancelled.",
        },
    ),
    Question(
        "M46",
        "May an advance or a defence be declared as an answer?",
        "Whether they need an empty queue, as an attack does.",
        {
            "empty_queue": "No (T7).",
            "as_answer": "Yes, with the chance on a queue that is not empty, in its step; it then "
            "counts as Speed 2.",
        },
    ),
    Question(
        "M47",
        "In which order do several reactive skills of one player enter at once?",
        "Who says it, or what decides it.",
        {
            "controller_orders": "He says it.",
            "order_of_cause": "In the order of what they react to; if that is one and the same thing, "
            "first the card that came onto the planet first, of one card in the order of its skills.",
        },
    ),
)
