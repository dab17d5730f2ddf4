"""What this edition has filled in itself, where no text says anything."""

from domain.kernel.rulebook import Rule


def filled_in(id: str, title: str, text: str) -> Rule:
    return Rule(id, title, text, "edition 2025.1", inferred=True)


FILLED_IN = (
    filled_in(
        "E1",
        "Advance",
        "Advance is a move and then a shot; the shot applies shoot, the move nothing.",
    ),
    filled_in(
        "E2",
        "Intervene",
        "Intervene is used as a reaction only; it is a single move and applies nothing.",
    ),
    filled_in(
        "E3",
        "What can charge",
        "The command under a Charge has a move or a run among its parts.",
    ),
    filled_in(
        "E4",
        "Ditch's restrictions",
        "Run and shoot come with Ditch's bracing, so they arrive even where its move fails.",
    ),
    filled_in(
        "E5",
        "Reactions restrict too",
        "A reaction applies what its command applies, when the whole command has closed.",
    ),
    filled_in(
        "E6",
        "Without points",
        "Where the player whose go it would be has no command point, the other one goes on.",
    ),
    filled_in(
        "E7",
        "Who begins a round",
        "The next round begins with the player whose go it would have been, reactions counted.",
    ),
    filled_in(
        "E8",
        "What a destroyed unit owes",
        "It falls away, but a shot that is due at that moment stays, and such a unit may still be shot "
        "at. Nothing is shot at that was gone before the shot was due. The melee goes with the charged "
        "unit, unless another may still be named (C25).",
    ),
    filled_in(
        "E9",
        "The last round",
        "After the last round the game is over and nobody has won; scores are not kept.",
    ),
    filled_in(
        "E10",
        "Annihilation waits for the shots",
        "While a shot is due nobody has lost yet; where both then have no unit, nobody wins. The rule "
        "holds without a scenario too, and not in the third.",
    ),
    filled_in("E11", "Targets are enemies", "A target is always a unit of the opponent."),
    filled_in(
        "E12",
        "Arriving units",
        "An arriving unit is protected whole, in every scenario and without one.",
    ),
    filled_in(
        "E13",
        "Shoot names its target",
        "A command that only shoots names its target with the declaration.",
    ),
    filled_in("E14", "Declined is declined", "A window that was declined does not open again."),
    filled_in(
        "E15",
        "Bound to the unit",
        "Who has taken a restriction off by Will of the Masters, or by a rule that the table lists, "
        "activates that unit next, and takes off no second one.",
    ),
    filled_in(
        "E16",
        "Bracing and rallying",
        "They take no step of their own and do not fail.",
    ),
    filled_in(
        "E17",
        "A target nobody asked for",
        "A target said with a command that takes none, and no Charge, is a remark and opens no window.",
    ),
    filled_in(
        "E18",
        "Who is fought",
        "The charger fights the unit it charged. The unit that reacted came between if a move of its "
        "reaction was carried out, and may be fought instead.",
    ),
)
