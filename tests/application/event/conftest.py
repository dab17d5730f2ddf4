"""What the specs of an event need."""

from tests.application.event.halls import hall, round_one

__all__ = ["hall", "round_one"]
