"""A browser for these tests, a server for each module of them, and a table for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browser import Table, chromium, served


@pytest.fixture(scope="module")
def pack() -> tuple[str, ...]:
    """What else the server is told on its command line; a module may say."""
    return ()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of this module keeps its matches."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def address(folder: Path, pack: tuple[str, ...]) -> Iterator[str]:
    """Where the server of this module is."""
    with served(folder, *pack) as address:
        yield address


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
