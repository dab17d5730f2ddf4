"""A kind of value that several threads read for the first time at once."""

import subprocess
import sys

READS = """
import sys
import threading

from domain.kernel.setup import read
from domain.kernel.values import Value

sys.setswitchinterval(1e-6)


def kinds():
    fields = {f"f{n}": "int | str | tuple[int, ...] | None" for n in range(30)}
    kind = None
    for _ in range(10):
        hints = fields if kind is None else {**fields, "inner": kind | None}
        named = {"__annotations__": hints, "__module__": __name__, **dict.fromkeys(hints)}
        kind = type(Value)("Kind", (Value,), named)
    return kind


for _ in range(100):
    kind, together = kinds(), threading.Barrier(8)

    def go_on():
        together.wait()
        read(kind, {"f0": 1, "inner": {"f29": [1, 2]}})

    threads = [threading.Thread(target=go_on) for _ in range(8)]
    [one.start() for one in threads]
    [one.join() for one in threads]
"""


def test_threads_that_read_a_kind_for_the_first_time_do_not_end_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", READS], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
