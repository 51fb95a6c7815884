"""A running service for the tests that share one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from barents.kernel import registry
from barents.server import metrics
from tests.server import failing
from tests.server.service import Browser, running, settings


@pytest.fixture(scope="session", autouse=True)
def games() -> None:
    registry.plug_in(failing.GAME)


@pytest.fixture(scope="session", autouse=True)
def no_player_fails() -> Iterator[None]:
    """A real game's own computer player that fails in any of these tests fails them."""
    yield
    samples = [each for family in metrics.PLAYER_FAILURES.collect() for each in family.samples]
    failed = [each.labels for each in samples if each.name.endswith("_total") and each.value]
    planted = [labels for labels in failed if labels["game"] == failing.GAME.name or ":" in labels["player"]]
    assert [labels for labels in failed if labels not in planted] == []


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service that the tests of a module share."""
    with running(settings(tmp_path_factory.mktemp("service"))) as (address, _):
        yield address


@pytest.fixture
def browser(address: str) -> Browser:
    return Browser(address)


@pytest.fixture
def friend(address: str) -> Browser:
    return Browser(address)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
