"""`python -m tests.fuzz.guided TARGET SECONDS`: coverage-guided bytes for one reader."""

import sys
from pathlib import Path
from tempfile import mkdtemp

import atheris

with atheris.instrument_imports(include=["application", "domain", "yaml"]):
    from tests.fuzz.readers import TARGETS, seeds

SLOWEST = 5
"""Seconds that one input may take."""
MOST_MEMORY = 1024
"""MB."""
LONGEST = 16 * 1024


def main(target: str, seconds: str) -> None:
    corpus = Path(mkdtemp(prefix=f"umpire-{target}-"))
    for n, seed in enumerate(seeds(target)):
        (corpus / str(n)).write_bytes(seed[:LONGEST])
    atheris.Setup(
        [
            sys.argv[0],
            str(corpus),
            f"-max_total_time={seconds}",
            f"-timeout={SLOWEST}",
            f"-rss_limit_mb={MOST_MEMORY}",
            f"-max_len={LONGEST}",
            "-print_final_stats=1",
        ],
        TARGETS[target],
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
