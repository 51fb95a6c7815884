"""A browser and a server for these tests, another server where a module needs its own, and a table for each test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from tests.web.browser import Table, chromium, served

MODULES = 6  # that share a server: it lets nobody open matches and bring records without end


class Server(NamedTuple):
    """Where a server keeps its matches, and its address."""

    folder: Path
    address: str


@pytest.fixture(scope="package")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Servers by their command lines, for a few modules each, which are kept to the end."""
    started: dict[tuple[str, ...], Server] = {}
    used: Counter[tuple[str, ...]] = Counter()
    with ExitStack() as stack:

        def server(*more: str) -> Server:
            if used[more] % MODULES == 0:
                folder = tmp_path_factory.mktemp("server")
                started[more] = Server(folder, stack.enter_context(served(folder, *more)))
            used[more] += 1
            return started[more]

        yield server


@pytest.fixture(scope="module")
def pack() -> tuple[str, ...]:
    """What else the server is told on its command line; a module may say."""
    return ()


@pytest.fixture(scope="module")
def server(servers: Callable[..., Server], pack: tuple[str, ...]) -> Server:
    """The server of this module; others may have used it, with matches and visitors of their own."""
    return servers(*pack)


@pytest.fixture(scope="module")
def folder(server: Server) -> Path:
    """Where the server of this module keeps its matches."""
    return server.folder


@pytest.fixture(scope="module")
def address(server: Server) -> str:
    """Where the server of this module is."""
    return server.address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser of these tests; it is closed before others begin, which may have an event loop of their own."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[Table]:
    """Pages of this test; none may complain of anything, a violated Content-Security-Policy included."""
    table = Table(browser, address)
    yield table
    table.close()
    assert table.complaints == []
