"""What the lab finds, as records: each step with the ruling it gets."""

from typing import Any

from application.lab.dispute.dispute import Dispute, game_of
from application.records.exports import as_record, in_yaml
from domain.kernel.history import Game


def record_of_dispute(dispute: Dispute) -> str:
    """The dispute as a record in YAML, with every ruling noted."""
    return in_yaml(short_record(game_of(dispute)))


def short_record(game: Game) -> dict[str, Any]:
    """The game as a record, without the end state, the casual mode, and readings where none is chosen."""
    record = {key: value for key, value in as_record(game).items() if key != "expect_state"}
    if not record["readings"]:
        record.pop("readings")
    if record["mode"] == "casual":
        record.pop("mode")
    return record
