"""Nobody needs PettingZoo or OpenSpiel to play, and whoever asks for them is told how to get them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from barents import env


def test_nothing_of_them_is_loaded_before_it_is_asked_for() -> None:
    code = (
        "import sys, barents.cli, barents.env, barents.env.factoring, barents.server.app, barents.lab.simulate\n"
        "print(sorted({'pettingzoo', 'gymnasium', 'pyspiel', 'open_spiel'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("make", ["aec", "openspiel"])
def test_it_can_be_made_again(make: str) -> None:
    """No module of the package has the name of what makes an environment: once loaded it would take its place."""
    for _ in range(2):
        assert getattr(env, make)("nordkapp", "first-plot") is not None


@pytest.mark.parametrize(
    ("make", "package", "extra"), [("aec", "pettingzoo", "env"), ("openspiel", "pyspiel", "openspiel")]
)
def test_where_a_package_is_missing_it_is_said_how_to_get_it(
    make: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(env, "find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match=rf"this takes {package}: pip install 'barents\[{extra}\]'"):
        getattr(env, make)("nordkapp", "first-plot")
