"""One server and one browser for all tests of the pages; every phone is a context of its own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from tests.adapters.events import AtEvent, event_in
from tests.adapters.pages.hall import (
    PHONE,
    STORE,
    Phone,
    Server,
    chromium,
    phone,
    server_on,
    server_within,
)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("pages")
    with server_on(folder) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop."""
    with server_on(tmp_path) as running:
        yield running


@pytest.fixture(scope="package")  # as long as it runs, no other test can run an event loop
def browser() -> Iterator[Browser]:
    with ExitStack() as stack:
        try:
            running = stack.enter_context(chromium())
        except Error as why:
            pytest.skip(f"no Chromium opens; “playwright install chromium” brings one: {why}")
        yield running


@pytest.fixture
def hand_out(server: Server, browser: Browser) -> Iterator[Callable[..., Phone]]:
    """Hands out phones; at the end none may have complained or asked anybody else."""
    out: list[Phone] = []

    def give(size: tuple[int, int] = PHONE, at: Server = server, **more: object) -> Phone:
        out.append(phone(browser, at, size, **more))
        return out[-1]

    yield give
    problems = [problem for one in out for problem in one.problems]
    for one in out:
        one.page.context.close()
    assert problems == []


@pytest.fixture
def at_server(tmp_path: Path) -> Iterator[tuple[Server, AtEvent]]:
    """A server with the event of 24 tables."""
    at = event_in(tmp_path / STORE, 24)
    with server_within(tmp_path) as server:
        yield server, at
