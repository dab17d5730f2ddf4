"""What follows from a step cites its rule: the rows of the page's table of events and rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from application.game.follows import follows
from application.records.records import read_record
from application.records.replay import replay
from domain.kernel.history import Entry
from domain.nullshapers import RULESET

RECORDS = Path(__file__).parents[2] / "conformance" / "nullshapers"
CHOSEN = "A3 E14 M47 P14 M48 W3 E19 P11"
ROWS = {
    "action_declared": "A1 D1",
    "energy_paid": "D7",
    "passed": "N3 T6 N7",
    "card_converted": "A5",
    "anomaly_played": "A5",
    "energy_made": "A6 E20 A12",
    "energy_lost": "A7 A12",
    "action_executed": "E2",
    "target_dropped": "E7",
    "action_cancelled": "E8 E17 M14 E20",
    "action_marked": "E17",
    "cost_given_back": "M12",
    "card_moved": "D8 E11 E9 A2 E20 P6 P8 P10 W1 E16 E18 E19 P11 A12",
    "card_attached": "E11 E16 A12",
    "card_damaged": "E20 P14 P13 P11 A12",
    "card_terminated": "E18 E16 E20",
    "card_locked": "D9 P7 A6 E20 A12",
    "card_unlocked": "P2 M12 E20 A12",
    "speed_changed": "P11 A12",
    "durability_changed": "E20 P9 P13 A12",
    "biome_lost": "W1 W3 E20 A12",
    "cards_drawn": "P3 E20",
    "text_reported": "E20",
    "skill_entered": "A3 E13",
    "skill_stayed_out": "M19 T5",
    "choice_asked": CHOSEN,
    "choice_made": CHOSEN,
    "agents_advanced": "P6",
    "attackers_chosen": "P7",
    "defenders_chosen": "P8 P15",
    "battle_owed": "P13",
    "discard_owed": "E19",
    "chance_given": "N3 T6 E4 T8",
    "standing_pass_given": "N7",
    "standing_passes_ended": "N7",
    "step_ended": "E5 T5 P12",
    "step_began": "P1",
    "turn_began": "P1",
    "fact_reported": "A12 P13",
    "conceded": "A10 W4",
    "match_won": "W2 E15 W4",
    "match_drawn": "M23 W2",
}
"""Event → the rules by which it happens; energy that a text gives, or that is reported, says so too."""


def name_of(stored: str) -> str:
    return stored.split("/")[1]


def test_every_event_has_its_row() -> None:
    names = [event.STORED_AS for event in RULESET.events if event.STORED_AS.startswith("nullsh")]
    assert {name_of(name) for name in names} == set(ROWS)


def otherwise(entry: Entry) -> Iterator[str]:
    for one in follows(entry):
        prefix, name, _ = one.event.split("/")
        row = ROWS[name].split() if prefix == "nullshapers" else one.rules
        if not one.rules or not set(one.rules) <= {*row}:
            yield f"entry {entry.n}: {name} by {' '.join(one.rules) or 'no rule'}"


@pytest.mark.parametrize("record", sorted(RECORDS.glob("*.yaml")), ids=lambda path: path.stem)
def test_what_follows_cites_a_rule_of_its_row(record: Path) -> None:
    """Events of the game as a whole have rules of their own."""
    wrong = [one for entry in replay(read_record(record)).game.log for one in otherwise(entry)]
    assert wrong == []
