"""Fixtures of the kernel's tests."""

from collections.abc import Callable
from typing import Any

import pytest

from barents.kernel import plugins, registry
from barents.kernel.game import Game


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Callable[[Game[Any, Any]], None]:
    """Plug games in for one test."""
    monkeypatch.setitem(plugins._by_hand, plugins.GAMES, {})
    return registry.plug_in
