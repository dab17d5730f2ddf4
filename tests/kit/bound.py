"""A bound in time for what a ruleset does in one call: a loop that never ends is told with its line."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from domain.kernel.faults import RulesetFault, place_in

SECONDS = 10.0


@contextmanager
def bounded(name: str, folder: str, seconds: float = SECONDS) -> Iterator[None]:
    """Raises RulesetFault in a call of the ruleset in this folder that takes longer than this.

    Only the time that this process computes counts, so that a busy machine is no fault; it is looked at
    now and then, and a call is stopped after at most twice as long.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    last: list[FrameType | None] = [None]

    def look(_signal: int, frame: FrameType | None) -> None:
        calls = [*_frames_in(folder, frame)]
        if calls and calls[-1] is last[0]:
            place = place_in(folder, calls[0], calls[0].f_lineno)
            raise RulesetFault(
                f"{name}: {place} does not come to an end: a call of the ruleset has taken more than "
                f"{seconds:g} seconds; let it see in what it looks at that it is done"
            )
        last[0] = calls[-1] if calls else None

    before = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _frames_in(folder: str, frame: FrameType | None) -> Iterator[FrameType]:
    """The frames of the ruleset's own files, the innermost first."""
    while frame is not None:
        if folder in frame.f_code.co_filename:
            yield frame
        frame = frame.f_back
