"""Processes forked from here, each with a pipe for what it has to say; and one test run in them."""

import os
import resource
import signal
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from _pytest.runner import runtestprotocol

MOST_MEMORY = 2 * 1024**3
"""What a mutant may take beyond what there is when it begins."""
HANGS = 60
"""Seconds without an end after which a process that only waits is ended, whatever it does."""


@dataclass
class Child:
    """A process that was forked, and the end of its pipe."""

    pid: int
    pipe: int

    def said(self) -> bytes:
        """All that it said; once it has ended."""
        with os.fdopen(self.pipe, "rb") as file:
            return file.read()


def fork(run: Callable[[Callable[[bytes], None]], None]) -> Child:
    """Runs this in a process of its own, with a function by which it says something."""
    theirs, ours = os.pipe()
    pid = os.fork()
    if pid:
        os.close(ours)
        return Child(pid, theirs)
    try:
        os.close(theirs)
        silent = os.open(os.devnull, os.O_RDWR)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        run(lambda words: _write(ours, words))
    finally:
        os._exit(0)


def _write(pipe: int, words: bytes) -> None:
    while words:
        words = words[os.write(pipe, words) :]


def forked(run: Callable[[], bytes]) -> bytes:
    """What this comes to in a process of its own."""
    child = fork(lambda say: say(run()))
    found = child.said()
    os.waitpid(child.pid, 0)
    return found


def limit_memory() -> None:
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
        taken = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MOST_MEMORY, taken + MOST_MEMORY))


def limit_time(seconds: float) -> None:
    """This process is ended by the system when it computes longer than this from now on."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * 10 + HANGS)


def failure(item: pytest.Item) -> str:
    """Runs one test, as pytest does, and tells nobody: why it did not pass, or nothing."""
    reports = runtestprotocol(item, log=False, nextitem=None)
    return next((one.longreprtext or one.outcome for one in reports if not one.passed), "")
