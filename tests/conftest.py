"""What holds for all tests: properties try the same examples every time, unless they are asked for others."""

import os
from collections.abc import Iterator
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
def nobody_trusted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Clients speak to servers of our own; reading whom the world trusts takes each of them 30 ms."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("trusted")))
        yield
