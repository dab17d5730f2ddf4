"""What holds for all tests: properties try the same examples every time, unless they are asked for others."""

import os
import ssl
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

# A property that fails for one in a thousand examples would fail for somebody else; `make fuzz` looks for more.
settings.register_profile("same", derandomize=True, deadline=None, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture(scope="session", autouse=True)
def files_of_ones_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What umpire keeps for a user is kept for the tests alone."""
    folder = tmp_path_factory.mktemp("user")
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(folder)
    yield folder
    os.environ.pop("XDG_DATA_HOME")
    if before is not None:
        os.environ["XDG_DATA_HOME"] = before


@pytest.fixture(scope="session", autouse=True)
def read_whom_the_world_trusts_once() -> Iterator[None]:
    """Clients speak to servers of our own, without TLS; each would read it anew, which takes 16 ms."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        yield
