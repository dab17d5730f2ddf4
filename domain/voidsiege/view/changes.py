"""What is said of the table when it has changed."""

from collections.abc import Mapping

from domain.kernel.wording import ChangeTemplate

CHANGES: Mapping[str, ChangeTemplate] = {
    "round": "round: {before} → {after}",
    "phase": {
        "idle": "no command is under way",
        "reaction": "a reaction may be given",
        "movement": "movement is carried out",
        "targeting": "targets are named",
        "resolution": "shots and fights are carried out",
    },
    "acting": ("{unit} carries out {command:words}", "{unit} has done with {command:words}"),
    "acting.unit": ("{after} carries out a command", ""),
    "acting.command": ("the command is {after:words}", ""),
    "acting.target": ("the target is {after}", "no target is named"),
    "acting.charge": ("it is a Charge", "it is no Charge"),
    "reaction": ("{unit} answers with {command:words}", "{unit} has done with {command:words}"),
    "reaction.unit": ("{after} reacts", ""),
    "reaction.command": ("the reaction is {after:words}", ""),
    "reaction.target": ("the answer is aimed at {after}", "the answer is aimed at nothing"),
    "queue": ("still to come: {added}", "no longer to come: {removed}"),
    "points.*": "command points of {0}: {before} → {after}",
    "units.*.restrictions": ("{0} now holds {added:words}", "{0} no longer holds {removed:words}"),
    "units.*.destroyed": ("{0} is destroyed", "{0} stands"),
}
