"""What the specs of a tournament need: the event stands in a store, as it does in use."""

from tests.application.event.halls import hall, round_one

__all__ = ["hall", "round_one"]
