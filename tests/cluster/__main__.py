"""`python -m tests.cluster [WHAT…]`: a cluster on this machine, what happens to it, what came of the games."""

import argparse
import sys
from contextlib import ExitStack
from time import sleep

from click.testing import CliRunner

from adapters.cli.store.db import db
from tests.adapters.servers import serving
from tests.cluster.cluster import cluster, missing
from tests.cluster.evening import evening_on, found_after
from tests.cluster.happening import HAPPENS
from tests.cluster.watching import longest_gap, watching

CALM = 4.0
"""Seconds before it happens, and after."""
AIMS = {"kill": 20, "freeze": 25}
"""Longest silence in seconds."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="make cluster")
    named = ", ".join(HAPPENS)
    parser.add_argument("what", nargs="*", metavar="WHAT", help=f"of {named}; all unless said")
    what = parser.parse_args().what or [*HAPPENS]
    if unknown := [one for one in what if one not in HAPPENS]:
        parser.error(f"“{unknown[0]}” is nothing that happens; expected {named}")
    if missing():
        sys.exit(f"not installed: {', '.join(missing())}")
    sys.exit(0 if evening(what) else 1)


def evening(what: list[str]) -> bool:
    """Prints a paragraph for each thing that happens; gives whether nothing was lost in any."""
    well = True
    with cluster() as one, ExitStack() as stack:
        made = CliRunner().invoke(db, ["init", "--db", one.address])
        assert made.exit_code == 0, made.output
        servers = [stack.enter_context(serving(one.address, "--workers", "2")) for _ in range(2)]
        for name in what:

            def happens(name: str = name) -> None:
                sleep(CALM)
                HAPPENS[name](one)
                sleep(CALM)

            with watching(one.address, [server.url for server in servers]) as watch:
                played = evening_on(servers, happens)
            found = found_after(played, one.address)
            well = well and found.well
            aim = f" (aim {AIMS[name]} s)" if name in AIMS else ""
            tell(f"{name}: {HAPPENS[name].__doc__}")
            tell(f"  {found.told()}{aim}; the database itself {longest_gap(watch.wrote):.1f} s")
            moments = sorted(played.moments)
            tell(
                f"  /ready took {watch.slowest:.1f} s at most, said yes for "
                f"{watch.wrong_yes(moments):.1f} s too long and no for {watch.wrong_no(moments):.1f} s"
            )
            for odd in found.odd[:5]:
                tell(f"  unexpected: {odd}")
    return well


def tell(text: str) -> None:
    print(text, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
