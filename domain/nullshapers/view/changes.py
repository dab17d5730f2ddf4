"""What is said of the table when it has changed."""

from collections.abc import Mapping

from domain.kernel.wording import ChangeTemplate

CHANGES: Mapping[str, ChangeTemplate] = {
    "turn": "turn: {before} → {after}",
    "turn_player": "it is the turn of {after}",
    "phase": "phase of the turn: {before:words} → {after:words}",
    "step": "step of the turn: {before:words} → {after:words}",
    "chance": "",
    "passed": ("passed: {after}", "nobody has passed"),
    "standing_passes": ("passing until the step ends: {after}", "nobody passes by themselves"),
    "queue": (
        "on the queue: {added}",
        "off the queue: {removed}",
        "{action}{card}{skill} of {by} ({entry})",
    ),
    "choice": ("{by} has to choose", "nothing is to be chosen"),
    "choice.by": ("{after} has to choose", ""),
    "choice.*": "",
    "zones.*.deck": "cards in {0}'s deck: {before} → {after}",
    "zones.*.*": ("to {0}'s {1}: {added}", "from {0}'s {1}: {removed}"),
    "energy.*.*": "{1} energy of {0}: {before} → {after}",
    "sectors.*": "durability of {0}: {before} → {after}",
    "biomes.*.lost_by": ("{0} is lost by {added}", "{0} is not lost by {removed}"),
    "cards.*.attached_to": ("{0} is attached to {after}", "{0} is attached to nothing"),
    "cards.*.locked": ("{0} is locked", "{0} is not locked"),
    "cards.*.mode": "mode of {0}: {before} → {after}",
    "cards.*.speed": "Speed of {0}: {before} → {after}",
    "cards.*.damage": "damage on {0}: {before} → {after}",
    "cards.*": "",
    "attackers": ("attacking: {added}", "not attacking: {removed}"),
    "defenders": ("defending: {added}", "not defending: {removed}"),
    "against.*": ("against {0} defend {after}", "nobody defends against {0}"),
    "battles": (
        "to be reported: the battle in {added}",
        "the battle in {removed} is not owed any more",
    ),
    "cards.*.battle": (
        "the battle of {0} is reported",
        "the battle of {0} is not reported any more",
    ),
    "converted": ("energy was converted this turn", "energy may be converted"),
    "anomaly_played": ("an anomaly was played this turn", "an anomaly may be played"),
}
