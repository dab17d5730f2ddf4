"""PostgreSQL checks its own indexes with `amcheck`, where that extension is; `verify --all` tells it."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from adapters.cli import cli
from adapters.wiring import umpire_on
from tests.adapters.test_whole_store import NOTE, OPENING

AS_POSTGRES = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of the kind that operators install: it brings the extension, the one from PyPI doesn't."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    if not found:
        pytest.skip("no PostgreSQL with amcheck: Debian's package “postgresql” brings one")
    folder = Path(tempfile.mkdtemp(prefix="umpire-amcheck-"))
    if AS_POSTGRES:
        shutil.chown(folder, "postgres")

    def run(*words: str) -> None:
        tool = [*AS_POSTGRES, str(found[-1]), "-D", str(folder / "db"), *words]
        subprocess.run(tool, check=True, capture_output=True, cwd=folder)

    run("init", "-o", "--auth=trust --username=umpire --no-sync")
    run("start", "-w", "-l", str(folder / "log"), "-o", f"-k {folder} -c listen_addresses=")
    try:
        address = f"postgresql:///postgres?host={folder}&user=umpire"
        assert CliRunner().invoke(cli, ["db", "init", "--db", address]).exit_code == 0
        yield address
    finally:
        run("stop", "-m", "immediate")
        shutil.rmtree(folder, ignore_errors=True)


def test_a_row_that_an_index_has_lost_is_told_by_the_database_itself(address: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION amcheck")
        umpire = umpire_on(address)
        umpire.open(OPENING, "one")
        umpire.step("one", NOTE)
        whole = CliRunner().invoke(cli, ["verify", "--all", "--db", address])
        assert whole.exit_code == 0, whole.output
        assert "holds: the database finds nothing wrong with itself" in whole.stdout

        # A row goes in behind the back of an index, as after a torn write.
        ready = (
            "UPDATE pg_index SET indisready = %s WHERE indexrelid = 'umpire_events_pkey'::regclass"
        )
        connection.execute(ready, (False,))
        umpire.step("one", NOTE)
        umpire.store.close()
        connection.execute(ready, (True,))
    found = CliRunner().invoke(cli, ["verify", "--all", "--db", address])
    assert found.exit_code == 1
    assert "the database finds something wrong with itself: index" in found.stdout
    assert "lacks matching index tuple" in found.stdout
